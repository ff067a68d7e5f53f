from __future__ import annotations

import asyncio
import hashlib
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memary.models.built_in.hash_embedding import HashEmbedder
from memary.types import EmbeddingSpec


def vectors(*texts: str, dimensions: int = 256) -> list[np.ndarray]:
    embedded = asyncio.run(HashEmbedder(dimensions=dimensions).embed(texts))
    return [np.frombuffer(vector, dtype="<f4") for vector in embedded]


@pytest.mark.parametrize(
    ("text", "paraphrase", "unrelated"),
    [
        ("I moved to Berlin last May", "Ada is moving to Berlin", "The soup needs more salt"),
        ("My daughter is allergic to peanuts", "the peanut allergy of my daughter", "We painted the kitchen blue"),
        ("restaurant", "restuarant", "hospital"),
        ("my favourite colour", "favorite color", "a train ticket"),
        ("我女儿对花生过敏", "女儿吃花生会过敏", "周末我们去爬山了"),
        ("我上个月搬到了成都", "他搬家去成都住", "今天的会议改到下午"),
        ("私は東京に住んでいます", "東京に住む", "猫が好きです"),
        ("Я живу в Москве", "Москва, где я живу", "Суп без соли"),
    ],
)
def test_a_paraphrase_is_nearer_than_something_else(text: str, paraphrase: str, unrelated: str) -> None:
    given_vector, near, far = vectors(text, paraphrase, unrelated)
    assert given_vector @ near > given_vector @ far + 0.1


def test_who_did_what_makes_a_difference() -> None:
    first, second = vectors("Ann met Bob", "Bob met Ann")
    assert first @ second < 0.999


def test_vectors_are_the_same_in_every_process_and_release() -> None:
    [vector] = vectors("Ada moved to Berlin, 阿达搬到了柏林。")
    rounded = np.round(vector, 4).tolist()
    assert hashlib.sha256(repr(rounded).encode()).hexdigest()[:16] == "5418e211fae0c43a"


def test_the_spec_names_the_method_and_the_dimension() -> None:
    assert HashEmbedder().spec == EmbeddingSpec("hash", 256)
    assert len(vectors("x", dimensions=64)[0]) == 64


def test_texts_without_words_share_a_fixed_vector() -> None:
    empty, emoji, word = vectors("", "😀🎉", "word")
    assert np.array_equal(empty, emoji)
    assert abs(empty @ word) < 0.5


@given(st.text())
def test_every_vector_has_length_one(text: str) -> None:
    [vector] = vectors(text, dimensions=32)
    assert math.isclose(float(np.linalg.norm(vector)), 1.0, abs_tol=1e-5)


def test_others_have_their_turn_between_the_parts_of_a_long_text() -> None:
    async def turns() -> int:
        embedding = asyncio.create_task(HashEmbedder().embed(["tea", "rain", "harbour"]))
        taken = 0
        while not embedding.done():
            taken += 1
            await asyncio.sleep(0)
        return taken

    assert asyncio.run(turns()) >= 3
