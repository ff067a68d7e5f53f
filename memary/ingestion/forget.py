"""Forget part of a user's memory: read what is held, plan, apply, until no other writer came between."""

from __future__ import annotations

from memary.errors import NotFoundError, RevisionConflictError
from memary.memory.forgetting import Holdings, Manifest, plan_forgetting
from memary.stores.base import GraphStore
from memary.types import Entity, Fact, Mention, Message, Operation, Scope, Summary


async def forget_part(
    store: GraphStore,
    scope: Scope,
    *,
    message_id: str | None = None,
    fact_id: str | None = None,
    entity_ids: frozenset[str] = frozenset(),
) -> Manifest:
    """Forget a message, a fact, entities, or the session of the scope, and what rests on it alone.

    Raises:
        NotFoundError: there is no such thing.
    """
    while True:
        held = await _holdings(store, scope.user_id)
        messages = {m.id for m in held.messages if m.id == message_id or m.session_id == scope.session_id is not None}
        facts = {fact.id for fact in held.facts if fact.id == fact_id}
        if not (messages or facts or entity_ids):
            what = next(
                f"{name} {value!r}"
                for name, value in (("message", message_id), ("fact", fact_id), ("session", scope.session_id))
                if value
            )
            raise NotFoundError(f"There is no {what} in the memory of user {scope.user_id!r}.")
        delta, manifest = plan_forgetting(
            scope.user_id, held, message_ids=messages, fact_ids=facts, entity_ids=entity_ids
        )
        try:
            await store.apply(delta)
        except RevisionConflictError:
            continue
        return manifest


async def _holdings(store: GraphStore, user_id: str) -> Holdings:
    revision = await store.revision(user_id)
    held = Holdings(revision, [], [], [], [], [], [])
    async for row in store.dump(user_id):
        match row.record:
            case Message():
                held.messages.append(row.record)
            case Entity():
                held.entities.append(row.record)
            case Fact():
                held.facts.append(row.record)
            case Mention():
                held.mentions.append(row.record)
            case Operation():
                held.operations.append(row.record)
            case Summary():
                held.summaries.append(row.record)
    return held
