"""Order the facts around the seeds by how much they have to do with all of them.

Personalised PageRank (Haveliwala 2002; as a retrieval step: HippoRAG, 2024) over the few nodes that were fetched,
with the restart at the seeds. A fact weighs what its two ends weigh. Facts on a path that joins two seeds come first.
"""

from __future__ import annotations

from collections import defaultdict

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
    """Return the facts on a path of at most two facts between two different seeds."""
    seeds = set(subgraph.seeds)
    reached: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    joining: set[str] = set()
    for fact in subgraph.facts:
        ends = (fact.subject_id, fact.object_id)
        if ends[0] != ends[1] and seeds.issuperset(ends):
            joining.add(fact.id)
        for seed, middle in (ends, ends[::-1]):
            if seed in seeds and middle not in seeds:
                reached[middle][seed].add(fact.id)
    for by_seed in reached.values():
        if len(by_seed) > 1:
            joining.update(*by_seed.values())
    return joining
