"""What is seen to be in doubt agrees with what was told: random histories against a plain reading of them.

The model keeps the history and reads it again for each question. It knows nothing of records, retirement, ledgers or
stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.records import fresh_user

from memary import Memary
from memary.types import FOREVER, utc_now

THINGS = 5
DAY_ZERO = datetime.fromisoformat("2026-01-01T00:00:00Z")

Kind = Literal["add", "add", "end", "wrong", "confirm", "forget", "undo"]


class Telling(NamedTuple):
    """One thing that memory is told; `grounds` are places among the records that there are."""

    kind: Kind
    thing: int
    day: int
    grounds: tuple[int, ...]


STEPS = st.lists(
    st.builds(
        Telling,
        st.sampled_from(["add", "add", "add", "end", "wrong", "confirm", "forget", "undo"]),
        st.integers(0, THINGS - 1),
        st.integers(0, 60),
        st.lists(st.integers(0, 9), max_size=2, unique=True).map(tuple),
    ),
    min_size=2,
    max_size=10,
)


@dataclass
class Edge:
    """That a record rests on another, known since and until then; `gone` where the other was forgotten."""

    to: str
    known: datetime
    released: datetime = FOREVER
    gone: datetime | None = None


@dataclass
class ThingInUse:
    """That a thing is used from a day on, with the ends that were believed in since when."""

    id: str
    thing: int
    start: datetime
    known: datetime
    ends: list[tuple[datetime, datetime]] = field(default_factory=list[tuple[datetime, datetime]])
    edges: list[Edge] = field(default_factory=list[Edge])

    def end(self, known: datetime) -> datetime:
        return next((end for since, end in reversed(self.ends) if since <= known), FOREVER)

    def holds(self, at: datetime, known: datetime) -> bool:
        return self.known <= known and self.start <= at < self.end(known)

    def is_over(self, at: datetime, known: datetime) -> bool:
        return self.known <= known and (self.end(known) <= at or self.end(known) <= self.start)


class History:
    """All records told so far."""

    def __init__(self) -> None:
        self.told: dict[str, ThingInUse] = {}

    def doubted(self, one: ThingInUse, at: datetime, known: datetime, above: frozenset[str] = frozenset()) -> bool:
        """Whether a record is in doubt, by going up from it along every way."""
        return any(self.is_down(edge, at, known, above | {one.id}) for edge in self.edges(one, known))

    def edges(self, one: ThingInUse, known: datetime) -> Iterator[Edge]:
        return (
            edge for edge in one.edges if edge.known <= known and (edge.released == FOREVER or known < edge.released)
        )

    def is_down(self, edge: Edge, at: datetime, known: datetime, above: frozenset[str]) -> bool:
        if edge.gone is not None:
            return edge.gone <= min(at, known)
        ground = self.told[edge.to]
        alike = [one for one in self.told.values() if one.thing == ground.thing and one.holds(at, known)]
        alike = [ground] if ground in alike else sorted(alike, key=lambda one: (one.start, one.id))[-1:]
        if not alike:
            return ground.is_over(at, known)
        return alike[0].id not in above and self.doubted(alike[0], at, known, above)

    def confirm(self, one: ThingInUse, now: datetime, *, said_at: datetime) -> None:
        """Free a record of the grounds that do not hold."""
        if one.holds(said_at, FOREVER):
            down = [
                edge
                for edge in self.edges(one, FOREVER)
                if self.is_down(edge, said_at, FOREVER, frozenset((one.id,)))
            ]
            for edge in down:
                edge.released = now


def day(number: int) -> datetime:
    return DAY_ZERO + timedelta(days=number)


class Run:
    """Tells memory and the model one history."""

    def __init__(self, memory: Memary) -> None:
        self.memory, self.user, self.model = memory, fresh_user(), History()
        self.seen_at: list[datetime] = []

    def tell(self, step: Telling) -> None:
        records = list(self.model.told.values())
        if step.kind == "add":
            self.add(step, [records[place % len(records)].id for place in step.grounds] if records else [])
        elif step.kind in ("end", "wrong"):
            self.end(step)
        elif records:
            one = records[step.thing % len(records)]
            {"confirm": self.confirm, "forget": self.forget, "undo": self.undo}[step.kind](one)
        self.seen_at.append(utc_now())

    def call(self, step: Telling, **more: Any) -> tuple[str, datetime]:
        triple = {"subject": "Ada", "predicate": "uses", "object": f"T{step.thing}", "valid_at": day(step.day)}
        (row,) = self.memory.facts.add([triple | more], user_id=self.user)
        return row.target_id, row.at

    def add(self, step: Telling, grounds: Sequence[str]) -> None:
        id_, now = self.call(step, rests_on=grounds)
        one = self.model.told.get(id_)
        if one is None:
            one = self.model.told[id_] = ThingInUse(id_, step.thing, day(step.day), now)
            following = self.memory.facts.get(id_, user_id=self.user)
            assert (following.valid_at, following.invalid_at) == (day(step.day), FOREVER)
        else:  # it was known, and is said again
            self.model.confirm(one, now, said_at=now)
            one.start = min(one.start, day(step.day))
        for ground in dict.fromkeys(grounds):
            is_known = any(edge.to == ground and edge.released == FOREVER and not edge.gone for edge in one.edges)
            if ground != one.id and not is_known:
                one.edges.append(Edge(ground, now))

    def end(self, step: Telling) -> None:
        correction = step.kind == "wrong"
        id_, now = self.call(step, op="DELETE", correction=correction)
        if one := self.model.told.get(id_):
            one.ends.append((now, one.start if correction else max(min(day(step.day), one.end(FOREVER)), one.start)))

    def confirm(self, one: ThingInUse) -> None:
        before = utc_now()
        self.memory.facts.confirm(one.id, user_id=self.user)
        self.model.confirm(one, before, said_at=before)

    def forget(self, one: ThingInUse) -> None:
        before = utc_now()
        self.memory.facts.delete(one.id, user_id=self.user)
        del self.model.told[one.id]
        for other in self.model.told.values():
            for edge in [edge for edge in other.edges if edge.to == one.id and not edge.gone]:
                if edge.released < FOREVER:
                    other.edges.remove(edge)
                else:
                    edge.gone = before

    def undo(self, one: ThingInUse) -> None:
        """Take the last end of a record back, where there is one and nothing came of it."""
        rows = self.memory.facts.history(one.id, user_id=self.user)
        last = rows[-1] if rows else None
        if last is not None and one.ends and last.at == one.ends[-1][0] and last.target_id == one.id:
            self.memory.operations.undo(last.id, user_id=self.user)
            one.ends.pop()


def check(memory: Memary, steps: Sequence[Telling]) -> None:
    """Tell a history, then ask at all its times and at some days."""
    run = Run(memory)
    for step in steps:
        run.tell(step)
    for known in [*run.seen_at[::2], run.seen_at[-1]]:
        for at in [*map(day, (0, 20, 45, 61)), utc_now()]:
            shown = memory.facts.list(user_id=run.user, as_of=at, known_at=known)
            held = [one for one in run.model.told.values() if one.holds(at, known)]
            assert {fact.id for fact in shown} == {one.id for one in held}
            doubted = {one.id for one in held if run.model.doubted(one, at, known)}
            assert {fact.id for fact in shown if fact.in_doubt} == doubted
            for doubt in filter(None, (fact.in_doubt for fact in shown)):
                assert doubt.since <= at
                assert doubt.learnt_at <= known
                assert doubt.path[-1].fact_id == doubt.because_id


@pytest.fixture(scope="module")
def shared() -> Iterator[Memary]:
    """One memory for all examples; each has a user of its own."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.mark.long
@settings(max_examples=60)
@given(STEPS)
def test_histories_leave_in_doubt_what_rests_on_what_fell(shared: Memary, steps: list[Telling]) -> None:
    check(shared, steps)
