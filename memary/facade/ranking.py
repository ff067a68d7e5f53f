"""Reading the memory stream: what of it counts, and the rank that its counts give."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict

from memary.facade.opened import Opened, asked, just_after
from memary.memory.entities import EntityKnowledge, is_well_known, mark_known, rank_entities
from memary.memory.identity import SELF_KEY
from memary.memory.own_words import own_words
from memary.types import VALUE, Entity, EntityCount, Scope, utc_now


class Counted(TypedDict):
    """Which entries of the stream count: those said in a period, learnt by a time, and not expired by another."""

    since: datetime | None
    until: datetime | None
    known_at: datetime | None
    alive_at: datetime | None


def counted_entries(
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    include_expired: bool = False,
) -> Counted:
    """Return which entries of the stream count, for every read of it and of what is derived from it.

    What has expired by now counts nowhere, unless `include_expired`.

    Raises:
        InputError: a time lacks its zone.
    """
    for name, time in (("since", since), ("until", until), ("as_of", as_of), ("known_at", known_at)):
        asked(time, None, called=name)
    end = until if as_of is None else just_after(as_of)
    return Counted(since=since, until=end, known_at=known_at, alive_at=None if include_expired else utc_now())


class Ranking(Opened):
    """The part of `Memary` that ranks entities."""

    async def _ranked(
        self,
        scope: Scope,
        counts: Sequence[EntityCount],
        counted: Counted,
        *,
        now: datetime,
        half_life_days: float | None = None,
        limit: int | None = None,
    ) -> list[EntityKnowledge]:
        """Rank what was counted, and tell what the user knows well by what they brought up themselves."""
        settings, enough = self.settings, self.settings.known_after
        ranked = rank_entities(
            counts,
            now=now,
            half_life_days=half_life_days or settings.half_life_days,
            limit=limit,
            new_within_days=settings.new_within_days,
        )
        often = [
            one.entity.id
            for one in ranked
            if is_well_known(one.count, one.first_at, one.last_at, known_after=enough)  # else their own are too few
        ]
        own = await self._brought_up(scope, await self._user(scope), counted, entity_ids=often) if often else []
        return mark_known(ranked, own, known_after=enough)

    async def _brought_up(
        self, scope: Scope, person: Entity | None, counted: Counted, *, entity_ids: Collection[str] | None = None
    ) -> list[EntityCount]:
        """Count what came up in a person's own words; in those of whoever speaks, where nobody is meant."""
        words = own_words(person, await self.store.speakers(scope.user_id))
        return await self.store.mention_counts(scope, entity_ids=entity_ids, where=words, **counted)

    async def _user(self, scope: Scope) -> Entity | None:
        """Return the node that stands for the user, if there is one."""
        found = await self.store.entities(Scope(user_id=scope.user_id), keys=[SELF_KEY])
        return next((one for one in found if one.type != VALUE), None)
