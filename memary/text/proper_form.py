"""Read what was typed in haste as it would be written with care: "im from oslo" as "I'm from Oslo".

Rules look for capitals and apostrophes. What they quote is found again in the text as it was typed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memary.languages import language_of
from memary.languages.pack.respelling import Respelling


@dataclass(frozen=True, slots=True)
class ProperForm:
    """A text as it is read, and what that changed in the one that was typed."""

    text: str
    typed: str
    changes: Sequence[Respelling]

    def as_typed(self, quote: str) -> str:
        """Return words of the text as they were typed; words that are not in it stay as they are."""
        return _in_other(quote, self.text, self.typed, [(*read, *typed) for typed, read in self._places()])

    def as_read(self, quote: str) -> str:
        """Return words as they were typed as the text has them."""
        return _in_other(quote, self.typed, self.text, [(*typed, *read) for typed, read in self._places()])

    def _places(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Give where each change stands in what was typed and in the text."""
        moved = 0
        for change in self.changes:
            start = change.start + moved
            yield (change.start, change.end), (start, start + len(change.written))
            moved = start + len(change.written) - change.end


def _in_other(quote: str, one: str, other: str, changes: Sequence[tuple[int, int, int, int]]) -> str:
    """Return the words of another text that stand where a quote stands in one; the quote, where it has none."""
    start = one.find(quote) if quote else -1
    if start < 0 or not changes:
        return quote
    return other[_place(start, changes, is_end=False) : _place(start + len(quote), changes, is_end=True)]


def _place(place: int, changes: Sequence[tuple[int, int, int, int]], *, is_end: bool) -> int:
    """Return the place in another text of one within a text; of one within a change, where that begins or ends."""
    moved = 0
    for start, end, other_start, other_end in changes:
        if place <= start:
            break
        if place < end or (is_end and place == end):
            return other_end if is_end else other_start
        moved = other_end - end
    return place + moved


def proper_form(text: str, language: str, known: Collection[str] = ()) -> ProperForm:
    """Return how a text is read that may have been typed in haste.

    Args:
        text: what was typed.
        language: as `detect_language` tells.
        known: names of whom and what is known.
    """
    changes = language_of(language).respell(text, known)
    parts: list[str] = []
    end = 0
    for change in changes:
        parts += (text[end : change.start], change.written)
        end = change.end
    return ProperForm("".join((*parts, text[end:])), text, changes)
