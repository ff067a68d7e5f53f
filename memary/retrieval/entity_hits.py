"""Rank the entities that were found for a question by words, by meaning and by their link to it."""

from __future__ import annotations

from collections.abc import Sequence

from memary.queries import Candidate
from memary.retrieval.facts.entity_links import Link
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.ranking import fuse, ranking
from memary.types import Entity
from memary.types.spaces import space_of


def entity_hits(found: Sequence[Candidate[Entity]], links: Sequence[Link]) -> list[Hit]:
    """Return hits of entities that were found, and of those that the question is about."""
    entities = {c.record.id: c.record for c in found} | {one.entity.id: one.entity for one in links}
    lists = {
        "text": ranking((c.record.id, c.text) for c in found),
        "vector": ranking((c.record.id, c.vector) for c in found),
        "graph": [one.entity.id for one in links],
    }
    fused = fuse(lists, factors=lambda _: {})
    return [_entity_hit(entities[id_], why) for id_, why in fused.items()]


def _entity_hit(entity: Entity, why: Explanation) -> Hit:
    return Hit(
        kind="entity",
        id=entity.id,
        text=f"{entity.name} ({entity.type})" + (f": {entity.description}" if entity.description else ""),
        score=why.order,
        created_at=entity.created_at,
        space_id=space_of(entity),
        explain=why,
    )
