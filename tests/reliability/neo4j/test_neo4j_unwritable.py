"""A Neo4j that takes no writes.

The last test of that server, which would have to be started again for others.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.model_server import ModelServer
from support.own_neo4j import OwnServer
from support.records import fresh_user

from memary import StoreUnavailableError
from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.waiting import until

ONLY_READ = "is read-only, nothing was stored: let the server write to it"


@pytest.mark.replans
@pytest.mark.timeout(600)  # it starts a server again, on a machine that may be busy with others
def test_a_neo4j_that_may_only_be_read_is_read_and_says_so_to_whoever_writes(
    server: OwnServer, model: ModelServer, tmp_path: Path
) -> None:
    place, log = Place(server.address.uri, fresh_user(), settings(model, **server.access)), tmp_path / "log"
    with place.open(worker=False) as memory:
        memory.add(talk.turn(0), user_id=place.user)
        memory.flush()
        memory.add(talk.turn(1), user_id=place.user)
    server.start_again(read_only=True)
    worker = ChildProcess(work, place, str(log), "--verbose")
    try:
        with place.open() as memory:
            assert len(memory.messages.list(user_id=place.user)) == 2
            assert memory.context("Whom do I know?", user_id=place.user).hits
            assert memory.admin.stats(user_id=place.user).pending == 1
            assert ONLY_READ in str(memory.admin.health().not_writable)
            for write in (
                lambda: memory.add(talk.turn(2), user_id=place.user),
                lambda: memory.forget(user_id=place.user),
                lambda: memory.facts.add([{"subject": "A", "predicate": "knows", "object": "B"}], user_id=place.user),
                lambda: memory.flush(),
            ):
                with pytest.raises(StoreUnavailableError, match=ONLY_READ):
                    write()
            until(lambda: log.exists() and ONLY_READ in log.read_text(), "the worker meets it")
            assert worker.process.is_alive()
            assert log.read_text().count(ONLY_READ) < 10, "it pauses between two looks"
    finally:
        worker.kill()
