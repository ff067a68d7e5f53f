"""Do work in a thread, so that the event loop stays free, also while a program ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Do a piece of work in a thread of the loop's; in this one where the program ends and no thread begins any more.

    What is still said then, as by a function that was registered to be called at exit, is remembered like all else.
    """
    try:
        done = asyncio.get_running_loop().run_in_executor(None, work)
    except RuntimeError:
        return work()
    return await done
