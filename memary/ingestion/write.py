"""The one path by which facts enter the graph: read what may be touched, resolve, embed, apply.

Reading and writing are tied by the user's revision. If another writer came between, the step is computed again from
what is there now; no model is asked twice for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import anyio

from memary.errors import ModelError, RevisionConflictError
from memary.ingestion.candidates import Candidates, facts_about
from memary.ingestion.extract import proposed_names
from memary.ingestion.proposed import NamedEntity, ProposedFact, Snapshot
from memary.ingestion.resolution import Resolution
from memary.ingestion.resolve import resolve
from memary.llm.base import Embedder
from memary.memory.identity import SELF_KEY
from memary.memory.predicates import BUILT_IN, Predicates
from memary.stores.base import GraphStore
from memary.text import embedding_text, entity_key
from memary.types import Embedding, Fact, GraphDelta, Mention, Operation, Scope, utc_now

_ATTEMPTS = 50
_PAIR_LIMIT = 200
"""How many facts of an object are looked through for one that says the same in other words."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """What is to be written for one user, and on whose word."""

    user_id: str
    entities: Sequence[NamedEntity] = ()
    facts: Sequence[ProposedFact] = ()
    actor: str = "caller"
    user_name: str | None = None


class GraphWriter:
    """Writes proposals to a store."""

    def __init__(self, store: GraphStore, embedder: Embedder, predicates: Predicates = BUILT_IN) -> None:
        self._store = store
        self._predicates = predicates
        self._embedder = embedder
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
        vectors: dict[str, Embedding] = {}
        for attempt in range(_ATTEMPTS):
            snapshot = await self._snapshot(given, vectors)
            resolution = resolve(
                user_id=given.user_id,
                entities=given.entities,
                facts=given.facts,
                snapshot=snapshot,
                now=utc_now(),
                actor=given.actor,
                user_name=given.user_name,
                predicates=self._predicates,
            )
            delta = GraphDelta(
                user_id=given.user_id,
                revision=snapshot.revision,
                entities=tuple(resolution.entities.values()),
                facts=tuple(resolution.facts.values()),
                mentions=tuple(resolution.mentions.values()),
                operations=tuple(resolution.operations),
                embeddings=await self._embed(resolution, snapshot, vectors),
                settled=tuple(settled),
                worker_id=worker_id,
            )
            try:
                await self._store.apply(delta)
            except RevisionConflictError:
                if attempt == _ATTEMPTS - 1:
                    raise
                await anyio.sleep(0.002 * attempt)
            else:
                return list(delta.operations)
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def _snapshot(self, given: Proposals, vectors: dict[str, Embedding]) -> Snapshot:
        scope = Scope(user_id=given.user_id)
        revision = await self._store.revision(given.user_id)
        keys = proposed_names(given.entities, given.facts) | {SELF_KEY}
        if given.user_name:
            keys.add(entity_key(given.user_name))
        entities = await self._store.entities(scope, keys=keys)
        beside, near = await self._candidates.beside(scope, given.entities, given.facts, entities, vectors)
        told = await facts_about(self._store, scope, entities, beside)
        entities += beside
        if not given.facts or not entities:
            return Snapshot(revision, entities, told, await self._mentions(scope, given, ()), near)
        ids = [entity.id for entity in entities]
        predicates = {name for fact in given.facts for name in self._predicates.related_to(fact.predicate)}
        facts = told + await self._store.facts(scope, entity_ids=ids, predicates=predicates)
        targets = {fact.target_id for fact in given.facts if fact.target_id}
        if targets:
            facts += await self._store.facts(scope, ids=targets)
        facts += await self._store.facts(scope, entity_ids=ids, newest_first=True, limit=_PAIR_LIMIT)
        doubted = {id_ for fact in facts for id_ in fact.conflicts_with} - {fact.id for fact in facts}
        if doubted:
            facts += await self._store.facts(scope, ids=doubted)
        mentions = await self._mentions(scope, given, facts)
        return Snapshot(revision, entities, list({fact.id: fact for fact in facts}.values()), mentions, near)

    async def _mentions(self, scope: Scope, given: Proposals, facts: Sequence[Fact]) -> list[Mention]:
        """Read what the sources mention already; a fact that was given without a message is its own source."""
        sources = {source.id for proposed in (*given.entities, *given.facts) for source in proposed.sources}
        if any(not proposed.sources for proposed in given.facts):
            sources |= {fact.id for fact in facts}
        return await self._store.mentions(scope, source_ids=sources) if sources else []

    async def _embed(
        self, resolution: Resolution, snapshot: Snapshot, vectors: dict[str, Embedding]
    ) -> dict[str, Embedding]:
        """Embed what is new or reads differently now, all in one call; `vectors` keeps them over repeated attempts.

        An embedding model that is down does not hold the graph up: the vectors are filled in later.
        """
        known_texts = {record.id: embedding_text(record) for record in (*snapshot.entities, *snapshot.facts)}
        texts: dict[str, str] = {}
        for record in (*resolution.entities.values(), *resolution.facts.values()):
            text = embedding_text(record)
            if known_texts.get(record.id) != text:
                texts[record.id] = text
        missing = [text for text in dict.fromkeys(texts.values()) if text not in vectors]
        if missing:
            try:
                vectors.update(zip(missing, await self._embedder.embed(missing), strict=True))
            except ModelError:
                return {}
        return {id_: vectors[text] for id_, text in texts.items()}
