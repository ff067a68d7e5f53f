"""Identify processes, so that one can tell whether another that began something is gone."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path

_PROC = Path("/proc")
"""Where Linux tells of processes; elsewhere nothing is said of them, and only time tells that one is gone."""

_START = 19
"""The place of the start time behind the name in `/proc/<pid>/stat`, counted from 0."""


def this_process() -> str:
    """Return a name of this process.

    Its machine, its number and when it began; "" where the system does not tell.
    """
    return _name_of(os.getpid(), started=_started(os.getpid()))


def is_gone(process: str) -> bool:
    """Return whether a process of this machine has ended.

    False of one elsewhere, or where nothing is told.
    """
    machine, _, rest = process.partition(":")
    if not machine or machine != _machine():
        return False
    number = rest.partition(":")[0]
    return not number.isdecimal() or _name_of(int(number), started=_started(int(number))) != process


def _name_of(number: int, *, started: str) -> str:
    return f"{_machine()}:{number}:{started}" if started and _machine() else ""


def _started(number: int) -> str:
    try:
        stat = (_PROC / str(number) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    # a process that ended and that nobody has asked for yet is a zombie
    return fields[_START] if len(fields) > _START and fields[0] != "Z" else ""


@cache
def _machine() -> str:
    """Return a name of what numbers processes here: this start of this system, and this container."""
    try:
        boot = (_PROC / "sys" / "kernel" / "random" / "boot_id").read_text(encoding="utf-8").strip()
        space = os.readlink(_PROC / "self" / "ns" / "pid")
    except OSError:
        return ""
    return sha256(f"{boot} {space}".encode()).hexdigest()[:16]
