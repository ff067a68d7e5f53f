"""Walking the graph: per node one prepared statement that reads in index order, never a recursive query.

A node's facts with an open end come newest first from the index, so a hub costs what a leaf costs. Facts with a
known end are read in the order of that end, starting from the time asked for: for "now" these are the few that will
end, for a time in the past those that ended soonest after it, `WINDOW` of them at most per node and direction. Where
an agent or a session narrows the scope, the newest `WINDOW` facts of a node are looked at.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from itertools import chain, zip_longest

from memary.stores.base import Breadth
from memary.stores.sqlite.conditions import is_narrow, owner_of, said_within
from memary.stores.sqlite.reading import entities
from memary.stores.sqlite.rows import Values, id_list, to_entity, to_fact, to_stamp
from memary.types import FOREVER, Entity, Fact, Scope, Subgraph

WINDOW = 512
"""How many facts per node are looked at where the index cannot tell whether they qualify."""

_FOREVER = to_stamp(FOREVER)
_COLUMNS = "r.id, r.valid_at, r.subject_id, r.object_id"


def neighbourhood(
    connection: sqlite3.Connection, scope: Scope, seeds: Sequence[str], *, depth: int, at: datetime, breadth: Breadth
) -> Subgraph:
    """Walk from the seeds; see `GraphStore.neighbourhood`."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return Subgraph()
    wanted = tuple(dict.fromkeys(seeds))
    known = {entity.id: entity for entity in entities(connection, scope, ids=wanted)}
    frontier = tuple(seed for seed in wanted if seed in known)
    statement = _statement(scope)
    values: Values = {"owner": owner, "at": to_stamp(at), "agent": scope.agent_id, "session": scope.session_id}
    hops: dict[str, int] = {}
    reached = dict.fromkeys(frontier)
    start = frontier
    for hop in range(1, depth + 1):
        limit = breadth.per_seed if hop == 1 else breadth.per_node
        values |= {"limit": limit, "reach": WINDOW if is_narrow(scope) else limit, "window": WINDOW}
        lists = [connection.execute(statement, values | {"node": node}).fetchall() for node in frontier]
        following: dict[str, None] = {}
        for row in chain.from_iterable(
            zip_longest(*lists)
        ):  # the newest of each node first, so that all have a share
            if row is None:
                continue
            hops.setdefault(row["id"], hop)
            following |= dict.fromkeys(end for end in (row["subject_id"], row["object_id"]) if end not in reached)
        reached |= following
        frontier = tuple(following)[: breadth.frontier]
        if not frontier:
            break
    return _subgraph(connection, scope.user_id, owner, start, hops, known)


def _statement(scope: Scope) -> str:
    stated = ""
    if is_narrow(scope):
        said = said_within(scope).replace("m.session_id", "+m.session_id").replace("m.agent_id", "+m.agent_id")
        stated = (
            "WHERE EXISTS (SELECT 1 FROM fact_sources s "
            "CROSS JOIN messages m ON m.owner = s.owner AND m.id = s.source_id "
            f"WHERE s.owner = :owner AND s.fact_id = near.id AND {said})"
        )
    parts: list[str] = []
    for end, index in (("subject_id", "facts_by_subject"), ("object_id", "facts_by_object")):
        table = f"SELECT {_COLUMNS} FROM facts r INDEXED BY {index} WHERE r.owner = :owner AND r.{end} = :node"
        parts.append(
            f"SELECT near.* FROM ({table} AND r.invalid_at = {_FOREVER} AND r.valid_at <= :at "
            f"ORDER BY r.valid_at DESC, r.id DESC LIMIT :reach) near {stated}"
        )
        parts.append(
            f"SELECT near.* FROM ({table} AND r.invalid_at > :at AND r.invalid_at < {_FOREVER} "
            f"ORDER BY r.invalid_at LIMIT :window) near {stated or 'WHERE TRUE'} AND near.valid_at <= :at"
        )
    return f"{' UNION '.join(parts)} ORDER BY 2 DESC, 1 DESC LIMIT :limit"  # UNION: a loop is met once


def _subgraph(
    connection: sqlite3.Connection,
    user_id: str,
    owner: int,
    seeds: tuple[str, ...],
    hops: dict[str, int],
    known: dict[str, Entity],
) -> Subgraph:
    by_id = "SELECT * FROM {} WHERE owner = ? AND id IN (SELECT value FROM json_each(?))"
    found: dict[str, Fact] = {}
    for row in connection.execute(by_id.format("facts"), (owner, id_list(hops))):
        found[row["id"]] = to_fact(row, user_id)
    facts = tuple(found[fact_id] for fact_id in hops)
    ends = dict.fromkeys(chain.from_iterable((fact.subject_id, fact.object_id) for fact in facts))
    missing = [end for end in ends if end not in known]
    for row in connection.execute(by_id.format("entities"), (owner, id_list(missing))):
        known[row["id"]] = to_entity(row, user_id)
    return Subgraph(seeds=seeds, entities=known, facts=facts, hops=hops)
