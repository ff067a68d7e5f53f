"""Records that something else than memary has damaged: named, got rid of, and nobody else's hindrance."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from support.records import NOW, entity, fact, message, minutes

from memary.errors import DamagedRecordError
from memary.queries import EntityQuery, FactQuery, MessageQuery, SaidQuery, ZoneQuery
from memary.stores.sqlite import SqliteStore
from memary.stores.store import Store
from memary.types import ZONE_KEY, MessageState, Role, Said, Scope
from stores.conformance.queue import claim, claimed
from stores.conformance.steps import contents, dumped, put, say

_TABLES = {"Message": "messages", "Entity": "entities", "Fact": "facts"}


async def spoil(store: Store, label: str, record_id: str, **changes: Any) -> None:
    """Write values into a record as no store would."""
    opened: Any = store
    if isinstance(store, SqliteStore):
        columns = ", ".join(f"{name} = :{name}" for name in changes)
        statement = f"UPDATE {_TABLES[label]} SET {columns} WHERE id = :id"
        await opened._database.write(lambda connection: connection.execute(statement, {**changes, "id": record_id}))
    else:
        statement = f"MATCH (n:{label} {{id: $id}}) SET n += $changes"
        await opened._connection.run_alone(statement, id=record_id, changes=changes)


async def test_a_damaged_message_tells_no_zone_and_hides_that_of_no_other(store: Store, user: str) -> None:
    said = [message(user, f"m{n}", at=NOW + minutes(n), metadata={ZONE_KEY: "+02:00"}) for n in range(3)]
    await say(store, *said)
    await spoil(store, "Message", said[2].id, metadata=f'{{"{ZONE_KEY}": ')
    await spoil(store, "Message", said[1].id, metadata=f'["{ZONE_KEY}"]')
    assert await store.read(ZoneQuery(user, alive_at=NOW, limit=9)) == ["+02:00"]


@pytest.mark.parametrize(
    "damage",
    [
        {"role": "robot"},
        {"metadata": '{"a": '},
        {"metadata": "[1]"},
        {"metadata": '{"a":' * 400 + "1" + "}" * 400},
    ],
    ids=["role", "cut off", "list", "deep"],
)
async def test_a_damaged_message_becomes_a_dead_letter_and_can_be_forgotten(
    store: Store, user: str, damage: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = message(user, "one", session_id="s"), message(user, "two", session_id="s", at=NOW + minutes(1))
    await say(store, bad, good)
    await spoil(store, "Message", bad.id, **damage)
    (name,) = damage
    for _ in range(2):  # as often as it is tried again
        batch = await claimed(store, user)
        assert [(one.id, one.attempts) for one in batch.messages] == [(good.id, 1)]
        (dead,) = await store.read(MessageQuery(Scope(user_id=user), states={MessageState.FAILED}))
        assert dead.id == bad.id
        assert dead.error is not None
        assert f"Message {bad.id} is damaged in the database ({name}" in dead.error
        await store.release(batch, state=MessageState.PENDING, count_attempt=False)
        await store.requeue(user, states={MessageState.FAILED}, due_at=NOW)
    found = await store.read(MessageQuery(Scope(user_id=user)))
    assert contents(found) == ["one", "two"]
    assert found[0].role is (Role.TOOL if name == "role" else Role.USER)
    assert found[0].metadata == {}
    (said,) = await store.read(SaidQuery(Scope(user_id=user), [bad.id]))
    assert said == Said(*(getattr(found[0], name) for name in Said._fields))
    assert "cannot be read" in caplog.text
    assert [each.record for each in await dumped(store, user)] == sorted(found, key=lambda one: one.id)
    (fault,) = await store.check(user_id=user)
    assert bad.id in fault
    await store.rebuild(user_id=user)
    await put(store, user, removed_messages=(bad.id,))
    assert await store.check(user_id=user) == []


async def test_where_all_that_waits_is_damaged_nothing_is_claimed(store: Store, user: str) -> None:
    said = [message(user, str(n), session_id=str(n)) for n in range(3)]
    await say(store, *said)
    for one in said:
        await spoil(store, "Message", one.id, role="robot")
    assert await claim(store, user, limit=1) is None
    assert await store.next_due(user) is None
    stats = await store.stats(user)
    assert (stats.pending, stats.failed) == (0, 3)


@pytest.mark.parametrize("kind", ["Entity", "Fact"])
async def test_a_damaged_entity_or_fact_is_named(
    store: Store, user: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    ada, rome = entity(user, "Ada"), entity(user, "Rome")
    lives = fact(ada, "lives in", rome)
    await put(store, user, entities=(ada, rome), facts=(lives,))
    is_file = isinstance(store, SqliteStore)
    if kind == "Fact":
        await spoil(store, kind, lives.id, kind="rumour")
    else:
        await spoil(store, kind, ada.id, **({"aliases": "["} if is_file else {"aliases": 7}))
    named = {"Entity": ada.id, "Fact": lives.id}[kind]
    scope = Scope(user_id=user)
    with pytest.raises(DamagedRecordError, match=f"The {kind.lower()} {named} of '{user}' is damaged"):
        await (store.read(EntityQuery(scope)) if kind == "Entity" else store.read(FactQuery(scope)))
    caplog.set_level(logging.CRITICAL)
    assert sum(f"The {kind.lower()} {named}" in fault for fault in await store.check(user_id=user)) == 1
    assert not [one for one in await store.unembedded(limit=1_000) if one.id == named]
    assert (await store.forget_user(user)).facts == 1
