"""The gate between work on SQLite and forks, passed as a fork would, without one.

Real ones are in tests/programs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from memary.errors import StoreUnavailableError
from memary.stores.sqlite.driver.forks import ForkGate

PATIENCE = 60.0


class File:
    """Says whether it can be closed, and whether it was."""

    def __init__(self, *, can_rest: bool = True) -> None:
        self.can_rest = can_rest
        self.rests = threading.Event()

    def rest(self) -> bool:
        self.rests.set()
        return self.can_rest


def started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_a_fork_waits_for_the_work_of_other_threads_before_files_are_closed() -> None:
    gate, file, works, may_end = ForkGate(), File(), threading.Event(), threading.Event()
    rested_meanwhile: list[bool] = []
    gate.add(file)

    def work() -> None:
        with gate.passed():
            works.set()
            assert may_end.wait(PATIENCE)
            rested_meanwhile.append(file.rests.is_set())

    thread = started(work)
    assert works.wait(PATIENCE)
    may_end.set()
    gate.close()
    gate.open_in_child()
    thread.join(PATIENCE)
    assert rested_meanwhile == [False]
    assert file.rests.is_set()
    gate.check()


def test_work_begins_again_in_the_parent_after_the_fork() -> None:
    gate, done = ForkGate(), threading.Event()

    def work() -> None:
        with gate.passed():
            done.set()

    gate.close()
    thread = started(work)
    assert not done.is_set()
    gate.open()
    thread.join(PATIENCE)
    assert done.is_set()
    gate.check()


def test_a_thread_that_forks_in_the_midst_of_its_own_work_does_not_wait_for_itself() -> None:
    gate, file = ForkGate(), File()
    gate.add(file)
    with gate.passed():
        gate.close()
        gate.open_in_child()
    assert not file.rests.is_set()
    with pytest.raises(StoreUnavailableError, match="fork"):
        gate.check()


def test_a_child_of_a_process_with_a_file_open_opens_none_and_neither_do_its_children() -> None:
    gate, file = ForkGate(), File(can_rest=False)
    gate.add(file)
    for _ in range(2):
        gate.close()
        gate.open_in_child()
        with pytest.raises(StoreUnavailableError, match="spawn"):
            gate.check()


def test_a_parent_with_a_file_open_goes_on_after_a_fork() -> None:
    gate, file = ForkGate(), File(can_rest=False)
    gate.add(file)
    gate.close()
    gate.open()
    gate.check()
