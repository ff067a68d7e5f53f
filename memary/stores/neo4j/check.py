"""Prove that derived data equals what it is derived from, and rebuild it.

Derived are the nodes of entity keys, the ties of facts, the relationships that people see between entities, the words
that full text holds, how often each entity came up, and the marks that tell which records have a vector.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from memary.errors import DamagedRecordError
from memary.stores.commands import UserQuery
from memary.stores.neo4j import archive, rows, schema, writes
from memary.stores.neo4j.driver.connection import Connection, Row, Transaction, chunks
from memary.stores.neo4j.queries import reads
from memary.stores.neo4j.queries.facts import put_facts
from memary.stores.neo4j.queries.mentions import recount
from memary.types import Embedding, Entity, Fact, Message, utc_now

# Each finds what is at odds, with the user it belongs to. Behind what it goes through stands the name of that in
# angle brackets: there the user is named whose records alone are looked at.
_FAULTS = {
    "a relationship {thing} leads to a record of another user": """
MATCH (a)-[r]->(b) WHERE a.user_id <> b.user_id RETURN a.user_id AS user, type(r) AS thing""",
    "mention of {thing} does not stand between its source and its entity": """
MATCH (s)-[m:MENTIONS]->(e) <m>
WHERE m.source_id <> s.id OR m.entity_id <> e.id OR m.user_id <> s.user_id OR m.user_id <> e.user_id
RETURN m.user_id AS user, m.entity_id AS thing""",
    "fact {thing} is not tied to its ends": """
MATCH (f:Fact) <f> WHERE COUNT { (f)-[:SUBJECT]->(s:Entity WHERE s.id = f.subject_id) } <> 1
  OR COUNT { (f)-[:OBJECT]->(o:Entity WHERE o.id = f.object_id) } <> 1
  OR COUNT { (f)-[:SUBJECT|OBJECT]->() } <> 2
RETURN f.user_id AS user, f.id AS thing""",
    "fact {thing} is not tied to its sources": """
MATCH (f:Fact) <f>
WITH f, COLLECT { MATCH (f)-[:STATED_IN]->(m:Message) RETURN m.id } AS said,
  COLLECT { MATCH (f)-[:DRAWN_FROM]->(o:Fact) RETURN o.id } AS grounds
WITH f, said + grounds AS tied
WHERE any(id IN tied WHERE NOT id IN f.source_ids) OR any(id IN f.source_ids WHERE NOT id IN tied)
RETURN f.user_id AS user, f.id AS thing""",
    "fact {thing} is not tied to the facts that it names": """
MATCH (f:Fact) <f>
WITH f, COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS former,
  COLLECT { MATCH (f)-[:CONFLICTS_WITH]->(o:Fact) RETURN o.id } AS others
WHERE any(id IN former WHERE NOT id IN f.supersedes) OR any(id IN f.supersedes WHERE NOT id IN former)
  OR any(id IN others WHERE NOT id IN f.conflicts_with) OR any(id IN f.conflicts_with WHERE NOT id IN others)
RETURN f.user_id AS user, f.id AS thing""",
    "fact {thing} is not tied to what it rests on": """
MATCH (f:Fact) <f>
WITH f, COLLECT { MATCH (f)-[:RESTS_ON]->(g:Fact) RETURN g.id } AS grounds
WHERE any(id IN grounds WHERE NOT f.rests_on CONTAINS id)
  OR size(grounds) <> size(split(coalesce(f.rests_on, ''), '"fact_id":"')) - 1
RETURN f.user_id AS user, f.id AS thing""",
    "fact {thing} is not drawn as it is": """
MATCH (f:Fact) <f>
MATCH (f)-[:SUBJECT]->(s:Entity) MATCH (f)-[:OBJECT]->(o:Entity)
WITH f, o, COUNT { (s)-[r]->(o) WHERE r.fact_id = f.id AND r.statement = f.statement } AS drawn
WHERE drawn > 1 OR drawn <> CASE WHEN f.expired_at < $forever OR o.type = 'value' THEN 0
  WHEN f.invalid_at > $now THEN 1 ELSE drawn END
RETURN f.user_id AS user, f.id AS thing""",
    "a relationship {thing} stands for a fact that is not stored": """
MATCH (s:Entity) <s>
MATCH (s)-[r]->(:Entity)
WHERE r.fact_id IS NOT NULL AND NOT EXISTS { (f:Fact {user_id: s.user_id, id: r.fact_id}) }
RETURN s.user_id AS user, type(r) AS thing""",
    "entity {thing} has a count that differs from its mentions": """
