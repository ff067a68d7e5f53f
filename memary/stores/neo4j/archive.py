"""Moving, forgetting and re-embedding: whatever goes over all records of a user, or of everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Any, Literal

from memary.errors import DamagedRecordError
from memary.stores.base import StoredRecord, Unembedded
from memary.stores.commands import ForgetUser, Load, PutEmbeddings, StatsQuery, UnembeddedQuery
from memary.stores.conflicts import no_such_user
from memary.stores.neo4j import rows, scrub, values, writes
from memary.stores.neo4j.driver.connection import Row, Transaction, Work, chunks
from memary.stores.neo4j.queries import reads
from memary.stores.neo4j.queries.facts import put_facts
from memary.stores.neo4j.queries.mentions import put_mentions
from memary.text.record_text import embedding_text
from memary.types import (
    FOREVER,
    Entity,
    Fact,
    Mention,
    Message,
    Operation,
    StoreStats,
    Summary,
    utc_now,
)

PAGE = 500
"""How many records one read of a dump takes."""

_SECTIONS: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (
    ("Message", "id", rows.selected(Message), rows.message_from),
    ("Entity", "id", rows.selected(Entity), rows.entity_from),
    ("Fact", "id", rows.selected(Fact), rows.fact_from),
    ("Operation", "id", f"n {rows.OPERATION}", rows.operation_from),
    ("Summary", "session_id", f"n {rows.SUMMARY}", rows.summary_from),
)
_EMBEDDED: dict[Literal["message", "fact", "entity"], tuple[str, str, Callable[[Any], Any]]] = {
    "message": ("Message", rows.selected(Message), rows.message_from),
    "entity": ("Entity", rows.selected(Entity), rows.entity_from),
    "fact": ("Fact", rows.selected(Fact), rows.fact_from),
}
_PAGE_OF = """
MATCH (n:{label}) WHERE n.user_id = $user AND n.{key} > $after
RETURN {projection} AS record, n {vector} AS vector ORDER BY n.user_id, n.{key} LIMIT $limit
"""
_PAGE_OF_MENTIONS = f"""
MATCH ()-[m:MENTIONS]->()
WHERE m.user_id = $user AND m.at >= $at AND m.source_id IS NOT NULL AND m.entity_id IS NOT NULL
  AND (m.at > $at OR m.source_id > $source OR (m.source_id = $source AND m.entity_id > $entity))
RETURN m {rows.MENTION} AS record ORDER BY m.user_id, m.at, m.source_id, m.entity_id LIMIT $limit
"""

_PRESENT = "MATCH (n:{label}) WHERE n.user_id = $user AND n.{key} IN $values RETURN n.{key} AS value"
_PRESENT_MENTIONS = """
MATCH ()-[m:MENTIONS]->()
WHERE m.user_id = $user AND m.source_id IN $sources
  AND m.at IS NOT NULL AND m.entity_id IS NOT NULL
