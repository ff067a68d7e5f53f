"""Choose the part of a graph that is drawn where all of it would be a tangle.

Pure: facts in, facts out. First comes what is connected most. A part says of how much it is a part, so that a page
can tell what it leaves out.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memary import Fact

_FEW = 12
"""Up to this many neighbours, their neighbours are drawn, too."""


@dataclass(frozen=True, slots=True)
class GraphPart:
    """Facts that are drawn, with the number of nodes there are, and of those drawn."""

    facts: tuple[Fact, ...] = ()
    nodes: frozenset[str] = frozenset()
    of_nodes: int = 0


def most_connected(facts: Sequence[Fact], most: int) -> GraphPart:
    """Return the entities with the most facts, and the facts between them."""
    degrees = _degrees(facts)
    chosen = frozenset(sorted(degrees, key=lambda id_: (-degrees[id_], id_))[:most])
    return GraphPart(_between(facts, chosen), chosen, len(degrees))


def neighbourhood(facts: Sequence[Fact], centre: str, most: int) -> GraphPart:
    """Return an entity with its neighbours, those with the newest facts first, and the facts between them.

    An entity with few neighbours comes with their neighbours, too.
    """
    beside = _beside(facts)
    near = list(dict.fromkeys(beside[centre]))
    if len(near) <= _FEW:
        near += [one for each in near[:] for one in dict.fromkeys(beside[each]) if one != centre]
    near = list(dict.fromkeys(near))
    chosen = frozenset([centre, *near[:most]])
    return GraphPart(_between(facts, chosen), chosen, len({centre, *near}))


def shortest_path(facts: Sequence[Fact], start: str, end: str) -> GraphPart:
    """Return a shortest chain of facts between two entities, from the first on; nothing if there is none."""
    beside, before = _beside(facts), {start: start}
    queue = deque([start])
    while queue and end not in before:
        at = queue.popleft()
        for one in beside[at]:
            if one not in before:
                before[one] = at
                queue.append(one)
    if end not in before:
        return GraphPart()
    nodes = [end]
    while nodes[-1] != start:
        nodes.append(before[nodes[-1]])
    steps = [{one, other} for one, other in pairwise(reversed(nodes))]
    chain = tuple(fact for step in steps for fact in facts if {fact.subject_id, fact.object_id} == step)
    return GraphPart(chain, frozenset(nodes), len(nodes))


def _between(facts: Iterable[Fact], nodes: Collection[str]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.subject_id in nodes and fact.object_id in nodes)


def _degrees(facts: Iterable[Fact]) -> Counter[str]:
    return Counter(end for fact in facts for end in {fact.subject_id, fact.object_id})


def _beside(facts: Sequence[Fact]) -> defaultdict[str, list[str]]:
    """Return the neighbours of each entity, those with the newest facts first."""
    beside: defaultdict[str, list[str]] = defaultdict(list)
    for fact in reversed(facts):
        beside[fact.subject_id].append(fact.object_id)
        beside[fact.object_id].append(fact.subject_id)
    return beside
