"""The walk around seed entities: hop by hop, each node's newest facts in the order of an index.

Two small statements a hop, one for each end of a fact, read at most `limit` facts of each node, so that a node of
any degree costs the same. Which of them count is decided here, on records.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memary.stores.base import Breadth
from memary.stores.neo4j import rows
from memary.stores.neo4j.connection import Transaction
from memary.stores.neo4j.filters import entity_filter, fact_filter
from memary.types import FOREVER, Entity, Fact, Scope, Subgraph

# Facts without an end come in the order of the index (user_id, <end>_id, invalid_at, valid_at, id). An ORDER BY over
# all of it needs no sorting, LIMIT ends the reading, and what was retired long ago is never looked at. Facts that end
# after `at` are few.
HOP = """
UNWIND $nodes AS node
CALL (node) {{
  MATCH (n:Fact) USING INDEX n:Fact(user_id, {end}_id, invalid_at, valid_at, id)
  WHERE n.{end}_id = node AND n.invalid_at = $forever AND {conditions}
  RETURN n ORDER BY n.user_id DESC, n.{end}_id DESC, n.invalid_at DESC, n.valid_at DESC, n.id DESC LIMIT $limit
  UNION ALL
  MATCH (n:Fact) USING INDEX n:Fact(user_id, {end}_id, invalid_at, valid_at, id)
  WHERE n.{end}_id = node AND n.invalid_at > $at AND n.invalid_at < $forever AND {conditions}
  RETURN n ORDER BY n.valid_at DESC, n.id DESC LIMIT $limit
}}
RETURN node, n {fact} AS fact
"""

_KNOWN = "MATCH (n:Entity) WHERE n.id IN $ids AND {conditions} RETURN n.id AS id"
_ENTITIES = f"MATCH (n:Entity) WHERE n.user_id = $user AND n.id IN $ids RETURN n {rows.ENTITY} AS entity"


async def neighbourhood(
    tx: Transaction, scope: Scope, seeds: Sequence[str], *, depth: int, at: datetime, breadth: Breadth
) -> Subgraph:
    """Read what lies within `depth` hops of the seeds; see `GraphStore.neighbourhood`."""
    frontier = await _known(tx, scope, seeds)
    known_seeds = tuple(frontier)
    reached = set(frontier)
    facts: dict[str, Fact] = {}
    hops: dict[str, int] = {}
    for hop in range(1, depth + 1):
        if not frontier:
            break
        limit = breadth.per_seed if hop == 1 else breadth.per_node
        of_nodes = await _newest_facts(tx, scope, frontier, at=at, limit=limit)
        following: list[str] = []
        for node in frontier:
            for fact in of_nodes[node]:
                if fact.id not in facts:
                    facts[fact.id] = fact
                    hops[fact.id] = hop
                for end in (fact.subject_id, fact.object_id):
                    if end not in reached:
                        reached.add(end)
                        following.append(end)
        frontier = following[: breadth.frontier]
    entities = await _entities(tx, scope.user_id, reached)
    return Subgraph(seeds=known_seeds, entities=entities, facts=tuple(facts.values()), hops=hops)


async def _known(tx: Transaction, scope: Scope, ids: Sequence[str]) -> list[str]:
    chosen = entity_filter(scope)
    statement = _KNOWN.format(conditions=chosen.text)
    found = {row["id"] for row in await tx.rows(statement, ids=list(ids), **chosen.parameters)}
    return [each for each in dict.fromkeys(ids) if each in found]


async def _newest_facts(
    tx: Transaction, scope: Scope, nodes: Sequence[str], *, at: datetime, limit: int
) -> dict[str, list[Fact]]:
    chosen = fact_filter(scope)
    chosen.add("n.valid_at <= $at", at=at, forever=FOREVER)
    met: dict[str, dict[str, Fact]] = {node: {} for node in nodes}
    for end in ("subject", "object"):
        statement = HOP.format(end=end, conditions=chosen.text, fact=rows.FACT)
        for row in await tx.rows(statement, nodes=list(nodes), limit=limit, **chosen.parameters):
            fact = rows.fact_from(row["fact"])
            met[row["node"]][fact.id] = fact
    return {
        node: sorted(of_node.values(), key=lambda fact: (fact.valid_at, fact.id), reverse=True)[:limit]
        for node, of_node in met.items()
    }


async def _entities(tx: Transaction, user_id: str, ids: set[str]) -> dict[str, Entity]:
    found = await tx.rows(_ENTITIES, user=user_id, ids=sorted(ids))
    return {entity.id: entity for entity in (rows.entity_from(row["entity"]) for row in found)}
