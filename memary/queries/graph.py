"""Queries for entities, facts, and what lies around an entity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass

from memary.queries.place import Place
from memary.queries.query import Query
from memary.queries.view import EVERYTHING, View
from memary.types import (
    Entity,
    Fact,
    Scope,
    Subgraph,
)


@dataclass(frozen=True, slots=True)
class EntityQuery(Query[list[Entity]]):
    """Entities by id.

    Attributes:
        scope: whose.
        ids: those of these ids.
        keys: those whose normalised name, or one of whose normalised aliases, is one of these.
        limit: the first so many.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    keys: Collection[str] | None = None
    limit: int | None = None
    view: View = EVERYTHING


@dataclass(frozen=True, slots=True)
class FactQuery(Query[list[Fact]]):
    """Facts by `(valid_at, id)`.

    Attributes:
        scope: whose.
        ids: those of these ids.
        entity_ids: those with one of these entities at either end; with `predicates` or `object_ids`, as the subject.
        predicates: those of one of these predicates.
        object_ids: those whose object is one of these.
        source_ids: those that one of these messages states, or that were drawn from one of these facts.
        ground_ids: those that rest on one of these facts, see `Fact.rests_on`.
        before: those that stand before this place in the order.
        newest_first: in the opposite order.
        limit: the first so many in that order.
        view: see `View`.
    """

    scope: Scope
    _: KW_ONLY
    ids: Collection[str] | None = None
    entity_ids: Collection[str] | None = None
    predicates: Collection[str] | None = None
    object_ids: Collection[str] | None = None
    source_ids: Collection[str] | None = None
    ground_ids: Collection[str] | None = None
    before: Place | None = None
    newest_first: bool = False
    limit: int | None = None
    view: View = EVERYTHING


@dataclass(frozen=True, slots=True)
class TraversalLimits:
    """How far a neighbourhood reads.

    Facts per seed, nodes kept for the next hop, facts that each of these gives at most, and how many facts a later
    hop adds at most for each seed. The last is what makes a hub, whose neighbours are many, cost like a leaf.
    """

    per_seed: int = 30
    frontier: int = 150
    per_node: int = 10
    per_hop: int = 50


@dataclass(frozen=True, slots=True)
class SubgraphQuery(Query[Subgraph]):
    """What lies around seed entities: the facts of the view's time, in both directions, from all at once.

    From each seed its newest `breadth.per_seed` facts are read, the nodes reached first are kept up to
    `breadth.frontier`, and each of those gives its newest `breadth.per_node` facts, and so on. A later hop adds
    `breadth.per_hop` facts for each seed at most, the newest of every node first. The order comes from an index, so a
    node of any degree costs the same. A fact has the hop at which it was met first. Seeds that are unknown, or were
    at `view.known_at`, are passed over.

    Of a node with very many facts, some that only the past shows may be missed: there a bounded number is looked at,
    those learnt last before `view.known_at` and those retired first after it.

    Attributes:
        scope: whose.
        seeds: ids of entities.
        depth: hops, 1 or more.
        view: the time, which has to be given, and what is left out on the way; its filter leaves out what was met.
        breadth: see `TraversalLimits`.
    """

    scope: Scope
    seeds: Sequence[str]
    _: KW_ONLY
    depth: int
    view: View
    breadth: TraversalLimits = TraversalLimits()
