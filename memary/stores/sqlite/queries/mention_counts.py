"""Count how often and how lately entities came up, and find the best by both.

Of a long stream not all is counted to find the best. Those that came up last are scored, and the least score among
the best of them bounds what the others have to have: whoever came up last before these scores no more than its count,
halved for the time since. The counts of all are kept (`mention_counts`), so that the few with enough are looked up.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from heapq import nlargest
from typing import Any

from memary.queries import CountQuery, MentionQuery, earliest
from memary.stores.sqlite.queries.conditions import Conditions, has_expired, owner_of
from memary.stores.sqlite.rows import id_list, selected, to_entity, to_stamp, to_time
from memary.types import EntityCount

_LATEST = 2_000
"""How many entries of the stream, the latest, are looked at for the best."""

_MOST = 8_000
"""From so many entities on counting all is quicker than looking up each."""

_SOURCE_KNOWN = (
    "coalesce((SELECT m.added_at FROM messages m WHERE m.owner = r.owner AND m.id = r.source_id), "
    "(SELECT f.created_at FROM facts f WHERE f.owner = r.owner AND f.id = r.source_id))"
)
"""Since when memary knows of a mention: as long as of its message or fact."""

_SOURCE_EXPIRES = _SOURCE_KNOWN.replace("m.added_at", "m.expires_at").replace("f.created_at", "f.expires_at")


_SCORED = """
WITH counted AS (
  SELECT x.entity_id AS id, sum(x.one) AS count, min(x.at) AS first_at, max(x.at) AS last_at
  FROM {entries} GROUP BY {unindexed}x.entity_id
), scored AS MATERIALIZED (SELECT *, {score} AS score FROM counted)
"""
_ALL = "(SELECT r.entity_id, r.source_id, r.at, 1 AS one FROM mentions r WHERE {which}) x {made_in}"
_AT_END = (
    "SELECT e.value AS entity_id, ends.value AS at, {one} AS one FROM json_each(:few) e "
    "CROSS JOIN json_each((SELECT json_group_array(at) FROM (SELECT x.at FROM ("
    "SELECT r.source_id, r.at FROM mentions r INDEXED BY mentions_by_entity "
    "WHERE r.entity_id = e.value AND {{which}}) x {{made_in}} ORDER BY x.at {order}))) ends"
)
_ENOUGH = (
    f"({_AT_END.format(one=1, order='LIMIT :enough')} "
    f"UNION ALL {_AT_END.format(one=0, order='DESC LIMIT 1')}) x"  # the last is not counted twice
)
_DECAYED = "count * pow(0.5, max(:now - last_at, 0) / 1000000.0 / 86400.0 / :half_life)"
# entities are looked up for those alone that score no less than the last of the best
_COUNTS = f"""
SELECT {selected("entities", "e")}, scored.count, scored.first_at, scored.last_at
FROM scored CROSS JOIN entities e ON e.owner = :owner AND e.id = scored.id
WHERE {{}} ORDER BY scored.score DESC, e.name, e.id LIMIT :limit
"""
_AMONG_BEST = (
    "scored.score >= coalesce((SELECT score FROM scored ORDER BY score DESC LIMIT 1 OFFSET max(:limit - 1, 0)), 0)"
)
_MENTIONED_OFTEN = "SELECT entity_id FROM mention_counts WHERE owner = :owner"


def read(connection: sqlite3.Connection, query: CountQuery) -> list[EntityCount]:
    """Count the mentions of entities, the highest score first, ties by name and id."""
    scope, limit = query.scope, query.limit
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    if limit and query.entity_ids is None and query.view.where is None:
        query = replace(query, entity_ids=_likely(connection, owner, query, limit))
    scored, values = _scored(connection, owner, query)
    counts = _COUNTS.format("TRUE" if limit is None else _AMONG_BEST)
    rows = connection.execute(scored + counts, values | {"limit": -1 if limit is None else limit})
    return [
        EntityCount(to_entity(row, scope.user_id), row["count"], to_time(row["first_at"]), to_time(row["last_at"]))
        for row in rows
    ]


def _scored(connection: sqlite3.Connection, owner: int, query: CountQuery) -> tuple[str, dict[str, Any]]:
    """Return the beginning of a statement, which counts and scores as `scored`, with its parameters."""
    few = query.entity_ids if query.enough is not None else None
    chosen = entries_of(connection, owner, query if few is None else replace(query, entity_ids=None))
    said = Conditions(owner).where(query.view.where, "messages") if query.view.where is not None else None
    made_in = f"CROSS JOIN messages r ON r.id = x.source_id AND {said.sql}" if said else ""
    chosen.values |= said.values if said else {}
    if few is None:
        entries = _ALL.format(which=chosen.sql, made_in=made_in)
    else:
        entries = _ENOUGH.format(which=chosen.by_id_sql, made_in=made_in)
        chosen.values |= {"few": id_list(few), "enough": query.enough}
    if query.half_life_days is not None:
        chosen.values |= {"now": to_stamp(query.view.when.true_at), "half_life": query.half_life_days}
    score = "count" if query.half_life_days is None else _DECAYED
    return _SCORED.format(entries=entries, unindexed=chosen.unindexed, score=score), chosen.values


def _likely(connection: sqlite3.Connection, owner: int, query: CountQuery, limit: int) -> list[str] | None:
    """Return entities among which the best are; None if that can be any."""
    first, most = _first(connection, owner, query, limit)
    if not first or not most:
        return None
    scored, values = _scored(connection, owner, replace(query, entity_ids=first))
    scores = {row["id"]: row["score"] for row in connection.execute(f"{scored} SELECT id, score FROM scored", values)}
    if len(scores) < limit:
        return None
    least = nlargest(limit, scores.values())[-1]
    # a hair fewer, since what is computed is rounded
    enough = {"owner": owner, "enough": least / most * (1 - 1e-9), "most": _MOST}
    others = connection.execute(f"{_MENTIONED_OFTEN} AND count >= :enough LIMIT :most", enough).fetchall()
    if len(others) == _MOST:
        return None
    return [id_ for id_, score in scores.items() if score >= least] + [
        row["entity_id"] for row in others if row["entity_id"] not in scores
    ]


def _first(connection: sqlite3.Connection, owner: int, query: CountQuery, limit: int) -> tuple[set[str], float]:
    """Return some entities that may be among the best, and what a mention of any other counts at most."""
    if query.half_life_days is None:
        often = connection.execute(
            f"{_MENTIONED_OFTEN} ORDER BY count DESC LIMIT :limit", {"owner": owner, "limit": limit}
        )
        return {row["entity_id"] for row in often}, 1.0
    chosen = entries_of(connection, owner, query)
    latest = connection.execute(
        f"SELECT r.entity_id, r.at FROM mentions r WHERE {chosen.sql} "
        f"ORDER BY {chosen.unindexed}r.at DESC LIMIT :latest",
        chosen.values | {"latest": _LATEST},
    ).fetchall()
    if len(latest) < _LATEST:  # counting all of them takes no longer
        return set(), 0.0
    age = max(to_stamp(query.view.when.true_at) - latest[-1]["at"], 0) / 1_000_000 / 86_400
    return {row["entity_id"] for row in latest}, 0.5 ** (age / query.half_life_days)


def entries_of(connection: sqlite3.Connection, owner: int, query: MentionQuery | CountQuery) -> Conditions:
    """Return the conditions on entries of the stream, but for the messages that they are made in."""
    view = query.view
    entries = Conditions(owner).within(query.scope, "mentions")
    entries.between("at", query.since, earliest(query.until, view.until)).among("entity_id", query.entity_ids)
    entries.known(connection, _SOURCE_KNOWN, view.known_at)
    alive_at = view.alive_at
    if alive_at and any(has_expired(connection, owner, table, alive_at) for table in ("messages", "facts")):
        entries.clauses.append(f"{_SOURCE_EXPIRES} > :alive")
        entries.values["alive"] = to_stamp(alive_at)
    return entries
