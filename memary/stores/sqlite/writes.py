"""Writes of messages and of the graph, each inside the caller's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache

from memary.errors import InputError
from memary.queries import RevisionQuery
from memary.stores.base import first_revision
from memary.stores.commands import Append, Apply, ForgetUser, StatsQuery
from memary.stores.conflicts import has_moved_on, lease_lost, no_such_user
from memary.stores.records import ground_ids
from memary.stores.sqlite.queries import reads
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.rows import (
    Values,
    entity_values,
    fact_values,
    held_values,
    id_list,
    mention_values,
    message_values,
    metadata_values,
    operation_values,
    selected,
    summary_values,
    to_entity,
    to_fact,
    to_json,
    to_message,
    to_stamp,
)
from memary.stores.sqlite.schema import TABLES, Kind
from memary.stores.sqlite.vectors.writes import add_vectors, drop_vectors, put_vectors
from memary.text import search_keys
from memary.text.captions import uncaptioned
from memary.text.record_text import embedding_text
from memary.types import Embedding, Entity, Fact, GraphDelta, Message, MessageState, StoreStats


def make_user(connection: sqlite3.Connection, user_id: str) -> int:
    """Return the number of a user, who is made if need be."""
    if (owner := owner_of(connection, user_id)) is None:
        values = (user_id, first_revision())
        connection.execute("INSERT INTO users (user_id, revision) VALUES (?, ?)", values)
        owner = owner_of(connection, user_id)
    assert owner is not None
    return owner


def insert(connection: sqlite3.Connection, table: str, values: Values, *, on_conflict: str) -> bool:
    """Insert a row; `on_conflict` is what to do with one of the same key.

    Return whether a row was written.
    """
    return connection.execute(_inserting(table, tuple(values), on_conflict), values).rowcount > 0


def upsert(
    connection: sqlite3.Connection, table: str, values: Values, *, key: Sequence[str] = ("owner", "id")
) -> None:
    """Insert a row, or replace the one of the same key."""
    insert(connection, table, values, on_conflict=_replacing(tuple(values), tuple(key)))


@lru_cache(maxsize=256)
def _inserting(table: str, columns: tuple[str, ...], on_conflict: str) -> str:
    marks = ", ".join(f":{column}" for column in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT {on_conflict}"


@lru_cache(maxsize=256)
def _replacing(columns: tuple[str, ...], key: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    return f"({', '.join(key)}) DO UPDATE SET {changes}"


def append(connection: sqlite3.Connection, command: Append) -> list[Message]:
    """Store messages; see `Store.append`."""
    stored: list[Message] = []
    new: dict[int, dict[str, Embedding]] = {}
    for message in command.messages:
        owner = make_user(connection, message.user_id)
        vectors = new.setdefault(owner, {})
        vector = command.embeddings.get(message.id)
        values = message_values(message, owner, due_at=to_stamp(command.due_at))
        values["embedded"] = int(vector is not None)
        if insert(connection, "messages", values, on_conflict="DO NOTHING"):
            put_metadata(connection, message, owner)
            stored.append(message)
            if vector is not None:
                vectors[message.id] = vector
        else:
            stored.append(_earlier(connection, message, owner))
    for owner, vectors in new.items():
        add_vectors(connection, owner, "message", vectors)
    return stored


def _earlier(connection: sqlite3.Connection, message: Message, owner: int) -> Message:
    row = connection.execute(
        f"SELECT {selected('messages')} FROM messages r WHERE owner = ? AND digest = ?", (owner, message.digest)
    ).fetchone()
    earlier = None if row is None else to_message(row, message.user_id)
    if earlier is None or uncaptioned(earlier) != uncaptioned(message):
        raise InputError(
            f"The message id {message.id} belongs to another message of {message.user_id}: give it a new id."
        )
    return earlier


def apply(connection: sqlite3.Connection, command: Apply) -> None:
    """Write a delta; see `Store.apply`."""
    delta = command.delta
    known = owner_of(connection, delta.user_id)
    if delta.leased:
        _check_held(connection, known, delta)
    if delta.settled:
        _settle(connection, known, delta)
    if (revision := reads.revision(connection, RevisionQuery(delta.user_id))) != delta.revision:
        raise has_moved_on(delta, revision)
    if known is None and not delta.holds_records:
        return
    owner = make_user(connection, delta.user_id) if known is None else known
    connection.execute("UPDATE users SET revision = revision + 1 WHERE number = ?", (owner,))
    known_ids = _drop_changed_vectors(connection, owner, delta)
    for message in delta.returned:
        _put_back(connection, message, owner)
    new = _put_new(connection, owner, delta, known_ids)
    for entity in delta.entities:
        if entity.id not in new:
            put_entity(connection, entity, owner)
    for fact in delta.facts:
        if fact.id not in new:
            put_fact(connection, fact, owner)
    _put_others(connection, owner, delta)
    put_vectors(connection, owner, {id_: one for id_, one in delta.embeddings.items() if id_ not in new})
    _remove(connection, owner, delta)
    if delta.frees_messages:
        end_lease_of_nothing(connection, owner)


def _put_others(connection: sqlite3.Connection, owner: int, delta: GraphDelta) -> None:
    """Write what hangs on entities and facts, and what stands beside them."""
    for mention in delta.mentions:
        values = mention_values(mention, owner)
        upsert(connection, "mentions", values, key=("owner", "source_id", "entity_id"))
    for operation in delta.operations:
        upsert(connection, "operations", operation_values(operation, owner))
    for summary in delta.summaries:
        upsert(connection, "summaries", summary_values(summary, owner), key=("owner", "session_id"))
    for message in delta.messages:
        _rewrite(connection, message, owner)
    for message in delta.annotated:
        _annotate(connection, message, owner)
    for part in delta.held:
        upsert(connection, "held", held_values(part, owner))


_HELD = (
    "owner = :owner AND id IN (SELECT value FROM json_each(:ids)) AND leased_to = :worker "
    "AND EXISTS (SELECT 1 FROM users u WHERE u.number = :owner AND u.lease_owner = :worker)"
)


def _check_held(connection: sqlite3.Connection, owner: int | None, delta: GraphDelta) -> None:
    values = {"owner": owner, "ids": id_list(delta.leased), "worker": delta.worker_id}
    (held,) = connection.execute(f"SELECT count(*) FROM messages WHERE {_HELD}", values).fetchone()
    if held != len(set(delta.leased)):
        raise lease_lost(delta.user_id, delta.worker_id)


def _settle(connection: sqlite3.Connection, owner: int | None, delta: GraphDelta) -> None:
    settled = connection.execute(
        f"UPDATE messages SET state = :done, error = NULL, leased_to = NULL WHERE {_HELD}",
        {
            "done": MessageState.DONE.value,
            "owner": owner,
            "ids": id_list(delta.settled),
            "worker": delta.worker_id,
        },
    )
    if owner is None or settled.rowcount != len(set(delta.settled)):
        raise lease_lost(delta.user_id, delta.worker_id)


def end_lease_of_nothing(connection: sqlite3.Connection, owner: int) -> None:
    """End the user's lease where its worker has none of the messages in hand any more."""
    connection.execute(
        "UPDATE users SET lease_owner = NULL, lease_until = NULL WHERE number = :owner AND NOT EXISTS "
        "(SELECT 1 FROM messages WHERE owner = :owner AND state = 'pending' AND leased_to = users.lease_owner)",
        {"owner": owner},
    )


