"""Tell what the stream shows over time: counts per day, week or month, and peaks of engagement.

A period is a *peak* if more came up in it than in a usual one:

    count > median + 2.5 × 1.4826 × MAD

over the periods in which anything came up at all. The median absolute deviation is not moved by the peaks themselves,
as mean and standard deviation are; 2.5 is the moderate threshold of Leys et al. (2013), and 1.4826 makes the MAD a
standard deviation where counts are normal. Where most of these periods have one count, so that the MAD is 0, the mean
absolute deviation stands in, with its factor 1.2533 (Iglewicz and Hoaglin 1993).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from statistics import fmean, median
from typing import Literal

from memary.checks.bounds import in_calendar
from memary.errors import InputError
from memary.facts.identity import SELF_KEY
from memary.text import entity_key, entity_keys
from memary.text.names.forms import are_short_forms
from memary.types import Entity, Mention, Message, Record

Step = Literal["day", "week", "month"]

STREAM = "stream"
"""The target of the ledger's rows that tell of pruning: nothing that was known is forgotten with it."""

_THRESHOLD = 2.5
_FEWEST = 4
"""In how many periods something has to come up, so that there is a usual one."""

_MOST_PERIODS = 5_000
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class StreamEntryRow:
    """An entry of the stream with its entity and the session it belongs to.

    Without a session its day stands in.
    """

    entity: Entity
    at: datetime
    source_id: str
    session: str


class StreamPeriod(Record):
    """What came up in one day, week or month of the user's zone, from `start` to before `end`."""

    start: datetime
    end: datetime
    count: int  # mentions
    messages: int
    entities: int
    top: tuple[str, ...]  # names of what came up most
    deviation: float  # by how many robust standard deviations the count is above a usual one
    is_peak: bool


def gather(
    mentions: Iterable[Mention], entities: Mapping[str, Entity], messages: Mapping[str, Message], *, zone: tzinfo
) -> list[StreamEntryRow]:
    """Put together what the stream says, the oldest first; what is said of unknown entities is left out."""
    found: list[StreamEntryRow] = []
    for mention in mentions:
        if mention.entity_id not in entities:
            continue
        message = messages.get(mention.source_id)
        session = message.session_id if message else None
        day = _day(mention.at, zone).isoformat()
        found.append(StreamEntryRow(entities[mention.entity_id], mention.at, mention.source_id, session or day))
    return found


def without_regulars(seen: Sequence[StreamEntryRow], messages: Collection[Message]) -> list[StreamEntryRow]:
    """Leave out those who talk: the user, and whoever speaks in half of the sessions or more.

    They are called by their names all the time, by short forms of them too, whatever the talk is about.
    """
    spoken: dict[str, set[str | None]] = defaultdict(set)
    for message in messages:
        if message.speaker:
            spoken[entity_key(message.speaker)].add(message.session_id)
    sessions = {message.session_id for message in messages}
    names = {name for name, where in spoken.items() if 2 * len(where) >= len(sessions)}
    gone = {one.entity.id for one in seen if _is_one_of(one.entity, names)}
    return [one for one in seen if one.entity.id not in gone]


def _is_one_of(entity: Entity, names: Set[str]) -> bool:
    own = entity_keys(entity)
    if SELF_KEY in own or not names.isdisjoint(own):
        return True
    return any(_is_part(entity.key, name.split(" ")) for name in names)


def _is_part(key: str, words: Sequence[str]) -> bool:
    """Return whether a key is one of the words of a name, or the short form of its first."""
    return key in words or are_short_forms(key, words[0])


def timeline(
    seen: Sequence[StreamEntryRow],
    *,
    by: Step,
    zone: tzinfo,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[StreamPeriod]:
    """Count the stream per period, the oldest first; periods in which nothing came up are there with 0.

    Args:
        seen: entries of the stream.
        by: days, weeks from Monday (ISO 8601), or months.
        zone: in which days begin.
        since: the first period is the one of this time; default: of the oldest entry.
        until: the last period is the one before this time; default: of the newest entry.

    Raises:
        InputError: there would be too many periods.
    """
    held: dict[date, list[StreamEntryRow]] = defaultdict(list)
    for one in seen:
        held[_start(_day(one.at, zone), by)].append(one)
    bounds = [since or min((one.at for one in seen), default=None), until and until - timedelta(microseconds=1)]
    first, last = bounds[0], bounds[1] or max((one.at for one in seen), default=None)
    if first is None or last is None or last < first:
        return []
    starts = list(_starts(_day(first, zone), _day(last, zone), by))
    usual, spread = _usual([len(entries) for entries in held.values()])
    return [_period(held.get(start, ()), start, by, zone=zone, usual=usual, spread=spread) for start in starts]


def peaks(periods: Iterable[StreamPeriod]) -> list[StreamPeriod]:
    """Return the periods that are peaks of engagement, the oldest first."""
    return [period for period in periods if period.is_peak]


def _period(
    entries: Sequence[StreamEntryRow], start: date, by: Step, *, zone: tzinfo, usual: float, spread: float
) -> StreamPeriod:
    counts = Counter(one.entity.name for one in entries)
    deviation = (len(entries) - usual) / spread if entries and spread else 0.0
    return StreamPeriod(
        start=datetime.combine(start, time.min, zone),
        end=datetime.combine(_next(start, by), time.min, zone),
        count=len(entries),
        messages=len({one.source_id for one in entries}),
        entities=len({one.entity.id for one in entries}),
        top=tuple(sorted(counts, key=lambda name: (-counts[name], name))[:_SHOWN]),
        deviation=round(deviation, 2),
        is_peak=deviation > _THRESHOLD,
    )


def _usual(counts: Sequence[int]) -> tuple[float, float]:
    """Return the median of counts and their robust standard deviation; 0 where that cannot be told."""
    if len(counts) < _FEWEST:
        return 0.0, 0.0
    middle = median(counts)
    apart = [abs(count - middle) for count in counts]
    return middle, 1.4826 * median(apart) or 1.2533 * fmean(apart)


def _day(at: datetime, zone: tzinfo) -> date:
    """Return the day of a time in a zone.

    At the ends of the calendar it is the nearest that has others around it.
    """
    return in_calendar(at).astimezone(zone).date()


def _start(day: date, by: Step) -> date:
    match by:
        case "day":
            return day
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)


def _next(start: date, by: Step) -> date:
    days = {"day": 1, "week": 7, "month": 32}[by]
    return _start(start + timedelta(days=days), by)


def _starts(first: date, last: date, by: Step) -> Iterator[date]:
    days = (last - first).days
    if days / {"day": 1, "week": 7, "month": 28}[by] > _MOST_PERIODS:
        raise InputError(f"From {first} to {last} there are too many {by}s: take a shorter time, or months.")
    start = _start(first, by)
    while start <= last:
        yield start
        start = _next(start, by)


def zone_or_utc(zone: tzinfo | None) -> tzinfo:
    """Return a zone, UTC for none."""
    return zone or UTC
