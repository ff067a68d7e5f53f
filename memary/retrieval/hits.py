"""What recall returns: hits that say why they are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from math import prod

from pydantic import Field

from memary.types import DEFAULT_LANGUAGE, Doubt, Extractor, HitKind, Metadata, Origin, Record, Role


def score(contributions: Iterable[float], factors: Mapping[str, float]) -> float:
    """Return the sum of the contributions times the product of the factors."""
    return prod(factors.values(), start=sum(contributions))


class Signal(Record):
    """How one signal saw a hit: what that adds to the score, and the rank there (from 1) if the signal is a list."""

    rank: int | None = None
    contribution: float


class Explanation(Record):
    """Why a hit is there. The score is the sum of the contributions times the product of the factors."""

    signals: dict[str, Signal] = Field(default_factory=dict)
    factors: dict[str, float] = Field(default_factory=dict)
    path: tuple[str, ...] = ()  # names from a seed to the fact, where the graph found it

    @property
    def score(self) -> float:
        """Return the score, computed anew from the parts."""
        return score((signal.contribution for signal in self.signals.values()), self.factors)


class Hit(Record):
    """A message, fact, entity or run that recall found. Higher scores are better; they compare within one search."""

    kind: HitKind
    id: str
    text: str
    score: float
    created_at: datetime  # when it was said; for a fact, since when it is true
    invalid_at: datetime | None = None
    expires_at: datetime | None = None  # hidden from then on
    session_id: str | None = None
    role: Role | None = None
    speaker: str | None = None
    origin: Origin | None = None
    extractor: Extractor | None = None  # what read a fact
    conflict: bool = False
    in_doubt: Doubt | None = None  # of a fact that rests on something that does not hold any more
    weak: bool = False  # nothing that was found has enough to do with what was asked
    is_temporary: bool = False  # given for this call, and not in memory
    language: str = DEFAULT_LANGUAGE
    source_ids: tuple[str, ...] = ()
    metadata: Metadata = Field(default_factory=dict)
    zone: str | None = Field(
        default=None, exclude=True, repr=False
    )  # in which a message's time was given, if not UTC
    explain: Explanation = Field(default=Explanation(), repr=False)

    def __str__(self) -> str:
        return self.text
