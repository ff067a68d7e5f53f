"""The query by words and by meaning, and what it finds."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from memary.queries.query import Query
from memary.queries.view import EVERYTHING, View
from memary.types import (
    Embedding,
    Entity,
    Fact,
    Message,
    Role,
    Said,
    Scope,
)

R = TypeVar("R", Message, Said, Fact, Entity)


class Candidate(NamedTuple, Generic[R]):
    """A record found by a `SearchQuery`, with the score of each signal that found it (higher is better).

    `text` is a BM25-like score, `vector` a cosine; None where that signal did not put it among its best.
    """

    record: R
    text: float | None = None
    vector: float | None = None


@dataclass(frozen=True, slots=True)
class SearchQuery(Query[list[Candidate[R]]], Generic[R]):
    """Records found by words and by meaning: the union of both signals' best, in no promised order.

    Entities that are mere values are found by their facts only.

    Attributes:
        scope: whose.
        kind: `Message`, `Said`, `Fact` or `Entity`.
        terms: segmented words (`memary.languages.terms`), any of which may match; empty for no text search.
        vector: the query's embedding; None for no vector search.
        limit: how many each signal may contribute.
        least: the cosine from which on a record is found by its vector.
        since: only messages said, or facts valid, at or after that time.
        until: only messages said, or facts valid, before that time.
        roles: only messages of these roles.
        view: see `View`; it holds before the best are taken.
    """

    scope: Scope
    kind: type[R]
    _: KW_ONLY
    terms: Sequence[str] = ()
    vector: Embedding | None = None
    limit: int = 50
    least: float = -math.inf
    since: datetime | None = None
    until: datetime | None = None
    roles: Collection[Role] | None = None
    view: View = EVERYTHING
