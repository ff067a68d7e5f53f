"""Lists, counts and look-ups: what `GraphStore` calls reading."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from datetime import datetime

from memary.filters import Filter
from memary.stores.base import Beside
from memary.stores.sqlite.conditions import Conditions, has_expired, owner_of
from memary.stores.sqlite.rows import (
    id_list,
    selected,
    to_entity,
    to_fact,
    to_mention,
    to_message,
    to_operation,
    to_stamp,
    to_summary,
    to_time,
)
from memary.types import (
    FOREVER,
    Entity,
    EntityCount,
    Fact,
    Mention,
    Message,
    MessageState,
    Operation,
    Scope,
    StoreStats,
    Summary,
    When,
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

_SOURCE_KNOWN = (
    "coalesce((SELECT m.added_at FROM messages m WHERE m.owner = r.owner AND m.id = r.source_id), "
    "(SELECT f.created_at FROM facts f WHERE f.owner = r.owner AND f.id = r.source_id))"
)
"""Since when memary knows of a mention: as long as of its message or fact."""

_NAMED = "(SELECT value FROM json_each(:touching))"
_TOUCHING = (
    f"(r.target_id IN {_NAMED} OR "
    + " OR ".join(
        f"EXISTS (SELECT 1 FROM json_tree(r.{column}) t WHERE t.atom IN {_NAMED} OR t.key IN {_NAMED})"
        for column in ("source_ids", "before", "after")
    )
    + ")"
)


_SOURCE_EXPIRES = _SOURCE_KNOWN.replace("m.added_at", "m.expires_at").replace("f.created_at", "f.expires_at")


def messages(
    connection: sqlite3.Connection,
    scope: Scope,
    *,
    ids: Collection[str] | None,
    states: Collection[MessageState] | None,
    since: datetime | None,
    until: datetime | None,
    known_at: datetime | None,
    where: Filter | None,
    alive_at: datetime | None,
    newest_first: bool,
    limit: int | None,
) -> list[Message]:
    """Messages in the order they were said."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = Conditions(owner).within(scope, "messages").among("id", ids).between("created_at", since, until)
    chosen.among("state", None if states is None else [state.value for state in states])
    chosen.known(connection, "r.added_at", known_at).alive(connection, "messages", alive_at).where(where, "messages")
    rows = chosen.rows(connection, "messages", order=("created_at", "id"), newest_first=newest_first, limit=limit)
    return [to_message(row, scope.user_id) for row in rows]


_BESIDE = """
SELECT r.id AS id,
  (SELECT json_group_array(id) FROM (
     SELECT b.id FROM messages b WHERE b.owner = r.owner AND b.session_id IS r.session_id
     AND (b.created_at, b.id) < (r.created_at, r.id) ORDER BY b.created_at DESC, b.id DESC LIMIT :turns)) AS before,
  (SELECT json_group_array(id) FROM (
     SELECT a.id FROM messages a WHERE a.owner = r.owner AND a.session_id IS r.session_id
     AND (a.created_at, a.id) > (r.created_at, r.id) ORDER BY a.created_at, a.id LIMIT :turns)) AS after
FROM messages r INDEXED BY sqlite_autoindex_messages_1 WHERE {0}
"""  # by id: else all of a user's messages are read in the index that covers what is selected


def beside(connection: sqlite3.Connection, scope: Scope, ids: Collection[str], *, turns: int) -> dict[str, Beside]:
    """What was said right before and after messages."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return {}
    chosen = Conditions(owner).within(scope, "messages").among("id", ids)
    rows = connection.execute(_BESIDE.format(chosen.sql), {**chosen.values, "turns": turns})
    return {row["id"]: Beside(tuple(json.loads(row["before"])), tuple(json.loads(row["after"]))) for row in rows}


def entities(
    connection: sqlite3.Connection,
    scope: Scope,
    *,
    ids: Collection[str] | None = None,
    keys: Collection[str] | None = None,
    known_at: datetime | None = None,
    limit: int | None = None,
) -> list[Entity]:
    """Entities by id."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    where = Conditions(owner).within(scope, "entities").among("id", ids).known(connection, "r.created_at", known_at)
    if keys is not None:
        named = Conditions(owner).among("key", keys)
        where.matching(f"r.id IN (SELECT r.entity_id FROM entity_keys r WHERE {named.sql})", **named.values)
    return [to_entity(row, scope.user_id) for row in where.rows(connection, "entities", order=("id",), limit=limit)]


