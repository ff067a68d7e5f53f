"""Run a memory's background work in its loop: the worker, and work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any


class BackgroundTasks:
    """The tasks of one open memory.

    They may only be used in its event loop.
    """

    def __init__(self) -> None:
        self._worker: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside others; `stop` waits for it."""
        task = asyncio.create_task(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    def keep_working(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None] | None:
        """Start the worker, unless it runs already, or everything is about to end; return its task."""
        if not self._is_stopping and (self._worker is None or self._worker.done()):
            # in a context of its own: what it asks of models is not part of the turn that happens to start it
            self._worker = asyncio.create_task(work(), context=Context())
        return self._worker

    async def stop(self) -> None:
        """Stop the worker, and wait for all that runs."""
        self._is_stopping = True
        if self._worker is not None:
            self._worker.cancel()
        if running := [*self._others, *filter(None, [self._worker])]:
            await asyncio.wait(running)
