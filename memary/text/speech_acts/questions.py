"""Tell what is stated from what is asked or only imagined, by marks and by the words of each language."""

from __future__ import annotations

import re

from memary.languages import any_of
from memary.languages.scripts import FULL_STOPS, QUESTION_MARKS

_asks = any_of(lambda language: language.questions.asks, f"[{QUESTION_MARKS}]|{{}}")
_of_self = any_of(lambda language: language.questions.of_self)
_supposes = any_of(lambda language: language.questions.supposes)
_SENTENCE = re.compile(rf"[^{FULL_STOPS}\n]+(?:[.!?](?!\s|$)[^{FULL_STOPS}\n]*)*[{FULL_STOPS}…\n]*")


def is_question(text: str) -> bool:
    """Return whether a text asks for something, in any of its sentences."""
    return any(_asks().search(sentence) for sentence in sentences(text))


def asks_of_self(text: str) -> bool:
    """Return whether a question asks for whatever is known of the user: "Who am I?"."""
    return _of_self().search(text) is not None


def statements(text: str) -> str:
    """Return what a text states: its sentences without those that ask or suppose."""
    return " ".join(part for part in sentences(text) if not (_asks().search(part) or _supposes().search(part)))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, trimmed."""
    return [part for match in _SENTENCE.finditer(text) if (part := match.group().strip())]
