"""Which nodes may be one: pairs whose names are alike, but not so that they were merged. For people to decide.

Derived from the entities whenever it is asked for, so nothing about it can go stale. Pairs of one name and type are
left out: such nodes are two because they were told apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from memary.memory.alike import Naming, alike
from memary.memory.identity import SELF_KEY
from memary.memory.telling_apart import VALUE, Seen, may_be_one
from memary.text import entity_key, terms
from memary.text.name_forms import initials, looked_up_as
from memary.types import Entity, Record

_COMMON = 60
"""A word that so many names share says nothing; such names are not compared for it."""


class Duplicate(Record):
    """Two nodes that may be one: how likely by their names, from 0 to 1, and why."""

    one: Entity
    other: Entity
    score: float
    reason: str


def find_duplicates(entities: Iterable[Entity], *, limit: int | None = None) -> list[Duplicate]:
    """Return the pairs of nodes whose names are alike, the likeliest first.

    Only names that share a word, a form or initials are compared, so that it stays quick on many entities.
    """
    found: list[Duplicate] = []
    for one, other in _pairs([entity for entity in entities if entity.type != VALUE]):
        if one.key == other.key or not may_be_one(Seen(one.name, one.type), Seen(other.name, other.type)):
            continue
        like = alike(_naming(one), _naming(other))
        if like is not None:
            first, second = sorted((one, other), key=lambda entity: entity.id)
            found.append(Duplicate(one=first, other=second, score=like.score, reason=like.reason))
    found.sort(key=lambda pair: (-pair.score, pair.one.name, pair.other.name, pair.one.id))
    return found[:limit]


def _naming(entity: Entity) -> Naming:
    names = (name for name in (entity.name, *entity.aliases) if entity_key(name) != SELF_KEY)
    return Naming(tuple(names), entity.type)


def _pairs(entities: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    groups: dict[str, dict[str, Entity]] = defaultdict(dict)
    for entity in entities:
        for name in _naming(entity).names:
            key = entity_key(name)
            marks = {key, *looked_up_as(key), *terms(name), initials(key), *(key if key >= "\u2e80" else ())}
            for mark in marks - {""}:
                groups[mark][entity.id] = entity
    seen: set[tuple[str, str]] = set()
    for members in groups.values():
        if len(members) > _COMMON:
            continue
        for one, other in combinations(members.values(), 2):
            pair = (min(one.id, other.id), max(one.id, other.id))
            if pair not in seen:
                seen.add(pair)
                yield one, other
