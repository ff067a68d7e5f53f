"""Parse the summary that a model wrote of a conversation, and reject a reply that is not one.

A summary stands for messages that are no longer shown, so a reply that says nothing about them must not become one:
a word of agreement, a refusal, the prompt itself, or text about something else. What a reply says is measured by its
words: beside those of the instructions and of politeness there must be some, and one of them at least must occur in
what was to be summed up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from json_repair import repair_json
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from memary.conversation.summary import is_same_matter
from memary.languages import any_of, of_all
from memary.languages.terms import terms
from memary.text import detect_language
from memary.types import Role

_declines = any_of(lambda language: language.replies.declines, r"^\W*(?:{})")
_says_nothing = of_all(
    lambda packs: frozenset(
        term
        for text in (*(pack.replies.agreement for pack in packs), " ".join(Role))
        for word in text.split()
        for term in terms(word)
    )
)
_LEAST_WORDS = 2
_LEAST_FOREIGN = 4
"""Words that a summary in another language than the messages has at least: of theirs it may share none."""


class Reply(BaseModel):
    """What a model answers: the text, matters that are open, and which of the numbered ones are settled."""

    model_config = ConfigDict(extra="ignore")

    summary: str
    open: list[str] = []
    closed: list[int | str] = []

    @field_validator("open", "closed", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if value is None:
            return []
        return cast("list[object]", value) if isinstance(value, list) else [value]

    @field_validator("open")
    @classmethod
    def _matters(cls, value: list[str]) -> list[str]:
        return [matter for matter in value if set(terms(matter)) - _says_nothing()]

    def settled(self, matters: Sequence[str]) -> set[int]:
        """Return the positions, from 0, of the settled items, which a model may number or name."""
        named = [str(one).strip() for one in self.closed]
        numbers = {int(name) - 1 for name in named if name.isdecimal()}
        return {
            place
            for place, matter in enumerate(matters)
            if place in numbers or any(is_same_matter(matter, name) for name in named if not name.isdecimal())
        }


def read_reply(reply: str, *, source: str, rules: str, previous: str = "") -> Reply | None:
    """Read what a model answered; None where it cannot be used.

    Plain sentences are taken as the text alone.

    Args:
        reply: as it came.
        source: what was to be summed up: the summary so far and the messages.
        rules: the wording of the prompt.
        previous: the summary so far, which may stay as it is.
    """
    text = reply.strip()
    if "{" in text:
        read = _as_data(text[text.index("{") :])
        return (
            read if read and _says_something(read.summary, source=source, rules=rules, may_translate=True) else None
        )
    is_echo = _letters(text) in _letters(rules + source) and _letters(text) != _letters(previous)
    if is_echo or text.startswith(("[", "<")):
        return None
    return Reply(summary=text) if _says_something(text, source=source, rules=rules, may_translate=False) else None


def _as_data(text: str) -> Reply | None:
    try:
        value: Any = repair_json(text, return_objects=True)
        return Reply.model_validate(value[0] if isinstance(value, list) and value else value)
    except (ValidationError, ValueError, RecursionError):
        return None


def _says_something(text: str, *, source: str, rules: str, may_translate: bool) -> bool:
    own = set(terms(text)) - set(terms(rules)) - _says_nothing()
    if len(own) < _LEAST_WORDS or _declines().match(text):
        return False
    is_foreign = may_translate and detect_language(text) != detect_language(source)
    return not own.isdisjoint(terms(source)) or (is_foreign and len(own) >= _LEAST_FOREIGN)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
