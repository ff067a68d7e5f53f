"""Define the constraints, the indexes, and the node with the schema's version and the embedding model.

Every kind of record carries `user_id`, and every index starts with it, so that a read touches one user's rows alone.
A composite index is used only where a statement names all its properties: hence the `IS NOT NULL` in some of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from itertools import chain, repeat

from memary.errors import SchemaVersionError, StoreError
from memary.languages.keys import entity_key
from memary.stores.base import SCHEMA_VERSION
from memary.stores.embedding import check_embedding
from memary.stores.neo4j.driver.connection import Connection, Row, Transaction, chunks
from memary.stores.neo4j.rows import index_key
from memary.stores.records import key_of
from memary.text.names.node_names import is_nameable
from memary.text.record_text import entity_terms, fact_terms, message_terms, with_sounds
from memary.types import EmbeddingSpec

_log = logging.getLogger("memary")

_WITH_VALUES = 4
"""The schema from which on phrases are values, which bear no label of a node and to which no relationship leads."""

_WITH_COUNTS = 12
"""The schema from which on entities bear how often they came up."""

_WITH_DESCRIPTIONS = 17
"""The schema from which on entities are found by what describes them, too."""

_WITH_UNITS = 16
"""The schema from which on the unit of a number is no part of the Chinese word behind it.

