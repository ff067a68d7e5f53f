"""Vectors that a process keeps between reads: what is found is what the server holds, whoever wrote it."""

from __future__ import annotations

from typing import Any

import pytest
from support.records import NOW, days, entity, fact, message
from support.vectors import vector, vector_of

from memary.queries import SearchQuery, View
from memary.stores.neo4j import Neo4jStore, kept_vectors
from memary.stores.statements import statements_noted
from memary.types import Fact, Message, Said, Scope
from stores.conformance.steps import put, say_stored

pytestmark = pytest.mark.anyio


async def found(store: Neo4jStore, user: str, wanted: bytes, kind: type[Any] = Fact, **narrowed: Any) -> list[str]:
    """The ids of what is near a vector, the nearest first."""
    query = SearchQuery(Scope(user_id=user), kind, vector=wanted, view=View.now(NOW), **narrowed)
    hits = await store.read(query)
    return [hit.record.id for hit in sorted(hits, key=lambda hit: (-(hit.vector or 0), hit.record.id))]


async def asked_often(store: Neo4jStore, user: str) -> None:
    """Have a store keep the vectors of a user."""
    for _ in range(2):
        await found(store, user, vector(1))
    with statements_noted() as noted:
        await found(store, user, vector(1))
    assert not [one for one in noted if "vector.similarity" in one.text]


async def test_what_others_write_is_found_by_whoever_keeps_vectors(
    store: Neo4jStore, second_store: Neo4jStore, user: str
) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives, likes, gone = (fact(ada, each, berlin) for each in ("lives in", "likes", "left"))
    embeddings = {lives.id: vector(1), likes.id: vector(0, 1), gone.id: vector(1, 0.5)}
    await put(store, user, entities=(ada, berlin), facts=(lives, likes, gone), embeddings=embeddings)
    await asked_often(store, user)
    assert await found(store, user, vector(1), least=0.1) == [lives.id, gone.id]
    await put(second_store, user, removed_facts=(gone.id,))
    assert await found(store, user, vector(1), least=0.1) == [lives.id]
    loves = likes.model_copy(update={"statement": "Ada loves Berlin"})
    await put(second_store, user, facts=(loves,), embeddings={likes.id: vector(1, 0.1)})
    assert await found(store, user, vector(1), least=0.1) == [lives.id, likes.id]
    new = fact(ada, "visits", berlin)
    await put(second_store, user, facts=(new,))
    assert await found(store, user, vector(1), least=0.1) == [lives.id, likes.id]
    await second_store.put_embeddings(user, {new.id: vector(1, 0.05)})
    assert await found(store, user, vector(1), least=0.1) == [lives.id, new.id, likes.id]
    [said] = await say_stored(second_store, message(user, "I moved."))
    assert await found(store, user, vector_of("I moved."), Message) == [said.id]
    assert await found(store, user, vector_of("I moved."), Said) == [said.id]
    await second_store.forget_user(user)
    assert await found(store, user, vector(1)) == []
    await put(second_store, user, entities=(ada, berlin), facts=(likes,), embeddings={likes.id: vector(1)})
    assert await found(store, user, vector(1), least=0.1) == [likes.id]


async def test_nobody_elses_records_and_none_that_ended_are_found_by_kept_vectors(
    store: Neo4jStore, user: str, other_user: str
) -> None:
    of_user: dict[str, list[str]] = {}
    for whose in (user, other_user):
        ada, berlin = entity(whose, "Ada"), entity(whose, "Berlin")
        facts = [fact(ada, f"likes {number}", berlin) for number in range(12)]
        ended = [
            one.model_copy(update={"invalid_at": NOW - days(1), "expired_at": NOW - days(1)}) if number < 8 else one
            for number, one in enumerate(facts)
        ]
        embeddings = {one.id: vector(1, number / 100) for number, one in enumerate(ended)}
        await put(store, whose, entities=(ada, berlin), facts=ended, embeddings=embeddings)
        of_user[whose] = [one.id for one in ended]
    await asked_often(store, user)
    assert await found(store, user, vector(1), limit=3) == of_user[user][8:11]
    assert await found(store, user, vector(1), limit=9) == of_user[user][8:]


async def test_vectors_are_kept_that_an_earlier_version_wrote(store: Neo4jStore, browser: Any, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives, likes = fact(ada, "lives in", berlin), fact(ada, "likes", berlin)
    embeddings = {lives.id: vector(1), likes.id: vector(0)}  # one of zeros is near nothing
    await put(store, user, entities=(ada, berlin), facts=(lives, likes), embeddings=embeddings)
    await browser("MATCH (n:Fact {user_id: $user}) REMOVE n.vector_digest", user=user)
    await asked_often(store, user)
    assert await found(store, user, vector(1, 1)) == [lives.id]


async def test_the_server_compares_where_there_are_too_many_to_keep(
    store: Neo4jStore, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_vectors, "MOST", 24)  # three vectors
    said = await say_stored(store, *(message(user, f"Number {number}.") for number in range(4)))
    for _ in range(4):
        assert await found(store, user, vector_of("Number 2."), Message, limit=1) == [said[2].id]


async def test_vectors_are_read_some_at_a_time(store: Neo4jStore, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_vectors, "_AT_ONCE", 16)  # two vectors
    said = await say_stored(store, *(message(user, f"Number {number}.") for number in range(5)))
    for _ in range(5):
        assert await found(store, user, vector_of("Number 2."), Message, limit=1) == [said[2].id]
    await asked_often(store, user)
