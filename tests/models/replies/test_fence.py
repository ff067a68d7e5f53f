"""The fence around a caller's own models: what they raise is memary's, and says whether it may pass."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import pytest
from support.records import NOW
from support.small_embedder import SmallEmbedder
from support.vectors import DIMENSIONS

from memary import Memary
from memary.errors import (
    InputError,
    MemaryError,
    ModelAccessError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelUnavailableError,
)
from memary.models.base import ChatTurn, Completion
from memary.models.replies.fence import FencedChat, FencedEmbedder, FencedReranker
from memary.types import MessageState, Role

TURNS = [ChatTurn(Role.USER, "Hi.")]
pytestmark = pytest.mark.anyio


class RateLimitError(Exception):
    """As the clients of many vendors call it."""


class StatusError(Exception):
    """As an HTTP client raises it."""

    def __init__(self, status: int) -> None:
        super().__init__("the key sk-123456 is used up")
        self.status_code = status


class RaisingChat:
    """A chat model that a caller wrote; it raises what it is told to."""

    name, context_window, is_offline, api_key = "own", 4_000, False, "sk-123456"

    def __init__(self, outcome: Any = "ok") -> None:
        self.outcome, self.calls = outcome, 0

    async def complete(self, turns: Sequence[ChatTurn], **options: Any) -> Any:
        self.calls += 1
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome

    async def stream(self, turns: Sequence[ChatTurn], **options: Any) -> AsyncIterator[str]:
        yield "o"
        if isinstance(self.outcome, Exception):
            raise self.outcome
        yield "k"

    async def aclose(self) -> None:
        raise AssertionError("it belongs to the caller")


@pytest.mark.parametrize(
    ("raised", "kind", "sentence"),
    [
        (KeyError("choices"), ModelError, "The model 'own' failed with KeyError: 'choices'."),
        (ConnectionResetError("gone"), ModelUnavailableError, "ConnectionResetError: gone. Try again later."),
        (TimeoutError(), ModelUnavailableError, "failed with TimeoutError. Try again later."),
        (RateLimitError("slow down"), ModelUnavailableError, "RateLimitError: slow down. Try again later."),
        (StatusError(503), ModelUnavailableError, "the key *** is used up. Try again later."),
        (StatusError(401), ModelAccessError, "Check the model and the key of the object."),
        (StatusError(400), ModelRejectedError, "failed with StatusError: the key *** is used up."),
        (InputError("As it is."), InputError, "As it is."),
    ],
)
async def test_whatever_a_model_of_ones_own_raises_is_told_apart(
    raised: Exception, kind: type[MemaryError], sentence: str
) -> None:
    chat = FencedChat(RaisingChat(raised))
    with pytest.raises(kind) as answered:
        await chat.complete(TURNS)
    assert type(answered.value) is kind
    assert str(answered.value).endswith(sentence)
    pieces = chat.stream(TURNS)
    assert await anext(pieces) == "o"
    with pytest.raises(kind):
        await anext(pieces)
    await chat.aclose()


async def test_an_answer_that_is_no_completion_is_the_models_fault() -> None:
    with pytest.raises(ModelOutputError, match="answered with a dict, which is not a Completion"):
        await FencedChat(RaisingChat({"text": "ok"})).complete(TURNS)
    whole = Completion("ok", 1, 1)
    assert await FencedChat(RaisingChat(whole)).complete(TURNS) is whole


@pytest.mark.parametrize(
    ("vectors", "sentence"),
    [
        ([], "gave 0 vectors for 1 texts"),
        ([b"1234"], "gave 4 bytes for a vector"),
        ([[0.5] * DIMENSIONS], "gave a list for a vector"),
        ([b"\x00\x00\xc0\x7f" * DIMENSIONS], "finite numbers"),
    ],
)
async def test_vectors_that_no_store_could_keep_are_refused(vectors: Any, sentence: str) -> None:
    class Odd(SmallEmbedder):
        async def embed(self, texts: Sequence[str]) -> Any:
            return vectors

    embedder = FencedEmbedder(Odd())
    with pytest.raises(ModelOutputError, match=sentence):
        await embedder.embed(["a"])


async def test_an_embedding_that_does_not_know_its_dimension_is_at_fault() -> None:
    class Unprepared(SmallEmbedder):
        @property
        def spec(self) -> Any:
            raise RuntimeError("ask me later")

    with pytest.raises(ModelError, match="The embedding Unprepared failed with RuntimeError: ask me later"):
        await FencedEmbedder(Unprepared()).embed(["a"])


async def test_an_object_of_ones_own_that_cannot_be_closed_keeps_nothing_else_open() -> None:
    class Plain:
        async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
            return [1.0 for _ in documents]

    class Failing(Plain):
        async def aclose(self) -> None:
            raise RuntimeError("no connection to close")

    for ranker in (Plain(), Failing()):
        fenced = FencedReranker(cast("Any", ranker), is_owned=True)
        assert await fenced.rerank("q", ["a"]) == [1.0]
        await fenced.aclose()


async def test_a_reranker_that_judges_too_few_is_at_fault() -> None:
    class Short:
        async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
            return [1.0]

        async def aclose(self) -> None: ...

    with pytest.raises(ModelOutputError, match="The reranker 'Short' judged 1 of 2 documents"):
        await FencedReranker(Short()).rerank("q", ["a", "b"])


def opened(chat: Any) -> Memary:
    return Memary.open("sqlite:///:memory:", llm=chat, embedding=SmallEmbedder(), worker=False, max_attempts=2)


def test_what_a_model_of_ones_own_falls_over_becomes_a_dead_letter() -> None:
    chat = RaisingChat(KeyError("choices"))
    with opened(chat) as memory:
        memory.add({"content": "I moved to Berlin.", "created_at": NOW}, user_id="ada")
        report = memory.flush()
        (dead,) = memory.messages.list(user_id="ada", states={MessageState.FAILED})
    assert (report.failed, report.pending, chat.calls) == (1, 0, 2)
    assert dead.error == report.errors[0] == "The model 'own' failed with KeyError: 'choices'."


def test_what_may_pass_is_never_counted() -> None:
    with opened(chat := RaisingChat(ConnectionResetError("gone"))) as memory:
        memory.add("I moved to Berlin.", user_id="ada")
        for _ in range(3):
            assert memory.flush().pending == 1
        chat.outcome = Completion('{"entities": [], "facts": []}', 1, 1)
        assert memory.flush().done == 1


def test_an_embedding_that_falls_over_costs_no_message() -> None:
    class Broken(SmallEmbedder):
        async def embed(self, texts: Sequence[str]) -> Any:
            raise KeyError("data")

    with Memary.open("sqlite:///:memory:", embedding=Broken(), worker=False) as memory:
        memory.add("I moved to Berlin.", user_id="ada")
        assert [hit.text for hit in memory.search("Berlin", user_id="ada")][:1] == ["I moved to Berlin."]
