"""Everything at once: programs that use one store, and what befalls them.

Then the books have to balance. The seed draws who is struck when. What the processes do in between is up to the
machine, so that two runs differ; what must hold afterwards does not depend on it.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx
from support.model_server import ModelServer

from memary.interfaces.api_keys import digest_of
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.soak import actors, words
from reliability.soak.journal import Balance, Journal, balance

_TO_END = 60.0
"""Seconds that a program has to end after it was told to."""

_PAUSES, _PAUSES_OF_SERVER = (0.2, 2.0), (0.5, 6.0)
"""Seconds between two blows, at least and at most; what uses a server takes longer to be at work again."""

_MOST_FILES, _MOST_MEGABYTES = 24, 150
"""By how many a process that lives long may grow after the first fifth of the time."""


class Server(Protocol):
    """A database server that can be struck."""

    def kill(self) -> None:
        """Kill it."""
        ...

    def start(self) -> None:
        """Start it again."""
        ...


@dataclass
class Use:
    """What a process holds."""

    files: int
    megabytes: float


@dataclass
class SoakOutcome:
    """What a soak came to."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    struck: Counter[str] = field(default_factory=Counter[str])
    journal: Journal = field(default_factory=Journal)
    balance: Balance = field(default_factory=Balance)
    model_calls: int = 0
    model_faults: int = 0
    held: dict[str, tuple[Use, Use]] = field(default_factory=dict[str, tuple[Use, Use]])
    faults: list[str] = field(default_factory=list[str])


@dataclass
class _Player:
    """A program of the play, with the thread that listens to it."""

    program: ChildProcess
    listener: threading.Thread
    ends_by: Callable[[], None]


