"""Lists, counts and look-ups: what `Store` calls reading."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter

from pydantic import JsonValue

from memary.queries import (
    BesideQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageNeighbours,
    MessageQuery,
    OperationQuery,
    RevisionQuery,
    SaidQuery,
    SessionQuery,
    SpeakerQuery,
    Stretches,
    StretchQuery,
    SummaryQuery,
    ZoneQuery,
    each_after,
    earliest,
)
from memary.stores.commands import HeldQuery, StatsQuery, UserQuery
from memary.stores.records import zones_in
from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.kept.nodes import Newest
from memary.stores.sqlite.kept.records import RecordCache
from memary.stores.sqlite.queries.conditions import Conditions, is_narrow, owner_of
from memary.stores.sqlite.queries.mention_counts import entries_of
from memary.stores.sqlite.rows import (
    SAID,
    id_list,
    to_entity,
    to_fact,
    to_held,
    to_mention,
    to_message,
    to_operation,
    to_said,
    to_stamp,
    to_summary,
    to_time,
)
from memary.types import (
    FOREVER,
    SPACE_PREFIX,
    VALUE,
    Entity,
    Fact,
    HeldPart,
    Mention,
    Message,
    Operation,
    Role,
    Said,
    Scope,
    StoreStats,
    Summary,
)

NO_STATS = StoreStats(
    users=0,
    messages=0,
    pending=0,
    failed=0,
    entities=0,
    facts=0,
    current_facts=0,
    mentions=0,
    operations=0,
    unembedded=0,
)

_NAMED = "(SELECT value FROM json_each(:touching))"
_CAUSED = "EXISTS (SELECT 1 FROM json_each(r.source_ids) s WHERE s.value IN (SELECT value FROM json_each(:causes)))"

_TOUCHING = (
    f"(r.target_id IN {_NAMED} OR "
    + " OR ".join(
        f"EXISTS (SELECT 1 FROM json_tree(r.{column}) t WHERE t.atom IN {_NAMED} OR t.key IN {_NAMED})"
        for column in ("source_ids", "before", "after")
    )
    + ")"
)


def messages(connection: sqlite3.Connection, query: MessageQuery) -> list[Message]:
    """Return messages in the order they were said."""
    scope, view = query.scope, query.view
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = Conditions(owner).within(scope, "messages").among("id", query.ids).among("digest", query.digests)
    chosen.between("created_at", query.since, earliest(query.until, view.until)).before("created_at", query.before)
    chosen.among("state", None if query.states is None else [state.value for state in query.states])
    chosen.known(connection, "r.added_at", view.known_at).alive(connection, "messages", view.alive_at)
    chosen.where_said(connection, view.where)
    rows = chosen.rows(
        connection, "messages", order=("created_at", "id"), newest_first=query.newest_first, limit=query.limit
    )
    return [to_message(row, scope.user_id) for row in rows]


def said(connection: sqlite3.Connection, records: RecordCache, query: SaidQuery) -> list[Said]:
    """Return what messages say."""
    scope, view = query.scope, query.view
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = Conditions(owner).within(scope, "messages").between("created_at", None, view.until)
    chosen.known(connection, "r.added_at", view.known_at).alive(connection, "messages", view.alive_at)
    chosen.where_said(connection, view.where)
    if chosen.is_of_all:
        return records.of_ids(connection, (scope.user_id, owner), "message", query.ids)
    chosen.among("id", query.ids)
    rows = connection.execute(f"SELECT {SAID} FROM messages r WHERE {chosen.sql}", chosen.values)
    return [to_said(row, scope.user_id) for row in rows]


_BESIDE = """
SELECT json_group_array(json_array(r.id,
  (SELECT json_group_array(id) FROM (
     SELECT b.id FROM messages b WHERE b.owner = r.owner AND b.session_id IS r.session_id
     AND (b.created_at, b.id) < (r.created_at, r.id) ORDER BY b.created_at DESC, b.id DESC LIMIT :turns)),
  (SELECT json_group_array(id) FROM (
     SELECT a.id FROM messages a WHERE a.owner = r.owner AND a.session_id IS r.session_id
     AND (a.created_at, a.id) > (r.created_at, r.id) ORDER BY a.created_at, a.id LIMIT :turns))))
