"""Tell the time zone in which a user's times are meant and shown.

One rule for questions, messages, days, stamps and prompts.
"""

from __future__ import annotations

from datetime import datetime

from memary.facts.identity import SELF_KEY
from memary.facts.predicates import BUILT_IN
from memary.languages.prompt.stamps import Zones
from memary.queries import EntityQuery, FactQuery, View, ZoneQuery
from memary.reflection.insights import may_ground
from memary.settings import Settings
from memary.stores.snapshot import Readable, Reads
from memary.types import scope_in_use, utc_now
from memary.zones import zone_named

_LATELY = 20
"""In how many of a user's newest messages the zone is looked for in which they were said."""

_STATED = BUILT_IN.of_matter("timezone_is")


def zones_by_default(settings: Settings) -> Zones:
    """Return in which zones times are shown where nothing is known of the user."""
    return Zones(settings.zone, is_fixed=settings.timezone is not None)


async def zones_of(store: Readable, user_id: str, settings: Settings, *, now: datetime | None = None) -> Zones:
    """Return in which zones the times of a user are meant and shown.

    The first that there is of: the zone that the settings name; the one that a current fact says is the user's, by
    its IANA name or offset; that of the user's newest message that tells one; the machine's.
    """
    return await store.at_once(lambda reads: zones_among(reads, user_id, settings, now=now))


async def zones_among(reads: Reads, user_id: str, settings: Settings, *, now: datetime | None = None) -> Zones:
    """Return what `zones_of` does, beside other reads."""
    zones = zones_by_default(settings)
    if zones.is_fixed:
        return zones
    scope, now = scope_in_use(user_id), now or utc_now()
    users = [one.id for one in await reads.read(EntityQuery(scope, keys=[SELF_KEY]))]
    if users:
        stated = await reads.read(FactQuery(scope, entity_ids=users, predicates=_STATED, view=View.now(now)))
        named = [zone for fact in reversed(stated) if may_ground(fact) and (zone := zone_named(fact.object.strip()))]
        if named:
            return zones.settled(named[0])
    return zones.following(await reads.read(ZoneQuery(user_id, alive_at=now, limit=_LATELY)))
