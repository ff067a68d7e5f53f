"""A store can prove that what it derived equals what it derived it from, and make it again."""

from __future__ import annotations

from support.records import NOW, entity, fact, mention, message
from support.vectors import vector

from memary.queries import FactQuery, SearchQuery
from memary.stores.store import Store
from memary.types import FOREVER, Entity, Scope
from stores.conformance.reads.scopes import remember
from stores.conformance.steps import dumped, put, say_stored


async def test_a_store_that_was_written_as_it_should_is_whole(store: Store, user: str) -> None:
    said, (ada, berlin), lives, _ = await remember(store, user)
    rome = entity(user, "Rome", aliases=("Roma", "Urbs"))
    moved = fact(ada, "lives in", rome, source_ids=(said.id,), supersedes=(lives.id,))
    ended = lives.model_copy(update={"expired_at": NOW, "invalid_at": NOW})
    kept = fact(berlin, "near", rome, source_ids=(said.id,), conflicts_with=(moved.id,))
    await put(store, user, entities=(rome,), facts=(ended, moved, kept), mentions=(mention(rome, said),))
    renamed = rome.model_copy(update={"aliases": ("Urbs",), "type": "city"})
    await put(store, user, entities=(renamed,), embeddings={rome.id: vector(1)})
    await put(store, user, removed_facts=(kept.id,))
    await say_stored(store, message(user, "no session", metadata={"a": [1, "b"], "c": {"d": None}}))
    assert await store.check(user_id=user) == []


async def test_what_names_nothing_is_reported(store: Store, user: str) -> None:
    ada, rome = entity(user, "Ada"), entity(user, "Rome")
    lives = fact(ada, "lives in", rome, supersedes=("no-such-fact",))
    await put(store, user, entities=(ada, rome), facts=(lives,))
    faults = await store.check(user_id=user)
    assert len(faults) == 1
    assert lives.id in faults[0]


async def test_making_anew_changes_no_record(store: Store, user: str) -> None:
    said, (ada, _), lives, _ = await remember(store, user)
    before = await dumped(store, user)
    await store.rebuild(user_id=user)
    assert await dumped(store, user) == before
    assert await store.check(user_id=user) == []
    assert lives.expired_at == FOREVER
    scope = Scope(user_id=user)
    assert [hit.record for hit in await store.read(SearchQuery(scope, Entity, terms=["ada"]))] == [ada]
    assert await store.read(FactQuery(scope, source_ids=[said.id])) == [lives]
