"""Whether a SQLite file can be written: what may be, and what there is room for."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from memary.errors import StoreError, StoreFullError, StoreReadOnlyError

ROOM = 2**18
"""Bytes that a write needs at most, as a rule: some messages with their words and vectors."""

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


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
        if error.errno in _NO_ROOM:
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
