"""Let one process at a time settle a project, however many hooks start one."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256

from memary.settings import default_home

_WAIT = 3_600.0
"""How many seconds the end of a session waits for another process: a slow model takes minutes for each call."""


@contextmanager
def settling(user_id: str, *, waits: bool) -> Generator[bool]:
    """Say whether it is the turn of this process to settle, and keep others from it meanwhile.

    The lock is one of SQLite on an empty file in memary's home: it holds on every platform, and ends with the
    process. Where nothing can be written, nobody is kept from it.

    Args:
        user_id: whose memory the project's is.
        waits: wait for the turn; else another's turn is the answer.
    """
    path = default_home() / "settling" / f"{sha256(user_id.encode()).hexdigest()[:16]}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path, timeout=_WAIT if waits else 0, isolation_level=None)
    except (OSError, sqlite3.Error):
        yield True
        return
    try:
        yield _is_taken(lock)
    finally:
        lock.close()


def _is_taken(lock: sqlite3.Connection) -> bool:
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return True
