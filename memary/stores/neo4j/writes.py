"""Writes of records within a transaction that has locked their user.

Facts are written next door, in `facts`. Every statement can be repeated: nodes are merged on ids that the caller
made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from memary.errors import InputError
from memary.stores.base import first_revision
from memary.stores.neo4j import rows, values
from memary.stores.neo4j.driver.connection import Row, Transaction, chunks, made_ahead
from memary.stores.neo4j.queries.facts import redraw, remove_facts
from memary.stores.neo4j.queries.mentions import mentioned_by, recount
from memary.text.captions import uncaptioned
from memary.types import VALUE, Embedding, Entity, HeldPart, Message, Operation, Summary, utc_now

# a write takes the lock, and only a later statement is sure to see what its last holder wrote; if that one removed
# the node, the server passes the write over without a word, and the node has no id any more
_LOCK_USER = "MATCH (u:User {id: $user}) SET u.last_write = datetime(), u.stamp = randomUUID() RETURN u.id AS id"
_MAKE_USER = """
MERGE (u:User {id: $user})
ON CREATE SET u.revision = $first
SET u.last_write = datetime(), u.stamp = randomUUID()
RETURN u.id AS id
"""

_READ_USER = """
MATCH (u:User {id: $user})
RETURN u.revision AS revision, u.lease_owner AS lease_owner, u.lease_until AS lease_until
"""

_STORED = f"""
MATCH (n:Message) WHERE n.user_id = $user AND n.digest IN $digests RETURN collect({rows.selected(Message)})
"""
_CREATE_MESSAGES = f"""
MATCH (u:User {{id: $user}})
UNWIND $rows AS row
CREATE (u)-[:HAS_MESSAGE]->(:Message {values.MESSAGE.with_vector("row[0]", "row[1]")})
"""
_CREATE_MESSAGES_OF_SESSIONS = f"""
MATCH (u:User {{id: $user}})
UNWIND $sessions AS session
MERGE (s:Session {{user_id: $user, id: session[0]}})
MERGE (u)-[:HAS_SESSION]->(s)
WITH s, session
UNWIND session[1] AS row
CREATE (s)-[:HAS_MESSAGE]->(:Message {values.MESSAGE.with_vector("row[0]", "row[1]")})
"""

_REWRITE_MESSAGES = f"""
UNWIND $rows AS row
MATCH (m:Message {{user_id: $user, id: row.id}})
WITH m, row, {values.has_vector("row.vector")} OR m.content <> row.properties.content AS replaced
SET m += row.properties
SET m += CASE WHEN replaced THEN {values.vector_map("row.vector")} ELSE {{}} END
REMOVE m.lease_owner
"""
_ANNOTATE_MESSAGES = """
UNWIND $rows AS row
MATCH (m:Message {user_id: $user, id: row.id})
SET m += row.properties
"""
_ANNOTATED = ("metadata", "meta")
_REWRITTEN = ("content", "language", "metadata", "meta", "terms", "caption", "state", "attempts", "error")

# a vector outlives a rewrite only where the text that it stands for stays
_PUT_ENTITIES = f"""
UNWIND $rows AS row
MERGE (e:Entity {{user_id: $user, id: row.id}})
ON CREATE SET e.unembedded = true
WITH e, row, e.type <> row.properties.type AND $value IN [e.type, row.properties.type] AS turned,
     [l IN labels(e) WHERE l <> 'Entity' AND NOT l IN row.labels] AS former,
     {values.has_vector("row.vector")}
     OR e.name <> row.properties.name OR e.description <> row.properties.description
     OR (row.properties.description <> '' AND e.type <> row.properties.type) AS replaced
SET e += row.properties
SET e += CASE WHEN replaced THEN {values.vector_map("row.vector")} ELSE {{}} END
REMOVE e:$(former)
SET e:$(row.labels)
WITH e, turned WHERE turned
RETURN e.id AS id
"""

_DROP_OLD_KEYS = """
UNWIND $rows AS row
MATCH (e:Entity {user_id: $user, id: row.id})<-[:KEY_OF]-(k:EntityKey)
WHERE NOT k.key IN row.keys
DETACH DELETE k
"""

_PUT_KEYS = """
UNWIND $rows AS row
MATCH (e:Entity {user_id: $user, id: row.id})
UNWIND row.keys AS key
MERGE (k:EntityKey {user_id: $user, key: key, entity_id: row.id})
ON CREATE SET k.id = key  // LlamaIndex wants an id of whatever an entity is tied to
MERGE (k)-[:KEY_OF]->(e)
"""

_PUT_OPERATIONS = """
UNWIND $rows AS row
MERGE (o:Operation {user_id: $user, id: row.id})
SET o += row
"""

_PUT_HELD = """
UNWIND $rows AS row
MERGE (h:Held {user_id: $user, id: row.id})
SET h += row
"""

_PUT_SUMMARIES = """
UNWIND $rows AS row
MATCH (u:User {id: $user})
MERGE (s:Session {user_id: $user, id: row.session_id})
MERGE (u)-[:HAS_SESSION]->(s)
MERGE (y:Summary {user_id: $user, session_id: row.session_id})
SET y += row
MERGE (s)-[:HAS_SUMMARY]->(y)
"""

_REMOVE_ENTITIES = """
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
OPTIONAL MATCH (e)<-[:KEY_OF]-(k:EntityKey)
DETACH DELETE k, e
"""

_FACTS_OF_ENTITIES = """
MATCH (f:Fact)
WHERE f.user_id = $user AND f.{end}_id IN $ids
  AND f.invalid_at IS NOT NULL AND f.valid_at IS NOT NULL AND f.id IS NOT NULL