FROM messages r INDEXED BY sqlite_autoindex_messages_1 WHERE {0}
"""  # by id: else all of a user's messages are read in the index that covers what is selected


def beside(connection: sqlite3.Connection, query: BesideQuery) -> dict[str, MessageNeighbours]:
    """Return what was said right before and after messages."""
    if (owner := owner_of(connection, query.scope.user_id)) is None:
        return {}
    chosen = Conditions(owner).within(query.scope, "messages").among("id", query.ids)
    found = connection.execute(_BESIDE.format(chosen.sql), {**chosen.values, "turns": query.turns}).fetchone()
    return {id_: MessageNeighbours(tuple(before), tuple(after)) for id_, before, after in json.loads(found[0])}


def stretches(connection: sqlite3.Connection, records: RecordCache, query: StretchQuery) -> Stretches:
    """Return what was said around messages, and what further ones say."""
    scope = query.scope
    if (owner := owner_of(connection, scope.user_id)) is None:
        return Stretches({}, [])
    before: dict[str, str] = {}
    left = [some for some in query.around if some[0]]
    if not is_narrow(scope):
        before, left = records.before(connection, (scope.user_id, owner), left)
    for ids, turns in left:
        before |= each_after(beside(connection, BesideQuery(scope, ids, turns=turns)))
    return Stretches(before, said(connection, records, query.said(before)))


def entities(connection: sqlite3.Connection, records: RecordCache, query: EntityQuery) -> list[Entity]:
    """Return entities by id."""
    scope, view, ids, keys = query.scope, query.view, query.ids, query.keys
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    user, is_wide = (scope.user_id, owner), not is_narrow(scope)
    if is_wide and ids is not None and query == EntityQuery(scope, ids=ids):
        return records.of_ids(connection, user, "entity", sorted(set(ids)))
    if is_wide and keys is not None and query == EntityQuery(scope, keys=keys):
        return sorted(records.called(connection, user, keys), key=attrgetter("id"))
    chosen = Conditions(owner).within(scope, "entities").among("id", query.ids)
    chosen.known(connection, "r.created_at", view.known_at).where(view.where, "entities")
    if keys is not None:
        named = Conditions(owner).among("key", keys)
        chosen.matching(f"r.id IN (SELECT r.entity_id FROM entity_keys r WHERE {named.sql})", **named.values)
    rows = chosen.rows(connection, "entities", order=("id",), limit=query.limit)
    return [to_entity(row, scope.user_id) for row in rows]


_AT_END = "SELECT r.id FROM facts r WHERE r.owner = :owner AND r.{end}_id IN (SELECT value FROM json_each(:ends))"
# of a hub no more than are asked for: the open ends come newest first from the index, the others are few
_NEWEST_AT_END = (
    "SELECT newest.value FROM json_each(:ends) e CROSS JOIN json_each((SELECT json_group_array(id) FROM ("
    "SELECT r.id FROM facts r INDEXED BY facts_by_{end} "
    f"WHERE r.{{end}}_id = e.value AND r.invalid_at = {to_stamp(FOREVER)} AND {{which}} "
    "ORDER BY r.valid_at DESC, r.id DESC LIMIT :limit))) newest "
    f"UNION ALL {_AT_END} AND r.invalid_at < {to_stamp(FOREVER)}"
)


def facts(connection: sqlite3.Connection, records: RecordCache, query: FactQuery) -> list[Fact]:
    """Return facts in the order they became true."""
    scope, ids, limit = query.scope, query.entity_ids, query.limit
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    is_plain = query == FactQuery(scope, entity_ids=ids, newest_first=True, limit=limit) and not is_narrow(scope)
    if ids is not None and limit is not None and is_plain:
        read = partial(_newest, connection, owner, scope)
        return records.newest(connection, (scope.user_id, owner), Newest(ids, limit), read)
    return [to_fact(row, scope.user_id) for row in _rows(connection, owner, query)]


def _newest(
    connection: sqlite3.Connection, owner: int, scope: Scope, asked: Newest
) -> list[tuple[tuple[int, str], str, str]]:
    """Return when the newest facts at some nodes became true, with their ids, and their ends."""
    query = FactQuery(scope, entity_ids=asked.nodes, newest_first=True, limit=asked.limit)
    rows = _rows(connection, owner, query, "r.valid_at, r.id, r.subject_id, r.object_id")
    return [((stamp, id_), subject, object_) for stamp, id_, subject, object_ in rows]


def _rows(connection: sqlite3.Connection, owner: int, query: FactQuery, columns: str = "") -> list[sqlite3.Row]:
    """Return the rows of facts, or some columns of these, in the order in which they became true."""
    scope, view = query.scope, query.view
    chosen = Conditions(owner).within(scope, "facts").among("id", query.ids).seen(connection, view)
    chosen.before("valid_at", query.before)
    if chosen.alive(connection, "facts", view.alive_at).where_true(connection, view.where).is_of_none:
        return []
    if view.is_of_insights:
        chosen.clauses.append("r.kind = 'insight'")  # by this text SQLite sees that the index of insights serves
    if query.source_ids is not None:
        said = Conditions(owner).among("source_id", query.source_ids)
        chosen.matching(f"r.id IN (SELECT r.fact_id FROM fact_sources r WHERE {said.sql})", **said.values)
    if query.ground_ids is not None:
        resting = Conditions(owner).among("ground_id", query.ground_ids)
        chosen.matching(f"r.id IN (SELECT r.fact_id FROM fact_grounds r WHERE {resting.sql})", **resting.values)
    if query.predicates is not None or query.object_ids is not None:
        chosen.among("predicate", query.predicates).among("subject_id", query.entity_ids)
        chosen.among("object_id", query.object_ids)
    elif query.entity_ids is not None:
        newest = query.newest_first and query.limit is not None
        either = " UNION ALL ".join(
            (_NEWEST_AT_END if newest else _AT_END).format(end=end, which=chosen.by_id_sql)
            for end in ("subject", "object")
        )
        chosen.matching(f"r.id IN ({either})", ends=id_list(query.entity_ids))
    order = ("valid_at", "id")
    return chosen.rows(
        connection, "facts", order=order, newest_first=query.newest_first, limit=query.limit, columns=columns
    )


def mentions(connection: sqlite3.Connection, query: MentionQuery) -> list[Mention]:
    """Return the memory stream."""
    scope = query.scope
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = entries_of(connection, owner, query).among("source_id", query.source_ids)
    if query.view.where is not None:
        said = Conditions(owner).where(query.view.where, "messages")
        chosen.matching(f"r.source_id IN (SELECT r.id FROM messages r WHERE {said.sql})", **said.values)
    order = ("at", "source_id", "entity_id")
    rows = chosen.rows(connection, "mentions", order=order, newest_first=query.newest_first, limit=query.limit)
    return [to_mention(row, scope.user_id) for row in rows]


def operations(connection: sqlite3.Connection, query: OperationQuery) -> list[Operation]:
    """Return the ledger, oldest first; `limit` keeps the newest."""
    user_id = query.scope.user_id
    if (owner := owner_of(connection, user_id)) is None:
        return []
    where = Conditions(owner).among("id", query.ids).among("target_id", query.target_ids)
    where.among("action", query.actions, few=False).between("at", query.since, None).before("at", query.before)
    if query.source_ids is not None:
        where.clauses.append(_CAUSED)
        where.values["causes"] = id_list(query.source_ids)
    if query.touching is not None:
        where.matching(_TOUCHING, touching=id_list(query.touching))
    rows = where.rows(connection, "operations", order=("at", "id"), newest_first=True, limit=query.limit)
    return [to_operation(row, user_id) for row in reversed(rows)]


def summary(connection: sqlite3.Connection, query: SummaryQuery) -> Summary | None:
    """Return the running summary of a session."""
    row = connection.execute(
        "SELECT s.* FROM summaries s JOIN users u ON u.number = s.owner WHERE u.user_id = ? AND s.session_id = ?",
        (query.user_id, query.session_id),
    ).fetchone()
    return to_summary(row, query.user_id) if row else None


def sessions(connection: sqlite3.Connection, query: SessionQuery) -> list[tuple[str, int, datetime]]:
    """Return sessions with their size and last use, the last used first."""
    rows = connection.execute(
        "SELECT m.session_id, count(*) AS size, max(m.created_at) AS last_at "
        "FROM messages m JOIN users u ON u.number = m.owner "
        "WHERE u.user_id = ? AND m.session_id IS NOT NULL "
        "GROUP BY m.session_id ORDER BY last_at DESC, m.session_id",
        (query.user_id,),
    )
    return [(row["session_id"], row["size"], to_time(row["last_at"])) for row in rows]


# goes from name to name in the index, whatever the number of messages; past those of another role
_SPEAKERS = """
WITH RECURSIVE known(name) AS (
  SELECT min(speaker) FROM messages WHERE owner = :owner AND speaker > '' AND role = coalesce(:role, role)
  UNION ALL
  SELECT (SELECT min(speaker) FROM messages
          WHERE owner = :owner AND speaker > known.name AND role = coalesce(:role, role))
  FROM known WHERE known.name IS NOT NULL LIMIT :limit
)
SELECT name FROM known WHERE name IS NOT NULL
"""


def speakers(connection: sqlite3.Connection, query: SpeakerQuery) -> list[str]:
    """Return the speakers of a user's messages, sorted."""
    if (owner := owner_of(connection, query.user_id)) is None:
        return []
    return [*_speakers(connection, owner, query.role, query.limit)]


