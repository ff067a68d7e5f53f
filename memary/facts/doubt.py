"""Tell which facts are in doubt, since when and why.

Nothing of it is stored: it follows from what facts rest on. A fact is in doubt at a time if a ground of it has ended
by then, never was true, was forgotten, or is in doubt, too. What was told as the matter of a day or two, a reply or a
visit, is no state that could end: that it is over changes nothing. Nor does it where it was told as over before what
rests on it began: "since the accident", years of treatment later. So undoing what ended the ground lifts the doubt,
and so does a later fact that says the same. A ground that is still to come does not count. `released_at` of a ground
keeps that somebody said that the fact holds without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import NamedTuple

from memary.facts.conflicts import conflicts_of
from memary.facts.intervals import are_of_a_kind, says_the_same
from memary.facts.predicates import denies
from memary.facts.user_name import told_by_name
from memary.languages.terms import telling_words
from memary.queries import FactQuery, View, in_pages
from memary.stores.snapshot import Reads
from memary.types import (
    BEGINNING,
    FOREVER,
    Doubt,
    DoubtReason,
    DoubtStep,
    Fact,
    Ground,
    Scope,
    When,
)

MOST_GROUNDS = 20
"""On how many others a fact rests at most."""

_A_MOMENT = timedelta(days=2)

GROUND_WORDS = 200
"""Characters of the words that say that a fact rests on another."""


class _Fall(NamedTuple):
    """What became of a ground, since when, and when memary learnt of it."""

    since: datetime
    learnt_at: datetime
    reason: DoubtReason


class _Way(NamedTuple):
    """By which grounds a fact is reached from the one that is asked about.

    The earliest and shortest comes first.
    """

    since: datetime
    length: int
    steps: tuple[str, ...]
    number: int  # no two are alike: what follows need not be compared
    learnt_at: datetime
    grounds: tuple[Ground, ...]
    fact: Fact


class Doubts:
    """What is in doubt at one point on both clocks, among facts that come with all that they rest on."""

    def __init__(self, facts: Iterable[Fact], when: When) -> None:
        self._facts = {fact.id: fact for fact in facts}
        self._when = when
        self._alike: dict[tuple[str, str], list[Fact]] = {}
        self._after: dict[str, list[Fact]] = {}
        for fact in sorted(self._facts.values(), key=lambda one: (one.valid_at, one.id)):
            self._alike.setdefault((fact.subject_id, fact.object_id), []).append(fact)
            for former in fact.supersedes:
                self._after.setdefault(former, []).append(fact)

    def of(self, fact: Fact, *, beside: Collection[str] = ()) -> Doubt | None:
        """Return why a fact is in doubt; None if it is not, or does not hold anyway.

        Of several grounds the one counts that fell first, and of those that fell together the nearest.

        Args:
            fact: the fact.
            beside: ids of facts through which no way is looked for.
        """
        if not fact.is_visible(self._when):
            return None
        found: list[tuple[datetime, int, tuple[str, ...], int, Doubt]] = []
        ways = [_Way(fact.valid_at, 0, (), 0, BEGINNING, (), fact)]
        met, number = set(beside), 0
        while ways:
            way = heappop(ways)
            if way.fact.id in met:
                continue
            met.add(way.fact.id)
            for ground in way.fact.rests_on:
                if not ground.counts_at(self._when.known_at):
                    continue
                number += 1
                further = self._further(way, ground, number)
                named = self._facts.get(ground.fact_id) if ground.fact_id else None
                if fall := self._fall(ground, named, way.fact):
                    doubt = self._doubt(further, fall)
                    found.append((doubt.since, further.length, further.steps, number, doubt))
                elif named and (holder := self._holder(named)):
                    since = max(way.since, holder.valid_at)
                    heappush(ways, further._replace(since=since, fact=holder))
        return min(found)[-1] if found else None

    def _further(self, way: _Way, ground: Ground, number: int) -> _Way:
        return way._replace(
            length=way.length + 1,
            steps=(*way.steps, ground.fact_id or ""),
            number=number,
            learnt_at=max(way.learnt_at, ground.known_at),
            grounds=(*way.grounds, ground),
        )

    def without_doubted(self, fact: Fact, *, now: datetime) -> Fact:
        """Return a fact as it is once somebody says that it holds all the same: without the grounds that fell."""
        kept = tuple(self._released(ground, fact, now) for ground in fact.rests_on)
        return fact if kept == fact.rests_on else fact.model_copy(update={"rests_on": kept})

    def _released(self, ground: Ground, fact: Fact, now: datetime) -> Ground:
        if not ground.counts_at(self._when.known_at):
            return ground
        named = self._facts.get(ground.fact_id) if ground.fact_id else None
        holder = named and self._holder(named)
        if self._fall(ground, named, fact) or (holder and self.of(holder, beside={fact.id})):
            return ground.model_copy(update={"released_at": now})
        return ground

    def _doubt(self, way: _Way, fall: _Fall) -> Doubt:
        path = tuple(
            DoubtStep(
                fact_id=ground.fact_id,
                statement=self._facts[ground.fact_id].statement if ground.fact_id else "",
                words=ground.words,
            )
            for ground in way.grounds
        )
        return Doubt(
            since=max(way.since, fall.since),
            learnt_at=max(way.learnt_at, fall.learnt_at),
            reason=fall.reason,
            because=path[-1].statement,
            because_id=path[-1].fact_id,
            path=path,
        )

    def _fall(self, ground: Ground, named: Fact | None, resting: Fact) -> _Fall | None:
        """Return what became of a ground that does not hold any more.

        Returns:
            None: it holds, or is still to come, or that it is over says nothing against what rests on it.
        """
        at, known_at = self._when.true_at, self._when.known_at
        if ground.fact_id is None:
            is_gone = ground.gone_at <= at and ground.gone_at <= known_at
            return _Fall(ground.gone_at, ground.gone_at, "forgotten") if is_gone else None
        if named is None or named.created_at > known_at or self._holder(named):
            return None
        over = [fact for fact in self._saying(named) if self._end(fact) <= at or self._was_wrong(fact)]
        if named not in over:
            return None
        true_once = [fact for fact in over if not self._was_wrong(fact)]
        last = max(true_once or [named], key=lambda fact: (self._end(fact), fact.id))
        learnt_at = last.expired_at if last.expired_at <= known_at and last.expired_at < FOREVER else last.created_at
        if not true_once:
            return _Fall(BEGINNING, learnt_at, "wrong")
        if all(_is_of_a_moment(fact) or _was_over(fact, resting) for fact in true_once):
            return None
        return _Fall(self._end(last), learnt_at, "ended")

    def _holder(self, fact: Fact) -> Fact | None:
        """Return the fact by which what a ground says is true: itself, or the last of those that say the same."""
        if fact.is_visible(self._when):
            return fact
        return next((one for one in reversed(self._saying(fact)) if one.is_visible(self._when)), None)

    def _saying(self, fact: Fact) -> list[Fact]:
        """Return all known facts that say the same or more, whenever, the fact itself among them."""
        alike = self._alike.get((fact.subject_id, fact.object_id), [])
        saying = [one for one in alike if _is_alike(one, fact)]
        for one in saying:  # which grows
            saying += [new for new in self._after.get(one.id, ()) if _keeps(new, one) and new not in saying]
        return [one for one in saying if one.created_at <= self._when.known_at]

    def _end(self, fact: Fact) -> datetime:
        return max(fact.invalid_at, fact.end_known_at(self._when.known_at))

    def _was_wrong(self, fact: Fact) -> bool:
        return self._end(fact) <= fact.valid_at


def _is_of_a_moment(fact: Fact) -> bool:
    """Return whether a fact was told with an end that leaves it a day or two at most."""
    return fact.end_known_at(fact.created_at) - fact.valid_at <= _A_MOMENT


def _was_over(ground: Fact, resting: Fact) -> bool:
    """Return whether a ground was told as over when what rests on it began.

    Either day may be a guess.
    """
    return ground.end_known_at(ground.created_at) <= resting.valid_at + _A_MOMENT


def _is_alike(one: Fact, other: Fact) -> bool:
    return one.id == other.id or (are_of_a_kind(one, other) and says_the_same(one, other))


def _keeps(new: Fact, former: Fact) -> bool:
    """Return whether a fact took the place of another and says all that it said, as "night nurse" does of a nurse.

    What is named in capitals is something else ("New York"), and of a former nurse it is over.
    """
    if new.predicate != former.predicate or former.object[:1].isupper() or denies(f"{new.object}. {new.statement}"):
        return False
    return set(telling_words(former.object)) <= set(telling_words(new.object))


async def with_grounds(store: Reads, scope: Scope, facts: Iterable[Fact]) -> list[Fact]:
    """Return facts with all that they rest on, at any depth.

    What says the same as a ground that ended comes with them, and what took its place.
    """
    user = Scope(user_id=scope.user_id)
    found = {fact.id: fact for fact in facts}
    new, asked = list(found.values()), set[str]()
    while wanted := sorted(_grounds_of(new) - asked):
        asked.update(wanted)
        new = [found[id_] for id_ in wanted if id_ in found]
        for ids in in_pages([id_ for id_ in wanted if id_ not in found]):
            new += await store.read(FactQuery(user, ids=ids))
        new += await _alike(store, user, new)
        found |= {fact.id: fact for fact in new}
    return list(found.values())


def _grounds_of(facts: Iterable[Fact]) -> set[str]:
    return {ground.fact_id for fact in facts for ground in fact.rests_on if ground.fact_id is not None}


async def _alike(store: Reads, user: Scope, facts: Sequence[Fact]) -> list[Fact]:
    """Return further facts that say what a ground said that has an end: by them it may have come back, or go on."""
    over = [fact for fact in facts if fact.invalid_at < FOREVER]
    if not over:
        return []
    subjects, objects = ({getattr(fact, end) for fact in over} for end in ("subject_id", "object_id"))
    beside = await store.read(FactQuery(user, entity_ids=subjects, object_ids=objects))
    known = {fact.id for fact in facts}
    alike = [one for one in beside if one.id not in known and any(_is_alike(one, fact) for fact in over)]
    predicates = {fact.predicate for fact in over}
    later = await store.read(FactQuery(user, entity_ids=subjects, predicates=predicates))
    known |= {fact.id for fact in alike}
    return [*alike, *(one for one in later if one.supersedes and one.id not in known)]


async def doubts_of(store: Reads, scope: Scope, facts: Collection[Fact], when: When) -> dict[str, Doubt]:
    """Return why facts are in doubt at a time, by their ids; those that are not are left out.

    What a narrower scope does not show is not quoted.
    """
    resting = [fact for fact in facts if fact.rests_on and fact.is_visible(when)]
    if not resting:
        return {}
    known = Doubts(await with_grounds(store, scope, resting), when)
    doubts = {fact.id: doubt for fact in resting if (doubt := known.of(fact))}
    if scope.agent_id is None and scope.session_id is None:
        return doubts
    named = {step.fact_id for doubt in doubts.values() for step in doubt.path if step.fact_id}
    shown = {fact.id for fact in await store.read(FactQuery(scope, ids=named))} if named else set[str]()
    return {id_: _quoting(doubt, shown) for id_, doubt in doubts.items()}


def _quoting(doubt: Doubt, shown: Collection[str]) -> Doubt:
    """Return a doubt that tells nothing of facts that are not shown, nor in whose words they are grounds."""
    hidden = DoubtStep(fact_id=None, statement="", words="")
    path = tuple(step if step.fact_id in shown else hidden for step in doubt.path)
    return doubt.model_copy(update={"path": path, "because": path[-1].statement, "because_id": path[-1].fact_id})


async def marked(store: Reads, scope: Scope, facts: Sequence[Fact], when: When) -> list[Fact]:
    """Return facts as they are shown.

    They tell their doubts at a time, and with which others they are in conflict then; the sentences about the user
    have the user's name.
    """
    doubts = await doubts_of(store, scope, facts, when)
    conflicts = await conflicts_of(store, scope, facts, when)
    marks = {
        fact.id: {"in_doubt": doubts.get(fact.id), "conflicts_with": conflicts.get(fact.id, ())}
        for fact in facts
        if fact.id in doubts or fact.conflicts_with
    }
    facts = await told_by_name(store, scope, facts)
    return [fact.model_copy(update=marks[fact.id]) if fact.id in marks else fact for fact in facts]


def time_of(view: View, now: datetime) -> When:
    """Return the time at which a view sees doubts: its own, or the present where it sees all times."""
    return When(now if view.true_at is None else view.true_at, view.known_at)


def merged_grounds(known: Iterable[Ground], new_grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Return the grounds of a fact with those that are told now; one that is known gains the sources.

    One that was released counts again.
    """
    grounds = {(one.fact_id, one.released_at, one.gone_at): one for one in known}
    for new in new_grounds:
        key = (new.fact_id, new.released_at, new.gone_at)
        if old := grounds.get(key):
            sources = tuple(dict.fromkeys((*old.source_ids, *new.source_ids)))
            sources = sources if old.source_ids and new.source_ids else ()  # without a source: on a caller's word
            grounds[key] = old.model_copy(update={"source_ids": sources})
        else:
            grounds[key] = new
    return tuple(grounds.values())


def without_forgotten(
    grounds: Sequence[Ground], *, messages: Collection[str], facts: Collection[str], at: datetime
) -> tuple[Ground, ...]:
    """Return the grounds of a fact after messages and facts were forgotten.

    Of a ground that went nothing is left but that it did. What told only the messages that went is not known any
    more.
    """
    kept: list[Ground] = []
    for ground in grounds:
        sources = tuple(id_ for id_ in ground.source_ids if id_ not in messages)
        if ground.fact_id in facts:
            if ground.released_at >= FOREVER:
                kept.append(Ground(fact_id=None, known_at=ground.known_at, gone_at=at))
        elif sources == ground.source_ids:
            kept.append(ground)
        elif sources:
            kept.append(ground.model_copy(update={"source_ids": sources, "words": ""}))
    return tuple(dict.fromkeys(kept))
