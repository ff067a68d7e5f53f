"""Which words of a question a text has, in whatever words they may be said."""

from __future__ import annotations

from collections.abc import Collection

from memary.languages.equivalents import words_alike, words_of_phrases

SURE = frozenset(("asked", "told", "then", "temporary"))
"""Signals of a fact that answers whatever words it has: these follow from how the question is put."""


def said_by(question: str, words: Collection[str]) -> dict[str, frozenset[str]]:
    """Return by which terms each of the words of a question is said."""
    alike, of_phrases = words_alike(question), words_of_phrases(question)
    return {word: alike.get(word, frozenset[str]()) | ({word} - of_phrases) for word in words}


def says(text: str, terms: frozenset[str], said: Collection[str]) -> bool:
    """Return whether a text of some terms says one of others; Chinese ones also within longer words."""
    if not terms.isdisjoint(said):
        return True
    return not text.isascii() and any(one in text for one in said if not one.isascii())
