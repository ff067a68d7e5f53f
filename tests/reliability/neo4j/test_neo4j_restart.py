"""Neo4j runs out of disk and goes away in the middle of work, and comes back.

The server is stopped, and started again on its port.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.model_server import ModelServer
from support.own_neo4j import OwnServer
from support.records import fresh_user

from memary import Memary
from memary.errors import StoreUnavailableError
from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.waiting import until

BEFORE, BACK, AFTER = range(4), 14, (range(14, 16), range(16, 18), range(18, 20))


@pytest.mark.replans
@pytest.mark.timeout(900)  # it starts a server again, on a machine that may be busy with others
def test_on_a_full_disk_neo4j_keeps_what_it_has_and_may_restart_in_the_middle_of_work(
    server: OwnServer, model: ModelServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("memary.stores.neo4j.driver.connection.RETRY_TIME", 2.0)
    place = Place(server.address.uri, fresh_user(), settings(model, **server.access, lease=2.0))
    workers = [ChildProcess(work, place)]
    with place.open() as memory, ThreadPoolExecutor(1) as pool:
        try:
            for number in BEFORE:
                memory.add(talk.turn(number), user_id=place.user)
            until(lambda: nothing_waits(memory, place.user), "all is read")
            server.limit_files(1)
            kept, refusal = add_until_refused(memory, place.user)
            assert "disk" in refusal
            server.limit_files(-1)  # it never ends by itself before: it tries to write down what it has until it can
            away = threading.Event()
            adding = pool.submit(keep_adding, memory, place.user, range(kept, BACK), away)
            server.stop()
            with pytest.raises(StoreUnavailableError, match=r"No Neo4j answers at .*: start it"):
                place.open(worker=False)
            workers.append(patient_worker(place, tmp_path / "patient"))
            end_patient_worker(patient_worker(place, tmp_path / "ended"))
            assert away.wait(45), "an add neither failed nor returned"
            server.start()
            adding.result(60)
            until(lambda: nothing_waits(memory, place.user), "all is read")
            with place.open(worker=False) as adder:
                add_for_one(adder, place, AFTER[0], server=server, idle=workers)
                memory.close()
                for worker, other, turns in zip(workers, reversed(workers), AFTER[1:], strict=True):
                    assert worker.process.is_alive()
                    add_for_one(adder, place, turns, server=server, idle=[other])
                assert talk.faults(adder, place.user, range(AFTER[-1].stop)) == []
            assert (tmp_path / "patient").read_text().count("No Neo4j answers") == 1
        finally:
            for worker in workers:
                worker.kill()


def patient_worker(place: Place, log: Path) -> ChildProcess:
    """Return a worker that was started while the server was away, once it says that it waits."""
    worker = ChildProcess(work, place, str(log))
    until(lambda: log.exists() and "Waiting for it" in log.read_text(), "it says that it waits")
    return worker


def end_patient_worker(worker: ChildProcess) -> None:
    """End a worker that waits by a signal, which it obeys at once."""
    assert worker.process.pid
    os.kill(worker.process.pid, signal.SIGTERM)
    worker.process.join(30)
    code = worker.process.exitcode
    worker.kill()
    assert code == 0


def add_until_refused(memory: Memary, user: str) -> tuple[int, str]:
    """Add turns until the store refuses one; return how many are there, and what it said."""
    for number in range(BEFORE.stop, BACK):
        try:
            memory.add(talk.turn(number), user_id=user)
        except StoreUnavailableError as error:
            return number, str(error)
    raise AssertionError("the disk was never full")


def keep_adding(memory: Memary, user: str, turns: range, away: threading.Event) -> None:
    """Add turns as somebody does who says again what was not acknowledged."""
    for number in turns:
        while True:
            try:
                memory.add(talk.turn(number), user_id=user)
                break
            except StoreUnavailableError as error:
                if "No Neo4j answers" in str(error):
                    away.set()
    assert away.is_set(), "the server came back before anybody missed it"


def add_for_one(
    memory: Memary, place: Place, turns: range, *, server: OwnServer, idle: Sequence[ChildProcess]
) -> None:
    """Add turns that one worker alone can read, since the others stand still: it outlived the outage."""
    for worker in idle:
        freeze(worker, server)
    for number in turns:
        memory.add(talk.turn(number), user_id=place.user)
    until(lambda: nothing_waits(memory, place.user), "the turns after the outage are read")
    for worker in idle:
        assert worker.process.pid
        os.kill(worker.process.pid, signal.SIGCONT)


def freeze(worker: ChildProcess, server: OwnServer) -> None:
    """Stop a process between two transactions: one that it holds open would keep its locks from everybody."""
    pid = worker.process.pid
    assert pid
    with server.driver() as driver:
        while True:
            os.kill(pid, signal.SIGSTOP)
            for _ in range(50):
                if driver.execute_query("SHOW TRANSACTIONS YIELD transactionId RETURN count(*)").records[0][0] == 1:
                    return
            os.kill(pid, signal.SIGCONT)


def nothing_waits(memory: Memary, user: str) -> bool:
    return memory.admin.stats(user_id=user).pending == 0
