"""Say what keeps a SQLite file from being read or written, as errors of memary."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from pathlib import Path

from memary.errors import InputError, StoreError, StoreFullError, StoreReadOnlyError, StoreUnavailableError

ROOM = 2**18
"""Bytes that a write needs at most, as a rule: some messages with their words and vectors."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

_NO_ROOM = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""How SQLite tells of a quota or a limit on the size of files that is reached; a full disk is `SQLITE_FULL`."""


def may_be_written(path: Path) -> bool:
    """Return whether this process may write a file, and beside it, where the log of writes stands."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def refusal_to_write(path: Path, location: str) -> StoreError | None:
    """Return what keeps a write from the file; None if nothing does.

    Takes room in a file without a name beside it, and gives it back: what a file system tells of free space holds
    neither for quotas nor for what it keeps back for root.
    """
    if not may_be_written(path):
        return may_only_be_read(location, "no permission")
    try:
        with tempfile.TemporaryFile(dir=path.parent, buffering=0) as file:
            take_room = getattr(os, "posix_fallocate", None)
            if take_room is None:
                file.write(bytes(ROOM))
            else:
                take_room(file.fileno(), 0, ROOM)
    except OSError as error:
        if error.errno in _FULL:
            return is_full(location)
        return may_only_be_read(location, error.strerror or str(error))
    return None


def may_only_be_read(location: str, why: str) -> StoreReadOnlyError:
    """Return what to say of a store that others may write, or nobody."""
    return StoreReadOnlyError(
        f"The store {location} cannot be written ({why}): check the path and its permissions, or choose another with "
        "--store."
    )


def is_full(location: str) -> StoreFullError:
    """Return what to say where there is no room for a write."""
    return StoreFullError(
        f"No space is left for the store {location}: free some space and try again; this was not written."
    )


def translated(error: sqlite3.Error, location: str, *, waited: float) -> StoreError | InputError:
    """Return an error of SQLite as memary's, with what to do about it; a lock was `waited` for in seconds."""
    # the lower byte is the kind of error, the rest its variety; misuse of the driver has no code
    whole = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    match whole & 0xFF:
        case sqlite3.SQLITE_IOERR if whole in _NO_ROOM:
            return StoreFullError(
                f"The store {location} cannot grow ({error}), this was not written: make room, raise the quota or "
                "the limit on the size of files (ulimit -f), or check the disk, and try again."
            )
        case sqlite3.SQLITE_IOERR:
            return StoreUnavailableError(
                f"The disk of the store {location} reports errors ({error}): check that it is connected "
                "and in order, and try again; restore a backup if the file is lost."
            )
        case sqlite3.SQLITE_FULL:
            return is_full(location)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreUnavailableError(
                f"The store {location} was locked by another process for {waited:.0f} seconds: "
                "let it finish, or end it, and try again."
            )
        case sqlite3.SQLITE_NOTADB:
            return StoreUnavailableError(
                f"The store {location} is not a SQLite database: choose another file with --store."
            )
        case sqlite3.SQLITE_CORRUPT:
            return StoreUnavailableError(
                f"The store {location} is damaged ({error}): restore it from a backup or an export, "
                "or save what can be read with  sqlite3 FILE .recover"
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreUnavailableError(
                f"The store {location} cannot be opened ({error}): "
                "check the path and its permissions, or choose another with --store."
            )
        case sqlite3.SQLITE_READONLY:
            return may_only_be_read(location, str(error))
        case sqlite3.SQLITE_CONSTRAINT:
            return InputError(
                f"A record refers to an entity or user that is not stored ({error}); nothing was written. "
                "Write the entities of facts and mentions with them or before them."
            )
        case _ if "no such table" in str(error):
            return StoreUnavailableError(f"The store {location} has not been set up: call migrate() first.")
        case _:
            return StoreUnavailableError(f"The store {location} cannot be used: {error}.")
