"""Reads that follow each other, done in one go.

What finds something reads, looks at it, and reads again. If each read goes to another thread and back, or begins and
ends a transaction, the ways add up. So such work is a coroutine over `Reads`, in one transaction: a store in this
process runs all of it in one thread, another one where it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar, overload

from memary.queries import Query

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")


class Reads(Protocol):
    """Answers queries of `memary.queries`: a store, or one snapshot of it."""

    @property
    def is_in_turns(self) -> bool:
        """Return whether one read has to end before the next begins."""
        ...

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        ...


class Readable(Reads, Protocol):
    """Something that can be read from: a store, or several of its memories as one.

    It answers queries, and does work that reads many times.
    """

    async def at_once(self, work: Callable[[Reads], Coroutine[Any, Any, T]]) -> T:
        """Do work that reads and waits for nothing else; where it can, on one snapshot."""
        ...


@overload
async def together(reads: Reads, a: Coroutine[Any, Any, A], b: Coroutine[Any, Any, B], /) -> tuple[A, B]: ...


@overload
async def together(
    reads: Reads,
    a: Coroutine[Any, Any, A],
    b: Coroutine[Any, Any, B],
    c: Coroutine[Any, Any, C],
    d: Coroutine[Any, Any, D],
    /,
) -> tuple[A, B, C, D]: ...


@overload
async def together(
    reads: Reads,
    a: Coroutine[Any, Any, A],
    b: Coroutine[Any, Any, B],
    c: Coroutine[Any, Any, C],
    d: Coroutine[Any, Any, D],
    e: Coroutine[Any, Any, E],
    /,
) -> tuple[A, B, C, D, E]: ...


@overload
async def together(reads: Reads, /, *work: Coroutine[Any, Any, T]) -> tuple[T, ...]: ...


async def together(reads: Reads, /, *work: Coroutine[Any, Any, Any]) -> tuple[Any, ...]:
    """Do work over `reads`: at once if these can be, else one after the other."""
    if reads.is_in_turns:
        try:
            return tuple([await each for each in work])
        finally:  # where one fails the others are not begun
            for each in work:
                each.close()
    running = [asyncio.ensure_future(each) for each in work]
    try:
        return tuple(await asyncio.gather(*running))
    except BaseException:  # nothing goes on with what they read from
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        raise


def completed(work: Coroutine[Any, Any, T]) -> T:
    """Run work whose reads wait for nothing, and return its result."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    work.close()
    raise RuntimeError("Work on a snapshot waits for something else than its reads.")
