"""Lets tests write into memory, where there is enough of it: they wait for the disk a third of their time.

What SQLite and Neo4j do to be safe from a loss of power, to wait until the disk has it, they do as ever.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 6 << 30
"""Bytes that have to be free: several times what all tests write."""


def begin() -> Path | None:
    """Make a folder in memory the one for temporary files, also of programs that are started.

    None without room. Whoever names a folder in TMPDIR gets that one.
    """
    if "TMPDIR" in os.environ or min(_free(), _available()) < ENOUGH:
        return None
    _clear_away_what_was_left()
    folder = Path(tempfile.mkdtemp(prefix=f"memary-tests-{os.getpid()}-", dir=MEMORY))
    folder.chmod(0o755)  # some programs of tests are another user
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)
    os.environ["TMPDIR"] = str(folder / "tmp")
    tempfile.tempdir = None  # so that it is looked up again
    return folder


def end(folder: Path) -> None:
    """Remove it with all that is in it."""
    del os.environ["TMPDIR"]
    tempfile.tempdir = None
    shutil.rmtree(folder, ignore_errors=True)


def _free() -> int:
    return shutil.disk_usage(MEMORY).free if os.access(MEMORY, os.W_OK) else 0


def _available() -> int:
    try:
        found = re.search(r"^MemAvailable: +(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) << 10 if found else 0


def _clear_away_what_was_left() -> None:
    """Remove the folders of runs that were killed."""
    for folder in MEMORY.glob("memary-tests-*"):
        if not Path("/proc", folder.name.split("-")[2]).exists():
            shutil.rmtree(folder, ignore_errors=True)