MATCH (e:Entity) <e> WHERE coalesce(e.mention_count, 0) <> COUNT { (e)<-[:MENTIONS]-() }
RETURN e.user_id AS user, e.id AS thing""",
    "key {thing} is of no entity": """
MATCH (k:EntityKey) <k>
WHERE NOT EXISTS { (k)-[:KEY_OF]->(e:Entity WHERE e.id = k.entity_id AND e.user_id = k.user_id) }
RETURN k.user_id AS user, k.entity_id AS thing""",
    "{thing} is of no session or user": """
MATCH (n:Message) <n>
WHERE NOT EXISTS { (:User {id: n.user_id})-[:HAS_MESSAGE]->(n) }
  AND NOT EXISTS { (:User {id: n.user_id})-[:HAS_SESSION]->(s:Session WHERE s.id = n.session_id)-[:HAS_MESSAGE]->(n) }
RETURN n.user_id AS user, n.id AS thing""",
}
_MARKS = """
MATCH (n:{label}) <n>
WHERE (n.unembedded IS NULL) <> (n.embedding IS NOT NULL OR n.zero_dimensions IS NOT NULL)
  OR coalesce(size(n.embedding), n.zero_dimensions, $dimensions) <> $dimensions
RETURN n.user_id AS user, n.id AS thing
"""
_ID, _KEY, _MENTION = ("id",), ("key", "entity_id"), ("at", "source_id", "entity_id")
_INDEX = {"f": _ID, "s": _ID, "e": _ID, "n": _ID, "k": _KEY, "m": _MENTION}
"""What else an index over the records of one user is made of, by the names that statements have for them."""
_INDEXED = """
CALL db.index.fulltext.queryNodes($index, $owner) YIELD node RETURN count(node) AS count
"""
_KEYS = """
MATCH (k:EntityKey)-[:KEY_OF]->(e:Entity) WHERE e.user_id = $user
RETURN e.id AS id, collect(k.key) AS keys
"""
_WORDS = """
MATCH (n:{label}) WHERE n.user_id = $user AND n.id IN $ids
RETURN n.id AS id,
  reduce(words = n.owner + ' ' + n.terms, entry IN coalesce(n.meta, []) | words + ' ' + entry) AS words
"""


async def _users(connection: Connection) -> list[str]:
    return await connection.read(lambda tx: reads.users(tx, UserQuery()))


async def check(connection: Connection, user_id: str | None = None) -> list[str]:
    """Return what is wrong, one sentence a fault; see `Store.check`."""
    found = [fault async for fault in _faults(connection, user_id)]
    faults = [f"Of {whose!r}: {sentence}" for whose, sentence in found if user_id in (None, whose)]
    return [*await _indexes(connection), *faults]


async def _faults(connection: Connection, user_id: str | None) -> AsyncIterator[tuple[str, str]]:
    values: Row = {"now": utc_now(), "forever": rows.FOREVER, "user": user_id}
    for sentence, statement in _FAULTS.items():
        for row in await _found(connection, statement, values):
            yield row["user"], f"{sentence.format(thing=row['thing'])}."
    spec = await schema.stored_embedding(connection)
    values["dimensions"] = spec.dimensions if spec else 0
    for label in schema.EMBEDDED:
        for row in await _found(connection, _MARKS.format(label=label), values):
            yield row["user"], f"{label} {row['thing']} is not marked as its vector is."
    for whose in await _users(connection) if user_id is None else [user_id]:
        for sentence in await _unlike(connection, whose):
            yield whose, sentence


async def _found(connection: Connection, statement: str, values: Row) -> list[Row]:
    """Return what a statement finds among the records of the user in `values`, or of all."""

    def of_user(found: re.Match[str]) -> str:
        name = found[1]
        there = " AND ".join(f"{name}.{key} IS NOT NULL" for key in _INDEX[name])
        return f"WHERE {name}.user_id = $user AND {there} WITH *"

    text = re.sub(r"<(\w)>", "" if values["user"] is None else of_user, statement)
    return await connection.read(lambda tx: tx.rows(text, **values), patient=True)


async def _indexes(connection: Connection) -> list[str]:
    found = await connection.run_alone("SHOW INDEXES YIELD name, state RETURN name, state")
    states: dict[str, str] = {row["name"]: row["state"] for row in found}
    return [
        f"The index {name} is {states.get(name, 'missing').lower()}."
        for name in schema.index_names()
        if states.get(name) != "ONLINE"
    ]


async def _unlike(connection: Connection, user_id: str) -> list[str]:
    """Compare what is kept beside a user's records with what follows from them."""
    faults: list[str] = []
    stored: dict[str, dict[str, set[str]]] = {label: {} for label in schema.EMBEDDED}
    kept_keys = {
        row["id"]: set(row["keys"]) for row in await connection.read(lambda tx: tx.rows(_KEYS, user=user_id))
    }
    damaged: list[DamagedRecordError] = []
    async for record in _records(connection, user_id, damaged):
        label = type(record).__name__
        properties = _properties(record)
        stored[label][record.id] = {_indexed_words(properties)}
        if isinstance(record, Entity) and set(rows.index_keys(record)) != kept_keys.get(record.id):
            faults.append(f"entity {record.id} is found by other names than its own.")
    for label, right in stored.items():
        words = _WORDS.format(label=label)
        for some in chunks(right):
            kept = await connection.read(lambda tx, text=words, ids=some: tx.rows(text, user=user_id, ids=ids))
            faults += [
                f"{label.lower()} {row['id']} is indexed under other words than its own."
                for row in kept
                if row["words"] not in right[row["id"]]
            ]
        indexed = await connection.read(
            lambda tx, name=schema.TEXT_INDEX[label]: tx.row(
                _INDEXED, index=name, owner=f"owner:{rows.owner_token(user_id)}"
            )
        )
        if indexed is not None and not damaged and indexed["count"] != len(right):
            faults.append(f"The text index holds {indexed['count']} of {len(right)} {label} nodes.")
    return [*faults, *map(str, damaged)]


