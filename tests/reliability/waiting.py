"""A bounded wait for something that other threads and processes bring about."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def until(condition: Callable[[], object], what: str, *, seconds: float = 60.0) -> None:
    """Wait until it holds.

    Raises:
        TimeoutError: it still does not after that time.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"After {seconds:g} s still not: {what}.")
        threading.Event().wait(0.02)
