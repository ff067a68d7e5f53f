"""The prompt of a conversation: a line with editing and history, or a pasted block of lines as one message."""

from __future__ import annotations

import importlib
import os
import select
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

_LINES = 1_000
_PASTE = 0.03
"""Seconds in which the next line of a paste arrives; nobody types that fast."""


class Prompt:
    """Reads messages at a terminal.

    Args:
        history: file in which earlier inputs are kept, readable by its owner only.
    """

    def __init__(self, history: Path) -> None:
        self._history = history
        self._readline = _readline()
        if self._readline is not None:
            with suppress(OSError):  # no history yet, or one that cannot be read
                self._readline.read_history_file(history)

    def read(self, prompt: str) -> str | None:
        """Return the next message; None when the person leaves with Ctrl-C or Ctrl-D."""
        try:
            lines = [input(prompt)]
            while _more_is_waiting():
                lines.append(input())
        except (EOFError, KeyboardInterrupt):
            sys.stderr.write("\n")
            return None
        return "\n".join(lines)

    def close(self) -> None:
        """Keep the history."""
        if self._readline is None:
            return
        with suppress(OSError):  # a home folder that cannot be written costs the history, not the conversation
            self._history.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._history, os.O_CREAT | os.O_WRONLY, 0o600))
            self._readline.set_history_length(_LINES)
            self._readline.write_history_file(self._history)


def _readline() -> ModuleType | None:
    """Return readline, if there is one. Loading it writes codes to some terminals, so it is done only here."""
    try:
        readline = importlib.import_module("readline")
    except ImportError:
        return None
    if "libedit" not in (readline.__doc__ or ""):
        readline.parse_and_bind("set enable-bracketed-paste on")  # keeps the line ends of a paste
    return readline


def _more_is_waiting() -> bool:
    if sys.platform == "win32":
        return False
    return bool(select.select([sys.stdin], [], [], _PASTE)[0])
