"""Tell common English words from those that may be names."""

from __future__ import annotations

from functools import cache

from memary.languages.en.vocabulary.everyday_words import EVERYDAY
from memary.languages.en.vocabulary.known_names import DAYS, MONTHS_TOO, PEOPLES
from memary.languages.en.vocabulary.no_names import NO_NAMES
from memary.languages.en.vocabulary.topics import TOPICS
from memary.languages.en.vocabulary.words import (
    ENGLISH_STOP_WORDS,
    IRREGULAR_FORMS,
    NEVER_ENGLISH_NAMES,
    SENTENCE_STARTERS,
)

_ENDINGS = (
    "ing", "ed", "ly", "ness", "tion", "sion", "ment", "ments", "ful", "less", "ous", "able", "ible", "ship", "hood",
    "ism", "ity", "ive", "ical", "ment", "wards", "ward", "self", "thing", "where", "body",
)  # fmt: skip
"""How words end that are no names."""

_FEWEST = 3
_LETTERS_BESIDE_ENDING = 3


@cache
def _listed() -> frozenset[str]:
    topics = (word.rstrip("*") for told in TOPICS.values() for word in told.split())
    irregular = (*IRREGULAR_FORMS, *IRREGULAR_FORMS.values())
    return (
        EVERYDAY
        | ENGLISH_STOP_WORDS
        | SENTENCE_STARTERS
        | NO_NAMES
        | NEVER_ENGLISH_NAMES
        | DAYS
        | MONTHS_TOO
        | PEOPLES
    ).union(topics, irregular)


def is_common(word: str) -> bool:
    """Return whether a word in lower case is a common one, or has the form of one."""
    if len(word) < _FEWEST or not word.isalpha() or word in _listed():
        return True
    if any(word.endswith(ending) and len(word) >= len(ending) + _LETTERS_BESIDE_ENDING for ending in _ENDINGS):
        return True
    bases = (word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("er"), word.removesuffix("y"))
    return any(base != word and base in _listed() for base in bases)
