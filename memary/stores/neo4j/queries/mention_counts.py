"""Count how often and how lately entities came up, and find the best by both.

Each entity bears how often it came up in all (`mention_count`), so that of a long stream not all is counted to find
the best. Those that came up last are ranked by it, which no view of the stream can exceed; the least score among the
best of them bounds what the others have to have: whoever came up last before these scores no more than its count,
halved for the time since. The few that may be among the best are then counted as the view asks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memary.queries import CountQuery
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.connection import Transaction
from memary.stores.neo4j.queries.conditions import Filter, mention_filter
from memary.stores.neo4j.queries.reads import NO_LIMIT, made_in
from memary.types import Entity, EntityCount

_LATEST = 2_000
"""How many entries of the stream, the latest, are looked at for the best."""

_MOST = 2_000
"""From so many entities on counting all is quicker than looking up each."""

_SLACK = 1 - 1e-9
"""What is computed is rounded."""

_COUNTS = """
MATCH (source)-[m:MENTIONS]->() WHERE {conditions}
{said}
WITH m.entity_id AS id, count(*) AS count, min(m.at) AS first, max(m.at) AS last
WITH id, count, first, last, {score} AS score
{best}
MATCH (e:Entity {{user_id: $user, id: id}})
WITH e, count, first, last, score ORDER BY score DESC, e.name, e.id LIMIT $limit
RETURN {entity} AS entity, count, first, last
"""
_DECAYED = """
count * 0.5 ^ (CASE WHEN last < $now THEN ($now.epochSeconds - last.epochSeconds) * 1000000
  + ($now.nanosecond - last.nanosecond) / 1000 ELSE 0 END / 1e6 / 86400 / $half_life)
""".strip()
# entities are looked up for those alone that score no less than the last of the best
_AMONG_BEST = """
WITH id, count, first, last, score ORDER BY score DESC
WITH collect([id, count, first, last, score]) AS scored
UNWIND [one IN scored WHERE one[4] >= coalesce(scored[$limit - 1], scored[-1])[4]] AS one
WITH one[0] AS id, one[1] AS count, one[2] AS first, one[3] AS last, one[4] AS score
""".strip()

_LIKELIEST = f"""
MATCH (source)-[m:MENTIONS]->(e) WHERE {{conditions}}
WITH m, e ORDER BY m.user_id DESC, m.at DESC, m.source_id DESC, m.entity_id DESC LIMIT $latest
WITH m.entity_id AS id, max(m.at) AS last, min(m.at) AS first, count(*) AS entries,
  coalesce(max(e.mention_count), count(*)) AS count
WITH id, first, entries, {_DECAYED} AS score ORDER BY score DESC
RETURN collect(id) AS ids, collect(score) AS scores, min(first) AS first, sum(entries) AS entries
"""
_OFTENEST = """
MATCH (e:Entity) WHERE e.user_id = $user AND e.mention_count > 0 AND e.id IS NOT NULL
WITH e ORDER BY e.user_id DESC, e.mention_count DESC, e.id DESC LIMIT $limit
RETURN collect(e.id)
"""
_MENTIONED_OFTEN = """
MATCH (e:Entity) WHERE e.user_id = $user AND e.mention_count >= $enough AND e.id IS NOT NULL
WITH e LIMIT $most
RETURN collect(e.id)
"""


async def read(tx: Transaction, query: CountQuery) -> list[EntityCount]:
    """Count the mentions of entities, the highest score first, ties by name and id."""
    if query.limit and query.entity_ids is None and query.view.where is None:
        query = replace(query, entity_ids=await _likely(tx, query, query.limit))
    statement, values = _scored(query)
    found = await tx.rows(statement, **values)
    enough = NO_LIMIT if query.enough is None or query.entity_ids is None else query.enough
    return [
        EntityCount(rows.entity_from(row["entity"]), min(row["count"], enough), row["first"], row["last"])
        for row in found
        if rows.there([row["entity"]])
    ]


def _scored(query: CountQuery) -> tuple[str, dict[str, Any]]:
    """Return the statement that counts and scores, with its parameters."""
    chosen = _entries_of(query)
    statement = _COUNTS.format(
        said=made_in(chosen, query.view),
        conditions=chosen.text,
        score="count" if query.half_life_days is None else _DECAYED,
        best="" if query.limit is None else _AMONG_BEST,
        entity=rows.selected(Entity, "e"),
    )
    return statement, chosen.parameters | {"limit": NO_LIMIT if query.limit is None else query.limit}


def _entries_of(query: CountQuery) -> Filter:
    chosen = mention_filter(query)
    chosen.add("m.source_id IS NOT NULL")
    if query.half_life_days is not None:
        chosen.parameters |= {"now": query.view.when.true_at, "half_life": query.half_life_days}
    return chosen


async def _likely(tx: Transaction, query: CountQuery, limit: int) -> list[str] | None:
    """Return entities among which the best are; None if that can be any."""
    first, most = await _first(tx, query, limit)
    if len(first) < limit or not most:
        return None
    best = await read(tx, replace(query, entity_ids=list(first)[:limit]))
    if len(best) < limit:
        return None
    least = min(_score(one, query) for one in best) * _SLACK
    others = await tx.collected(_MENTIONED_OFTEN, user=query.scope.user_id, enough=least / most, most=_MOST)
    if len(others) == _MOST:
        return None
    return [id_ for id_, score in first.items() if score >= least] + [id_ for id_ in others if id_ not in first]


def _score(count: EntityCount, query: CountQuery) -> float:
    """Return the score of an entity, as `_COUNTS` computes it."""
    if query.half_life_days is None:
        return count.count
    age = max((query.view.when.true_at - count.last_at).total_seconds(), 0.0) / 86_400
    return count.count * 0.5 ** (age / query.half_life_days)


async def _first(tx: Transaction, query: CountQuery, limit: int) -> tuple[dict[str, float], float]:
    """Return entities that may be among the best, with what they score at most, the most first.

    Beside them, what a mention of any other counts at most.
    """
    if query.half_life_days is None:
        often = await tx.collected(_OFTENEST, user=query.scope.user_id, limit=limit)
        return dict.fromkeys(often, float("inf")), 1.0
    chosen = _entries_of(query)
    found = await tx.row(_LIKELIEST.format(conditions=chosen.text), **chosen.parameters, latest=_LATEST)
    if not found or found["entries"] < _LATEST:  # counting all of them takes no longer
        return {}, 0.0
    age = max((query.view.when.true_at - found["first"]).total_seconds(), 0.0) / 86_400
    return dict(zip(found["ids"], found["scores"], strict=True)), 0.5 ** (age / query.half_life_days)
