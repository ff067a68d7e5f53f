"""Run sync methods over one event loop: each open object has a loop in a thread of its own.

So it does not matter which thread, notebook or framework calls, and connections are never shared between loops.
An async method marked `@on_loop` may be awaited in any asyncio or trio loop; `sync_twin` gives its sync twin. Both
refuse arguments of another kind than the method's annotations say.

Work that blocks goes into the loop's own threads (`asyncio.to_thread`), which it waits for at its end; a tool of the
user's, which may never return, into others.

Nothing has to be closed: a loop ends, and releases what hangs on it, when its object is dropped and when the
program ends. A loop belongs to the process that made it; in a fork it says so instead of waiting for ever.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial, wraps
from inspect import unwrap
from queue import Empty, SimpleQueue
from types import FunctionType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import anyio
from anyio.from_thread import BlockingPortal

from memary.checks.arguments import check_arguments
from memary.errors import InputError, StoreUnavailableError

P = ParamSpec("P")
T = TypeVar("T")
Release = Callable[[], Coroutine[Any, Any, None]]

_log = logging.getLogger("memary")

_PATIENCE_AT_EXIT = 5.0
"""Seconds that the end of a program waits for a loop to release what it holds."""

_GLANCE = 0.5
"""Seconds between two looks for a Ctrl-C.

