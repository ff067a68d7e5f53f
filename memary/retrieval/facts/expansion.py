"""Order the facts around the seeds by how much they have to do with all of them.

Personalised PageRank (Haveliwala 2002; as a retrieval step: HippoRAG, 2024) over the few nodes that were fetched,
with the restart at the seeds. A fact weighs what its two ends weigh. Facts on a shortest path between two seeds come
first, then the chains that the question tells step by step: of "Where does the sister of Ada work?" first
"Ada has sister Eve", then "Eve works at Acme", which by itself is as far from the question as all that is said of
anybody's work.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np

from memary.languages.terms import term_set
from memary.types import Fact, Subgraph

DAMPING = 0.5
_ROUNDS = 20

Alike: TypeAlias = Mapping[str, frozenset[str]]
"""By words that a question asks with, the terms that say them otherwise."""

NONE_ALIKE: Alike = MappingProxyType({})

_LEADS = 5
"""How many nodes the first step of a question may lead to."""


def with_found(subgraph: Subgraph, facts: Iterable[Fact], *, hop: int = 1) -> Subgraph:
    """Add facts found outside the subgraph at a given distance from the seeds."""
    if not (more := {fact.id: fact for fact in facts}):
        return subgraph
    for fact in subgraph.facts:
        more.pop(fact.id, None)
    if not more:
        return subgraph
    return replace(
        subgraph, facts=(*subgraph.facts, *more.values()), hops={**subgraph.hops, **dict.fromkeys(more, hop)}
    )


def rank_facts(subgraph: Subgraph, told: Collection[str] = ()) -> list[Fact]:
    """Return the facts of a subgraph, the most relevant to its seeds first; ties by hop, then the newest.

    Args:
        subgraph: what lies around the seeds.
        told: the facts on the chains that the question tells, as `told_chains` gives them.
    """
    if not subgraph.facts:
        return []
    weights = node_weights(subgraph)
    joining = joining_facts(subgraph)

    def order(fact: Fact) -> tuple[bool, bool, float, int, float, str]:
        weight = weights[fact.subject_id] + weights[fact.object_id]
        newest = -fact.valid_at.timestamp() if fact.valid_at.year > 1 else 0.0
        hop = subgraph.hops.get(fact.id, 9)
        return (fact.id not in joining, fact.id not in told, -round(weight, 9), hop, newest, fact.id)

    return sorted(subgraph.facts, key=order)


def node_weights(subgraph: Subgraph) -> dict[str, float]:
    """Return each node's personalised PageRank; the weights sum to one."""
    nodes = sorted({end for fact in subgraph.facts for end in (fact.subject_id, fact.object_id)})
    index = {node: position for position, node in enumerate(nodes)}
    subjects = [index[fact.subject_id] for fact in subgraph.facts]
    objects = [index[fact.object_id] for fact in subgraph.facts]
    near, far = np.array(subjects + objects, np.intp), np.array(objects + subjects, np.intp)
    degree = np.bincount(near, minlength=len(nodes))
    restart = np.array([1.0 if node in subgraph.seeds else 0.0 for node in nodes])
    restart /= restart.sum() or 1.0
    weight, start, parts = restart, (1 - DAMPING) * restart, (degree / DAMPING)[near]
    for _ in range(_ROUNDS):
        weight = start + np.bincount(far, weight[near] / parts, len(nodes))
    return dict(zip(nodes, weight.tolist(), strict=True))


def joining_facts(subgraph: Subgraph) -> set[str]:
    """Return the facts on the shortest paths between the seeds, for each pair that is connected."""
    joining: set[str] = set()
    if len(subgraph.seeds) < 2:
        return joining
    edges = _edges(subgraph.facts)
    seeds = [seed for seed in subgraph.seeds if seed in edges]
    away = {seed: _distances(edges, [seed]) for seed in seeds}
    for one, other in combinations(seeds, 2):
        if other not in away[one]:
            continue
        length, to_other = away[one][other], away[other]
        between = {id_: at for id_, at in away[one].items() if id_ in to_other and at + to_other[id_] == length}
        joining.update(
            fact.id
            for fact in subgraph.facts
            if fact.subject_id in between
            and fact.object_id in between
            and abs(between[fact.subject_id] - between[fact.object_id]) == 1
        )
    return joining