RETURN f.id AS id
"""

_REMOVE_OPERATIONS = "UNWIND $ids AS id MATCH (o:Operation {user_id: $user, id: id}) DETACH DELETE o"
_REMOVE_SUMMARIES = "UNWIND $ids AS id MATCH (y:Summary {user_id: $user, session_id: id}) DETACH DELETE y"

_REMOVE_HELD = "UNWIND $ids AS id MATCH (h:Held {user_id: $user, id: id}) DELETE h"

_SESSIONS_OF_MESSAGES = """
MATCH (m:Message) WHERE m.user_id = $user AND m.id IN $ids AND m.session_id IS NOT NULL
RETURN DISTINCT m.session_id AS id
"""
_REMOVE_MESSAGES = "UNWIND $ids AS id MATCH (m:Message {user_id: $user, id: id}) DETACH DELETE m"
_REMOVE_EMPTY_SESSIONS = """
MATCH (s:Session) WHERE s.user_id = $user AND s.id IN $ids AND NOT EXISTS { (s)-->() }
DETACH DELETE s
"""


async def lock_user(tx: Transaction, user_id: str) -> Row | None:
    """Keep the user's other writers waiting, and return its revision and lease; None for an unknown user."""
    locked = await tx.row(_LOCK_USER, user=user_id)
    return await tx.row(_READ_USER, user=user_id) if locked and locked["id"] else None


async def make_user(tx: Transaction, user_id: str) -> Row:
    """Create the user if need be, lock it for other writers, and return its revision, lease and newness."""
    first = first_revision()
    while not (locked := await tx.row(_MAKE_USER, user=user_id, first=first)) or not locked["id"]:
        pass  # it was being forgotten, and is gone by now
    found = await tx.row(_READ_USER, user=user_id)
    assert found is not None  # merged above, and locked since
    return found | {"is_new": found["revision"] == first}


async def read_user(tx: Transaction, user_id: str) -> Row | None:
    """Return the user's revision and lease; None for an unknown user."""
    return await tx.row(_READ_USER, user=user_id)


async def set_revision(tx: Transaction, user_id: str, revision: int) -> None:
    """Note the revision that the user's graph now has."""
    await tx.run("MATCH (u:User {id: $user}) SET u.revision = $revision", user=user_id, revision=revision)


async def put_messages(
    tx: Transaction,
    user_id: str,
    messages: Sequence[Message],
    embeddings: Mapping[str, Embedding],
    due_at: datetime,
) -> list[Message]:
    """Write one user's messages.

    Return for each the stored one, which for a known digest is the earlier one.
    """
    stored: list[Message] = []

    def sent(some: Sequence[Message]) -> list[list[Any]]:
        return [_new_message(message, embeddings.get(message.id)) for message in some]

    async for some, made in made_ahead(messages, sent):
        found = await tx.collected(_STORED, user=user_id, digests=[each.digest for each in some])
        by_digest = {kept.digest: kept for kept in map(rows.message_from, found)}
        of_sessions: dict[str, list[list[Any]]] = {}
        others: list[list[Any]] = []
        for message, row in zip(some, made, strict=True):
            if message.digest not in by_digest:
                by_digest[message.digest] = message
                (of_sessions.setdefault(message.session_id, []) if message.session_id else others).append(row)
        shared: Row = {"user": user_id, "owner": rows.owner_token(user_id), "due_at": due_at}
        if of_sessions:
            await tx.run(_CREATE_MESSAGES_OF_SESSIONS, sessions=[*map(list, of_sessions.items())], **shared)
        if others:
            await tx.run(_CREATE_MESSAGES, rows=others, **shared)
        stored += [_same_text(each, by_digest[each.digest]) for each in some]
    return stored


def _same_text(message: Message, stored: Message) -> Message:
    """Return the stored message of a digest.

    Raises:
        InputError: it has another text.
    """
    if uncaptioned(stored) != uncaptioned(message):
        raise InputError(
            f"The message id {message.id} belongs to another message of {message.user_id}: give it a new id."
        )
    return stored


