"""Do work in threads, so that the event loop stays free and processors are used, also while a program ends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

MOST_THREADS = min(4, os.cpu_count() or 1)
"""How many processors a work takes at once: others have something to do, too."""


async def in_thread(work: Callable[[], T]) -> T:
    """Do a piece of work in a thread of the loop's; in this one where the program ends and no thread begins any more.

    What is still said then, as by a function that was registered to be called at exit, is remembered like all else.
    """
    try:
        done = asyncio.get_running_loop().run_in_executor(None, work)
    except RuntimeError:
        return work()
    return await done


def in_threads(work: Callable[[S], T], parts: Sequence[S]) -> list[T]:
    """Do a work, which leaves the interpreter to other threads, on several parts at once; return what it gives.

    A single part is done in this thread, and so are all where the program ends.
    """
    if len(parts) > 1:
        try:
            with ThreadPoolExecutor(MOST_THREADS, "memary-part") as pool:
                return list(pool.map(work, parts))
        except RuntimeError:  # no thread begins any more; what the work itself raises comes again
            pass
    return [work(part) for part in parts]
