"""Report the messages that a worker worked off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from memary.forgetting.plan import Manifest
from memary.types import DEFAULT_LANGUAGE, Operation


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
    forgotten: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])  # by who asked: what went
    not_found: list[str] = field(default_factory=list[str])  # ids of messages that asked to forget what is not known
    unclear: list[str] = field(default_factory=list[str])  # of those that may mean several things, which all stay

    @property
    def facts_added(self) -> int:
        """Facts that were new or replaced others."""
        return self.operations["fact ADD"] + self.operations["fact UPDATE"]


def not_forgotten(messages: int) -> str:
    """Return a sentence about messages that asked to forget something while that is off."""
    return (
        f"{_asking(messages)} something, and nothing was forgotten: forgetting in talk is off "
        "(MEMARY_FORGET_ON_REQUEST=true turns it on; `memary forget` does it by hand)"
    )


def _asking(messages: int) -> str:
    return "1 message asks to forget" if messages == 1 else f"{messages:,} messages ask to forget"


class AskedToForget(Protocol):
    """What requests to forget came to, as `FlushReport` has it."""

    @property
    def forgotten(self) -> Mapping[str, Mapping[str, int]]: ...  # noqa: D102

    @property
    def not_found(self) -> Sequence[str]: ...  # noqa: D102

    @property
    def unclear(self) -> Sequence[str]: ...  # noqa: D102

    @property
    def not_forgotten(self) -> Sequence[str]: ...  # noqa: D102


def forgotten(asked: AskedToForget) -> str:
    """Return in a sentence how much was forgotten since messages asked for it; "" for nothing."""
    together = Counter[str]()
    for counts in asked.forgotten.values():
        together.update(counts)
    went = Manifest.model_validate(together).told(DEFAULT_LANGUAGE)
    return f"Forgotten as asked: {went}." if went else ""


def unmet(asked: AskedToForget) -> list[str]:
    """Return sentences about messages that asked to forget something, where nothing was forgotten."""
    told: list[str] = []
    if asked.not_found:
        told.append(f"{_asking(len(asked.not_found))} what memory does not know: nothing was forgotten.")
    if asked.unclear:
        told.append(
            f"{_asking(len(asked.unclear))} what may be several things, and nothing was forgotten: "
            "say it more exactly, or use `memary forget`."
        )
    if asked.not_forgotten:
        told.append(f"{not_forgotten(len(asked.not_forgotten))}.")
    return told


def count(report: FlushReport, messages: int, operations: Iterable[Operation]) -> None:
    """Add to a report messages that were read, and what that changed."""
    report.done += messages
    report.operations.update(
        f"{'fact' if _is_fact(row.after or row.before) else 'entity'} {row.action}" for row in operations
    )


def _is_fact(records: Mapping[str, JsonValue]) -> bool:
    return not records or any(isinstance(row, dict) and "predicate" in row for row in records.values())
