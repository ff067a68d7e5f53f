"""Kills what adds and what reads the turns of a talk, at random points, and starts it again where it left off."""

from __future__ import annotations

import queue
import random
import threading
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from support.model_server import Fault, ModelServer

from reliability import talk
from reliability.processes.programs import ChildProcess, Place, add_turns, work

Phase = Literal["start", "acknowledged", "before the reply", "inside the reply", "after the reply"]
PHASES: tuple[Phase, ...] = ("start", "acknowledged", "before the reply", "inside the reply", "after the reply")
_PATIENCE = 60.0

Adder, Reader = "adder", "reader"


@dataclass(frozen=True)
class Kill:
    """One kill: when, how many seconds after that moment, and whom."""

    phase: Phase
    delay: float
    victims: Sequence[str]
    turns: int  # how many are added until then, if it comes to that


@dataclass
class KillOutcome:
    """What a run came to."""

    kills: Counter[str] = field(default_factory=Counter[str])
    turns: int = 0
    calls: int = 0
    asked_again: int = 0
    faults: list[str] = field(default_factory=list[str])


def plan(seed: int, *, kills: int, turns: int, outside: bool) -> list[Kill]:
    """Draw the kills of a run; together they let at most `turns` turns through."""
    rng = random.Random(seed)
    cuts = sorted(rng.randint(0, turns) for _ in range(kills))
    steps = [high - low for low, high in zip([0, *cuts], cuts, strict=False)]
    drawn: list[Kill] = []
    for step in steps:
        phase = rng.choice(PHASES)
        if not outside:
            victims: Sequence[str] = (Adder,)
        elif "reply" in phase:
            victims = (Reader,)
        else:
            victims = rng.choice([(Adder,), (Reader,), (Adder, Reader)])
        drawn.append(Kill(phase, rng.uniform(0, 0.12 if phase == "start" else 0.03), victims, step))
    return drawn


class Talk:
    """A run: the turns of one talk go in while the processes that take them are killed."""

    def __init__(self, place: Place, server: ModelServer, *, outside: bool) -> None:
        self._place = place
        self._outside = outside
        self._server = server
        self._programs: dict[str, ChildProcess] = {}
        self._events: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._armed: Phase | None = None
        self._dead = threading.Event()
        self._asked: Counter[int] = Counter()
        self._acknowledged: set[int] = set()
        self._listeners: dict[str, threading.Thread] = {}
        server.respond(self._answer)

    def run(self, kills: Sequence[Kill], *, turns: int) -> KillOutcome:
        """Add all turns, with these kills on the way; work off the queue, and look at what is there."""
        outcome = KillOutcome()
        try:
            for kill in kills:
                self._round(kill)
                outcome.kills[f"{kill.phase}, {' and '.join(kill.victims)}"] += 1
            self._finish(turns)
        finally:
            for name in list(self._programs):
                self._kill(name)
        with self._place.open(worker=False) as memory:
            memory.flush(user_id=self._place.user)
            outcome.faults = talk.faults(memory, self._place.user, range(turns))
        missing = set(range(turns)) - self._acknowledged
        if missing:
            outcome.faults.append(f"turns {sorted(missing)} were never acknowledged")
        outcome.turns, outcome.calls = turns, self._server.chat_calls
        outcome.asked_again = sum(self._asked.values()) - len(self._asked)
        return outcome

    @property
    def _next(self) -> int:
        """The first turn that is not acknowledged."""
        return len(self._acknowledged)

    def _round(self, kill: Kill) -> None:
        self._dead.clear()
        last = self._next + kill.turns
        self._armed = kill.phase
        self._start(self._next, last)
        if kill.phase == "start":
            threading.Event().wait(kill.delay)
        else:
            self._wait_for("call" if "reply" in kill.phase else last - 1)
            threading.Event().wait(kill.delay)
        self._armed = None
        for victim in kill.victims:
            self._kill(victim)
        self._dead.set()

    def _finish(self, turns: int) -> None:
        self._armed = None
        self._start(self._next, turns)
        self._wait_for("read")

    def _start(self, first: int, last: int) -> None:
        """Start what does not run, and have these turns added."""
        while not self._events.empty():  # what the one before said at its end
            self._events.get()
        if Adder not in self._programs:
            self._programs[Adder] = ChildProcess(add_turns, self._place, not self._outside)
            self._listeners[Adder] = threading.Thread(target=self._listen, args=(self._programs[Adder],))
            self._listeners[Adder].start()
        if self._outside and Reader not in self._programs:
            self._programs[Reader] = ChildProcess(work, self._place)
        self._programs[Adder].pipe.send((first, last))

    def _listen(self, program: ChildProcess) -> None:
        with suppress(EOFError, OSError):
            while True:
                said = program.pipe.recv()
                if isinstance(said, int):
                    self._acknowledged.add(said)
                self._events.put(said)
        self._events.put("end")

    def _wait_for(self, wanted: object) -> None:
        """Wait until it happens, or until all is read and it cannot."""
        while True:
            event = self._events.get(timeout=_PATIENCE)
            if event in (wanted, "read"):
                return
            if event == "end":
                program = self._programs[Adder].process
                program.join(10)
                raise RuntimeError(f"The process that adds has ended by itself, with code {program.exitcode}.")

    def _kill(self, name: str) -> None:
        program = self._programs.pop(name, None)
        if program is None:
            return
        program.kill()
        if listener := self._listeners.pop(name, None):
            listener.join(30)  # what was acknowledged before the end counts
        program.pipe.close()

    def _answer(self, body: dict[str, Any]) -> str | Fault:
        self._asked.update(number for _, number in talk.turns_asked(body))
        phase, self._armed = self._armed, self._armed if self._armed in ("start", "acknowledged") else None
        if phase not in ("before the reply", "inside the reply", "after the reply"):
            return talk.reading(body)
        self._events.put("call")
        if phase == "before the reply":
            self._dead.wait(_PATIENCE)
        return Fault.stall_stream("{") if phase == "inside the reply" else talk.reading(body)


@contextmanager
def model(**options: Any) -> Generator[ModelServer]:
    """A model server for a run."""
    with ModelServer(**options) as server:
        yield server


def settings(server: ModelServer, **options: Any) -> dict[str, Any]:
    """Settings under which a run takes seconds: short leases, no waiting for a batch to fill."""
    return {
        "base_url": server.base_url,
        "model": "scripted",
        "api_key": "test",
        "embedding": "hash",
        "max_retries": 0,
        "request_timeout": 20.0,
        "lease": 0.4,
        "linger": 0.0,
    } | options
