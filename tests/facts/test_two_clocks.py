"""What is seen of the past agrees with what was believed then: random histories against a list of belief states.

The model keeps, after each step, which intervals are believed. It knows nothing of records, retirement or stores; of
the rules of resolve it repeats those for one single-valued matter among equally trusted sources.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import pytest
from resolution.graph import Graph, claim
from stores.opening import SPEC
from support.neo4j_server import Neo4jAddress
from support.records import NOW, fresh_user
from support.vectors import vector_of

from memary import Memary
from memary.types import FOREVER, EmbeddingSpec, Fact, When, utc_now

CITIES = ("Berlin", "Paris", "Rome", "Oslo")
DAYS = 40  # histories speak of so many days before and after now

Seen: TypeAlias = list[tuple[str, datetime]]


@dataclass(frozen=True)
class Step:
    """One thing that memory is told, its times in days from now."""

    city: str
    start: int
    end: int | None = None
    is_over: bool = False
    is_correction: bool = False


def random_history(dice: random.Random) -> list[Step]:
    """Up to twelve steps: moves, late arrivals, stays with an end, ends and corrections, in any order."""
    steps: list[Step] = []
    for _ in range(dice.randint(1, 12)):
        city, start = dice.choice(CITIES), dice.randint(-DAYS, DAYS)
        match dice.choice(["move", "move", "stay", "over", "correct", "wrong"]):
            case "move":
                steps.append(Step(city, start))
            case "stay":
                steps.append(Step(city, start, end=start + dice.randint(1, 30)))
            case "over":
                steps.append(Step(city, start, is_over=True))
            case "correct":
                steps.append(Step(city, start, is_correction=True))
            case _:
                steps.append(Step(city, start, is_over=True, is_correction=True))
    return steps


@dataclass
class Belief:
    """That she lives in a city from `start` on; the end is the present one."""

    city: str
    start: datetime
    end: datetime
    replaced_others: bool = False
    given_up: list[tuple[Belief, datetime]] = field(default_factory=list["tuple[Belief, datetime]"])
    """What it replaced, with the ends believed in before."""
    first_end: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.first_end = self.end

    @property
    def lasts(self) -> bool:
        return self.start < self.end

    def goes_on(self, now: datetime) -> bool:
        return self.lasts and self.end > now

    def meets(self, start: datetime, end: datetime) -> bool:
        return self.lasts and start < end and self.start < end and start < self.end

    def end_at(self, time: datetime) -> None:
        self.end = min(max(time, self.start), self.end)


@dataclass
class BeliefModel:
    """The states of belief, one after each step.

    A beginning that became known later counts for all of them.
    """

    beliefs: list[Belief] = field(default_factory=list[Belief])
    times: list[datetime] = field(default_factory=list[datetime])
    states: list[list[tuple[Belief, datetime]]] = field(default_factory=list[list[tuple[Belief, datetime]]])

    def tell(self, step: Step, *, day_zero: datetime, now: datetime) -> None:
        start = day_zero + timedelta(days=step.start)
        end = FOREVER if step.end is None else day_zero + timedelta(days=step.end)
        if step.is_over:
            self._is_over(step, start, now)
        else:
            self._lives(step, start, end, now)

    def note(self, time: datetime) -> None:
        """What is believed now is believed from `time` on."""
        self.times.append(time)
        self.states.append([(belief, belief.end) for belief in self.beliefs])

    def seen(self, when: When) -> Seen:
        place = bisect_right(self.times, when.known_at) - 1
        state = self.states[place] if place >= 0 else []
        return sorted((b.city, b.start) for b, end in state if b.start <= when.true_at < end)

    def _is_over(self, step: Step, at: datetime, now: datetime) -> None:
        held = next((b for b in self.beliefs if b.city == step.city and b.goes_on(now)), None)
        if held is None:
            return
        held.end_at(held.start if step.is_correction else at)
        if not held.lasts:  # it never came true: what it had replaced goes on
            ended = [one for one in held.given_up if one[0].lasts and one[0].end == held.start < one[1]]
            if ended:
                former, end = max(ended, key=lambda one: one[0].start)
                end = min([end, *(max(b.start, held.start) for b in self.beliefs if b.meets(held.start, end))])
                if held.start < end:
                    self.beliefs.append(Belief(former.city, held.start, end, replaced_others=True))

    def _lives(self, step: Step, start: datetime, end: datetime, now: datetime) -> None:
        mine = [b for b in self.beliefs if b.city == step.city and b.meets(start, end)]
        if mine:
            self._again(min(mine, key=lambda b: not b.goes_on(now)), start, end)
            return
        others = [b for b in self.beliefs if b.city != step.city and b.meets(start, end)]
        if step.is_correction:
            start = min([start, *(b.start for b in others)])
            given_up = others
            for belief in others:
                belief.end = belief.start
        else:
            goes_on = end > now
            later = (b for b in others if b.start > start and not (goes_on and self._was_over(b, now)))
            end = min([end, *(b.start for b in later)])
            given_up = [b for b in others if b.start <= start] if goes_on else []
            before = [(belief, belief.end) for belief in given_up]
            for belief in given_up:
                belief.end_at(start)
            self.beliefs.append(Belief(step.city, start, end, replaced_others=bool(given_up), given_up=before))
            return
        self.beliefs.append(Belief(step.city, start, end, replaced_others=bool(given_up)))

    def _was_over(self, belief: Belief, now: datetime) -> bool:
        """It had an end when it was told, and nothing else began there: such a stay ends no home."""
        followed = any(b.city != belief.city and b.start == belief.end for b in self.beliefs)
        return belief.first_end < FOREVER and not belief.goes_on(now) and not followed

    def _again(self, known: Belief, start: datetime, end: datetime) -> None:
        between = any(b.city != known.city and b.meets(start, known.start) for b in self.beliefs)
        if start < known.start and not known.replaced_others and not between:
            known.start = start
        if end < known.end:
            known.end_at(end)


def questions(dice: random.Random, model: BeliefModel, number: int, *, day_zero: datetime) -> list[When]:
    """Random points on both clocks: days of the world, and times before the steps and right after each."""
    known = [day_zero - timedelta(microseconds=1), *model.times, FOREVER]
    days = [day_zero + timedelta(days=dice.randint(-DAYS - 2, DAYS + 32)) for _ in range(number)]
    return [When(day, dice.choice(known)) for day in days]


def named(facts: Sequence[Fact]) -> Seen:
    return sorted((fact.object, fact.valid_at) for fact in facts)


@pytest.mark.long
def test_many_histories_are_seen_as_they_were_believed() -> None:
    for seed in range(300):
        dice = random.Random(seed)
        graph, model = Graph(), BeliefModel()
        history = random_history(dice)
        for number, step in enumerate(history):
            graph.now = NOW + timedelta(seconds=number)
            model.tell(step, day_zero=NOW, now=graph.now)
            model.note(graph.now)
            graph.take(claim("Ada", "lives_in", step.city, sources=(), **as_fields(step, NOW)))
        for when in questions(dice, model, 40, day_zero=NOW):
            seen = named([fact for fact in graph.facts.values() if fact.is_visible(when)])
            assert seen == model.seen(when), (seed, when, history)


@pytest.mark.long
def test_stored_histories_are_seen_as_they_were_believed_in_sqlite() -> None:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as memory:
        for seed in range(15):
            check_stored(memory, random.Random(seed))


def test_stored_histories_are_seen_as_they_were_believed_in_neo4j(neo4j_address: Neo4jAddress) -> None:
    address = neo4j_address
    with Memary.open(address.uri, embedding=TextVectors(), worker=False, **address.options) as memory:
        for seed in range(2):
            check_stored(memory, random.Random(seed))


def check_stored(memory: Memary, dice: random.Random) -> None:
    """Live a history through the facade, then ask for random points of it."""
    user, model, day_zero = fresh_user(), BeliefModel(), utc_now()
    history = random_history(dice)
    for step in history:
        before = utc_now()
        given = {"subject": "Ada", "predicate": "lives_in", "object": step.city, **as_fields(step, day_zero)}
        memory.facts.add([given], user_id=user)
        model.tell(step, day_zero=day_zero, now=before)
        model.note(utc_now())
    for when in questions(dice, model, 25, day_zero=day_zero):
        asked: dict[str, Any] = {"user_id": user, "as_of": when.true_at, "known_at": when.known_at}
        expected = model.seen(when)
        assert named(memory.facts.list(**asked)) == expected, (when, history)
        if any(step for step in history if not step.is_over):
            assert named(memory.entities.graph("Ada", depth=1, **asked).facts) == expected, (when, history)


def as_fields(step: Step, day_zero: datetime) -> dict[str, Any]:
    return {
        "valid_at": day_zero + timedelta(days=step.start),
        "invalid_at": FOREVER if step.end is None else day_zero + timedelta(days=step.end),
        "op": "DELETE" if step.is_over else "ADD",
        "correction": step.is_correction,
    }


class TextVectors:
    """Embeds each text as the vectors of the tests' stores, which other tests may share."""

    spec: EmbeddingSpec = SPEC

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """It knows its dimension."""

    async def embed(self, texts: Sequence[str]) -> list[bytes]:
        return [vector_of(text) for text in texts]

    async def aclose(self) -> None:
        """It holds nothing."""
