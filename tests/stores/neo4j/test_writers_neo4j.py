"""Several programs at one Neo4j server: they wait for each other, and none breaks what another does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

import neo4j
import pytest
from support.neo4j_server import Neo4jAddress
from support.records import NOW, entity, fact, message, minutes, summary

from memary.errors import (
    LeaseLostError,
    NotFoundError,
    RevisionConflictError,
    SchemaVersionError,
)
from memary.queries import (
    MessageQuery,
    SessionQuery,
    UsageQuery,
)
from memary.stores.archive.lines import write_export
from memary.stores.base import StoredRecord
from memary.stores.commands import Claim
from memary.stores.neo4j import Neo4jStore, rows
from memary.types import (
    GraphDelta,
    Message,
    MessageState,
    Scope,
    UsageRow,
)
from stores.conformance.steps import put, say, say_stored
from stores.opening import SPEC

pytestmark = pytest.mark.anyio


async def test_writers_of_one_user_wait_for_each_other(store: Neo4jStore, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    await put(store, user, entities=(ada, berlin))

    async def write(number: int) -> None:
        while True:
            revision = await store.revision(user)
            parts = (ada, berlin) if number % 2 else (berlin, ada)
            delta = GraphDelta(user, revision, entities=parts, facts=(fact(ada, f"said {number}", berlin),))
            try:
                return await store.apply(delta)
            except RevisionConflictError:
                continue

    async def talk(number: int) -> list[Message]:
        return await say(store, message(user, f"word {number}", session_id="s"))

    first = await store.revision(user)
    await asyncio.gather(*(write(n) for n in range(10)), *(talk(n) for n in range(10)))
    assert await store.revision(user) == first + 10
    assert (await store.stats(user)).facts == 10
    assert await store.read(SessionQuery(user)) == [("s", 10, NOW)]


async def test_who_waits_for_a_user_that_is_being_forgotten_meets_none(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str, other_user: str
) -> None:
    await put(store, user, entities=(entity(user),))
    [said] = await say(store, message(user))
    batch = await store.claim(Claim(worker_id="w1", now=NOW, lease=minutes(1), limit=9, user_id=user))
    assert batch
    revision = await store.revision(user)
    settling = GraphDelta(user, revision, entities=(entity(user),), settled=(said.id,), worker_id="w1")
    late: list[Coroutine[Any, Any, Any]] = [
        store.claim(Claim(worker_id="w2", now=NOW + minutes(2), lease=minutes(1), limit=9, user_id=user)),
        store.release(batch, state=MessageState.PENDING),
        store.renew(batch, until=NOW + minutes(2)),
        store.apply(settling),
        store.apply(GraphDelta(user, revision, summaries=(summary(user, "s"),))),
        store.record_usage([UsageRow(user_id=user, role="chat", model=other_user, hour=NOW, calls=1)]),
        store.rebuild(user_id=user),
        store.forget_user(user),
    ]
    met = await forgotten_meanwhile(neo4j_address, user, *late)
    assert [met[0], met[1], met[5], met[6]] == [None] * 4
    kinds = [LeaseLostError, LeaseLostError, RevisionConflictError, NotFoundError]
    assert [type(each) for each in (*met[2:5], met[7])] == kinds
    assert user not in await store.users()
    [cost] = [each for each in await store.read(UsageQuery(by_user=True)) if each.model == other_user]
    assert cost.user_id is None


async def test_what_is_added_while_its_user_is_being_forgotten_is_kept(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str
) -> None:
    await say(store, message(user, "old"))
    new = message(user, "new")
    assert await forgotten_meanwhile(neo4j_address, user, say(store, new)) == [[new]]
    assert [each.content for each in await store.read(MessageQuery(Scope(user_id=user)))] == ["new"]


async def forgotten_meanwhile(address: Neo4jAddress, user: str, *late: Coroutine[Any, Any, Any]) -> list[Any]:
    """What others get who wait for a user's lock until the user is forgotten; errors as they are."""
    async with (
        neo4j.AsyncGraphDatabase.driver(address.uri, auth=address.auth) as driver,
        driver.session() as session,
        await session.begin_transaction() as forgetting,
    ):
        await (await forgetting.run("MATCH (u:User {id: $user}) SET u.held = true", user=user)).consume()
        waiting = [asyncio.create_task(each) for each in late]
        while True:  # until all wait for the lock; the limit of the test ends it
            found = await driver.execute_query("SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked'")
            if len(found.records) >= len(late):
                break
            assert not any(each.done() for each in waiting)
        await (await forgetting.run("MATCH (n {user_id: $user}) DETACH DELETE n", user=user)).consume()
        await (await forgetting.run("MATCH (u:User {id: $user}) DETACH DELETE u", user=user)).consume()
        await forgetting.commit()
        return await asyncio.gather(*waiting, return_exceptions=True)


