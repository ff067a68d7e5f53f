"""A function that runs in a process of its own, started by a Python that has its imports done."""

from __future__ import annotations

import atexit
import functools
import os
import signal
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from programs.command import CommandProcess
from programs.starting import Interpreter, interpreter

SHARED = "TESTS_INTERPRETER"
"""The variable that has the address of one that others use, too."""


class CalledFunction:
    """A function that runs, as `multiprocessing.Process` has it; killed when this process ends."""

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        self.pipe: Connection
        self.pipe, other = Pipe()
        with other:
            streams = {"stdin": other, "stdout": 1, "stderr": 2}
            self._program = CommandProcess(_python(), [], streams, script="called.py")
        atexit.register(self._program.clear_away)
        self.pid = self._program.pid
        self.pipe.send((function, arguments))

    @property
    def exitcode(self) -> int | None:
        """How it ended, negative for a signal; None while it runs."""
        return self._program.poll()

    def is_alive(self) -> bool:
        """Return whether it runs."""
        return self.exitcode is None

    def join(self, timeout: float) -> None:
        """Wait for its end, for so many seconds at most."""
        try:
            self._program.wait(timeout)
        except TimeoutError:
            return

    def kill(self) -> None:
        """Send SIGKILL and wait for the end."""
        self._program.send_signal(signal.SIGKILL)
        self.join(30)
        self._program.clear_away()
        atexit.unregister(self._program.clear_away)


@functools.cache
def _python() -> Interpreter:
    if address := os.environ.get(SHARED):
        return Interpreter(address)
    ends = ExitStack()
    atexit.register(ends.close)
    folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="memary-python-"))
    return ends.enter_context(interpreter(Path(folder)))
