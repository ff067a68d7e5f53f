"""What tests of SQLite files share."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for statement in statements:
            raw.execute(statement).fetchall()
