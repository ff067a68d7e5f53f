"""Starts programs as a shell would, each in a folder of its own, and says how they ended.

The limit of time stands for all that could make a program hang; nothing else here looks at a clock.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SCRIPTS = Path(__file__).parent / "scripts"
_PRELOADED = Path(__file__).with_name("preloaded.py")
PATIENCE = 90.0
OF_PROGRAMS = (
    "pytest",
    "memary.agent.loop.run",
    "memary.client",
    "memary.integrations.mem0",
    "memary.interfaces.cli.app",
    "memary.interfaces.mcp.http",
    "memary.interfaces.mcp.stdio",
    "memary.interfaces.server.app",
    "memary.stores.neo4j",
    "memary.stores.sqlite",
    "openai",
    "uvicorn",
)
"""What programs and commands import."""

_FOREIGN = (
    "MEMARY_",
    "OPENAI_",
    "NEO4J_",
    "STREAMLIT_",
    "PYTEST_",
    "PERPLEXITY_",
    "GOOGLEMAPS_",
    "ALPHA_VANTAGE_",
    "FORCE_COLOR",
)


@dataclass(frozen=True)
class Ended:
    """How a program ended.

    `code` is negative for a signal.
    """

    code: int
    stdout: str
    stderr: str

    @property
    def lines(self) -> list[str]:
        """What it printed."""
        return self.stdout.splitlines()


def environment(home: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a program: nothing of the tests' own, a home of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    return kept | {"MEMARY_HOME": str(home), "MEMARY_TIMEZONE": "UTC"} | dict(more or {})


class Program:
    """A program that runs."""

    def __init__(self, guard: socket.socket, output: int, errors: Path) -> None:
        self._guard = guard
        self._output = output
        self._errors = errors
        self._read = b""
        self.pid = int(self._told())

    def printed(self, text: str) -> str:
        """Wait until it has printed a text; return all that it has printed until then."""
        while text.encode() not in self._read:
            if not (piece := self._piece(f"before it printed {text!r}")):
                raise AssertionError(f"It ended before it printed {text!r}: {self._said()}")
            self._read += piece
        return self._read.decode()

    def signal(self, number: int) -> None:
        """Send a signal to it and to what it has started, as a terminal does."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def ended(self) -> Ended:
        """Wait for its end, and the end of all that writes to its output."""
        code = int(self._told())
        while piece := self._piece(f"after it ended with {code}: something it started holds its output"):
            self._read += piece
        return Ended(code, self._read.decode(), self._errors.read_text())

    def clear_away(self) -> None:
        """Kill what is left of it."""
        self.signal(signal.SIGKILL)
        self._guard.close()
        os.close(self._output)

    def _told(self) -> str:
        line = b""
        self._guard.settimeout(PATIENCE)
        try:
            while not line.endswith(b"\n"):
                line += self._guard.recv(1)
        except TimeoutError:
            before, place = self._said(), self._place()
            raise AssertionError(f"It hangs: no end within {PATIENCE:g} s; {before}; it is at {place}") from None
        return line.decode()

    def _piece(self, when: str) -> bytes:
        if not select.select([self._output], [], [], PATIENCE)[0]:
            raise AssertionError(f"It hangs {when}; {self._said()}")
        return os.read(self._output, 65_536)

    def _place(self) -> str:
        """Return where its threads are, by its own word and by that of the kernel."""
        length = self._errors.stat().st_size
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGUSR2)  # and its forks
        with suppress(TimeoutError):  # the words of the dump take a moment, and this is a moment
            self._guard.settimeout(2)
            self._guard.recv(1)
        told = self._errors.read_bytes()[length:].decode(errors="replace")
        states = []
        for task in sorted(Path(f"/proc/{self.pid}/task").glob("*")):
            with suppress(OSError):
                states.append(f"{(task / 'wchan').read_text()}: {(task / 'stat').read_text().rpartition(')')[2][:3]}")
        return f"{told}, threads {states}"

    def _said(self) -> str:
        return f"it printed {self._read.decode()!r}, and on standard error {self._errors.read_text()!r}"


Start = Callable[..., Program]
"""Starts a script, as the fixture `start` does."""


class Interpreter:
    """A Python that starts programs; see `preloaded`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._running: list[Program] = []

    def start(
        self, script: str, *arguments: str, folder: Path, given: str = "", options: Mapping[str, str] | None = None
    ) -> Program:
        """Start one of the scripts in a folder, with a text as its standard input."""
        number = len(self._running)
        (folder / f"input {number}").write_text(given)
        errors = folder / f"errors {number}"
        output, theirs = os.pipe()
        with (folder / f"input {number}").open() as stdin, errors.open("w") as stderr:
            streams = [stdin.fileno(), theirs, stderr.fileno()]
            guard = self.launch(script, arguments, folder, environment(folder, options), streams)
        os.close(theirs)
        self._running.append(Program(guard, output, errors))
        return self._running[-1]

    def launch(
        self,
        script: str,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        streams: Sequence[int],
    ) -> socket.socket:
        """Start a script with its standard streams; the socket tells its id, and its exit code at the end."""
        asked = {
            "script": str(SCRIPTS / script),
            "arguments": list(arguments),
            "folder": str(folder),
            "environment": dict(environment),
        }
        guard = socket.socket(socket.AF_UNIX)
        guard.connect(self.address)
        socket.send_fds(guard, [json.dumps(asked).encode()], streams)
        return guard

    def clear_away(self) -> None:
        """End all programs that a test has left."""
        while self._running:
            self._running.pop().clear_away()


@contextmanager
def interpreter(
    folder: Path, modules: Sequence[str] = OF_PROGRAMS, *, before: Interpreter | None = None
) -> Iterator[Interpreter]:
    """Start a Python with its imports done; it ends with the block.

    It goes on from the one `before`, whose imports it has, or else begins anew.
    """
    address = str(folder / "address")
    with _forked(before, folder, address, *modules) if before else _begun(folder, address, *modules) as streams:
        end, told = streams
        assert told.readline() == "listening\n"
        started = Interpreter(address)
        try:
            yield started
        finally:
            started.clear_away()
            end.close()


@contextmanager
def _begun(folder: Path, *arguments: str) -> Iterator[tuple[IO[str], IO[str]]]:
    command = [sys.executable, str(_PRELOADED), *arguments]
    own = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(folder), cwd=folder, text=True
    )
    assert own.stdin
    assert own.stdout
    with own:
        yield own.stdin, own.stdout


@contextmanager
def _forked(before: Interpreter, folder: Path, *arguments: str) -> Iterator[tuple[IO[str], IO[str]]]:
    stdin, end = os.pipe()
    told, stdout = os.pipe()
    with before.launch(str(_PRELOADED), arguments, folder, environment(folder), [stdin, stdout, 2]) as guard:
        os.close(stdin)
        os.close(stdout)
        with open(end, "w") as end_of_it, open(told) as told_by_it:
            yield end_of_it, told_by_it
        with guard.makefile() as its_end:
            its_end.read()
