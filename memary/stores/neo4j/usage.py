"""The usage ledger: `(:Usage)` nodes with what models cost, per user, role, model and hour."""

from __future__ import annotations

from memary.queries import UsageQuery
from memary.stores.commands import RecordUsage
from memary.stores.neo4j.driver.connection import Transaction
from memary.types import BEGINNING, FOREVER, UsageRow

_NOBODY = ""  # a key of the constraint cannot be missing

# known users are locked, so that none is forgotten meanwhile and leaves a row behind
_KNOWN = "MATCH (u:User) WHERE u.id IN $users SET u.last_usage = datetime() RETURN u.id AS id"

# a write takes the lock, and only a later statement is sure to see what its last holder wrote
_LOCK = """
UNWIND $rows AS row
MERGE (n:Usage {user_id: row.user_id, hour: row.hour, role: row.role, model: row.model})
ON CREATE SET n.calls = 0, n.prompt_tokens = 0, n.completion_tokens = 0, n.seconds = 0.0
SET n.last_write = datetime()
"""
_ADD = """
UNWIND $rows AS row
MATCH (n:Usage {user_id: row.user_id, hour: row.hour, role: row.role, model: row.model})
SET n.calls = n.calls + row.calls, n.prompt_tokens = n.prompt_tokens + row.prompt_tokens,
    n.completion_tokens = n.completion_tokens + row.completion_tokens, n.seconds = n.seconds + row.seconds
"""

_READ = """
MATCH (n:Usage) WHERE n.hour >= $since AND n.hour < $until {of_user}
RETURN {whose} AS user_id, n.hour AS hour, n.role AS role, n.model AS model, sum(n.calls) AS calls,
  sum(n.prompt_tokens) AS prompt_tokens, sum(n.completion_tokens) AS completion_tokens, sum(n.seconds) AS seconds
ORDER BY hour, user_id, role, model
"""
_OF_USER = "AND n.user_id = $user AND n.role IS NOT NULL AND n.model IS NOT NULL"


async def record(tx: Transaction, command: RecordUsage) -> None:
    """Add to the ledger; see `Store.record_usage`."""
    rows = command.rows
    users = sorted({row.user_id for row in rows if row.user_id is not None})
    known = {row["id"] for row in await tx.rows(_KNOWN, users=users) if row["id"]}  # one just forgotten has none
    data = [
        row.model_dump() | {"user_id": row.user_id if row.user_id in known else _NOBODY}
        for row in sorted(rows, key=lambda row: (row.user_id or _NOBODY, row.hour, row.role, row.model))
    ]
    await tx.run(_LOCK, rows=data)
    await tx.run(_ADD, rows=data)


async def read(tx: Transaction, query: UsageQuery) -> list[UsageRow]:
    """Read the ledger; see `UsageQuery`."""
    statement = _READ.format(
        whose="n.user_id" if query.by_user else f"'{_NOBODY}'", of_user="" if query.user_id is None else _OF_USER
    )
    since, until = query.since or BEGINNING, query.until or FOREVER
    found = await tx.rows(statement, user=query.user_id, since=since, until=until)
    return [UsageRow.model_validate(row | {"user_id": row["user_id"] or None}) for row in found]
