"""A bounded wait for something that other threads and processes bring about."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def until(condition: Callable[[], object], what: str, *, seconds: float = 60.0, longest_pause: float = 0.3) -> None:
    """Wait until it holds; what holds for a moment only needs short pauses between two looks.

    Raises:
        TimeoutError: it still does not after that time.
    """
    deadline = time.monotonic() + seconds
    pause = 0.02
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"After {seconds:g} s still not: {what}.")
        threading.Event().wait(pause)
        pause = min(2 * pause, longest_pause)  # a look may cost a server as much as what is waited for
