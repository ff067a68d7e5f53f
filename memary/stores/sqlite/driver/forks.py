"""Make forks of a process safe: they wait until SQLite is at rest, and its files are closed.

SQLite is not made to be carried into a fork. What another thread holds inside it at that moment, nobody in the child
ever gives back: it hangs. And a child that opens a file which its parent has open takes the parent's locks, of which
it has a copy, for its own: it finds the file locked for ever, or writes into a log that the parent deletes.

So work on SQLite passes a gate. A fork closes it, waits for what runs, and has the files closed; both processes open
them again when they need them. Where that cannot be, the child is told so as soon as it opens a memory.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakSet

from memary.errors import StoreUnavailableError

PATIENCE = 5.0
"""Seconds that a fork waits for work on SQLite."""


class Resting(Protocol):
    """Anything that has SQLite files open."""

    def rest(self) -> bool:
        """Close the files that no work needs; return whether all are closed now."""
        ...


class ForkGate:
    """Keeps work on SQLite and forks of the process from each other."""

    def __init__(self) -> None:
        self._changed = threading.Condition()  # a thread may have it twice: a signal can make it fork anywhere
        self._working: set[int] = set()  # threads
        self._forking = 0  # threads, those that wait included
        self._is_at_rest = False  # at the fork under way
        self._was_at_rest = True  # at those that this process comes from
        self._files: WeakSet[Resting] = WeakSet()

    def add(self, files: Resting) -> None:
        """Register files to close at a fork while they are referenced."""
        with self._changed:
            self._files.add(files)

    def check(self) -> None:
        """Check that this process may open files.

        Raises:
            StoreUnavailableError: it was forked while SQLite was not at rest.
        """
        if not self._was_at_rest:
            raise StoreUnavailableError(
                "This process was forked while a memory of its parent was busy with long work, such as an "
                "export: fork when that is done, or start processes with the method spawn or forkserver."
            )

    @contextmanager
    def passed(self) -> Generator[None]:
        """Work on SQLite, once no fork is under way.

        It must not be nested.
        """
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Begin to work on SQLite, once no fork is under way; `leave` ends it."""
        with self._changed:
            while self._forking:
                self._changed.wait()
            self._working.add(threading.get_ident())

    def leave(self) -> None:
        """Let forks go on that wait for the work of this thread."""
        with self._changed:
            self._working.discard(threading.get_ident())
            if self._forking:
                self._changed.notify_all()

    def close(self) -> None:
        """Close the gate, as the thread that forks: wait for the work that runs, then have the files closed."""
        self._changed.acquire()
        self._forking += 1
        self._is_at_rest = False
        self._changed.wait_for(lambda: self._working <= {threading.get_ident()}, PATIENCE)
        self._is_at_rest = not self._working and all(files.rest() for files in self._files)

    def open(self) -> None:
        """Open the gate again, in the parent."""
        self._forking -= 1
        self._changed.notify_all()
        self._changed.release()

    def open_in_child(self) -> None:
        """Open the gate in the child, which has no other threads and must not touch the parent's files."""
        self._changed = threading.Condition()
        self._working.clear()
        self._files.clear()
        self._forking = 0
        self._was_at_rest = self._was_at_rest and self._is_at_rest


GATE = ForkGate()
"""The one of this process: its SQLite is shared by all memories."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=GATE.close, after_in_parent=GATE.open, after_in_child=GATE.open_in_child)
