"""Undo an operation: read its row and its later changes, plan, apply, until nobody came between."""

from __future__ import annotations

from collections.abc import Collection

from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.facts.ledger import GraphRecord, Key, Present, UndoPlan, changes, key_of, plan_undo
from memary.facts.predicates import BUILT_IN
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.forgetting.forget import ForgetPart, forget_part
from memary.models.base import Embedder
from memary.queries import EntityQuery, FactQuery, MentionQuery, MessageQuery, OperationQuery
from memary.reflection.insight_evidence import apply_with_insights
from memary.stores.store import Store
from memary.types import Entity, Fact, FactKind, GraphDelta, Mention, Operation, Scope
from memary.types.access import ACCESS


async def undo(store: Store, embedder: Embedder, scope: Scope, operation_id: str) -> Operation:
    """Take an operation back as if it had not happened, its row too; return that row.

    Raises:
        NotFoundError: there is no such operation.
        InputError: something later was built on it, or it cannot be undone.
    """
    return await retry_on_conflict(lambda: _undo(store, embedder, scope, operation_id))


async def _undo(store: Store, embedder: Embedder, scope: Scope, operation_id: str) -> Operation:
    revision = await store.revision(scope.user_id)
    found = await store.read(OperationQuery(scope, ids=[operation_id]))
    if not found:
        raise NotFoundError(
            f"There is no operation {shown(operation_id)} of user {shown(scope.user_id)}: "
            "`memary operations` lists them. One that is undone already cannot be undone again."
        )
    (row,) = found
    if row.target_id == ACCESS:  # else whoever writes could let in whom the owner keeps out
        raise InputError("A change of access cannot be undone: set it again with memory.access or `memary access`.")
    present = await _present(store, scope, row)
    undoing = plan_undo(row, present)
    if resting := await _insights_on(store, scope, undoing.removed_facts):
        await forget_part(store, Scope(user_id=scope.user_id), BUILT_IN, resting)
        return await _undo(store, embedder, scope, operation_id)
    delta = GraphDelta(
        user_id=scope.user_id,
        revision=revision,
        entities=tuple(undoing.entities),
        facts=(*undoing.facts, *await _without_grounds(store, scope, undoing)),
        mentions=tuple(undoing.mentions),
        operations=tuple(undoing.operations.values()),
        embeddings=await vectors_of(embedder, undoing.entities, present.records.values()),
        removed_entities=tuple(undoing.removed_entities),
        removed_facts=tuple(undoing.removed_facts),
        removed_mentions=tuple(undoing.removed_mentions),
        removed_operations=(row.id,),
    )
    await apply_with_insights(store, delta)
    return row


async def _insights_on(store: Store, scope: Scope, fact_ids: Collection[str]) -> ForgetPart | None:
    """Return the insights that rest on facts which go: they go too, and reflection draws them again."""
    resting = await store.read(FactQuery(scope, source_ids=fact_ids)) if fact_ids else []
    ids = frozenset(one.id for one in resting if one.kind is FactKind.INSIGHT) - set(fact_ids)
    return ForgetPart(fact_ids=ids, with_sources=False) if ids else None


async def _without_grounds(store: Store, scope: Scope, undoing: UndoPlan) -> list[Fact]:
    """Return the facts that rested on removed ones, as if they had not."""
    gone = set(undoing.removed_facts)
    resting = await store.read(FactQuery(scope, ground_ids=gone)) if gone else []
    changed = gone.union(fact.id for fact in undoing.facts)
    return [
        fact.model_copy(update={"rests_on": tuple(one for one in fact.rests_on if one.fact_id not in gone)})
        for fact in resting
        if fact.id not in changed
    ]


async def _present(store: Store, scope: Scope, row: Operation) -> Present:
    """Read what has become of the records of a row, and what else speaks of them."""
    found = changes(row)
    ids = {key for key in found if isinstance(key, str)}
    mentioned = {key[1] for key in found if not isinstance(key, str)}
    facts = await store.read(FactQuery(scope, ids=ids))
    mentions = await store.read(MentionQuery(scope, source_ids=mentioned)) if mentioned else []
    records: dict[Key, GraphRecord] = {
        key_of(record): record for record in (*await store.read(EntityQuery(scope, ids=ids)), *facts, *mentions)
    }
    messages = await store.read(MessageQuery(scope, ids=mentioned)) if mentioned else []
    sourced = {fact.id for fact in await store.read(FactQuery(scope, ids=mentioned))} if mentioned else set[str]()
    made = {key for key, change in found.items() if isinstance(change.after, Entity) and change.is_made}
    return Present(
        records={key: record for key, record in records.items() if key in found},
        rows=await store.read(OperationQuery(scope, touching=ids | mentioned)),
        needed={id_ for id_ in made if isinstance(id_, str) and await _is_spoken_of(store, scope, id_, row)},
        sources={message.id for message in messages} | sourced,
    )


async def _is_spoken_of(store: Store, scope: Scope, entity_id: str, row: Operation) -> bool:
    """Return whether facts or mentions speak of an entity beyond those that a row made."""
    found = changes(row).values()
    facts = {change.after.id for change in found if isinstance(change.after, Fact) and change.is_made}
    mentions = {key_of(change.after) for change in found if isinstance(change.after, Mention) and change.is_made}
    others = await store.read(FactQuery(scope, entity_ids=[entity_id], limit=len(facts) + 1))
    said = await store.read(MentionQuery(scope, entity_ids=[entity_id], limit=len(mentions) + 1))
    return not ({fact.id for fact in others} <= facts and {key_of(mention) for mention in said} <= mentions)
