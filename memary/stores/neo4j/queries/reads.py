"""Plain reads: records of one scope, in the order of an index."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import JsonValue

from memary.queries import (
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    RevisionQuery,
    SessionQuery,
    SpeakerQuery,
    SummaryQuery,
    View,
    ZoneQuery,
)
from memary.stores.commands import HeldQuery, StatsQuery, UserQuery
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.batches import BatchedTransaction
from memary.stores.neo4j.driver.connection import Row, Transaction
from memary.stores.neo4j.queries.conditions import Filter, entity_filter, fact_filter, mention_filter, message_filter
from memary.stores.neo4j.queries.filters import condition
from memary.stores.neo4j.writes import read_user
from memary.stores.records import zones_in
from memary.types import (
    SPACE_PREFIX,
    Entity,
    Fact,
    HeldPart,
    Mention,
    Message,
    Operation,
    Scope,
    StoreStats,
    Summary,
)

NO_LIMIT = 2**62

_MESSAGES = "MATCH (n:Message) WHERE {0}"
_MESSAGES_BY_TIME = "MATCH (n:Message) USING INDEX SEEK n:Message(user_id, created_at, id) WHERE {0}"
_MESSAGES_OF_SESSION = "MATCH (n:Message) USING INDEX SEEK n:Message(user_id, session_id, created_at, id) WHERE {0}"
_FACTS = "MATCH (n:Fact) WHERE {0}"
_FACTS_BY_TIME = "MATCH (n:Fact) USING INDEX SEEK n:Fact(user_id, valid_at, id) WHERE {0}"
_FACTS_OF_KIND = "MATCH (n:Fact) USING INDEX SEEK n:Fact(user_id, kind, valid_at, id) WHERE {0}"
_FACTS_OF_PREDICATES = (
    "MATCH (n:Fact) USING INDEX SEEK n:Fact(user_id, subject_id, predicate, valid_at, id) WHERE {0}"
)
# each end through its own index; UNION drops what both find
_FACTS_OF_ENTITIES = """
CALL () {{
  MATCH (f:Fact) WHERE f.user_id = $user AND f.subject_id IN $entities
    AND f.invalid_at IS NOT NULL AND f.valid_at IS NOT NULL AND f.id IS NOT NULL
  RETURN f AS n
  UNION
  MATCH (f:Fact) WHERE f.user_id = $user AND f.object_id IN $entities
    AND f.invalid_at IS NOT NULL AND f.valid_at IS NOT NULL AND f.id IS NOT NULL
  RETURN f AS n
}}
WITH n WHERE {0}
"""
_FACTS_OF_SOURCES = """
MATCH (s:Message)<-[:STATED_IN]-(n:Fact) WHERE s.user_id = $user AND s.id IN $sources
WITH DISTINCT n WHERE {0}
"""
_FACTS_ON_GROUNDS = """
MATCH (g:Fact)<-[:RESTS_ON]-(n:Fact) WHERE g.user_id = $user AND g.id IN $grounds
WITH DISTINCT n WHERE {0}
"""
_KNOWN_SOURCES = "MATCH (m:Message) WHERE m.user_id = $user AND m.id IN $ids RETURN [count(m)]"

_FEW = 200
"""So many ids at most are looked for inside the pictures of ledger rows by the database itself."""

_TOUCHING = """
(n.target_id IN $touching OR any(id IN n.source_ids WHERE id IN $touching)
 OR any(id IN $touching WHERE n.before CONTAINS id OR n.after CONTAINS id))
""".strip()

_SESSIONS = """
MATCH (m:Message)
WHERE m.user_id = $user AND m.session_id IS NOT NULL AND m.created_at IS NOT NULL AND m.id IS NOT NULL
RETURN m.session_id AS id, count(*) AS messages, max(m.created_at) AS last
ORDER BY last DESC, id
"""

_STATS = """
RETURN
  COUNT { (u:User WHERE NOT u.id STARTS WITH $spaces) } AS users,
  COUNT { (:Message) } AS messages,
  COUNT { (m:Message WHERE m.state = 'pending' AND m.created_at IS NOT NULL
           AND m.id IS NOT NULL AND m.due_at IS NOT NULL) } AS pending,
  COUNT { (m:Message WHERE m.state = 'failed' AND m.created_at IS NOT NULL
           AND m.id IS NOT NULL AND m.due_at IS NOT NULL) } AS failed,
  COUNT { (:Entity) } - COUNT { (:Value) } AS entities,
  COUNT { (:Fact) } AS facts,
  COUNT { (f:Fact WHERE f.invalid_at > $at AND f.valid_at < f.invalid_at) } AS current_facts,
  COUNT { ()-[:MENTIONS]->() } AS mentions,
  COUNT { (:Operation) } AS operations,
  COUNT { (n:Message WHERE n.unembedded = true AND n.user_id IS NOT NULL) }
  + COUNT { (n:Entity WHERE n.unembedded = true AND n.user_id IS NOT NULL) }
  + COUNT { (n:Fact WHERE n.unembedded = true AND n.user_id IS NOT NULL) } AS unembedded
