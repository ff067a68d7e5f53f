"""One event loop behind sync and async methods: threads, loops within loops, cancelling, closing."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import threading
import warnings
from asyncio import base_events, tasks
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from types import FrameType

import pytest
import trio

from memary import event_loop
from memary.errors import InputError, StoreUnavailableError
from memary.event_loop import Loop, on_loop, sync_twin
from memary.models.calls import ModelCall, collect_usage, record_usage


class Worker:
    """Does things in a loop of its own."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.entered = threading.Event()
        self.cancelled = threading.Event()

    @on_loop
    async def athread(self) -> str:
        """Say where it runs."""
        return threading.current_thread().name

    thread = sync_twin(athread)

    @on_loop
    async def afail(self, message: str) -> None:
        """Raise."""
        raise InputError(message)

    fail = sync_twin(afail)

    @on_loop
    async def await_for_ever(self) -> None:
        """Wait until cancelled."""
        self.entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled.set()

    wait_for_ever = sync_twin(await_for_ever)

    @on_loop
    async def anested(self) -> str:
        """Call another of the same object."""
        return await self.athread()

    nested = sync_twin(anested)

    @on_loop
    async def awrong(self) -> str:
        """Call a sync twin inside the loop."""
        return self.thread()

    wrong = sync_twin(awrong)

    @on_loop
    async def agreet(self, name: str, *, loudly: bool = False) -> str:
        """Greet somebody."""
        return f"Hello {name}{'!' * loudly}"

    greet = sync_twin(agreet)

    @on_loop
    async def aspend(self) -> None:
        """Report a model call."""
        record_usage(ModelCall("chat", "m", 1, 2, 0.0))

    spend = sync_twin(aspend)


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.loop.close()


def test_sync_and_async_run_in_the_same_thread_of_the_object(worker: Worker) -> None:
    assert worker.thread() == asyncio.run(worker.athread()) == worker.nested() == "memary"


def test_the_sync_method_works_inside_a_running_loop(worker: Worker) -> None:
    async def notebook() -> str:
        return worker.thread()

    assert asyncio.run(notebook()) == "memary"


def test_many_threads_may_call_at_once(worker: Worker) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(lambda _: worker.thread(), range(64))) == {"memary"}


def test_errors_come_out_as_they_were_raised(worker: Worker) -> None:
    with pytest.raises(InputError, match="no such thing"):
        worker.fail("no such thing")
    with pytest.raises(InputError, match="no such thing"):
        asyncio.run(worker.afail("no such thing"))


def test_the_sync_method_inside_its_own_loop_is_an_error_and_no_deadlock(worker: Worker) -> None:
    with pytest.raises(InputError, match="await athread"):
        worker.wrong()


def waits_for_its_result(thread: int) -> bool:
    """Whether a thread is at the end of the sync twin of a method."""
    return sys._current_frames()[thread].f_code is event_loop.awaited.__code__


