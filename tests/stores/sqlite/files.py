"""What tests of SQLite files share."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for statement in statements:
            raw.execute(statement).fetchall()


def without_removed_vectors(raw: sqlite3.Connection) -> None:
    """Take away what schema 16 has brought."""
    raw.execute("DROP TRIGGER embeddings_removed")
    raw.execute("DROP TABLE removed_vectors")
    raw.execute(
        "CREATE TRIGGER embeddings_removed AFTER DELETE ON embeddings BEGIN "
        "UPDATE users SET changes = changes + 1 WHERE number = OLD.owner; END"
    )