"""

_USER_STATS = """
RETURN
  COUNT { (u:User WHERE u.id = $user) } AS users,
  COUNT { (m:Message WHERE m.user_id = $user AND m.id IS NOT NULL) } AS messages,
  COUNT { (m:Message WHERE m.user_id = $user AND m.state = 'pending'
           AND m.created_at IS NOT NULL AND m.id IS NOT NULL) } AS pending,
  COUNT { (m:Message WHERE m.user_id = $user AND m.state = 'failed'
           AND m.created_at IS NOT NULL AND m.id IS NOT NULL) } AS failed,
  COUNT { (e:Entity WHERE e.user_id = $user AND e.id IS NOT NULL AND e.type <> 'value') } AS entities,
  COUNT { (f:Fact WHERE f.user_id = $user AND f.id IS NOT NULL) } AS facts,
  COUNT { (f:Fact WHERE f.user_id = $user AND f.invalid_at > $at AND f.valid_at < f.invalid_at
           AND f.id IS NOT NULL) } AS current_facts,
  COUNT { ()-[m:MENTIONS WHERE m.user_id = $user AND m.at IS NOT NULL
           AND m.source_id IS NOT NULL AND m.entity_id IS NOT NULL]->() } AS mentions,
  COUNT { (o:Operation WHERE o.user_id = $user AND o.id IS NOT NULL) } AS operations,
  COUNT { (n:Message WHERE n.user_id = $user AND n.unembedded = true) }
  + COUNT { (n:Entity WHERE n.user_id = $user AND n.unembedded = true) }
  + COUNT { (n:Fact WHERE n.user_id = $user AND n.unembedded = true) } AS unembedded
