"""The stemmer of English."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from memary.languages.en.vocabulary.words import IRREGULAR_FORMS


@cache
def _english_stemmer() -> Callable[[str], str]:
    import Stemmer  # noqa: PLC0415 - a binary module, needed at the first text only

    module: Any = Stemmer  # it has no types
    return module.Stemmer("english", 0).stemWord  # without its own cache, which is not safe between threads


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the English stem of a casefolded word, of "went" that of "go".

    Numbers lose leading zeros ("05" in a date is the 5th).
    """
    if word.isdecimal():
        return word.lstrip("0") or "0"
    return _english_stemmer()(IRREGULAR_FORMS.get(word, word))
