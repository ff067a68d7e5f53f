"""What is said in a soak: every message has a word of its own, which tells whose it is, who said it and when.

So whatever holds the word of another user leaks, what holds a forgotten word was not forgotten, and the fact that a
message states is there once or not. The model reads every message as it should, unless it is spoilt.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from typing import Any

from support.chatting import is_extraction
from support.model_server import Fault, prompt_text

PEOPLE = ("Marek", "Odile", "Tariq", "Yumiko", "Bronwyn", "Caspar", "Ludmila", "Efua", "Joaquin", "Wiebke")
SHARED = tuple(f"shared-{number}" for number in range(6))
"""The users that many processes write to and read from."""

_WORD = re.compile(r"zq(\d+)n[a-z0-9]+x", re.IGNORECASE)
_TURN = re.compile(r"^\[(\d+)\].*?\b(\w+) owns the (zq\d+n[a-z0-9]+x)\.", re.MULTILINE)


def word(user: str, name: str, number: int) -> str:
    """The word of a message: of its user, of who says it, and of its number."""
    return f"zq{user.rpartition('-')[2]}n{name}k{number}x"


def sentence(said: str, number: int) -> str:
    """The text of a message."""
    person = PEOPLE[number % len(PEOPLE)]
    return f"I know {person}. {person} owns the {said}."


def words_in(text: str) -> set[str]:
    """The words of messages that a text holds."""
    return {found[0].lower() for found in _WORD.finditer(text)}


def foreign(text: str, user: str) -> set[str]:
    """The words of other users that a text holds."""
    own = user.rpartition("-")[2]
    return {found[0] for found in _WORD.finditer(text) if found[1] != own}


def reading(body: dict[str, Any]) -> str:
    """What the model answers: facts, where facts are asked for, else an answer."""
    if not is_extraction(body):
        return "Thought: I can answer without a tool.\nAnswer: You know a lot of people."
    new = prompt_text(body).rpartition("NEW messages")[2]
    facts: list[dict[str, Any]] = []
    entities: dict[str, dict[str, str]] = {}
    for position, person, thing in _TURN.findall(new):
        entities[person] = {"name": person, "type": "person"}
        entities[thing] = {"name": thing, "type": "product"}
        facts.append(
            {
                "subject": person,
                "predicate": "owns",
                "object": thing,
                "statement": f"{person} owns {thing}.",
                "quote": f"{person} owns the {thing}",
                "message": int(position),
            }
        )
    return json.dumps({"entities": list(entities.values()), "facts": facts})


class SpoiltModel:
    """A model that has bad moments, a share of the time, and notes prompts that show the words of two users."""

    def __init__(self, seed: int, *, spoilt: float) -> None:
        self.spoilt = spoilt
        self.leaks: list[set[str]] = []
        self.faults = 0
        self._chance = random.Random(seed)

    def answer(self, body: dict[str, Any]) -> str | Fault:
        """Answer a chat."""
        if len({found[1] for found in _WORD.finditer(prompt_text(body))}) > 1:
            self.leaks.append(words_in(prompt_text(body)))
        reply = reading(body)
        if self._chance.random() >= self.spoilt:
            return reply
        self.faults += 1
        return self._chance.choice(list(_bad_moments(reply)))


def _bad_moments(reply: str) -> Iterable[str | Fault]:
    yield Fault.rate_limit()
    yield Fault.status(500)
    yield Fault.status(503)
    yield Fault.stall()
    yield Fault.reset()
    yield Fault.malformed_body()
    yield Fault.html()
    yield Fault.empty_choices()
    yield Fault.cut_stream(reply, after=20)
    yield f"<think>\nAnswer: no.\nAction: search\n</think>\n{reply}"
    yield f"```json\n{reply}\n```"
