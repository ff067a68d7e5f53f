"""The entity knowledge store: how often and how lately each entity came up. Derived from the stream, never stored.

    score = count × 0.5 ^ (days since the last mention / half-life)

More frequent at equal age wins, more recent at equal count wins, ties go by name. The exponential forgetting of what
is not repeated follows Ebbinghaus (1885); as a ranking of memories it is used by MemoryBank (Zhong et al. 2024).

An entity is *well known* to the user when it came up often enough and not within one day only: what is repeated with
pauses is retained, what is repeated in one go much less (the spacing effect; Cepeda et al. 2006). It is *new* to them
for some days after it first came up. Both count whoever brought it up: what the assistant explains is heard, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from memary.memory.categories import categories_of
from memary.types import Entity, EntityCount, Mention, Record

KNOWN_AFTER = 5
"""After how many mentions an entity is well known, unless the settings say otherwise."""

NEW_WITHIN_DAYS = 14.0
"""For how many days after its first mention an entity is new, unless the settings say otherwise."""

_APART = timedelta(days=1)
"""How far the first and the last mention of what is well known lie apart at least."""


class EntityKnowledge(Record):
    """An entity with its place in the entity knowledge store."""

    entity: Entity
    count: int
    first_at: datetime
    last_at: datetime
    score: float
    categories: tuple[str, ...] = ()
    is_known: bool = False  # the user knows it well: it needs no explaining
    is_new: bool = False  # the user has met it lately only


def rank_entities(
    counts: Iterable[EntityCount],
    *,
    now: datetime,
    half_life_days: float,
    limit: int | None = None,
    known_after: int = KNOWN_AFTER,
    new_within_days: float = NEW_WITHIN_DAYS,
) -> list[EntityKnowledge]:
    """Rank entities by frequency and recency, the highest score first.

    Args:
        counts: how often each came up.
        now: the time from which ages are counted.
        half_life_days: after how many days without a mention a score is half.
        limit: keep the best.
        known_after: mentions that make an entity well known, if they are a day apart at least.
        new_within_days: how long after its first mention an entity is new.
    """
    ranked = [
        EntityKnowledge(
            entity=row.entity,
            count=row.count,
            first_at=row.first_at,
            last_at=row.last_at,
            score=decayed(row.count, row.last_at, now=now, half_life_days=half_life_days),
            categories=categories_of(row.entity),
            is_known=row.count >= known_after and row.last_at - row.first_at >= _APART,
            is_new=now - row.first_at <= timedelta(days=new_within_days),
        )
        for row in counts
    ]
    ranked.sort(key=lambda known: (-known.score, known.entity.name, known.entity.id))
    return ranked[:limit]


def counted(mentions: Iterable[Mention], entities: Mapping[str, Entity]) -> list[EntityCount]:
    """Count some entries of the memory stream; entities are given by id, and those that are not are left out."""
    times: dict[str, list[datetime]] = defaultdict(list)
    for mention in mentions:
        if mention.entity_id in entities:
            times[mention.entity_id].append(mention.at)
    return [EntityCount(entities[id_], len(at), min(at), max(at)) for id_, at in times.items()]


def decayed(count: float, last_at: datetime, *, now: datetime, half_life_days: float) -> float:
    """Return a count, halved for each half-life that has gone by since the last mention."""
    return count * 0.5 ** (max((now - last_at).total_seconds(), 0) / 86_400 / half_life_days)
