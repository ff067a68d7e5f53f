"""The entity knowledge store: who and what came up how often, in which categories, and what changes over time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from memary.errors import InputError
from memary.facade.opened import check_limit
from memary.facade.ranking import Ranking
from memary.ingestion.categorize import categorize, rename_category
from memary.looping import blocking, on_loop
from memary.memory.categories import CategoryCount, count_categories, is_in, same_category
from memary.memory.changes import Changes, find_changes
from memary.memory.entities import EntityKnowledge
from memary.queries import CountQuery, View
from memary.times import GivenTime, time_given
from memary.types import BEGINNING, Operation, utc_now


class Knowing(Ranking):
    """The part of `Memary` that knows what the user has to do with."""

    @on_loop
    async def aentities(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
        category: str | None = None,
        known: bool | None = None,
        new: bool | None = None,
        half_life_days: float | None = None,
        limit: int | None = None,
    ) -> list[EntityKnowledge]:
        """The entity knowledge store: entities with count, recency and score, the highest first.

        Counts are those of the memory stream, so what does not come up in it is not here.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            as_of: as it was at that time.
            known_at: from what memory had learnt by then.
            include_expired: also count mentions in what has expired.
            category: only those of this category, given or of their type.
            known: only those the user knows well, by what they brought up themselves, or only those they do not.
            new: only those that came up first within the days of the setting `new_within_days`, or only others.
            half_life_days: after how many days a score is half; default: as the settings say, which is 30.
            limit: keep the best.

        Raises:
            InputError: a time lacks its zone, the half-life is not above 0, or the limit is below 0.
        """
        check_limit(limit)
        if half_life_days is not None and not half_life_days > 0:
            raise InputError(f"half_life_days is {half_life_days}: give a number above 0.")
        view = View.of(as_of, known_at, include_expired=include_expired)
        counted = CountQuery(self._scope(user_id, agent_id, session_id), view=view)
        ranked = await self._ranked(counted, await self.store.read(counted), half_life_days=half_life_days)
        chosen = [
            one
            for one in ranked
            if (category is None or is_in(one.entity, category))
            and (known is None or one.is_known is known)
            and (new is None or one.is_new is new)
        ]
        return chosen[:limit]

    entities = blocking(aentities)

    @on_loop
    async def acategories(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
    ) -> list[CategoryCount]:
        """The categories of what came up, with the number of entities and mentions, the one that came up most first.

        It is the entity knowledge store, added up: what `entities` lists with the same arguments, by category. An
        entity is in the categories that extraction or the user gave it, else in that of its type, else in "other".

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            as_of: what had come up by that time.
            known_at: from what memory had learnt by then.
            include_expired: also count mentions in what has expired.

        Raises:
            InputError: a time lacks its zone.
        """
        view = View.of(as_of, known_at, include_expired=include_expired)
        counts = await self.store.read(CountQuery(self._scope(user_id, agent_id, session_id), view=view))
        return count_categories([row.entity for row in counts], {row.entity.id: row.count for row in counts})

    categories = blocking(acategories)

    @on_loop
    async def acategorize(
        self,
        entity: str,
        *,
        user_id: str,
        categories: Collection[str] | None = None,
        add: Collection[str] = (),
        remove: Collection[str] = (),
        actor: str = "user",
    ) -> Operation:
        """Say which categories an entity is in; `undo` takes it back.

        Args:
            entity: its name, alias or id.
            user_id: whose it is.
            categories: these and no others; none leaves the entity to the category of its type.
            add: these, too.
            remove: these no more.
            actor: who says so, for the ledger.

        Raises:
            NotFoundError: there is no such entity.
            InputError: a name means several entities, nothing is said, nothing changes, or a category cannot be used.
        """
        if categories is None and not add and not remove:
            raise InputError("Nothing is said of the categories: give categories, add or remove.")

        def change(held: Sequence[str]) -> list[str]:
            kept = held if categories is None else categories
            return [one for one in (*kept, *add) if not any(same_category(one, gone) for gone in remove)]

        return await categorize(self.store, self.models.embedder, self._scope(user_id), entity, change, actor=actor)

    categorize = blocking(acategorize)

    @on_loop
    async def arename_category(self, old: str, new: str, *, user_id: str, actor: str = "user") -> Operation:
        """Call a category otherwise, wherever it was given; `undo` takes it back.

        Raises:
            NotFoundError: no entity was given that category.
            InputError: the new name is empty, the old one, or cannot be used.
        """
        return await rename_category(self.store, self.models.embedder, self._scope(user_id), old, new, actor=actor)

    rename_category = blocking(arename_category)

    @on_loop
    async def achanges(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime,
        until: GivenTime | None = None,
        compared_since: GivenTime | None = None,
        include_expired: bool = False,
    ) -> Changes:
        """What comes up more, less, for the first time or no more, from one period to the next.

        Shares of all mentions are compared, so a talkative month is no change of interest.

        Args:
            user_id: whose memory.
            agent_id: only what came up with this agent.
            session_id: only what came up in this session.
            since: where the later period begins and the earlier one ends.
            until: the end of the later one; default: now.
            compared_since: the beginning of the earlier one; default: as long before `since` as the later one lasts.
            include_expired: also count mentions in what has expired.

        Raises:
            InputError: a time lacks its zone, or they are not in order.
        """
        begin, middle, end = _in_order(
            time_given("since", since), time_given("until", until), time_given("compared_since", compared_since)
        )
        scope = self._scope(user_id, agent_id, session_id)
        view = View.of(include_expired=include_expired)
        before, after, ever = [
            await self.store.read(CountQuery(scope, since=first, until=last, view=view))
            for first, last in ((begin, middle), (middle, end), (None, middle))
        ]
        return find_changes(before, after, ever=ever, earlier=(begin, middle), later=(middle, end))

    changes = blocking(achanges)


def _in_order(
    since: datetime, until: datetime | None, compared_since: datetime | None
) -> tuple[datetime, datetime, datetime]:
    """Return the beginning of the earlier of two periods, where the later one follows, and its end.

    Raises:
        InputError: they are not in order.
    """
    end = until or utc_now()
    try:
        begin = compared_since or since - (end - since)
    except OverflowError:  # it would be before the calendar
        begin = BEGINNING
    if since >= end:
        last = "the present, where until is by default" if until is None else f"until {until.isoformat()}"
        raise InputError(f"The times are not in order: since {since.isoformat()} is not before {last}.")
    if begin >= since:
        first = "the beginning of the calendar" if compared_since is None else f"compared_since {begin.isoformat()}"
        raise InputError(f"The times are not in order: since {since.isoformat()} is not after {first}.")
    return begin, since, end
