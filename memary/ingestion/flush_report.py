"""Report the messages that a worker worked off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from memary.types import Operation


@dataclass(slots=True)
class FlushReport:
    """What working off pending messages came to."""

    done: int = 0
    failed: int = 0
    pending: int = 0
    deferred: int = 0  # of those pending, how many wait for the budget
    deferred_until: datetime | None = None  # when there is room for some of them
    deferred_by: list[str] = field(default_factory=list[str])  # which caps, in sentences
    operations: Counter[str] = field(default_factory=Counter[str])
    errors: list[str] = field(default_factory=list[str])
    not_forgotten: list[str] = field(default_factory=list[str])  # ids of messages that asked to forget, with that off

    @property
    def facts_added(self) -> int:
        """Facts that were new or replaced others."""
        return self.operations["fact ADD"] + self.operations["fact UPDATE"]


def not_forgotten(messages: int) -> str:
    """Return a sentence about messages that asked to forget something while that is off."""
    asked = "1 message asks" if messages == 1 else f"{messages:,} messages ask"
    return (
        f"{asked} to forget something, and nothing was forgotten: forgetting in talk is off "
        "(MEMARY_FORGET_ON_REQUEST=true turns it on; `memary forget` does it by hand)"
    )


def count(report: FlushReport, messages: int, operations: Iterable[Operation]) -> None:
    """Add to a report messages that were read, and what that changed."""
    report.done += messages
    report.operations.update(
        f"{'fact' if _is_fact(row.after or row.before) else 'entity'} {row.action}" for row in operations
    )


def _is_fact(records: Mapping[str, JsonValue]) -> bool:
    return not records or any(isinstance(row, dict) and "predicate" in row for row in records.values())