RETURN m.source_id AS source, m.entity_id AS entity
"""

_UNEMBEDDED = """
MATCH (n:{label}) WHERE n.unembedded = true AND n.user_id IS NOT NULL
RETURN {projection} AS record LIMIT $limit
"""
_PUT_VECTORS = f"""
UNWIND $rows AS row
OPTIONAL MATCH (m:Message {{user_id: $user, id: row.id}})
OPTIONAL MATCH (f:Fact {{user_id: $user, id: row.id}})
OPTIONAL MATCH (e:Entity {{user_id: $user, id: row.id}})
WITH m, f, e, {values.vector_map("row.vector")} AS vector
SET m += vector, f += vector, e += vector
"""

_FORGET = (
    "MATCH (n:EntityKey) WHERE n.user_id = $user AND n.key IS NOT NULL AND n.entity_id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Fact) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Message) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Entity) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Operation) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Held) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Summary) WHERE n.user_id = $user AND n.session_id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Session) WHERE n.user_id = $user AND n.id IS NOT NULL DETACH DELETE n",
    "MATCH (n:Usage) WHERE n.user_id = $user AND n.hour IS NOT NULL AND n.role IS NOT NULL AND n.model IS NOT NULL "
    "DETACH DELETE n",
    "MATCH (n:User {id: $user}) DETACH DELETE n",
)


Read = Callable[[Work[list[Row]]], Awaitable[list[Row]]]
"""Runs a read: in a transaction of its own, or in one that is under way."""


async def dump(
    read: Read, user_id: str, *, damaged: list[DamagedRecordError] | None = None
) -> AsyncIterator[StoredRecord]:
    """Yield all records of a user page by page.

    Args:
        read: what to read a page by; where each has a transaction of its own, none waits for the reader.
        user_id: whose records.
        damaged: where those go that are damaged, as the errors that they are; by default they are raised.
    """
    for label, key, projection, record_from in _SECTIONS:
        if label == "Operation":  # the order of a dump: mentions stand before the ledger
            async for mention in _dump_mentions(read, user_id):
                yield mention
        strict_from = record_from
        if damaged is not None and label == "Message":
            strict_from = partial(rows.message_from, strict=True)
        statement = _PAGE_OF.format(label=label, key=key, projection=projection, vector=rows.VECTOR)
        after = ""
        while page := await read(
            lambda tx, text=statement, last=after: tx.rows(text, user=user_id, after=last, limit=PAGE)
        ):
            for row in page:
                if not rows.there([row["record"]]):
                    continue
                try:
                    record = strict_from(row["record"])
                except DamagedRecordError as error:
                    if damaged is None:
                        raise
                    damaged.append(error)
                    after = rows.id_of(row["record"])
                    continue
                yield StoredRecord(record, rows.vector_from(row["vector"]))
                after = getattr(record, key)


async def _dump_mentions(read: Read, user_id: str) -> AsyncIterator[StoredRecord]:
    last = {"at": datetime.min.replace(tzinfo=FOREVER.tzinfo), "source": "", "entity": ""}
    while page := await read(lambda tx, place=last: tx.rows(_PAGE_OF_MENTIONS, user=user_id, limit=PAGE, **place)):
        for found in rows.there([row["record"] for row in page]):
            mention = rows.mention_from(found)
            yield StoredRecord(mention)
            last = {"at": mention.at, "source": mention.source_id, "entity": mention.entity_id}


async def dump_alone(
    tx: Transaction, user_id: str, *, damaged: list[DamagedRecordError] | None = None
) -> list[StoredRecord]:
    """Read all records of a user, whose writers wait until the transaction ends; see `dump`."""
    if not await writes.lock_user(tx, user_id):
        return []
    return [each async for each in dump(lambda work: work(tx), user_id, damaged=damaged)]


async def load(tx: Transaction, command: Load) -> int:
    """Write dumped records that are not there yet; return how many that were."""
    by_user: dict[str, list[StoredRecord]] = {}
    for stored in command.records:
        by_user.setdefault(stored.record.user_id, []).append(stored)
    written = 0
    for user_id in sorted(by_user):
        user = await writes.make_user(tx, user_id)
        new = await _load_user(tx, user_id, by_user[user_id], command.due_at)
        if new:  # a delta that was computed before must not be written over what came in
            await writes.set_revision(tx, user_id, user["revision"] + 1)
        written += new
    return written


async def _load_user(tx: Transaction, user_id: str, stored: list[StoredRecord], due_at: datetime) -> int:
    vectors = {
        each.record.id: each.embedding
        for each in stored
        if isinstance(each.record, Message | Entity | Fact) and each.embedding is not None
    }
    records = [each.record for each in stored]
    messages = await _new(tx, user_id, "Message", "id", _only(Message, records))
    messages = await _new(tx, user_id, "Message", "digest", messages)
    entities = await _new(tx, user_id, "Entity", "id", _only(Entity, records))
    facts = await _new(tx, user_id, "Fact", "id", _only(Fact, records))
    operations = await _new(tx, user_id, "Operation", "id", _only(Operation, records))
    summaries = await _new(tx, user_id, "Summary", "session_id", _only(Summary, records))
    await writes.put_messages(tx, user_id, messages, vectors, due_at)
    await writes.put_entities(tx, user_id, entities, vectors)
    await put_facts(tx, user_id, facts, vectors, utc_now())
    mentions = await put_mentions(tx, user_id, await _new_mentions(tx, user_id, _only(Mention, records)))
    await writes.put_operations(tx, user_id, operations)
    await writes.put_summaries(tx, user_id, summaries)
    return sum(map(len, (messages, entities, facts, operations, summaries))) + mentions


def _only(kind: type[Any], records: list[Any]) -> list[Any]:
    return [record for record in records if isinstance(record, kind)]


async def _new(tx: Transaction, user_id: str, label: str, key: str, records: list[Any]) -> list[Any]:
    by_key: dict[str, Any] = {}
    for record in records:
        by_key.setdefault(getattr(record, key), record)
    for some in chunks(list(by_key), 5_000):
        statement = _PRESENT.format(label=label, key=key)
        for row in await tx.rows(statement, user=user_id, values=some):
            del by_key[row["value"]]
    return list(by_key.values())


async def _new_mentions(tx: Transaction, user_id: str, mentions: list[Mention]) -> list[Mention]:
    by_place: dict[tuple[str, str], Mention] = {}
    for mention in mentions:
        by_place.setdefault((mention.source_id, mention.entity_id), mention)
    for some in chunks({source for source, _ in by_place}, 5_000):
        for row in await tx.rows(_PRESENT_MENTIONS, user=user_id, sources=some):
            by_place.pop((row["source"], row["entity"]), None)
    return list(by_place.values())


async def forget_user(tx: Transaction, command: ForgetUser) -> StoreStats:
    """Remove everything of a user and return what there was."""
    user_id = command.user_id
    if not await writes.lock_user(tx, user_id):
        raise no_such_user(user_id)
    size = await scrub.size_of(tx, user_id)
    counted = await reads.stats(tx, StatsQuery(user_id))
    for statement in _FORGET:
        await tx.run(statement, user=user_id)
    await scrub.note_freed(tx, max(size, 1))
    return counted


async def unembedded(tx: Transaction, query: UnembeddedQuery) -> list[Unembedded]:
    """Return records without a vector, with the text to embed."""
    missing: list[Unembedded] = []
    for kind, (label, projection, record_from) in _EMBEDDED.items():
        statement = _UNEMBEDDED.format(label=label, projection=projection)
        for row in await tx.rows(statement, limit=max(0, query.limit - len(missing))):
            if not rows.there([row["record"]]):
                continue
            try:
                record = record_from(row["record"])
            except DamagedRecordError:  # told where somebody asks for it
                continue
            missing.append(Unembedded(kind, record.user_id, record.id, embedding_text(record)))
    return missing


async def put_embeddings(tx: Transaction, command: PutEmbeddings) -> None:
    """Set vectors of a user's records of any kind by their ids."""
    await writes.lock_user(tx, command.user_id)
    data = [{"id": each, "vector": values.vector_values(vector)} for each, vector in command.embeddings.items()]
    for some in chunks(data):
        await tx.run(_PUT_VECTORS, user=command.user_id, rows=some)
