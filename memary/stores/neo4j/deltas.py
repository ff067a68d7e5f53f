"""Messages and deltas as they come in, each written as a whole inside the caller's transaction."""

from __future__ import annotations

from memary.errors import InputError
from memary.stores.commands import Append, Apply
from memary.stores.conflicts import has_moved_on
from memary.stores.neo4j import queue, scrub, writes
from memary.stores.neo4j.driver.connection import Transaction
from memary.stores.neo4j.queries.facts import put_facts, remove_facts
from memary.stores.neo4j.queries.mentions import put_mentions, remove_mentions
from memary.types import GraphDelta, Message, utc_now


async def append(tx: Transaction, command: Append) -> list[Message]:
    """Store messages, and return the stored one for each; see `Store.append`."""
    by_user: dict[str, list[Message]] = {}
    for message in command.messages:
        by_user.setdefault(message.user_id, []).append(message)
    stored: dict[tuple[str, str], Message] = {}
    for user_id in sorted(by_user):
        await writes.make_user(tx, user_id)
        said = by_user[user_id]
        for kept in await writes.put_messages(tx, user_id, said, command.embeddings, command.due_at):
            stored[user_id, kept.digest] = kept
    return [stored[message.user_id, message.digest] for message in command.messages]


async def apply(tx: Transaction, command: Apply) -> None:
    """Write a delta; see `Store.apply`."""
    delta = command.delta
    user = await writes.lock_user(tx, delta.user_id)
    if held := (*delta.settled, *delta.leased):
        lease_owner = user["lease_owner"] if user else None
        await queue.check_held(tx, delta.user_id, held, delta.worker_id, lease_owner)
    if (revision := user["revision"] if user else 0) != delta.revision:
        raise has_moved_on(delta, revision)
    if user is None:
        if not delta.holds_records:
            return
        user = await writes.make_user(tx, delta.user_id)
        if not user["is_new"]:
            raise has_moved_on(delta, user["revision"])
    freed = await scrub.size_of(tx, delta.user_id, _removed(delta))
    await _write(tx, delta)
    await writes.set_revision(tx, delta.user_id, user["revision"] + 1)
    await scrub.note_freed(tx, freed)


def _removed(delta: GraphDelta) -> dict[str, tuple[str, ...]]:
    """Return what a delta removes or writes over, by label."""
    return {
        "Message": (*delta.removed_messages, *(one.id for one in (*delta.messages, *delta.annotated))),
        "Fact": delta.removed_facts,
        "Entity": delta.removed_entities,
        "Operation": delta.removed_operations,
        "Summary": delta.removed_summaries,
        "Held": delta.removed_held,
    }


async def _write(tx: Transaction, delta: GraphDelta) -> None:
    user_id = delta.user_id
    await writes.put_messages(tx, user_id, delta.returned, {}, utc_now())
    # what stays is written before anything goes: facts that move from a removed entity to another keep their vectors
    await writes.put_entities(tx, user_id, delta.entities, delta.embeddings)
    await put_facts(tx, user_id, delta.facts, delta.embeddings, utc_now())
    if await put_mentions(tx, user_id, delta.mentions) < len(delta.mentions):
        raise InputError(
            f"A mention of user {user_id!r} names an entity or a source that is not stored: store it first."
        )
    await writes.put_operations(tx, user_id, delta.operations)
    await writes.put_summaries(tx, user_id, delta.summaries)
    await writes.rewrite_messages(tx, user_id, delta.messages, delta.embeddings)
    await writes.annotate_messages(tx, user_id, delta.annotated)
    await writes.put_held(tx, user_id, delta.held)
    if delta.settled:
        await queue.settle(tx, user_id, delta.settled)
    await remove_mentions(tx, user_id, delta.removed_mentions)
    await writes.remove_entities(tx, user_id, delta.removed_entities)
    await remove_facts(tx, user_id, delta.removed_facts)
    await writes.remove_messages(tx, user_id, delta.removed_messages)
    await writes.remove_operations(tx, user_id, delta.removed_operations)
    await writes.remove_summaries(tx, user_id, delta.removed_summaries)
    await writes.remove_held(tx, user_id, delta.removed_held)
    if delta.frees_messages:
        await queue.end_lease_of_nothing(tx, user_id)
