"""Find and rank facts for a question: by words, by meaning, by the relation asked for, by hops.

Where a fact that says a part of the question leads away from what it names, the rest of it is looked for there.
Facts are ranked by the sum of what words, vectors and graph say, with bounded factors for trust, confidence and age.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import prod

from memary.facts.predicates import is_said, predicates_asked
from memary.filters import And, Compare, Or
from memary.languages.equivalents import words_alike
from memary.languages.terms import term_set
from memary.queries import Candidate, FactQuery, SaidQuery, SearchQuery
from memary.retrieval.facts.endings import is_event, is_told_over
from memary.retrieval.facts.expansion import (
    Alike,
    HopTarget,
    follows,
    next_hops,
    paths,
    rank_facts,
    told_chains,
    touches,
    with_found,
)
from memary.retrieval.facts.facts_ahead import ahead
from memary.retrieval.facts.hits import FactHits
from memary.retrieval.facts.named_relations import as_meant, named_in
from memary.retrieval.hits import Draft
from memary.retrieval.messages.features import ParsedQuery
from memary.retrieval.question.named_times import true_within
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.ranking import (
    CONTESTED,
    FLOOR,
    IMPORTANCE,
    KIND,
    OVER,
    TO_COME,
    TO_COME_THEN,
    TRUST,
    WAY,
    AddedUp,
    decay,
    feedback,
    heights,
    highest,
    is_contested,
    nearness,
    shares,
)
from memary.stores.snapshot import Reads, together
from memary.text.names.occurrence import says_name
from memary.types import BEGINNING, FOREVER, Embedding, Fact, Said, Scope, Subgraph, When

POOL = 50
"""How many records each signal may bring per kind."""

_OTHERWISE = 20
"""How many facts are looked for that say in other words what is asked."""

_MOST_TERMS = 60
"""Of how many other words a fact may have one: a long text asks for everything, and that costs as much time."""

_TIMES = 5
"""In how many of the times that a question names the past is looked into."""

_HAPPENED = 20
"""How many facts are looked for of what happened once."""

_TO_COME = 20
"""How many facts are looked for of what is to begin."""

_STEP = 0.001
"""By which part of a score what lies ahead stands behind what comes sooner."""

_A_DAY = timedelta(days=1)

_COURSES = 3
"""Of how many facts the course of the matter is followed."""

_ASKED = 10
"""How many facts of the relations that a question asks for are looked at."""

_LAST_SOURCES = 3
"""How many of the sources that a fact got last are looked at for when it was last said."""


@dataclass(frozen=True, slots=True)
class GraphEvidence:
    """What the graph says to a question.

    Attributes:
        near: the facts around the linked entities, those found that touch these, and where they lead, of the time
            that is asked for.
        whole: the same with what was true once.
        facts: those of `near`, the most relevant first.
        told: those of `whole` on the chains that the question tells.
        ways: ids of those told that only lead to others.
        fetched: ids of the facts that lie around the linked entities.
    """

    near: Subgraph
    whole: Subgraph
    facts: Sequence[Fact]
    told: Sequence[Fact]
    ways: frozenset[str]
    fetched: frozenset[str]

    @property
    def way(self) -> list[Fact]:
        """Return the facts through which messages are found: those fetched and those told."""
        told = {fact.id for fact in self.told}
        return [fact for fact in self.facts if fact.id in self.fetched or fact.id in told]

    def in_order(self, ids: Sequence[str]) -> GraphEvidence:
        """Return it with these facts first, in this order."""
        places = {id_: place for place, id_ in enumerate(ids)}
        return replace(self, facts=sorted(self.facts, key=lambda fact: places.get(fact.id, len(places))))

    def showing(self, hits: Collection[str]) -> Subgraph:
        """Return `near` with what was fetched and what is among the hits."""
        kept = tuple(fact for fact in self.facts if fact.id in self.fetched or fact.id in hits)
        return replace(self.near, facts=kept, hops={fact.id: self.near.hops[fact.id] for fact in kept})


@dataclass(frozen=True, slots=True)
class FactRetriever:
    """Finds facts for one question.

    Attributes:
        store: where to look.
        scope: whose memory.
        query: the question, with what narrows it.
        asked: the question as it was understood.
        weights: what each signal of a fact counts.
    """

    store: Reads
    scope: Scope
    query: RecallQuery
    asked: ParsedQuery
    weights: Mapping[str, float]

    async def current(self, words: Sequence[str], vector: Embedding | None) -> list[Candidate[Fact]]:
        """Find facts by words and meaning; they speak for the messages that they rest on, too."""
        if {"fact", "message"}.isdisjoint(self.query.kinds):
            return []
        return await self.store.read(
            SearchQuery(self.scope, Fact, terms=words, vector=vector, limit=POOL, view=self.query.view)
        )

    async def said_otherwise(
        self,
    ) -> tuple[list[Candidate[Fact]], list[Candidate[Fact]], list[Candidate[Fact]]]:
        """Find facts that say in other words what is asked for.

        Those that hold, events, and those that are over.
        """
        said = sorted({term for some in words_alike(self.asked.text).values() for term in some})
        if "fact" not in self.query.kinds or not 0 < len(said) <= _MOST_TERMS:
            return [], [], []
        asked = SearchQuery(self.scope, Fact, terms=said, limit=_OTHERWISE, view=self.query.view)
        holds = self.store.read(asked)
        found = await together(self.store, holds, self.happened(said, None), self.past(said, None))
        return found[0], found[1], found[2]

    async def asked_for(self, question: str, subgraph: Subgraph, *, once: Collection[str]) -> list[Fact]:
        """Find facts of the linked entities whose relation a question asks for, in whatever words.

        Where it asks for the past, what was so then stands first. What is true now is not found if one of these
        relations was true once, at the time that the question names: it would stand before that.
        """
        if "fact" not in self.query.kinds or not subgraph.seeds:
            return []
        around = {fact.predicate for fact in subgraph.facts}
        said = {predicate for predicate in around if is_said(predicate, question)}
        predicates = predicates_asked(question) | said
        if not predicates:
            return []
        of_relations = FactQuery(
            self.scope,
            entity_ids=subgraph.seeds,
            predicates=predicates,
            newest_first=True,
            limit=_ASKED,
            view=self.query.view,
        )
        was_once, is_then = await self._asked_once(of_relations, question)
        if is_then or not (was_once or predicates.isdisjoint(once)):
            return was_once
        return [*was_once, *await self.store.read(of_relations)]

    async def _asked_once(self, of_relations: FactQuery, question: str) -> tuple[list[Fact], bool]:
        """Find what was once true of the relations asked for, and whether nothing else is asked.

        The last comes first. Of what names one of the things itself ("before York") that was so which was true before
        that.
        """
        times = self._times_asked()
        if not times:
            return [], False
        view = replace(self.query.view, true_at=None).narrowed(And((self._ended, true_within(times))))
        found = await self.store.read(replace(of_relations, view=view))
        every = replace(self.query.view, true_at=None)
        of_all_times = await self.store.read(replace(of_relations, view=every)) if found else []
        began = [fact.valid_at for fact in of_all_times if says_name(question, fact.object)]
        when = self.query.view.when
        past = [fact for fact in found if _is_past(fact, when) and not says_name(question, fact.object)]
        past = [fact for fact in past if self.asked.times or not began or fact.valid_at < max(began)]
        return past, bool(past and (self.asked.times or began))

    @property
    def _ended(self) -> Compare:
        """The filter for what is over."""
        return Compare("invalid_at", "lte", (self.query.view.when.true_at,))

    async def past(self, words: Sequence[str], vector: Embedding | None) -> list[Candidate[Fact]]:
        """Find past facts that were true at a time the question asks for, whose words are not looked for then."""
        words = [word for word in words if word not in self.asked.words_of_times] or words
        return await self.over(words, vector, self._times_asked(), POOL)

    async def course(self, found: Sequence[Candidate[Fact]]) -> list[Candidate[Fact]]:
        """Find what else was true at some time of the matters of the facts found first, in whatever words.

        A question that asks for the past without a time asks how a matter changed: its dates one after the other.
        """
        if not self.asked.wants_past or self.asked.times:
            return []
        best = sorted(found, key=lambda one: (-(one.text or 0.0), -(one.vector or 0.0), one.record.id))[:_COURSES]
        leads = {(one.record.subject_id, one.record.predicate): one for one in reversed(best)}
        view = replace(self.query.view, true_at=None)
        known = {one.record.id for one in found}
        more: list[Candidate[Fact]] = []
        for (subject_id, predicate), lead in leads.items():
            asked = FactQuery(self.scope, entity_ids=[subject_id], predicates=[predicate], limit=_ASKED, view=view)
            read = [fact for fact in await self.store.read(asked) if fact.valid_at < fact.invalid_at]  # ever true
            more += [lead._replace(record=fact) for fact in read if fact.id not in known]
        return more

    async def happened(self, words: Sequence[str], vector: Embedding | None) -> list[Candidate[Fact]]:
        """Find what happened once, at a time that was told with it, where no past is asked for.

        What nothing took the place of answers a question as what holds does, also one that names a time which is not
        over, as "this month" is. What ended is found where the question asks whether it is still so, or is put in
        the past.
        """
        now = self.query.view.when.true_at
        if self.asked.wants_past or any(end < now for _, end in self._times_asked()):
            return []
        found = await self.over(words, vector, [(BEGINNING, now)], _HAPPENED)
        may_be_over = self.asked.asks_over or self.asked.asks_once
        return [one for one in found if may_be_over or is_event(one.record)]

    async def to_come(self, words: Sequence[str], vector: Embedding | None) -> list[Candidate[Fact]]:
        """Find what is to begin, where the present is asked for: "When is the party?" is asked of a day to come."""
        view, now = self.query.view, self.query.view.when.true_at
        is_of_now = view.until is None and not self.asked.wants_past
        is_once = not self.asked.coming and any(end < now for _, end in self._times_asked())
        if "fact" not in self.query.kinds or is_once or not is_of_now:
            return []
        asked = SearchQuery(self.scope, Fact, terms=words, vector=vector, limit=_TO_COME, since=now)
        found = await self.store.read(replace(asked, view=replace(view, true_at=None)))
        facts = ((one, one.record) for one in found)
        return [one for one, fact in facts if now < fact.valid_at < fact.invalid_at and fact.expired_at >= FOREVER]

    async def planned(self, subgraph: Subgraph) -> list[Fact]:
        """Find what begins or ends at a time to come that a question names: "What is on next week?".

        Only of whom it names, where something of theirs is among it; of a time without end ("after December?") what
        says some of the rest, where that is. For what lies ahead at whatever time see `ahead`.
        """
        if self.asked.asks_ahead and "fact" in self.query.kinds:
            return await ahead(self.store, self.scope, self.query, self.asked.text)
        now = self.query.view.when.true_at
        named = [one for one in (*self.asked.times, *self.asked.coming) if one.start > now - _A_DAY]
        times = [(max(one.start, now), one.end) for one in named][:_TIMES]
        if not times or "fact" not in self.query.kinds:
            return []
        within = [
            And(both)
            for start, end in times
            for both in (
                (Compare("valid_at", "gte", (start,)), Compare("valid_at", "lt", (end,))),
                (Compare("invalid_at", "gt", (start,)), Compare("invalid_at", "lte", (end,))),
            )
        ]
        view = replace(self.query.view, true_at=None).narrowed(Or(tuple(within)))
        found = await self.store.read(FactQuery(self.scope, limit=_ASKED, view=view))
        told = [one for one in found if one.valid_at < one.invalid_at and one.expired_at >= FOREVER]
        if any(end >= FOREVER for _, end in times):
            words = set(self.asked.words) - self.asked.words_of_times
            told = [one for one in told if words & term_set(one.statement)] or told
        return [one for one in told if touches(one, subgraph.seeds)] or told

    def of_asked(self, past: Sequence[Candidate[Fact]], subgraph: Subgraph) -> list[Candidate[Fact]]:
        """Return past facts, only of who the question names where theirs are known."""
        known = {one.record.predicate for one in past if one.record.subject_id in subgraph.seeds}
        return [one for one in past if one.record.subject_id in subgraph.seeds or one.record.predicate not in known]

    def _times_asked(self) -> list[tuple[datetime, datetime]]:
        """Return the past times that a question asks for; one that asks for the past without a time means all."""
        asked, now = self.asked, self.query.view.when.true_at
        if asked.wants_past and not asked.times:
            return [(BEGINNING, now)]
        past = [time for time in asked.times if time.start < now and not asked.is_meant_ahead(time, now)]
        return [(time.start, min(time.end, now)) for time in past][:_TIMES]

    async def over(
        self, words: Sequence[str], vector: Embedding | None, times: Sequence[tuple[datetime, datetime]], most: int
    ) -> list[Candidate[Fact]]:
        """Find facts that were true in one of some times, and are not any more."""
        if not times or "fact" not in self.query.kinds:
            return []
        view = replace(self.query.view, true_at=None).narrowed(And((self._ended, true_within(times))))
        found = await self.store.read(
            SearchQuery(self.scope, Fact, terms=words, vector=vector, limit=most, view=view)
        )
        when = self.query.view.when
        return [one for one in found if _is_past(one.record, when)]

    async def evidence(
        self,
        words: Sequence[str],
        subgraph: Subgraph,
        found: Sequence[Candidate[Fact]],
        past: Sequence[Candidate[Fact]],
    ) -> GraphEvidence:
        """Follow a question from the subgraph around its entities and the facts found, to where they lead."""
        steps = [word for word in words if word not in self.asked.words_of_times]
        alike = words_alike(self.asked.text)
        near = with_found(subgraph, [one.record for one in found if touches(one.record, subgraph.seeds)])
        whole = with_found(near, [one.record for one in past if touches(one.record, subgraph.seeds)])
        further, once = await self._further(next_hops(whole, steps, alike), alike)
        near = with_found(near, further, hop=2)
        whole = with_found(with_found(whole, further, hop=2), once, hop=2)
        told = told_chains(whole, steps, alike)
        facts = rank_facts(near, told.facts)
        of_all_times = {fact.id: fact for fact in (*facts, *(one.record for one in past), *once)}
        return GraphEvidence(
            near=near,
            whole=whole,
            facts=facts,
            told=[fact for fact in of_all_times.values() if fact.id in told.facts],
            ways=told.ways,
            fetched=frozenset(fact.id for fact in subgraph.facts),
        )

    async def _further(self, found: Mapping[str, HopTarget], alike: Alike) -> tuple[list[Fact], list[Fact]]:
        """Find current and past facts at the next hops of a question, best first.

        Of one who has met hundreds of people, "Where does Ada's sister work?" wants neither the newest facts nor all.
        """
        words = {word for lead in found.values() for word in (*lead.words, *term_set(lead.name))}
        if not words:
            return [], []
        words = words.union(*(alike.get(word, ()) for word in words))
        both = await together(self.store, self.current(sorted(words), None), self.past(sorted(words), None))
        facts, past = (
            [one.record for one in sorted(some, key=lambda one: (-(one.text or 0.0), one.record.id))] for some in both
        )
        return [fact for fact in facts if follows(fact, found, alike)], [
            fact for fact in past if follows(fact, found, alike)
        ]

    async def hits(
        self,
        found: Sequence[Candidate[Fact]],
        past: Sequence[Candidate[Fact]],
        otherwise: Sequence[Candidate[Fact]],
        graph: GraphEvidence,
        related: Sequence[Fact],
        messages: Mapping[str, Said],
    ) -> list[Draft]:
        """Rank the facts that were found, those of the past, those of the graph and those asked for.

        `messages` are those that were found beside them, by their ids.
        """
        found = [*found, *past]
        facts = {one.record.id: one.record for one in (*otherwise, *found)} | {
            fact.id: fact for fact in (*graph.facts, *graph.told, *related)
        }
        when = self.query.view.when
        text = shares(as_meant(found, self.asked.text))
        meaning = heights([(c.record.id, c.vector) for c in found], floor=FLOOR)
        values = {
            "text": text,
            "vector": meaning,
            "alike": named_in(self.asked.text, facts.values(), around={fact.id for fact in graph.facts})
            | shares((c.record.id, c.text) for c in otherwise),
            "then": {
                one.id: max(text.get(one.id, 0.0), meaning.get(one.id, 0.0)) for one in (each.record for each in past)
            }
            | {fact.id: 1.0 for fact in related if _is_past(fact, when)},
            "graph": {fact.id: nearness(rank) for rank, fact in enumerate(graph.facts, 1)},
            "told": {fact.id: nearness(rank) for rank, fact in enumerate(graph.told, 1)},
            "asked": {fact.id: nearness(rank) for rank, fact in enumerate(related, 1)},
        }
        added = AddedUp(values, self.weights)
        stated = await self._last_stated([facts[id_] for id_ in highest(added.sums, POOL)], messages)

        factors = {
            id_: self._factors(fact := facts[id_], facts, stated.get(id_, fact.created_at), now=when.true_at)
            for id_ in added.sums
        }
        for id_ in factors.keys() & graph.ways:
            factors[id_]["way"] = WAY
        scores = {id_: prod(factor.values(), start=added.sums[id_]) for id_, factor in factors.items()}
        if self.asked.asks_ahead:
            scores |= _in_order([fact.id for fact in related if fact.id in scores], scores, factors)
        kept = highest(scores, self.query.most)
        ways = paths(graph.whole, kept)
        known_at = self.query.ends_known_at or when.known_at
        maker = FactHits(facts, added, factors, ways, known_at)
        sure = (values["asked"].keys() | values["told"].keys() | values["then"].keys()) - graph.ways
        return [maker.draft(id_, scores[id_], is_sure=id_ in sure) for id_ in kept]

    def _factors(
        self, fact: Fact, facts: Mapping[str, Fact], stated_at: datetime, *, now: datetime
    ) -> dict[str, float]:
        """Return the factors of one of some facts that was last stated at a time."""
        age = (now - stated_at).total_seconds() / 86_400
        factors = {
            "trust": TRUST[fact.origin],
            "kind": KIND[fact.kind],
            "confidence": 0.5 + 0.5 * fact.confidence,
            "decay": decay(age, half_life_days=self.query.half_life_days),
        }
        if fact.rating:
            factors["feedback"] = feedback(fact.rating)
        if fact.importance < 2:
            factors["importance"] = IMPORTANCE[fact.importance]
        if fact.conflicts_with and is_contested(fact, facts, now):
            factors["contested"] = CONTESTED
        if fact.invalid_at <= now and is_told_over(fact) and not self.asked.wants_past:
            factors["over"] = OVER
        if fact.valid_at > now:
            factors["to come"] = TO_COME_THEN if self.asked.wants_time or self.asked.asks_ahead else TO_COME
        return factors

    async def _last_stated(self, facts: Sequence[Fact], messages: Mapping[str, Said]) -> dict[str, datetime]:
        """Return when messages last stated each fact."""
        sources = {source for fact in facts for source in fact.source_ids[-_LAST_SOURCES:]}
        if unknown := sources - messages.keys():
            read = await self.store.read(SaidQuery(self.scope, unknown))
            messages = {**messages, **{message.id: message for message in read}}
        times = {fact.id: [messages[id_].created_at for id_ in fact.source_ids if id_ in messages] for fact in facts}
        return {id_: max(moments) for id_, moments in times.items() if moments}


def _in_order(
    ids: Sequence[str], scores: Mapping[str, float], factors: Mapping[str, dict[str, float]]
) -> dict[str, float]:
    """Return scores by which what lies ahead stands in its order, and note in the factors what that makes of each."""
    best = max((scores[id_] for id_ in ids), default=0.0)
    for place, id_ in enumerate(ids):
        factors[id_]["ahead"] = best * (1 - place * _STEP) / scores[id_]
    return {id_: scores[id_] * factors[id_]["ahead"] for id_ in ids}


def _is_past(fact: Fact, when: When) -> bool:
    """Return whether a fact that memary knew was true once, but is not any more."""
    was_true = fact.valid_at < fact.invalid_at and fact.valid_at <= when.true_at
    return was_true and fact.created_at <= when.known_at and not fact.is_visible(when)
