"""The entity knowledge store: how often and how lately each entity came up.

Derived from the stream, never stored.

    score = count × 0.5 ^ (days since the last mention / half-life)

More frequent at equal age wins, more recent at equal count wins, ties go by name. The exponential forgetting of what
is not repeated follows Ebbinghaus (1885); as a ranking of memories it is used by MemoryBank (Zhong et al. 2024).

An entity is *well known* to the user when they brought it up themselves often enough and not within one day only:
what is repeated with pauses is retained, what is repeated in one go much less (the spacing effect; Cepeda et al.
2006), and what is recalled is retained better than what is only read or heard again (the testing effect; Roediger and
Karpicke 2006). So neither the assistant's words count for it nor documents; see
`memary.reflection.person.speakers`. An entity is *new* to the user for some days after it first came up, whoever
brought it up.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from memary.stream.categories import categories_of
from memary.types import Entity, EntityCount, Record

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
    new_within_days: float = NEW_WITHIN_DAYS,
) -> list[EntityKnowledge]:
    """Rank entities by frequency and recency, the highest score first.

    Args:
        counts: how often each came up.
        now: the time from which ages are counted.
        half_life_days: after how many days without a mention a score is half.
        new_within_days: how long after its first mention an entity is new.
    """
    scored = [(decayed(row.count, row.last_at, now=now, half_life_days=half_life_days), row) for row in counts]
    scored.sort(key=lambda one: (-one[0], one[1].entity.name, one[1].entity.id))
    return [
        EntityKnowledge(
            entity=row.entity,
            count=row.count,
            first_at=row.first_at,
            last_at=row.last_at,
            score=score,
            categories=categories_of(row.entity),
            is_new=now - row.first_at <= timedelta(days=new_within_days),
        )
        for score, row in scored
    ]


def is_well_known(count: int, first_at: datetime, last_at: datetime, *, known_after: int = KNOWN_AFTER) -> bool:
    """Return whether what came up so often, from one time to another, is retained.

    Meant for the user's own words.
    """
    return count >= known_after and last_at - first_at >= _APART


def mark_known(
    ranked: Iterable[EntityKnowledge], own: Iterable[EntityCount], *, known_after: int = KNOWN_AFTER
) -> list[EntityKnowledge]:
    """Mark the entities that the user knows well, by how often they came up in the user's own words."""
    known = {
        row.entity.id for row in own if is_well_known(row.count, row.first_at, row.last_at, known_after=known_after)
    }
    return [one.model_copy(update={"is_known": one.entity.id in known}) for one in ranked]


def decayed(count: float, last_at: datetime, *, now: datetime, half_life_days: float) -> float:
    """Return a count, halved for each half-life that has gone by since the last mention."""
    return count * 0.5 ** (max((now - last_at).total_seconds(), 0) / 86_400 / half_life_days)
