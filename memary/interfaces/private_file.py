"""Write files of secrets: whole or not at all, and for their owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_private(file: Path, text: str) -> None:
    """Put a text in the place of a file, at once; it stays with whom it belongs to, and nobody else may read it.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    place = Path(os.path.realpath(file))  # a link stays one
    partial = place.with_name(f"{place.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            _give_to_owner_of(place, out.fileno())
            out.write(text)
        partial.replace(place)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _give_to_owner_of(file: Path, descriptor: int) -> None:
    if not hasattr(os, "fchown") or not file.exists():
        return
    there, made = file.stat(), os.fstat(descriptor)
    if (there.st_uid, there.st_gid) != (made.st_uid, made.st_gid):
        os.fchown(descriptor, there.st_uid, there.st_gid)
