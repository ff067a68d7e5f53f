"""What a connection remembers of a file from one search to the next: nothing that somebody has changed since."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.records import NOW, entity, fact, message, minutes

from memary.queries import FactQuery, GrantQuery, MessageQuery, SearchQuery, SpeakerQuery, SubgraphQuery, View
from memary.stores.sqlite import SqliteStore
from memary.stores.sqlite.driver import connection
from memary.stores.sqlite.queries import search
from memary.stores.store import Store
from memary.types import Fact, Message, Scope
from memary.types.spaces import Grant
from stores.conformance.steps import contents, dumped, put, say_stored
from stores.opening import opened_store

pytestmark = pytest.mark.anyio

ADA = Scope(user_id="ada")


async def remembered(store: Store) -> tuple[list[str], list[str], list[Grant], list[str], list[str]]:
    """What ada's searches ask for again and again: who speaks, what has not expired, spaces, what is over."""
    view, true = View(alive_at=NOW), View(true_at=NOW)
    found = await store.read(SearchQuery(ADA, Fact, terms=["tea"], view=true))
    later = await store.read(SearchQuery(ADA, Fact, terms=["tea"], since=NOW + minutes(1)))
    return (
        await store.read(SpeakerQuery("ada")),
        contents(await store.read(MessageQuery(ADA, view=view))),
        await store.read(GrantQuery(member="ada")),
        [one.record.predicate for one in found],
        [one.record.predicate for one in later],
    )


@pytest.mark.parametrize("by", ["this process", "another"])
@pytest.mark.parametrize("most", [1_000, 1])
async def test_a_common_word_is_found_in_what_was_written_since_the_last_search(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch, by: str, most: int
) -> None:
    few = {"_FEW": 0, "_FEW_OF_EACH": 0, "_SCORED": (1, 100), "_COMMON": 1, "_MOST_PLACES": most}
    for name, value in few.items():
        monkeypatch.setattr(search, name, value)

    async def found() -> set[str]:
        hits = await store.read(SearchQuery(ADA, Message, terms=["tea", "four"]))
        return {hit.record.content for hit in hits}

    four, five = message("ada", "Tea at four."), message("ada", "Tea at five.", at=NOW + minutes(1))
    await say_stored(store, four)
    for _ in range(3):
        assert await found() == {"Tea at four."}
    async with opened_store("sqlite-file", path) as other:
        writer = store if by == "this process" else other
        await say_stored(writer, five)
        for _ in range(2):
            assert await found() == {"Tea at four.", "Tea at five."}
        await put(writer, "ada", removed_messages=(four.id,))
        assert await found() == {"Tea at five."}


@pytest.mark.parametrize("by", ["this process", "another"])
async def test_what_is_written_is_seen_at_once(store: SqliteStore, path: Path, by: str) -> None:
    ada, tea = entity("ada", "Ada"), entity("ada", "Tea")
    likes = fact(ada, "likes", tea, at=NOW - minutes(9))
    await say_stored(store, message("ada", "Tea at four.", speaker="Ben"))
    await put(store, "ada", entities=(ada, tea), facts=(likes,))
    for _ in range(3):  # of which some are remembered
        assert await remembered(store) == (["Ben"], ["Tea at four."], [], ["likes"], [])
    async with opened_store("sqlite-file", path) as other:
        writer = store if by == "this process" else other
        await say_stored(writer, message("ada", "Tea at five.", speaker="Eve", at=NOW + minutes(1)))
        gone = message("ada", "Gone.", speaker="Eve", at=NOW + minutes(2), expires_at=NOW - minutes(1))
        await say_stored(writer, gone)
        await writer.make_space("space", "Family", owner="ada", at=NOW)
        drinks = fact(ada, "drinks", tea, at=NOW + minutes(5))
        ended = likes.model_copy(update={"invalid_at": NOW - minutes(1), "expired_at": NOW - minutes(1)})
        await put(writer, "ada", facts=(drinks, ended))
        [grant] = await other.read(GrantQuery(member="ada"))
        said = ["Tea at four.", "Tea at five."]
        assert await remembered(store) == (["Ben", "Eve"], said, [grant], [], ["drinks"])
        over = View(true_at=NOW - minutes(5))
        assert await store.read(FactQuery(ADA, view=over)) == [ended]


