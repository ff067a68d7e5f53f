"""The one path by which facts enter the graph: read what may be touched, resolve, embed, apply.

Reading and writing are tied by the user's revision. If another writer came between, the step is computed again from
what is there now; no model is asked twice for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import anyio

from memary.errors import ModelError, RevisionConflictError
from memary.ingestion.extract import proposed_names
from memary.ingestion.proposed import NamedEntity, ProposedFact, Snapshot
from memary.ingestion.resolution import Resolution
from memary.ingestion.resolve import resolve
from memary.llm.base import Embedder
from memary.memory.identity import SELF_KEY
from memary.memory.predicates import opposites_of, predicates_of_matter
from memary.stores.base import GraphStore
from memary.text import embedding_text, entity_key
from memary.types import Embedding, GraphDelta, Operation, Scope, utc_now

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

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

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
            snapshot = await self._snapshot(given)
            resolution = resolve(
                user_id=given.user_id,
                entities=given.entities,
                facts=given.facts,
                snapshot=snapshot,
                now=utc_now(),
                actor=given.actor,
                user_name=given.user_name,
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

    async def _snapshot(self, given: Proposals) -> Snapshot:
        scope = Scope(user_id=given.user_id)
        revision = await self._store.revision(given.user_id)
        keys = proposed_names(given.entities, given.facts) | {SELF_KEY}
        if given.user_name:
            keys.add(entity_key(given.user_name))
        entities = await self._store.entities(scope, keys=keys)
        if not given.facts or not entities:
            return Snapshot(revision, entities)
        ids = [entity.id for entity in entities]
        predicates = {
            other
            for fact in given.facts
            for other in predicates_of_matter(fact.predicate) | opposites_of(fact.predicate)
        }
        facts = await self._store.facts(scope, entity_ids=ids, predicates=predicates)
        targets = {fact.target_id for fact in given.facts if fact.target_id}
        if targets:
            facts += await self._store.facts(scope, ids=targets)
        facts += await self._store.facts(scope, entity_ids=ids, newest_first=True, limit=_PAIR_LIMIT)
        return Snapshot(revision, entities, list({fact.id: fact for fact in facts}.values()))

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
