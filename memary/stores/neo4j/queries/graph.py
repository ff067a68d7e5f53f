"""The walk around seed entities: hop by hop, each node's newest facts in the order of an index.

One statement a hop reads the ends of at most `limit` facts of each node, so that a node of any degree costs the same.
The facts that the walk meets are then read whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memary.queries import SubgraphQuery, View
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.batches import BatchedTransaction
from memary.stores.neo4j.driver.connection import Transaction
from memary.stores.neo4j.queries.conditions import Filter, entity_filter, fact_filter
from memary.stores.traversal import Hop, Walk
from memary.types import FOREVER, Entity, Fact, Scope, Subgraph

WINDOW = 512
"""How many facts per node are looked at where the index cannot tell whether they are seen."""

# Facts without an end come in the order of the index (user_id, <end>_id, invalid_at, valid_at, id). An ORDER BY over
# all of it needs no sorting, LIMIT ends the reading, and what was retired long ago is never looked at.
_NEWEST = """
  MATCH (n:Fact) USING INDEX SEEK n:Fact(user_id, {end}_id, invalid_at, valid_at, id)
  WHERE n.{end}_id = node AND n.invalid_at = $forever AND {conditions}
  RETURN n ORDER BY n.user_id DESC, n.{end}_id DESC, n.invalid_at DESC, n.valid_at DESC, n.id DESC LIMIT $limit
"""
_WINDOW = """
  MATCH (n:Fact) USING INDEX SEEK n:Fact(user_id, {end}_id, {index})
  WHERE n.user_id = $user AND n.{end}_id = node AND {which}
  WITH n ORDER BY {order} LIMIT $window
  WHERE {of_found}
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

_IS_PAST = "MATCH (u:User {id: $user}) RETURN collect(coalesce(u.learnt_until > $known, false))"
# one text for all hops, though the seeds alone are looked for: a second one would have to be planned, too
_HOP = """
CALL () {{ MATCH (n:Entity) WHERE n.id IN $seeds AND {known} RETURN collect(n.id) AS known }}
CALL () {{ {newest} AS around }}
RETURN [known, around]
"""
_READ = """
CALL () {{
  MATCH (n:Fact) WHERE {conditions} RETURN collect({fact}) AS facts
}}
CALL () {{
  MATCH (n:Entity) WHERE n.user_id = $user AND n.id IN $entities RETURN collect({entity}) AS entities
}}
RETURN [facts, entities]
"""


async def neighbourhood(tx: BatchedTransaction, query: SubgraphQuery) -> Subgraph:
    """Read what lies within some hops of the seeds; see `SubgraphQuery`."""
    scope, when = query.scope, query.view.when
    past = await _is_past(tx, scope.user_id, when.known_at)
    chosen = _seen(scope, query.view, past=past)
    known_entities = entity_filter(scope, View(known_at=query.view.known_at))
    chosen.parameters |= known_entities.parameters
    statement = _HOP.format(known=known_entities.text, newest=hop_statement(chosen, past=past))
    seeds = tuple(dict.fromkeys(query.seeds))
    known, around = await _newest_facts(tx, statement, seeds, query.breadth.per_seed, chosen, seeds=list(seeds))
    start = [seed for seed in seeds if seed in known]
    walk = Walk(start, query.breadth)
    walk.go([around[seed] for seed in start])
    for _ in range(query.depth - 1):
        if walk.frontier:
            _, found = await _newest_facts(tx, statement, walk.frontier, walk.limit, chosen, seeds=[])
            walk.go([*found.values()])
    return await _subgraph(tx, query, start, walk)


def hop_statement(chosen: Filter, *, past: bool) -> str:
    """Return the statement for the newest facts of nodes, at most `$limit` for each end and part."""
    parts: list[str] = []
    for end in ("subject", "object"):
        if not past:
            parts.append(_NEWEST.format(end=end, conditions=chosen.text))
        for index, which, direction in _WINDOWS[past]:
            order = ", ".join(f"n.{key}{direction}" for key in ("user_id", f"{end}_id", *index.split(", ")))
            parts.append(_WINDOW.format(end=end, index=index, which=which, order=order, of_found=chosen.of_found))
    return (
        f"UNWIND $nodes AS node CALL (node) {{ {'UNION'.join(parts)} }} "
        "WITH node, n ORDER BY n.valid_at DESC, n.id DESC RETURN collect([node, n.id, n.subject_id, n.object_id])"
    )


async def _is_past(tx: Transaction, user_id: str, known_at: datetime) -> bool:
    """Return whether anything was learnt of facts after `known_at`: else the present answers."""
    if known_at >= FOREVER:
        return False
    return True in await tx.collected(_IS_PAST, user=user_id, known=known_at)


def _seen(scope: Scope, view: View, *, past: bool) -> Filter:
    """Return conditions on facts `n`, with the parameters of a hop."""
    when = view.when
    alive = View(alive_at=view.alive_at)
    chosen = fact_filter(scope, replace(alive, true_at=when.true_at, known_at=when.known_at) if past else alive)
    if not past:
        chosen.add("n.valid_at <= $at")
    chosen.parameters |= {"at": when.true_at, "known": when.known_at, "forever": FOREVER, "window": WINDOW}
    return chosen


async def _newest_facts(
    tx: BatchedTransaction, statement: str, nodes: Sequence[str], most: int, chosen: Filter, *, seeds: list[str]
) -> tuple[list[str], dict[str, list[Hop]]]:
    """Return those of the seeds that are known, and the newest facts of each node, at most so many."""
    of_nodes: dict[str, list[Hop]] = {node: [] for node in nodes}
    known, found = await tx.collected(statement, nodes=list(of_nodes), limit=most, seeds=seeds, **chosen.parameters)
    for node, *ends in found:
        if None not in ends:  # else the fact was removed meanwhile
            fact_id, subject_id, object_id = ends
            of_nodes[node].append(Hop(fact_id, subject_id, object_id, fact_id))
    return known, {node: steps[:most] for node, steps in of_nodes.items()}


async def _subgraph(tx: Transaction, query: SubgraphQuery, seeds: Sequence[str], walk: Walk) -> Subgraph:
    ends = walk.ends | dict.fromkeys(seeds)
    if not ends:
        return Subgraph()
    chosen = Filter()
    chosen.add("n.user_id = $user AND n.id IN $facts", user=query.scope.user_id, facts=list(walk.hops))
    chosen.add_wanted(query.view.where, "Fact")
    statement = _READ.format(conditions=chosen.text, fact=rows.selected(Fact), entity=rows.selected(Entity))
    found: list[list[str]] = await tx.collected(statement, **chosen.parameters, entities=list(ends))
    met, at_ends = map(rows.there, found)
    facts = {fact.id: fact for fact in map(rows.fact_from, met)}
    entities = {one.id: one for one in map(rows.entity_from, at_ends)}
    in_order = tuple(facts[id_] for id_ in walk.hops if id_ in facts)
    return Subgraph(seeds=tuple(seeds), entities=entities, facts=in_order, hops=walk.hops)
