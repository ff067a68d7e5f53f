"""Count the facts that a model proposed and that are not kept, by reason, while a batch is read.

The counts go into the usage ledger, so that whoever runs memary sees what a model's proposals are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from memary.types import DropReason

_counted: ContextVar[Counter[DropReason] | None] = ContextVar("memary_dropped", default=None)


@contextmanager
def counting_dropped() -> Generator[Counter[DropReason]]:
    """Collect what is dropped inside the block."""
    counted: Counter[DropReason] = Counter()
    token = _counted.set(counted)
    try:
        yield counted
    finally:
        _counted.reset(token)


def dropped(reason: DropReason, count: int = 1) -> None:
    """Note that facts are not kept, where somebody counts."""
    counted = _counted.get()
    if counted is not None and count:
        counted[reason] += count
