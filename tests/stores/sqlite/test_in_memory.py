"""Stores in memory begin as copies of tables that a process makes once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memary import Memary
from memary.stores.sqlite import SqliteStore
from stores.opening import opened_store


def layout(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """All tables, indexes and triggers, and what the connection does about references and removed bytes."""
    made = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
    pragmas = ("application_id", "user_version", "foreign_keys", "secure_delete", "cache_size")
    return [*map(tuple, made), *(tuple(connection.execute(f"PRAGMA {name}").fetchone()) for name in pragmas)]


@pytest.mark.anyio
async def test_a_store_in_memory_is_laid_out_as_a_file_is(tmp_path: Path) -> None:
    layouts: list[list[tuple[object, ...]]] = []
    for kind in ("sqlite-memory", "sqlite-file"):
        async with opened_store(kind, tmp_path / "memary.db") as store:
            assert isinstance(store, SqliteStore)
            layouts.append(await store._database.maintain(layout))  # pyright: ignore[reportPrivateUsage]
    assert layouts[0] == layouts[1]


def test_stores_in_memory_that_are_opened_at_once_hold_nothing_of_each_other() -> None:
    def told(town: str) -> list[str]:
        with Memary.open("sqlite:///:memory:", worker=False) as memory:
            memory.add(f"I moved to {town}.", user_id="ada")
            return [message.content for message in memory.messages.list(user_id="ada")]

    towns = [f"Town {number}" for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(told, towns)) == [[f"I moved to {town}."] for town in towns]
