"""Tell since and until when something is true, as finely as it was told: a month as a month.

A fact keeps moments alone: that it is true since May, and since 1 May, is the same one. Its sentence tells which;
where that tells no such time, people are shown the day, and a model that reads on the month.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal

from memary.languages.prompt.stamps import day, is_midnight, period
from memary.languages.times.periods import shift
from memary.text.times.intervals import TimeRef, find_times
from memary.types import BEGINNING, FOREVER

_SAID = (timedelta(days=1), timedelta(days=32), timedelta(days=366))
"""How long after a time "since May", "since last month" or "since last year" may have been said of it."""

LATER = (timedelta(), timedelta(days=7), timedelta(days=366))
"""How much later a plan may be read: "on Friday" and "on 5 January" mean the next one."""

_Unit = Literal["month", "year"]

_Side = Callable[[TimeRef], tuple[datetime, str]]
"""The start or the end of a time, and in what unit that is told."""

_LENGTHS: dict[_Unit, int] = {"month": len("2026-05"), "year": len("2026")}


def told_since(
    start: datetime,
    sentence: str,
    *,
    zone: tzinfo | None = None,
    is_rough: bool = False,
    looked_at: datetime | None = None,
) -> str:
    """Return since when something is true, as its sentence tells it.

    A beginning that nobody knows is "…". With `is_rough` what begins with a month or year, and is not told as a day,
    is shown by that. Years are told in looking back: what began in January of the year in which it is `looked_at`, or
    of one in which the sentence names a day or month, is shown by its month.
    """
    rough: _Unit | None = None
    if is_rough:
        is_this_year = looked_at is not None and looked_at.year == start.year
        rough = "month" if start.month > 1 or is_this_year or _is_told_within(start.year, sentence) else "year"
    return day(start, zone=zone)[: _length(start, sentence, _opening, inside=start, rough=rough)]


def told_until(end: datetime, sentence: str, *, zone: tzinfo | None = None, is_rough: bool = False) -> str:
    """Return the last day, month or year in which something is true; empty where no end is known.

    An end is the first moment at which it is true no more: what was told to last until a day ends with the next one.
    With `is_rough` what ends with a month or year, and is not told as a day, is shown by that.
    """
    if end >= FOREVER:
        return ""
    if end <= BEGINNING or not is_midnight(end):
        return day(end, zone=zone)
    rough: _Unit | None = None
    last = end - timedelta(days=1)
    if is_rough:
        rough = "month" if end.month > 1 or _is_told_within(last.year, sentence) else "year"
    return day(last)[: _length(end, sentence, _closing, inside=last, rough=rough)]


def told_days(start: datetime | None, end: datetime, sentence: str, *, zone: tzinfo | None = None) -> tuple[str, str]:
    """Return the first and last day, month or year of a time that has an end; without a start the last is both."""
    last = told_until(end, sentence, zone=zone)
    return (told_since(start, sentence, zone=zone) if start else last), last


def start_of(sentence: str, end: datetime, said_at: datetime) -> datetime | None:
    """Return when the days begin that a sentence names of what is to come, and that end at `end`; None without any.

    One month or year is none. Of several times those told in days count, and of these the longest: "in December, from
    29 to 31 December".
    """
    named = find_times(sentence, now=said_at, ahead=True)
    ending = [
        ref
        for ref in named
        if ref.end == end and ref.start > BEGINNING and not ref.weekdays and not _is_one_unit(ref)
    ]
    in_days = [ref for ref in ending if ref.granularity == "day"]
    return min((ref.start for ref in in_days or ending), default=None)


def _is_one_unit(ref: TimeRef) -> bool:
    """Return whether a time is a single month or year, told as such."""
    return ref.granularity in _LENGTHS and period(ref.start, ref.end) is not None


def time_to_come(words: str, said_at: datetime) -> TimeRef | None:
    """Return the one time that words mean of the time after they were said; None where they mean none or several."""
    for later in LATER:
        found = find_times(words, now=said_at + later)
        if len(found) == 1 and found[0].start > said_at:
            return found[0]
    return None


def _opening(ref: TimeRef) -> tuple[datetime, str]:
    return ref.start, ref.granularity


def _closing(ref: TimeRef) -> tuple[datetime, str]:
    if ref.end >= FOREVER and ref.granularity in _LENGTHS:  # "from December on": that month is its first
        return shift(ref.start, ref.granularity, 1), ref.granularity
    return ref.end, ref.closing or ref.granularity


def _is_told_within(year: int, sentence: str) -> bool:
    """Return whether a sentence names a day or month of a year."""
    said = find_times(sentence, now=datetime(year, 1, 2, tzinfo=UTC))
    return any(ref.start.year == year and ref.granularity != "year" for ref in said)


def _length(time: datetime, sentence: str, side: _Side, *, inside: datetime, rough: _Unit | None) -> int | None:
    """Return how much of a date is told.

    It is that of the month or year that the sentence names and that begins with this time, else the `rough` one.
    Where the sentence names only other days of a month, that month was meant, as by "in the week of 8 October".
    """
    first = time.astimezone(UTC)
    if time <= BEGINNING or not is_midnight(time) or first.day != 1:
        return None
    said = [ref for later in _SAID for ref in find_times(sentence, now=first + later)]
    units = {unit for at, unit in map(side, said) if at == time}
    if "day" in units:
        return None
    days = [one.start for one in said if one.granularity not in _LENGTHS]
    if not rough and any((one.year, one.month) == (inside.year, inside.month) for one in days):
        rough = "month"
    if rough and not units:
        units = {rough}
    return next((length for unit, length in _LENGTHS.items() if unit in units), None)
