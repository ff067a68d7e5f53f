"""Which words of a question a text has, in whatever words they may be said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from memary.languages import any_of
from memary.languages.equivalents import words_alike, words_of_phrases
from memary.languages.terms import telling_words, term_set, terms
from memary.text import detect_language
from memary.text.names.spotted_names import spotted_names
from memary.text.own_matters import asks_matter
from memary.text.times.intervals import time_stretches
from memary.text.times.past_words import past_words

_asks_now = any_of(lambda language: language.times.asks_now)
_asks_when = any_of(lambda language: language.questions.when)
_before = any_of(lambda language: language.questions.before)
_naming = any_of(lambda language: language.questions.naming)
_now = any_of(lambda language: language.questions.at_present)

SURE = frozenset(("asked", "told", "then", "temporary"))
"""Signals of a fact that answers whatever words it has: these follow from how the question is put."""


def asked_beside_a_name(question: str) -> list[str]:
    """Return the telling words of a question but those that ask for a name or the present, unless it has no others.

    "What is my sister's name?" is answered by "Ada's sister is Mia", which says neither "name" nor "called".
    """
    words = telling_words(question)
    return [word for word in words if not (_naming().fullmatch(word) or _now().fullmatch(word))] or words


def said_by(question: str, words: Collection[str]) -> dict[str, frozenset[str]]:
    """Return by which terms each of the words of a question is said."""
    alike, of_phrases = words_alike(question), words_of_phrases(question)
    return {word: alike.get(word, frozenset[str]()) | ({word} - of_phrases) for word in words}


def says(text: str, terms: frozenset[str], said: Collection[str]) -> bool:
    """Return whether a text of some terms says one of others; Chinese ones also within longer words."""
    if not terms.isdisjoint(said):
        return True
    return not text.isascii() and any(one in text for one in said if not one.isascii())


def words_said(text: str, asked: Mapping[str, Collection[str]]) -> list[str]:
    """Return the words of a question that a text says: `asked` tells by which terms each of them is said."""
    held = term_set(text)
    if text.isascii():  # as `says` tells, which takes three calls a word
        return [word for word, said in asked.items() if not held.isdisjoint(said)]
    return [word for word, said in asked.items() if says(text, held, said)]


def tell_more_than_names(texts: Iterable[str], question: str) -> bool:
    """Return whether a text that names whom a question names says something of what it asks about them.

    "What is Dan's salary?" is not answered by what only tells of Dan. Of a home, work or age people tell in words
    that are not listed, and so may a text in another language: these are taken to say it.
    """
    language = detect_language(question)
    named = frozenset(terms(" ".join(spotted_names(question))))
    telling = asked_beside_a_name(question)  # words that ask count in a question that says nothing else
    beside = [word for word in asked_beside_a_name(_without_times(question)) if word in telling]
    asked = said_by(question, [word for word in beside if word not in named and not word.isdigit()])
    if not named or not asked or asks_matter(question):
        return True
    naming = [text for text in texts if _begins(term_set(text), named)]
    if not naming or all(detect_language(text) != language for text in naming):
        return True
    return any(words_said(text, asked) or term_set(text).issuperset(asked) for text in naming)


def _begins(words: frozenset[str], names: frozenset[str]) -> bool:
    """Return whether one of some words is one of some names, or begins with it."""
    beginnings = tuple(names)
    return not words.isdisjoint(names) or any(word.startswith(beginnings) for word in words)


def _without_times(question: str) -> str:
    asks = (match.span() for form in (_asks_now(), _asks_when(), _before()) for match in form.finditer(question))
    bare = question
    for start, end in (*time_stretches(question), *past_words(question), *asks):
        bare = f"{bare[:start]}{' ' * (end - start)}{bare[end:]}"
    return bare
