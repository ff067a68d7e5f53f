"""Vectors of words, and which of the embeddings that are built in a store gets."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from memary import Memary
from memary.errors import ConfigurationError, EmbeddingMismatchError, MissingExtraError
from memary.models.built_in.hash_embedding import HashEmbedder
from memary.models.built_in.word_embedding import WordEmbedder
from memary.types import EmbeddingSpec


def vectors(*texts: str) -> list[np.ndarray]:
    embedded = asyncio.run(WordEmbedder().embed(texts))
    return [np.frombuffer(vector, dtype="<f4") for vector in embedded]


@pytest.fixture
def without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)


@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("My car is in the garage", "vehicle", "soup"),
        ("She works as a nurse", "What is her job?", "What colour is the fence?"),
        ("The dentist looks at my teeth", "oral hygiene", "the price of coal"),
        ("Mein Auto ist kaputt", "Das Auto steht still", "Der Kuchen ist gut"),
    ],
)
def test_what_means_alike_is_near_in_other_words(text: str, same: str, other: str) -> None:
    given, near, far = vectors(text, same, other)
    assert given @ near > given @ far + 0.1


def test_a_word_that_comes_a_hundred_times_does_not_drown_the_others() -> None:
    question, log = "Where is the greenhouse key?", "line by line " * 100
    asked, long, other = vectors(question, f"{question} {log}", log)
    assert asked @ long > asked @ other + 0.2


@pytest.mark.parametrize(
    "text", ["我上个月搬到了成都", "我在 Google 工作", "私は東京に住んでいます", "Я живу в Москве"]
)
def test_what_is_not_in_latin_letters_is_embedded_as_it_is_spelt(text: str) -> None:
    assert asyncio.run(WordEmbedder().embed([text])) == asyncio.run(HashEmbedder().embed([text]))


@pytest.mark.parametrize("text", ["", " ", "😀", "a" * 30_000, "<s></s>", "\x00", "\ud800"])
def test_any_text_has_a_vector_of_length_one(text: str) -> None:
    [vector] = vectors(text)
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_vectors_of_words_change_nothing_in_the_program_around_them() -> None:
    code = (
        "import asyncio, logging, sys\n"
        "from memary.models.built_in.word_embedding import WordEmbedder\n"
        "asyncio.run(WordEmbedder().embed(['car']))\n"
        "assert not logging.getLogger().handlers and 'wordllama' not in sys.modules\n"
        "assert 'huggingface_hub' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_new_store_gets_words_and_keeps_them(tmp_path: Path) -> None:
    for _ in range(2):
        with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
            assert memory.core.models.embedder.spec == EmbeddingSpec("words", 256)
            memory.add("My car is in the garage until Friday.", user_id="ada", infer=False)
            memory.add("My dentist is Dr Osei.", user_id="ada", infer=False)
            assert "car" in memory.search("vehicle", user_id="ada")[0].text


@pytest.mark.usefixtures("without_words")
def test_where_words_are_not_installed_a_new_store_goes_by_spelling(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", 256)


@pytest.mark.parametrize("dimensions", [256, 64])
def test_a_store_that_goes_by_spelling_goes_on_so(tmp_path: Path, dimensions: int) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    with Memary.open(uri, embedding="hash", embedding_dimensions=dimensions, worker=False) as memory:
        memory.add("My car is in the garage.", user_id="ada", infer=False)
    with Memary.open(uri, worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", dimensions)
        assert memory.search("garage", user_id="ada")[0].text == "My car is in the garage."


def test_a_length_that_words_have_not_is_one_of_spellings(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/ada.db", embedding_dimensions=64, worker=False) as memory:
        assert memory.core.models.embedder.spec == EmbeddingSpec("hash", 64)


def test_a_store_of_words_says_what_to_install_where_they_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    Memary.open(uri, worker=False).close()
    with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
        Memary.open(uri, embedding="hash", worker=False)
    monkeypatch.setitem(sys.modules, "wordllama", None)
    with pytest.raises(MissingExtraError, match=r'pip install "memary\[words\]"'):
        Memary.open(uri, worker=False)


def test_a_package_without_the_vectors_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wordllama").mkdir()
    (tmp_path / "wordllama" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ConfigurationError, match="install it again"):
        Memary.open("sqlite:///:memory:", worker=False)


def test_a_store_moves_to_words_when_asked(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path}/ada.db"
    with Memary.open(uri, embedding="hash", worker=False) as memory:
        memory.add(["My car is in the garage until Friday.", "My dentist is Dr Osei."], user_id="ada", infer=False)
    with Memary.open(uri, embedding="words", reembed=True, worker=False) as memory:
        memory.admin.reindex()
    with Memary.open(uri, worker=False) as memory:
        assert memory.core.models.embedder.spec.name == "words"
        assert "car" in memory.search("vehicle", user_id="ada")[0].text
