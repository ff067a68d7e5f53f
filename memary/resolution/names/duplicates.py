"""Which nodes may be one: pairs whose names are alike, but not so that they were merged. For people to decide.

Derived from the entities whenever it is asked for, so nothing about it can go stale. Pairs of one name and type are
left out: such nodes are two because they were told apart. But a name that is told of one after another was known by
it leaves open whether they are one; such pairs come first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memary.facts.identity import is_self
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.resolution.names.disambiguation import NameInContext, may_be_one
from memary.resolution.names.index import NameIndex, name_set_of
from memary.resolution.names.match import match_names
from memary.text import entity_key, entity_keys
from memary.types import GENERIC, VALUE, Entity, Fact, Record

_LATE = "the other has this name, too"


class Duplicate(Record):
    """Two nodes that may be one: how likely by their names, from 0 to 1, and why."""

    one: Entity
    other: Entity
    score: float
    reason: str


def find_duplicates(
    entities: Iterable[Entity],
    names: Iterable[Fact] = (),
    *,
    apart: Collection[frozenset[str]] = (),
    limit: int | None = None,
) -> list[Duplicate]:
    """Return the pairs of nodes whose names are alike, the likeliest first.

    Args:
        entities: the nodes.
        names: facts that tell a name.
        apart: pairs of ids of nodes that somebody said are two.
        limit: keep the likeliest.

    """
    found: list[Duplicate] = []
    nodes = [entity for entity in entities if entity.type != VALUE]
    late = _named_late(nodes, names)
    index = NameIndex(nodes)  # only names near each other are compared, so that it stays quick on many nodes
    for one, other in ((node, near) for node in nodes for near in index.near(name_set_of(node)) if node.id < near.id):
        if (
            (one.id, other.id) in late
            or one.key == other.key
            or not may_be_one(NameInContext(one.name, one.type), NameInContext(other.name, other.type))
        ):
            continue
        like = match_names(name_set_of(one), name_set_of(other))
        if like is not None:
            found.append(Duplicate(one=one, other=other, score=like.score, reason=like.reason))
    found.sort(key=lambda pair: (-pair.score, pair.one.name, pair.other.name, pair.one.id))
    return [pair for pair in (*late.values(), *found) if {pair.one.id, pair.other.id} not in apart][:limit]


def tells_a_name(fact: Fact) -> bool:
    """Return whether a fact tells a name of somebody."""
    return matter_of(fact.predicate) in NAME_MATTERS


def asked_after(learnt: Iterable[Fact], pairs: Iterable[Duplicate]) -> Duplicate | None:
    """Return the pair of which these facts told one to have the other's name; None if they did of none."""
    told = {fact.subject_id for fact in learnt if tells_a_name(fact)}
    return next((pair for pair in pairs if pair.reason == _LATE and pair.other.id in told), None)


def _named_late(nodes: Iterable[Entity], names: Iterable[Fact]) -> dict[tuple[str, str], Duplicate]:
    """Return pairs of which one was told to have the name of the other, whom memory knew before, the user's first."""
    by_id, bearers = {node.id: node for node in nodes}, dict[str, list[Entity]]()
    for node in by_id.values():
        for key in entity_keys(node):
            bearers.setdefault(key, []).append(node)
    pairs: dict[tuple[str, str], Duplicate] = {}
    told = (fact for fact in names if fact.subject_id in by_id and tells_a_name(fact))
    for fact in sorted(told, key=lambda fact: (not is_self(by_id[fact.subject_id]), fact.id)):
        named = by_id[fact.subject_id]
        for bearer in bearers.get(entity_key(fact.object), ()):
            is_person = bearer.type in ("person", GENERIC)
            if is_person and bearer.id != named.id and bearer.created_at < fact.created_at:
                one, other = sorted((named, bearer), key=lambda node: node.id)
                pairs.setdefault((one.id, other.id), Duplicate(one=bearer, other=named, score=1.0, reason=_LATE))
    return pairs
