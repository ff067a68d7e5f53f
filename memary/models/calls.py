"""Note the calls of models and what they cost, in this process.

Nothing phones home. Model clients report each call with `record_usage`; whoever wants the sum of a stretch of work
opens `collect_usage` around it. Collectors nest and follow tasks started inside them.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

_log = logging.getLogger("memary")


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model: its role in memary, its name, its tokens and its seconds."""

    role: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(slots=True)
class Usage:
    """The calls of a stretch of work, and their sums."""

    calls: list[ModelCall] = field(default_factory=list[ModelCall])

    def count(self, role: str | None = None) -> int:
        """Count the calls of one role or of all."""
        return sum(role in (None, call.role) for call in self.calls)

    @property
    def prompt_tokens(self) -> int:
        """Return the number of tokens sent to models."""
        return sum(call.prompt_tokens for call in self.calls)

    @property
    def completion_tokens(self) -> int:
        """Return the number of tokens that models wrote."""
        return sum(call.completion_tokens for call in self.calls)

    def by_role(self) -> dict[str, dict[str, int | float]]:
        """Return calls, tokens and seconds per role as plain data."""
        rows: dict[str, dict[str, int | float]] = {}
        for call in self.calls:
            row = rows.setdefault(call.role, {"calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "seconds": 0.0})
            row["calls"] += 1
            row["prompt_tokens"] += call.prompt_tokens
            row["completion_tokens"] += call.completion_tokens
            row["seconds"] = round(row["seconds"] + call.seconds, 3)
        return rows


_collectors: ContextVar[tuple[Usage, ...]] = ContextVar("memary_usage", default=())


def record_usage(call: ModelCall) -> None:
    """Report one model call to every open collector."""
    _log.debug("%s %s: %d + %d tokens", call.role, call.model, call.prompt_tokens, call.completion_tokens)
    for usage in _collectors.get():
        usage.calls.append(call)


@contextmanager
def collect_usage(into: Usage | None = None) -> Generator[Usage]:
    """Collect the model calls made inside the block, in a new `Usage` or beside those of a given one."""
    usage = Usage() if into is None else into
    token = _collectors.set((*_collectors.get(), usage))
    try:
        yield usage
    finally:
        _collectors.reset(token)


async def collected_pieces(pieces: AsyncIterator[str], usage: Usage) -> AsyncGenerator[str]:
    """Yield the pieces of a stream, collecting the calls made for them, and close it.

    The collector is open around each step alone: pieces may be taken in different contexts.
    """
    try:
        while True:
            with collect_usage(usage):
                piece = await anext(pieces, None)
            if piece is None:
                return
            yield piece
    finally:
        close: Any = getattr(pieces, "aclose", None)
        if close is not None:
            with collect_usage(usage):
                await close()
