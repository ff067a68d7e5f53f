"""Export, import, re-embedding and scrubbing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from memary.errors import DamagedRecordError, StoreUnavailableError
from memary.stores.base import StoredRecord, Unembedded
from memary.stores.commands import Load, PutEmbeddings, UnembeddedQuery
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.rows import (
    entity_values,
    fact_values,
    mention_values,
    message_values,
    operation_values,
    selected,
    summary_values,
    to_entity,
    to_fact,
    to_mention,
    to_message,
    to_operation,
    to_stamp,
    to_summary,
)
from memary.stores.sqlite.schema import TABLES, Kind, note_embedding
from memary.stores.sqlite.vectors.writes import add_vectors, put_vectors
from memary.stores.sqlite.writes import insert, make_user, put_keys, put_metadata, put_ties
from memary.text.record_text import embedding_text
from memary.types import Embedding, EmbeddingSpec, Entity, Fact, Mention, Message, Operation, Summary

PAGE = 500


class _Section(NamedTuple):
    """One kind of record in a dump."""

    table: str
    key: tuple[str, ...]
    record: Callable[[sqlite3.Row, str], Any]
    kind: Kind | None = None


SECTIONS = (
    _Section("messages", ("id",), to_message, "message"),
    _Section("entities", ("id",), to_entity, "entity"),
    _Section("facts", ("id",), to_fact, "fact"),
    _Section("mentions", ("at", "source_id", "entity_id"), to_mention),
    _Section("operations", ("id",), to_operation),
    _Section("summaries", ("session_id",), to_summary),
)
"""The order of a dump."""


def page(
    connection: sqlite3.Connection, section: _Section, owner: int, user_id: str, after: tuple[Any, ...] | None
) -> tuple[list[StoredRecord], tuple[Any, ...] | None]:
    """Read the records of a section that follow the key `after`, and the next key (None at the end)."""
    order = ", ".join(f"r.{column}" for column in section.key)
    vector, join = "NULL AS vector", ""
    if section.kind:
        vector = "e.vector"
        join = f"LEFT JOIN embeddings e ON e.id = r.id AND e.kind = '{section.kind}' AND e.owner = r.owner"
    follows = f"AND ({order}) > ({', '.join('?' * len(section.key))})" if after else ""
    rows = connection.execute(
        f"SELECT {selected(section.table)}, {vector} FROM {section.table} r {join} WHERE r.owner = ? {follows} "
        f"ORDER BY {order} LIMIT {PAGE}",
        (owner, *(after or ())),
    ).fetchall()
    records = [StoredRecord(section.record(row, user_id), row["vector"]) for row in rows]
    last = tuple(rows[-1][column] for column in section.key) if len(rows) == PAGE else None
    return records, last


def page_reader(
    section: _Section, owner: int, user_id: str, after: tuple[Any, ...] | None
) -> Callable[[sqlite3.Connection], tuple[list[StoredRecord], tuple[Any, ...] | None]]:
    """Return `page` for a connection that is still to come."""
    return lambda connection: page(connection, section, owner, user_id, after)


def load(connection: sqlite3.Connection, command: Load) -> int:
    """Write dumped records; see `Store.load`."""
    new = 0
    owners: dict[str, int] = {}
    vectors: dict[tuple[int, Kind], dict[str, Embedding]] = {}
    written: set[int] = set()
    for stored in command.records:
        user_id = stored.record.user_id
        owner = owners.get(user_id) or owners.setdefault(user_id, make_user(connection, user_id))
        if not _load_record(connection, stored, owner, command.due_at):
            continue
        new += 1
        written.add(owner)
        if stored.embedding is not None and isinstance(stored.record, Message | Entity | Fact):
            vectors.setdefault((owner, _KINDS[type(stored.record)]), {})[stored.record.id] = stored.embedding
    for (owner, kind), embeddings in vectors.items():
        add_vectors(connection, owner, kind, embeddings)
    # deltas made before the import do not know of it
    connection.executemany(
        "UPDATE users SET revision = revision + 1 WHERE number = ?", [(owner,) for owner in written]
    )
    return new


_KINDS: dict[type[Message | Entity | Fact], Kind] = {Message: "message", Entity: "entity", Fact: "fact"}


def _load_record(connection: sqlite3.Connection, stored: StoredRecord, owner: int, due_at: datetime) -> bool:
    record, embedded = stored.record, {"embedded": int(stored.embedding is not None)}
    match record:
        case Message():
            values = message_values(record, owner, due_at=to_stamp(due_at)) | embedded
            if new := insert(connection, "messages", values, on_conflict="DO NOTHING"):
                put_metadata(connection, record, owner)
            return new
        case Entity():
            values = entity_values(record, owner) | embedded
            if new := insert(connection, "entities", values, on_conflict="DO NOTHING"):
                put_keys(connection, record, owner)
            return new
        case Fact():
            values = fact_values(record, owner) | embedded
            if new := insert(connection, "facts", values, on_conflict="DO NOTHING"):
                put_ties(connection, record, owner)
            return new
        case Mention():
            return insert(connection, "mentions", mention_values(record, owner), on_conflict="DO NOTHING")
        case Operation():
            return insert(connection, "operations", operation_values(record, owner), on_conflict="DO NOTHING")
        case Summary():
            return insert(connection, "summaries", summary_values(record, owner), on_conflict="DO NOTHING")


def unembedded(connection: sqlite3.Connection, query: UnembeddedQuery) -> list[Unembedded]:
    """Return records of any user that lack a vector."""
    missing: list[Unembedded] = []
    for section in SECTIONS:
        if section.kind is None:
            continue
        rows = connection.execute(
            f"SELECT {selected(section.table)}, u.user_id FROM {section.table} r JOIN users u ON u.number = r.owner "
            "WHERE r.embedded = 0 ORDER BY r.id LIMIT ?",
            (query.limit - len(missing),),
        )
        for row in rows:
            try:
                text = embedding_text(section.record(row, row["user_id"]))
            except DamagedRecordError:  # told where somebody asks for it
                continue
            missing.append(Unembedded(section.kind, row["user_id"], row["id"], text))
    return missing


def put_embeddings(connection: sqlite3.Connection, command: PutEmbeddings) -> None:
    """Set vectors of a user's records by their ids."""
    if (owner := owner_of(connection, command.user_id)) is not None:
        put_vectors(connection, owner, command.embeddings)


def reset_embeddings(connection: sqlite3.Connection, embedding: EmbeddingSpec) -> None:
    """Drop all vectors and note the next model."""
    connection.execute("DELETE FROM embeddings")
    connection.execute("DELETE FROM sketches")
    for table in TABLES.values():
        connection.execute(f"UPDATE {table} SET embedded = 0 WHERE embedded = 1")
    note_embedding(connection, embedding)


def scrub(connection: sqlite3.Connection, location: str) -> None:
    """Rewrite the file without what was removed: index segments, free pages, the log.

    Raises:
        StoreUnavailableError: another process is reading, so that the log cannot be emptied yet.
    """
    for table in TABLES.values():
        connection.execute(f"INSERT INTO {table}_fts ({table}_fts) VALUES ('optimize')")
    # takes as long as the file is large, but `secure_delete` alone leaves copies of rows that moved between pages
    connection.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise StoreUnavailableError(
            f"The log of {location} could not be emptied while another process reads it: run the command again."
        )
