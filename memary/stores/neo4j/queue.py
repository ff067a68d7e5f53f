"""The queue: which messages wait for extraction, and which worker holds them.

The lease is on the user, so that one worker at a time writes a user's graph; the messages in hand carry its name too,
so that a worker which lost them cannot settle them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from memary.errors import DamagedRecordError
from memary.stores.base import FARTHEST_DUE
from memary.stores.commands import Claim, DueQuery, Release, Renew, Requeue
from memary.stores.conflicts import lease_lost
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.connection import Connection, Transaction
from memary.stores.neo4j.writes import lock_user
from memary.types import Batch, Message

# read in the order of an index up to the first that fits
_OLDEST_CLAIMABLE = """
MATCH (m:Message) USING INDEX SEEK m:Message({order})
WHERE m.state = 'pending' AND m.created_at IS NOT NULL AND m.id IS NOT NULL AND {due} {of_user}
  AND NOT m.user_id IN $skip
MATCH (u:User {{id: m.user_id}})
WHERE coalesce(u.lease_until, $now) <= $now OR u.lease_until > $overlong OR u.lease_owner = $worker
RETURN m.user_id AS user_id, m.session_id AS session_id, m.agent_id AS agent_id
ORDER BY {by} LIMIT 1
"""
_QUEUE = ("state", "created_at", "id", "due_at")
_QUEUE_OF_USER = ("user_id", "state", "created_at", "id")
_DUE = "(m.due_at <= $now OR m.due_at > $far)"
_WHENEVER = "m.due_at IS NOT NULL"

_TAKE = """
MATCH (m:Message) USING INDEX SEEK m:Message(user_id, state, created_at, id)
WHERE m.user_id = $user AND m.state = 'pending' AND m.created_at IS NOT NULL AND m.id IS NOT NULL AND {due}
  AND coalesce(m.session_id, '') = coalesce($session, '') AND coalesce(m.agent_id, '') = coalesce($agent, '')
WITH m ORDER BY m.user_id, m.state, m.created_at, m.id LIMIT $limit
SET m.lease_owner = $worker, m.attempts = m.attempts + 1
RETURN {message} AS message
"""

# marks that a worker left behind when it lost the user, or of what it had in hand when it claimed again
_CLEAR_MARKS = """
MATCH (m:Message) WHERE m.user_id = $user AND m.lease_owner IS NOT NULL
REMOVE m.lease_owner
"""

_BURY = """
MATCH (m:Message) WHERE m.user_id = $user AND m.id = $id
SET m.state = 'failed', m.error = $error
REMOVE m.lease_owner
"""

_LEASE_USER = "MATCH (u:User {id: $user}) SET u.lease_owner = $worker, u.lease_until = $until"

_HELD = """
MATCH (m:Message) WHERE m.user_id = $user AND m.id IN $ids AND m.lease_owner = $worker AND m.state = 'pending'
RETURN count(m) AS held
"""

_RELEASE = """
MATCH (m:Message) WHERE m.user_id = $user AND m.id IN $ids AND m.lease_owner = $worker
SET m.state = $state, m.error = $error, m.due_at = coalesce($due_at, m.due_at),
    m.attempts = m.attempts - $uncounted
REMOVE m.lease_owner
"""

_SETTLE = """
MATCH (m:Message) WHERE m.user_id = $user AND m.id IN $ids
SET m.state = 'done'
REMOVE m.error, m.lease_owner
"""

# of a worker that has none of the user's messages in hand any more
_END_LEASE = """
MATCH (u:User {id: $user})
WHERE u.lease_owner IS NOT NULL
  AND NOT EXISTS { MATCH (m:Message) WHERE m.user_id = $user AND m.lease_owner = u.lease_owner }
REMOVE u.lease_owner, u.lease_until
"""

_REQUEUE = """
MATCH (m:Message) WHERE m.state IN $states AND m.created_at IS NOT NULL AND m.id IS NOT NULL AND m.due_at IS NOT NULL
SET m.state = 'pending', m.attempts = 0, m.due_at = $due_at
REMOVE m.error
RETURN count(m) AS count
"""
_REQUEUE_USER = """
MATCH (m:Message)
WHERE m.user_id = $user AND m.state IN $states AND m.created_at IS NOT NULL AND m.id IS NOT NULL
SET m.state = 'pending', m.attempts = 0, m.due_at = $due_at
REMOVE m.error
RETURN count(m) AS count
"""

_NEXT_DUE = """
MATCH (m:Message) WHERE m.state = 'pending' AND m.created_at IS NOT NULL AND m.id IS NOT NULL
  AND m.due_at IS NOT NULL {of_user}
