"""Merge two nodes: read both with their facts and mentions, plan, apply, until nobody came between."""

from __future__ import annotations

from dataclasses import dataclass

from memary.checks.faults import shown
from memary.errors import InputError
from memary.facts.identity import lookup_key
from memary.facts.ledger import before_after
from memary.facts.predicates import Predicates
from memary.facts.transaction import facts_between_places, retry_on_conflict, vectors_of
from memary.models.base import Embedder
from memary.queries import EntityQuery, FactQuery, MentionQuery
from memary.reflection.insight_evidence import apply_with_insights
from memary.resolution.merge_plan import MergePlan, SpokenOf, plan_merge
from memary.resolution.names.suggestions import near_names, no_entity
from memary.stores.store import Store
from memary.text import entity_key
from memary.types import VALUE, Action, Batch, Entity, Fact, GraphDelta, Mention, Operation, Scope, utc_now


@dataclass(frozen=True, slots=True)
class MergeRequest:
    """Two entities that somebody says are one, or are two.

    Attributes:
        entity: the name, alias or id of the one that goes if they are one.
        into: that of the one that stays.
        actor: who says so, for the ledger.
        reason: why, for the ledger.
        source_ids: messages that say so.
        batch: the batch that they were read from, if a worker says so; it is done only while that is leased to it.
    """

    entity: str
    into: str
    actor: str
    reason: str
    source_ids: tuple[str, ...] = ()
    batch: Batch | None = None


async def merge(
    store: Store, embedder: Embedder, scope: Scope, predicates: Predicates, asked: MergeRequest
) -> Operation:
    """Give all that is known of one entity to another, and return the ledger's row.

    Args:
        store: where they are.
        embedder: embeds the united node, if it reads differently.
        scope: whose they are.
        predicates: which relations hold one value at a time.
        asked: which two, and who says so.

    Raises:
        NotFoundError: there is no such entity.
        InputError: several are meant, or both are one already.
        LeaseLostError: the batch is another worker's by now; nothing was written.
    """

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        gone, kept = await one_entity(store, scope, asked.entity), await one_entity(store, scope, asked.into)
        if gone.id == kept.id:
            both = f"{shown(asked.entity)} and {shown(asked.into)}"
            raise InputError(f"{both} are already one entity: {shown(kept.name)}.")
        ends, now = [gone.id, kept.id], utc_now()
        facts = await store.read(FactQuery(scope, entity_ids=ends))
        spoken = SpokenOf(
            facts=facts,
            mentions=await store.read(MentionQuery(scope, entity_ids=ends)),
            places=await facts_between_places(store, scope, facts, predicates),
        )
        merging = plan_merge(gone, kept, spoken, predicates=predicates, now=now)
        row = Operation(
            user_id=scope.user_id,
            at=now,
            actor=asked.actor,
            action=Action.MERGE,
            target_id=kept.id,
            reason=asked.reason,
            before=before_after(merging.before),
            after=before_after(merging.after),
            source_ids=asked.source_ids,
        )
        await apply_with_insights(store, await _delta(embedder, revision, row, merging, asked.batch))
        return row

    return await retry_on_conflict(step)


async def _delta(
    embedder: Embedder, revision: int, row: Operation, merging: MergePlan, batch: Batch | None
) -> GraphDelta:
    entities = tuple(record for record in merging.after if isinstance(record, Entity))
    left = {entity.id for entity in entities}
    return GraphDelta(
        user_id=row.user_id,
        revision=revision,
        entities=entities,
        facts=tuple(record for record in merging.after if isinstance(record, Fact)),
        mentions=tuple(record for record in merging.after if isinstance(record, Mention)),
        operations=(row,),
        embeddings=await vectors_of(embedder, entities, merging.before),
        leased=tuple(message.id for message in batch.messages) if batch else (),
        worker_id=batch.worker_id if batch else None,
        removed_entities=tuple(
            record.id for record in merging.before if isinstance(record, Entity) and record.id not in left
        ),
    )


async def one_entity(store: Store, scope: Scope, name: str) -> Entity:
    """Return the one entity of an id or a name; an alias counts where no entity has the name.

    Raises:
        NotFoundError: there is none.
        InputError: a name means several.
    """
    keys = {lookup_key(name), entity_key(name)}
    found = await store.read(EntityQuery(scope, ids=[name])) or await store.read(EntityQuery(scope, keys=keys))
    if not found:
        raise no_entity(name, scope.user_id, near_names(name, await store.read(EntityQuery(scope))))
    found = [entity for entity in found if entity.type != VALUE] or found
    found = [entity for entity in found if entity.key in keys] or found
    if len(found) > 1:
        which = ", ".join(f"{entity.id} ({entity.name}, {entity.type})" for entity in found)
        raise InputError(f"{len(found)} entities are called {shown(name)}: name one by its id: {which}.")
    return found[0]
