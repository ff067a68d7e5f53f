"""What befalls a Neo4j besides a restart: a kill in the middle of big work, a full disk, a database of no writes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import neo4j
import pytest
from support.model_server import ModelServer
from support.records import fresh_user

from memary import Memary, MemaryError, NotFoundError, StoreUnavailableError
from reliability import talk
from reliability.killing import settings
from reliability.own_server import OwnServer, own_server
from reliability.programs import Place, Program, work
from reliability.waiting import until

pytestmark = pytest.mark.timeout(600)  # each starts a server, on a machine that may be busy with others

LINES = 400
ONLY_READ = "may only be read, nothing was stored: let the server write to it"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    with own_server(tmp_path_factory.mktemp("own") / "neo4j") as server:
        yield server


@pytest.fixture
def server(started: OwnServer) -> OwnServer:
    """A server that takes writes, whatever the test before did to it."""
    if not started.takes_writes:
        started.start_again()
    return started


def test_big_work_that_a_kill_of_neo4j_cuts_short_can_be_done_again(
    server: OwnServer, model: ModelServer, tmp_path: Path
) -> None:
    leaving, moving, staying = fresh_user("leaving"), fresh_user("moving"), fresh_user("staying")
    place, export = Place(server.uri, staying, settings(model, scrub=False)), tmp_path / "moving.jsonl"
    with place.open(worker=False) as memory:
        for user in (leaving, moving):
            memory.add([f"Line {number} of a long talk." for number in range(LINES)], user_id=user, infer=False)
        memory.add(talk.turn(0), user_id=staying)
        memory.flush()
        memory.export(export, user_id=moving)
        memory.forget(user_id=moving)

        def big_work(pool: ThreadPoolExecutor) -> list[Future[object]]:
            return [
                pool.submit(memory.forget, user_id=leaving),
                pool.submit(memory.import_, export),
                pool.submit(memory.scrub),
            ]

        with ThreadPoolExecutor(3) as pool:
            cut_short = big_work(pool)
            until(lambda: transactions(server) > 1, "the server works on it")
            server.kill()
            server.start()
            for each in cut_short:
                with suppress(MemaryError):  # or it came through, since it is tried again for a while
                    each.result(120)
            for each in big_work(pool):
                with suppress(NotFoundError):  # forgotten before
                    each.result(120)
        assert leaving not in memory.users()
        memory.export(tmp_path / "again.jsonl", user_id=moving)
        assert (tmp_path / "again.jsonl").read_bytes() == export.read_bytes()
        assert memory.search("a long talk", user_id=moving, kinds=["message"])
        assert talk.faults(memory, staying, range(1)) == []
        assert memory.check() == []


def transactions(server: OwnServer) -> int:
    """How many transactions run on the server, besides the one that asks."""
    with neo4j.GraphDatabase.driver(server.uri) as driver:
        return driver.execute_query("SHOW TRANSACTIONS YIELD transactionId RETURN count(*)").records[0][0] - 1


def test_on_a_full_disk_neo4j_acknowledges_nothing_and_keeps_what_it_has(
    server: OwnServer, model: ModelServer
) -> None:
    place = Place(server.uri, fresh_user(), settings(model))
    with place.open() as memory:
        memory.add(talk.turn(0), user_id=place.user)
        memory.flush()
        server.limit_files(1)
        kept, refusal = add_until_refused(memory, place.user)
        assert "disk" in refusal
        server.start_again()
        for number in range(kept, 6):
            memory.add(talk.turn(number), user_id=place.user)
        until(lambda: memory.stats(user_id=place.user).pending == 0, "the worker reads on by itself")
        assert talk.faults(memory, place.user, range(max(kept, 6))) == []


def add_until_refused(memory: Memary, user: str) -> tuple[int, str]:
    """Add turns until the store refuses one; return how many are there, and what it said."""
    for number in range(1, talk.MOST_TURNS):
        try:
            memory.add(talk.turn(number), user_id=user)
        except StoreUnavailableError as error:
            return number, str(error)
    raise AssertionError("the disk was never full")


def test_a_neo4j_that_may_only_be_read_is_read_and_says_so_to_whoever_writes(
    server: OwnServer, model: ModelServer, tmp_path: Path
) -> None:
    place, log = Place(server.uri, fresh_user(), settings(model)), tmp_path / "log"
    with place.open(worker=False) as memory:
        memory.add(talk.turn(0), user_id=place.user)
        memory.flush()
        memory.add(talk.turn(1), user_id=place.user)
    server.start_again(read_only=True)
    worker = Program(work, place, str(log), "--verbose")
    try:
        with place.open() as memory:
            assert len(memory.messages(user_id=place.user)) == 2
            assert memory.search(talk.turn(0)["content"], user_id=place.user)
            assert memory.context("Whom do I know?", user_id=place.user).hits
            assert memory.stats(user_id=place.user).pending == 1
            for write in (
                lambda: memory.add(talk.turn(2), user_id=place.user),
                lambda: memory.forget(user_id=place.user),
                lambda: memory.apply_facts(
                    [{"subject": "A", "predicate": "knows", "object": "B"}], user_id=place.user
                ),
                lambda: memory.flush(),
            ):
                with pytest.raises(StoreUnavailableError, match=ONLY_READ):
                    write()
            until(lambda: log.exists() and ONLY_READ in log.read_text(), "the worker meets it")
            assert worker.process.is_alive()
            assert log.read_text().count(ONLY_READ) < 10, "it pauses between two looks"
    finally:
        worker.kill()
