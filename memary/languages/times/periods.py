"""Stretches of the local calendar: a day, an ISO week, a quarter, and how to step from one to another.

All times here are naive and local; `find` gives them their zone at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal

from memary.types import BEGINNING, FOREVER

Granularity = Literal["minute", "hour", "day", "week", "weekend", "month", "season", "quarter", "year", "decade"]
"""How exact a time expression is."""

OPEN_START = BEGINNING.replace(tzinfo=None)
OPEN_END = FOREVER.replace(tzinfo=None)
_MONTHS: dict[Granularity, int] = {"month": 1, "season": 3, "quarter": 3, "year": 12, "decade": 120}
_DAYS: dict[Granularity, int] = {"day": 1, "week": 7, "weekend": 7}
_MINUTES: dict[Granularity, int] = {"minute": 1, "hour": 60}
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to before `end`; `floating` if the words name no year or week ("in May", "on Friday").

    With `weekdays` (0 is Monday) only those days in it are meant ("on Mondays"). `closing` is the granularity of the
    last of two times that are joined: the month of "from 5 May until June".
    """

    start: datetime
    end: datetime
    granularity: Granularity
    floating: bool = False
    weekdays: frozenset[int] = frozenset()
    closing: Granularity | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is said, and whether it speaks of what is ahead."""

    now: datetime
    zone: tzinfo
    ahead: bool = False

    def just_before(self, end: datetime) -> Moment:
        """Return the last moment before a time, looking back."""
        return Moment(end - _INSTANT, self.zone)

    def looking_ahead(self, start: datetime) -> Moment:
        """Return another moment, looking forward from it."""
        return Moment(start, self.zone, ahead=True)


Meaning = Callable[[Moment], Span | None]
"""What an expression means once it is known when it was said; None if such a time does not exist."""


def midnight(at: datetime) -> datetime:
    """Return the start of the day."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(at: datetime, count: int) -> datetime:
    """Return the same day some months on, or the last day of a month that is too short for it."""
    months = at.year * 12 + at.month - 1 + count
    year, month = divmod(months, 12)
    first = at.replace(year=year, month=month + 1, day=1)
    following = datetime(year + (month == 11), (month + 1) % 12 + 1, 1)
    return first.replace(day=min(at.day, (following - timedelta(days=1)).day))


def shift(at: datetime, granularity: Granularity, count: int) -> datetime:
    """Return the time some units on (or back), by the calendar."""
    if granularity in _MONTHS:
        return add_months(at, count * _MONTHS[granularity])
    if granularity in _DAYS:
        return at + timedelta(days=count * _DAYS[granularity])
    return at + timedelta(minutes=count * _MINUTES[granularity])


def _floor(at: datetime, granularity: Granularity) -> datetime:
    day = midnight(at)
    match granularity:
        case "minute":
            return at.replace(second=0, microsecond=0)
        case "hour":
            return at.replace(minute=0, second=0, microsecond=0)
        case "day":
            return day
        case "week":
            return day - timedelta(days=day.weekday())
        case "weekend":
            return day + timedelta(days=5 - day.weekday())
        case "month":
            return day.replace(day=1)
        case "season":
            return add_months(day.replace(day=1), -(day.month % 3))
        case "quarter":
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case "year":
            return day.replace(month=1, day=1)
        case "decade":
            return day.replace(year=day.year // 10 * 10, month=1, day=1)


def period(at: datetime, granularity: Granularity, *, floating: bool = False) -> Span:
    """Return the calendar unit that a time lies in; for a weekend, the one that ends its ISO week."""
    start = _floor(at, granularity)
    length = 2 if granularity == "weekend" else 1
    end = shift(start, "day" if granularity == "weekend" else granularity, length)
    return Span(start, end, granularity, floating)


def day_span(year: int, month: int, day: int, *, floating: bool = False) -> Span | None:
    """Return a day, or None if the calendar has no such day."""
    try:
        return period(datetime(year, month, day), "day", floating=floating)
    except ValueError:
        return None


def elapsed(moment: Moment, granularity: Granularity, count: int) -> datetime:
    """Return the local time some units from now; hours and minutes run through changes of the clock."""
    if granularity not in _MINUTES:
        return shift(moment.now, granularity, count)
    instant = moment.now.replace(tzinfo=moment.zone).astimezone(UTC)
    return shift(instant, granularity, count).astimezone(moment.zone).replace(tzinfo=None)


def pick(spans: Iterable[Span], moment: Moment) -> Span | None:
    """Return the latest span that is not in the future or, looking ahead, the first that is not over."""
    if moment.ahead:
        return min((span for span in spans if span.end > moment.now), key=lambda span: span.start, default=None)
    return max((span for span in spans if span.start <= moment.now), key=lambda span: span.start, default=None)
