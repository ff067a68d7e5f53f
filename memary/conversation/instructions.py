"""Read what a user has told the assistant to do from then on, which holds in every session."""

from __future__ import annotations

from memary.facts.identity import SELF_KEY
from memary.facts.predicates import predicates_of
from memary.queries import EntityQuery, FactQuery, View
from memary.stores.snapshot import Reads
from memary.types import Fact, Origin, Scope

_MOST = 12
"""How many are read, the newest."""


async def instructions_of(reads: Reads, user: Scope, view: View) -> list[Fact]:
    """Return what a user has told the assistant and not taken back, the newest first; never what others say."""
    selves = [one.id for one in await reads.read(EntityQuery(Scope(user_id=user.user_id), keys=[SELF_KEY]))]
    if not selves:
        return []
    told = predicates_of(["instruction"])
    asked = FactQuery(user, entity_ids=selves, predicates=told, newest_first=True, limit=_MOST, view=view)
    return [fact for fact in await reads.read(asked) if fact.origin is Origin.USER]
