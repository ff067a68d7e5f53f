"""Arithmetic of facts: how one ends, and which of two gives way. Pure functions on records."""

from __future__ import annotations

from datetime import UTC, datetime

from memary.memory.predicates import are_opposites, matter_of
from memary.types import FOREVER, Fact


def is_current(fact: Fact, now: datetime) -> bool:
    """Whether the fact has neither been retired nor run out."""
    return fact.expired_at == FOREVER and fact.invalid_at > now


def retire(fact: Fact, *, ended_at: datetime, now: datetime, was_wrong: bool = False) -> Fact:
    """Close a fact: its truth ended at `ended_at` and memary learns so now.

    With `was_wrong` it never was true: the interval becomes empty.
    """
    end = fact.valid_at if was_wrong else min(max(ended_at, fact.valid_at), fact.invalid_at)
    return fact.model_copy(update={"invalid_at": end, "expired_at": now})


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
    """Whether the new fact tells nothing that the old one does not: same ends, same relation or same sentence."""
    if (new.subject_id, new.object_id) != (old.subject_id, old.object_id):
        return False
    same_matter = matter_of(new.predicate) is not None and matter_of(new.predicate) == matter_of(old.predicate)
    return new.predicate == old.predicate or same_matter or new.statement == old.statement


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
    except ValueError:
        return None
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
