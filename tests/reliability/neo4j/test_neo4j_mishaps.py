"""A kill of Neo4j in the middle of big work, and what waiting does not mend."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import neo4j
import pytest
from support.model_server import ModelServer
from support.own_neo4j import OwnServer
from support.records import fresh_user

from memary import MemaryError, NotFoundError
from memary.stores.base import SCHEMA_VERSION
from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.waiting import until

# most start a server again, on a machine that may be busy with others
pytestmark = [pytest.mark.replans, pytest.mark.timeout(600)]

LINES = 80


def test_big_work_that_a_kill_of_neo4j_cuts_short_can_be_done_again(
    server: OwnServer, model: ModelServer, tmp_path: Path
) -> None:
    leaving, moving, staying = fresh_user("leaving"), fresh_user("moving"), fresh_user("staying")
    place, export = (
        Place(server.address.uri, staying, settings(model, **server.access, scrub=False)),
        tmp_path / "moving.jsonl",
    )
    with place.open(worker=False) as memory:
        for user in (leaving, moving):
            memory.add([f"Line {number} of a long talk." for number in range(LINES)], user_id=user, infer=False)
        memory.add(talk.turn(0), user_id=staying)
        memory.flush()
        memory.export(export, user_id=moving)
        memory.forget(user_id=moving)

        def big_work(pool: ThreadPoolExecutor) -> list[Future[object]]:
            return [pool.submit(memory.forget, user_id=leaving), pool.submit(memory.import_, export)]

        with ThreadPoolExecutor(3) as pool:
            cut_short = [*big_work(pool), pool.submit(memory.admin.scrub)]
            with server.driver() as driver:
                until(lambda: transactions(driver) > 1, "the server works on it", longest_pause=0.02)
            server.kill()
            server.start()
            for each in cut_short:
                with suppress(MemaryError):  # or it came through, since it is tried again for a while
                    each.result(120)
            for each in big_work(pool):
                with suppress(NotFoundError):  # forgotten before
                    each.result(120)
        assert leaving not in memory.admin.users()
        memory.export(tmp_path / "again.jsonl", user_id=moving)
        assert (tmp_path / "again.jsonl").read_bytes() == export.read_bytes()
        assert talk.faults(memory, staying, range(1)) == []
        memory.admin.scrub()  # after which the server plans all again
        assert memory.search("a long talk", user_id=moving, kinds=["message"])
        assert memory.admin.check() == []


def test_a_worker_does_not_wait_for_what_waiting_does_not_mend_on_neo4j(
    server: OwnServer, model: ModelServer, tmp_path: Path
) -> None:
    def end_of(name: str, store: str) -> tuple[int | None, str]:
        log = tmp_path / name
        program = ChildProcess(work, Place(store, fresh_user(), settings(model, **server.access)), str(log))
        try:
            program.process.join(60)
            return program.process.exitcode, log.read_text()
        finally:
            program.kill()

    code, said = end_of("database", f"{server.address.uri}/nowhere")
    assert (code, "has no database 'nowhere'" in said) == (2, True)
    Place(server.address.uri, fresh_user(), settings(model, **server.access)).open(worker=False).close()
    note_version(server, SCHEMA_VERSION + 1)
    try:
        code, said = end_of("schema", server.address.uri)
        assert (code, "was written by a newer memary" in said) == (1, True)
    finally:
        note_version(server, SCHEMA_VERSION)


def note_version(server: OwnServer, version: int) -> None:
    """Note that a memary of this schema has upgraded the database."""
    with server.driver() as driver:
        driver.execute_query("MATCH (m:MemaryMeta) SET m.schema_version = $version", version=version)


def transactions(driver: neo4j.Driver) -> int:
    """How many transactions run on the server, besides the one that asks."""
    return driver.execute_query("SHOW TRANSACTIONS YIELD transactionId RETURN count(*)").records[0][0] - 1