def _new_message(message: Message, embedding: Embedding | None) -> list[Any]:
    return [values.MESSAGE.of(rows.message_properties(message)), values.vector_values(embedding)]


async def rewrite_messages(
    tx: Transaction, user_id: str, messages: Iterable[Message], embeddings: Mapping[str, Embedding]
) -> None:
    """Give stored messages another text or other metadata; those that are not there are passed over."""
    for some in chunks(messages):
        data = [
            {
                "id": message.id,
                "properties": _properties(message, _REWRITTEN),
                "vector": values.vector_values(embeddings.get(message.id)),
            }
            for message in some
        ]
        await tx.run(_REWRITE_MESSAGES, user=user_id, rows=data)


async def annotate_messages(tx: Transaction, user_id: str, messages: Iterable[Message]) -> None:
    """Give stored messages other metadata; those that are not there are passed over."""
    for some in chunks(messages):
        data = [{"id": message.id, "properties": _properties(message, _ANNOTATED)} for message in some]
        await tx.run(_ANNOTATE_MESSAGES, user=user_id, rows=data)


def _properties(message: Message, names: Collection[str]) -> Row:
    return {name: value for name, value in rows.message_properties(message).items() if name in names}


async def put_entities(
    tx: Transaction, user_id: str, entities: Iterable[Entity], embeddings: Mapping[str, Embedding]
) -> None:
    """Write entities with their type as a label, and the keys under which they are looked up.

    Where a value becomes a node, or a node a value, its facts are drawn as they now are.
    """
    for some in chunks(entities):
        data = [
            {
                "id": each.id,
                "labels": rows.entity_labels(each.type),
                "keys": rows.index_keys(each),
                "properties": rows.entity_properties(each),
                "vector": values.vector_values(embeddings.get(each.id)),
            }
            for each in some
        ]
        turned = await tx.rows(_PUT_ENTITIES, user=user_id, rows=data, value=VALUE)
        await redraw(tx, user_id, [row["id"] for row in turned], utc_now())
        keys = [{"id": row["id"], "keys": row["keys"]} for row in data]
        await tx.run(_DROP_OLD_KEYS, user=user_id, rows=keys)
        await tx.run(_PUT_KEYS, user=user_id, rows=keys)


async def put_operations(tx: Transaction, user_id: str, operations: Iterable[Operation]) -> None:
    """Write rows of the ledger."""
    for some in chunks(operations):
        await tx.run(_PUT_OPERATIONS, user=user_id, rows=[rows.operation_properties(each) for each in some])


async def put_summaries(tx: Transaction, user_id: str, summaries: Iterable[Summary]) -> None:
    """Write the running summaries of sessions."""
    for some in chunks(summaries):
        await tx.run(_PUT_SUMMARIES, user=user_id, rows=[each.model_dump() for each in some])


async def put_held(tx: Transaction, user_id: str, parts: Iterable[HeldPart]) -> None:
    """Write parts that are held aside."""
    for some in chunks(parts):
        await tx.run(_PUT_HELD, user=user_id, rows=[rows.held_properties(each) for each in some])


async def remove_entities(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Remove entities with their facts, keys and mentions."""
    if not ids:
        return
    of_them: set[str] = set()
    for end in ("subject", "object"):
        found = await tx.rows(_FACTS_OF_ENTITIES.format(end=end), user=user_id, ids=list(ids))
        of_them.update(row["id"] for row in found)
    await remove_facts(tx, user_id, of_them)
    await tx.run(_REMOVE_ENTITIES, user=user_id, ids=list(ids))


async def remove_messages(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Remove messages with their mentions, and sessions that have nothing left."""
    if ids:
        sessions = [row["id"] for row in await tx.rows(_SESSIONS_OF_MESSAGES, user=user_id, ids=list(ids))]
        mentioned = await mentioned_by(tx, user_id, "Message", ids)
        await tx.run(_REMOVE_MESSAGES, user=user_id, ids=list(ids))
        await recount(tx, user_id, mentioned)
        await tx.run(_REMOVE_EMPTY_SESSIONS, user=user_id, ids=sessions)


async def remove_operations(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Remove rows of the ledger."""
    if ids:
        await tx.run(_REMOVE_OPERATIONS, user=user_id, ids=list(ids))


async def remove_held(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Remove parts that were held aside."""
    if ids:
        await tx.run(_REMOVE_HELD, user=user_id, ids=list(ids))


async def remove_summaries(tx: Transaction, user_id: str, session_ids: Collection[str]) -> None:
    """Remove the summaries of sessions, and sessions that have nothing left."""
    if session_ids:
        await tx.run(_REMOVE_SUMMARIES, user=user_id, ids=list(session_ids))
        await tx.run(_REMOVE_EMPTY_SESSIONS, user=user_id, ids=list(session_ids))
