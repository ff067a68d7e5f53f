"""Share what the grammars of time need: readings of a stretch of text, and dates in digits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from memary.languages.pattern import pattern
from memary.languages.times import meaning as m
from memary.languages.times.periods import Meaning, Moment, Span, day_span, period


@dataclass(frozen=True, slots=True)
class Reading:
    """The text from `start` to `end` read as a time; `ahead` if its sentence speaks of the future."""

    start: int
    end: int
    meaning: Meaning
    ahead: bool = False


class Sentences:
    """The sentences of a text, asked whether they speak of the future."""

    def __init__(self, text: str, *, end: re.Pattern[str], future: re.Pattern[str]) -> None:
        self._text = text
        self._ends = [found.end() for found in end.finditer(text)]
        self._future = future
        self._known: dict[int, bool] = {}

    def is_ahead(self, at: int) -> bool:
        """Return whether the sentence around a place speaks of the future."""
        index = bisect_right(self._ends, at)
        if index not in self._known:
            end = self._ends[index] if index < len(self._ends) else len(self._text)
            self._known[index] = bool(self._future.search(self._text, self._begin(index), end))
        return self._known[index]

    def is_ahead_before(self, at: int) -> bool:
        """Return whether the sentence has said so before a place."""
        return bool(self._future.search(self._text, self._begin(bisect_right(self._ends, at)), at))

    def _begin(self, index: int) -> int:
        return self._ends[index - 1] if index else 0


_DIGITS = pattern(
    r"(?<![\w.,/:+-])(?:"
    r"(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?:(?P=sep)(?P<d>\d{1,2}))?"
    r"(?:(?:T| (?=\d\d:))(?P<H>\d\d):(?P<M>\d\d)(?::\d\d(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:?\d\d)?)?"
    r"|(?P<isoyear>(?:19|20)\d\d)-?W(?P<week>\d\d)(?:-?(?P<weekday>[1-7]))?"
    r"|(?P<a>\d{1,2})(?P<sep2>[/.-])(?P<b>\d{1,2})(?P=sep2)(?P<year>(?:19|20)\d\d)"
    r")(?![\w/+-]|[.,:]\d)",
    re.IGNORECASE | re.ASCII,
)


def digit_date(text: str, at: int) -> tuple[int, Meaning, bool] | None:
    """Read a date in digits: its end, its meaning, and whether it names a day without a time.

    ISO dates and weeks and year-first dates are read, and day-month-year only if the order is beyond doubt:
    25/12/2023, not 5/7/2023, but 5.7.2023: who writes points writes the day first.
    """
    found = _DIGITS.match(text, at)
    if not found:
        return None
    if found["week"]:
        return _week(found)
    if found["a"]:
        one, two, year = int(found["a"]), int(found["b"]), int(found["year"])
        if one <= 12 and two <= 12 and one != two and found["sep2"] != ".":
            return None
        day, month = (one, two) if two <= 12 else (two, one)
        return _day(found.end(), year, month, day)
    year, month = int(found["y"]), int(found["m"])
    if found["d"] is None:
        if found["sep"] != "-" or len(found["m"]) < 2 or found["H"] or not 1 <= month <= 12:
            return None
        return found.end(), m.fixed(m.month(month), year), False
    if found["H"] is None:
        return _day(found.end(), year, month, int(found["d"]))
    instant = _instant(found)
    return (found.end(), instant, False) if instant else None


def _day(end: int, year: int, month: int, day: int) -> tuple[int, Meaning, bool] | None:
    span = day_span(year, month, day)
    return (end, lambda _: span, True) if span else None


def _week(found: re.Match[str]) -> tuple[int, Meaning, bool] | None:
    """Read 2026-W40, and its third day in 2026-W40-3."""
    weekday = int(found["weekday"] or 1)
    try:
        first = datetime.fromisocalendar(int(found["isoyear"]), int(found["week"]), weekday)
    except ValueError:
        return None
    span = period(first, "day" if found["weekday"] else "week")
    return found.end(), lambda _: span, span.granularity == "day"


def _instant(found: re.Match[str]) -> Meaning | None:
    date = f"{found['y']}-{int(found['m']):02}-{int(found['d']):02}"
    try:
        at = datetime.fromisoformat(f"{date}T{found['H']}:{found['M']}{(found['zone'] or '').upper()}")
    except ValueError:
        return None

    def meaning(moment: Moment) -> Span:
        local = at.astimezone(moment.zone).replace(tzinfo=None) if at.tzinfo else at
        return period(local, "minute")

    return meaning


_NUMBER_START = re.compile(r"(?<![\w.,/:+-])\d{1,4}(?=[-/.]\d|-?W\d)", re.ASCII | re.IGNORECASE)


def read_digits(text: str) -> Iterator[Reading]:
    """Yield the dates in digits of a text in any language."""
    for start in _NUMBER_START.finditer(text):
        if found := digit_date(text, start.start()):
            end, meaning, _ = found
            yield Reading(start.start(), end, meaning)
