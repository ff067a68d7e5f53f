"""Writes of the memory stream, and of how often each entity comes up in it (`mention_count`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memary.stores.neo4j.driver.connection import Row, Transaction, chunks
from memary.types import Mention

_PUT_MENTIONS = """
UNWIND $rows AS row
MATCH (e:Entity {{user_id: $user, id: row.entity_id}})
MATCH (s:{label} {{user_id: $user, id: row.source_id}})
MERGE (s)-[m:MENTIONS]->(e)
SET m += row
WITH e, count(*) AS written
SET e.mention_count = COUNT {{ (e)<-[:MENTIONS]-() }}
RETURN sum(written) AS written
"""

_REMOVE_MENTIONS = """
UNWIND $rows AS row
MATCH ()-[m:MENTIONS]->()
WHERE m.user_id = $user AND m.source_id = row.source_id AND m.entity_id = row.entity_id AND m.at IS NOT NULL
DELETE m
"""

_MENTIONED_BY = """
UNWIND $ids AS id
MATCH (s:{label} {{user_id: $user, id: id}})-[:MENTIONS]->(e)
RETURN collect(DISTINCT e.id)
"""
_RECOUNT = """
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WITH e, COUNT { (e)<-[:MENTIONS]-() } AS count
SET e.mention_count = CASE count WHEN 0 THEN null ELSE count END
"""


async def put_mentions(tx: Transaction, user_id: str, mentions: Iterable[Mention]) -> int:
    """Write mentions whose source and entity exist; return how many that were."""
    written = 0
    for some in chunks(mentions):
        data = [each.model_dump() for each in some]
        for label in ("Message", "Fact"):
            counted = await tx.row(_PUT_MENTIONS.format(label=label), user=user_id, rows=data)
            written += counted["written"] if counted else 0
    return written


async def remove_mentions(tx: Transaction, user_id: str, ends: Iterable[tuple[str, str]]) -> None:
    """Remove entries of the memory stream, by their entity and source."""
    for some in chunks(ends):
        data: list[Row] = [{"entity_id": entity_id, "source_id": source_id} for entity_id, source_id in some]
        await tx.run(_REMOVE_MENTIONS, user=user_id, rows=data)
        await recount(tx, user_id, {entity_id for entity_id, _ in some})


async def mentioned_by(tx: Transaction, user_id: str, label: str, ids: Collection[str]) -> list[str]:
    """Return the entities that messages, or facts, mention."""
    return await tx.collected(_MENTIONED_BY.format(label=label), user=user_id, ids=list(ids)) if ids else []


async def recount(tx: Transaction, user_id: str, entity_ids: Collection[str]) -> None:
    """Have entities bear how often they come up by now."""
    for some in chunks(entity_ids):
        await tx.run(_RECOUNT, user=user_id, ids=some)
