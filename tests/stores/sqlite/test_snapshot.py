"""Work over one snapshot of a store that is in this process."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from memary.stores.neo4j.queries.batches import joined
from memary.stores.snapshot import Reads, completed, together
from memary.stores.sqlite.store import SqliteStore


@pytest.mark.anyio
async def test_work_on_a_snapshot_may_wait_for_nothing_but_its_reads() -> None:
    store = SqliteStore(":memory:")

    async def waiting(_: Reads) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="something else than its reads"):
        await store.at_once(waiting)
    await store.aclose()


@pytest.mark.anyio
async def test_work_over_a_store_is_done_at_once_and_in_its_order() -> None:
    store = SqliteStore(":memory:")

    async def number(value: int) -> int:
        return value

    assert await together(store, number(1), number(2)) == (1, 2)
    assert not store.is_in_turns
    await store.aclose()


@pytest.mark.anyio
async def test_where_one_of_several_reads_fails_the_others_end_with_it() -> None:
    store, ended = SqliteStore(":memory:"), asyncio.Event()

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def failing() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await together(store, waiting(), failing())
    assert ended.is_set()
    await store.aclose()


def test_statements_joined_to_one_have_their_own_values_and_equal_lists_and_times_once() -> None:
    statement = "MATCH (n) WHERE n.at = $at AND n.id IN $ids LIMIT $limit RETURN collect(n.id)"
    now = datetime(2026, 5, 1, tzinfo=UTC)
    asked = [
        (statement, {"at": now, "ids": ids, "limit": limit}) for ids, limit in ((["a"], 1), (["b"], 1), (["a"], 2))
    ]
    text, values = joined(asked)
    assert values == {"at_0": now, "ids_0": ["a"], "limit_0": 1, "ids_1": ["b"], "limit_1": 1, "limit_2": 2}
    assert [text.count(f"${name}") for name in values] == [3, 2, 1, 1, 1, 1]
    assert text.endswith("RETURN list_0, list_1, list_2")


def test_completed_work_gives_its_result() -> None:
    async def number() -> int:
        return 3

    assert completed(number()) == 3
