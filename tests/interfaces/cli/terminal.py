"""A program at a terminal, and how long a test waits for one."""

from __future__ import annotations

import os
import pty
import select
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 60


class Terminal:
    """A program at a terminal, as a person uses it."""

    def __init__(self, start: Callable[..., Any], *arguments: str) -> None:
        self._own, other = pty.openpty()
        self.program = start(*arguments, stdin=other, stdout=other, stderr=other)
        os.close(other)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._own, text.encode())

    def wait_for(self, text: str) -> str:
        """Read until a text appears; return what was written up to it."""
        while text not in self.seen:
            assert select.select([self._own], [], [], PATIENCE)[0], f"{text!r} did not come: {self.seen!r}"
            piece = self._read()
            assert piece, f"the program ended before {text!r} came: {self.seen!r}"
            self.seen += piece
        before, self.seen = self.seen.split(text, 1)
        return before

    def interrupt(self) -> None:
        """Press Ctrl-C once the program waits for a key: readline misses a signal that comes while it works."""
        state = Path(f"/proc/{self.program.pid}/stat")
        looks = iter(range(PATIENCE * 100))
        while state.read_text().rsplit(")", 1)[1].split()[0] != "S":
            assert next(looks, None) is not None, "the program does not come to rest"
            select.select([], [], [], 0.01)
        self.program.send_signal(signal.SIGINT)

    def end(self) -> int:
        while self.program.poll() is None:
            assert select.select([self._own], [], [], PATIENCE)[0], f"it goes on: {self.seen!r}"
            if not (piece := self._read()):
                break
            self.seen += piece
        os.close(self._own)
        return self.program.wait(PATIENCE)

    def _read(self) -> str:
        try:
            return os.read(self._own, 65_536).decode(errors="replace")
        except OSError:  # the program has closed its end
            return ""
