"""The usage ledger: what models cost, per user, role, model and hour.

All of it happens inside the caller's transaction.
"""

from __future__ import annotations

import sqlite3

from memary.queries import UsageQuery
from memary.stores.commands import RecordUsage
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.rows import to_stamp, to_time
from memary.types import FOREVER, UsageRow

_ADD = """
INSERT INTO usage (owner, role, model, hour, calls, prompt_tokens, completion_tokens, seconds)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (coalesce(owner, 0), hour, role, model) DO UPDATE SET
  calls = calls + excluded.calls, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
  completion_tokens = completion_tokens + excluded.completion_tokens, seconds = seconds + excluded.seconds
"""

_READ = """
SELECT {whose} AS user_id, c.role, c.model, c.hour, sum(c.calls) AS calls, sum(c.prompt_tokens) AS prompt_tokens,
  sum(c.completion_tokens) AS completion_tokens, sum(c.seconds) AS seconds
FROM usage c LEFT JOIN users u ON u.number = c.owner
WHERE c.hour >= :since AND c.hour < :until {of_user}
GROUP BY 4, 1, 2, 3 ORDER BY 4, 1, 2, 3
"""


def record(connection: sqlite3.Connection, command: RecordUsage) -> None:
    """Add to the ledger; see `Store.record_usage`."""
    for row in command.rows:
        owner = owner_of(connection, row.user_id) if row.user_id is not None else None
        counts = (row.calls, row.prompt_tokens, row.completion_tokens, row.seconds)
        connection.execute(_ADD, (owner, row.role, row.model, to_stamp(row.hour), *counts))


def read(connection: sqlite3.Connection, query: UsageQuery) -> list[UsageRow]:
    """Read the ledger; see `UsageQuery`."""
    user_id = query.user_id
    statement = _READ.format(
        whose="u.user_id" if query.by_user else "NULL", of_user="" if user_id is None else "AND c.owner = :owner"
    )
    values = {
        "since": 0 if query.since is None else to_stamp(query.since),
        "until": to_stamp(query.until or FOREVER),
        "owner": None if user_id is None else owner_of(connection, user_id),
    }
    return [
        UsageRow.model_validate({**dict(row), "hour": to_time(row["hour"])})
        for row in connection.execute(statement, values)
    ]