def facts(
    connection: sqlite3.Connection,
    scope: Scope,
    *,
    ids: Collection[str] | None = None,
    entity_ids: Collection[str] | None = None,
    predicates: Collection[str] | None = None,
    object_ids: Collection[str] | None = None,
    source_ids: Collection[str] | None = None,
    when: When | None = None,
    where: Filter | None = None,
    alive_at: datetime | None = None,
    newest_first: bool = False,
    limit: int | None = None,
) -> list[Fact]:
    """Facts in the order they became true."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = Conditions(owner).within(scope, "facts").among("id", ids).seen(connection, when)
    chosen.alive(connection, "facts", alive_at).where(where, "facts")
    if predicates is not None or object_ids is not None:
        chosen.among("predicate", predicates).among("subject_id", entity_ids).among("object_id", object_ids)
    elif entity_ids is not None:
        ends = [Conditions(owner).among(column, entity_ids) for column in ("subject_id", "object_id")]
        either = " UNION ALL ".join(f"SELECT r.id FROM facts r WHERE {end.sql}" for end in ends)
        chosen.matching(f"r.id IN ({either})", **ends[0].values, **_without_owner(ends[1]))
    if source_ids is not None:
        said = Conditions(owner).among("source_id", source_ids)
        chosen.matching(f"r.id IN (SELECT r.fact_id FROM fact_sources r WHERE {said.sql})", **said.values)
    rows = chosen.rows(connection, "facts", order=("valid_at", "id"), newest_first=newest_first, limit=limit)
    return [to_fact(row, scope.user_id) for row in rows]


def _without_owner(conditions: Conditions) -> dict[str, object]:
    return {name: value for name, value in conditions.values.items() if name != "owner"}


def mentions(
    connection: sqlite3.Connection,
    scope: Scope,
    *,
    entity_ids: Collection[str] | None,
    source_ids: Collection[str] | None,
    since: datetime | None,
    until: datetime | None,
    known_at: datetime | None,
    alive_at: datetime | None,
    newest_first: bool,
    limit: int | None,
) -> list[Mention]:
    """The memory stream."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    where = Conditions(owner).within(scope, "mentions").between("at", since, until)
    where.among("entity_id", entity_ids).among("source_id", source_ids)
    _in_stream(connection, where, known_at=known_at, alive_at=alive_at)
    order = ("at", "source_id", "entity_id")
    rows = where.rows(connection, "mentions", order=order, newest_first=newest_first, limit=limit)
    return [to_mention(row, scope.user_id) for row in rows]


def mention_counts(
    connection: sqlite3.Connection,
    scope: Scope,
    *,
    entity_ids: Collection[str] | None,
    since: datetime | None,
    until: datetime | None,
    known_at: datetime | None,
    alive_at: datetime | None,
    where: Filter | None,
) -> list[EntityCount]:
    """How often entities came up, the most counted first, ties by name and id."""
    if (owner := owner_of(connection, scope.user_id)) is None:
        return []
    chosen = Conditions(owner).within(scope, "mentions").between("at", since, until).among("entity_id", entity_ids)
    _in_stream(connection, chosen, known_at=known_at, alive_at=alive_at)
    entries = f"(SELECT r.entity_id, r.source_id, r.at FROM mentions r WHERE {chosen.sql}) x"
    if where is not None:
        said = Conditions(owner).where(where, "messages")
        entries += f" CROSS JOIN messages r ON r.id = x.source_id AND {said.sql}"
        chosen.values |= said.values
    rows = connection.execute(
        f"SELECT {selected('entities', 'e')}, counted.count, counted.first_at, counted.last_at FROM ("
        "SELECT x.entity_id, count(*) AS count, min(x.at) AS first_at, max(x.at) AS last_at "
        f"FROM {entries} GROUP BY {chosen.unindexed}x.entity_id"
        ") counted JOIN entities e ON e.owner = :owner AND e.id = counted.entity_id "
        "ORDER BY counted.count DESC, e.name, e.id",
        chosen.values,
    )
    return [
        EntityCount(to_entity(row, scope.user_id), row["count"], to_time(row["first_at"]), to_time(row["last_at"]))
        for row in rows
    ]


