"""Prove that derived data equals what it is derived from, and rebuild it.

Derived are the words that full text holds, the counts of its word lists, the keys of entities, the sources and
grounds of facts, the metadata as filters look at it, how often each entity came up, and the marks that tell which
records have a vector, and the sketches of these.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterator
from functools import partial

from memary.errors import DamagedRecordError
from memary.stores.records import ground_ids
from memary.stores.sqlite import rows
from memary.stores.sqlite.rows import Values
from memary.stores.sqlite.schema import TABLES, noted_embedding
from memary.stores.sqlite.vectors import blocks
from memary.stores.sqlite.writes import put_entity, put_fact, put_metadata
from memary.text import search_keys
from memary.types import Entity, Fact, Message

_COUNTED = """
SELECT coalesce(t.owner, r.owner) AS owner FROM
  (SELECT owner, count(*) AS documents FROM {table} GROUP BY owner
   UNION ALL SELECT 0, count(*) FROM {table} WHERE EXISTS (SELECT 1 FROM {table})) r
FULL JOIN (SELECT owner, documents FROM text_rows WHERE kind = '{kind}' AND documents > 0) t ON t.owner = r.owner
WHERE coalesce(t.documents, 0) <> coalesce(r.documents, 0)
"""

_MISCOUNTED = """
SELECT coalesce(c.owner, r.owner) AS owner, coalesce(c.entity_id, r.entity_id) AS thing
FROM (SELECT owner, entity_id, count(*) AS count FROM mentions GROUP BY owner, entity_id) r
FULL JOIN mention_counts c ON c.owner = r.owner AND c.entity_id = r.entity_id
WHERE coalesce(c.count, 0) <> coalesce(r.count, 0)
"""

_LOOSE_VECTOR = "vector of {source} {thing}, which is not stored"

# each finds rows of a user that rest on nothing; the name of the user goes with them
_LOOSE = {
    "mention of {thing} by {source}, which is not stored": """
SELECT r.owner, r.entity_id AS thing, r.source_id AS source FROM mentions r
WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.owner = r.owner AND m.id = r.source_id)
  AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.owner = r.owner AND f.id = r.source_id)""",
    "fact {thing} rests on {source}, which is not stored": """
SELECT r.owner, r.fact_id AS thing, r.source_id AS source FROM fact_sources r
WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.owner = r.owner AND m.id = r.source_id)
  AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.owner = r.owner AND f.id = r.source_id)""",
    "fact {thing} names fact {source}, which is not stored": """
SELECT r.owner, r.id AS thing, other.value AS source
FROM facts r, json_each(json_array(json(r.supersedes), json(r.conflicts_with))) side, json_each(side.value) other
WHERE NOT EXISTS (SELECT 1 FROM facts f WHERE f.owner = r.owner AND f.id = other.value)""",
    "fact {thing} rests on fact {source}, which is not stored": """
SELECT r.owner, r.fact_id AS thing, r.ground_id AS source FROM fact_grounds r
WHERE NOT EXISTS (SELECT 1 FROM facts f WHERE f.owner = r.owner AND f.id = r.ground_id)""",
    _LOOSE_VECTOR: """