@once_a_snapshot
def _speakers(connection: sqlite3.Connection, owner: int, role: Role | None, limit: int) -> Sequence[str]:
    values = {"owner": owner, "role": role, "limit": limit}
    return [row["name"] for row in connection.execute(_SPEAKERS, values)]


def zones(connection: sqlite3.Connection, query: ZoneQuery) -> list[JsonValue]:
    """Return the zones that a user's newest messages tell, the newest first."""
    if (owner := owner_of(connection, query.user_id)) is None:
        return []
    chosen = Conditions(owner).alive(connection, "messages", query.alive_at)
    newest = chosen.rows(
        connection,
        "messages",
        order=("created_at", "id"),
        newest_first=True,
        limit=query.limit,
        columns="r.metadata",
    )
    return zones_in(str(row["metadata"]) for row in newest)


def users(connection: sqlite3.Connection, query: UserQuery) -> list[str]:
    """Return all users, sorted, or the one that is asked for."""
    if query.user_id is not None:
        return [query.user_id] if owner_of(connection, query.user_id) is not None else []
    return [row["user_id"] for row in connection.execute("SELECT user_id FROM users ORDER BY user_id")]


def revision(connection: sqlite3.Connection, query: RevisionQuery) -> int:
    """Return the user's revision, 0 for an unknown user."""
    row = connection.execute("SELECT revision FROM users WHERE user_id = ?", (query.user_id,)).fetchone()
    return row["revision"] if row else 0


