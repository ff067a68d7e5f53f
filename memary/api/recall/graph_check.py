"""Check whether the graph knows something of a question, and show the statements that were run."""

from __future__ import annotations

from dataclasses import replace

from memary.api.core import MemoryCore
from memary.api.recall.search import recall
from memary.queries import SubgraphQuery, View
from memary.retrieval.facts.entity_links import Link, LinkedBy
from memary.retrieval.question.query import RecallQuery
from memary.stores.statements import statements_noted
from memary.types import Record, Scope, StoreStatement, Subgraph


class LinkedEntity(Record):
    """An entity that a question is about, and by what that was seen."""

    id: str
    name: str
    type: str
    by: LinkedBy


class GraphCheck(Record):
    """What the graph knows of a question: whether it does, about whom, by which facts and statements.

    Statements are the Cypher or SQL that found the entities and the graph around them, with the parameters, in the
    order in which they ran.
    """

    known: bool
    entities: tuple[LinkedEntity, ...] = ()
    facts: tuple[str, ...] = ()  # the sentences of what was found, best first
    statements: tuple[StoreStatement, ...] = ()

    def __bool__(self) -> bool:
        return self.known


async def check_graph(core: MemoryCore, question: str, scope: Scope, view: View) -> GraphCheck:
    """Recall what is known of a question, and tell how it was looked for."""
    asked = RecallQuery(text=question, top_k=core.settings.top_k, kinds=("fact",), view=view, explain_graph=True)
    found = await recall(core, asked, scope)
    return GraphCheck(
        known=found.is_known,
        entities=tuple(map(_linked, found.links)),
        facts=tuple(hit.text for hit in found.hits) if found.is_known else (),
        statements=found.subgraph.statements,
    )


async def explained(core: MemoryCore, query: SubgraphQuery) -> Subgraph:
    """Return what lies around entities, with the statements that found it."""
    with statements_noted() as noted:
        found = await core.store.read(query)
    return replace(found, statements=tuple(noted))


def _linked(link: Link) -> LinkedEntity:
    return LinkedEntity(id=link.entity.id, name=link.entity.name, type=link.entity.type, by=link.by)
