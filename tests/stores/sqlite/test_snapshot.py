"""Work over one snapshot of a store that is in this process."""

from __future__ import annotations

import asyncio
import inspect

import pytest

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


@pytest.mark.anyio
async def test_on_a_snapshot_what_comes_after_a_read_that_fails_is_not_begun() -> None:
    store = SqliteStore(":memory:")

    async def failing() -> None:
        raise LookupError

    async def further() -> None:
        raise AssertionError

    never = further()

    async def work(reads: Reads) -> None:
        await together(reads, failing(), never)

    with pytest.raises(LookupError):
        await store.at_once(work)
    assert inspect.getcoroutinestate(never) == inspect.CORO_CLOSED
    await store.aclose()


def test_completed_work_gives_its_result() -> None:
    async def number() -> int:
        return 3

    assert completed(number()) == 3
