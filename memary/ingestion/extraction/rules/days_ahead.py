"""Find the days to come that a sentence names, and read its clauses with a mark in the place of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from memary.languages.pack.appointments import DAY, Appointments, DayTold
from memary.languages.scripts import EDGES
from memary.text.times.intervals import TimeRef, find_times
from memary.types import BEGINNING, FOREVER

_LONGEST = timedelta(days=32)
"""How long a time may be that something is for: a month."""

_NEARLY_A_YEAR, _LATELY = timedelta(days=270), timedelta(days=90)

_MOST = 4
"""How many times a sentence may name; of one that names more nothing tells which is of what."""

_NO_DAY = "\ue001"
"""Stands for the words of a time that is over, or is none that something is for."""

_A_WEEK, _SMALL = timedelta(days=7), ("day", "hour", "minute")
_MARKS = re.compile(f"[{DAY}{_NO_DAY}]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence, or a clause of one.

    Attributes:
        text: its words, with `DAY` for those of each day to come.
        said: its words as they were said.
        days: the days, in the order of their marks.
    """

    text: str
    said: str
    days: Sequence[DayTold]


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    day: DayTold | None


def read_days(sentence: str, said_at: datetime, how: Appointments) -> tuple[Clause, list[Clause]]:
    """Return a sentence with marks for the days to come that it names, and its clauses.

    Args:
        sentence: what is said.
        said_at: when, in the zone of who says it.
        how: how its language tells of what is to come.
    """
    named = list(_named(sentence, said_at, how))
    marked, last = "", 0
    for one in named:
        marked += sentence[last : one.start] + (DAY if one.day else _NO_DAY)
        last = one.end
    marked += sentence[last:]
    whole = Clause(marked, sentence, [one.day for one in named if one.day])
    if len(named) > _MOST:
        return whole, []
    found: list[Clause] = []
    rest = iter(named)
    for part in how.clauses.split(marked):
        within = [next(rest) for _ in _MARKS.findall(part)]
        words = iter(sentence[one.start : one.end] for one in within)
        said = _MARKS.sub(lambda _, words=words: next(words), part)
        found.append(Clause(_plain(part, how), said.strip(EDGES), [one.day for one in within if one.day]))
    return whole, found


def _plain(part: str, how: Appointments) -> str:
    """Return a clause without the words that lead to it, and with its day behind what it tells."""
    text = how.lead.sub("", part.strip(), count=1)
    first = how.day_first.match(text)
    return f"{first['rest'].rstrip()} {DAY}{first['behind']}" if first else text


def _named(sentence: str, said_at: datetime, how: Appointments) -> Iterator[_Named]:
    """Yield where a sentence names times, with the hours beside them, and the days that they mean."""
    last = 0
    told = _joined(
        how,
        sentence,
        [_Named(start, end, _day_of(ref, said_at, how)) for start, end, ref in _refs(sentence, said_at)],
    )
    if not told:
        alone = how.day_of_month.finditer(sentence)
        told = [_Named(one.start(), one.end(), _of_month(int(one["day"]), said_at.date())) for one in alone]
    for start, end, day in ((one.start, one.end, one.day) for one in told):
        begin, day = _from_hour(sentence, last, start, day, how)
        end = _with_number(sentence, end, day, how)
        if day and (clock := how.clock.match(sentence, end)):
            end, day = clock.end(), replace(day, clock=f"{clock['clock']} {day.clock}".strip())
        yield _Named(begin, end, day)
        last = end


def _with_number(sentence: str, end: int, day: DayTold | None, how: Appointments) -> int:
    """Return where a time ends with the number of its day behind it: "on Friday the 4th"."""
    gap = how.joined.match(sentence, end)
    starts = (gap.end() if gap else end, end + 1)
    number = next((one for start in starts if (one := how.day_of_month.match(sentence, start))), None)
    return number.end() if number and day and int(number["day"]) == day.first.day else end


def _from_hour(
    sentence: str, last: int, start: int, day: DayTold | None, how: Appointments
) -> tuple[int, DayTold | None]:
    """Return where a time begins with the hour that stands before it: "at 9 on Friday"."""
    before = sentence[last:start]
    clock = how.clock_before.search(before)
    if clock is None or day is None:
        return start, day
    return last + clock.start(), replace(day, clock=f"{clock['clock']} {day.clock}".strip())


def _refs(sentence: str, said_at: datetime) -> Iterator[tuple[int, int, TimeRef]]:
    """Yield where a sentence names times."""
    last = 0
    for ref in find_times(sentence, now=said_at, ahead=True):
        start = sentence.find(ref.text, last)
        if start >= 0:
            last = start + len(ref.text)
            yield start, last, ref


def _joined(how: Appointments, sentence: str, named: Sequence[_Named]) -> list[_Named]:
    """Return times without what only tells one of them in other words: "tomorrow (Tuesday)"."""
    found: list[_Named] = []
    for one in named:
        before = found[-1] if found else None
        if before and how.joined.fullmatch(sentence, before.end, one.start) and _is_of_one_day(before.day, one.day):
            found[-1] = _Named(before.start, one.end, one.day if one.day and one.day.clock else before.day)
        else:
            found.append(one)
    return found


def _is_of_one_day(one: DayTold | None, other: DayTold | None) -> bool:
    return one is not None and other is not None and (one.first, one.last) == (other.first, other.last)


def _day_of(ref: TimeRef, said_at: datetime, how: Appointments) -> DayTold | None:
    """Return the days that a time means; None where it is over, or means none that something is for."""
    if ref.start <= BEGINNING or ref.end >= FOREVER or ref.weekdays or ref.end - ref.start > _LONGEST:
        return None
    later = _later(ref, said_at)
    if _may_be_past(ref, said_at):
        return None
    start = (ref.start + later).astimezone(said_at.tzinfo)
    end = (ref.end + later).astimezone(said_at.tzinfo)
    if end <= said_at:
        return None
    first, last = start.date(), (end - timedelta(seconds=1)).date()
    is_hour = ref.granularity in ("hour", "minute")
    clock = how.clock_of(start, end) if is_hour else ""
    return DayTold(first, first if is_hour else last, is_month=ref.granularity == "month", clock=clock)


def _later(ref: TimeRef, said_at: datetime) -> timedelta:
    """Return how much later a day of the week is meant that it is already: "on Monday", said on one."""
    if ref.start.astimezone(said_at.tzinfo).date() != said_at.date() or ref.granularity not in _SMALL:
        return timedelta()
    again = find_times(ref.text, now=said_at + timedelta(days=1), ahead=True)
    return _A_WEEK if again and again[0].start - ref.start == _A_WEEK else timedelta()


def _may_be_past(ref: TimeRef, said_at: datetime) -> bool:
    """Return whether words for a time nearly a year ahead meant another one lately: "2 March", on the 4th."""
    if ref.start - said_at < _NEARLY_A_YEAR:
        return False
    lately = find_times(ref.text, now=said_at - _LATELY, ahead=True)
    return bool(lately) and lately[0].start < ref.start


def _of_month(number: int, today: date) -> DayTold | None:
    """Return the next day of a month of some number."""
    day = day_of_month(number, today)
    return DayTold(day, day) if day else None


def day_of_month(number: int, after: date) -> date | None:
    """Return the next day of a month of some number behind a day."""
    days = (after + timedelta(days=ahead) for ahead in range(1, 63))
    return next((day for day in days if day.day == number), None)
