"""Bring back what a forgotten fact had ended.

Pure functions on facts and ledger rows. A fact carries the history of its end: what was believed in, and when that
changed (see `Fact`). Each change was made by a row of the ledger at one moment. When what made a change is forgotten,
that change is taken out, and the end is again what it was before; the changes that others made stay. Where a kept
fact had followed the forgotten one, it now follows the fact that came back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from datetime import datetime

from pydantic import JsonValue, TypeAdapter, ValidationError

from memary.facts.intervals import compete, overlap, retire
from memary.facts.places import one_lies_in_the_other
from memary.facts.predicates import Predicates
from memary.types import FOREVER, Fact, Operation

_TIME: TypeAdapter[datetime] = TypeAdapter(datetime)


def ends_to_undo(gone: Iterable[Fact], rows: Iterable[Operation]) -> dict[str, set[datetime]]:
    """Return, by fact, when forgotten facts and ledger rows had moved its end."""
    moments: dict[str, set[datetime]] = {}
    for fact in gone:
        for id_ in fact.supersedes:
            moments.setdefault(id_, set()).add(fact.created_at)
    for row in rows:
        for id_, after in row.after.items():
            moved = _moved_at(row.before.get(id_), after)
            if moved is not None:
                moments.setdefault(id_, set()).add(moved)
    return moments


def _moved_at(before: JsonValue, after: JsonValue) -> datetime | None:
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return None
    if before.get("expired_at") == after.get("expired_at"):
        return None
    try:
        moved = _TIME.validate_python(after.get("expired_at"))
    except ValidationError:
        return None
    return moved if moved < FOREVER else None


def without_changes(fact: Fact, moments: Set[datetime]) -> Fact:
    """Remove the changes of a fact's end that were made at these moments."""
    if fact.expired_at == FOREVER:
        return fact
    times = (*fact.changed_at, fact.expired_at)
    ends = (*fact.earlier_ends, fact.stated_end, fact.invalid_at)
    kept = [(time, end) for time, end in zip(times, ends[1:], strict=True) if time not in moments]
    if len(kept) == len(times):
        return fact
    believed = [ends[0], *(end for _, end in kept)]
    return fact.model_copy(
        update={
            "invalid_at": believed[-1],
            "expired_at": kept[-1][0] if kept else FOREVER,
            "stated_end": believed[-2] if kept else believed[-1],
            "earlier_ends": tuple(believed[:-2]),
            "changed_at": tuple(time for time, _ in kept[:-1]),
        }
    )


def follow(back: Fact, others: Collection[Fact], predicates: Predicates) -> tuple[Fact, Fact | None]:
    """End a restored fact where the next kept one begins; return both.

    The next one has to concern the same matter, be no less trusted and have begun later, as when it was learnt.

    Args:
        back: the fact.
        others: those that are kept, also those that tell which place lies in which.
        predicates: which relations hold one value at a time.
    """
    heirs = [
        fact
        for fact in others
        if fact.id != back.id
        and fact.valid_at > back.valid_at
        and fact.origin.trust >= back.origin.trust
        and compete(fact, back, predicates)
        and overlap(fact, back)
        and not one_lies_in_the_other(fact, back, others, predicates)
    ]
    if not heirs:
        return back, None
    heir = min(heirs, key=lambda fact: (fact.valid_at, fact.id))
    known_at = max(heir.created_at, back.created_at)
    if back.expired_at < FOREVER:  # it has another end already: this one takes its place at once
        ended = back.model_copy(update={"invalid_at": min(heir.valid_at, back.invalid_at)})
    else:
        ended = retire(back, ended_at=heir.valid_at, now=known_at)
    linked = heir.model_copy(update={"supersedes": tuple(dict.fromkeys((*heir.supersedes, back.id)))})
    return ended, linked
