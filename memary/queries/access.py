"""Tell whose memory a query looks at and for what, as an access log has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memary.queries.books import OperationQuery, RevisionQuery, UsageQuery
from memary.queries.graph import EntityQuery, FactQuery, SubgraphQuery
from memary.queries.messages import (
    BesideQuery,
    MessageQuery,
    SaidQuery,
    SessionQuery,
    SpeakerQuery,
    StretchQuery,
    SummaryQuery,
    ZoneQuery,
)
from memary.queries.query import Query
from memary.queries.stream import CountQuery, MentionQuery
from memary.types import (
    Scope,
)


def user_asked(query: Query[Any]) -> str | None:
    """Return whose memory a query looks at; None for what tells nothing of what was said."""
    if type(query) in _TELLING_NOTHING:
        return None
    scope: Scope | None = getattr(query, "scope", None)
    return getattr(query, "user_id", None) if scope is None else scope.user_id


def kind_asked(query: Query[Any]) -> str:
    """Return what a query looks for, as an access log tells it: "facts" of a `FactQuery`."""
    return _NAMES.get(type(query), type(query).__name__.removesuffix("Query").lower())


_TELLING_NOTHING = frozenset({UsageQuery, RevisionQuery})

_NAMES: Mapping[type, str] = {
    MessageQuery: "messages",
    BesideQuery: "messages",
    SaidQuery: "messages",
    StretchQuery: "messages",
    EntityQuery: "entities",
    FactQuery: "facts",
    MentionQuery: "stream",
    CountQuery: "stream",
    OperationQuery: "operations",
    SubgraphQuery: "graph",
    SummaryQuery: "sessions",
    SessionQuery: "sessions",
    SpeakerQuery: "messages",
    ZoneQuery: "messages",
}
