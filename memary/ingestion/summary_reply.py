"""Read what a model wrote as the summary of a conversation, and refuse what is none.

A summary stands for messages that are no longer shown, so a reply that says nothing about them must not become one:
a word of agreement, a refusal, the prompt itself, or text about something else. What a reply says is measured by its
words: beside those of the instructions and of politeness there must be some, and one of them at least must occur in
what was to be summed up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from json_repair import repair_json
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from memary.languages.terms import terms
from memary.memory.summary import is_same_matter
from memary.text import detect_language
from memary.types import Role

_DECLINES = re.compile(
    r"^\W*(?:unfortunately\W+)?(?:(?:I['’]m |I am )?(?:very )?sorry\b|as an? (?:AI|(?:large )?language model)\b"
    r"|I(?:['’]m| am) (?:unable|not able|afraid)\b|I (?:can(?:not|['’]t)|won['’]t|will not)\b"
    r"|I (?:do not|don['’]t) (?:have|know|see|understand|think|feel)\b"
    r"|(?:很|非常)?(?:抱歉|遗憾|对不起)|作为(?:一个|一名)?(?:AI|人工智能|语言模型)|我(?:无法|不能|没办法))",
    re.IGNORECASE,
)
_SAYS_NOTHING = (
    "ok okay yes no sure certainly done noted understood got alright great good fine thanks thank welcome glad"
    " happy ready complete completed finished updated here requested none nothing empty na help",
    "好 好的 是的 可以 明白 明白了 了解 收到 知道 完成 完毕 已完成 没问题 当然 谢谢 没有 无 暂无 更新 总结",
    " ".join(Role),
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
        return [matter for matter in value if set(terms(matter)) - _terms_of_nothing()]

    def settled(self, matters: Sequence[str]) -> set[int]:
        """Return the places, from 0, of the matters that are settled; a model may name them instead of numbering."""
        named = [str(one).strip() for one in self.closed]
        numbers = {int(name) - 1 for name in named if name.isdecimal()}
        return {
            place
            for place, matter in enumerate(matters)
            if place in numbers or any(is_same_matter(matter, name) for name in named if not name.isdecimal())
        }


def read_reply(reply: str, *, told: str, rules: str, previous: str = "") -> Reply | None:
    """Read what a model answered; None where it cannot be used. Plain sentences are taken as the text alone.

    Args:
        reply: as it came.
        told: what was to be summed up: the summary so far and the messages.
        rules: the wording of the prompt.
        previous: the summary so far, which may stay as it is.
    """
    text = reply.strip()
    if "{" in text:
        read = _as_data(text[text.index("{") :])
        return read if read and _says_something(read.summary, told=told, rules=rules, may_translate=True) else None
    is_echo = _letters(text) in _letters(rules + told) and _letters(text) != _letters(previous)
    if is_echo or text.startswith(("[", "<")):
        return None
    return Reply(summary=text) if _says_something(text, told=told, rules=rules, may_translate=False) else None


def _as_data(text: str) -> Reply | None:
    try:
        value: Any = repair_json(text, return_objects=True)
        return Reply.model_validate(value[0] if isinstance(value, list) and value else value)
    except (ValidationError, ValueError, RecursionError):
        return None


def _says_something(text: str, *, told: str, rules: str, may_translate: bool) -> bool:
    own = set(terms(text)) - set(terms(rules)) - _terms_of_nothing()
    if len(own) < _LEAST_WORDS or _DECLINES.match(text):
        return False
    is_foreign = may_translate and detect_language(text) != detect_language(told)
    return not own.isdisjoint(terms(told)) or (is_foreign and len(own) >= _LEAST_FOREIGN)


@cache
def _terms_of_nothing() -> frozenset[str]:
    # not at import: to find Chinese terms a dictionary is read
    return frozenset(term for text in _SAYS_NOTHING for word in text.split() for term in terms(word))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