"""


async def messages(tx: Transaction, query: MessageQuery) -> list[Message]:
    """Return messages by time, then id."""
    chosen = message_filter(query)
    start, order = _MESSAGES, ("user_id", "created_at", "id")
    if query.ids is None and query.scope.session_id is not None:
        start, order = _MESSAGES_OF_SESSION, ("user_id", "session_id", "created_at", "id")
    elif query.ids is None and query.states is None:
        start = _MESSAGES_BY_TIME
    ordered = _Order(order, query.limit, newest_first=query.newest_first)
    found = await _read(tx, start, chosen, rows.selected(Message), ordered)
    return [rows.message_from(each) for each in found]


async def entities(tx: Transaction, query: EntityQuery) -> list[Entity]:
    """Return entities by id."""
    chosen = entity_filter(query.scope, query.view)
    start = "MATCH (n:Entity) WHERE {0}"
    if query.ids is not None:
        chosen.add("n.id IN $ids", ids=list(query.ids))
    if query.keys is not None:
        start = (
            "MATCH (k:EntityKey)-[:KEY_OF]->(n:Entity) "
            "WHERE k.user_id = $user AND k.key IN $keys AND k.entity_id IS NOT NULL WITH DISTINCT n WHERE {0}"
        )
        chosen.parameters["keys"] = [rows.index_key(key) for key in query.keys]
    found = await _read(tx, start, chosen, rows.selected(Entity), _Order(("id",), query.limit))
    return [rows.entity_from(each) for each in found]


async def facts(tx: BatchedTransaction, query: FactQuery) -> list[Fact]:
    """Return facts by the start of their truth, then id."""
    chosen = fact_filter(query.scope, query.view)
    chosen.add_before("n.valid_at", query.before)
    start = otherwise = _FACTS_BY_TIME
    if query.view.is_of_insights:
        chosen.add("n.kind = 'insight'")
        start = _FACTS_OF_KIND
    if query.source_ids is not None:
        chosen.add("any(source_id IN n.source_ids WHERE source_id IN $sources)", sources=list(query.source_ids))
        otherwise, start = start, _FACTS_OF_SOURCES
    if query.ground_ids is not None:
        chosen.parameters["grounds"] = list(query.ground_ids)
        start = _FACTS_ON_GROUNDS
    if query.predicates is not None:
        chosen.add("n.predicate IN $predicates", predicates=list(query.predicates))
    if query.object_ids is not None:
        chosen.add("n.object_id IN $objects", objects=list(query.object_ids))
    if query.entity_ids is not None:
        ends = "n.subject_id IN $entities"
        if query.predicates is not None:
            start = _FACTS_OF_PREDICATES
        elif query.object_ids is not None:
            start = _FACTS
        else:
            start, ends = _FACTS_OF_ENTITIES, f"({ends} OR n.object_id IN $entities)"
        chosen.add(ends, entities=list(query.entity_ids))
    if query.ids is not None:
        chosen.add("n.id IN $ids", ids=list(query.ids))
        start = _FACTS
    ordered = _Order(("user_id", "valid_at", "id"), query.limit, newest_first=query.newest_first)
    found = _read(tx, start, chosen, rows.selected(Fact), ordered)
    if query.source_ids is None or start is not _FACTS_OF_SOURCES:
        return [*map(rows.fact_from, await found)]
    # a source may be something else than a message of ours, to which no edge leads
    are_messages, of_messages = await asyncio.gather(_are_messages(tx, query.scope.user_id, query.source_ids), found)
    if not are_messages:
        of_messages = await _read(tx, otherwise, chosen, rows.selected(Fact), ordered)
    return [*map(rows.fact_from, of_messages)]


async def _are_messages(tx: Transaction, user_id: str, source_ids: Collection[str]) -> bool:
    wanted = set(source_ids)
    return await tx.collected(_KNOWN_SOURCES, user=user_id, ids=list(wanted)) == [len(wanted)]


async def mentions(tx: Transaction, query: MentionQuery) -> list[Mention]:
    """Return the memory stream."""
    chosen = mention_filter(query)
    if query.source_ids is not None:
        chosen.add_among("m.source_id", "source_id", query.source_ids)
    else:
        chosen.add("m.source_id IS NOT NULL")
    said = made_in(chosen, query.view)
    keys = ("user_id", "at", "source_id", "entity_id")
    if query.entity_ids is not None and len(query.entity_ids) == 1:
        keys = ("user_id", "entity_id", "at", "source_id")
    order = ", ".join(f"m.{key}{' DESC' if query.newest_first else ''}" for key in keys)
    found = await tx.rows(
        f"MATCH (source)-[m:MENTIONS]->() WHERE {chosen.text} {said} "
        f"RETURN m {rows.MENTION} AS record ORDER BY {order} LIMIT $limit",
        **chosen.parameters,
        limit=NO_LIMIT if query.limit is None else query.limit,
    )
    return [rows.mention_from(each) for each in rows.there([row["record"] for row in found])]


def made_in(chosen: Filter, view: View) -> str:
    """Return what keeps mentions `m` made in messages for which the view's filter holds."""
    if view.where is None:
        return ""
    said, parameters = condition(view.where, "Message")
    chosen.parameters.update(parameters)
    return f"WITH m, source AS n WHERE n:Message AND {said}"


async def operations(tx: Transaction, query: OperationQuery) -> list[Operation]:
    """Return the ledger, oldest first; a limit keeps the newest."""
    chosen = Filter()
    chosen.add("n.user_id = $user AND n.id IS NOT NULL", user=query.scope.user_id)
    chosen.add_period("n.at", query.since, None)
    chosen.add_before("n.at", query.before)
    if query.source_ids is not None:
        chosen.add("any(id IN n.source_ids WHERE id IN $causes)", causes=list(query.source_ids))
    if query.ids is not None:
        chosen.add("n.id IN $ids", ids=list(query.ids))
    if query.target_ids is not None:
        chosen.add("n.target_id IN $targets", targets=list(query.target_ids))
    if query.actions is not None:
        chosen.add("n.action IN $actions", actions=list(query.actions))
    touching = query.touching
    few = touching is None or len(touching) <= _FEW
    if touching is not None and few:
        chosen.add(_TOUCHING, touching=list(touching))
    ordered = _Order(("user_id", "at", "id"), query.limit if few else None, newest_first=True)
    found = await _read(tx, "MATCH (n:Operation) WHERE {0}", chosen, f"n {rows.OPERATION}", ordered)
    if touching is not None and not few:
        wanted = set(touching)
        found = [row for row in found if not wanted.isdisjoint(_ids_in(row))][: query.limit]
    return [rows.operation_from(row) for row in reversed(found)]


def _ids_in(row: Row) -> set[str]:
    """Return all possible ids in a ledger row: target, sources and quoted words of its records."""
    quoted = {word for side in ("before", "after") for word in str(row[side]).split('"')}
    return {row["target_id"], *row["source_ids"], *quoted}


async def summary(tx: Transaction, query: SummaryQuery) -> Summary | None:
    """Return the running summary of a session."""
    found = await tx.row(
        f"MATCH (y:Summary {{user_id: $user, session_id: $session}}) RETURN y {rows.SUMMARY} AS record",
        user=query.user_id,
        session=query.session_id,
    )
    records: list[Row] = [found["record"]] if found else []
    return next(map(rows.summary_from, rows.there(records)), None)


