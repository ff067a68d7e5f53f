"""A database that an earlier schema wrote is brought to the present one, with all that it holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.records import NOW, entity, fact, summary

from memary.queries import FactQuery, SummaryQuery
from memary.types import Ground, Scope
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
        _without_grounds(raw)
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