class WrittenTo(Neo4jStore):
    """One that is written to beside each of the next dumps."""

    writes = 0

    async def dump(self, user_id: str, *, alone: bool = False) -> AsyncIterator[StoredRecord]:
        is_written_to, self.writes = self.writes > 0, self.writes - 1
        async for record in super().dump(user_id, alone=alone):
            if is_written_to:
                is_written_to = False
                await put(self, user_id, entities=(entity(user_id, f"late {self.writes}"),))
            yield record


async def test_an_export_is_of_one_moment(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str, tmp_path: Path
) -> None:
    await put(store, user, entities=(entity(user, "early"),))
    busy = WrittenTo(neo4j_address.uri, username=neo4j_address.username, password=neo4j_address.password)
    try:
        busy.writes = 1
        assert await write_export(busy, tmp_path / "export", user, SPEC) == 2
        assert "late 0" in (tmp_path / "export").read_text()
        busy.writes = 1_000  # without a pause
        assert await write_export(busy, tmp_path / "export", user, SPEC) == 5
        assert "late 997" in (tmp_path / "export").read_text()
        assert "late 996" not in (tmp_path / "export").read_text()
        assert os.listdir(tmp_path) == ["export"]
    finally:
        await busy.aclose()


@pytest.mark.replans
async def test_what_is_missing_is_made_once_however_many_open_the_store_at_once(
    store: Neo4jStore, browser: Any
) -> None:
    at_first = await browser("SHOW INDEXES YIELD name RETURN name ORDER BY name")
    for kind, name in (("INDEX", "memary_fact_time"), ("CONSTRAINT", "memary_held"), ("INDEX", "memary_fact_text")):
        await browser(f"DROP {kind} {name}")
    await asyncio.gather(*(store.migrate(SPEC) for _ in range(4)))
    assert await browser("SHOW INDEXES YIELD name RETURN name ORDER BY name") == at_first


async def test_a_newer_schema_is_refused(store: Neo4jStore, browser: Any) -> None:
    await browser("MATCH (m:MemaryMeta) SET m.schema_version = m.schema_version + 1")
    try:
        with pytest.raises(SchemaVersionError, match="update memary"):
            await store.migrate(SPEC)
    finally:
        await browser("MATCH (m:MemaryMeta) SET m.schema_version = m.schema_version - 1")


async def test_what_a_newer_memary_upgrades_while_it_is_open_takes_no_more_writes_of_this_one(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    kept = await say_stored(store, message(user, "before"))
    await browser("MATCH (m:MemaryMeta) SET m.schema_version = m.schema_version + 1")
    try:
        for write in (
            lambda: say_stored(store, message(user, "after")),
            lambda: store.claim(Claim(worker_id="w", now=NOW, lease=timedelta(seconds=9), limit=9, user_id=user)),
            lambda: store.rebuild(user_id=user),
            lambda: store.forget_user(user),
        ):
            with pytest.raises(SchemaVersionError, match="update memary"):
                await write()
        assert await store.read(MessageQuery(Scope(user_id=user))) == kept
    finally:
        await browser("MATCH (m:MemaryMeta) SET m.schema_version = m.schema_version - 1")


def test_what_is_removed_while_it_is_read_is_left_out() -> None:
    assert rows.there([None, "text", None]) == ["text"]
    assert rows.selected(Message).endswith("n.id")  # read last: if it is not there any more, there is no text
    row = {"id": "1", "user_id": "ada"}
    assert rows.there([dict.fromkeys(row), row]) == [row]
