"""Walk from seeds along facts: which facts of a hop's nodes are met, and where the walk goes on.

It looks at the ends of facts alone, so that a store reads whole only those that are met.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from memary.queries import TraversalLimits


class Hop(NamedTuple):
    """A fact as a way between two nodes; `place` is where the store finds the rest of it."""

    fact_id: str
    subject_id: str
    object_id: str
    place: str | int


class Walk:
    """What has been met so far.

    Attributes:
        hops: of each fact, at which hop it was met, in the order of meeting.
        places: of each fact, where its store finds it.
        ends: the nodes at the ends of these facts.
        frontier: the nodes to read next.
    """

    def __init__(self, seeds: Sequence[str], breadth: TraversalLimits) -> None:
        self.hops: dict[str, int] = {}
        self.places: dict[str, str | int] = {}
        self.ends: dict[str, None] = {}
        self.frontier = tuple(seeds)
        self._seeds = len(seeds)
        self._breadth = breadth
        self._hop = 0
        self._reached = set(seeds)

    @property
    def limit(self) -> int:
        """Return how many facts each node of the frontier gives."""
        return self._breadth.per_node if self._hop else self._breadth.per_seed

    def go(self, of_nodes: Sequence[Sequence[Hop]]) -> None:
        """Read the facts of the frontier's nodes, newest first, and advance the frontier.

        The newest of every node come before the second newest of any, so that all have a share of what is met.
        """
        room = self._breadth.per_hop * self._seeds if self._hop else len(self.hops) + sum(map(len, of_nodes))
        self._hop += 1
        following: dict[str, None] = {}
        for step in chain.from_iterable(zip_longest(*of_nodes)):
            if step is None:
                continue
            if step.fact_id not in self.hops:
                if not room:
                    break
                room -= 1
                self.hops[step.fact_id] = self._hop
                self.places[step.fact_id] = step.place
            for end in (step.subject_id, step.object_id):
                self.ends[end] = None
                if end not in self._reached:
                    following[end] = None
        self._reached.update(following)
        self.frontier = tuple(following)[: self._breadth.frontier]