def _drop_changed_vectors(connection: sqlite3.Connection, owner: int, delta: GraphDelta) -> set[str]:
    """Drop the vectors of records whose text changes, and return the ids of those that are there already."""
    # a vector stands for a text: where the text changes and no new vector comes along, it has to be made again
    known: set[str] = set()
    new: dict[Kind, Sequence[Entity | Fact]] = {"entity": delta.entities, "fact": delta.facts}
    for kind, records in new.items():
        rows = connection.execute(
            f"SELECT {selected(TABLES[kind])} FROM {TABLES[kind]} r "
            "WHERE r.owner = ? AND r.id IN (SELECT value FROM json_each(?))",
            (owner, id_list(record.id for record in records)),
        )
        old = {
            row["id"]: to_entity(row, delta.user_id) if kind == "entity" else to_fact(row, delta.user_id)
            for row in rows
        }
        changed = [
            record.id
            for record in records
            if record.id in old and embedding_text(old[record.id]) != embedding_text(record)
        ]
        if changed:
            drop_vectors(connection, owner, kind, changed)
        known |= old.keys()
    return known


def _put_new(connection: sqlite3.Connection, owner: int, delta: GraphDelta, known: Set[str]) -> Set[str]:
    """Write the entities and facts that are not there yet, with their vectors, and return their ids.

    Of most adds all are. Nothing that hangs on them has to go first.
    """
    entities = {entity.id: entity for entity in delta.entities if entity.id not in known}
    facts = {fact.id: fact for fact in delta.facts if fact.id not in known}
    for id_, entity in entities.items():
        upsert(connection, "entities", entity_values(entity, owner) | {"embedded": int(id_ in delta.embeddings)})
        put_keys(connection, entity, owner)
    for id_, fact in facts.items():
        upsert(connection, "facts", fact_values(fact, owner) | {"embedded": int(id_ in delta.embeddings)})
        put_ties(connection, fact, owner)
    new: dict[Kind, Set[str]] = {"entity": entities.keys(), "fact": facts.keys()}
    for kind, ids in new.items():
        if vectors := {id_: delta.embeddings[id_] for id_ in ids if id_ in delta.embeddings}:
            add_vectors(connection, owner, kind, vectors)
    return entities.keys() | facts.keys()


def _put_back(connection: sqlite3.Connection, message: Message, owner: int) -> None:
    """Write a removed message as it was; one that waits to be read is due at once."""
    values = message_values(message, owner, due_at=to_stamp(message.added_at))
    if insert(connection, "messages", values, on_conflict="DO NOTHING"):
        put_metadata(connection, message, owner)