async def _records(
    connection: Connection, user_id: str, damaged: list[DamagedRecordError]
) -> AsyncIterator[Message | Entity | Fact]:
    async for each in archive.dump(connection.read, user_id, damaged=damaged):
        if isinstance(each.record, Message | Entity | Fact):
            yield each.record


def _indexed_words(properties: Row) -> str:
    return " ".join((properties["owner"], properties["terms"], *properties.get("meta", ())))


def _properties(record: Message | Entity | Fact) -> Row:
    match record:
        case Message():
            return rows.message_properties(record)
        case Entity():
            return rows.entity_properties(record)
        case Fact():
            return rows.fact_properties(record)


async def rebuild(connection: Connection, user_id: str | None = None) -> None:
    """Rebuild everything that is derived from the records, user by user."""
    for whose in await _users(connection) if user_id is None else [user_id]:
        await connection.write(lambda tx, user=whose: _rebuild_user(tx, user), patient=True)


_DROP_DRAWN = "MATCH (s:Entity)-[r]->() WHERE s.user_id = $user AND r.fact_id IS NOT NULL DELETE r"
_DROP_KEYS = "MATCH (k:EntityKey) WHERE k.user_id = $user AND k.key IS NOT NULL DETACH DELETE k"
_PUT_PROPERTIES = "UNWIND $rows AS row MATCH (m:Message {user_id: $user, id: row.id}) SET m += row"


async def _rebuild_user(tx: Transaction, user_id: str) -> None:
    held = await archive.dump_alone(tx, user_id, damaged=[])
    if not (user := await writes.read_user(tx, user_id)):
        return
    records = [each.record for each in held]
    vectors: dict[str, Embedding] = {
        each.record.id: each.embedding
        for each in held
        if each.embedding is not None and isinstance(each.record, Message | Entity | Fact)
    }
    await tx.run(_DROP_DRAWN, user=user_id)
    await tx.run(_DROP_KEYS, user=user_id)
    await writes.put_entities(tx, user_id, [each for each in records if isinstance(each, Entity)], vectors)
    await put_facts(tx, user_id, [each for each in records if isinstance(each, Fact)], vectors, utc_now())
    for some in chunks(each for each in records if isinstance(each, Message)):
        words = [_words_of(each) for each in some]
        await tx.run(_PUT_PROPERTIES, user=user_id, rows=words)
    await recount(tx, user_id, [each.id for each in records if isinstance(each, Entity)])
    await writes.set_revision(tx, user_id, user["revision"] + 1)


def _words_of(message: Message) -> Row:
    properties = rows.message_properties(message)
    return {name: properties[name] for name in ("id", "owner", "terms", "caption", "meta")}