async def test_what_stands_around_a_node_is_that_of_each_time_also_where_nobody_writes(store: SqliteStore) -> None:
    ada, *things = (entity("ada", name) for name in ("Ada", "Tea", "Rum", "Milk"))
    begins = [NOW - minutes(9), NOW - minutes(9), NOW + minutes(5)]
    drinks, gave_up, to_come = (fact(ada, "drinks", thing, at=at) for thing, at in zip(things, begins, strict=True))
    gave_up = gave_up.model_copy(update={"invalid_at": NOW + minutes(2)})
    await put(store, "ada", entities=(ada, *things), facts=(drinks, gave_up, to_come))
    met = {-20: [], -5: [drinks, gave_up], 0: [drinks, gave_up], 2: [drinks], 4: [drinks], 5: [to_come, drinks]}
    for later in (*met, *reversed(met), 60):
        view = View(true_at=NOW + minutes(later))
        around = await store.read(SubgraphQuery(ADA, [ada.id], depth=2, view=view))
        expected = {one.id for one in met.get(later, met[5])}
        assert {one.id for one in around.facts} == expected, later


@pytest.mark.parametrize("over", [0, 3, 30])
async def test_what_matches_is_found_however_many_that_do_not_say_more(store: SqliteStore, over: int) -> None:
    ada, tea = entity("ada", "Ada"), entity("ada", "Tea")
    says_more = [fact(ada, f"gave_up_{n}", tea, statement="tea, tea, tea", at=NOW - minutes(9)) for n in range(over)]
    ended = [one.model_copy(update={"invalid_at": NOW - minutes(1)}) for one in says_more]
    holding = [fact(ada, f"drinks_{n}", tea, statement=f"Ada drinks tea {n}", at=NOW - minutes(9)) for n in range(9)]
    await put(store, "ada", entities=(ada, tea), facts=(*ended, *holding))
    for _ in range(3):  # the first time nobody knows in how many texts a word stands
        asked = SearchQuery(ADA, Fact, terms=["tea"], limit=4, view=View(true_at=NOW))
        found = await store.read(asked)
        assert {one.record.id for one in found} == {one.id for one in sorted(holding, key=lambda one: one.id)[-4:]}


@pytest.mark.parametrize("by", ["this process", "another"])
async def test_a_user_who_was_forgotten_and_brought_back_is_read_under_another_number(
    store: SqliteStore, path: Path, by: str
) -> None:
    await say_stored(store, message("ada", "Tea at four.", speaker="Ben"))
    assert await remembered(store) == (["Ben"], ["Tea at four."], [], [], [])
    async with opened_store("sqlite-file", path) as other:
        writer = store if by == "this process" else other
        records = await dumped(writer, "ada")
        await writer.forget_user("ada")
        assert await remembered(store) == ([], [], [], [], [])
        await say_stored(writer, message("eve", "I am in her place."))
        assert await remembered(store) == ([], [], [], [], [])
        await writer.load(records, due_at=NOW)
        assert await remembered(store) == (["Ben"], ["Tea at four."], [], [], [])


async def test_no_more_is_remembered_than_there_is_room_for(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_MOST_REMEMBERED", 3)
    await say_stored(store, message("ada", "Tea at four.", speaker="Ben"))
    for number in range(9):
        assert await store.read(SpeakerQuery("ada", limit=number + 1)) == ["Ben"]
    with store._database.reader() as reader:  # pyright: ignore[reportPrivateUsage]
        assert reader.known is not None
        assert len(reader.known[1]) <= 4


async def test_nothing_is_remembered_of_a_store_that_was_scrubbed(store: SqliteStore) -> None:
    await say_stored(store, message("ada", "Tea at four.", speaker="Ben"))
    assert await store.read(SpeakerQuery("ada")) == ["Ben"]
    await store.scrub()
    with store._database.reader() as reader:  # pyright: ignore[reportPrivateUsage]
        assert reader.known is None
