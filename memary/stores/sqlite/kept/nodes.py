"""Keep which facts are the newest at a user's nodes, for a revision of the user, as records are kept.

A message is held against what is known of whom and what it speaks of: of the user above all, by hundreds of facts,
and each message adds one to these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from memary.stores.records import to_stamp
from memary.types import GraphDelta

Place: TypeAlias = tuple[int, str]
"""By what facts are ordered: when they became true, and their ids."""

_MOST_NODES = 512
_MANY_FACTS = 50
"""Of how many nodes of a user it is kept, and which of these take long to be read again."""


class Node(NamedTuple):
    """The newest facts at a node.

    Attributes:
        places: of each, by its id.
        since: the place from which on there are no others; None: there are no others at all.
    """

    places: dict[str, Place]
    since: Place | None

    def after(self, delta: GraphDelta, id_: str) -> Node:
        """Return them as they are after a delta; `id_` is that of the node."""
        places = self.places.copy()
        for gone in (*delta.removed_facts, *(fact.id for fact in delta.facts)):
            places.pop(gone, None)
        for fact in delta.facts:
            place = (to_stamp(fact.valid_at), fact.id)
            if id_ in (fact.subject_id, fact.object_id) and (self.since is None or place >= self.since):
                places[fact.id] = place
        return Node(places, self.since)


class Newest(NamedTuple):
    """Asks for the newest facts that have one of some nodes at either end, `limit` of them at most."""

    nodes: Collection[str]
    limit: int

    def among(self, known: Mapping[str, Node]) -> list[str] | None:
        """Return the ids of the facts, the newest first; None where these nodes do not tell."""
        if not all(id_ in known for id_ in self.nodes):
            return None
        nodes = [known[id_] for id_ in self.nodes]
        places: dict[str, Place] = {}
        for node in nodes:
            places.update(node.places)
        newest = sorted(places.values(), reverse=True)[: self.limit]  # they are nearly in order
        surely = max((node.since for node in nodes if node.since is not None), default=None)
        if surely is not None and (len(newest) < self.limit or newest[-1] < surely):
            return None
        return [id_ for _, id_ in newest]

    def taken(self, found: Sequence[tuple[Place, str, str]]) -> dict[str, Node]:
        """Return the nodes of what was read for this, the newest first: the place of each fact, and its ends."""
        since = found[-1][0] if len(found) >= self.limit else None
        places: dict[str, dict[str, Place]] = {id_: {} for id_ in self.nodes}
        for place, *ends in found:
            for end in ends:
                if end in places:
                    places[end][place[1]] = place
        return {id_: Node(of_node, since) for id_, of_node in places.items()}


def with_further(nodes: Mapping[str, Node], further: Mapping[str, Node]) -> Mapping[str, Node]:
    """Return nodes with further ones; where they are many, without the older half of those that have few facts."""
    together = {**nodes, **further}
    if len(together) <= _MOST_NODES:
        return together
    small = [id_ for id_, node in together.items() if len(node.places) < _MANY_FACTS]
    older = frozenset(small[: len(together) // 2])
    return {id_: node for id_, node in together.items() if id_ not in older}


def nodes_after(nodes: Mapping[str, Node], delta: GraphDelta) -> Mapping[str, Node]:
    """Return nodes as they are after a delta."""
    if delta.removed_entities:  # their facts went with them
        return {}
    new = added_by(delta)
    changed = {*delta.removed_facts, *(fact.id for fact in delta.facts if fact.id not in new)}
    moved = {end for fact in delta.facts for end in (fact.subject_id, fact.object_id) if end in nodes}
    if changed:
        moved.update([id_ for id_, node in nodes.items() if not node.places.keys().isdisjoint(changed)])
    after = {**nodes, **{id_: nodes[id_].after(delta, id_) for id_ in moved}}
    return with_further(after, _made_by(delta, new)) if nodes else after


def _made_by(delta: GraphDelta, new: Collection[str]) -> dict[str, Node]:
    """Return the nodes that a delta has made: all of their facts are in it."""
    made = {one.id: Node({}, None) for one in delta.entities if one.id in new}
    for fact in delta.facts if made else ():
        for end in {fact.subject_id, fact.object_id} & made.keys():
            made[end].places[fact.id] = (to_stamp(fact.valid_at), fact.id)
    return made


def added_by(delta: GraphDelta) -> frozenset[str]:
    """Return the ids of the records that were not there before a delta, as its rows of the ledger tell."""
    return frozenset(id_ for row in delta.operations for id_ in row.after if id_ not in row.before)
