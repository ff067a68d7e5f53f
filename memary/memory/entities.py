"""The entity knowledge store: how often and how lately each entity came up. Derived from the stream, never stored.

    score = count × 0.5 ^ (days since the last mention / half-life)

More frequent at equal age wins, more recent at equal count wins, ties go by name. The exponential forgetting of what
is not repeated follows Ebbinghaus (1885); as a ranking of memories it is used by MemoryBank (Zhong et al. 2024).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from memary.types import Entity, EntityCount, Record


class EntityKnowledge(Record):
    """An entity with its place in the entity knowledge store."""

    entity: Entity
    count: int
    first_at: datetime
    last_at: datetime
    score: float


def rank_entities(
    counts: Iterable[EntityCount], *, now: datetime, half_life_days: float, limit: int | None = None
) -> list[EntityKnowledge]:
    """Rank entities by frequency and recency, the highest score first."""
    ranked = [
        EntityKnowledge(
            entity=row.entity,
            count=row.count,
            first_at=row.first_at,
            last_at=row.last_at,
            score=row.count * 0.5 ** (max((now - row.last_at).total_seconds(), 0) / 86_400 / half_life_days),
        )
        for row in counts
    ]
    ranked.sort(key=lambda known: (-known.score, known.entity.name, known.entity.id))
    return ranked[:limit]
