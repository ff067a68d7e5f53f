"""Read what a prompt shows of memory, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memary.languages import DOUBT_MARK, OVER_MARK, Texts, of_all
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN
from memary.languages.terms import terms
from memary.text.speech_acts.questions import in_full, statements

HAN_RUN = re.compile(f"[{HAN}]+")
_BULLET = re.compile(r"^- (?:\[[^\]]*\] )?")  # with the time of a passage
_BEGIN = pattern(rf"[{HAN}]{{2}}|\w+")
STAMP = re.compile(r"^- \[(\d{4}-\d\d-\d\d[\d: ]*)")
_SPEAKER = re.compile(r"^- \[[^\]]*\] [^:]{1,60}: ")
EDGE = re.compile(r"^- .+ → .+ → ")
DAY = r"\d{4}(?:-\d\d){0,2}"  # or the month or year alone, where no more was told
_VALIDITY = re.compile(rf" \([^()\d]*{DAY}(?!\d)[^()]*\)$")
PERIOD = re.compile(rf"\({DAY}(?: – [^()]*)?\)$")
mark = of_all(lambda packs: re.compile("|".join(one for pack in packs if pack.texts for one in _marks(pack.texts))))
_over = of_all(
    lambda packs: re.compile("|".join(one for pack in packs if pack.texts for one in _over_marks(pack.texts)))
)


def _marks(words: Texts) -> Iterator[str]:
    """Yield patterns of the marks behind doubtful facts, and behind messages that state what is over."""
    yield from _over_marks(words)
    for one in (words.doubt_ended, words.doubt_wrong, words.doubt_unsaid):
        yield rf"{DOUBT_MARK}{one.format(start=DAY, ground='.*')}$"


def _over_marks(words: Texts) -> Iterator[str]:
    """Yield patterns of the marks behind messages that state what is over."""
    for one in (words.over_ended, words.over_wrong, words.over_replaced, words.over_changed):
        yield rf"{OVER_MARK}{one.format(start=DAY, what='.*', instead='.*')}$"


@dataclass(frozen=True, slots=True)
class Line:
    """A recalled line, and what of it can answer: its text and terms without the questions in it.

    `is_fact`: it is a fact, mostly with the days it is true from or until, and no passage. `is_asked`: it is of a
    relation that the question asks for. `place`: where search puts it, from 0; None if not among its first hits.
    """

    text: str
    statement: str
    terms: frozenset[str]
    is_fact: bool
    is_asked: bool = False
    place: int | None = None

    @classmethod
    def of(cls, text: str, *, is_fact: bool = False) -> Line:
        """Read a line that begins with "- "."""
        plain = mark().sub("", text)
        speaker = _SPEAKER.match(plain)
        words = _VALIDITY.sub("", _BULLET.sub("", plain[speaker.end() :] if speaker else plain))
        stated = statements(words)
        statement = f"{_BULLET.sub('', speaker[0])}{stated}" if speaker and stated else stated
        found = frozenset(terms(in_full(statement))) if statement else frozenset[str]()
        return cls(text, statement, found, is_fact or _VALIDITY.search(plain) is not None)

    @property
    def is_over(self) -> bool:
        """Return whether the line says that what it tells is over."""
        return bool(_over().search(self.text) or (self.is_fact and PERIOD.search(mark().sub("", self.text))))

    @property
    def said(self) -> str:
        """Return the words without time and speaker."""
        return _VALIDITY.sub("", _BULLET.sub("", _SPEAKER.sub("- ", mark().sub("", self.text))))

    @property
    def beginning(self) -> str:
        """Return the first word, by which it is told of whom a fact tells."""
        return next(iter(_BEGIN.findall(self.said)), "")

    def holds(self, word: str) -> bool:
        """Return whether the line holds a word; a fact may hold a Chinese character in a longer word (居住)."""
        within = (len(word) > 1 or self.is_fact) and HAN_RUN.match(word) is not None
        return word in self.terms or (within and word in self.statement)
