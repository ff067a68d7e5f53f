"""Tell what a text says beyond others: a passage that repeats others takes no place in a window."""

from __future__ import annotations

from memary.languages.terms import term_set

_NEW = 0.3
"""Which part of the words of a text is new, at least, if it adds something."""


class Novelty:
    """Texts in their order, with the words that they have said so far."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def takes(self, text: str) -> bool:
        """Return whether a text adds something to those that were taken; if so, it is taken, too.

        A number that nobody has said yet always does: "batch 12 is fired", after eleven others.
        """
        words = term_set(text)
        new = words - self._said
        if words and len(new) < _NEW * len(words) and not any(map(str.isdecimal, new)):
            return False
        self._said |= words
        return True
