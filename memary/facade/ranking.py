"""Reading the memory stream: what of it counts, and the rank that its counts give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memary.facade.opened import Opened
from memary.memory.entities import EntityKnowledge, is_well_known, mark_known, rank_entities
from memary.memory.identity import SELF_KEY
from memary.memory.own_words import own_words
from memary.queries import CountQuery, EntityQuery, SpeakerQuery
from memary.types import VALUE, Entity, EntityCount, Scope


class Ranking(Opened):
    """The part of `Memary` that ranks entities."""

    async def _ranked(
        self,
        counted: CountQuery,
        counts: Sequence[EntityCount],
        *,
        half_life_days: float | None = None,
        limit: int | None = None,
    ) -> list[EntityKnowledge]:
        """Rank what was counted, and tell what the user knows well by what they brought up themselves."""
        settings, enough = self.settings, self.settings.known_after
        ranked = rank_entities(
            counts,
            now=counted.view.when.true_at,
            half_life_days=half_life_days or settings.half_life_days,
            limit=limit,
            new_within_days=settings.new_within_days,
        )
        often = [
            one.entity.id
            for one in ranked
            if is_well_known(one.count, one.first_at, one.last_at, known_after=enough)  # else their own are too few
        ]
        counted = replace(counted, entity_ids=often)
        own = await self._brought_up(await self._user(counted.scope), counted) if often else []
        return mark_known(ranked, own, known_after=enough)

    async def _brought_up(self, person: Entity | None, counted: CountQuery) -> list[EntityCount]:
        """Count what came up in a person's own words; in those of whoever speaks, where nobody is meant."""
        words = own_words(person, await self.store.read(SpeakerQuery(counted.scope.user_id)))
        return await self.store.read(replace(counted, view=replace(counted.view, where=words)))

    async def _user(self, scope: Scope) -> Entity | None:
        """Return the node that stands for the user, if there is one."""
        found = await self.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=[SELF_KEY]))
        return next((one for one in found if one.type != VALUE), None)
