"""Which nodes may be one: pairs whose names are alike, but not so that they were merged. For people to decide.

Derived from the entities whenever it is asked for, so nothing about it can go stale. Pairs of one name and type are
left out: such nodes are two because they were told apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.resolution.names.disambiguation import NameInContext, may_be_one
from memary.resolution.names.index import NameIndex, name_set_of
from memary.resolution.names.match import match_names
from memary.types import VALUE, Entity, Record


class Duplicate(Record):
    """Two nodes that may be one: how likely by their names, from 0 to 1, and why."""

    one: Entity
    other: Entity
    score: float
    reason: str


def find_duplicates(entities: Iterable[Entity], *, limit: int | None = None) -> list[Duplicate]:
    """Return the pairs of nodes whose names are alike, the likeliest first.

    Only names near each other in a `NameIndex` are compared, so that it stays quick on many entities.
    """
    found: list[Duplicate] = []
    nodes = [entity for entity in entities if entity.type != VALUE]
    index = NameIndex(nodes)
    for one, other in ((node, near) for node in nodes for near in index.near(name_set_of(node)) if node.id < near.id):
        if one.key == other.key or not may_be_one(
            NameInContext(one.name, one.type), NameInContext(other.name, other.type)
        ):
            continue
        like = match_names(name_set_of(one), name_set_of(other))
        if like is not None:
            found.append(Duplicate(one=one, other=other, score=like.score, reason=like.reason))
    found.sort(key=lambda pair: (-pair.score, pair.one.name, pair.other.name, pair.one.id))
    return found[:limit]
