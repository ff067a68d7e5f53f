"""The queue of pending messages: leases per user, attempts, due times.

All of it happens inside the caller's transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from memary.errors import DamagedRecordError
from memary.stores.base import FARTHEST_DUE
from memary.stores.commands import Claim, DueQuery, Release, Renew, Requeue
from memary.stores.conflicts import lease_lost
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.rows import Values, id_list, selected, to_message, to_stamp, to_time
from memary.stores.sqlite.writes import end_lease_of_nothing
from memary.types import Batch, Message

_CLAIMABLE = (
    "m.state = 'pending' AND (:ignore_due OR m.due_at <= :now OR m.due_at > :far) "
    "AND (u.lease_owner IS NULL OR u.lease_owner = :worker OR u.lease_until <= :now OR u.lease_until > :overlong) "
    "AND u.user_id NOT IN (SELECT value FROM json_each(:skip))"
)

_OLDEST = (
    "SELECT m.owner, m.session_id, m.agent_id, u.user_id FROM messages m JOIN users u ON u.number = m.owner "
    f"WHERE {{}}{_CLAIMABLE} ORDER BY m.created_at, m.id LIMIT 1"
)
_OF_ITS_SESSION = (
    f"SELECT {selected('messages', 'm')} FROM messages m JOIN users u ON u.number = m.owner "
    "WHERE m.owner = :owner "
    f"AND m.session_id IS :session AND m.agent_id IS :agent AND {_CLAIMABLE} "
    "ORDER BY m.created_at, m.id LIMIT :limit"
)
_BURY = "UPDATE messages SET state = 'failed', error = :error, leased_to = NULL WHERE owner = :owner AND id = :id"


def claim(connection: sqlite3.Connection, command: Claim) -> Batch | None:
    """Lease the oldest messages of a session; see `Store.claim`."""
    now, lease, user_id = command.now, command.lease, command.user_id
    values: Values = {
        "worker": command.worker_id,
        "now": to_stamp(now),
        "far": to_stamp(now + FARTHEST_DUE),
        "overlong": to_stamp(now + 2 * lease),  # no clock that agrees with ours gave it
        "ignore_due": command.ignore_due,
        "limit": command.limit,
        "skip": id_list(command.skip),
    }
    whose = ""
    if user_id is not None:
        values["owner"] = owner_of(connection, user_id)
        whose = "m.owner = :owner AND "
    while command.limit > 0 and (first := connection.execute(_OLDEST.format(whose), values).fetchone()):
        values |= {"owner": first["owner"], "session": first["session_id"], "agent": first["agent_id"]}
        rows = connection.execute(_OF_ITS_SESSION, values).fetchall()
        if messages := _sound(connection, first["owner"], first["user_id"], rows):
            until = now + lease
            _lease(connection, first["owner"], command.worker_id, until, messages)
            place = (first["user_id"], first["session_id"], first["agent_id"])
            return Batch(*place, command.worker_id, until, tuple(messages))
    return None


def _sound(connection: sqlite3.Connection, owner: int, user_id: str, rows: Iterable[sqlite3.Row]) -> list[Message]:
    """Return the messages that can be read, with this attempt counted; the others become dead letters."""
    messages: list[Message] = []
    for row in rows:
        try:
            message = to_message(row, user_id, strict=True)
        except DamagedRecordError as error:
            connection.execute(_BURY, {"owner": owner, "id": row["id"], "error": str(error)})
        else:
            messages.append(message.model_copy(update={"attempts": message.attempts + 1}))
    return messages


def _lease(
    connection: sqlite3.Connection, owner: int, worker_id: str, until: datetime, messages: Iterable[Message]
) -> None:
    connection.execute(  # of the worker whose lease has run out, or of what this one had in hand
        "UPDATE messages SET leased_to = NULL WHERE owner = ? AND state = 'pending' AND leased_to IS NOT NULL",
        (owner,),
    )
    connection.execute(
        "UPDATE users SET lease_owner = ?, lease_until = ? WHERE number = ?", (worker_id, to_stamp(until), owner)
    )
    connection.execute(
        "UPDATE messages SET leased_to = ?, attempts = attempts + 1 "
        "WHERE owner = ? AND id IN (SELECT value FROM json_each(?))",
        (worker_id, owner, id_list(message.id for message in messages)),
    )


def renew(connection: sqlite3.Connection, command: Renew) -> None:
    """Renew the lease of a batch; see `Store.renew`."""
    batch = command.batch
    renewed = connection.execute(
        "UPDATE users SET lease_until = ? WHERE user_id = ? AND lease_owner = ?",
        (to_stamp(command.until), batch.user_id, batch.worker_id),
    )
    if not renewed.rowcount:
        raise lease_lost(batch.user_id, batch.worker_id)


def release(connection: sqlite3.Connection, command: Release) -> None:
    """End a lease without a delta; see `Store.release`."""
    batch = command.batch
    held = connection.execute(
        "SELECT number FROM users WHERE user_id = ? AND lease_owner = ?", (batch.user_id, batch.worker_id)
    ).fetchone()
    if held is None:
        return
    connection.execute(
        "UPDATE messages SET state = :state, error = :error, due_at = coalesce(:due_at, due_at), "
        "attempts = max(attempts - :taken_back, 0), leased_to = NULL "
        "WHERE owner = :owner AND leased_to = :worker AND id IN (SELECT value FROM json_each(:ids))",
        {
            "state": command.state.value,
            "error": command.error,
            "due_at": None if command.due_at is None else to_stamp(command.due_at),
            "taken_back": 0 if command.count_attempt else 1,
            "owner": held["number"],
            "worker": batch.worker_id,
            "ids": id_list(message.id for message in batch.messages),
        },
    )
    end_lease_of_nothing(connection, held["number"])


def requeue(connection: sqlite3.Connection, command: Requeue) -> int:
    """Make messages pending again; see `Store.requeue`."""
    user_id = command.user_id
    whose = "" if user_id is None else "owner = :owner AND "
    return connection.execute(
        "UPDATE messages SET state = 'pending', attempts = 0, error = NULL, due_at = :due_at "
        f"WHERE {whose}state IN (SELECT value FROM json_each(:states))",
        {
            "owner": None if user_id is None else owner_of(connection, user_id),
            "states": id_list(state.value for state in command.states),
            "due_at": to_stamp(command.due_at),
        },
    ).rowcount


def next_due(connection: sqlite3.Connection, query: DueQuery) -> datetime | None:
    """Return when the next pending message can be claimed; see `Store.next_due`."""
    user_id = query.user_id
    whose = "" if user_id is None else "m.owner = :owner AND "
    owner = None if user_id is None else owner_of(connection, user_id)
    due = connection.execute(
        "SELECT min(max(m.due_at, coalesce(u.lease_until, m.due_at))) FROM messages m "
        f"JOIN users u ON u.number = m.owner WHERE {whose}m.state = 'pending'",
        {"owner": owner},
    ).fetchone()[0]
    return None if due is None else to_time(due)