A wait without end does not notice one that comes just before it, and on Windows none at all.
"""

_CLOSED = "This memory is closed: open it again."
_FORKED = "This memory was opened before the process was forked: open one in each process, after the fork."


class _LoopThread(threading.Thread):
    """An event loop in a daemon thread, which does its last work before it ends."""

    def __init__(self) -> None:
        super().__init__(name="memary", daemon=True)
        self.last_work: Release = _nothing
        self.process = os.getpid()
        self._begun: Future[None] = Future()
        self._ending: Future[None] | None = None
        self._outcomes: dict[Future[Any], asyncio.Task[Any] | None] = {}
        self._is_ending = False
        self._lock = threading.RLock()  # a signal may end the loop while its thread begins work
        _running.add(self)
        bell = _bell(self._begun)
        self.start()
        try:
            awaited(self._begun, bell)
        except OSError as error:
            raise StoreUnavailableError(
                f"No event loop can be made for this memory ({error.strerror or error}): "
                "close other memories and files of this process, or raise its limits."
            ) from error

    def run(self) -> None:
        """Run the loop until it is ended."""
        try:
            anyio.run(self._serve)
        except BaseException as error:
            if not self._begun.done():
                self._begun.set_exception(error)
            elif self._ending is None or not isinstance(error, RuntimeError):
                raise
            # else the program ends, and some Pythons start no thread any more that asyncio wants for its own end
        finally:
            _running.discard(self)
            self._refuse_more()
            for outcome in [*self._outcomes]:
                _abandon(outcome)

    def begin(self, outcome: Future[T], function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> None:
        """Begin a coroutine function in the loop, in the caller's context; cancelling its outcome cancels it.

        The coroutine is made in the loop's thread, where no signal comes: a Ctrl-C leaves none that is never awaited.
        The portal does that with a scope for each call, which takes more than twice the time.

        Raises:
            RuntimeError: the loop has ended, or is about to.
        """
        outcome.add_done_callback(self._let_go)
        with self._lock:  # either the loop still sees it, and cancels it at its end, or it is refused
            if self._is_ending:
                raise RuntimeError("The loop is ending.")
            self._outcomes[outcome] = None
            self.loop.call_soon_threadsafe(self._work, outcome, function, args)

    def _work(
        self, outcome: Future[T], function: Callable[..., Coroutine[Any, Any, T]], args: tuple[object, ...]
    ) -> None:
        """Make a coroutine and its task, unless nobody waits for the outcome any more."""
        if outcome.cancelled():
            return
        try:
            task = self.loop.create_task(function(*args))
        except Exception as error:  # noqa: BLE001  it is for who waits
            if outcome.set_running_or_notify_cancel():
                outcome.set_exception(error)
            return
        task.add_done_callback(partial(_tell, outcome))
        self._outcomes[outcome] = task  # not kept by the outcome: freed in the main thread, it can swallow a Ctrl-C
        if outcome.cancelled():
            self._let_go(outcome)

    def _let_go(self, outcome: Future[Any]) -> None:
        task = self._outcomes.pop(outcome, None)
        if task and outcome.cancelled():
            with suppress(RuntimeError):  # the loop ended just now
                self.loop.call_soon_threadsafe(task.cancel)

    def _refuse_more(self) -> None:
        with self._lock:
            self._is_ending = True

    async def _serve(self) -> None:
        async with BlockingPortal() as portal:
            self.portal, self.loop = portal, asyncio.get_running_loop()
            self._begun.set_result(None)
            await portal.sleep_until_stopped()

    def end(self) -> Future[None]:
        """Begin to end, unless it has begun; return what holds the outcome of the last work."""
        if self._begun.exception():  # waited for: whoever made it may have been interrupted at that
            raise RuntimeError("The loop has never begun.")
        with self._lock:
            if self._ending is None:
                self._ending = Future()
                self.loop.call_soon_threadsafe(self._start_end, self._ending)
            return self._ending

    def _start_end(self, outcome: Future[None]) -> None:
        self._last_task = self.loop.create_task(self._end(outcome))

    async def _end(self, outcome: Future[None]) -> None:
        work = asyncio.ensure_future(self.last_work())
        await asyncio.wait([work])
        self._refuse_more()
        await self.portal.stop(cancel_remaining=True)
        if work.cancelled() or not (error := work.exception()):
            outcome.set_result(None)
        else:
            outcome.set_exception(error)


def _tell(outcome: Future[T], task: asyncio.Task[T]) -> None:
    if task.cancelled():
        outcome.cancel()
    if not outcome.set_running_or_notify_cancel():
        return
    if error := task.exception():
        outcome.set_exception(error)
    else:
        outcome.set_result(task.result())


def _abandon(outcome: Future[Any]) -> None:
    """Tell who waits that a loop which is over does not do this work any more."""
    with suppress(InvalidStateError):
        outcome.set_exception(CancelledError())  # cancelling it would want the loop


async def _nothing() -> None:
    """Release nothing."""


_running: set[_LoopThread] = set()
"""The loops of this process, until their threads have ended."""


def _end_all() -> None:
    """End every loop of this process and wait for it, so that programs that close nothing leak nothing."""
    threads = [thread for thread in _running if thread.is_alive()]
    for thread in threads:
        with suppress(RuntimeError):  # ended just now
            thread.end()
    for thread in threads:
        thread.join(_PATIENCE_AT_EXIT)


def _drop(thread: _LoopThread) -> None:
    """End a loop that nothing refers to any more.

    The garbage collector must not wait, whose thread it may be.
    """
    if thread.process == os.getpid() and thread.is_alive():
        with suppress(RuntimeError):  # ended just now
            thread.end().add_done_callback(_report)


def _report(outcome: Future[None]) -> None:
    if error := outcome.exception():
        _log.warning("closing: %s", error)


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # their threads are not there


class Loop:
    """An event loop in a daemon thread, for as long as this object is referred to."""

    def __init__(self) -> None:
        self._thread = _LoopThread()
        self._is_closed = False
        weakref.finalize(self, _drop, self._thread).atexit = False  # at exit all loops end together

    def at_end(self, release: Release) -> None:
        """Await `release` in the loop before it ends.

        It must not refer to this object, or that is never dropped.
        """
        self._thread.last_work = release

    def start(self, function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> Future[T]:
        """Start a coroutine function in the loop.

        Raises:
            StoreUnavailableError: the loop is closed, or belongs to the process that this one was forked from.
        """
        outcome: Future[T] = Future()
        try:
            self._begin(outcome, function, *args)
        except BaseException:  # a Ctrl-C may come behind the beginning
            outcome.cancel()
            raise
        return outcome

    def wait(self, function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> T:
        """Run a coroutine function in the loop, and wait for what it returns.

        Ctrl-C ends the work, too.

        Raises:
            StoreUnavailableError: as `start` does, or the loop was closed meanwhile.
        """
        outcome: Future[T] = Future()
        bell = _bell(outcome)  # made before the loop has it, which would wait for what a Ctrl-C leaves locked
        try:
            self._begin(outcome, function, *args)
            return result_of(outcome, bell)
        except BaseException:
            outcome.cancel()
            raise

    async def call(self, function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> T:
        """Run a coroutine function in the loop, awaited in another; cancelling the one cancels the other.

        Raises:
            StoreUnavailableError: as `start` does.
        """
        portal = self._usable().portal
        try:
            return await portal.call_async(function, *args, abandon_on_cancel=True)
        except CancelledError as error:
            raise StoreUnavailableError(_CLOSED) from error
        except RuntimeError as error:
            if self._thread.is_alive():
                raise
            raise StoreUnavailableError(_CLOSED) from error

    def is_running_here(self) -> bool:
        """Return whether the caller runs inside this loop."""
        return threading.current_thread() is self._thread

    def close(self) -> None:
        """Do the last work, cancel what still runs, and stop the loop and its thread.

        Safe twice, and in a fork.
        """
        self._is_closed = True
        if self._thread.process != os.getpid():
            return
        outcome = self._thread.end() if self._thread.is_alive() else None
        if outcome is None or self.is_running_here():
            return
        try:
            awaited(outcome)
        finally:
            while self._thread.is_alive():
                self._thread.join(_GLANCE)

    def _begin(self, outcome: Future[T], function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> None:
        thread = self._usable()
        try:
            thread.begin(outcome, function, *args)
        except RuntimeError as error:  # closed just now
            raise StoreUnavailableError(_CLOSED) from error

    def _usable(self) -> _LoopThread:
        if self._thread.process != os.getpid():
            raise StoreUnavailableError(_FORKED)
        if self._is_closed:
            raise StoreUnavailableError(_CLOSED)
        return self._thread


def is_cancelled() -> bool:
    """Return whether the running task was told to end; an error that it meets then may come of that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def awaited(future: Future[T], bell: threading.Lock | None = None) -> T:
    """Wait for a future so that Ctrl-C is noticed, and return its result or raise its error.

    Its own condition is not waited for: interrupted there, it can raise a RuntimeError, or be locked for ever.
    """
    bell = bell or _bell(future)
    while not bell.acquire(timeout=_GLANCE):
        pass
    return future.result()


