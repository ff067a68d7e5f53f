"""Arithmetic of facts: how one ends, and which of two gives way. Pure functions on records."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memary.memory.predicates import are_opposites, matter_of
from memary.types import FOREVER, Fact


def is_current(fact: Fact, now: datetime) -> bool:
    """Whether the fact is true now or will be: it has not run out, and was not found to be wrong."""
    return fact.valid_at < fact.invalid_at and fact.invalid_at > now


def overlap(one: Fact, other: Fact) -> bool:
    """Whether there is a time at which both are true."""
    both_last = one.valid_at < one.invalid_at and other.valid_at < other.invalid_at
    return both_last and one.valid_at < other.invalid_at and other.valid_at < one.invalid_at


def retire(fact: Fact, *, ended_at: datetime, now: datetime, was_wrong: bool = False) -> Fact:
    """Close a fact: its truth ended at `ended_at` and memary learns so now.

    With `was_wrong` it never was true: the interval becomes empty.
    """
    end = fact.valid_at if was_wrong else min(max(ended_at, fact.valid_at), fact.invalid_at)
    known = {"invalid_at": end, "expired_at": now}
    if fact.expired_at < FOREVER:  # not for the first time: keep what was believed in before
        known |= {
            "stated_end": fact.invalid_at,
            "earlier_ends": (*fact.earlier_ends, fact.stated_end),
            "changed_at": (*fact.changed_at, fact.expired_at),
        }
    return fact.model_copy(update=known)


def compete(new: Fact, old: Fact) -> bool:
    """Whether both cannot be true of the subject at one time.

    They do if they concern the same single-valued matter with different objects, or say opposite things about the
    same object.
    """
    if new.subject_id != old.subject_id:
        return False
    if new.object_id == old.object_id:
        return are_opposites(new.predicate, old.predicate)
    matter = matter_of(new.predicate)
    return matter is not None and matter == matter_of(old.predicate)


def says_the_same(new: Fact, old: Fact) -> bool:
    """Whether both have the same ends, and the same relation or the same sentence; at whatever times."""
    if (new.subject_id, new.object_id) != (old.subject_id, old.object_id):
        return False
    same_matter = matter_of(new.predicate) is not None and matter_of(new.predicate) == matter_of(old.predicate)
    return new.predicate == old.predicate or same_matter or new.statement == old.statement


def is_known_as(new: Fact, old: Fact) -> bool:
    """Whether the new fact is the old one told again: it says the same of the same time, or from the same source."""
    retold = new.valid_at == old.valid_at and not set(new.source_ids).isdisjoint(old.source_ids)
    return says_the_same(new, old) and (overlap(new, old) or retold)


def holds(new: Fact, old: Fact, now: datetime) -> bool:
    """Whether the old fact is current and says the same as the new one, whenever that begins."""
    return is_current(old, now) and says_the_same(new, old)


def parse_day(text: str | None) -> datetime | None:
    """Return the start of a year, month, day or moment written in ISO style, in UTC; None if it is not one."""
    if not text:
        return None
    padded = text.strip()
    if len(padded) == 4:
        padded += "-01-01"
    elif len(padded) == 7:
        padded += "-01"
    try:
        time = datetime.fromisoformat(padded)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def end_of_period(text: str, start: datetime) -> datetime:
    """Return the end of the year, month, day or moment that `parse_day` gave the start of."""
    try:
        match len(text.strip()):
            case 4:
                return start.replace(year=start.year + 1)
            case 7:
                return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
            case 10:
                return start + timedelta(days=1)
            case _:
                return start
    except (ValueError, OverflowError):
        return start