Since 14 facts are found by the words of their relations, too.
"""

_WITH_SOUNDS = 15
"""The schema from which on names in two scripts are found by how they sound; since 5 keys hold all of a name."""

EMBEDDED = ("Message", "Fact", "Entity")
"""The labels of what has a vector and a text."""

TEXT_INDEX = {label: f"memary_{label.lower()}_text" for label in EMBEDDED}
VECTOR_INDEX = {label: f"memary_{label.lower()}_vector" for label in EMBEDDED}

_UNIQUE = {
    "memary_meta": ("MemaryMeta", "name"),
    "memary_user": ("User", "id"),
    "memary_session": ("Session", "user_id", "id"),
    "memary_message": ("Message", "user_id", "id"),
    "memary_message_digest": ("Message", "user_id", "digest"),
    "memary_entity": ("Entity", "user_id", "id"),
    "memary_entity_key": ("EntityKey", "user_id", "key", "entity_id"),
    "memary_fact": ("Fact", "user_id", "id"),
    "memary_operation": ("Operation", "user_id", "id"),
    "memary_summary": ("Summary", "user_id", "session_id"),
    "memary_held": ("Held", "user_id", "id"),
    "memary_usage": ("Usage", "user_id", "hour", "role", "model"),
}
_RANGE = {
    "memary_message_time": ("Message", "user_id", "created_at", "id"),
    "memary_message_session": ("Message", "user_id", "session_id", "created_at", "id"),
    "memary_message_speaker": ("Message", "user_id", "speaker"),
    "memary_message_state": ("Message", "user_id", "state", "created_at", "id"),
    "memary_message_queue": ("Message", "state", "created_at", "id", "due_at"),
    "memary_message_lease": ("Message", "user_id", "lease_owner"),
    "memary_message_unembedded": ("Message", "unembedded", "user_id"),
    "memary_entity_unembedded": ("Entity", "unembedded", "user_id"),
    "memary_fact_unembedded": ("Fact", "unembedded", "user_id"),
    "memary_entity_mentioned": ("Entity", "user_id", "mention_count", "id"),
    "memary_fact_time": ("Fact", "user_id", "valid_at", "id"),
    "memary_fact_kind": ("Fact", "user_id", "kind", "valid_at", "id"),
    "memary_fact_subject": ("Fact", "user_id", "subject_id", "invalid_at", "valid_at", "id"),
    "memary_fact_object": ("Fact", "user_id", "object_id", "invalid_at", "valid_at", "id"),
    "memary_fact_ended": ("Fact", "user_id", "invalid_at", "valid_at", "id"),
    # for what was known in the past
    "memary_fact_subject_learnt": ("Fact", "user_id", "subject_id", "invalid_at", "created_at"),
    "memary_fact_object_learnt": ("Fact", "user_id", "object_id", "invalid_at", "created_at"),
    "memary_fact_subject_retired": ("Fact", "user_id", "subject_id", "expired_at"),
    "memary_fact_object_retired": ("Fact", "user_id", "object_id", "expired_at"),
    "memary_fact_predicate": ("Fact", "user_id", "subject_id", "predicate", "valid_at", "id"),
    "memary_operation_target": ("Operation", "user_id", "target_id"),
    "memary_operation_time": ("Operation", "user_id", "at", "id"),
    "memary_held_until": ("Held", "until"),
    "memary_usage_hour": ("Usage", "hour"),
}
_MENTION_RANGE = {
    "memary_mention_time": ("user_id", "at", "source_id", "entity_id"),
    "memary_mention_entity": ("user_id", "entity_id", "at", "source_id"),
    "memary_mention_source": ("user_id", "source_id", "at", "entity_id"),
}


def _statements() -> list[str]:
    unique = [
        f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE ({_listed('n', keys)}) IS UNIQUE"
        for name, (label, *keys) in _UNIQUE.items()
    ]
    ranges = [
        f"CREATE INDEX {name} IF NOT EXISTS FOR (n:{label}) ON ({_listed('n', keys)})"
        for name, (label, *keys) in _RANGE.items()
    ]
    mentions = [
        f"CREATE INDEX {name} IF NOT EXISTS FOR ()-[m:MENTIONS]-() ON ({_listed('m', keys)})"
        for name, keys in _MENTION_RANGE.items()
    ]
    return unique + ranges + mentions + _text_indexes()


def _text_indexes() -> list[str]:
    # the words are segmented already: the index only has to split them at blanks
    return [
        f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{label}) ON EACH [n.owner, n.terms] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}"
        for label, name in TEXT_INDEX.items()
    ]


def index_names() -> list[str]:
    """Return all indexes and constraints that a migrated database has."""
    return [*_UNIQUE, *_RANGE, *_MENTION_RANGE, *TEXT_INDEX.values(), *VECTOR_INDEX.values()]


def _listed(variable: str, keys: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f"{variable}.{key}" for key in keys)


_READ_META = """
MATCH (m:MemaryMeta {name: 'memary'})
RETURN m.schema_version AS version, m.embedding AS name, m.dimensions AS dimensions
"""

# the first of several processes decides, the others read what it decided
_WRITE_META = """
MERGE (m:MemaryMeta {name: 'memary'})
ON CREATE SET m.schema_version = $version, m.embedding = $name, m.dimensions = $dimensions
ON MATCH SET m.schema_version = CASE WHEN m.schema_version < $version THEN $version ELSE m.schema_version END
RETURN m.schema_version AS version, m.embedding AS name, m.dimensions AS dimensions
"""

_REPLACE_META = """
MERGE (m:MemaryMeta {name: 'memary'})
ON CREATE SET m.schema_version = $version
SET m.embedding = $name, m.dimensions = $dimensions
"""

_CREATE_VECTOR_INDEX = """
CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:{label}) ON (n.embedding)
OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions}, `vector.similarity_function`: 'cosine'}}}}
"""

_DROP_VECTORS = """
MATCH (n:{label}) WHERE n.unembedded IS NULL
CALL (n) {{
  SET n.unembedded = true REMOVE n.embedding, n.zero_dimensions, n.vector_digest
}} IN TRANSACTIONS OF 1000 ROWS
"""

_STAMP_ALL = "MATCH (u:User) SET u.stamp = randomUUID()"


async def check_version(tx: Transaction, location: str) -> None:
    """Check that this memary may write to the database, inside the caller's transaction.

    Raises:
        SchemaVersionError: a newer memary has written it, perhaps since it was opened.
    """
    if found := await tx.row(_READ_META):
        _check_version(found, location)


async def migrate(connection: Connection, embedding: EmbeddingSpec) -> int:
    """Check what is there, then create what is missing; return the version it had, 0 for a new database."""
    found = await connection.read(lambda tx: tx.row(_READ_META))
    if found:
        _check(found, embedding, connection.location)
    await create_indexes(connection)
    if found and found["version"] < _WITH_VALUES:
        await _separate_values(connection)
    if found and found["version"] < _WITH_SOUNDS:
        await _renew_keys(connection)
    if found and found["version"] < _WITH_COUNTS:
        await connection.run_alone(_COUNT_MENTIONS)
    if found and found["version"] < _WITH_UNITS:
        await _renew_terms(connection)
    if found and found["version"] < _WITH_DESCRIPTIONS:
        await _describe_entities(connection)
    if not found or found["version"] < SCHEMA_VERSION:  # else it may be one that can only be read
        await _note(connection, embedding)
    await _create_vector_indexes(connection, embedding)
    return found["version"] if found else 0


_PHRASES = """
MATCH (e:Entity) WHERE e.type = 'thing' AND size(e.aliases) = 0 AND size(e.categories) = 0 AND e.description = ''
  AND NOT EXISTS { (e)<-[:SUBJECT]-(:Fact) }
  AND COUNT { MATCH (e)<-[:OBJECT]-(f:Fact) RETURN DISTINCT f.subject_id } = 1
