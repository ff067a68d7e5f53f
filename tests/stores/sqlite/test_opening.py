"""Opening an SQLite file: a new one, one not to be written, damaged, or of another program or version."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from support.records import NOW, message, minutes

from memary.errors import EmbeddingMismatchError, SchemaVersionError, StoreUnavailableError
from memary.queries import (
    MessageQuery,
    SearchQuery,
)
from memary.stores.sqlite import SqliteStore
from memary.types import EmbeddingSpec, Message, Scope
from stores.conformance.reads.scopes import remember
from stores.conformance.steps import dumped, say, say_stored
from stores.opening import SPEC, opened_store
from stores.sqlite.files import execute

pytestmark = pytest.mark.anyio


def spoil(path: Path) -> None:
    """Overwrite all but the first page."""
    first_page = path.read_bytes()[:4096]
    path.write_bytes(first_page + b"\xff" * (path.stat().st_size - 4096))


async def opening(path: Path) -> None:
    store = SqliteStore(path)
    try:
        await store.migrate(SPEC)
    finally:
        await store.aclose()


# -- opening -------------------------------------------------------------------------------------------------------


async def test_the_folder_is_made(tmp_path: Path) -> None:
    await opening(tmp_path / "a" / "b" / "memary.db")
    assert (tmp_path / "a" / "b" / "memary.db").exists()


def test_the_file_is_for_its_owner_only(path: Path) -> None:
    asyncio.run(opening(path))
    assert path.stat().st_mode & 0o077 == 0


async def test_a_folder_that_cannot_be_made_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailableError, match=r"file/memary\.db cannot be opened"):
        await opening(tmp_path / "file" / "memary.db")


async def test_a_folder_in_place_of_the_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="cannot be opened"):
        await opening(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_only_be_read_is_read_and_says_why_it_is_not_written(path: Path) -> None:
    async def read_and_write() -> None:
        async with opened_store("sqlite-file", path) as store:
            assert await store.users() == []
            with pytest.raises(StoreUnavailableError, match="permissions"):
                await say(store, message("ada"))

    asyncio.run(opening(path))
    path.chmod(0o400)
    asyncio.run(read_and_write())


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary, " * 200)
    with pytest.raises(StoreUnavailableError, match="not a SQLite database"):
        asyncio.run(opening(path))
    assert path.read_text() == "Dear diary, " * 200


async def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    execute(path, "CREATE TABLE cookies (name TEXT)")
    with pytest.raises(StoreUnavailableError, match="another program"):
        await opening(path)


async def test_a_damaged_file_says_what_to_do(path: Path) -> None:
    store = SqliteStore(path)
    await store.migrate(SPEC)
    await say_stored(store, *(message("ada", f"text {n}", at=NOW + minutes(n)) for n in range(300)))
    await store.scrub()
    await store.aclose()
    spoil(path)
    store = SqliteStore(path)
    try:
        with pytest.raises(StoreUnavailableError, match="is damaged"):
            await store.read(MessageQuery(Scope(user_id="ada")))
    finally:
        await store.aclose()


async def test_a_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    await opening(path)
    execute(path, "PRAGMA user_version = 99")
    with pytest.raises(SchemaVersionError, match="99"):
        await opening(path)


async def test_what_a_newer_memary_upgrades_while_it_is_open_takes_no_more_writes_of_this_one(path: Path) -> None:
    async with opened_store("sqlite-file", path) as store:
        kept = await say_stored(store, message("ada", "before"))
        execute(path, "PRAGMA user_version = 99")
        with pytest.raises(SchemaVersionError, match=r"99.*upgrade memary"):
            await say_stored(store, message("ada", "after"))
        assert await store.read(MessageQuery(Scope(user_id="ada"))) == kept


async def test_a_store_that_was_never_set_up_says_so(path: Path) -> None:
    store = SqliteStore(path)
    try:
        with pytest.raises(StoreUnavailableError, match="migrate"):
            await store.users()
    finally:
        await store.aclose()


async def test_a_file_that_is_not_there_has_no_model_and_is_not_made(path: Path) -> None:
    store = SqliteStore(path)
    try:
        assert await store.stored_embedding() is None
    finally:
        await store.aclose()
    assert os.listdir(path.parent) == []
    memory = SqliteStore(":memory:")
    try:
        assert await memory.stored_embedding() is None
    finally:
        await memory.aclose()


async def test_a_refused_embedding_changes_nothing(store: SqliteStore, path: Path) -> None:
    other = SqliteStore(path)
    try:
        with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
            await other.migrate(EmbeddingSpec("other", 3))
        await other.reset_embeddings(EmbeddingSpec("other", 3))
    finally:
        await other.aclose()
    with pytest.raises(EmbeddingMismatchError):  # this one still works with the old model
        await say(store, message("ada"))


async def test_everything_is_there_after_reopening(path: Path) -> None:
    async with opened_store("sqlite-file", path) as store:
        await remember(store, "ada")
        before = await dumped(store, "ada")
    async with opened_store("sqlite-file", path) as store:
        assert await dumped(store, "ada") == before
        assert len(await store.read(SearchQuery(Scope(user_id="ada"), Message, terms=["berlin"]))) == 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]  # nothing but the one file is left