def _in_stream(
    connection: sqlite3.Connection, entries: Conditions, *, known_at: datetime | None, alive_at: datetime | None
) -> None:
    """Keep the entries of the stream whose source was known at one time and has not expired by another, if given."""
    entries.known(connection, _SOURCE_KNOWN, known_at)
    owner = entries.values["owner"]
    if alive_at and any(has_expired(connection, owner, table, alive_at) for table in ("messages", "facts")):
        entries.clauses.append(f"{_SOURCE_EXPIRES} > :alive")
        entries.values["alive"] = to_stamp(alive_at)


def operations(
    connection: sqlite3.Connection,
    user_id: str,
    *,
    ids: Collection[str] | None,
    target_ids: Collection[str] | None,
    touching: Collection[str] | None,
    limit: int | None,
) -> list[Operation]:
    """The ledger, oldest first; `limit` keeps the newest."""
    if (owner := owner_of(connection, user_id)) is None:
        return []
    where = Conditions(owner).among("id", ids).among("target_id", target_ids)
    if touching is not None:
        where.matching(_TOUCHING, touching=id_list(touching))
    rows = where.rows(connection, "operations", order=("at", "id"), newest_first=True, limit=limit)
    return [to_operation(row, user_id) for row in reversed(rows)]


def summary(connection: sqlite3.Connection, user_id: str, session_id: str) -> Summary | None:
    """The running summary of a session."""
    row = connection.execute(
        "SELECT s.* FROM summaries s JOIN users u ON u.number = s.owner WHERE u.user_id = ? AND s.session_id = ?",
        (user_id, session_id),
    ).fetchone()
    return to_summary(row, user_id) if row else None


def sessions(connection: sqlite3.Connection, user_id: str) -> list[tuple[str, int, datetime]]:
    """Sessions with their size and last use, the last used first."""
    rows = connection.execute(
        "SELECT m.session_id, count(*) AS size, max(m.created_at) AS last_at "
        "FROM messages m JOIN users u ON u.number = m.owner "
        "WHERE u.user_id = ? AND m.session_id IS NOT NULL "
        "GROUP BY m.session_id ORDER BY last_at DESC, m.session_id",
        (user_id,),
    )
    return [(row["session_id"], row["size"], to_time(row["last_at"])) for row in rows]


# goes from name to name in the index, whatever the number of messages
_SPEAKERS = """
WITH RECURSIVE known(name) AS (
  SELECT min(speaker) FROM messages WHERE owner = :owner AND speaker > ''
  UNION ALL
  SELECT (SELECT min(speaker) FROM messages WHERE owner = :owner AND speaker > known.name)
  FROM known WHERE known.name IS NOT NULL LIMIT :limit
)
SELECT name FROM known WHERE name IS NOT NULL
"""


def speakers(connection: sqlite3.Connection, user_id: str, limit: int) -> list[str]:
    """Who speaks in a user's messages, sorted."""
    if (owner := owner_of(connection, user_id)) is None:
        return []
    return [row["name"] for row in connection.execute(_SPEAKERS, {"owner": owner, "limit": limit})]


def users(connection: sqlite3.Connection) -> list[str]:
    """All users, sorted."""
    return [row["user_id"] for row in connection.execute("SELECT user_id FROM users ORDER BY user_id")]


def revision(connection: sqlite3.Connection, user_id: str) -> int:
    """The user's revision, 0 for an unknown user."""
    row = connection.execute("SELECT revision FROM users WHERE user_id = ?", (user_id,)).fetchone()
    return row["revision"] if row else 0


def stats(connection: sqlite3.Connection, user_id: str | None) -> StoreStats:
    """Row counts, of one user or of all. A fact counts as current until it is retired."""
    owner = None if user_id is None else owner_of(connection, user_id)
    if user_id is not None and owner is None:
        return NO_STATS
    mine = "" if owner is None else " AND owner = :owner"
    values = {"owner": owner, "forever": to_stamp(FOREVER)}

    def count(table: str, condition: str = "TRUE") -> int:
        statement = f"SELECT count(*) FROM {table} WHERE {condition}{mine}"
        return connection.execute(statement, values).fetchone()[0]

    return StoreStats(
        users=1 if owner is not None else connection.execute("SELECT count(*) FROM users").fetchone()[0],
        messages=count("messages"),
        pending=count("messages", "state = 'pending'"),
        failed=count("messages", "state = 'failed'"),
        entities=count("entities"),
        facts=count("facts"),
        current_facts=count("facts", "expired_at = :forever"),
        mentions=count("mentions"),
        operations=count("operations"),
        unembedded=sum(count(table, "embedded = 0") for table in ("messages", "facts", "entities")),
    )