@dataclass(frozen=True, slots=True)
class HopTarget:
    """A node that a fact of a seed leads to, and what is asked about it.

    Attributes:
        name: of the node.
        words: the words of the question that the way to it did not say.
    """

    name: str
    words: frozenset[str]


def next_hops(subgraph: Subgraph, words: Collection[str], alike: Alike = NONE_ALIKE) -> dict[str, HopTarget]:
    """Return, by id, the next hops of a question: "Where does Ada's sister work?" leads from Ada to Eve.

    Few of the facts that say a part of it are followed, those with the rarest words: who has one sister and thirty
    likings is asked about by "sister".
    """
    asked = _Asked.of(_beside_seeds(subgraph, words), alike)
    steps: list[tuple[frozenset[str], str, str]] = []
    for fact in subgraph.facts:
        is_from_seed, is_to_seed = fact.subject_id in subgraph.seeds, fact.object_id in subgraph.seeds
        if is_from_seed is not is_to_seed and (said := asked.said_by(fact)):
            steps.append((said, *(_ends(fact)[1 if is_from_seed else 0])))
    often = Counter(word for said, _, _ in steps for word in said)
    steps.sort(key=lambda step: sum(1 / often[word] for word in step[0]))
    return {id_: HopTarget(name, asked.words - said) for said, id_, name in steps[-_LEADS:] if said != asked.words}


def follows(fact: Fact, found: Mapping[str, HopTarget], alike: Alike = NONE_ALIKE) -> bool:
    """Return whether a fact says of a node that a question leads to some of what is asked about it."""
    lead = [found[id_] for id_, _ in _ends(fact) if id_ in found]
    return any(_Asked.of(one.words, alike).said_by(fact) for one in lead)


def _beside_seeds(subgraph: Subgraph, words: Collection[str]) -> frozenset[str]:
    """Return the words of a question without those of the seeds' names."""
    seeds = [subgraph.entities[seed] for seed in subgraph.seeds if seed in subgraph.entities]
    return frozenset(words).difference(*(term_set(name) for seed in seeds for name in (seed.name, *seed.aliases)))


class _Asked(NamedTuple):
    """What is asked of facts.

    Attributes:
        words: with which it is asked.
        otherwise: of those that are said in other words, by which terms.
        terms: all that say something of it.
    """

    words: frozenset[str]
    otherwise: Sequence[tuple[str, frozenset[str]]]
    terms: frozenset[str]

    @classmethod
    def of(cls, words: frozenset[str], alike: Alike) -> _Asked:
        otherwise = [(word, alike[word]) for word in words if word in alike]
        return cls(words, otherwise, words.union(*(terms for _, terms in otherwise)))

    def said_by(self, fact: Fact) -> frozenset[str]:
        """Return those of the words that a fact or its relation says, or says in other words."""
        own = term_set(f"{fact.statement} {fact.predicate}")
        if own.isdisjoint(self.terms):  # most
            return frozenset()
        return (self.words & own).union(word for word, terms in self.otherwise if not own.isdisjoint(terms))


def said_of(subgraph: Subgraph, words: Collection[str], alike: Alike = NONE_ALIKE) -> list[frozenset[str]]:
    """Return of each fact which words of a question it says, without those of the seeds' names."""
    asked = _Asked.of(_beside_seeds(subgraph, words), alike)
    return [asked.said_by(fact) for fact in subgraph.facts]


@dataclass(frozen=True, slots=True)
class ToldChains:
    """The facts on the chains that say most of a question's words.

    Attributes:
        facts: ids of all of them.
        ways: of those that only lead to others: of "Where does my sister work?" the one that tells who she is.
    """

    facts: frozenset[str] = frozenset()
    ways: frozenset[str] = frozenset()

    @classmethod
    def of(cls, chains: Collection[Sequence[str]]) -> ToldChains:
        """Return the facts of chains, each from the seed on."""
        last = {chain[-1] for chain in chains}
        facts = frozenset(id_ for chain in chains for id_ in chain)
        return cls(facts, facts - last)


