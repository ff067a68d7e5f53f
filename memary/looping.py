"""Sync methods over one event loop: each open object has a loop in a thread of its own, and all its work runs there.

So it does not matter which thread, notebook or framework calls, and connections are never shared between loops.
An async method marked `@on_loop` may be awaited in any asyncio loop; `blocking` gives its sync twin.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from memary.errors import InputError, StoreUnavailableError

P = ParamSpec("P")
T = TypeVar("T")


class Loop:
    """An event loop in a daemon thread."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = self._stack.enter_context(start_blocking_portal(name="memary"))
        self._loop = self._portal.call(asyncio.get_running_loop)

    def start(self, function: Callable[..., Coroutine[Any, Any, T]], *args: object) -> Future[T]:
        """Start a coroutine function in the loop.

        Raises:
            StoreUnavailableError: the loop is closed.
        """
        if self._portal is None:
            raise StoreUnavailableError("This memory is closed: open it again.")
        return self._portal.start_task_soon(function, *args)

    def is_running_here(self) -> bool:
        """Whether the caller runs inside this loop."""
        try:
            return asyncio.get_running_loop() is self._loop
        except RuntimeError:
            return False

    def close(self) -> None:
        """Cancel what still runs, and stop the loop and its thread. Safe twice."""
        if self._portal is not None:
            portal, self._portal = self._portal, None
            portal.call(portal.stop, True)
            self._stack.close()


class OnLoop(Protocol):
    """Anything that has such a loop."""

    @property
    def loop(self) -> Loop:
        """Where its work runs."""
        ...


S = TypeVar("S", bound=OnLoop)


def on_loop(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make an async method run in its object's loop, whichever loop awaits it."""

    @wraps(method)
    async def hop(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.loop.is_running_here():
            return await method(self, *args, **kwargs)
        return await asyncio.wrap_future(self.loop.start(partial(method, self, *args, **kwargs)))

    return hop


def blocking(method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[S, P], T]:
    """Return the sync twin of an async method: same parameters, waits for the result.

    Raises:
        InputError: it is called inside the object's own loop, as by an async tool: it would wait for itself.
    """

    @wraps(method)
    def wait(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.loop.is_running_here():
            raise InputError(
                f"Inside memary's own event loop, await {method.__name__}(…) instead of the sync method."
            )
        future = self.loop.start(partial(method, self, *args, **kwargs))
        try:
            return future.result()
        except BaseException:
            future.cancel()  # Ctrl-C ends the work, not only the waiting for it
            raise

    return wait