_REWRITTEN = ("content", "language", "metadata", "terms", "state", "attempts", "error")


def _rewrite(connection: sqlite3.Connection, message: Message, owner: int) -> None:
    """Give a stored message another text or other metadata; nothing if it is not there."""
    former = connection.execute(
        "SELECT content FROM messages WHERE owner = ? AND id = ?", (owner, message.id)
    ).fetchone()
    if former is not None:
        changes = ", ".join(f"{column} = :{column}" for column in _REWRITTEN)
        connection.execute(
            f"UPDATE messages SET {changes}, leased_to = NULL WHERE owner = :owner AND id = :id",
            message_values(message, owner, due_at=0),
        )
        if former["content"] != message.content:
            drop_vectors(connection, owner, "message", [message.id])
        _replace_metadata(connection, message, owner)


def _annotate(connection: sqlite3.Connection, message: Message, owner: int) -> None:
    """Give a stored message other metadata; nothing if it is not there."""
    changed = connection.execute(
        "UPDATE messages SET metadata = ? WHERE owner = ? AND id = ?", (to_json(message.metadata), owner, message.id)
    )
    if changed.rowcount:
        _replace_metadata(connection, message, owner)


def _replace_metadata(connection: sqlite3.Connection, message: Message, owner: int) -> None:
    connection.execute("DELETE FROM message_metadata WHERE owner = ? AND message_id = ?", (owner, message.id))
    put_metadata(connection, message, owner)


def put_metadata(connection: sqlite3.Connection, message: Message, owner: int) -> None:
    """Write the metadata of a new message as filters look at it."""
    for values in metadata_values(message, owner):
        insert(connection, "message_metadata", values, on_conflict="DO NOTHING")


def put_entity(connection: sqlite3.Connection, entity: Entity, owner: int) -> None:
    """Write an entity with the keys it is found by."""
    upsert(connection, "entities", entity_values(entity, owner))
    connection.execute("DELETE FROM entity_keys WHERE owner = ? AND entity_id = ?", (owner, entity.id))
    put_keys(connection, entity, owner)


def put_keys(connection: sqlite3.Connection, entity: Entity, owner: int) -> None:
    """Write the keys that an entity is found by, which has none yet."""
    connection.executemany(
        "INSERT INTO entity_keys (owner, key, entity_id) VALUES (?, ?, ?)",
        [(owner, key, entity.id) for key in search_keys(entity)],
    )


def put_fact(connection: sqlite3.Connection, fact: Fact, owner: int) -> None:
    """Write a fact with the sources and the grounds it is found by."""
    upsert(connection, "facts", fact_values(fact, owner))
    connection.execute("DELETE FROM fact_sources WHERE owner = ? AND fact_id = ?", (owner, fact.id))
    connection.execute("DELETE FROM fact_grounds WHERE owner = ? AND fact_id = ?", (owner, fact.id))
    put_ties(connection, fact, owner)


def put_ties(connection: sqlite3.Connection, fact: Fact, owner: int) -> None:
    """Write the sources and the grounds that a fact is found by, which has none yet."""
    connection.executemany(
        "INSERT INTO fact_sources (owner, source_id, fact_id) VALUES (?, ?, ?)",
        [(owner, source_id, fact.id) for source_id in set(fact.source_ids)],
    )
    if fact.rests_on:
        connection.executemany(
            "INSERT INTO fact_grounds (owner, ground_id, fact_id) VALUES (?, ?, ?)",
            [(owner, ground_id, fact.id) for ground_id in ground_ids(fact)],
        )


def _remove(connection: sqlite3.Connection, owner: int, delta: GraphDelta) -> None:
    removals: Iterable[tuple[str, str, tuple[str, ...]]] = (
        ("messages", "id", delta.removed_messages),
        ("facts", "id", delta.removed_facts),
        ("entities", "id", delta.removed_entities),
        ("operations", "id", delta.removed_operations),
        ("summaries", "session_id", delta.removed_summaries),
        ("held", "id", delta.removed_held),
    )
    for table, column, ids in removals:
        if ids:
            connection.executemany(
                f"DELETE FROM {table} WHERE owner = ? AND {column} = ?", [(owner, record_id) for record_id in ids]
            )
    if delta.removed_mentions:
        connection.executemany(
            "DELETE FROM mentions WHERE owner = ? AND entity_id = ? AND source_id = ?",
            [(owner, *ends) for ends in delta.removed_mentions],
        )


def forget_user(connection: sqlite3.Connection, command: ForgetUser) -> StoreStats:
    """Remove a user with everything; see `Store.forget_user`."""
    user_id = command.user_id
    stats = reads.stats(connection, StatsQuery(user_id))
    if not stats.users:
        raise no_such_user(user_id)
    connection.execute("DELETE FROM users WHERE user_id = ?", (user_id,))
    return stats
