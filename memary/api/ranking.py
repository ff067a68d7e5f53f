"""Rank the entities of the memory stream by the counts of what came up."""

from __future__ import annotations

from dataclasses import replace

from memary.api.core import MemoryCore
from memary.facts.identity import SELF_KEY
from memary.queries import CountQuery, EntityQuery, SpeakerQuery
from memary.reflection.person.speakers import user_statements_filter
from memary.stream.ranking import EntityKnowledge, is_well_known, mark_known, rank_entities
from memary.types import VALUE, Entity, EntityCount, Scope


async def ranked(
    core: MemoryCore,
    counted: CountQuery,
    *,
    half_life_days: float | None = None,
    limit: int | None = None,
) -> list[EntityKnowledge]:
    """Rank what came up, and tell what the user knows well by what they brought up themselves."""
    settings, enough = core.settings, core.settings.known_after
    half_life = half_life_days or settings.half_life_days
    found = rank_entities(
        await core.store.read(replace(counted, half_life_days=half_life, limit=limit)),
        now=counted.view.when.true_at,
        half_life_days=half_life,
        new_within_days=settings.new_within_days,
    )
    often = [
        one.entity.id
        for one in found
        if is_well_known(one.count, one.first_at, one.last_at, known_after=enough)  # else their own are too few
    ]
    counted = replace(counted, entity_ids=often, enough=enough)
    own = await brought_up(core, await user_node(core, counted.scope), counted) if often else []
    return mark_known(found, own, known_after=enough)


async def brought_up(core: MemoryCore, person: Entity | None, counted: CountQuery) -> list[EntityCount]:
    """Count what came up in a person's own words; in those of whoever speaks, where nobody is meant."""
    words = user_statements_filter(person, await core.store.read(SpeakerQuery(counted.scope.user_id)))
    return await core.store.read(replace(counted, view=replace(counted.view, where=words)))


async def user_node(core: MemoryCore, scope: Scope) -> Entity | None:
    """Return the node that stands for the user, if there is one."""
    found = await core.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=[SELF_KEY]))
    return next((one for one in found if one.type != VALUE), None)
