"""Vectors of very many records: found by their sketches, which come and go with them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import anyio
import numpy as np
import pytest
from support.records import NOW, message, minutes
from support.vectors import cosine

from memary.queries import SearchQuery
from memary.stores.base import StoredRecord
from memary.stores.sqlite import SqliteStore
from memary.stores.sqlite.vectors import search, sketches
from memary.types import EmbeddingSpec, Message, MessageState, Scope
from stores.conformance.steps import put
from stores.sqlite.files import without_removed_vectors

pytestmark = pytest.mark.anyio

MANY, DIMENSIONS, BLOCK = 5_400, 24, 512
SCOPE = Scope(user_id="ada")


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short vectors are many as soon as long ones are."""
    monkeypatch.setattr(search, "_EXACT", 0)


@pytest.fixture(scope="module")
def texts() -> list[Message]:
    """More messages than are compared one by one, in three sessions."""
    return [
        message("ada", f"Note {n}.", at=NOW + minutes(n), session_id=f"s{n % 3}", state=MessageState.STORED)
        for n in range(MANY)
    ]


@pytest.fixture(scope="module")
def vectors(texts: list[Message]) -> dict[str, bytes]:
    """A vector of each, by chance."""
    rows = np.random.RandomState(1).standard_normal((MANY, DIMENSIONS)).astype("<f4")
    return {each.id: row.tobytes() for each, row in zip(texts, rows, strict=True)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store is."""
    return tmp_path / "memory.db"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, texts: list[Message], vectors: dict[str, bytes]) -> Path:
    """A file that has all of them."""
    path = tmp_path_factory.mktemp("filled") / "memory.db"

    async def fill() -> None:
        async with _opened(path) as store:
            await store.load([StoredRecord(each, vectors[each.id]) for each in texts], due_at=NOW)

    anyio.run(fill)
    return path


@pytest.fixture
async def store(path: Path, filled: Path) -> AsyncIterator[SqliteStore]:
    """A store that has all of them."""
    shutil.copyfile(filled, path)
    async with _opened(path) as opened:
        yield opened


class _opened:
    def __init__(self, path: Path) -> None:
        self.store = SqliteStore(path)

    async def __aenter__(self) -> SqliteStore:
        await self.store.migrate(EmbeddingSpec("test", DIMENSIONS))
        return self.store

    async def __aexit__(self, *_: object) -> None:
        await self.store.aclose()


async def nearest(store: SqliteStore, query: bytes, scope: Scope = SCOPE, limit: int = 10) -> dict[str, float | None]:
    """The nearest messages with their cosines."""
    found = await store.read(SearchQuery(scope, Message, vector=query, limit=limit))
    return {each.record.id: each.vector for each in found}


def nearest_of_all(vectors: dict[str, bytes], query: bytes, limit: int = 10) -> set[str]:
    """The nearest, compared with all one by one."""
    return set(sorted(vectors, key=lambda each: -cosine(vectors[each], query))[:limit])


def queries(count: int) -> list[bytes]:
    """What is asked for, by chance."""
    return [row.tobytes() for row in np.random.RandomState(2).standard_normal((count, DIMENSIONS)).astype("<f4")]


def blocks(path: Path) -> Sequence[tuple[int, int, bytes]]:
    """The blocks of sketches in a file."""
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute("SELECT first, last, words FROM sketches ORDER BY last").fetchall()


@pytest.mark.long
async def test_the_nearest_of_very_many_are_those_that_comparing_all_finds(
    store: SqliteStore, vectors: dict[str, bytes]
) -> None:
    asked, right = queries(20), 0
    for query in asked:
        found = await nearest(store, query)
        right += len(found.keys() & nearest_of_all(vectors, query))
        for record_id, near in found.items():
            assert near == pytest.approx(cosine(vectors[record_id], query), abs=1e-6)
    assert right >= 0.97 * 10 * len(asked)


async def test_of_few_numbers_in_all_each_vector_is_compared(
    store: SqliteStore, vectors: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_EXACT", MANY * DIMENSIONS)
    for query in queries(10):
        assert (await nearest(store, query)).keys() == nearest_of_all(vectors, query)


def test_what_differs_in_each_bit_is_not_taken_for_the_same() -> None:
    one = np.arange(sketches.WORDS, dtype=np.uint64)
    assert sketches.distances(np.stack([~one, one]), one).tolist() == [255, 0]


@pytest.mark.long
async def test_all_that_are_near_enough_are_found_among_very_many_and_nothing_else(
    store: SqliteStore, vectors: dict[str, bytes]
) -> None:
    for query in queries(20):
        found = await store.read(SearchQuery(SCOPE, Message, vector=query, limit=50, least=0.6))
        assert {each.record.id for each in found} == {
            id_ for id_, one in vectors.items() if cosine(one, query) >= 0.6
        }


async def test_the_nearest_of_a_session_are_found_among_very_many(
    store: SqliteStore, texts: list[Message], vectors: dict[str, bytes]
) -> None:
    of_session = {each.id: vectors[each.id] for each in texts if each.session_id == "s1"}
    asked = queries(10)
    found = [await nearest(store, query, Scope(user_id="ada", session_id="s1")) for query in asked]
    right = [nearest_of_all(of_session, query) for query in asked]
    assert all(one.keys() <= of_session.keys() for one in found)
    assert sum(len(one.keys() & other) for one, other in zip(found, right, strict=True)) >= 97


@pytest.mark.long
async def test_what_is_new_is_found_at_once_and_what_is_gone_no_more(
    store: SqliteStore, path: Path, texts: list[Message], vectors: dict[str, bytes]
) -> None:
    query = queries(1)[0]
    assert len(await nearest(store, query)) == 10
    new = message("ada", "Just said.", state=MessageState.STORED)
    await store.append([new], embeddings={new.id: query}, due_at=NOW)
    assert (await nearest(store, query))[new.id] == pytest.approx(1.0)
    first = texts[0].id
    assert first in await nearest(store, vectors[first])
    await put(store, "ada", removed_messages=(first, new.id))
    assert not {first, new.id} & (
        (await nearest(store, vectors[first])).keys() | (await nearest(store, query)).keys()
    )
    assert blocks(path)[0][2] == b""
    assert await store.check() == []


@pytest.mark.long
async def test_a_sketch_goes_with_its_vector_and_what_stood_beside_it_is_found_all_the_same(
    store: SqliteStore, path: Path, texts: list[Message], vectors: dict[str, bytes]
) -> None:
    for place in (0, 600, 1_200, 1_800, 2_400):
        await put(store, "ada", removed_messages=(texts[place].id,))
    assert sum(words == b"" for *_, words in blocks(path)) == 5
    beside = texts[601].id
    assert next(iter(await nearest(store, vectors[beside], limit=1))) == beside
    again = message("ada", "One more.", state=MessageState.STORED)
    await store.append([again], embeddings={again.id: vectors[beside]}, due_at=NOW)
    assert all(words for *_, words in blocks(path))
    assert (await nearest(store, vectors[beside], limit=2)).keys() == {beside, again.id}
    assert await store.check() == []


async def test_a_vector_that_is_replaced_is_found_by_what_it_says_now(
    store: SqliteStore, texts: list[Message], vectors: dict[str, bytes]
) -> None:
    one, other = texts[10].id, texts[20].id
    await store.put_embeddings("ada", {one: vectors[other]})
    assert (await nearest(store, vectors[other], limit=2)).keys() == {one, other}
    assert (await nearest(store, vectors[one])).get(one) is None
    assert await store.check() == []


@pytest.mark.parametrize("most", [0, MANY * DIMENSIONS], ids=["sketches", "vectors"])
async def test_what_is_removed_by_and_by_is_not_found_and_all_else_is(
    store: SqliteStore, vectors: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(search, "_EXACT", most)
    left, query = dict(vectors), queries(1)[0]
    for _ in range(3):
        best = sorted(nearest_of_all(left, query), key=lambda one: -cosine(left[one], query))
        await put(store, "ada", removed_messages=tuple(best[:4]))
        again = message("ada", "Again.", state=MessageState.STORED)
        await store.append([again], embeddings={again.id: left[best[4]]}, due_at=NOW)
        left = {id_: one for id_, one in left.items() if id_ not in best[:4]} | {again.id: left[best[4]]}
        assert (await nearest(store, query)).keys() == nearest_of_all(left, query)
    await put(store, "ada", removed_messages=(again.id,))  # the newest
    assert again.id not in await nearest(store, query)
    last = message("ada", "The last.", state=MessageState.STORED)
    await store.append([last], embeddings={last.id: query}, due_at=NOW)
    assert last.id in await nearest(store, query)


async def test_sketches_of_twice_the_bits_become_shorter_and_find_the_same(
    path: Path, filled: Path, vectors: dict[str, bytes]
) -> None:
    shutil.copyfile(filled, path)
    with closing(sqlite3.connect(path)) as raw:  # as schema 15 was
        of_block = "SELECT first, last, words FROM sketches ORDER BY last"
        for first, last, words in raw.execute(of_block).fetchall():
            short = np.frombuffer(words, "<u8").reshape(sketches.WORDS, -1).T
            seqs = np.arange(first, last + 1, dtype="<i8").tobytes()
            long = np.concatenate((short, ~short), axis=1).tobytes()
            raw.execute("UPDATE sketches SET seqs = ?, words = ? WHERE last = ?", (seqs, long, last))
        without_removed_vectors(raw)
        raw.execute("PRAGMA user_version = 15")
        raw.commit()
    async with _opened(path) as opened:
        assert await opened.check() == []
        for query in queries(5):
            assert len((await nearest(opened, query)).keys() & nearest_of_all(vectors, query)) >= 9


@pytest.mark.long
async def test_a_store_without_sketches_is_searched_and_gets_them_with_the_next_vector(
    store: SqliteStore, path: Path, vectors: dict[str, bytes]
) -> None:
    with closing(sqlite3.connect(path)) as raw:  # as an earlier memary left it
        raw.execute("DELETE FROM sketches")
        raw.commit()
    query = queries(1)[0]
    async with _opened(path) as opened:
        assert (await nearest(opened, query)).keys() == nearest_of_all(vectors, query)
        new = message("ada", "Just said.", state=MessageState.STORED)
        await opened.append([new], embeddings={new.id: query}, due_at=NOW)
        assert len(blocks(path)) == (MANY + 1) // BLOCK
        assert await opened.check() == []


@pytest.mark.long
async def test_sketches_that_are_not_those_of_the_vectors_are_reported_and_made_right(
    store: SqliteStore, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(
            "UPDATE sketches SET words = zeroblob(length(words)) WHERE last = (SELECT max(last) FROM sketches)"
        )
        raw.execute("DELETE FROM sketches WHERE first = 1")
        raw.commit()
    faults = await store.check()
    assert len(faults) == 2
    assert all("sketches" in fault for fault in faults)
    await store.rebuild()
    assert await store.check() == []


async def test_no_sketch_is_left_of_a_user_who_is_forgotten(store: SqliteStore, path: Path) -> None:
    assert len(blocks(path)) == MANY // BLOCK
    await store.forget_user("ada")
    assert blocks(path) == []
