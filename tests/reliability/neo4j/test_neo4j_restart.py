"""Neo4j goes away in the middle of work and comes back: the server is stopped, and started again on its port."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import neo4j
import pytest
from support.model_server import ModelServer
from support.records import fresh_user

from memary import Memary
from memary.errors import StoreUnavailableError
from reliability import talk
from reliability.neo4j.own_server import OwnServer
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.waiting import until

BEFORE, DURING, AFTER = range(4), range(4, 14), (range(14, 16), range(16, 18))


@pytest.mark.replans
@pytest.mark.timeout(900)  # it starts a server again, on a machine that may be busy with others
def test_neo4j_may_restart_in_the_middle_of_work(
    server: OwnServer, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memary.stores.neo4j.driver.connection.RETRY_TIME", 2.0)
    place = Place(server.uri, fresh_user(), settings(model, lease=2.0))
    with place.open() as memory, ThreadPoolExecutor(1) as pool:
        outside = ChildProcess(work, place)
        try:
            for number in BEFORE:
                memory.add(talk.turn(number), user_id=place.user)
            refused = threading.Event()
            adding = pool.submit(keep_adding, memory, place.user, refused)
            server.stop()
            with pytest.raises(StoreUnavailableError, match=r"No Neo4j answers at .*: start it"):
                place.open(worker=False)
            assert refused.wait(45), "an add neither failed nor returned"
            server.start()
            adding.result(60)
            until(lambda: nothing_waits(memory, place.user), "all is read")
            for survivor, turns in enumerate(AFTER):
                only_one_works(outside, memory, place, turns, inside=survivor == 0)
        finally:
            outside.kill()
    with place.open(worker=False) as memory:
        assert talk.faults(memory, place.user, range(AFTER[1].stop)) == []


def keep_adding(memory: Memary, user: str, refused: threading.Event) -> None:
    """Add turns as somebody does who says again what was not acknowledged."""
    for number in DURING:
        while True:
            try:
                memory.add(talk.turn(number), user_id=user)
                break
            except StoreUnavailableError:
                refused.set()
    assert refused.is_set(), "the server came back before anybody missed it"


def only_one_works(outside: ChildProcess, memory: Memary, place: Place, turns: range, *, inside: bool) -> None:
    """Add turns that one of the two workers alone can read: it outlived the outage."""
    assert outside.process.is_alive()
    assert outside.process.pid
    if inside:
        freeze(outside.process.pid, place.store)
        adder: Any = memory
    else:
        memory.close()
        adder = place.open(worker=False)
    for number in turns:
        adder.add(talk.turn(number), user_id=place.user)
    until(lambda: nothing_waits(adder, place.user), "the turns after the outage are read")
    if inside:
        os.kill(outside.process.pid, signal.SIGCONT)
    else:
        adder.close()


def freeze(pid: int, uri: str) -> None:
    """Stop a process between two transactions: one that it holds open would keep its locks from everybody."""
    with neo4j.GraphDatabase.driver(uri) as driver:
        while True:
            os.kill(pid, signal.SIGSTOP)
            for _ in range(50):
                if driver.execute_query("SHOW TRANSACTIONS YIELD transactionId RETURN count(*)").records[0][0] == 1:
                    return
            os.kill(pid, signal.SIGCONT)


def nothing_waits(memory: Memary, user: str) -> bool:
    return memory.admin.stats(user_id=user).pending == 0
