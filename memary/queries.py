"""What is asked of memory: one frozen record for each read, made at the edge and passed down to its statement."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from memary.filters import And, Compare, Filter, parse_filters
from memary.times import GivenTime, time_given
from memary.types import (
    FOREVER,
    Action,
    Embedding,
    Entity,
    EntityCount,
    Fact,
    FactKind,
    Mention,
    Message,
    MessageState,
    Operation,
    Role,
    Scope,
    Subgraph,
    Summary,
    UsageRow,
    When,
    utc_now,
)
from memary.types.spaces import Grant

T = TypeVar("T")
R = TypeVar("R", Message, Fact, Entity)

_MOMENT = timedelta(microseconds=1)

_PAGE = 500
"""How many ids one statement names."""


def in_pages(ids: Iterable[str]) -> Iterator[list[str]]:
    """Cut ids into lists, each short enough for one read."""
    left = iter(list(ids))
    while page := list(islice(left, _PAGE)):
        yield page


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The point of view of a read: a time on both clocks, and what is looked past. By default all that is kept.

    Attributes:
        true_at: of facts, those true in the world at that time; None: whenever they were.
        until: of messages and mentions, those said before that time; given if a time other than the present is meant.
        known_at: what memory had learnt by that time, as it took it to be then: messages by `added_at`, facts and
            entities by `created_at`, mentions by their source. A name, alias or description that an entity got later
            is not left out.
        alive_at: messages, facts, and mentions by their source, that have not expired by that time; None: all.
        where: only records for which this filter holds, see `memary.filters`; of mentions and their counts, those
            made in messages for which it does.
    """

    true_at: datetime | None = None
    until: datetime | None = None
    known_at: datetime = FOREVER
    alive_at: datetime | None = None
    where: Filter | None = None

    @classmethod
    def now(cls, now: datetime, *, where: Filter | None = None) -> View:
        """See what is true now and has not expired; a writer whose clock is ahead of ours is not passed over."""
        return cls(true_at=now, alive_at=now, where=where)

    @classmethod
    def of(
        cls,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        *,
        include_expired: bool = False,
        filters: Mapping[str, Any] | None = None,
        now: datetime | None = None,
    ) -> View:
        """Return what a caller asks for.

        Args:
            as_of: the time whose truth is meant, and by which messages were said; None: the present.
            known_at: only what memory had learnt by then.
            include_expired: also what has expired.
            filters: only records for which this holds.
            now: the present.

        Raises:
            InputError: a time or the filter cannot be used.
        """
        now, at, known = now or utc_now(), time_given("as_of", as_of), time_given("known_at", known_at)
        return cls(
            true_at=at or now,
            until=None if at is None else min(at, FOREVER) + _MOMENT,
            known_at=known or FOREVER,
            alive_at=None if include_expired else now,
            where=parse_filters(filters) if filters else None,
        )

    def narrowed(self, also: Filter) -> View:
        """Return this view of those records alone for which another filter holds, too."""
        return replace(self, where=And((also, self.where)) if self.where else also)

    @property
    def is_of_insights(self) -> bool:
        """Whether its filter lets no facts pass but insights, which are few among many."""
        parts = self.where.parts if isinstance(self.where, And) else (self.where,)
        return Compare("kind", "in", (FactKind.INSIGHT.value,)) in parts

    @property
    def when(self) -> When:
        """The point on both clocks.

        Raises:
            ValueError: all times are meant.
        """
        if self.true_at is None:
            raise ValueError("A view of all times is no point on the clocks: give true_at.")
        return When(self.true_at, self.known_at)

    @property
    def is_of_now(self) -> bool:
        """Whether nothing is left out that was said or learnt by now."""
        return self.until is None and self.known_at >= FOREVER


EVERYTHING = View()
"""The view in which nothing is left out."""


def earliest(*ends: datetime | None) -> datetime | None:
    """Return the first of some ends of periods; None where none is given."""
    return min((end for end in ends if end is not None), default=None)


class Query(Generic[T]):
    """A read, whose answer is a `T`; ask it of `Store.read`.

    No row of another user is ever looked at. With an agent or a session in the scope, messages are those of it, facts
    those that a message of it states, mentions those made in it, and entities those mentioned in it. Where ids, names
    or states are given, only records that have one of them are meant.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MessageQuery(Query[list[Message]]):
    """Messages in the order they were said (ties: by id).

    Attributes:
        scope: whose.
        ids: those of these ids.
        digests: those of these digests.
        states: those in one of these states.
        since: said at or after that time.
        until: said before that time.
        newest_first: in the opposite order.
        limit: the first so many in that order.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    digests: Collection[str] | None = None
    states: Collection[MessageState] | None = None
    since: datetime | None = None
    until: datetime | None = None
    newest_first: bool = False
    limit: int | None = None
    view: View = EVERYTHING


class MessageNeighbours(NamedTuple):
    """The ids of the messages said before and after one in its session, the nearest first."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BesideQuery(Query[dict[str, MessageNeighbours]]):
    """What was said right before and after each of some messages, by id; unknown ones are left out.

    Neighbours are messages of the same session, or of none, as said to any agent. They are named whether or not they
    have expired: read them to know.

    Attributes:
        scope: whose messages.
        ids: of the messages.
        turns: how many neighbours on each side at most.
    """

    scope: Scope
    ids: Collection[str]
    _: KW_ONLY
    turns: int = 1


@dataclass(frozen=True, slots=True)
class EntityQuery(Query[list[Entity]]):
    """Entities by id.

    Attributes:
        scope: whose.
        ids: those of these ids.
        keys: those whose normalised name, or one of whose normalised aliases, is one of these.
        limit: the first so many.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    keys: Collection[str] | None = None
    limit: int | None = None
    view: View = EVERYTHING


