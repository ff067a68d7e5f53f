"""Order the facts around the seeds by how much they have to do with all of them.

Personalised PageRank (Haveliwala 2002; as a retrieval step: HippoRAG, 2024) over the few nodes that were fetched,
with the restart at the seeds. A fact weighs what its two ends weigh. Facts on a shortest path between two seeds come
first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np

from memary.types import Fact, Subgraph

DAMPING = 0.5
_ROUNDS = 20


def rank_facts(subgraph: Subgraph) -> list[Fact]:
    """Return the facts of a subgraph, the most relevant to its seeds first; ties by hop, then the newest."""
    if not subgraph.facts:
        return []
    weights = node_weights(subgraph)
    joining = joining_facts(subgraph)

    def order(fact: Fact) -> tuple[bool, float, int, float, str]:
        weight = weights[fact.subject_id] + weights[fact.object_id]
        newest = -fact.valid_at.timestamp() if fact.valid_at.year > 1 else 0.0
        return (fact.id not in joining, -round(weight, 9), subgraph.hops.get(fact.id, 9), newest, fact.id)

    return sorted(subgraph.facts, key=order)


def node_weights(subgraph: Subgraph) -> dict[str, float]:
    """Return each node's personalised PageRank; the weights sum to one."""
    nodes = sorted({end for fact in subgraph.facts for end in (fact.subject_id, fact.object_id)})
    index = {node: position for position, node in enumerate(nodes)}
    links = np.zeros((len(nodes), len(nodes)))
    for fact in subgraph.facts:
        one, other = index[fact.subject_id], index[fact.object_id]
        links[one, other] += 1
        links[other, one] += 1
    degree = links.sum(axis=0)
    spread = links / np.where(degree > 0, degree, 1)
    restart = np.array([1.0 if node in subgraph.seeds else 0.0 for node in nodes])
    restart /= restart.sum() or 1.0
    weight = restart.copy()
    for _ in range(_ROUNDS):
        weight = (1 - DAMPING) * restart + DAMPING * spread @ weight
    return dict(zip(nodes, weight.tolist(), strict=True))


def joining_facts(subgraph: Subgraph) -> set[str]:
    """Return the facts on the shortest paths between the seeds, for each pair that is connected."""
    edges = _edges(subgraph.facts)
    seeds = [seed for seed in subgraph.seeds if seed in edges]
    away = {seed: _distances(edges, [seed]) for seed in seeds}
    joining: set[str] = set()
    for one, other in combinations(seeds, 2):
        if other not in away[one]:
            continue
        length = away[one][other]
        for fact in subgraph.facts:
            for near, far in _both_ways(fact):
                if away[one].get(near, length) + 1 + away[other].get(far, length) == length:
                    joining.add(fact.id)
    return joining


def paths(subgraph: Subgraph) -> dict[str, tuple[str, ...]]:
    """Return for each fact that can be reached the names from the nearest seed to its far end."""
    edges = _edges(subgraph.facts)
    away = _distances(edges, [seed for seed in subgraph.seeds if seed in edges])
    came_from = {
        node: next(before for before in edges[node] if away.get(before) == distance - 1)
        for node, distance in away.items()
        if distance
    }
    found: dict[str, tuple[str, ...]] = {}
    for fact in subgraph.facts:
        reached = [(away[near], near, far) for near, far in _both_ways(fact) if near in away]
        if reached:
            _, near, far = min(reached, key=lambda way: way[0])
            chain = [far, near]
            while chain[-1] in came_from:
                chain.append(came_from[chain[-1]])
            found[fact.id] = tuple(subgraph.entities[id_].name for id_ in reversed(chain))
    return found


def _both_ways(fact: Fact) -> tuple[tuple[str, str], tuple[str, str]]:
    return (fact.subject_id, fact.object_id), (fact.object_id, fact.subject_id)


def _edges(facts: Iterable[Fact]) -> dict[str, list[str]]:
    edges: dict[str, list[str]] = {}
    for fact in facts:
        for near, far in _both_ways(fact):
            edges.setdefault(near, []).append(far)
    return edges


def _distances(edges: Mapping[str, Iterable[str]], starts: Iterable[str]) -> dict[str, int]:
    """Return how many facts away from the nearest start each node is."""
    away = dict.fromkeys(starts, 0)
    queue = deque(away)
    while queue:
        node = queue.popleft()
        for neighbour in edges[node]:
            if neighbour not in away:
                away[neighbour] = away[node] + 1
                queue.append(neighbour)
    return away