def told_chains(subgraph: Subgraph, words: Collection[str], alike: Alike = NONE_ALIKE) -> ToldChains:
    """Return the facts on the chains that say most of a question's words; none if single facts say more.

    A chain starts at a seed, and each of its facts says a word of the question that neither those before it nor the
    seeds' names say. So what is far from the seeds counts only where the question names the way to it.
    """
    said = dict(zip([fact.id for fact in subgraph.facts], said_of(subgraph, words, alike), strict=True))
    around: dict[str, list[tuple[Fact, str]]] = {}
    for fact in subgraph.facts:
        if said[fact.id]:
            for near, far in _both_ways(fact):
                around.setdefault(near, []).append((fact, far))
    found: list[tuple[tuple[str, ...], int]] = []
    chains: list[tuple[tuple[str, ...], str, frozenset[str]]] = [((), seed, frozenset()) for seed in subgraph.seeds]
    for _ in range(max(subgraph.hops.values(), default=2)):
        chains = [
            ((*chain, fact.id), far, covered | said[fact.id])
            for chain, end, covered in chains
            for fact, far in around.get(end, ())
            if not said[fact.id] <= covered
        ]
        found += [(chain, len(covered)) for chain, _, covered in chains]
    most = max((words for _, words in found), default=0)
    best = [chain for chain, words in found if words == most]
    return ToldChains.of(best) if any(len(chain) > 1 for chain in best) else ToldChains()


def paths(subgraph: Subgraph, among: Collection[str] | None = None) -> dict[str, tuple[str, ...]]:
    """Return for each fact that can be reached the names from the nearest seed to its far end.

    Only facts in `among` are looked at.
    """
    edges = _edges(subgraph.facts)
    away = _distances(edges, [seed for seed in subgraph.seeds if seed in edges])
    facts = subgraph.facts if among is None else [fact for fact in subgraph.facts if fact.id in among]
    names = _names(subgraph)
    found: dict[str, tuple[str, ...]] = {}
    for fact in facts:
        reached = [(away[near], near, far) for near, far in _both_ways(fact) if near in away]
        if reached:
            _, near, far = min(reached, key=lambda way: way[0])
            chain = [far, near]
            while distance := away[chain[-1]]:
                chain.append(next(before for before in edges[chain[-1]] if away.get(before) == distance - 1))
            found[fact.id] = tuple(names[id_] for id_ in reversed(chain))
    return found


def _names(subgraph: Subgraph) -> dict[str, str]:
    """Return the names of the nodes, of those that were not fetched as a fact has them."""
    names = {id_: entity.name for id_, entity in subgraph.entities.items()}
    for fact in reversed(subgraph.facts):
        if fact.object_id not in names:
            names[fact.object_id] = fact.object
        if fact.subject_id not in names:
            names[fact.subject_id] = fact.subject
    return names


def touches(fact: Fact, nodes: Collection[str]) -> bool:
    """Return whether a fact has one of these nodes at an end."""
    return fact.subject_id in nodes or fact.object_id in nodes


def _ends(fact: Fact) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the ids and names of what a fact joins."""
    return (fact.subject_id, fact.subject), (fact.object_id, fact.object)


def _both_ways(fact: Fact) -> tuple[tuple[str, str], tuple[str, str]]:
    return (fact.subject_id, fact.object_id), (fact.object_id, fact.subject_id)


def _edges(facts: Iterable[Fact]) -> dict[str, list[str]]:
    edges: defaultdict[str, list[str]] = defaultdict(list)
    for fact in facts:
        edges[fact.subject_id].append(fact.object_id)
        edges[fact.object_id].append(fact.subject_id)
    return edges


def _distances(edges: Mapping[str, Iterable[str]], starts: Iterable[str]) -> dict[str, int]:
    """Return how many facts away from the nearest start each node is."""
    away, steps = dict.fromkeys(starts, 0), 0
    frontier: Collection[str] = away.keys()
    while frontier:
        steps += 1
        frontier = {neighbour for node in frontier for neighbour in edges[node] if neighbour not in away}
        away |= dict.fromkeys(frontier, steps)
    return away
