"""Work that an event loop has done in threads."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable

import pytest

from memary.stores.sqlite.driver.threads import Threads

pytestmark = pytest.mark.anyio


def _held(threads: Threads, until: threading.Event) -> asyncio.Task[bool]:
    """Begin work that ends when an event is set."""
    return asyncio.ensure_future(threads.run(lambda: until.wait(10)))


async def test_work_in_a_thread_returns_its_result_or_raises_its_error() -> None:
    threads = Threads(1, "test")
    assert await threads.run(lambda: threading.current_thread().name) == "test"
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0)
    threads.end()


async def test_a_second_piece_of_work_is_done_beside_one_that_lasts() -> None:
    threads, over = Threads(2, "test"), threading.Event()
    lasting = _held(threads, over)
    assert await threads.run(lambda: "done") == "done"
    assert not lasting.done()
    over.set()
    assert await lasting
    threads.end()


async def test_what_is_cancelled_before_its_turn_is_not_done() -> None:
    threads, over = Threads(1, "test"), threading.Event()
    done: list[str] = []
    lasting = _held(threads, over)
    await asyncio.sleep(0)
    waiting = asyncio.ensure_future(threads.run(lambda: done.append("cancelled")))
    await asyncio.sleep(0)
    waiting.cancel()
    over.set()
    await lasting
    await threads.run(lambda: done.append("next"))
    threads.end()
    assert done == ["next"]


async def test_the_end_waits_for_the_work_that_has_begun() -> None:
    threads, begun = Threads(1, "test"), threading.Event()
    done: list[str] = []

    def work() -> None:
        begun.set()
        done.append("done")

    asyncio.ensure_future(threads.run(work))  # noqa: RUF006  nobody waits for it
    await asyncio.sleep(0)
    threads.end()
    threads.end()
    assert done == ["done"]


async def test_threads_that_are_dropped_end() -> None:
    threads = Threads(1, "dropped")
    await threads.run(lambda: None)
    (thread,) = _called("dropped")
    del threads
    gc.collect()
    thread.join(10)
    assert not thread.is_alive()


async def test_where_no_thread_can_be_started_the_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    name: Callable[[], str] = lambda: threading.current_thread().name  # noqa: E731
    assert await Threads(1, "none").run(name) == threading.current_thread().name


def _called(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]
