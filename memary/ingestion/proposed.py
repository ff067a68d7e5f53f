"""What is proposed to the graph and what it is held against: the input of `resolve`, alike for all extractors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memary.types import FOREVER, Entity, Fact, FactKind, Origin

GENERIC = "thing"
"""The type of an entity of which no more is known; it goes with every other."""

VALUE = "value"
"""The type of objects that are a date, a number or another bare value: found only as such, and they do not come up in
the memory stream."""


@dataclass(frozen=True, slots=True)
class Source:
    """A message (or fact) that something comes from, and when it was said."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity proposed by name."""

    name: str
    type: str = GENERIC
    aliases: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    description: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFact:
    """A fact proposed by a model, a rule or a caller. The types tell apart things of one name."""

    subject: str
    predicate: str  # as memary.text.names.predicate_key gives it
    object: str
    statement: str
    valid_at: datetime
    invalid_at: datetime = FOREVER
    subject_type: str = GENERIC
    object_type: str = GENERIC
    op: Literal["ADD", "UPDATE", "DELETE", "NONE"] = "ADD"
    target_id: str | None = None
    correction: bool = False
    importance: int = 2
    kind: FactKind = FactKind.FACT
    origin: Origin = Origin.USER
    extractor: Literal["model", "rule", "caller"] = "model"
    confidence: float = 1.0
    language: str = "en"
    quote: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the graph holds that the proposals may touch, at one revision."""

    revision: int
    entities: Sequence[Entity] = ()
    facts: Sequence[Fact] = ()