WITH m.user_id AS user_id, min(m.due_at) AS due
MATCH (u:User {{id: user_id}})
RETURN min(CASE WHEN u.lease_until > due THEN u.lease_until ELSE due END) AS due
"""
_OF_USER = "AND m.user_id = $user"


def _oldest_claimable(due: str, user_id: str | None) -> str:
    index = _QUEUE_OF_USER if user_id else _QUEUE
    return _OLDEST_CLAIMABLE.format(
        order=", ".join(index),
        by=", ".join(f"m.{name}" for name in index if name != "due_at"),
        due=due,
        of_user=_OF_USER if user_id else "",
    )


async def claim(connection: Connection, command: Claim) -> Batch | None:
    """Lease the oldest claimable session's messages; see `Store.claim`."""
    worker_id, now, lease, user_id = command.worker_id, command.now, command.lease, command.user_id
    if command.limit < 1:
        return None
    due = _WHENEVER if command.ignore_due else _DUE
    oldest = _oldest_claimable(due, user_id)
    until = now + lease
    overlong = now + 2 * lease  # no clock that agrees with ours gave such a lease
    times = {"now": now, "far": now + FARTHEST_DUE, "overlong": overlong}

    async def attempt(tx: Transaction) -> Batch | bool | None:
        found = await tx.row(oldest, user=user_id, worker=worker_id, skip=list(command.skip), **times)
        if not found:
            return None
        user = found["user_id"]
        if not (held := await lock_user(tx, user)):
            return False
        expired = held["lease_owner"] is None or not now < held["lease_until"] <= overlong
        if not expired and held["lease_owner"] != worker_id:
            return False
        await tx.run(_CLEAR_MARKS, user=user)
        taken = await tx.rows(
            _TAKE.format(due=due, message=rows.selected(Message, "m")),
            user=user,
            session=found["session_id"],
            agent=found["agent_id"],
            worker=worker_id,
            limit=command.limit,
            **times,
        )
        if not (messages := await _sound(tx, user, [row["message"] for row in taken])):
            return False
        await tx.run(_LEASE_USER, user=user, worker=worker_id, until=until)
        messages.sort(key=lambda each: (each.created_at, each.id))
        return Batch(user, found["session_id"], found["agent_id"], worker_id, until, tuple(messages))

    # another worker may win the user between the look and the lock, the user be forgotten, or what was found be
    # damaged; then there may be something else to look for
    while isinstance(outcome := await connection.write(attempt), bool):
        pass
    return outcome


async def _sound(tx: Transaction, user_id: str, taken: Iterable[str]) -> list[Message]:
    """Return the messages that can be read; the others become dead letters."""
    messages: list[Message] = []
    for selection in taken:
        try:
            messages.append(rows.message_from(selection, strict=True))
        except DamagedRecordError as error:
            await tx.run(_BURY, user=user_id, id=rows.id_of(selection), error=str(error))
    return messages


async def renew(tx: Transaction, command: Renew) -> None:
    """Renew a lease that this worker still has."""
    batch = command.batch
    user = await lock_user(tx, batch.user_id)
    if user is None or user["lease_owner"] != batch.worker_id:
        raise lease_lost(batch.user_id, batch.worker_id)
    await tx.run(_LEASE_USER, user=batch.user_id, worker=batch.worker_id, until=command.until)


async def release(tx: Transaction, command: Release) -> None:
    """Give messages back in a state; nothing happens to those that another worker has."""
    batch = command.batch
    user = await lock_user(tx, batch.user_id)
    if user is None or user["lease_owner"] != batch.worker_id:
        return
    await tx.run(
        _RELEASE,
        user=batch.user_id,
        worker=batch.worker_id,
        ids=[message.id for message in batch.messages],
        state=command.state.value,
        error=command.error,
        due_at=command.due_at,
        uncounted=0 if command.count_attempt else 1,
    )
    await end_lease_of_nothing(tx, batch.user_id)


async def check_held(
    tx: Transaction, user_id: str, ids: Collection[str], worker_id: str | None, lease_owner: str | None
) -> None:
    """Raise unless the user and all these messages are leased to the worker."""
    wanted = set(ids)
    held = await tx.row(_HELD, user=user_id, ids=list(wanted), worker=worker_id)
    if lease_owner != worker_id or worker_id is None or not held or held["held"] != len(wanted):
        raise lease_lost(user_id, worker_id)


async def settle(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Make messages done."""
    await tx.run(_SETTLE, user=user_id, ids=list(ids))


async def end_lease_of_nothing(tx: Transaction, user_id: str) -> None:
    """End the user's lease where its worker has none of the messages in hand any more."""
    await tx.run(_END_LEASE, user=user_id)


async def requeue(tx: Transaction, command: Requeue) -> int:
    """Make messages of these states pending again, with no attempt counted and no error."""
    user_id, states = command.user_id, [state.value for state in command.states]
    statement = _REQUEUE_USER if user_id else _REQUEUE
    counted = await tx.row(statement, user=user_id, states=states, due_at=command.due_at)
    return counted["count"] if counted else 0


async def next_due(tx: Transaction, query: DueQuery) -> datetime | None:
    """Return when the next pending message can be claimed."""
    user_id = query.user_id
    found = await tx.row(_NEXT_DUE.format(of_user=_OF_USER if user_id else ""), user=user_id)
    return found["due"] if found else None
