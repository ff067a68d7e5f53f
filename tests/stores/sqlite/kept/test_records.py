"""Records that are kept between searches are those of the rows as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.records import NOW, entity, fact, message, minutes, operation

from memary.queries import FactQuery, SaidQuery, SearchQuery, StretchQuery, SubgraphQuery, View
from memary.stores.sqlite import SqliteStore
from memary.stores.sqlite.kept import records as kept_records
from memary.stores.store import Store
from memary.types import Entity, Fact, Message, Said, Scope
from stores.conformance.steps import put, say_stored
from stores.opening import opened_store

pytestmark = pytest.mark.anyio

ADA = Scope(user_id="ada")


async def found(store: Store, kind: type[Said | Fact | Entity], *terms: str) -> list[Said | Fact | Entity]:
    return [one.record for one in await store.read(SearchQuery(ADA, kind, terms=terms))]


async def told(store: Store, *terms: str) -> list[str]:
    return sorted(one.content for one in await found(store, Said, *terms) if isinstance(one, Said))


async def before(store: Store, *messages: Message, turns: int = 1) -> dict[str, str]:
    """By what each message says, what was said before it, around some that a search has found."""
    await found(store, Said, "tea")
    around = [([one.id for one in messages], turns)]
    beside, _ = await store.read(StretchQuery(ADA, around))
    ids = {*beside, *beside.values()}
    names = {one.id: one.content for one in await store.read(SaidQuery(ADA, ids))}
    return {names[after]: names[one] for after, one in beside.items()}


@pytest.mark.parametrize("by", ["this process", "another"])
async def test_what_is_rewritten_or_removed_after_a_search_is_found_as_it_is_now(
    store: SqliteStore, path: Path, by: str
) -> None:
    said, gone, kept = await say_stored(
        store, message("ada", "tea at four"), message("ada", "tea is gone"), message("ada", "tea stays")
    )
    ada, tea, mate = entity("ada", "Ada"), entity("ada", "Tea"), entity("ada", "Mate")
    likes, drinks = fact(ada, "likes", tea), fact(ada, "drinks", mate)
    await put(store, "ada", entities=(ada, tea, mate), facts=(likes, drinks))
    assert await told(store, "tea") == ["tea at four", "tea is gone", "tea stays"]
    assert {one.id for one in await found(store, Fact, "like", "drink")} == {likes.id, drinks.id}
    async with opened_store("sqlite-file", path) as other:
        writer = store if by == "this process" else other
        rewritten = said.model_copy(update={"content": "tea at five", "metadata": {"place": "home"}})
        ended = likes.model_copy(update={"invalid_at": NOW + minutes(5), "expired_at": NOW + minutes(5)})
        renamed = ada.model_copy(update={"description": "a baker"})
        await put(
            writer,
            "ada",
            messages=(rewritten,),
            facts=(ended,),
            entities=(renamed,),
            removed_messages=(gone.id,),
            removed_entities=(mate.id,),
        )
    assert await told(store, "tea") == ["tea at five", "tea stays"]
    [again] = [one for one in await found(store, Said, "tea") if one.id == said.id]
    assert isinstance(again, Said)
    assert again.metadata == {"place": "home"}
    assert await found(store, Fact, "like", "drink") == [ended]
    assert await found(store, Entity, "ada", "mate") == [renamed]
    around = await store.read(SubgraphQuery(ADA, [ada.id], depth=1, view=View(true_at=NOW)))
    assert around.facts == (ended,)
    assert await store.read(SaidQuery(ADA, [gone.id])) == []
    new = await say_stored(store, message("ada", "tea is new", at=NOW + minutes(9)))  # in the row of the one removed
    assert await told(store, "tea") == ["tea at five", "tea is new", "tea stays"]
    assert {one.content for one in await store.read(SaidQuery(ADA, [kept.id, new[0].id]))} == {
        "tea stays",
        "tea is new",
    }


@pytest.mark.parametrize("by", ["this process", "another"])
async def test_the_newest_facts_at_a_node_that_was_just_made_are_those_that_stand(
    store: SqliteStore, path: Path, by: str
) -> None:
    ada, tea, mate = entity("ada", "Ada"), entity("ada", "Tea"), entity("ada", "Mate")
    likes, drinks = fact(ada, "likes", tea), fact(ada, "drinks", mate, at=NOW - minutes(9))

    async def newest(node: Entity, limit: int = 9) -> list[Fact]:
        return await store.read(FactQuery(ADA, entity_ids=[node.id], newest_first=True, limit=limit))

    await put(store, "ada", entities=(ada, tea), facts=(likes,))
    assert await newest(ada) == [likes]
    added = operation("ada", drinks.id, after={one.id: {} for one in (mate, drinks)})
    await put(store, "ada", entities=(mate,), facts=(drinks,), operations=(added,))
    assert await newest(mate) == [drinks]
    assert await newest(ada) == [likes, drinks]
    async with opened_store("sqlite-file", path) as other:
        writer = store if by == "this process" else other
        sells = fact(tea, "stands beside", mate, at=NOW + minutes(1))
        ended = drinks.model_copy(update={"invalid_at": NOW, "expired_at": NOW})
        await put(writer, "ada", facts=(sells, ended))
        assert await newest(mate) == [sells, ended]
        assert await newest(mate, 1) == [sells]
        await put(writer, "ada", removed_facts=(sells.id,))
        assert await newest(mate) == [ended]
        assert await newest(tea) == [likes]


async def test_what_is_said_after_a_search_stands_beside_what_was_said_before(store: SqliteStore) -> None:
    said = [message("ada", f"tea {n}", session_id="s", at=NOW + minutes(n)) for n in range(3)]
    other = message("ada", "tea elsewhere", session_id="other")
    await say_stored(store, *said, other)
    assert await before(store, *said, other) == {"tea 1": "tea 0", "tea 2": "tea 1"}
    between = message("ada", "between", session_id="s", at=NOW + minutes(1.5))
    await say_stored(store, between, message("ada", "more", session_id="other", at=NOW + minutes(1)))
    assert await before(store, said[1], other) == {"tea 1": "tea 0", "between": "tea 1", "more": "tea elsewhere"}
    assert await before(store, said[2], turns=2) == {"tea 2": "between", "between": "tea 1"}


async def test_a_message_in_the_row_of_one_that_another_user_removed_is_told_beside_the_others(
    store: SqliteStore,
) -> None:
    said = message("ada", "tea first", session_id="s")
    await say_stored(store, said)
    theirs = await say_stored(store, message("bob", "theirs"))
    assert await before(store, said) == {}
    await put(store, "bob", removed_messages=(theirs[0].id,))
    await say_stored(store, message("ada", "tea second", session_id="s", at=NOW + minutes(1)))
    assert await before(store, said) == {"tea second": "tea first"}


async def test_sessions_of_very_many_messages_and_very_long_ones_are_told_beside_as_others_are(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_records, "LONGEST", 20)
    long = [message("ada", f"tea {n}", session_id="many", at=NOW + minutes(n)) for n in range(230)]
    wordy = message("ada", "tea and very many other words", session_id="s")
    after = message("ada", "tea after", session_id="s", at=NOW + minutes(1))
    await say_stored(store, *long, wordy, after)
    assert await before(store, long[100], wordy) == {
        "tea 100": "tea 99",
        "tea 101": "tea 100",
        "tea after": "tea and very many other words",
    }


async def test_no_more_records_are_kept_than_there_is_room_for(store: SqliteStore) -> None:
    store._records = records = kept_records.RecordCache(most=25)  # pyright: ignore[reportPrivateUsage]
    kept = records._users  # pyright: ignore[reportPrivateUsage]
    for user in ("ada", "bob", "eve"):
        await say_stored(store, *(message(user, f"tea {n}", at=NOW + minutes(n)) for n in range(10)))
        for _ in range(2):
            assert len(await store.read(SearchQuery(Scope(user_id=user), Said, terms=["tea"]))) == 10
    assert {user: len(records) for user, records in kept.items()} == {"bob": 10, "eve": 10}
    await store.forget_user("eve")
    assert [*kept] == ["bob"]
    await store.scrub()
    assert not kept
