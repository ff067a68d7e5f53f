"""A command as a program of its own, `memary` by default, started by a Python that has done its imports."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from programs.starting import Interpreter


class CommandProcess:
    """A command that runs, with as much of `subprocess.Popen` as tests need."""

    def __init__(
        self,
        python: Interpreter,
        arguments: Sequence[str],
        streams: dict[str, Any],
        *,
        script: str = "memary_command.py",
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._ends = ExitStack()
        self.returncode: int | None = None
        theirs: list[int] = []
        own: dict[str, IO[str] | None] = dict.fromkeys(("stdin", "stdout", "stderr"))
        with ExitStack() as passed:
            for name in own:
                given = streams.get(name, subprocess.PIPE)
                if given == subprocess.PIPE:
                    read, write = os.pipe()
                    ours, their, mode = (write, read, "w") if name == "stdin" else (read, write, "r")
                    own[name] = self._ends.enter_context(open(ours, mode, encoding="utf-8"))
                    passed.callback(os.close, their)
                    theirs.append(their)
                else:
                    theirs.append(given if isinstance(given, int) else given.fileno())
            self.stdin, self.stdout, self.stderr = own.values()
            place = (folder or Path.cwd(), os.environ if environment is None else environment)
            self._guard = python.launch(script, arguments, *place, theirs)
        self._ends.callback(self._guard.close)
        self.pid = self._told()

    def poll(self) -> int | None:
        """Return its exit code if it has ended."""
        if self.returncode is not None:
            return self.returncode
        self._guard.setblocking(False)
        try:
            return self.wait() if self._guard.recv(1, socket.MSG_PEEK) else self.returncode
        except BlockingIOError:
            return self.returncode
        finally:
            self._guard.setblocking(True)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; return its exit code."""
        if self.returncode is None:
            self._guard.settimeout(timeout)
            self.returncode = self._told()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to it, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def communicate(self, given: str = "", timeout: float | None = None) -> tuple[str, str]:
        """Give it its whole standard input; return all that it still writes, once it has ended."""
        if self.stdin and not self.stdin.closed:
            self.stdin.write(given)
            self.stdin.close()
        with ThreadPoolExecutor(2) as readers:
            streams = (self.stdout, self.stderr)
            read = [readers.submit(stream.read) if stream else None for stream in streams]
            stdout, stderr = ((each.result(timeout) if each else "") for each in read)
        self.wait(timeout)
        return stdout, stderr

    def _told(self) -> int:
        line = b""
        while not line.endswith(b"\n"):
            line += self._guard.recv(1)
        return int(line)

    def clear_away(self) -> None:
        """Kill what is left of it, and close all streams to it."""
        self.send_signal(signal.SIGKILL)
        self._ends.close()
