"""Do pieces of work in threads for whoever waits in an event loop.

An executor of the standard library makes a future that threads can wait for, and another one for the loop, and a
search or an `add` goes to and fro between loop and threads again and again.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")

_Pieces = SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None]
"""Work with what waits for it; None ends a thread."""


class Threads:
    """A few threads, which start when there is work for them and end when this object is dropped.

    Args:
        most: how many at most; with none the work is done where it is asked for, piece after piece.
        name: how they are called.
    """

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._pieces: _Pieces = SimpleQueue()
        self._started: list[threading.Thread] = []
        self._waiting = 0  # pieces that are not done
        self._ended = weakref.finalize(self, _end, self._pieces, self._started)
        self._ended.atexit = False  # whoever has them closes them by then
        self._here = threading.Lock()  # without threads: loops of several threads may share this

    async def run(self, work: Callable[[], T]) -> T:
        """Do a piece of work in one of the threads, or in this one where there are none, or the program ends.

        What is cancelled before its turn is not done, what is being done is done to its end.
        """
        if self._waiting >= len(self._started) < self._most:
            self._start()
        if not self._started:
            try:
                with self._here:
                    return work()
            finally:
                await asyncio.sleep(0)  # whatever else the loop has to do is not kept from it by piece after piece
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pieces.put((work, outcome))
        self._waiting += 1
        try:
            return await outcome
        finally:
            self._waiting -= 1

    def end(self) -> None:
        """Wait until all work is done, and end the threads.

        Safe to call twice.
        """
        self._ended()
        with self._here:
            pass
        for thread in self._started:
            thread.join()

    def _start(self) -> None:
        # a daemon: what still runs when all memories of a program were closed, or had their time for it, is cut off
        thread = threading.Thread(target=_work, args=(self._pieces,), name=self._name, daemon=True)
        with suppress(RuntimeError):  # the program ends
            thread.start()
            self._started.append(thread)


def _end(pieces: _Pieces, threads: list[threading.Thread]) -> None:
    for _ in threads:
        pieces.put(None)


def _work(pieces: _Pieces) -> None:
    """Do piece after piece."""
    while (piece := pieces.get()) is not None:
        work, outcome = piece
        if not outcome.cancelled():
            result, error = _result_of(work)
            with suppress(RuntimeError):  # its loop has ended: nobody waits any more
                outcome.get_loop().call_soon_threadsafe(_tell, outcome, result, error)
            del result, error
        del piece, work, outcome  # what they hold is not kept until the next


def _result_of(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:  # noqa: BLE001  it is raised where it is waited for
        return None, error


def _tell(outcome: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if outcome.done():  # cancelled
        return
    if error is None:
        outcome.set_result(result)
    else:
        outcome.set_exception(error)
