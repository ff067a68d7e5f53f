"""Queries for messages, for what was said around them, who said it, and the sessions they belong to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from memary.queries.place import Place
from memary.queries.query import Query
from memary.queries.view import EVERYTHING, View
from memary.types import (
    Message,
    MessageState,
    Role,
    Said,
    Scope,
    Summary,
)


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
        before: those that stand before this place in the order.
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
    before: Place | None = None
    newest_first: bool = False
    limit: int | None = None
    view: View = EVERYTHING


@dataclass(frozen=True, slots=True)
class SaidQuery(Query[list[Said]]):
    """What messages say, by their ids, in no promised order.

    Attributes:
        scope: whose messages.
        ids: of the messages.
        view: see `View`.
    """

    scope: Scope
    ids: Collection[str]
    _: KW_ONLY
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


class Stretches(NamedTuple):
    """Stretches of talk: by the id of each message in them the one said right before it, and what was said there."""

    before: dict[str, str]
    said: list[Said]


def each_after(beside: Mapping[str, MessageNeighbours]) -> dict[str, str]:
    """Return by the id of each message beside others, and of these, the one that was said right before it."""
    near = ([*reversed(one.before), id_, *one.after] for id_, one in beside.items())
    return {after: before for stretch in near for before, after in pairwise(stretch)}


@dataclass(frozen=True, slots=True)
class StretchQuery(Query[Stretches]):
    """What was said around some messages, and what further messages say.

    It is a `BesideQuery` and a `SaidQuery` in one.

    Attributes:
        scope: whose messages.
        around: the messages, by their ids, with how many neighbours on each side at most; the caller has these.
        further: ids of messages that are read, too.
        view: what of it is read; see `View`.
    """

    scope: Scope
    around: Sequence[tuple[Collection[str], int]]
    further: Collection[str] = ()
    _: KW_ONLY
    view: View = EVERYTHING

    @property
    def beside(self) -> list[BesideQuery]:
        """Return what asks for the neighbours."""
        return [BesideQuery(self.scope, ids, turns=turns) for ids, turns in self.around if ids]

    def said(self, before: Mapping[str, str]) -> SaidQuery:
        """Return what asks for what is said by the neighbours and the further messages.

        `before` names the neighbours, as `Stretches` has them.
        """
        ids = {*before, *before.values(), *self.further}
        return SaidQuery(self.scope, ids.difference(*(ids for ids, _ in self.around)), view=self.view)


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
class ZoneQuery(Query[list[JsonValue]]):
    """What a user's newest messages keep under `ZONE_KEY`, the newest first, of those that keep something.

    Looked for in the newest `limit` messages that have not expired by `alive_at`; one that is damaged tells none.
    """

    user_id: str
    _: KW_ONLY
    alive_at: datetime
    limit: int


@dataclass(frozen=True, slots=True)
class SpeakerQuery(Query[list[str]]):
    """The names of those who speak in a user's messages, or in those of a role, sorted.

    At most `limit` of them are returned.
    """

    user_id: str
    _: KW_ONLY
    role: Role | None = None
    limit: int = 50
