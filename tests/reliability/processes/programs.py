"""What runs in processes of its own, to be killed: one that adds the turns of a talk, and `memary worker`.

They are forked from a Python that has the imports done; a start takes milliseconds and a kill is a real one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from programs.called import CalledFunction

from memary import Memary
from memary.interfaces.cli.start import main
from reliability import talk


@dataclass(frozen=True)
class Place:
    """Where a memory is, and the settings to open it with."""

    store: str
    user: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def open(self, **options: Any) -> Memary:
        """Open it."""
        return Memary.open(self.store, **(dict(self.options) | options))

    @property
    def environment(self) -> dict[str, str]:
        """The settings as a command reads them."""
        own = {"neo4j_username", "neo4j_password"}
        names = {name: name.upper() if name in own else f"MEMARY_{name.upper()}" for name in self.options}
        return {names[name]: str(value) for name, value in self.options.items()} | {"MEMARY_STORE": self.store}


class ChildProcess:
    """A process with a pipe to it."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self.process = CalledFunction(work, *arguments)
        self.pipe = self.process.pipe

    def kill(self) -> None:
        """Send SIGKILL and wait for the end."""
        self.process.kill()


def add_turns(pipe: Connection, place: Place, worker: bool) -> None:
    """Add the turns that are asked for, each acknowledged once `add` has returned.

    Say when all of them are read.
    """
    with place.open(worker=worker) as memory:
        while True:
            first, last = pipe.recv()
            for number in range(first, last):
                memory.add(talk.turn(number), user_id=place.user)
                pipe.send(number)
            while memory.admin.stats(user_id=place.user).pending:
                if pipe.poll(0.01):
                    break
            else:
                pipe.send("read")


def work(pipe: Connection, place: Place, log: str = os.devnull, *arguments: str) -> None:
    """Be the command `memary worker`, which says what it has to say in a file."""
    os.environ.update(place.environment)
    sys.argv = ["memary", "worker", *arguments]
    sys.stderr = sys.stdout = open(log, "w", buffering=1)  # noqa: SIM115  as long as the process lives
    main()
