"""Reads that follow each other, done in one go where the store is in this process.

What finds something reads, looks at it, and reads again. If each read goes to another thread and back, the ways
add up. So such work is a coroutine over `Reads`: a store in this process runs all of it in one thread on one
snapshot, another one as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar, overload

from memary.queries import Query

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")


class Reads(Protocol):
    """Answers queries of `memary.queries`: a store, or one snapshot of it."""

    async def read(self, query: Query[T]) -> T:
        """Answer a query."""
        ...


@overload
async def together(a: Coroutine[Any, Any, A], b: Coroutine[Any, Any, B], /) -> tuple[A, B]: ...


@overload
async def together(
    a: Coroutine[Any, Any, A], b: Coroutine[Any, Any, B], c: Coroutine[Any, Any, C], d: Coroutine[Any, Any, D], /
) -> tuple[A, B, C, D]: ...


@overload
async def together(*work: Coroutine[Any, Any, T]) -> tuple[T, ...]: ...


async def together(*work: Coroutine[Any, Any, Any]) -> tuple[Any, ...]:
    """Do work that reads: at once where reads are waited for, one after the other on a snapshot."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return tuple([await each for each in work])
    return tuple(await asyncio.gather(*work))


def completed(work: Coroutine[Any, Any, T]) -> T:
    """Run work whose reads wait for nothing, and return its result."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    work.close()
    raise RuntimeError("Work on a snapshot waits for something else than its reads.")
