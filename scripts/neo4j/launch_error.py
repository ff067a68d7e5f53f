"""What can go wrong before a server runs, and how a person at the terminal is told."""

from __future__ import annotations

import sys


class LaunchError(Exception):
    """The server could not be assembled or started; the message says what to do."""


class JavaMissing(LaunchError):
    """There is no Java here, or only one that is too old."""


class AssemblyFailed(LaunchError):
    """The jars could not be fetched, or the server class could not be compiled."""


def say(message: str) -> None:
    """Tell the person at the terminal; standard output is left to the READY line."""
    sys.stderr.write(f"neo4j: {message}\n")
    sys.stderr.flush()


def last_lines(text: str, *, count: int = 15) -> str:
    """Return the end of a program's output, where the reason of a failure stands."""
    return "\n".join(text.strip().splitlines()[-count:])