SELECT r.owner, r.seq, r.id AS thing, r.kind AS source FROM embeddings r WHERE NOT EXISTS (
  SELECT 1 FROM messages x WHERE r.kind = 'message' AND x.owner = r.owner AND x.id = r.id
  UNION ALL SELECT 1 FROM facts x WHERE r.kind = 'fact' AND x.owner = r.owner AND x.id = r.id
  UNION ALL SELECT 1 FROM entities x WHERE r.kind = 'entity' AND x.owner = r.owner AND x.id = r.id)""",
}
_MARKED = """
SELECT r.owner, r.id AS thing FROM {table} r
LEFT JOIN embeddings e ON e.id = r.id AND e.kind = '{kind}' AND e.owner = r.owner
WHERE (r.embedded = 1) <> (e.vector IS NOT NULL) OR length(e.vector) <> 4 * :dimensions
"""


Fault = tuple[str | None, str]
"""The user whose rows are at odds, if it is not the file, and in what way."""


def check(connection: sqlite3.Connection, user_id: str | None = None) -> list[str]:
    """Return what is wrong, one sentence a fault; see `Store.check`.

    It has to be called on the writing connection.
    """
    return [
        sentence if whose is None else f"Of {whose!r}: {sentence}"
        for whose, sentence in _faults(connection)
        if whose is None or user_id in (None, whose)
    ]


def _faults(connection: sqlite3.Connection) -> Generator[Fault]:
    for row in connection.execute("PRAGMA integrity_check(20)"):
        if row[0] != "ok":
            yield None, f"The file is damaged: {row[0]}."
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield None, f"Row {row['rowid']} of {row['table']} belongs to a row of {row['parent']} that is not there."
    users = {row["number"]: row["user_id"] for row in connection.execute("SELECT number, user_id FROM users")}
    for sentence, statement in _LOOSE.items():
        for row in connection.execute(statement):
            yield users[row["owner"]], f"{sentence.format(thing=row['thing'], source=row['source'])}."
    for row in connection.execute(_MISCOUNTED):
        yield users[row["owner"]], f"entity {row['thing']} has a count that differs from its mentions."
    spec = noted_embedding(connection)
    for kind, table in TABLES.items():
        values = {"dimensions": spec.dimensions if spec else 0}
        for row in connection.execute(_MARKED.format(table=table, kind=kind), values):
            yield users[row["owner"]], f"{kind} {row['thing']} is not marked as its vector is."
        for row in connection.execute(_COUNTED.format(table=table, kind=kind)):
            yield users.get(row["owner"]), f"The text index counts a wrong number of {table}."
        if not _is_indexed(connection, table):
            yield None, f"The text index of {table} does not hold the words of its rows."
    for owner, sentence in blocks.faults(connection):
        yield users[owner], sentence
    yield from _unlike(connection, users)


def _is_indexed(connection: sqlite3.Connection, table: str) -> bool:
    try:
        connection.execute(f"INSERT INTO {table}_fts ({table}_fts, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return False
    return True


def _unlike(connection: sqlite3.Connection, users: dict[int, str]) -> Generator[Fault]:
    """Compare what is kept beside each record with what follows from it."""
    for record, row in _records(connection, users):
        if isinstance(record, DamagedRecordError):
            yield users[row["owner"]], str(record)
            continue
        whose, about = users[row["owner"]], f"{type(record).__name__.lower()} {record.id}"
        if row["terms"] != _values(record, row)["terms"]:
            yield whose, f"{about} is indexed under other words than its own."
        match record:
            case Entity():
                kept, right = _kept(connection, "key", "entity_keys", "entity_id", row), set(search_keys(record))
                what = "names"
            case Fact():
                kept, right = _kept(connection, "source_id", "fact_sources", "fact_id", row), set(record.source_ids)
                what = "sources"
            case Message():
                kept = _kept(connection, "key", "message_metadata", "message_id", row)
                right = {values["key"] for values in rows.metadata_values(record, row["owner"])}
                what = "metadata"
        if kept != right:
            yield whose, f"{about} is found by other {what} than its own."
        if isinstance(record, Fact) and (
            _kept(connection, "ground_id", "fact_grounds", "fact_id", row) != ground_ids(record)
        ):
            yield whose, f"{about} is found by other grounds than its own."


def _records(
    connection: sqlite3.Connection, users: dict[int, str]
) -> Iterator[tuple[Message | Entity | Fact | DamagedRecordError, sqlite3.Row]]:
    """Read all records; one that is damaged comes as the error that it is."""
    readers: dict[str, Callable[[sqlite3.Row, str], Message | Entity | Fact]] = {
        "messages": partial(rows.to_message, strict=True),
        "entities": rows.to_entity,
        "facts": rows.to_fact,
    }
    for table, reader in readers.items():
        for row in connection.execute(f"SELECT {rows.selected(table)}, r.* FROM {table} r ORDER BY r.number"):
            try:
                yield reader(row, users[row["owner"]]), row
            except DamagedRecordError as error:
                yield error, row


def _values(record: Message | Entity | Fact, row: sqlite3.Row) -> Values:
    match record:
        case Message():
            return rows.message_values(record, row["owner"], due_at=row["due_at"])
        case Entity():
            return rows.entity_values(record, row["owner"])
        case Fact():
            return rows.fact_values(record, row["owner"])


def _kept(connection: sqlite3.Connection, column: str, table: str, by: str, row: sqlite3.Row) -> set[str]:
    found = connection.execute(
        f"SELECT {column} FROM {table} WHERE owner = ? AND {by} = ?", (row["owner"], row["id"])
    )
    return {each[0] for each in found}


def rebuild(connection: sqlite3.Connection) -> None:
    """Rebuild everything that is derived from the records, inside the caller's transaction."""
    connection.execute("PRAGMA defer_foreign_keys=ON")
    users = {row["number"]: row["user_id"] for row in connection.execute("SELECT number, user_id FROM users")}
    for table in ("entity_keys", "fact_sources", "fact_grounds", "message_metadata"):
        connection.execute(f"DELETE FROM {table}")
    loose = [(row["seq"],) for row in connection.execute(_LOOSE[_LOOSE_VECTOR]).fetchall()]
    connection.executemany("DELETE FROM embeddings WHERE seq = ?", loose)
    for record, row in list(_records(connection, users)):
        if isinstance(record, DamagedRecordError):
            continue
        terms = _values(record, row)["terms"]
        if isinstance(record, Entity):
            put_entity(connection, record, row["owner"])
        elif isinstance(record, Fact):
            put_fact(connection, record, row["owner"])
        else:
            put_metadata(connection, record, row["owner"])
            connection.execute("UPDATE messages SET terms = ? WHERE number = ?", (terms, row["number"]))
    connection.execute("DELETE FROM mention_counts")
    connection.execute(
        "INSERT INTO mention_counts SELECT owner, entity_id, count(*) FROM mentions GROUP BY owner, entity_id"
    )
    connection.execute("DELETE FROM text_rows")
    for kind, table in TABLES.items():
        connection.execute(
            f"UPDATE {table} SET embedded = EXISTS (SELECT 1 FROM embeddings e "
            f"WHERE e.id = {table}.id AND e.kind = '{kind}' AND e.owner = {table}.owner)"
        )
        connection.execute(
            f"INSERT INTO text_rows SELECT '{kind}', owner, count(*) FROM {table} GROUP BY owner "
            f"UNION ALL SELECT '{kind}', 0, count(*) FROM {table} WHERE EXISTS (SELECT 1 FROM {table})"
        )
        connection.execute(f"INSERT INTO {table}_fts ({table}_fts) VALUES ('rebuild')")
    blocks.rebuild_blocks(connection)
