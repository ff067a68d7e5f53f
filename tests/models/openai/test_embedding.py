"""The embedding client against a server that answers, refuses and miscounts on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from support.model_server import Fault, ModelServer, embed

from memary.errors import ModelAccessError, ModelError, ModelOutputError, ModelUnavailableError
from memary.models.calls import collect_usage
from memary.models.openai.embedding import OpenAIEmbedder
from memary.types import Embedding, EmbeddingSpec

KEY = "sk-very-secret-key"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(dimensions=16, api_key=KEY) as server:
        yield server


def embedder_at(server: ModelServer, **options: Any) -> OpenAIEmbedder:
    settings: dict[str, Any] = {"api_key": KEY, "timeout": 10.0, "max_retries": 0, **options}
    return OpenAIEmbedder(model="small", base_url=server.base_url, **settings)


def embed_once(embedder: OpenAIEmbedder, texts: Sequence[str]) -> list[Embedding]:
    async def run() -> list[Embedding]:
        try:
            return await embedder.embed(texts)
        finally:
            await embedder.aclose()

    return asyncio.run(run())


def rows(*vectors: list[float] | list[float | None]) -> dict[str, Any]:
    return {"data": [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]}


def test_vectors_have_length_one_and_come_in_the_order_of_the_texts(server: ModelServer) -> None:
    back_to_front = [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": [3.0, 4.0]}]
    server.script_embeddings({"data": back_to_front})
    first, second = (np.frombuffer(vector, "<f4") for vector in embed_once(embedder_at(server), ["a", "b"]))
    np.testing.assert_allclose(first, [0.6, 0.8], rtol=1e-6)
    np.testing.assert_allclose(second, [0.0, 1.0], rtol=1e-6)


def test_many_texts_are_sent_in_batches_and_keep_their_order(server: ModelServer) -> None:
    texts = [f"text {number}" for number in range(7)]
    vectors = embed_once(embedder_at(server, batch=3), texts)
    assert server.embedding_calls == 3
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_allclose(np.frombuffer(vector, "<f4"), embed(text, 16), atol=1e-6)


def test_a_server_that_takes_smaller_batches_gets_them(server: ModelServer) -> None:
    refusal = Fault.status(400, message="batch size is invalid, it should not be larger than 2.", times=1)
    server.script_embeddings(refusal)
    assert len(embed_once(embedder_at(server, batch=4), ["a", "b", "c", "d"])) == 4
    assert server.embedding_calls == 3


def test_preparing_finds_the_dimension_with_one_call_and_none_if_it_is_given(server: ModelServer) -> None:
    unknown, known = embedder_at(server), embedder_at(server, dimensions=8)
    with pytest.raises(RuntimeError, match="prepare"):
        _ = unknown.spec

    async def prepare() -> None:
        for embedder in (unknown, known):
            await embedder.prepare()
            await embedder.aclose()

    asyncio.run(prepare())
    assert unknown.spec == EmbeddingSpec("openai:small", 16)
    assert known.spec == EmbeddingSpec("openai:small", 8)
    assert server.embedding_calls == 1


def test_preparing_takes_the_dimension_of_stored_vectors_of_the_same_model_without_a_call(
    server: ModelServer,
) -> None:
    same, other = embedder_at(server), embedder_at(server)

    async def prepare() -> None:
        await same.prepare(EmbeddingSpec("openai:small", 24))
        await other.prepare(EmbeddingSpec("hash", 24))
        await other.aclose()

    asyncio.run(prepare())
    assert (same.spec.dimensions, other.spec.dimensions) == (24, 16)
    assert server.embedding_calls == 1


def test_dimensions_that_are_given_are_asked_for(server: ModelServer) -> None:
    (vector,) = embed_once(embedder_at(server, dimensions=8), ["a"])
    assert len(vector) == 4 * 8


def test_empty_and_odd_texts_are_embedded_too(server: ModelServer) -> None:
    assert len(embed_once(embedder_at(server), ["", "half a pair \ud83d"])) == 2
    assert embed_once(embedder_at(server), []) == []


def test_a_text_longer_than_models_take_is_cut(server: ModelServer) -> None:
    assert len(embed_once(embedder_at(server), ["Ada lives in Berlin. " * 4_000])) == 1
    assert server.embedding_tokens < 8_192


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (rows([1.0, 0.0]), "gave 1 vectors for 2 texts"),
        (rows([1.0, 0.0], [1.0]), "vectors of 1 numbers instead of 2"),
        (rows([1.0, 0.0], [0.0, 0.0]), "gave a vector of zeros"),
        (rows([], []), "vectors without numbers"),
        (Fault.empty_choices(), "gave 0 vectors for 2 texts"),
    ],
)
def test_vectors_that_cannot_be_used_are_an_output_error(server: ModelServer, answer: Any, words: str) -> None:
    server.script_embeddings(answer)
    with pytest.raises(ModelOutputError, match=words):
        embed_once(embedder_at(server), ["a", "b"])


def test_another_dimension_than_configured_names_the_setting(server: ModelServer) -> None:
    server.script_embeddings(rows([1.0, 0.0, 0.0]))
    with pytest.raises(ModelOutputError, match="set MEMARY_EMBEDDING_DIMENSIONS to 3"):
        embed_once(embedder_at(server, dimensions=2), ["a"])


@pytest.mark.parametrize(
    ("fault", "expected", "words"),
    [
        (Fault.status(500), ModelUnavailableError, "answered 500"),
        (Fault.reset(), ModelUnavailableError, "cannot be reached"),
        (Fault.html(), ModelUnavailableError, "something other than the JSON"),
        (Fault.malformed_body(), ModelUnavailableError, "something other than the JSON"),
        (Fault.status(401), ModelAccessError, "MEMARY_EMBEDDING_API_KEY"),
        (Fault.status(404), ModelAccessError, "MEMARY_EMBEDDING"),
        (rows([None, 1.0]), ModelUnavailableError, "something other than the JSON"),
    ],
)
def test_a_fault_becomes_an_error_that_names_its_remedy(
    server: ModelServer, fault: Any, expected: type[ModelError], words: str
) -> None:
    server.script_embeddings(fault)
    with pytest.raises(expected, match=words) as caught:
        embed_once(embedder_at(server), ["a"])
    assert KEY not in str(caught.value)


def test_usage_is_what_the_server_counted(server: ModelServer) -> None:
    with collect_usage() as usage:
        embed_once(embedder_at(server, batch=1), ["Ada lives in Berlin.", "艾达住在柏林。"])
    assert usage.count("embedding") == 2
    assert usage.prompt_tokens == server.embedding_tokens
