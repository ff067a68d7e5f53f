"""Queries for the memory stream and for the entity knowledge store, which counts it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass
from datetime import datetime

from memary.queries.query import Query
from memary.queries.view import EVERYTHING, View
from memary.types import (
    EntityCount,
    Mention,
    Scope,
)


@dataclass(frozen=True, slots=True)
class MentionQuery(Query[list[Mention]]):
    """The memory stream by `(at, source_id, entity_id)`.

    Attributes:
        scope: whose.
        entity_ids: mentions of these entities.
        source_ids: mentions in these sources.
        since: made at or after that time.
        until: made before that time.
        newest_first: in the opposite order.
        limit: the first so many in that order.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    entity_ids: Collection[str] | None = None
    source_ids: Collection[str] | None = None
    since: datetime | None = None
    until: datetime | None = None
    newest_first: bool = False
    limit: int | None = None
    view: View = EVERYTHING


@dataclass(frozen=True, slots=True)
class CountQuery(Query[list[EntityCount]]):
    """Count, first and last mention of each entity that came up; by score, then name, then id.

    What counts are the entries that a `MentionQuery` of the same fields gives.

    Attributes:
        scope: whose.
        entity_ids: of these entities.
        since: made at or after that time.
        until: made before that time.
        half_life_days: the score is the count, halved for each so many days from the last mention to the time of the
            view, which has to be given; None: it is the count.
        limit: the first so many. No records are made of the others.
        enough: with `entity_ids`, how far each is counted at most; the first and last mention are right all the same.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    entity_ids: Collection[str] | None = None
    since: datetime | None = None
    until: datetime | None = None
    half_life_days: float | None = None
    limit: int | None = None
    enough: int | None = None
    view: View = EVERYTHING
