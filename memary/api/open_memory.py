"""Open and close a memory: set its store up, and end its loop and worker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial, wraps
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar, cast

from anyio import CancelScope, to_thread

from memary.api.core import MemoryCore
from memary.errors import StoreUnavailableError
from memary.event_loop import Loop
from memary.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


def async_twin(opening: Callable[Concatenate[type[T], P], T]) -> Callable[Concatenate[type[T], P], Awaitable[T]]:
    """Return the async twin of a class method that opens a memory, with the same parameters."""
    function = cast("classmethod[T, P, T]", opening).__func__

    @wraps(function, assigned=("__annotations__",))
    async def aopen(cls: type[T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Open a memory without blocking the running event loop; see `open`."""
        return await to_thread.run_sync(partial(function, cls, *args, **kwargs))

    return aopen


class OpenMemory:
    """What is opened and closed: by `close`, by `with`, or by itself."""

    def __init__(self, core: MemoryCore) -> None:
        self.core = core

    def _started(self, *, reembed: bool) -> Self:
        """Set the store up, and return this; where that fails it is closed again."""
        try:
            self.loop.wait(partial(self.core.start, reembed=reembed))
        except BaseException:
            self.close()
            raise
        return self

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self.core.settings

    @property
    def loop(self) -> Loop:
        """Where its work runs."""
        return self.core.loop

    @property
    def is_offline(self) -> bool:
        """Whether there is no language model."""
        return self.core.is_offline

    def close(self) -> None:
        """Stop the worker and release everything; what is pending stays so, for the next to open.

        Safe twice. What the worker has in hand it may end, within `grace` seconds (`MEMARY_GRACE`, 5; 0: at once). A
        memory that is dropped, left by an exception, or open when the program ends, closes by itself and does not
        wait for that.
        """
        try:
            if not self.loop.is_running_here():
                with suppress(StoreUnavailableError):  # closed long since, or in a fork
                    self.loop.wait(self.core.wind_down)
        finally:
            self.loop.close()

    async def aclose(self) -> None:
        """Close without blocking the running event loop; see `close`."""
        await _finished(self.close)

    def __repr__(self) -> str:
        model = "offline" if self.core.models.chat.is_offline else self.core.models.chat.name
        return f"Memary({self.core.store.location}, {model})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.loop.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await _finished(self.close if kind is None else self.loop.close)


async def _finished(close: Callable[[], None]) -> None:
    """Wait for a closing, also where whoever waits is being cancelled."""
    with CancelScope(shield=True):
        await to_thread.run_sync(close)
