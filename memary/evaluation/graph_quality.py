"""Measure how good a user's graph is to look at: which nodes have names, and what is out of place.

All of it follows from what is stored; no model is asked, and nothing is changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

from memary import Memary
from memary.facts.intervals import compete, overlap
from memary.facts.places import one_lies_in_the_other, within
from memary.facts.predicates import Predicates
from memary.queries import EntityQuery, FactQuery, MessageQuery, in_pages
from memary.resolution.names.duplicates import find_duplicates
from memary.text.names.node_names import is_nameable
from memary.types import GENERIC, VALUE, Entity, Fact, FactKind, Record, Scope, utc_now


class Defect(Record):
    """Something that a measure counts: how many, of how many, and what."""

    count: int
    of: int
    what: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Which part it is, from 0 to 1; 0 where there is nothing."""
        return self.count / self.of if self.of else 0.0


class GraphReport(Record):
    """What a user's graph is like.

    Attributes:
        user_id: whose graph it is.
        facts: all facts but insights, ended ones too.
        values: objects of facts that are no nodes.
        nodes: all others: what lists, graphs and Neo4j Browser show.
        unnameable: nodes that neither their words nor several facts make nameable.
        untyped: nodes of which nobody said what they are.
        duplicates: pairs of nodes that may be one.
        contradictions: pairs of current facts that cannot both be true.
        unproven: facts that no stored message states.
        unused: nodes that no fact is about.
    """

    user_id: str
    facts: int
    values: int
    nodes: int
    unnameable: Defect
    untyped: Defect
    duplicates: Defect
    contradictions: Defect
    unproven: Defect
    unused: Defect

    @property
    def nameable(self) -> float:
        """Which part of the nodes is nameable, from 0 to 1; 1 where there are none."""
        return 1 - self.unnameable.share


def graph_report(memory: Memary, user_id: str) -> GraphReport:
    """Return what a user's graph is like; one without a memory has an empty graph."""
    return memory.loop.wait(partial(_report, memory, user_id))


async def _report(memory: Memary, user_id: str) -> GraphReport:
    store, scope = memory.core.store, Scope(user_id=user_id)
    entities = await store.read(EntityQuery(scope))
    facts = [fact for fact in await store.read(FactQuery(scope)) if fact.kind is not FactKind.INSIGHT]
    sources = {id_ for fact in facts for id_ in fact.source_ids}
    stored = {one.id for ids in in_pages(sorted(sources)) for one in await store.read(MessageQuery(scope, ids=ids))}
    return report_on(user_id, entities, facts, stored, memory.core.predicates)


def report_on(
    user_id: str, entities: Sequence[Entity], facts: Sequence[Fact], messages: set[str], predicates: Predicates
) -> GraphReport:
    """Return what a graph is like, given its records and the ids of the messages that are stored."""
    nodes = [entity for entity in entities if entity.type != VALUE]
    subjects: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        subjects[fact.object_id].add(fact.subject_id)
    used = subjects.keys() | {fact.subject_id for fact in facts}
    poor = [one.name for one in nodes if not is_nameable(one.name, one.type) and len(subjects[one.id]) < 2]
    alike = [f"{pair.one.name} = {pair.other.name}" for pair in find_duplicates(nodes)]
    current = [fact for fact in facts if fact.is_true_at(utc_now())]
    against = [f"{one.statement} | {other.statement}" for one, other in _contradictions(current, predicates)]
    loose = [fact.statement for fact in facts if messages.isdisjoint(fact.source_ids)]

    def defect(found: Iterable[str], of: Sequence[object]) -> Defect:
        what = tuple(sorted(found))
        return Defect(count=len(what), of=len(of), what=what)

    return GraphReport(
        user_id=user_id,
        facts=len(facts),
        values=len(entities) - len(nodes),
        nodes=len(nodes),
        unnameable=defect(poor, nodes),
        untyped=defect((one.name for one in nodes if one.type == GENERIC), nodes),
        duplicates=defect(alike, nodes),
        contradictions=defect(against, current),
        unproven=defect(loose, facts),
        unused=defect((one.name for one in nodes if one.id not in used), nodes),
    )


def _contradictions(facts: Sequence[Fact], predicates: Predicates) -> list[tuple[Fact, Fact]]:
    """Return the pairs of facts that cannot both be true; places that lie in each other can."""
    about: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        about[fact.subject_id].append(fact)
    places = [fact for fact in facts if fact.predicate in within()]
    pairs = (pair for rivals in about.values() for pair in combinations(rivals, 2))
    return [
        (one, other)
        for one, other in pairs
        if compete(one, other, predicates)
        and overlap(one, other)
        and not one_lies_in_the_other(one, other, places, predicates)
    ]
