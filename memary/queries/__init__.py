"""Define what is asked of memory: one frozen record per read, passed from the edge to the statement."""

from memary.queries.access import kind_asked, user_asked
from memary.queries.books import GrantQuery, OperationQuery, RevisionQuery, UsageQuery
from memary.queries.graph import EntityQuery, FactQuery, SubgraphQuery, TraversalLimits
from memary.queries.messages import (
    BesideQuery,
    MessageNeighbours,
    MessageQuery,
    SaidQuery,
    SessionQuery,
    SpeakerQuery,
    Stretches,
    StretchQuery,
    SummaryQuery,
    ZoneQuery,
    each_after,
)
from memary.queries.place import Place, cursor_of, newest_of, place_given, place_of
from memary.queries.query import Query, in_pages
from memary.queries.search import Candidate, R, SearchQuery
from memary.queries.stream import CountQuery, MentionQuery
from memary.queries.view import EVERYTHING, View, earliest

__all__ = [
    "EVERYTHING",
    "BesideQuery",
    "Candidate",
    "CountQuery",
    "EntityQuery",
    "FactQuery",
    "GrantQuery",
    "MentionQuery",
    "MessageNeighbours",
    "MessageQuery",
    "OperationQuery",
    "Place",
    "Query",
    "R",
    "RevisionQuery",
    "SaidQuery",
    "SearchQuery",
    "SessionQuery",
    "SpeakerQuery",
    "StretchQuery",
    "Stretches",
    "SubgraphQuery",
    "SummaryQuery",
    "TraversalLimits",
    "UsageQuery",
    "View",
    "ZoneQuery",
    "cursor_of",
    "each_after",
    "earliest",
    "in_pages",
    "kind_asked",
    "newest_of",
    "place_given",
    "place_of",
    "user_asked",
]
