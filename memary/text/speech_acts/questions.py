"""Tell what is stated from what is asked or only imagined, by marks and by the words of each language."""

from __future__ import annotations

import re
from functools import lru_cache

from memary.languages import any_of, of_all
from memary.languages.scripts import FULL_STOPS, QUESTION_MARKS

_asks = any_of(lambda language: language.questions.asks, f"[{QUESTION_MARKS}]|{{}}")
_of_self = any_of(lambda language: language.questions.of_self)
_ahead = any_of(lambda language: language.questions.ahead)
_from_now = any_of(lambda language: language.questions.from_now)
_supposes = any_of(lambda language: language.questions.supposes)
_behind = any_of(lambda language: language.questions.behind)
_SENTENCE = re.compile(rf"[^{FULL_STOPS}\n]+(?:[.!?](?!\s|$)[^{FULL_STOPS}\n]*)*[{FULL_STOPS}…\n]*")
_short = of_all(lambda packs: [form for pack in packs for form in pack.questions.short])


def is_question(text: str) -> bool:
    """Return whether a text asks for something, in any of its sentences."""
    return any(_asks().search(sentence) for sentence in sentences(text))


def asks_of_self(text: str) -> bool:
    """Return whether a question asks for whatever is known of the user: "Who am I?"."""
    return _of_self().search(text) is not None


def asks_ahead(text: str) -> bool:
    """Return whether a text asks for what is to come, at whatever time: "What's coming up?"."""
    return _ahead().search(text) is not None


def without_ahead(text: str) -> str:
    """Return a text without the words that ask for what is to come."""
    return _ahead().sub(" ", _from_now().sub(" ", text))


def in_full(text: str) -> str:
    """Return a text with what is said in short as it is said in full: "What does Eva do?" for a living, for work."""
    for form, full in _short():
        text = form.sub(full, text)
    return text


def without_from_now(text: str) -> str:
    """Return a question of what is to come without the words for all the time from now on: they name no time."""
    return _from_now().sub(" ", text) if asks_ahead(text) else text


@lru_cache(maxsize=8_192)  # of messages that are found again and again
def statements(text: str) -> str:
    """Return what a text states: its sentences without those that ask or suppose."""
    return " ".join(part for part in sentences(text) if not (_asks().search(part) or _supposes().search(part)))


def questions(text: str) -> str:
    """Return what a text asks: its sentences that ask for something."""
    return " ".join(part for part in sentences(text) if _asks().search(part))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, trimmed; a question behind a statement is a sentence of its own."""
    return [*_sentences(text)]


@lru_cache(maxsize=64)  # of a question they are asked for again and again
def _sentences(text: str) -> tuple[str, ...]:
    found = (part for match in _SENTENCE.finditer(text) for part in without_question_behind(match.group()))
    return tuple(part for one in found if (part := one.strip()))


def without_question_behind(sentence: str) -> list[str]:
    """Split a sentence into what it states and what it asks: "I moved to Wien, where do I live?"."""
    stated = _behind().match(sentence) if _has_mark(sentence) else None
    return [sentence[: stated.end()], sentence[stated.end() :]] if stated else [sentence]


def _has_mark(sentence: str) -> bool:
    return any(mark in sentence for mark in QUESTION_MARKS)