RETURN e.user_id AS user, e.id AS id, e.name AS name
"""
_NAME_VALUES = """
UNWIND $rows AS row
MATCH (e:Entity {user_id: row.user, id: row.id}) WHERE e.type = 'thing'
SET e.type = 'value'
"""
_SEPARATE_VALUES = (
    """
MATCH (e:Entity) WHERE e.type = 'value'
CALL (e) { SET e:Value REMOVE e:__Node__:__Entity__:Thing } IN TRANSACTIONS OF 1000 ROWS
""",
    """
MATCH (e:Entity)<-[tie]-() WHERE e.type = 'value' AND (tie.fact_id IS NOT NULL OR type(tie) = 'MENTIONS')
CALL (tie) { DELETE tie } IN TRANSACTIONS OF 1000 ROWS
""",
)


async def _separate_values(connection: Connection) -> None:
    """Make values of the nodes that earlier schemas made of phrases; interrupted, it begins again."""
    found = await connection.read(lambda tx: tx.rows(_PHRASES), patient=True)
    phrases = [row for row in found if not is_nameable(row["name"])]
    for some in chunks(phrases):
        await connection.write(lambda tx, given=some: tx.run(_NAME_VALUES, rows=given), patient=True)
    for statement in _SEPARATE_VALUES:
        await connection.run_alone(statement)


_KEYS = """
MATCH (e:Entity)
RETURN e.user_id AS user, e.id AS id, e.type AS type, e.key AS key, [e.name] + e.aliases AS names,
  [(e)<-[:KEY_OF]-(k:EntityKey) | k.key] AS keys
