"""Find the intervals of which a text speaks, and tell how well a time fits one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

from memary.languages import languages
from memary.languages.scripts import WIDE_MARKS
from memary.languages.times.periods import OPEN_END, OPEN_START, Granularity, Moment, Span
from memary.languages.times.readings import Reading, read_digits
from memary.types import BEGINNING, FOREVER

# one character for one, so that places stay the same
_SAME_LENGTH = str.maketrans(
    {chr(upper): chr(upper + 32) for upper in range(65, 91)}
    | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
    | dict(zip(WIDE_MARKS, ":/-.'", strict=True))
)

_LENGTHS: dict[Granularity, timedelta] = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "weekend": timedelta(days=2),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "season": timedelta(days=91),
    "quarter": timedelta(days=91),
    "year": timedelta(days=365),
    "decade": timedelta(days=3652),
}


@dataclass(frozen=True, slots=True)
class TimeRef:
    """A time that a text speaks of.

    `start` is inside, `end` is not; both are aware UTC. An open start is `memary.types.BEGINNING` ("before 2020",
    "until May"), an open end `FOREVER` ("after 2020"). `text` is the expression as written, without the "in" or "on"
    before it. `granularity` is that of the words: "last 3 days" has "day", "since 2021" has "year". With `weekdays`
    (0 is Monday) only those days between start and end are meant, as days of `zone`: "on Mondays", "上个月的周末".
    `closing` is the granularity of the last of two times that are joined: the month of "from 5 May until June".
    """

    start: datetime
    end: datetime
    text: str
    granularity: Granularity
    weekdays: frozenset[int] = frozenset()
    zone: tzinfo = UTC
    closing: Granularity | None = field(default=None, compare=False)

    def is_on_day(self, time: datetime) -> bool:
        """Return whether a time is on one of the weekdays, where any are named."""
        return not self.weekdays or time.astimezone(self.zone).weekday() in self.weekdays


def find_times(text: str, *, now: datetime, language: str | None = None, ahead: bool = False) -> list[TimeRef]:
    """Find the time expressions of a text, in their order; of two that overlap the longer one counts.

    Without a hint of the future in the sentence, "on Friday" is the latest Friday up to today and "in May" the latest
    May that has begun. What is vague ("recently") or could be something else ("may I") is left out.

    Args:
        text: a question or a message.
        now: when it was said, aware; days and weeks are those of its zone.
        language: code of the one to read alone; None for all. Dates in digits are read in any.
        ahead: read every sentence as one with a hint of the future: "in May" is the first May that is not over.

    Raises:
        ValueError: if `now` has no time zone.
    """
    zone = now.tzinfo
    if zone is None:
        raise ValueError(f"now must have a time zone, but is {now.isoformat()}; use datetime.now(UTC), for example")
    moments = {ahead: Moment(now.replace(tzinfo=None), zone, ahead) for ahead in (False, True)}
    found: list[TimeRef] = []
    for reading in _longest(_readings(text, language)):
        if span := _resolved(reading, moments[ahead or reading.ahead]):
            words = text[reading.start : reading.end]
            found.append(TimeRef(span.start, span.end, words, span.granularity, span.weekdays, zone, span.closing))
    return found


def time_stretches(text: str) -> list[tuple[int, int]]:
    """Return where the time expressions of a text start and end, in their order, whenever it was said."""
    return [(reading.start, reading.end) for reading in _longest(_readings(text, None))]


def is_time(words: str) -> bool:
    """Return whether words tell a time and hardly anything else: "shortly before 5 December 2023"."""
    covered = sum(end - start for start, end in time_stretches(words))
    return 2 * covered > len(words) or (covered > 0 and words[:1].isdigit())


def overlap(ref: TimeRef, time: datetime) -> float:
    """Return how well a time fits.

    1.0 inside the interval, half as much for each granule (a day, a week) outside. Where weekdays are named other
    days do not fit at all.
    """
    if not ref.is_on_day(time):
        return 0.0
    if ref.start <= time < ref.end:
        return 1.0
    distance = ref.start - time if time < ref.start else time - ref.end
    return 0.5 ** (distance / _LENGTHS[ref.granularity])


@lru_cache(maxsize=64)  # of a question it is asked several times
def _readings(text: str, language: str | None) -> tuple[Reading, ...]:
    lower = text.translate(_SAME_LENGTH)
    readings = list(read_digits(lower))
    for pack in languages():
        if language in (None, pack.code):
            readings += pack.times.read(text, lower)
    return tuple(readings)


def _longest(readings: Iterable[Reading]) -> list[Reading]:
    taken: list[Reading] = []
    for reading in sorted(readings, key=lambda reading: (reading.start, -reading.end)):
        if not taken or reading.start >= taken[-1].end:
            taken.append(reading)
        elif reading.end - reading.start > taken[-1].end - taken[-1].start:
            taken[-1] = reading
    return taken


def _resolved(reading: Reading, moment: Moment) -> Span | None:
    try:
        span = reading.meaning(moment)
        if span is None:
            return None
        start = BEGINNING if span.start <= OPEN_START else _utc(span.start, moment)
        end = FOREVER if span.end >= OPEN_END else _utc(span.end, moment)
    except (OverflowError, ValueError):  # "9999 years ago": not in the calendar
        return None
    return Span(start, end, span.granularity, weekdays=span.weekdays, closing=span.closing) if start < end else None


def _utc(local: datetime, moment: Moment) -> datetime:
    return local.replace(tzinfo=moment.zone).astimezone(UTC)
