"""The point of view of a read: a time on both clocks, and what is looked past."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memary.checks.bounds import in_calendar
from memary.filters import And, Compare, Filter, parse_filters
from memary.times import GivenTime, time_given
from memary.types import (
    FOREVER,
    FactKind,
    When,
    utc_now,
)

_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The point of view of a read: a time on both clocks, and what is looked past.

    By default a read sees all that is kept.

    Attributes:
        true_at: of facts, those true in the world at that time; None: whenever they were.
        until: of messages and mentions, those said before that time; given if a time other than the present is meant.
        known_at: what memory had learnt by that time, as it took it to be then: messages by `added_at`, facts and
            entities by `created_at`, mentions by their source. A name, alias or description that an entity got later
            is not left out.
        alive_at: messages, facts, and mentions by their source, that have not expired by that time; None: all.
        where: only records for which this filter holds, see `memary.filters`; of mentions and their counts, those
            made in messages for which it does.
        ahead: of facts, also those that begin after `true_at`; where nothing is left out that was learnt since.
    """

    true_at: datetime | None = None
    until: datetime | None = None
    known_at: datetime = FOREVER
    alive_at: datetime | None = None
    where: Filter | None = None
    ahead: bool = False

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
        now, asked, known = now or utc_now(), time_given("as_of", as_of), time_given("known_at", known_at)
        at = None if asked is None else in_calendar(asked)
        return cls(
            true_at=at or now,
            until=None if at is None else at + _MOMENT,
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