"""
_PUT_KEYS = """
UNWIND $rows AS row
MATCH (e:Entity {user_id: row.user, id: row.id})
SET e.key = row.key
WITH e, row
CALL (e, row) { MATCH (e)<-[:KEY_OF]-(k:EntityKey) WHERE NOT k.key IN row.keys DETACH DELETE k }
UNWIND row.keys AS key
MERGE (k:EntityKey {user_id: row.user, key: key, entity_id: row.id})
ON CREATE SET k.id = key
MERGE (k)-[:KEY_OF]->(e)
"""


async def _renew_keys(connection: Connection) -> None:
    """Give entities the keys that their names have by now; interrupted, it begins again."""
    changed: list[Row] = []
    for row in await connection.read(lambda tx: tx.rows(_KEYS), patient=True):
        name, *aliases = row["names"]
        key = key_of(name, row["key"])
        keys = list(map(index_key, with_sounds((key, *map(entity_key, aliases)), row["type"])))
        if key != row["key"] or set(keys) != set(row["keys"]):
            changed.append({"user": row["user"], "id": row["id"], "key": key, "keys": keys})
    for some in chunks(changed):
        await connection.write(lambda tx, given=some: tx.run(_PUT_KEYS, rows=given), patient=True)


_COUNT_MENTIONS = """
MATCH (e:Entity)
CALL (e) {
  WITH e, COUNT { (e)<-[:MENTIONS]-() } AS count SET e.mention_count = CASE count WHEN 0 THEN null ELSE count END
} IN TRANSACTIONS OF 1000 ROWS
"""


_TERMS_OF_FACTS = """
MATCH (n:Fact)
RETURN n.user_id AS user, n.id AS id, n.statement AS statement, n.predicate AS predicate, n.terms AS terms
"""
_TERMS_OF_MESSAGES = """
MATCH (n:Message) WHERE n.content =~ '(?s).*[0-9][^ -~].*'
RETURN n.user_id AS user, n.id AS id, n.speaker AS speaker, n.content AS content, n.terms AS terms
"""
_TERMS_OF_ENTITIES = """
MATCH (n:Entity) WHERE n.description <> ''
RETURN n.user_id AS user, n.id AS id, n.name AS name, n.aliases AS aliases, n.description AS description,
  n.terms AS terms
"""
_PUT_TERMS = """
UNWIND $rows AS row
MATCH (n:{label} {{user_id: row.user, id: row.id}}) SET n.terms = row.terms
"""


async def _renew_terms(connection: Connection) -> None:
    """Give facts and messages the terms that their words have by now; interrupted, it begins again."""
    facts = await connection.read(lambda tx: tx.rows(_TERMS_OF_FACTS), patient=True)
    await _put_terms(connection, "Fact", facts, [fact_terms(row["statement"], row["predicate"]) for row in facts])
    said = await connection.read(lambda tx: tx.rows(_TERMS_OF_MESSAGES), patient=True)
    await _put_terms(connection, "Message", said, [message_terms(row["speaker"], row["content"]) for row in said])


async def _describe_entities(connection: Connection) -> None:
    """Give entities the terms that describe them."""
    found = await connection.read(lambda tx: tx.rows(_TERMS_OF_ENTITIES), patient=True)
    terms = [entity_terms((row["name"], *row["aliases"]), row["description"]) for row in found]
    await _put_terms(connection, "Entity", found, terms)


async def _put_terms(connection: Connection, label: str, rows: Sequence[Row], terms: Sequence[Sequence[str]]) -> None:
    joined = zip(rows, map(" ".join, terms), strict=True)
    changed = [{"user": row["user"], "id": row["id"], "terms": new} for row, new in joined if new != row["terms"]]
    put = _PUT_TERMS.format(label=label)
    for some in chunks(changed):
        await connection.write(lambda tx, given=some: tx.run(put, rows=given), patient=True)


async def _note(connection: Connection, embedding: EmbeddingSpec) -> None:
    values = {"version": SCHEMA_VERSION, "name": embedding.name, "dimensions": embedding.dimensions}
    noted = await connection.write(lambda tx: tx.row(_WRITE_META, **values))
    if noted:
        _check(noted, embedding, connection.location)


async def create_indexes(connection: Connection) -> None:
    """Create the constraints and indexes that are missing, but for those of vectors."""
    await _create(connection, _statements())


async def renew_text_indexes(connection: Connection) -> None:
    """Put new full-text indexes in the place of those that hold removed texts; searches wait."""
    for create in _text_indexes():
        await connection.write(partial(_renew, create=create), patient=True)
    await await_indexes(connection)


async def _renew(tx: Transaction, create: str) -> None:
    """Rebuild an index in one transaction: cut short, it is still there."""
    name = create.split()[3]
    await tx.run(f"DROP INDEX {name} IF EXISTS")
    await tx.run(create)


_UNREADY = "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'memary_' AND state <> 'ONLINE' RETURN name, state"
_PAUSES = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds after which it is asked again whether the indexes are filled; the last one again and again."""
_TOLD_AFTER = 15
"""Times that it is asked, some ten seconds, until whoever waits is told what for."""


