"""Tell which words say that something is over, and which ask whether it is, or what became of it."""

from __future__ import annotations

from memary.languages import any_of
from memary.text.speech_acts.questions import questions

_asked = any_of(lambda language: language.questions.over)
_told = any_of(lambda language: language.relations.over)


def asks_over(question: str) -> bool:
    """Return whether a text asks if something is still so, or what became of it."""
    return _asked().search(questions(question)) is not None


def without_over(question: str) -> str:
    """Return a question with blanks for the words by which it asks that."""
    return _asked().sub(lambda match: " " * len(match[0]), question)


def says_over(text: str) -> bool:
    """Return whether words tell that something is over: "I cancelled the gym"."""
    return _told().search(text) is not None