async def sessions(tx: Transaction, query: SessionQuery) -> list[tuple[str, int, datetime]]:
    """Return sessions with messages, the last used first."""
    found = await tx.rows(_SESSIONS, user=query.user_id)
    return [(row["id"], row["messages"], row["last"]) for row in found if row["id"] and row["last"]]


_JUMPS = 8
"""How many speakers one statement finds; most users have fewer."""

_NEXT_SPEAKERS = f"""
RETURN reduce(found = [], jump IN range(1, {_JUMPS}) | found + COLLECT {{
  MATCH (n:Message) USING INDEX SEEK n:Message(user_id, speaker)
  WHERE n.user_id = $user AND n.speaker > coalesce(last(found), $last) AND n.role = coalesce($role, n.role)
  RETURN n.speaker ORDER BY n.user_id, n.speaker LIMIT 1
}})
"""


async def speakers(tx: Transaction, query: SpeakerQuery) -> list[str]:
    """Return the speakers of a user's messages, sorted, by jumps through the index."""
    found: list[str] = []
    while len(found) < query.limit:
        last = found[-1] if found else ""
        names = await tx.collected(_NEXT_SPEAKERS, user=query.user_id, role=query.role, last=last)
        found = sorted({*found, *filter(None, names)})  # a message that is removed meanwhile has none
        if len(names) < _JUMPS:
            break
    return found[: query.limit]


async def zones(tx: Transaction, query: ZoneQuery) -> list[JsonValue]:
    """Return the zones that a user's newest messages tell, the newest first."""
    chosen = message_filter(MessageQuery(Scope(user_id=query.user_id), view=View(alive_at=query.alive_at)))
    ordered = _Order(("user_id", "created_at", "id"), query.limit, newest_first=True)
    return zones_in(await _read(tx, _MESSAGES_BY_TIME, chosen, "toStringOrNull(n.metadata)", ordered))


async def revision(tx: Transaction, query: RevisionQuery) -> int:
    """Return the user's revision; 0 for an unknown user."""
    found = await read_user(tx, query.user_id)
    return found["revision"] if found else 0


async def users(tx: Transaction, query: UserQuery) -> list[str]:
    """Return all users, sorted, or the one that is asked for.

    Of one who is being forgotten meanwhile the id may be gone already.
    """
    if query.user_id is not None:
        return [query.user_id] if await read_user(tx, query.user_id) else []
    return sorted(await tx.collected("MATCH (u:User) WHERE u.id IS NOT NULL RETURN collect(u.id)"))


async def stats(tx: Transaction, query: StatsQuery) -> StoreStats:
    """Count the rows of one user or of all; see `Store.stats`."""
    asked = _USER_STATS if query.user_id else _STATS
    counted = await tx.row(asked, user=query.user_id, spaces=SPACE_PREFIX, at=query.at)
    return StoreStats(**(counted or {}))


class _Order(NamedTuple):
    """In which order records are read, and how many."""

    keys: tuple[str, ...]
    limit: int | None
    newest_first: bool = False


async def _read(tx: Transaction, start: str, chosen: Filter, projection: str, order: _Order) -> list[Any]:
    way = " DESC" if order.newest_first else ""
    by = ", ".join(f"n.{key}{way}" for key in order.keys)
    found, ordered = start.format(chosen.text), f"ORDER BY {by} LIMIT $limit"
    wanted = {**chosen.parameters, "limit": NO_LIMIT if order.limit is None else order.limit}
    if order.limit is not None or not wanted.keys().isdisjoint(("ids", "keys", "sources")):
        read = await tx.collected(f"{found} WITH n {ordered} RETURN collect({projection})", **wanted)
    else:  # any number: the server would hold the list of all
        read = [row["record"] for row in await tx.rows(f"{found} RETURN {projection} AS record {ordered}", **wanted)]
    return rows.there(read)


_HELD = "MATCH (h:Held) WHERE {0} RETURN h {1} AS record ORDER BY h.at, h.id"


async def held(tx: Transaction, query: HeldQuery) -> list[HeldPart]:
    """Return what is held aside; see `Store.held`."""
    whose = "" if query.user_id is None else "h.user_id = $user AND h.id IS NOT NULL AND "
    until = "h.until IS NOT NULL" if query.over_at is None else "h.until <= $over"
    found = await tx.rows(_HELD.format(whose + until, rows.HELD), user=query.user_id, over=query.over_at)
    return [rows.held_from(record) for record in rows.there([row["record"] for row in found])]