def test_interrupting_the_wait_cancels_the_work(worker: Worker) -> None:
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        worker.entered.wait(30)
        while not waits_for_its_result(main):
            worker.cancelled.wait(0.001)  # the work has begun before the caller waits for it
        signal.pthread_kill(main, signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            worker.wait_for_ever()
    finally:
        signal.signal(signal.SIGINT, before)
    assert worker.cancelled.wait(30)


def interrupted_at(moment: int, worker: Worker) -> bool:
    """Interrupt a call at one of the moments at which Python looks for signals, from its begin until it waits.

    Return whether that was the last of them.
    """
    ours, passed, waits = {event_loop.__file__, base_events.__file__, tasks.__file__}, 0, False

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal passed, waits
        waits = event == "c_call" and frame.f_code is event_loop.awaited.__code__
        passed += waits or (event in {"call", "c_return"} and frame.f_code.co_filename in ours)
        if waits or passed == moment:
            sys.setprofile(before)
            raise KeyboardInterrupt

    before = sys.getprofile()
    sys.setprofile(look)
    with pytest.raises(KeyboardInterrupt):
        worker.wait_for_ever()
    return waits


def test_ctrl_c_while_work_is_handed_over_leaves_none_behind(worker: Worker) -> None:
    async def others() -> int:
        for _ in range(100):
            await asyncio.sleep(0)  # a look again
        return len(asyncio.all_tasks())

    before = worker.loop.wait(others)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        moments = next(moment for moment in count(1) if interrupted_at(moment, worker))
        gc.collect()
    assert (worker.loop.wait(others), [str(warning.message) for warning in told]) == (before, [])
    assert moments > 10


def test_cancelling_the_awaiting_task_cancels_the_work(worker: Worker) -> None:
    async def give_up() -> None:
        task = asyncio.create_task(worker.await_for_ever())
        await asyncio.to_thread(worker.entered.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
    assert worker.cancelled.wait(30)


def test_usage_is_collected_across_the_threads(worker: Worker) -> None:
    with collect_usage() as usage:
        worker.spend()
    worker.spend()
    assert (usage.count(), usage.prompt_tokens, usage.completion_tokens) == (1, 1, 2)


def test_closing_cancels_what_still_runs() -> None:
    worker = Worker()
    future = worker.loop.start(worker.await_for_ever)
    assert worker.entered.wait(30)
    worker.loop.close()
    assert worker.cancelled.is_set()
    assert future.cancelled()


def test_closing_tells_the_one_who_waits() -> None:
    worker = Worker()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(worker.wait_for_ever)
        assert worker.entered.wait(30)
        worker.loop.close()
        with pytest.raises(StoreUnavailableError, match="closed"):
            waiting.result(30)


def test_what_comes_while_the_loop_ends_is_not_begun_any_more(caplog: pytest.LogCaptureFixture) -> None:
    worker, enough = Worker(), threading.Event()

    async def keep_a_thread() -> None:
        asyncio.get_running_loop().run_in_executor(None, enough.wait)

    worker.loop.start(worker.await_for_ever)
    assert worker.entered.wait(30)
    worker.loop.wait(keep_a_thread)
    closing = threading.Thread(target=event_loop._end_all)
    closing.start()
    assert worker.cancelled.wait(30)  # now it only waits for its threads
    try:
        with pytest.raises(StoreUnavailableError, match="closed"):
            worker.greet("Ada")
    finally:
        enough.set()
        closing.join(30)
    assert caplog.messages == []


def test_closing_releases_what_hangs_on_the_loop_once() -> None:
    worker, released = Worker(), list[str]()

    async def release() -> None:
        released.append(threading.current_thread().name)

    worker.loop.at_end(release)
    worker.loop.close()
    worker.loop.close()
    assert released == ["memary"]


def test_an_error_of_the_release_comes_out_of_close_and_the_thread_ends() -> None:
    worker = Worker()

    async def release() -> None:
        raise InputError("it does not let go")

    worker.loop.at_end(release)
    thread = thread_of(worker)
    with pytest.raises(InputError, match="let go"):
        worker.loop.close()
    assert not thread.is_alive()


def test_a_dropped_object_releases_what_hangs_on_its_loop_and_ends_its_thread() -> None:
    worker, released = Worker(), threading.Event()

    async def release() -> None:
        released.set()

    worker.loop.at_end(release)
    thread = thread_of(worker)
    del worker
    thread.join(30)
    assert released.is_set()
    assert not thread.is_alive()


def test_an_object_dropped_on_its_own_thread_ends_it() -> None:
    worker = Worker()
    thread = thread_of(worker)
    cycle: list[object] = [worker]
    cycle.append(cycle)

    async def collect() -> None:
        gc.collect()

    future = worker.loop.start(collect)
    del worker, cycle
    future.result(30)
    gc.collect()
    thread.join(30)
    assert not thread.is_alive()


def thread_of(worker: Worker) -> threading.Thread:
    """Return the thread of an object's loop."""

    async def here() -> threading.Thread:
        return threading.current_thread()

    return worker.loop.start(here).result()


def test_errors_of_arguments_name_what_was_called(worker: Worker) -> None:
    with pytest.raises(TypeError, match=r"^Worker\.greet\(\) got an unexpected keyword argument 'quietly'"):
        worker.greet("Ada", quietly=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^Worker\.agreet\(\) missing 1 required positional argument: 'name'"):
        asyncio.run(worker.agreet())  # type: ignore[call-arg]


def test_a_sync_twin_goes_by_its_own_name_also_in_tracebacks(worker: Worker) -> None:
    assert (worker.fail.__name__, Worker.fail.__qualname__) == ("fail", "Worker.fail")
    with pytest.raises(InputError) as raised:
        worker.fail("oh")
    assert "fail" in [entry.name for entry in raised.traceback]


def test_async_methods_may_be_awaited_in_trio_and_are_cancelled_there(worker: Worker) -> None:
    async def main() -> str:
        with trio.move_on_after(0):
            await worker.await_for_ever()
        return await worker.agreet("Ada", loudly=True)

    assert trio.run(main) == "Hello Ada!"


def test_a_closed_loop_says_so_and_closes_twice(worker: Worker) -> None:
    worker.loop.close()
    worker.loop.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        worker.thread()
    with pytest.raises(StoreUnavailableError, match="closed"):
        asyncio.run(worker.athread())
