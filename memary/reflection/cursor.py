"""Find by the ledger what reflection has not read yet, in portions of some facts per call.

Pure functions: records in, records out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memary.reflection.insights import REFLECTION
from memary.stream.entries import STREAM
from memary.types import Action, Fact, FactKind, Operation

_PER_CALL, _CALLS = 60, 4
"""How many new facts one call reads, and how many calls one reflection makes at most."""


@dataclass(frozen=True, slots=True)
class ReflectionBatch:
    """What one call reads: facts, and the row of the ledger that reading comes to with them."""

    facts: Sequence[Fact]
    read_to: str | None


def cursor_position(rows: Sequence[Operation]) -> int | None:
    """Return the index of the first row that reflection has not read; None if these rows hold no mark.

    The newest mark names the row that reading came to; without one, it came to the mark. Where that row is gone, as
    what it told was forgotten, the mark before it counts.
    """
    places = {row.id: place for place, row in enumerate(rows)}
    for row in reversed(rows):
        if row.target_id == REFLECTION:
            place = places.get(row.source_ids[0] if row.source_ids else row.id)
            if place is not None:
                return place + 1
    return None


def changed_fact_ids(rows: Iterable[Operation]) -> set[str]:
    """Return the facts that rows of the ledger made or changed."""
    return {row.target_id for row in rows if _tells_a_fact(row)}


def is_forgetting(row: Operation) -> bool:
    """Return whether a row tells that something was forgotten, with which insights may have gone."""
    return row.action is Action.FORGET and row.target_id != STREAM


def next_batches(
    rows: Sequence[Operation], readable: Mapping[str, Fact], *, everything: bool
) -> list[ReflectionBatch]:
    """Return what each call reads.

    The new facts as they were learnt; then, for everything, the weightiest others.
    """
    parts: list[ReflectionBatch] = []
    taken: dict[str, Fact] = {}
    room, reached = _PER_CALL * _CALLS, rows[-1].id if rows else None
    found: list[tuple[Fact, str]] = []
    last: str | None = None
    for row in rows:
        fact = readable.get(row.target_id) if _tells_a_fact(row) else None
        if fact and fact.id not in taken:
            if len(taken) == room:
                reached = last
                break
            taken[fact.id] = fact
            found.append((fact, row.id))
        last = row.id
    for start in range(0, len(found), _PER_CALL):
        some = found[start : start + _PER_CALL]
        parts.append(ReflectionBatch([fact for fact, _ in some], some[-1][1]))
    if everything:
        others = sorted((f for f in readable.values() if f.id not in taken), key=_weight, reverse=True)
        others = others[: _PER_CALL * (_CALLS - len(parts))]
        held = parts[-1].read_to if parts else None
        for start in range(0, len(others), _PER_CALL):
            parts.append(ReflectionBatch(others[start : start + _PER_CALL], held))
    if not parts:
        return [ReflectionBatch([], reached)]
    # what was forgotten stays unread until all is read
    forgot = next((at for at, row in enumerate(rows) if is_forgetting(row)), len(rows))
    before = {row.id for row in rows[:forgot]}
    done = [part if part.read_to in before else replace(part, read_to=None) for part in parts[:-1]]
    return [*done, replace(parts[-1], read_to=reached)]


def _weight(fact: Fact) -> tuple[float, datetime, str]:
    return (fact.importance, fact.created_at, fact.id)


def _tells_a_fact(row: Operation) -> bool:
    if row.action not in (Action.ADD, Action.UPDATE) or row.actor == REFLECTION:
        return False
    after = row.after.get(row.target_id)
    return isinstance(after, dict) and after.get("kind") not in (None, FactKind.INSIGHT.value)
