"""A database that an earlier schema wrote is brought to the present one, with all that it holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from support.neo4j_server import Neo4jAddress
from support.records import NOW, entity, fact, fresh_user, mention, message, summary

from memary.queries import CountQuery, EntityQuery, FactQuery, MentionQuery, SearchQuery, SummaryQuery
from memary.stores.archive.lines import read_export, write_export
from memary.stores.base import SCHEMA_VERSION
from memary.stores.neo4j.rows import index_key
from memary.text import describing
from memary.types import Entity, Fact, Ground, Message, Scope
from stores.conformance.steps import put, say_stored
from stores.opening import SPEC, opened_store
from stores.sqlite.files import without_removed_vectors

pytestmark = pytest.mark.anyio


async def test_open_matters_that_stood_below_the_text_of_a_summary_become_a_list(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    held = summary("ada", "s", "They plan a trip.", open=("Book the ferry.", "订船票。"))
    async with opened_store("sqlite-file", path) as store:
        await put(store, "ada", summaries=(held,))
    with closing(sqlite3.connect(path)) as raw:  # as schema 1 was
        raw.execute("UPDATE summaries SET text = ?", (f"{held.text}\nOPEN:\n- Book the ferry.\n- 订船票。",))
        raw.execute("ALTER TABLE summaries DROP COLUMN open")
        _without_grounds(raw)
        _without_later_tables(raw)
        raw.execute("PRAGMA user_version = 1")
        raw.commit()
    async with opened_store("sqlite-file", path) as store:
        assert await store.read(SummaryQuery("ada", "s")) == held


async def test_facts_of_an_earlier_schema_rest_on_nothing_and_may_from_now_on(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    ada, acme, baths = (entity("ada", name) for name in ("Ada", "Acme", "Baths"))
    works, swims = fact(ada, "works at", acme), fact(ada, "swims at", baths)
    async with opened_store("sqlite-file", path) as store:
        await put(store, "ada", entities=(ada, acme, baths), facts=(works, swims))
    with closing(sqlite3.connect(path)) as raw:  # as schema 2 was
        _without_grounds(raw)
        _without_later_tables(raw)
        raw.execute("PRAGMA user_version = 2")
        raw.commit()
    async with opened_store("sqlite-file", path) as store:
        scope = Scope(user_id="ada")
        assert {one.id for one in await store.read(FactQuery(scope))} == {works.id, swims.id}
        resting = swims.model_copy(update={"rests_on": (Ground(fact_id=works.id, known_at=NOW),)})
        await put(store, "ada", facts=(resting,))
        assert await store.read(FactQuery(scope, ground_ids=[works.id])) == [resting]
        assert await store.check() == []


def _without_grounds(raw: sqlite3.Connection) -> None:
    raw.execute("DROP TABLE fact_grounds")
    raw.execute("ALTER TABLE facts DROP COLUMN rests_on")


def _without_later_tables(raw: sqlite3.Connection) -> None:
    """Take away what schema 6 and those after it have brought."""
    _without_counts(raw)
    raw.execute("DROP TABLE grants")
    raw.execute("DROP TABLE spaces")


def _without_counts(raw: sqlite3.Connection) -> None:
    """Take away what schema 7 and those after it have brought."""
    without_removed_vectors(raw)
    for what in (
        "TABLE held",
        *("TRIGGER sketches_removed", "TABLE sketches"),
        *("TRIGGER mentions_counted", "TRIGGER mentions_uncounted", "TABLE mention_counts"),
        *("INDEX facts_insights", "INDEX message_metadata_by_value", "INDEX facts_ended"),
    ):
        raw.execute(f"DROP {what}")


async def test_entities_of_an_earlier_schema_are_counted_as_often_as_they_came_up(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope(user_id="ada")
    ada, bob, gone = (entity("ada", name) for name in ("Ada", "Bob", "Carl"))
    first, second = message("ada", "Ada met Bob and Carl."), message("ada", "Ada again.")
    mentions = [mention(ada, first), mention(bob, first), mention(gone, first), mention(ada, second)]
    async with opened_store("sqlite-file", path) as store:
        await say_stored(store, first)
        await say_stored(store, second)
        await put(store, "ada", entities=(ada, bob, gone), mentions=mentions)
    with closing(sqlite3.connect(path)) as raw:  # as schema 6 was
        _without_counts(raw)
        raw.execute("PRAGMA user_version = 6")
        for table, column in (("entities", "id"), ("entity_keys", "entity_id")):  # by hand, which leaves mentions
            raw.execute(f"DELETE FROM {table} WHERE {column} = ?", (gone.id,))
        raw.commit()
    async with opened_store("sqlite-file", path) as store:
        for limit in (None, 2):
            counts = await store.read(CountQuery(scope, limit=limit))
            assert [(one.entity.id, one.count) for one in counts] == [(ada.id, 2), (bob.id, 1)]
        assert any("mentions belongs to a row of entities" in fault for fault in await store.check())
        await put(store, "ada", removed_messages=(first.id,))
        (left,) = await store.read(CountQuery(scope, limit=2))
        assert (left.entity.id, left.count) == (ada.id, 1)
        assert await store.check() == []


async def test_entities_of_an_earlier_neo4j_bear_how_often_they_came_up(
    tmp_path: Path, neo4j_address: Neo4jAddress
) -> None:
    user = fresh_user()
    ada, bob = entity(user, "Ada"), entity(user, "Bob")
    first, second = message(user, "Ada met Bob."), message(user, "Ada again.")
    async with opened_store("neo4j", tmp_path, neo4j_address) as store:
        await say_stored(store, first, second)
        mentions = (mention(ada, first), mention(bob, first), mention(ada, second))
        await put(store, user, entities=(ada, bob), mentions=mentions)
    with GraphDatabase.driver(neo4j_address.uri, auth=neo4j_address.auth) as driver:
        driver.execute_query("MATCH (e:Entity {user_id: $user}) REMOVE e.mention_count", user=user)
    set_back(11, tmp_path, neo4j_address)
    async with opened_store("neo4j", tmp_path, neo4j_address) as store:
        assert await store.check(user_id=user) == []
        (best,) = await store.read(CountQuery(Scope(user_id=user), limit=1))
        assert (best.entity.id, best.count) == (ada.id, 2)


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_phrases_that_an_earlier_schema_made_nodes_of_become_values(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    names = ("Evan", "Sam", "eat healthier", "tennis", "getting up early", "少吃甜食", "网球")
    evan, sam, healthier, tennis, early, sweets, ball = (entity(user, name, type="thing") for name in names)
    told = message(user, "I want to eat healthier.")
    facts = [fact(evan, "wants to", each) for each in (healthier, tennis, early, sweets, ball)]
    async with opened_store(kind, path, address) as store:
        await say_stored(store, told)
        mentions = [mention(evan, told), mention(healthier, told)]
        nodes = (evan, sam, healthier, tennis, early, sweets, ball)
        facts += [fact(sam, "likes", early)]
        await put(store, user, entities=nodes, facts=facts, mentions=mentions)
    set_back(3, path, address)
    async with opened_store(kind, path, address) as store:
        scope = Scope(user_id=user)
        types = {one.name: one.type for one in await store.read(EntityQuery(scope))}
        assert {name for name, type in types.items() if type == "value"} == {"eat healthier", "少吃甜食"}
        assert [one.entity_id for one in await store.read(MentionQuery(scope))] == [evan.id]
        assert {one.id for one in await store.read(FactQuery(scope))} == {one.id for one in facts}
        assert (await store.stats(user)).entities == 5
        assert await store.check(user_id=user) == []


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_names_that_an_earlier_schema_had_under_a_part_of_them_are_found_whole(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    team = entity(user, "A-Team", aliases=("A*",)).model_copy(update={"key": "team"})
    own = entity(user, "我").model_copy(update={"key": "user"})
    berlin = entity(user, "Berlin", aliases=("柏林",))
    async with opened_store(kind, path, address) as store:
        await put(store, user, entities=(team, own, berlin))
    set_back(4, path, address)
    async with opened_store(kind, path, address) as store:
        scope = Scope(user_id=user)
        right = team.model_copy(update={"key": "a-team"})
        for keys, found in ((["team"], []), (["a-team"], [right]), (["a*"], [right]), (["user"], [own])):
            assert await store.read(EntityQuery(scope, keys=keys)) == found
        assert await store.read(EntityQuery(scope, keys=["berlin", "柏林"])) == [berlin]
        assert await store.check(user_id=user) == []


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_facts_of_an_earlier_schema_are_found_by_the_words_of_their_relations(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    tom, size = entity(user, "Tom"), entity(user, "43")
    wears = fact(tom, "has shoe size", size, statement="Tom wears 43.")
    async with opened_store(kind, path, address) as store:
        await put(store, user, entities=(tom, size), facts=(wears,))
    if address is None:
        with closing(sqlite3.connect(path)) as raw:  # as schema 13 was
            raw.execute("UPDATE facts SET terms = replace(replace(terms, 'shoe', 'tom'), 'size', 'tom')")
            raw.commit()
    else:
        with GraphDatabase.driver(address.uri, auth=address.auth) as driver:
            driver.execute_query("MATCH (f:Fact {user_id: $user}) SET f.terms = 'tom wear 43'", user=user)
    set_back(13, path, address, keeps_tables=True)
    async with opened_store(kind, path, address) as store:
        found = await store.read(SearchQuery(Scope(user_id=user), Fact, terms=["shoe"], limit=5))
        assert [one.record.id for one in found] == [wears.id]
        assert await store.check(user_id=user) == []


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_a_chinese_word_behind_a_date_is_found_in_what_an_earlier_schema_kept(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    sent = message(user, "11月5日发的货。")
    jin, goods = entity(user, "金悦"), entity(user, "货")
    told = fact(jin, "发货", goods, statement="金悦2026年11月5日发的货。")
    async with opened_store(kind, path, address) as store:
        await say_stored(store, sent)
        await put(store, user, entities=(jin, goods), facts=(told,))
    if address is None:
        with closing(sqlite3.connect(path)) as raw:  # as schema 15 was
            for table in ("messages", "facts"):
                raw.execute(f"UPDATE {table} SET terms = replace(terms, owner || ':发', owner || ':货')")
            raw.commit()
    else:
        with GraphDatabase.driver(address.uri, auth=address.auth) as driver:
            for label in ("Message", "Fact"):
                driver.execute_query(f"MATCH (n:{label} {{user_id: $user}}) SET n.terms = '货'", user=user)
    set_back(15, path, address, keeps_tables=True)
    async with opened_store(kind, path, address) as store:
        for record, kept in ((Message, sent), (Fact, told)):
            found = await store.read(SearchQuery(Scope(user_id=user), record, terms=["发"], limit=5))
            assert [one.record.id for one in found] == [kept.id]
        assert await store.check(user_id=user) == []


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_names_of_an_earlier_schema_are_found_by_how_they_sound(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    lu, tofu = entity(user, "陆涛", type="person"), entity(user, "豆腐", type="value")
    async with opened_store(kind, path, address) as store:
        await put(store, user, entities=(lu, tofu))
    if address is None:
        with closing(sqlite3.connect(path)) as raw:  # as schema 14 was
            raw.execute("DELETE FROM entity_keys WHERE key LIKE 'pinyin:%'")
            raw.commit()
    else:
        with GraphDatabase.driver(address.uri, auth=address.auth) as driver:
            without = "MATCH (k:EntityKey {user_id: $user}) WHERE NOT k.key IN $keys DETACH DELETE k"
            driver.execute_query(without, user=user, keys=[index_key(lu.key), index_key(tofu.key)])
    set_back(14, path, address, keeps_tables=True)
    async with opened_store(kind, path, address) as store:
        for keys, found in ((["pinyin:lutao"], [lu]), (["陆涛"], [lu]), (["pinyin:doufu"], [])):
            assert await store.read(EntityQuery(Scope(user_id=user), keys=keys)) == found
        assert await store.check(user_id=user) == []


@pytest.mark.parametrize("kind", ["sqlite-file", "neo4j"])
async def test_entities_of_an_earlier_schema_are_found_by_what_describes_them(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    user, path = fresh_user(), tmp_path / "memory.db"
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    tom = entity(user, "Tom", aliases=("Tommy",), description="neighbour")
    async with opened_store(kind, path, address) as store:
        await put(store, user, entities=(tom,))
    if address is None:
        with closing(sqlite3.connect(path)) as raw:  # as schema 16 was
            raw.execute("UPDATE entities SET terms = replace(terms, ':_', ':')")
            raw.commit()
    else:
        with GraphDatabase.driver(address.uri, auth=address.auth) as driver:
            driver.execute_query("MATCH (e:Entity {user_id: $user}) SET e.terms = 'tom tommi'", user=user)
    set_back(16, path, address, keeps_tables=True)
    async with opened_store(kind, path, address) as store:
        for term in (describing("neighbour"), "tommi"):
            found = await store.read(SearchQuery(Scope(user_id=user), Entity, terms=[term]))
            assert [one.record for one in found] == [tom]
        assert await store.check(user_id=user) == []


async def test_an_export_of_an_earlier_memary_brings_names_under_the_keys_of_today(tmp_path: Path) -> None:
    team, file = entity("ada", "A-Team"), tmp_path / "ada.jsonl"
    async with opened_store("sqlite-memory", tmp_path) as store:
        await put(store, "ada", entities=(team,))
        await write_export(store, file, "ada", SPEC)
    file.write_text(file.read_text().replace('"key":"a-team"', '"key":"team"'))
    async with opened_store("sqlite-memory", tmp_path) as store:
        assert await read_export(store, file, SPEC) == 1
        assert await store.read(EntityQuery(Scope(user_id="ada"), keys=["a-team"])) == [team]


async def test_the_store_and_the_log_say_once_that_an_earlier_schema_was_upgraded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "memary")
    path = tmp_path / "memory.db"
    async with opened_store("sqlite-file", path) as store:
        assert store.upgrade is None  # a new one
    set_back(5, path, None)
    async with opened_store("sqlite-file", path) as store:
        assert store.upgrade
        assert f"was upgraded from schema 5 to {SCHEMA_VERSION}" in store.upgrade
        told = store.upgrade
    async with opened_store("sqlite-file", path) as store:
        assert store.upgrade is None
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [("INFO", told)]


def set_back(version: int, path: Path, address: Neo4jAddress | None, *, keeps_tables: bool = False) -> None:
    """Let a database say that an earlier schema wrote it."""
    if address is None:
        with closing(sqlite3.connect(path)) as raw:
            if keeps_tables:
                without_removed_vectors(raw)
            else:
                _without_later_tables(raw)
            raw.execute(f"PRAGMA user_version = {version}")
    else:
        with GraphDatabase.driver(address.uri, auth=address.auth) as driver:
            driver.execute_query("MATCH (m:MemaryMeta) SET m.schema_version = $version", version=version)
