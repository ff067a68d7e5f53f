"""Which words of a question a text has, in whatever words they may be said."""

from __future__ import annotations

from collections.abc import Collection

from memary.languages import any_of
from memary.languages.equivalents import words_alike, words_of_phrases
from memary.languages.terms import telling_words

_naming = any_of(lambda language: language.questions.naming)

SURE = frozenset(("asked", "told", "then", "temporary"))
"""Signals of a fact that answers whatever words it has: these follow from how the question is put."""


def asked_beside_a_name(question: str) -> list[str]:
    """Return the telling words of a question without those that ask for a name, unless it says nothing else.

    "What is my sister's name?" is answered by "Ada's sister is Mia", which says neither "name" nor "called".
    """
    return [word for word in telling_words(question) if not _naming().fullmatch(word)] or telling_words(question)


def said_by(question: str, words: Collection[str]) -> dict[str, frozenset[str]]:
    """Return by which terms each of the words of a question is said."""
    alike, of_phrases = words_alike(question), words_of_phrases(question)
    return {word: alike.get(word, frozenset[str]()) | ({word} - of_phrases) for word in words}


def says(text: str, terms: frozenset[str], said: Collection[str]) -> bool:
    """Return whether a text of some terms says one of others; Chinese ones also within longer words."""
    if not terms.isdisjoint(said):
        return True
    return not text.isascii() and any(one in text for one in said if not one.isascii())