@dataclass(frozen=True, slots=True)
class FactQuery(Query[list[Fact]]):
    """Facts by `(valid_at, id)`.

    Attributes:
        scope: whose.
        ids: those of these ids.
        entity_ids: those with one of these entities at either end; with `predicates` or `object_ids`, as the subject.
        predicates: those of one of these predicates.
        object_ids: those whose object is one of these.
        source_ids: those that one of these messages states, or that were drawn from one of these facts.
        ground_ids: those that rest on one of these facts, see `Fact.rests_on`.
        newest_first: in the opposite order.
        limit: the first so many in that order.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    entity_ids: Collection[str] | None = None
    predicates: Collection[str] | None = None
    object_ids: Collection[str] | None = None
    source_ids: Collection[str] | None = None
    ground_ids: Collection[str] | None = None
    newest_first: bool = False
    limit: int | None = None
    view: View = EVERYTHING


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


@dataclass(frozen=True, slots=True)
class OperationQuery(Query[list[Operation]]):
    """The user's ledger, oldest first. Agent and session do not narrow it.

    Attributes:
        scope: whose.
        ids: rows of these ids.
        target_ids: rows about these records.
        source_ids: rows that one of these messages caused.
        since: decided at or after that time.
        actions: rows that did one of these.
        touching: rows that name one of these ids anywhere, also in a record; the database reads the whole ledger.
        limit: the newest so many.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    target_ids: Collection[str] | None = None
    source_ids: Collection[str] | None = None
    since: datetime | None = None
    actions: Collection[Action] | None = None
    touching: Collection[str] | None = None
    limit: int | None = None


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
        kind: `Message`, `Fact` or `Entity`.
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


@dataclass(frozen=True, slots=True)
class TraversalLimits:
    """How far a neighbourhood reads.

    Facts per seed, nodes kept for the next hop, facts that each of these gives at most, and how many facts a later
    hop adds at most for each seed. The last is what makes a hub, whose neighbours are many, cost like a leaf.
    """

    per_seed: int = 30
    frontier: int = 150
    per_node: int = 10
    per_hop: int = 50


@dataclass(frozen=True, slots=True)
class SubgraphQuery(Query[Subgraph]):
    """What lies around seed entities, along the facts seen at the view's time, both directions, all seeds at once.

    From each seed its newest `breadth.per_seed` facts are read, the nodes reached first are kept up to
    `breadth.frontier`, and each of those gives its newest `breadth.per_node` facts, and so on. A later hop adds
    `breadth.per_hop` facts for each seed at most, the newest of every node first. The order comes from an index, so a
    node of any degree costs the same. A fact has the hop at which it was met first. Seeds that are unknown, or were
    at `view.known_at`, are passed over.

    Of a node with very many facts, some that only the past shows may be missed: there a bounded number is looked at,
    those learnt last before `view.known_at` and those retired first after it.

    Attributes:
        scope: whose.
        seeds: ids of entities.
        depth: hops, 1 or more.
        view: the time, which has to be given, and what is left out on the way; its filter leaves out what was met.
        breadth: see `TraversalLimits`.
    """

    scope: Scope
    seeds: Sequence[str]
    _: KW_ONLY
    depth: int
    view: View
    breadth: TraversalLimits = TraversalLimits()


@dataclass(frozen=True, slots=True)
class SummaryQuery(Query[Summary | None]):
    """The running summary of a session."""

    user_id: str
    session_id: str


@dataclass(frozen=True, slots=True)
class SessionQuery(Query[list[tuple[str, int, datetime]]]):
    """Session ids with their number of messages and the time of the last one, the last used first."""

    user_id: str


@dataclass(frozen=True, slots=True)
class SpeakerQuery(Query[list[str]]):
    """The names of those who speak in a user's messages, sorted; at most `limit` of them."""

    user_id: str
    _: KW_ONLY
    limit: int = 50


@dataclass(frozen=True, slots=True)
class GrantQuery(Query[list[Grant]]):
    """Who belongs to which spaces, by `(space, space_id, member)`: a member's grants, a space's, or that of both."""

    member: str | None = None
    space_id: str | None = None


@dataclass(frozen=True, slots=True)
class UsageQuery(Query[list[UsageRow]]):
    """The usage ledger by `(hour, user_id, role, model)`.

    Attributes:
        user_id: of this user; None: of all and of nobody.
        since: of hours that begin at or after that time.
        until: of hours that begin before that time.
        by_user: False adds all users' rows up.
    """

    user_id: str | None = None
    _: KW_ONLY
    since: datetime | None = None
    until: datetime | None = None
    by_user: bool = True


def user_asked(query: Query[Any]) -> str | None:
    """Return whose memory a query looks at; None for what tells nothing of what was said."""
    if isinstance(query, UsageQuery):
        return None
    scope = getattr(query, "scope", None)
    return scope.user_id if isinstance(scope, Scope) else getattr(query, "user_id", None)


def kind_asked(query: Query[Any]) -> str:
    """Return what a query looks for, as an access log tells it: "facts" of a `FactQuery`."""
    return _NAMES.get(type(query), type(query).__name__.removesuffix("Query").lower())


_NAMES: Mapping[type, str] = {
    MessageQuery: "messages",
    BesideQuery: "messages",
    EntityQuery: "entities",
    FactQuery: "facts",
    MentionQuery: "stream",
    CountQuery: "stream",
    OperationQuery: "operations",
    SubgraphQuery: "graph",
    SummaryQuery: "sessions",
    SessionQuery: "sessions",
    SpeakerQuery: "messages",
}
