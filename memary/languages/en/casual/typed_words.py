"""Hold the words of a typed text, and what is to be read in the place of some."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from memary.languages.en.vocabulary.spellings import SPELT
from memary.languages.pack.respelling import Respelling

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ENDS_SENTENCE = re.compile(r"[.!?…\n]")
_BREAKS = re.compile(r"[.,;:!?…\n()]")
_JOINTS = frozenset(("of", "de", "the", "la", "del", "da", "di", "van", "von", "upon", "and"))
_OWN = frozenset(("i", "i'm", "i've", "i'd", "i'll", "i’m", "i’ve", "i’d", "i’ll", "im", "ive"))


class TypedWords:
    """The words of a text in lower case, where each stands, and what is read instead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._matches = list(_WORD.finditer(text))
        self.low = [match[0].casefold().replace("’", "'") for match in self._matches]
        self._read: dict[int, str] = {}
        self._before: dict[int, str] = {}
        self._behind: dict[int, str] = {}
        self._names: set[int] = set()

    def __len__(self) -> int:
        return len(self.low)

    def at(self, place: int) -> str:
        """Return the word at a place; nothing outside of the text."""
        return self.low[place] if 0 <= place < len(self.low) else ""

    def is_typed_low(self, place: int) -> bool:
        """Return whether a word was typed without capitals."""
        return self._matches[place][0].islower()

    def gap(self, place: int) -> str:
        """Return what stands between a word and the next one."""
        start = self._matches[place].end()
        end = self._matches[place + 1].start() if place + 1 < len(self) else len(self.text)
        return self.text[start:end]

    def goes_on(self, place: int) -> bool:
        """Return whether only a space stands between a word and the next one."""
        gap = self.gap(place) if place + 1 < len(self) else ""
        return gap.isspace() and "\n" not in gap

    def ends_clause(self, place: int) -> bool:
        """Return whether a clause or the text ends behind a word."""
        return place + 1 >= len(self) or _BREAKS.search(self.gap(place)) is not None

    def begins_clause(self, place: int) -> bool:
        """Return whether a clause or the text begins with a word."""
        return place == 0 or _BREAKS.search(self.gap(place - 1)) is not None

    def back(self, place: int, most: int) -> list[str]:
        """Return the words before a place within its clause, the nearest first."""
        found: list[str] = []
        while place > 0 and len(found) < most and not _BREAKS.search(self.gap(place - 1)):
            place -= 1
            found.append(self.low[place])
        return found

    def read(self, place: int, written: str) -> None:
        """Have a word read otherwise."""
        self._read[place] = written
        self.low[place] = written.casefold()

    def put_before(self, place: int, written: str) -> None:
        """Have words read before another one."""
        self._before[place] = written

    def put_behind(self, place: int, written: str) -> None:
        """Have a mark read behind a word."""
        self._behind[place] = written

    def is_name(self, place: int) -> bool:
        """Return whether a word is read as one of a name."""
        return place in self._names

    def capital(self, start: int, end: int) -> None:
        """Have the words from one place up to another read as those of a name."""
        for place in range(start, end):
            self._names.add(place)
            is_joint = start < place < end - 1 and self.low[place] in _JOINTS
            if self.is_typed_low(place) and not is_joint:
                self.read(place, in_capitals(self._read.get(place, self._matches[place][0])))

    def has_capitals(self) -> bool:
        """Return whether words begin with a capital for another reason than that they begin a sentence."""
        for place, match in enumerate(self._matches):
            typed = match[0]
            if typed[0].isupper() and not (typed.isupper() and len(typed) > 1) and self.low[place] not in _OWN:
                is_first = place == 0 or _ENDS_SENTENCE.search(self.gap(place - 1))
                if not is_first:
                    return True
        return False

    def changes(self) -> list[Respelling]:
        """Return what is read otherwise than it was typed."""
        found: list[Respelling] = []
        for place in sorted(self._read.keys() | self._before.keys() | self._behind.keys()):
            match = self._matches[place]
            written = self._before.get(place, "") + self._read.get(place, match[0]) + self._behind.get(place, "")
            if written != match[0]:
                found.append(Respelling(match.start(), match.end(), written))
        return found

    def starts_of(self, names: Collection[str], fits: Callable[[str], bool]) -> list[tuple[int, int]]:
        """Return where names of one word or more stand."""
        by_first: dict[str, list[list[str]]] = {}
        for name in names:
            if (parts := name.casefold().split()) and fits(name):
                by_first.setdefault(parts[0], []).append(parts)
        return [
            (place, place + len(parts))
            for place, word in enumerate(self.low)
            for parts in by_first.get(word, ())
            if self.low[place : place + len(parts)] == parts
        ]


def in_capitals(word: str) -> str:
    """Return a word as that of a name: "Berlin", "IBM", "Jean-Luc"."""
    if (spelt := SPELT.get(word.casefold())) is not None:
        return spelt
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