def _bell(future: Future[Any]) -> threading.Lock:
    """Return a lock that is held until a future is done."""
    bell = threading.Lock()
    bell.acquire()
    future.add_done_callback(lambda _: bell.release())
    return bell


def pieces(source: SimpleQueue[T | None]) -> Iterator[T]:
    """Return what comes out of a queue, until a None; while it waits, Ctrl-C is noticed."""
    while True:
        try:
            piece = source.get(timeout=_GLANCE)
        except Empty:
            continue
        if piece is None:
            return
        yield piece


def result_of(future: Future[T], bell: threading.Lock | None = None) -> T:
    """Wait for what was started in a loop, and return its result.

    Raises:
        StoreUnavailableError: the loop was closed meanwhile.
    """
    try:
        return awaited(future, bell)
    except CancelledError as error:
        raise StoreUnavailableError(_CLOSED) from error


class OnLoop(Protocol):
    """Anything that has such a loop."""

    @property
    def loop(self) -> Loop:
        """Where its work runs."""
        ...


S = TypeVar("S", bound=OnLoop)
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]


def on_loop(method: Method[S, P, T]) -> Method[S, P, T]:
    """Make an async method run in its object's loop, whichever loop awaits it."""

    @wraps(method)
    async def hop(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        check_arguments(method, (self, *args), kwargs)
        with _naming(method, method.__name__, self):
            if self.loop.is_running_here():
                return await method(self, *args, **kwargs)
            return await self.loop.call(partial(method, self, *args, **kwargs))

    return hop


def sync_twin(method: Method[S, P, T]) -> Callable[Concatenate[S, P], T]:
    """Return the sync twin of an async method: same parameters, waits for the result.

    It is called as the method without the `a` in front, also in tracebacks.

    Raises:
        InputError: it is called inside the object's own loop, as by an async tool: it would wait for itself.
    """
    name = method.__name__.removeprefix("a")
    inner: Method[S, P, T] = unwrap(method)  # the hop into the loop is made here

    @wraps(method)
    def wait(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.loop.is_running_here():
            raise InputError(
                f"Inside memary's own event loop, await {method.__name__}(…) instead of the sync method."
            )
        check_arguments(inner, (self, *args), kwargs)
        with _naming(inner, name, self):
            return self.loop.wait(partial(inner, self, *args, **kwargs))

    twin = cast("FunctionType", wait)
    twin.__name__, twin.__qualname__ = name, method.__qualname__.removesuffix(method.__name__) + name
    twin.__code__ = twin.__code__.replace(co_name=name, co_qualname=twin.__qualname__)
    return wait


@contextmanager
def _naming(method: Callable[..., object], name: str, owner: object) -> Generator[None]:
    """Let the error of arguments that do not fit name what was called."""
    try:
        yield
    except TypeError as error:
        called = f"{method.__qualname__}()"
        if not str(error).startswith(called):
            raise
        raise TypeError(str(error).replace(called, f"{type(owner).__name__}.{name}()", 1)) from None


async def read_ahead(items: Iterator[T]) -> AsyncGenerator[T]:
    """Yield items; while one is worked on, the next is made in a thread.

    Where it ends early it waits for that thread: close it (`aclosing`) before what the items are made of.
    """
    end: Any = object()
    making = asyncio.ensure_future(asyncio.to_thread(next, items, end))
    try:
        while (item := await making) is not end:
            making = asyncio.ensure_future(asyncio.to_thread(next, items, end))
            yield item
    finally:
        await asyncio.gather(making, return_exceptions=True)