class Soak:
    """A run over one store."""

    def __init__(
        self,
        store: str,
        folder: Path,
        *,
        seed: int,
        options: dict[str, Any] | None = None,
        server: Server | None = None,
    ) -> None:
        self._folder = folder
        self._seed = seed
        self._server = server
        self._chance = random.Random(seed)
        self._journal = Journal()
        self._outcome = SoakOutcome(journal=self._journal)
        self._players: dict[str, _Player] = {}
        self._born: Counter[str] = Counter()
        self._model = words.SpoiltModel(seed, spoilt=0.15)
        self._models = ModelServer()
        self._store, self._options = store, options or {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]

    def run(self, seconds: float) -> SoakOutcome:
        """Let everything happen at once for so long; settle; compare."""
        marks = [time.monotonic()]
        (self._folder / "logs").mkdir()
        with self._models:
            self._models.respond(self._model.answer)
            own = settings(self._models, home=str(self._folder), request_timeout=2.0, lease=3.0, timezone="UTC")
            self._place = Place(self._store, "", own | self._options)
            try:
                self._start_all()
                self._wait_until_served()
                marks.append(time.monotonic())
                self._strike_until(marks[-1] + seconds / 5)
                first = {role: self._use(role) for role in ("server", "reader")}
                if self._server:  # once: it takes long to be there again, and as long to be as fast as before
                    self._strike_until(marks[-1] + seconds / 2)
                    self._restart()
                self._strike_until(marks[-1] + seconds)
                marks.append(time.monotonic())
                self._outcome.held = {role: (use, self._use(role)) for role, use in first.items()}
                self._end_all()
                marks.append(time.monotonic())
            finally:
                for player in self._players.values():
                    player.program.kill()
            self._model.spoilt = 0.0
            self._settle()
        marks.append(time.monotonic())
        names = ("to start", "of use", "to end", "to settle")
        self._outcome.seconds = {name: end - start for name, start, end in zip(names, marks, marks[1:], strict=False)}
        return self._outcome

    # -- the programs -----------------------------------------------------------------------------------------------

    def _start_all(self) -> None:
        for role in (
            "server",
            "writer",
            "writer 2",
            "worker",
            "worker 2",
            "reader",
            "chatter",
            "brief",
            "carrier",
            "caller",
        ):
            self._start(role)

    def _start(self, role: str) -> None:
        """Start a program, or start it again."""
        self._born[role] += 1
        name = role.replace(" ", "") + f"i{self._born[role]}"
        seed, log = f"{self._seed} {name}", str(self._folder / "logs" / f"{role}.log")
        play = partial(ChildProcess, actors.play)
        match role.split()[0]:
            case "server":
                keys = ",".join(f"{user}={digest_of(f'mk_{user}')}" for user in words.SHARED)
                program = ChildProcess(actors.serve, self._place, self._port, keys, log)
            case "worker":
                program = ChildProcess(work, self._place, log)
            case "writer":
                program = play(actors.write, self._place, name, seed, log)
            case "reader":
                program = _played(actors.read, self._place, name, seed, log, worker=False)
            case "chatter":
                program = _played(actors.chat, self._place, name, seed, log, worker=False)
            case "brief":
                program = play(actors.live_briefly, self._place, name, seed, log)
            case "carrier":
                program = _played(partial(actors.carry, folder=str(self._folder)), self._place, name, seed, log)
            case "caller":
                program = ChildProcess(actors.call, f"http://127.0.0.1:{self._port}", name, seed, log)
            case _:
                program = ChildProcess(actors.write_with_little_room, self._place, name, seed, log)
        listener = threading.Thread(target=self._listen, args=(program,), name=role)
        listener.start()
        self._players[role] = _Player(program, listener, partial(_tell_to_end, role, program))

    def _listen(self, program: ChildProcess) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._journal.note(*program.pipe.recv())

    def _gone(self, role: str) -> None:
        """Wait until a program that was killed is gone and all it said is written down."""
        player = self._players.pop(role)
        player.program.process.join(30)
        player.listener.join(30)
        player.program.pipe.close()

    def _wait_until_served(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{self._port}/healthz", trust_env=False).status_code == 200:
                    return
            threading.Event().wait(0.1)

    def _use(self, role: str) -> Use:
        pid = self._players[role].program.process.pid
        status = Path(f"/proc/{pid}/status")
        if not status.exists():  # no Linux
            return Use(0, 0.0)
        held = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return Use(len(os.listdir(f"/proc/{pid}/fd")), int(held.split()[1]) / 1024)

    # -- what befalls them ------------------------------------------------------------------------------------------

    def _strike_until(self, end: float) -> None:
        blows: list[Callable[[], None]] = [
            *(
                partial(self._kill, role)
                for role in ("worker", "worker 2", "writer", "writer 2", "brief", "carrier", "chatter")
            ),
            *([self._lock, self._cramp] if self._server is None else []),
        ]
        pauses = _PAUSES_OF_SERVER if self._server else _PAUSES
        while time.monotonic() < end:
            threading.Event().wait(min(self._chance.uniform(*pauses), max(0.0, end - time.monotonic())))
            self._chance.choice(blows)()
            self._revive()

    def _kill(self, role: str) -> None:
        if role in self._players:
            self._players[role].program.kill()
            self._gone(role)
            self._start(role)
            self._outcome.struck[f"kill -9 of a {role.split()[0]}"] += 1

    def _lock(self) -> None:
        seconds = self._chance.uniform(0.2, 3.0)
        actors.lock(self._store.removeprefix("sqlite:///"), seconds)
        self._outcome.struck["the file was locked"] += 1

    def _cramp(self) -> None:
        if "cramped" not in self._players:
            self._start("cramped")
            self._outcome.struck["the file might not grow"] += 1

    def _restart(self) -> None:
        assert self._server
        self._server.kill()
        threading.Event().wait(self._chance.uniform(0.5, 3.0))
        self._server.start()
        self._outcome.struck["kill -9 of the database server"] += 1

    def _revive(self) -> None:
        """Take away who has ended; nobody but the cramped one may end by itself."""
        for role, player in list(self._players.items()):
            if player.program.process.exitcode is None:
                continue
            code = player.program.process.exitcode
            self._gone(role)
            if role != "cramped" or code:
                self._outcome.faults.append(f"The {role} ended by itself, with code {code}: {self._last_words(role)}")
            if role != "cramped":
                self._start(role)

    def _last_words(self, role: str) -> str:
        lines = (self._folder / "logs" / f"{role}.log").read_text().strip().splitlines()
        return lines[-1][:300] if lines else ""

    # -- afterwards -------------------------------------------------------------------------------------------------

    def _end_all(self) -> None:
        """End all in order, those first who need the others; who does not end is stuck."""
        self._revive()
        for role in sorted(self._players, key=lambda role: role == "server"):
            self._players[role].ends_by()
        for role, player in self._players.items():
            player.program.process.join(_TO_END)
            code = player.program.process.exitcode
            if code is None:
                self._outcome.faults.append(f"The {role} is stuck: it did not end within {_TO_END:g} s.")
            elif code not in _codes(role):
                self._outcome.faults.append(f"The {role} ended with code {code}: {self._last_words(role)}")
        for role in list(self._players):
            self._players[role].program.kill()
            self._gone(role)

    def _settle(self) -> None:
        """Compare memory with the journal, the disk with what was forgotten, and read the logs."""
        outcome = self._outcome
        with self._place.open(worker=False) as memory:
            outcome.balance = balance(memory, self._journal)
            memory.admin.scrub()
        outcome.model_calls, outcome.model_faults = self._models.chat_calls, self._model.faults
        outcome.faults += self._journal.faults + outcome.balance.faults + self._doctor()
        outcome.faults += [f"a prompt showed {sorted(leak)[:4]}" for leak in self._model.leaks]
        outcome.faults += self._tracebacks()
        if self._store.startswith("sqlite"):
            outcome.faults += self._bytes_left()
        for role, (first, last) in outcome.held.items():
            if last.files > first.files + _MOST_FILES or last.megabytes > first.megabytes + _MOST_MEGABYTES:
                outcome.faults.append(f"The {role} grew from {first} to {last}.")

    def _doctor(self) -> list[str]:
        command = [sys.executable, "-m", "memary", "doctor", "--check", "--json"]
        done = subprocess.run(command, env=os.environ | self._place.environment, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return [f"doctor: {done.stderr}"]
        found = json.loads(done.stdout)
        return [f"doctor: {row['about']}: {row['text']}" for row in found if row["verdict"] == "broken"]

    def _tracebacks(self) -> list[str]:
        return [
            f"{path.name} has a traceback: {text.partition('Traceback')[2][:2_000]}"
            for path in sorted((self._folder / "logs").iterdir())
            if "Traceback" in (text := path.read_text())
        ]

    def _bytes_left(self) -> list[str]:
        """Look for the bytes of what was forgotten in all files but the logs."""
        shutil.rmtree(self._folder / "logs")
        held = b"".join(path.read_bytes().lower() for path in self._folder.rglob("*") if path.is_file())
        left = sorted(word for word in self._journal.forgotten if word.encode() in held)
        return [f"the bytes of {len(left)} forgotten words are in the files: {left[:5]}"] if left else []


def _played(part: Callable[..., None], place: Place, name: str, seed: str, log: str, **options: Any) -> ChildProcess:
    return ChildProcess(partial(actors.play, **options), part, place, name, seed, log)


def _tell_to_end(role: str, program: ChildProcess) -> None:
    pid = program.process.pid
    if role.startswith(("server", "worker")) and pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    else:
        with suppress(OSError):
            program.pipe.send("end")


def _codes(role: str) -> Iterable[int | None]:
    """How a program may end; one that was just started again may be told to end before it can listen."""
    return {"worker": (0, 130, -signal.SIGTERM), "server": (0, -signal.SIGTERM)}.get(role.split()[0], (0,))