_COUNT_USERS = "SELECT count(*) FROM users WHERE instr(user_id, ?) <> 1"


def stats(connection: sqlite3.Connection, query: StatsQuery) -> StoreStats:
    """Count the rows of one user or of all; see `Store.stats`."""
    user_id = query.user_id
    owner = None if user_id is None else owner_of(connection, user_id)
    if user_id is not None and owner is None:
        return NO_STATS
    mine = "" if owner is None else " AND owner = :owner"
    values = {"owner": owner, "at": to_stamp(query.at)}

    def count(table: str, condition: str = "TRUE") -> int:
        statement = f"SELECT count(*) FROM {table} WHERE {condition}{mine}"
        return connection.execute(statement, values).fetchone()[0]

    return StoreStats(
        users=1 if owner is not None else connection.execute(_COUNT_USERS, (SPACE_PREFIX,)).fetchone()[0],
        messages=count("messages"),
        pending=count("messages", "state = 'pending'"),
        failed=count("messages", "state = 'failed'"),
        entities=count("entities", f"type <> '{VALUE}'"),
        facts=count("facts"),
        current_facts=count("facts", "invalid_at > :at AND valid_at < invalid_at"),
        mentions=count("mentions"),
        operations=count("operations"),
        unembedded=sum(count(table, "embedded = 0") for table in ("messages", "facts", "entities")),
    )


_HELD = """
SELECT h.*, u.user_id FROM held h JOIN users u ON u.number = h.owner
WHERE (:user IS NULL OR u.user_id = :user) AND (:over IS NULL OR h.until <= :over) ORDER BY h.at, h.id
"""


def held(connection: sqlite3.Connection, query: HeldQuery) -> list[HeldPart]:
    """Return what is held aside; see `Store.held`."""
    over = None if query.over_at is None else to_stamp(query.over_at)
    return [to_held(row) for row in connection.execute(_HELD, {"user": query.user_id, "over": over})]
