"""Read what a sentence put in place of a fact's own says of when it is true.

Pure functions on records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from memary.facts.intervals import is_planned
from memary.facts.predicates import is_to_come
from memary.languages.keys import predicate_key
from memary.text.times.intervals import TimeRef, find_times
from memary.text.times.told_times import LATER, time_to_come
from memary.types import BEGINNING, FOREVER, Fact

_DAY = timedelta(days=1)


def retold_times(fact: Fact, statement: str, *, now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return since and until when a fact is true, as a sentence in the place of its own tells it.

    Where one time of the old sentence became another, the beginning or end that it told moves along; of a plan any
    other day is the new one. A new "since May" or "until May" counts as well. All else stays as it was.

    Args:
        fact: the fact, with its old sentence.
        statement: the new one.
        now: when that was said.
        zone: in which its days are meant.
    """
    kept = fact.valid_at, fact.invalid_at
    said_at = _on_the_clock(now, zone)
    words = [ref.text for ref in find_times(fact.statement, now=said_at)]
    others = [ref.text for ref in find_times(statement, now=said_at) if ref.text not in words]
    if len(others) != 1:
        return kept
    gone = [text for text in words if text not in statement]
    sides = {side for text in gone for side in _sides_told(fact, text, zone)}
    start, open_end = _meant(others[0], said_at, is_ahead=fact.valid_at > said_at)
    open_start, end = _meant(others[0], said_at, is_ahead=fact.invalid_at > said_at)
    if _is_plan(fact):
        return (fact.valid_at, end) if end < FOREVER and end > fact.valid_at else kept
    if start > BEGINNING and ("start" in sides or (not gone and open_end >= FOREVER)):
        kept = start, kept[1]
    if end < FOREVER and ("end" in sides or (not gone and open_start <= BEGINNING)):
        kept = kept[0], end
    return kept if kept[0] < kept[1] else (fact.valid_at, fact.invalid_at)


def _is_plan(fact: Fact) -> bool:
    """Return whether a fact is a plan, for a day or for none that was told."""
    return is_planned(fact) or (fact.invalid_at >= FOREVER and is_to_come(predicate_key(fact.predicate)))


def _meant(words: str, said_at: datetime, *, is_ahead: bool) -> tuple[datetime, datetime]:
    """Return the days that words for a time mean, of a time to come if they may; those of all time for a mere hour.

    What has been so since then has no end.
    """
    ref = (time_to_come(words, said_at) if is_ahead else None) or next(iter(find_times(words, now=said_at)), None)
    if ref is None or (ref.granularity in ("hour", "minute") and ref.start.date() == said_at.date()):
        return BEGINNING, FOREVER
    start, end = _days(ref)
    return start, FOREVER if ref.end == said_at else end


def _days(ref: TimeRef) -> tuple[datetime, datetime]:
    """Return a time from the beginning of its first day to the end of its last; open ends stay open."""
    start = ref.start if ref.start <= BEGINNING else _midnight(ref.start)
    return start, ref.end if ref.end >= FOREVER else _midnight(ref.end - timedelta(seconds=1)) + _DAY


def _midnight(time: datetime) -> datetime:
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


def _sides_told(fact: Fact, words: str, zone: tzinfo) -> Iterator[str]:
    """Yield which ends of a fact words for a time told: when it was learnt, or when it began."""
    for said_at in (_on_the_clock(fact.created_at, zone), _on_the_clock(fact.valid_at, zone)):
        for start, end in _readings(words, said_at):
            if start == fact.valid_at:
                yield "start"
            if end == fact.invalid_at:
                yield "end"


def _readings(words: str, said_at: datetime) -> Sequence[tuple[datetime, datetime]]:
    if not BEGINNING + _DAY < said_at < FOREVER - 2 * LATER[-1]:
        return []
    return [_days(ref) for later in LATER for ref in find_times(words, now=said_at + later)]


def _on_the_clock(time: datetime, zone: tzinfo) -> datetime:
    """Return the time of a zone's clock, as if it were that of UTC: days that are told begin there."""
    try:
        return time.astimezone(zone).replace(tzinfo=UTC)
    except OverflowError:  # the beginning of time, in a zone to the west
        return time
