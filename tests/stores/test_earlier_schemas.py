"""A database that an earlier schema wrote is brought to the present one, with all that it holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.records import summary

from memary.queries import SummaryQuery
from stores.conformance.steps import put
from stores.opening import opened_store

pytestmark = pytest.mark.anyio


async def test_open_matters_that_stood_below_the_text_of_a_summary_become_a_list(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    held = summary("ada", "s", "They plan a trip.", open=("Book the ferry.", "订船票。"))
    async with opened_store("sqlite-file", path) as store:
        await put(store, "ada", summaries=(held,))
    with closing(sqlite3.connect(path)) as raw:  # as schema 1 was
        raw.execute("UPDATE summaries SET text = ?", (f"{held.text}\nOPEN:\n- Book the ferry.\n- 订船票。",))
        raw.execute("ALTER TABLE summaries DROP COLUMN open")
        raw.execute("PRAGMA user_version = 1")
        raw.commit()
    async with opened_store("sqlite-file", path) as store:
        assert await store.read(SummaryQuery("ada", "s")) == held
