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
from memary.stores.neo4j.filters import Filter, entity_filter, fact_filter
from memary.types import FOREVER, Entity, Fact, Scope, Subgraph, When

WINDOW = 512
"""How many facts per node are looked at where the index cannot tell whether they are seen."""

# Facts without an end come in the order of the index (user_id, <end>_id, invalid_at, valid_at, id). An ORDER BY over
# all of it needs no sorting, LIMIT ends the reading, and what was retired long ago is never looked at.
_NEWEST = """
  MATCH (n:Fact) USING INDEX n:Fact(user_id, {end}_id, invalid_at, valid_at, id)
  WHERE n.{end}_id = node AND n.invalid_at = $forever AND {conditions}
  RETURN n ORDER BY n.user_id DESC, n.{end}_id DESC, n.invalid_at DESC, n.valid_at DESC, n.id DESC LIMIT $limit
"""
_WINDOW = """
  MATCH (n:Fact) USING INDEX n:Fact(user_id, {end}_id, {index})
  WHERE n.user_id = $user AND n.{end}_id = node AND {which}
  WITH n ORDER BY {order} LIMIT $window
  WHERE {conditions}
  RETURN n ORDER BY n.valid_at DESC, n.id DESC LIMIT $limit
"""
_BY_END = "invalid_at, valid_at, id"
# index, which of its facts, in which direction: those that end first after the time, …
_ENDING = (
    _BY_END,
    "n.invalid_at > $at AND n.invalid_at < $forever AND n.valid_at IS NOT NULL AND n.id IS NOT NULL",
    "",
)
_WINDOWS = {
    False: (_ENDING,),
    True: (
        _ENDING,
        # … and for what was known in the past: the newest, those learnt last by then, those retired first after it
        (_BY_END, "n.invalid_at = $forever AND n.valid_at <= $at AND n.id IS NOT NULL", " DESC"),
        ("invalid_at, created_at", "n.invalid_at = $forever AND n.created_at <= $known", " DESC"),
        ("expired_at", "n.expired_at > $known AND n.expired_at < $forever", ""),
    ),
}

_IS_PAST = "MATCH (u:User {id: $user}) RETURN coalesce(u.learnt_until > $known, false) AS is_past"
_KNOWN = "MATCH (n:Entity) WHERE n.id IN $ids AND {conditions} RETURN n.id AS id"
_ENTITIES = f"MATCH (n:Entity) WHERE n.user_id = $user AND n.id IN $ids RETURN n {rows.ENTITY} AS entity"


async def neighbourhood(
    tx: Transaction,
    scope: Scope,
    seeds: Sequence[str],
    *,
    depth: int,
    when: When,
    breadth: Breadth,
    alive_at: datetime | None,
) -> Subgraph:
    """Read what lies within `depth` hops of the seeds; see `GraphStore.neighbourhood`."""
    past = await _is_past(tx, scope.user_id, when.known_at)
    chosen = _seen(scope, when, past=past, alive_at=alive_at)
    frontier = await _known(tx, scope, seeds, when.known_at)
    known_seeds = tuple(frontier)
    reached = set(frontier)
    facts: dict[str, Fact] = {}
    hops: dict[str, int] = {}
    for hop in range(1, depth + 1):
        if not frontier:
            break
        limit = breadth.per_seed if hop == 1 else breadth.per_node
        of_nodes = await _newest_facts(tx, frontier, chosen, past=past, limit=limit)
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


def hop_statement(end: str, conditions: str, *, past: bool) -> str:
    """The statement that reads the newest facts of nodes, of which they are the subject or the object."""
    parts = [] if past else [_NEWEST.format(end=end, conditions=conditions)]
    for index, which, direction in _WINDOWS[past]:
        order = ", ".join(f"n.{key}{direction}" for key in ("user_id", f"{end}_id", *index.split(", ")))
        parts.append(_WINDOW.format(end=end, index=index, which=which, order=order, conditions=conditions))
    return f"UNWIND $nodes AS node CALL (node) {{ {'UNION'.join(parts)} }} RETURN node, n {rows.FACT} AS fact"


async def _is_past(tx: Transaction, user_id: str, known_at: datetime) -> bool:
    """Whether anything was learnt of facts after `known_at`: else the present answers."""
    if known_at >= FOREVER:
        return False
    found = await tx.row(_IS_PAST, user=user_id, known=known_at)
    return bool(found and found["is_past"])


def _seen(scope: Scope, when: When, *, past: bool, alive_at: datetime | None) -> Filter:
    """Conditions on facts `n`, with the parameters of a hop."""
    chosen = fact_filter(scope, when=when if past else None, alive_at=alive_at)
    if not past:
        chosen.add("n.valid_at <= $at")
    chosen.parameters |= {"at": when.true_at, "known": when.known_at, "forever": FOREVER, "window": WINDOW}
    return chosen


async def _known(tx: Transaction, scope: Scope, ids: Sequence[str], known_at: datetime) -> list[str]:
    chosen = entity_filter(scope, known_at=known_at)
    statement = _KNOWN.format(conditions=chosen.text)
    found = {row["id"] for row in await tx.rows(statement, ids=list(ids), **chosen.parameters)}
    return [each for each in dict.fromkeys(ids) if each in found]


async def _newest_facts(
    tx: Transaction, nodes: Sequence[str], chosen: Filter, *, past: bool, limit: int
) -> dict[str, list[Fact]]:
    met: dict[str, dict[str, Fact]] = {node: {} for node in nodes}
    for end in ("subject", "object"):
        statement = hop_statement(end, chosen.text, past=past)
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
