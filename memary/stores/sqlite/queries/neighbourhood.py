"""Walk the graph: one prepared statement per node that reads in index order, never a recursive query.

A node's facts with an open end come newest first from the index, so a hub costs what a leaf costs. Facts with a
known end are read in the order of that end, starting from the time asked for: for "now" these are the few that will
end, for a time in the past those that ended soonest after it, `WINDOW` of them at most per node and direction. Where
an agent or a session narrows the scope, the newest `WINDOW` facts of a node are looked at.

What was known in the past takes two more reads in index order: the open ends learnt last by then, since of those that
came newest all may have come later, and the facts retired soonest after then, which were still believed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from memary.queries import EntityQuery, SubgraphQuery, View
from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.kept.records import RecordCache
from memary.stores.sqlite.queries.conditions import (
    Conditions,
    has_expired,
    is_narrow,
    is_past,
    last_changed,
    owner_of,
    said_within,
    seen_in_the_past,
)
from memary.stores.sqlite.queries.reads import entities
from memary.stores.sqlite.rows import id_list, selected, to_fact, to_stamp
from memary.stores.traversal import Hop, Walk
from memary.types import FOREVER, Fact, Scope, Subgraph

WINDOW = 512
"""How many facts per node are looked at where the index cannot tell whether they qualify."""

_FOREVER = to_stamp(FOREVER)
_LISTED = "SELECT value FROM json_each(:listed)"


class _Part(NamedTuple):
    """One read of a node's facts in the order of an index."""

    by: str  # the index, for either end
    which: str
    order: str
    limit: str = ":window"


_OPEN = f"r.invalid_at = {_FOREVER}"
_NEWEST = _Part("facts_by_{}", f"{_OPEN} AND r.valid_at <= :at", "r.valid_at DESC, r.id DESC", ":reach")
_ENDING = _Part("facts_by_{}", f"r.invalid_at > :at AND r.invalid_at < {_FOREVER}", "r.invalid_at")
_PRESENT = (_NEWEST, _ENDING)
_PAST = (
    *_PRESENT,
    _Part("facts_open_by_{}", f"{_OPEN} AND r.created_at <= :known", "r.created_at DESC"),
    _Part("facts_retired_by_{}", f"r.expired_at > :known AND r.expired_at < {_FOREVER}", "r.expired_at"),
)


def neighbourhood(connection: sqlite3.Connection, records: RecordCache, query: SubgraphQuery) -> Subgraph:
    """Walk from the seeds; see `SubgraphQuery`."""
    scope, when, alive_at = query.scope, query.view.when, query.view.alive_at
    if (owner := owner_of(connection, scope.user_id)) is None:
        return Subgraph()
    wanted = tuple(dict.fromkeys(query.seeds))
    asked = EntityQuery(scope, ids=wanted, view=View(known_at=when.known_at))
    known = {entity.id: entity for entity in entities(connection, records, asked)}
    start = tuple(seed for seed in wanted if seed in known)
    past = is_past(connection, owner, when.known_at)
    expires_at = alive_at if alive_at and has_expired(connection, owner, "facts", alive_at) else None
    statement = _statement(scope, past=past, expiring=expires_at is not None)
    asked = _Asked(
        owner,
        scope.agent_id,
        scope.session_id,
        at=to_stamp(when.true_at) if past else last_changed(connection, owner, when.true_at),
        known=to_stamp(when.known_at) if past else None,
        alive=expires_at and to_stamp(expires_at),
    )
    walk = Walk(start, query.breadth)
    for _ in range(query.depth):
        of_hop = asked._replace(limit=walk.limit, reach=WINDOW if past or is_narrow(scope) else walk.limit)
        walk.go([_met(connection, statement, of_hop, node) for node in walk.frontier])
    facts = _facts(connection, records, owner, walk, query)
    ends = EntityQuery(Scope(user_id=scope.user_id), ids=walk.ends.keys() - known)
    known |= {entity.id: entity for entity in entities(connection, records, ends)}
    return Subgraph(seeds=start, entities=known, facts=facts, hops=walk.hops)


class _Asked(NamedTuple):
    """What is asked of a node: the parameters of the statement.

    It tells no time that makes no difference, so that the next search asks the same.
    """

    owner: int
    agent: str | None
    session: str | None
    at: int
    known: int | None
    alive: int | None
    limit: int = 0
    reach: int = 0
    window: int = WINDOW


@once_a_snapshot
def _met(connection: sqlite3.Connection, statement: str, asked: _Asked, node: str) -> Sequence[Hop]:
    """Return the facts of a node, the newest first."""
    rows = connection.execute(statement, {**asked._asdict(), "node": node})
    return [Hop(*row[:4]) for row in rows]


def _statement(scope: Scope, *, past: bool, expiring: bool) -> str:
    where = [seen_in_the_past("near") if past else "near.valid_at <= :at"]
    if is_narrow(scope):
        said = said_within(scope).replace("m.session_id", "+m.session_id").replace("m.agent_id", "+m.agent_id")
        where.append(
            "EXISTS (SELECT 1 FROM fact_sources s "
            "CROSS JOIN messages m ON m.owner = s.owner AND m.id = s.source_id "
            f"WHERE s.owner = :owner AND s.fact_id = near.id AND {said})"
        )
    alive = " AND r.expires_at > :alive" if expiring else ""
    # the index alone answers for the present; the other times stand in the row
    columns = "r.number, r.id, r.valid_at, r.subject_id, r.object_id"
    if past:
        columns += ", r.created_at, r.invalid_at, r.expired_at, r.stated_end, r.earlier_ends, r.changed_at"
    parts = [
        "SELECT near.id, near.subject_id, near.object_id, near.number, near.valid_at FROM ("
        f"SELECT {columns} FROM facts r INDEXED BY {part.by.format(end)} "
        f"WHERE r.owner = :owner AND r.{end}_id = :node AND {part.which}{alive} "
        f"ORDER BY {part.order} LIMIT {part.limit}"
        f") near WHERE {' AND '.join([*where, *once])}"
        for end, once in (("subject", ()), ("object", ("near.subject_id <> near.object_id",)))  # a loop is met once
        for part in (_PAST if past else _PRESENT)
    ]
    # the parts of the past overlap; those of the present do not, and are not compared
    return f"{(' UNION ' if past else ' UNION ALL ').join(parts)} ORDER BY 5 DESC, 1 DESC LIMIT :limit"


def _facts(
    connection: sqlite3.Connection, records: RecordCache, owner: int, walk: Walk, query: SubgraphQuery
) -> tuple[Fact, ...]:
    """Read the facts that were met, in that order, and for which the view's filter holds."""
    user_id = query.scope.user_id
    if query.view.where is None:
        met = records.at(connection, (user_id, owner), "fact", map(int, walk.places.values()))
        found: dict[str, Fact] = {fact.id: fact for fact in met.values()}
    else:
        chosen = Conditions(owner).where(query.view.where, "facts")
        chosen.matching(f"r.number IN ({_LISTED})", listed=id_list(walk.places.values()))
        by_number = f"SELECT {selected('facts')} FROM facts r NOT INDEXED WHERE {chosen.sql}"
        rows = connection.execute(by_number, chosen.values)
        found = {row["id"]: to_fact(row, user_id) for row in rows}
    return tuple(found[fact_id] for fact_id in walk.hops if fact_id in found)