async def await_indexes(connection: Connection) -> None:
    """Wait until the server has filled all indexes.

    It is asked again and again: one transaction that waits in `db.awaitIndexes`, and another program's that makes a
    constraint meanwhile, were seen to wait for each other until the first gave up.

    Raises:
        StoreError: the server could not fill one.
    """
    for asked, pause in enumerate(chain(_PAUSES, repeat(_PAUSES[-1]))):
        unready = await connection.read(lambda tx: tx.rows(_UNREADY))
        if failed := [row["name"] for row in unready if row["state"] == "FAILED"]:
            raise StoreError(
                f"Neo4j at {connection.location} could not fill its index {failed[0]}: see the server's log for why, "
                "drop that index, and open the store again."
            )
        if not unready:
            return
        if asked == _TOLD_AFTER:  # a large store takes minutes
            _log.warning("waiting for Neo4j at %s, which fills %d indexes", connection.location, len(unready))
        await asyncio.sleep(pause)


async def stored_embedding(connection: Connection) -> EmbeddingSpec | None:
    """Return the model of the stored vectors; None before the first migration."""
    found = await connection.read(lambda tx: tx.row(_READ_META))
    return EmbeddingSpec(found["name"], found["dimensions"]) if found else None


async def reset_embeddings(connection: Connection, embedding: EmbeddingSpec) -> None:
    """Drop all vectors with their indexes, then note the new model; interrupted, it can be called again."""
    for name in VECTOR_INDEX.values():
        await connection.write(lambda tx, text=f"DROP INDEX {name} IF EXISTS": tx.run(text))
    for label in EMBEDDED:
        await connection.run_alone(_DROP_VECTORS.format(label=label))
    await connection.write(lambda tx: tx.run(_STAMP_ALL), patient=True)
    await connection.write(
        lambda tx: tx.run(_REPLACE_META, version=SCHEMA_VERSION, name=embedding.name, dimensions=embedding.dimensions)
    )
    await _create_vector_indexes(connection, embedding)


async def _create(connection: Connection, statements: list[str]) -> None:
    # asked first: a database that has them all is opened by one statement instead of forty
    while missing := await _missing(connection, statements):
        if await connection.create(missing):
            break


async def _missing(connection: Connection, statements: list[str]) -> list[str]:
    """Return the statements whose index or constraint is not there."""
    there = {row["name"] for row in await connection.read(lambda tx: tx.rows("SHOW INDEXES YIELD name"))}
    return [each for each in statements if each.partition(" IF NOT EXISTS")[0].split()[-1] not in there]


async def _create_vector_indexes(connection: Connection, embedding: EmbeddingSpec) -> None:
    dimensions = int(embedding.dimensions)
    await _create(
        connection,
        [
            _CREATE_VECTOR_INDEX.format(name=name, label=label, dimensions=dimensions)
            for label, name in VECTOR_INDEX.items()
        ],
    )
    await await_indexes(connection)


def _check(meta: Row, embedding: EmbeddingSpec, location: str) -> None:
    _check_version(meta, location)
    check_embedding(EmbeddingSpec(meta["name"], meta["dimensions"]), embedding)


def _check_version(meta: Row, location: str) -> None:
    if meta["version"] > SCHEMA_VERSION:
        raise SchemaVersionError(
            f"{location} was written by a newer memary (schema {meta['version']}, this one knows up to "
            f"{SCHEMA_VERSION}): update memary."
        )
