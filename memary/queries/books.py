"""Queries for the books that are kept beside memory: the ledger, spaces and their members, usage."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass
from datetime import datetime

from memary.queries.place import Place
from memary.queries.query import Query
from memary.types import (
    Action,
    Operation,
    Scope,
    UsageRow,
)
from memary.types.spaces import Grant


@dataclass(frozen=True, slots=True)
class RevisionQuery(Query[int]):
    """The revision of a user's graph; see `Store.revision`."""

    user_id: str


@dataclass(frozen=True, slots=True)
class OperationQuery(Query[list[Operation]]):
    """The user's ledger, oldest first.

    Agent and session do not narrow it.

    Attributes:
        scope: whose.
        ids: rows of these ids.
        target_ids: rows about these records.
        source_ids: rows that one of these messages caused.
        since: decided at or after that time.
        before: those that stand before this place in the order.
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
    before: Place | None = None
    actions: Collection[Action] | None = None
    touching: Collection[str] | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class GrantQuery(Query[list[Grant]]):
    """Who belongs to which spaces: the grants of a member, of a space, or of a member in a space.

    Ordered by `(space, space_id, member)`.
    """

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
