"""A chat model without its thoughts and with an end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import repeat

import pytest
from pydantic import BaseModel

from memary.errors import ModelOutputError
from memary.models.base import ChatTurn, Completion
from memary.models.speech import CHARS_PER_TOKEN, SpokenChat
from memary.types import Role

TURNS = [ChatTurn(Role.USER, "Where does Ada live?")]


class Scripted:
    """A model of the caller's own, which writes the pieces it is given."""

    name = "own"
    context_window = 1_000
    is_offline = False

    def __init__(self) -> None:
        self.pieces: Sequence[str] | repeat[str] = ()
        self.is_closed = False

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        return Completion("".join(self.pieces), 1, 1)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        try:
            for piece in self.pieces:
                yield piece
        finally:
            self.is_closed = True

    async def aclose(self) -> None:
        pass


class Facts(BaseModel):
    facts: list[str]


def whole(chat: SpokenChat, schema: type[BaseModel] | None = None) -> str:
    return asyncio.run(chat.complete(TURNS, schema=schema)).text


def streamed(chat: SpokenChat) -> list[str]:
    async def read() -> list[str]:
        return [piece async for piece in chat.stream(TURNS)]

    return asyncio.run(read())


@pytest.fixture
def model() -> Scripted:
    return Scripted()


def test_thoughts_are_left_out_whole_and_streamed(model: Scripted) -> None:
    model.pieces = ("<thi", "nk>", "Paris?</th", "ink>", "\n\nIn Ber", "lin.")
    assert whole(SpokenChat(model)) == "In Berlin."
    assert streamed(SpokenChat(model)) == ["In Ber", "lin."]


@pytest.mark.parametrize("reply", ["<think>Paris?</think>\n", "<think>Paris?", "Paris?</think>", "Answer</think> \n"])
def test_a_reply_of_thoughts_alone_is_an_error_that_says_so(model: Scripted, reply: str) -> None:
    model.pieces = tuple(reply)
    for ask in (whole, streamed):
        with pytest.raises(ModelOutputError, match="wrote down its thoughts and no answer: allow it more tokens"):
            ask(SpokenChat(model))


def test_json_in_a_thought_that_was_never_closed_is_taken_where_json_was_asked_for(model: Scripted) -> None:
    model.pieces = ('<think>So: {"facts": []}',)
    assert whole(SpokenChat(model), Facts).endswith('{"facts": []}')
    model.pieces = ('<think>{"facts": ["x"]}</think>{"facts": []}',)
    assert whole(SpokenChat(model), Facts) == '{"facts": []}'


def test_after_a_thought_without_a_start_the_next_is_held_back(model: Scripted) -> None:
    chat = SpokenChat(model)
    model.pieces = ("Answer: Paris", "\n</think>", "Berlin")
    assert streamed(chat) == ["Answer: Paris", "</think>", "Berlin"]
    assert streamed(chat) == ["Berlin"]
    model.pieces = ("Answer: ", "Rome")
    assert streamed(chat) == ["Answer: Rome"]
    assert streamed(chat) == ["Answer: ", "Rome"]


def test_a_reply_that_does_not_end_is_stopped(model: Scripted) -> None:
    most = model.context_window * CHARS_PER_TOKEN
    model.pieces = ("x" * (most + 1),)
    with pytest.raises(ModelOutputError, match="'own' wrote more than 8,000 characters"):
        whole(SpokenChat(model))
    model.pieces = repeat("word ")
    with pytest.raises(ModelOutputError, match="raise MEMARY_CONTEXT_WINDOW"):
        streamed(SpokenChat(model))
    assert model.is_closed
