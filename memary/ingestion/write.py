"""Write facts into the graph, on the one path there is: read, resolve, embed, apply.

Reading and writing are tied by the user's revision. If another writer came between, the step is computed again from
what is there now; no model is asked twice for it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memary.facts.doubt import with_grounds
from memary.facts.identity import SELF_KEY
from memary.facts.predicates import BUILT_IN, Predicates, attitude_of, names_nothing, none_keys
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.ingestion.extraction.model import proposed_names
from memary.languages.terms import telling_words
from memary.models.base import Embedder
from memary.queries import EntityQuery, FactQuery, MentionQuery, MessageQuery, RevisionQuery, SearchQuery, View
from memary.reflection.insight_evidence import apply_with_insights
from memary.resolution.merge import MergeRequest, merge
from memary.resolution.names.candidates import Candidates, NamedNodes, by_names, facts_about
from memary.resolution.names.distinctions import told_apart
from memary.resolution.proposals import Proposals, ProposedFact, ProposedUnion, Snapshot
from memary.resolution.resolve import resolve
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.text import entity_key, entity_keys
from memary.text.amounts import unit_of
from memary.text.names.node_names import wording_of
from memary.text.times.intervals import is_time
from memary.types import (
    FOREVER,
    GENERIC,
    VALUE,
    Batch,
    Embedding,
    Entity,
    Fact,
    GraphDelta,
    Mention,
    Operation,
    Origin,
    Scope,
    scope_in_use,
    utc_now,
)

_log = logging.getLogger("memary")

_LIKINGS = 500
"""Of what somebody likes, how much a new liking is held against."""

_TOLD_OVER = 20
"""How many facts are looked at that may be meant by what is told as over."""

_OLDER = timedelta(hours=1)
"""How long ago it was said what comes in as older talk; what was said just now was said after all else."""


class GraphWriter:
    """Writes proposals to a store."""

    def __init__(self, store: Store, embedder: Embedder, predicates: Predicates = BUILT_IN) -> None:
        self.store = store
        self.predicates = predicates
        self.embedder = embedder
        self._candidates = Candidates(store, embedder)

    async def write(
        self, given: Proposals, *, settled: Sequence[str] = (), worker_id: str | None = None
    ) -> list[Operation]:
        """Resolve and apply proposals as one step; return what was done.

        Args:
            given: the proposals.
            settled: messages whose extraction this completes, leased to `worker_id`.
            worker_id: who holds the lease.

        Raises:
            LeaseLostError: a settled message is leased to another worker by now; nothing was written.
            RevisionConflictError: others kept writing all the time; nothing was written.
        """
        vectors: dict[str, Embedding] = {}  # by text, over all attempts

        async def step() -> list[Operation]:
            snapshot = await self._snapshot(given, vectors)
            resolution = resolve(given, snapshot, now=utc_now(), predicates=self.predicates)
            entities, facts = tuple(resolution.entities.values()), tuple(resolution.facts.values())
            known = (*snapshot.entities, *snapshot.facts)
            delta = GraphDelta(
                user_id=given.user_id,
                revision=snapshot.revision,
                entities=entities,
                facts=facts,
                mentions=tuple(resolution.mentions.values()),
                operations=tuple(resolution.operations),
                embeddings=await vectors_of(self.embedder, (*entities, *facts), known, made=vectors),
                settled=tuple(settled),
                worker_id=worker_id,
            )
            await apply_with_insights(self.store, delta)
            return list(delta.operations)

        return await retry_on_conflict(step)

    async def unite(self, batch: Batch, said: ProposedUnion, *, actor: str) -> Operation | None:
        """Make one of two entities that a batch says are one, while its worker holds it.

        The user keeps their node, else who has a name does. The word of an assistant or a tool does not unite what
        people told of. Nothing happens where one of them is gone, both are one by now, or somebody said that they are
        two.

        Raises:
            LeaseLostError: the batch is another worker's by now; nothing was written.
        """
        scope = scope_in_use(batch.user_id)
        found = await self.store.read(EntityQuery(scope, ids=[said.one, said.other]))
        if len(found) < 2 or not _may_be_one(*found):
            return None
        if said.origin.trust < Origin.IMPORT.trust:
            _log.warning("extraction: %s and %s stay apart: it is not the user who says that they are one", *found)
            return None
        if frozenset((said.one, said.other)) in await told_apart(self.store, scope):
            return None
        kept, gone = sorted(
            found, key=lambda one: (SELF_KEY not in entity_keys(one), wording_of(one.name) != "name", one.id)
        )
        sources = tuple(source.id for source in said.sources)
        asked = MergeRequest(gone.id, kept.id, actor, f"they were said to be one: {said.words}", sources, batch)
        return await self.merge(scope, asked)

    async def merge(self, scope: Scope, asked: MergeRequest) -> Operation:
        """Make one of two entities; see `memary.resolution.merge`."""
        return await merge(self.store, self.embedder, scope, self.predicates, asked)

    async def _snapshot(self, given: Proposals, vectors: dict[str, Embedding]) -> Snapshot:
        scope = scope_in_use(given.user_id)
        keys = proposed_names(given.entities, given.facts) | {SELF_KEY, *none_keys()}
        if given.user_name:
            keys.add(entity_key(given.user_name))

        def told(names: NamedNodes, beside: Sequence[Entity]) -> _Told:
            return _Told(scope, given, self.predicates, names.known, beside)

        async def named(reads: Reads) -> tuple[Snapshot, NamedNodes]:
            revision = await reads.read(RevisionQuery(given.user_id))  # first: it tells whether the rest is of now
            names = await by_names(reads, scope, given, keys)
            snapshot = Snapshot(revision, [*names.known, *names.beside])
            if not self._candidates.are_told_by_meaning(names):
                snapshot = await told(names, names.beside).added(reads, snapshot)
            return snapshot, names

        snapshot, names = await self.store.at_once(named)
        if not self._candidates.are_told_by_meaning(names):
            return snapshot
        beside, near = await self._candidates.beside(scope, given, names, vectors)
        snapshot = replace(snapshot, entities=[*names.known, *beside], near=near)
        return await self.store.at_once(lambda reads: told(names, beside).added(reads, snapshot))


@dataclass(frozen=True, slots=True)
class _Told:
    """Reads what is told of the nodes that proposals may touch.

    Attributes:
        scope: whose graph it is.
        given: the proposals.
        predicates: which facts compete.
        known: the nodes that bear the names of the proposals.
        beside: other nodes that these may mean.
    """

    scope: Scope
    given: Proposals
    predicates: Predicates
    known: Sequence[Entity]
    beside: Sequence[Entity]

    async def added(self, reads: Reads, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot of the nodes with the facts, mentions and times that are told of them."""
        scope, given = self.scope, self.given
        told_to = scope_in_use(given.user_id, given.agent_id)
        facts = await facts_about(reads, told_to, self.known, self.beside)
        if not given.facts:
            return replace(snapshot, facts=facts, mentions=await self._mentions(reads, ()))
        facts += await self._competing(reads, told_to, [one.id for one in snapshot.entities])
        facts += await self._told_over(reads, told_to)
        targets = {fact.target_id for fact in given.facts if fact.target_id}
        targets |= {one.fact for fact in given.facts for one in fact.rests_on if isinstance(one.fact, str)}
        targets -= {fact.id for fact in facts}
        if targets:
            facts += await reads.read(FactQuery(told_to, ids=targets))
        doubted = {id_ for fact in facts for id_ in fact.conflicts_with} - {fact.id for fact in facts}
        if doubted:
            facts += await reads.read(FactQuery(told_to, ids=doubted))
        if any(fact.rests_on for fact in facts):
            facts = await with_grounds(reads, scope, facts)
        mentions = await self._mentions(reads, facts)
        said_at = await self._said_at(reads, snapshot.entities, facts)
        once = list({fact.id: fact for fact in facts}.values())
        return replace(snapshot, facts=once, mentions=mentions, said_at=said_at)

    async def _said_at(self, reads: Reads, entities: Sequence[Entity], facts: Sequence[Fact]) -> dict[str, datetime]:
        """Read when sources of facts were said.

        Those of facts about values: where one becomes a node, it came up there. And where older talk comes in, those
        of what was said several times. And where a month is told, in which something else may have been said still.
        """
        values = {entity.id for entity in entities if entity.type == VALUE}
        sources = {id_ for fact in facts if fact.object_id in values for id_ in fact.source_ids}
        if min((one.at for fact in self.given.facts for one in fact.sources), default=FOREVER) < utc_now() - _OLDER:
            sources |= {id_ for fact in facts if len(fact.source_ids) > 1 for id_ in fact.source_ids}
        if any(fact.rough_start for fact in self.given.facts):
            sources |= {id_ for fact in facts for id_ in fact.source_ids}
        said = await reads.read(MessageQuery(self.scope, ids=sources)) if sources else []
        return {message.id: message.created_at for message in said}

    async def _competing(self, reads: Reads, scope: Scope, ids: Sequence[str]) -> list[Fact]:
        """Read what proposed facts may compete with.

        Facts of the same two nodes, and of a single-valued matter.
        """
        if not ids:
            return []
        facts = await reads.read(FactQuery(scope, entity_ids=ids, object_ids=ids))
        related = {name for fact in self.given.facts for name in self.predicates.related_to(fact.predicate)}
        denied = {fact.predicate for fact in self.given.facts if names_nothing(fact.object)}
        single = {name for name in related if self.predicates.matter_of(name) is not None}
        measured = {name for fact in self.given.facts for name in self._amounts_beside(fact)}
        if read := single | denied | measured:
            facts += await reads.read(FactQuery(scope, entity_ids=ids, predicates=read))
        if liking := {name for name in related if attitude_of(name) > 0}:
            about = FactQuery(scope, entity_ids=ids, predicates=liking, newest_first=True, limit=_LIKINGS)
            facts += await reads.read(about)
        return facts

    async def _told_over(self, reads: Reads, scope: Scope) -> list[Fact]:
        """Read what may be meant by what is told as over without a number, by the words of that."""
        words = {word for fact in self.given.facts if fact.is_past_news for word in telling_words(fact.object)}
        if not words:
            return []
        asked = SearchQuery(scope, Fact, terms=sorted(words), limit=_TOLD_OVER, view=View.now(utc_now()))
        return [one.record for one in await reads.read(asked)]

    def _amounts_beside(self, fact: ProposedFact) -> set[str]:
        """Return the predicates under which another amount of what a fact tells may be known."""
        if unit_of(fact.object) is None and not is_time(fact.object):
            return set()
        return self.predicates.of_measure(fact.predicate) or ({fact.predicate} if fact.op == "UPDATE" else set())

    async def _mentions(self, reads: Reads, facts: Sequence[Fact]) -> list[Mention]:
        """Read what the sources mention already; a fact that was given without a message is its own source."""
        given = self.given
        sources = {source.id for proposed in (*given.entities, *given.facts) for source in proposed.sources}
        if any(not proposed.sources for proposed in given.facts):
            sources |= {fact.id for fact in facts}
        return await reads.read(MentionQuery(self.scope, source_ids=sources)) if sources else []


def _may_be_one(one: Entity, other: Entity) -> bool:
    """Return whether two entities are of types that go together: a person is no place."""
    return GENERIC in (one.type, other.type) or one.type == other.type
