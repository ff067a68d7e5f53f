"""What only the SQLite store does: files, processes, disk space, query plans."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support.records import NOW, days, entity, fact, mention, message, minutes, operation, summary
from support.vectors import vector

from memary.errors import StoreFullError, StoreUnavailableError
from memary.filters import parse_filters
from memary.queries import (
    BesideQuery,
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    SearchQuery,
    SessionQuery,
    StretchQuery,
    SubgraphQuery,
    View,
)
from memary.stores.commands import Claim
from memary.stores.sqlite import SqliteStore
from memary.stores.sqlite.driver import connection
from memary.stores.sqlite.queries import mention_counts, search
from memary.stores.sqlite.vectors import cache
from memary.types import Entity, Fact, Message, Said, Scope
from stores.conformance.reads.ranking import check_long_streams
from stores.conformance.reads.scopes import remember
from stores.conformance.steps import dumped, put, say, say_stored
from stores.opening import opened_store
from stores.sqlite.files import execute

pytestmark = pytest.mark.anyio


# -- several processes ---------------------------------------------------------------------------------------------

WRITER = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, "tests")
from memary.errors import RevisionConflictError
from stores.conformance.steps import put, say
from stores.opening import opened_store
from support.records import NOW, entity, message, minutes

async def main(path, name):
    async with opened_store("sqlite-file", Path(path)) as store:
        for number in range(10):
            await say(store, message("ada", f"{name} {number}", at=NOW + minutes(number)))
            while True:
                try:
                    await put(store, "ada", entities=(entity("ada", f"{name} {number}"),))
                    break
                except RevisionConflictError:
                    continue

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.long
async def test_two_processes_may_create_and_write_one_file_at_once(path: Path) -> None:
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONPATH": str(root)}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", WRITER, str(path), name, cwd=root, env=environment, stderr=subprocess.PIPE
        )
        for name in ("one", "two")
    ]
    for process in processes:
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
    async with opened_store("sqlite-file", path) as store:
        stats = await store.stats("ada")
        assert (stats.messages, stats.entities) == (20, 20)


async def test_a_text_scores_the_same_whether_few_or_many_texts_have_its_words(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [
        "tea tea and tea",
        "a cup of tea",
        "tea " + "and much more than that " * 40,
        "\u8336 caf\u00e9 stra\u00dfe",
        "C++",
    ]
    await say_stored(store, *[message("ada", text) for text in said], *[message("ben", "tea")] * 3)
    gone = message("ada", "tea that is gone")
    await say_stored(store, gone)
    await put(store, "ada", removed_messages=(gone.id,))

    async def scores(*terms: str) -> dict[str, float | None]:
        hits = await store.read(SearchQuery(Scope(user_id="ada"), Message, terms=terms))
        return {hit.record.content: hit.text for hit in hits}

    for asked in (["tea"], ["tea", "much", "none"], ["\u8336", "cafe"], ["strasse", "c"], ["TEA", "two words"], []):
        await scores("tea")  # from then on it is known that words stand in few texts
        few = await scores(*asked)
        with monkeypatch.context() as changed:
            changed.setattr(search, "_FEW", -1)
            changed.setattr(search, "_FEW_OF_EACH", -1)
            assert few == pytest.approx(await scores(*asked))


@pytest.mark.parametrize("walked", [0, 10])
async def test_the_best_texts_are_found_without_scoring_all_that_have_a_word(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, walked: int
) -> None:
    scope = Scope(user_id="ada")
    old = message("ada", "tea alone", session_id="old")
    both = [message("ada", f"tea tea in berlin {n}, berlin tea") for n in range(3)]  # counted, also one by the other
    await say_stored(store, old, *both, *[message("ada", f"tea again {n}") for n in range(40)])

    async def found(limit: int, scope: Scope = scope) -> dict[str, float | None]:
        hits = await store.read(SearchQuery(scope, Message, terms=["tea", "berlin"], limit=limit))
        return {hit.record.id: hit.text for hit in hits}

    everything = await found(100)
    monkeypatch.setattr(search, "_SCORED", (5, 10))
    monkeypatch.setattr(search, "_WALKED", walked)
    assert await found(3) == pytest.approx({each.id: everything[each.id] for each in both})
    assert await found(100) == pytest.approx(everything)
    # the likely ones may all be of other sessions
    assert list(await found(3, Scope(user_id="ada", session_id="old"))) == [old.id]


async def test_vectors_written_by_another_connection_are_seen(store: SqliteStore, path: Path) -> None:
    scope = Scope(user_id="ada")
    ada, bob = entity("ada", "Ada"), entity("ada", "Bob")
    await put(store, "ada", entities=(ada, bob), embeddings={ada.id: vector(1)})
    assert len(await store.read(SearchQuery(scope, Entity, vector=vector(1)))) == 1
    async with opened_store("sqlite-file", path) as other:
        await put(other, "ada", embeddings={bob.id: vector(1)})
        assert len(await store.read(SearchQuery(scope, Entity, vector=vector(1)))) == 2
        await put(other, "ada", embeddings={ada.id: vector(0, 1)})
        [hit] = await store.read(SearchQuery(scope, Entity, vector=vector(1), limit=1))
        assert hit.record.id == bob.id
        await put(other, "ada", removed_entities=(bob.id,))
    assert [hit.record.id for hit in await store.read(SearchQuery(scope, Entity, vector=vector(1)))] == [ada.id]


async def test_readers_go_on_while_another_process_writes(store: SqliteStore, path: Path) -> None:
    await say(store, message("ada"))
    with write_lock(path):
        assert len(await store.read(MessageQuery(Scope(user_id="ada")))) == 1


async def test_a_lock_that_lasts_too_long_is_an_error_with_a_remedy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_TIMEOUT", 0.05)
    async with opened_store("sqlite-file", path) as store:
        with write_lock(path), pytest.raises(StoreUnavailableError, match="locked by another process"):
            await say(store, message("ada"))


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("BEGIN IMMEDIATE")
        yield


async def test_a_dump_is_of_one_moment(store: SqliteStore) -> None:
    nodes = tuple(entity("ada", f"node {n}") for n in range(1_100))
    await put(store, "ada", entities=nodes)
    seen = 0
    async for _ in store.dump("ada"):
        if seen == 0:
            await put(store, "ada", entities=(entity("ada", "late"),), removed_entities=(nodes[-1].id,))
        seen += 1
    assert seen == len(nodes)


# -- disk ----------------------------------------------------------------------------------------------------------


async def test_a_full_disk_stores_nothing_and_says_so(store: SqliteStore) -> None:
    await say_stored(store, message("ada", "before"))

    def fill(raw: sqlite3.Connection) -> None:
        pages = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count = {pages + 4}")

    def free(raw: sqlite3.Connection) -> None:
        raw.execute("PRAGMA max_page_count = 1000000")

    await store._database.maintain(fill)  # pyright: ignore[reportPrivateUsage]
    large = [message("ada", f"{n} " + "word " * 900, at=NOW + minutes(n)) for n in range(40)]
    with pytest.raises(StoreFullError, match="No space is left"):
        await say_stored(store, *large)
    assert [kept.content for kept in await store.read(MessageQuery(Scope(user_id="ada")))] == ["before"]
    await store._database.maintain(free)  # pyright: ignore[reportPrivateUsage]
    assert len(await say_stored(store, *large)) == 40


CANARY = "zyxcanaryqwv"


def canary_files(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if CANARY.encode() in file.read_bytes().lower()]


async def leave_canaries(store: SqliteStore) -> None:
    said = message("ada", f"my secret is {CANARY}", session_id="s", speaker=CANARY, metadata={"k": CANARY})
    await say_stored(store, said)
    node = entity("ada", CANARY, aliases=(f"{CANARY} too",), description=CANARY)
    other = entity("ada", "thing")
    edge = fact(node, "is", other, quote=CANARY, source_ids=(said.id,))
    await put(
        store,
        "ada",
        entities=(node, other),
        facts=(edge,),
        mentions=(mention(node, edge),),
        operations=(operation("ada", node.id, reason=CANARY, before={"x": CANARY}),),
        summaries=(summary("ada", "s", CANARY),),
    )


@pytest.mark.parametrize("others", [0, 40])
async def test_forgotten_words_are_in_no_byte_of_the_files(store: SqliteStore, path: Path, others: int) -> None:
    await say_stored(store, *(message("bob", f"ordinary talk {n}", at=NOW + minutes(n)) for n in range(others)))
    await leave_canaries(store)
    await store.read(SearchQuery(Scope(user_id="ada"), Fact, terms=[CANARY]))
    assert canary_files(path.parent)
    await store.forget_user("ada")
    await store.scrub()
    assert canary_files(path.parent) == []
    assert len(await store.read(MessageQuery(Scope(user_id="bob")))) == others


async def test_removed_messages_are_in_no_byte_of_the_files(store: SqliteStore, path: Path) -> None:
    gone, kept = await say_stored(
        store, message("ada", f"remove {CANARY}"), message("ada", "keep this", at=NOW + minutes(1))
    )
    await put(store, "ada", removed_messages=(gone.id,))
    await store.scrub()
    assert canary_files(path.parent) == []
    assert await store.read(MessageQuery(Scope(user_id="ada"))) == [kept]


async def test_a_user_who_comes_back_gets_none_of_the_old_words(store: SqliteStore) -> None:
    await leave_canaries(store)
    await store.forget_user("ada")
    await say_stored(store, message("ada", "nothing special"))
    for kind in (Message, Fact, Entity):
        assert await store.read(SearchQuery(Scope(user_id="ada"), kind, terms=[CANARY])) == []


# -- how it searches -----------------------------------------------------------------------------------------------


async def ranking(store: SqliteStore) -> list[tuple[str, float]]:
    hits = await store.read(SearchQuery(Scope(user_id="small"), Message, terms=["coffe", "quokka", "river"]))
    return sorted(((hit.record.content, round(hit.text or 0, 1)) for hit in hits), key=lambda pair: -pair[1])


async def test_what_others_say_does_not_change_a_users_ranking(store: SqliteStore) -> None:
    mine = ["coffee by the river", "coffee and more coffee", "one quokka here", "coffee alone now", "tea only"]
    await say_stored(store, *(message("small", text, at=NOW + minutes(n)) for n, text in enumerate(mine)))
    before = await ranking(store)
    assert len(before) == 4
    loud = [message("large", "quokka quokka river", at=NOW + minutes(n)) for n in range(400)]
    await say_stored(store, *loud)
    after = await ranking(store)
    assert [text for text, _ in after] == [text for text, _ in before]


async def test_the_vector_cache_stays_within_its_limit() -> None:
    kept_vectors = cache.VectorCache(connection.Turn(), limit=1_300)
    for owner in range(20):
        matrix = np.zeros((10, 4), np.float32)
        kept_vectors.put(
            owner,
            "fact",
            replace(cache.UserVectors.none(0, 4), seqs=np.arange(10), rows=matrix, numbers=np.arange(10)),
        )
    kept = [owner for owner in range(20) if kept_vectors.get(owner, "fact")]
    assert kept == [16, 17, 18, 19]


def test_one_thread_has_the_turn_until_it_gives_it_up() -> None:
    turn, order = connection.Turn(), list[str]()
    waiting, computed = threading.Event(), threading.Event()

    def other() -> None:
        waiting.set()
        with turn.taken():
            order.append("other")
        computed.set()

    with turn.taken():
        thread = threading.Thread(target=other)
        thread.start()
        waiting.wait(10)
        order.append("first")
        with turn.given_up():
            assert computed.wait(10)
        order.append("first again")
    thread.join()
    assert order == ["first", "other", "first again"]


async def test_texts_compare_by_code_points_in_a_filter(store: SqliteStore) -> None:
    low, high = await say_stored(store, *(message("ada", f"tea {v}", metadata={"k": v}) for v in ("\uffff", "𝄞")))
    for given, kept in (({"gt": "\uffff"}, high), ({"lt": "𝄞"}, low)):
        assert await store.read(MessageQuery(Scope(user_id="ada"), view=View(where=parse_filters({"k": given})))) == [
            kept
        ]


@pytest.mark.long
@pytest.mark.parametrize("latest", [1, 5, 60])
async def test_the_best_of_a_long_stream_are_found_without_counting_all_of_it(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, latest: int
) -> None:
    monkeypatch.setattr(mention_counts, "_LATEST", latest)  # a stream is long from then on
    await check_long_streams(store, "ada", "bob", Random(latest))


async def test_a_count_of_mentions_that_is_wrong_is_found_and_made_right(store: SqliteStore, path: Path) -> None:
    ada, bob = entity("ada", "Ada"), entity("ada", "Bob")
    said = await say_stored(store, message("ada", "Ada met Bob."), message("ada", "Ada."))
    await put(
        store, "ada", entities=(ada, bob), mentions=(*(mention(ada, one) for one in said), mention(bob, said[0]))
    )
    assert await store.check() == []
    execute(path, "UPDATE mention_counts SET count = 7 WHERE count = 1")
    assert await store.check() == [f"Of 'ada': entity {bob.id} has a count that differs from its mentions."]
    await store.rebuild()
    assert await store.check() == []


DERIVED = {"near", "best", "found", "counted", "scored", "newest", "json_each"}
"""Aliases of what a statement has worked out itself; reading all of that is the point of it."""


def scanned(details: Sequence[str]) -> list[str]:
    """The lines of a query plan that read a whole table."""
    return [
        detail
        for detail in details
        if (match := re.match(r"SCAN (\S+)", detail))
        and match[1] not in DERIVED
        and not match[1].startswith("(subquery")  # what another line of the plan reads
        and "VIRTUAL TABLE INDEX" not in detail  # the full text index itself
        and match[1] != "sqlite_master"
        and "_fts_config" not in detail  # a handful of settings that FTS5 reads for itself
        and "_unembedded" not in detail  # partial: holds only what is asked for
    ]


def walks_all_of_a_user(text: str, details: Sequence[str]) -> bool:
    """Whether a read of a few named rows goes through all rows that a user has."""
    named = text.replace("NOT IN (SELECT value FROM json_each(", "")  # leaving rows out names none
    names_rows = "SELECT" in text and ("json_each(" in named or "m.session_id = " in text or "m.agent_id = " in text)
    return names_rows and any(detail.endswith("(owner=?)") for detail in details)


async def test_no_hot_statement_scans_a_table(store: SqliteStore) -> None:
    statements: dict[str, None] = {}
    with store._database.reader() as reader:  # pyright: ignore[reportPrivateUsage]
        raws = [reader, await store._database.maintain(lambda raw: raw)]  # pyright: ignore[reportPrivateUsage]
    for raw in raws:
        raw.set_trace_callback(lambda text: statements.setdefault(text))
    await use_everything(store)
    for raw in raws:
        raw.set_trace_callback(None)
    hot = [text for text in statements if text.split()[0] in {"SELECT", "UPDATE", "DELETE", "WITH"}]
    assert len(hot) > 60
    plans = {text: [row["detail"] for row in raws[0].execute(f"EXPLAIN QUERY PLAN {text}")] for text in hot}
    scans = {text: scanned(details) for text, details in plans.items() if scanned(details)}
    assert scans == {}
    assert {text: details for text, details in plans.items() if walks_all_of_a_user(text, details)} == {}


async def use_everything(store: SqliteStore) -> None:
    for session, agent in (("s1", None), ("s2", "a")):
        said, people, lives, _ = await remember(store, "ada", session=session, agent=agent)
        await say(store, message("ada", f"waiting {session}", session_id=session))
        for scope in (
            Scope(user_id="ada"),
            Scope(user_id="ada", session_id="s2"),
            Scope(user_id="ada", agent_id="a"),
        ):
            ids = [node.id for node in people]
            await store.read(MessageQuery(scope, newest_first=True, limit=5))
            await store.read(MessageQuery(scope, since=NOW, until=NOW + days(1)))
            await store.read(MessageQuery(scope, ids=[said.id]))
            await store.read(BesideQuery(scope, [said.id], turns=2))
            await store.read(SearchQuery(scope, Said, terms=["ada", "berlin"]))
            await store.read(StretchQuery(scope, [([said.id], 2)], [said.id]))
            await store.read(EntityQuery(scope, ids=ids))
            await store.read(EntityQuery(scope, keys=["ada"]))
            await store.read(FactQuery(scope, newest_first=True, limit=5))
            await store.read(FactQuery(scope, ids=[lives.id]))
            for view in (View(true_at=NOW), View(true_at=NOW, known_at=NOW - days(1))):
                known = {"view": View(known_at=view.known_at)}
                await store.read(FactQuery(scope, entity_ids=ids, view=view))
                await store.read(FactQuery(scope, entity_ids=ids, predicates=["lives in"], view=view))
                await store.read(FactQuery(scope, ids=[lives.id], view=view))
                await store.read(EntityQuery(scope, ids=ids, **known))
                await store.read(EntityQuery(scope, keys=["ada"], **known))
                await store.read(MessageQuery(scope, ids=[said.id], **known))
                await store.read(MentionQuery(scope, source_ids=[said.id], **known))
                await store.read(MentionQuery(scope, entity_ids=ids, **known))
                await store.read(CountQuery(scope, since=NOW, **known))
                await store.read(SubgraphQuery(scope, ids, depth=2, view=view))
                for kind in (Message, Fact, Entity):
                    await store.read(SearchQuery(scope, kind, terms=["ada", "berlin"], vector=vector(1), view=view))
            await store.read(FactQuery(scope, source_ids=[said.id]))
            await store.read(MentionQuery(scope, newest_first=True, limit=5, since=NOW))
            await store.read(MentionQuery(scope, entity_ids=ids))
            await store.read(MentionQuery(scope, source_ids=[said.id]))
            await store.read(CountQuery(scope, since=NOW))
            for kind in (Message, Fact, Entity):
                await store.read(SearchQuery(scope, kind, terms=["ada", "berlin"], vector=vector(1), since=NOW))
    await store.read(OperationQuery(Scope(user_id="ada"), target_ids=["x"], limit=5))
    await store.read(SessionQuery("ada"))
    await store.stats("ada")
    await store.next_due("ada")
    batch = await store.claim(Claim(worker_id="w", now=NOW, lease=minutes(1), limit=5, user_id="ada"))
    assert batch is not None
    await store.renew(batch, until=NOW + minutes(5))
    await put(store, "ada", settled=tuple(m.id for m in batch.messages), worker_id="w")
    await dumped(store, "ada")
    await store.unembedded(limit=5)
    await store.put_embeddings(said.user_id, {said.id: vector(1)})
    await put(store, "ada", removed_messages=(said.id,), removed_entities=tuple(ids), removed_facts=(lives.id,))
    await store.forget_user("ada")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entity_keys",
        "DELETE FROM fact_sources",
        "UPDATE text_rows SET documents = documents + 1",
        "UPDATE facts SET embedded = 0",
        "UPDATE messages SET terms = 'wrong'",
        "INSERT INTO facts_fts (facts_fts) VALUES ('delete-all')",
    ],
)
async def test_what_is_at_odds_is_reported_and_mended(tmp_path: Path, damage: str) -> None:
    async with opened_store("sqlite-file", tmp_path / "memary.db") as store:
        await remember(store, "ada")
        before = await dumped(store, "ada")
        with closing(sqlite3.connect(tmp_path / "memary.db")) as connection, connection:
            connection.execute(damage)
        assert await store.check() != []
        await store.rebuild()
        assert await store.check() == []
        assert await dumped(store, "ada") == before


async def test_a_word_of_many_messages_is_looked_up_in_few_segments(path: Path) -> None:
    async with opened_store("sqlite-file", path) as store:
        for n in range(60):
            await say_stored(store, message("ada", f"text {n}", at=NOW + minutes(n)))
        with closing(sqlite3.connect(path)) as raw:
            (segments,) = raw.execute("SELECT count(DISTINCT segid) FROM messages_fts_idx").fetchone()
        assert segments <= 8
        found = await store.read(SearchQuery(Scope(user_id="ada"), Message, terms=["text"], limit=100))
        assert len(found) == 60
