"""Choose the forms of speech of which a text has the words: some ten of hundreds of patterns.

Each pattern knows words one of which it needs. They are found by two letters of each that few others have, so that a
text is gone through once for all forms instead of once for each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from operator import add
from typing import Generic, TypeVar

from memary.languages.pattern import words_needed

T = TypeVar("T")


class LikelyForms(Generic[T]):
    """Forms in their order.

    Args:
        forms: what is looked for in texts.
        pattern_of: gives the pattern of a form.

    Attributes:
        all: all forms.
    """

    def __init__(self, forms: Iterable[T], pattern_of: Callable[[T], re.Pattern[str]]) -> None:
        self.all = list(forms)
        self._always: set[int] = set()  # places of the forms that may be in any text
        self._by_sign: dict[str, list[tuple[str, list[int]]]] = {}
        places: dict[str, list[int]] = {}
        for place, form in enumerate(self.all):
            words = words_needed(pattern_of(form))
            for word in words:
                places.setdefault(word, []).append(place)
            if not words:
                self._always.add(place)
        often = Counter(sign for word in places for sign in _signs(word))
        for word, known in places.items():
            self._by_sign.setdefault(min(_signs(word), key=often.__getitem__), []).append((word, known))

    def in_text(self, text: str) -> list[T]:
        """Return the forms that may match in a text, which has words that they need; the others match nowhere."""
        if not self._by_sign:
            return self.all
        found = set(self._always)
        for sign in self._by_sign.keys() & {*text, *map(add, text, text[1:])}:
            for word, places in self._by_sign[sign]:
                if word in text:
                    found.update(places)
        return [self.all[place] for place in sorted(found)]


def _signs(word: str) -> list[str]:
    """Return what a text has that has a word: any two letters in a row, or the one of which it is."""
    return list(map(add, word, word[1:])) or [word]
