"""Choose what is drawn of a user's graph: which entities and facts, and which of them stand out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memary import Entity, Fact, Memary, Message, Subgraph
from memary.api.recall.graph_check import explained
from memary.facts.identity import SELF_KEY
from memary.facts.intervals import open_conflicts
from memary.interfaces.ui.components.graph.part import GraphPart
from memary.interfaces.ui.reads import entities_of, recalled_for, scope_here, wait_for
from memary.interfaces.ui.visit.conversation import GraphChoice
from memary.interfaces.ui.words import Words
from memary.queries import SubgraphQuery, View, in_pages
from memary.types import VALUE, StoreStatement, utc_now

MOST_FACTS = 10_000
"""How many of a user's facts are looked through, the newest."""

_LABEL_CHARS = 28


@dataclass(frozen=True, slots=True)
class GraphView:
    """A part of a user's graph.

    `seeds` are entities, `lit` are facts that stand out.
    """

    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    facts: tuple[Fact, ...] = ()
    seeds: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()

    def joined(self, other: GraphView) -> GraphView:
        """Return it with what another shows; what stands out here does so still."""
        facts = {fact.id: fact for fact in (*self.facts, *other.facts)}
        return GraphView({**other.entities, **self.entities}, tuple(facts.values()), self.seeds, self.lit | other.lit)


def behind_answer(memory: Memary, question: Message, as_of: datetime | None) -> GraphView:
    """Return what memory finds for a question.

    The graph within two hops, and in it the facts that were found.
    """
    answer = recalled_for(memory, question, as_of)
    found = frozenset(hit.id for hit in answer.hits if hit.kind == "fact")
    view = _of(answer.subgraph)
    return GraphView(view.entities, view.facts, view.seeds, found & {fact.id for fact in view.facts})


def statements_around(
    memory: Memary, user: str, entity_id: str, as_of: datetime | None, *, depth: int
) -> tuple[StoreStatement, ...]:
    """Return what the store is asked for what lies within some hops of an entity."""
    now = utc_now()
    view = View(true_at=as_of, known_at=now, alive_at=now) if as_of else View.now(now)
    asked = SubgraphQuery(scope_here(memory, user), [entity_id], depth=depth, view=view)
    return wait_for(memory, explained, memory.core, asked).statements


def facts_at(memory: Memary, user: str, as_of: datetime | None, choice: GraphChoice) -> list[Fact]:
    """Return the facts between entities at a time, of the chosen relations and types, oldest first."""
    facts = memory.facts.list(user_id=user, as_of=as_of, limit=MOST_FACTS)
    if choice.relations:
        facts = [fact for fact in facts if fact.predicate in choice.relations]
    ids = {end for fact in facts for end in (fact.subject_id, fact.object_id)}
    kept = {
        entity.id
        for page in in_pages(ids)
        for entity in entities_of(memory, user, page)
        if entity.type != VALUE and (not choice.kinds or entity.type in choice.kinds)
    }
    return [fact for fact in facts if {fact.subject_id, fact.object_id} <= kept]


def view_of(part: GraphPart, memory: Memary, user: str, *, lit: bool = False) -> GraphView:
    """Return a part of the graph as it is drawn; `lit` makes its facts stand out."""
    entities = {entity.id: entity for entity in entities_of(memory, user, part.nodes)}
    return GraphView(entities, part.facts, lit=frozenset(fact.id for fact in part.facts) if lit else frozenset())


def _of(subgraph: Subgraph) -> GraphView:
    return GraphView(subgraph.of_nodes().entities, subgraph.facts, frozenset(subgraph.seeds))


def drawn(
    view: GraphView,
    background: GraphView,
    *,
    user: str,
    selected: str | None,
    path: Collection[str] = (),
    words: Words,
) -> dict[str, Any]:
    """Return a view as the component takes it, before a background that is drawn paler.

    Args:
        view: what is looked at.
        background: what else there is.
        user: whose it is; the node of the user bears this name.
        selected: the id of the entity picked.
        path: the ids of the entities from it to another, which are brought into sight.
        words: the language of the interface.
    """
    whole = view.joined(background)
    facts = [fact for fact in whole.facts if {fact.subject_id, fact.object_id} <= whole.entities.keys()]
    degrees = Counter(end for fact in facts for end in (fact.subject_id, fact.object_id))
    in_view = {fact.id for fact in view.facts}
    unsure = {fact.id for fact in facts if fact.in_doubt}
    unsure |= {fact.id for pair in open_conflicts(facts) for fact in pair}
    return {
        "nodes": [
            {
                "id": entity.id,
                "label": _short(name_of(entity, user)),
                "kind": entity.type,
                "weight": degrees[entity.id],
                "classes": _classes(seed=entity.id in view.seeds, dim=entity.id not in view.entities),
            }
            for entity in sorted(whole.entities.values(), key=lambda entity: (-degrees[entity.id], entity.id))
        ],
        "edges": [
            {
                "id": fact.id,
                "source": fact.subject_id,
                "target": fact.object_id,
                "label": fact.predicate.replace("_", " "),
                "classes": _classes(
                    lit=fact.id in view.lit,
                    dim=fact.id not in in_view,
                    unsure=fact.id in unsure,
                ),
            }
            for fact in facts
        ],
        "selected": selected,
        "path": sorted(path),
        "words": {
            "label": words("graph.label", entities=len(whole.entities), facts=len(facts)),
            "buttons": list(words.tables["graph.buttons"].values()),
            "kinds": dict(words.tables["graph.kinds"]),
            "lit": words("graph.lit"),
            "unsure": words("graph.unsure"),
        },
    }


def name_of(entity: Entity, user: str) -> str:
    """Return what an entity is called; the user by their own name."""
    return user if entity.key == SELF_KEY else entity.name


def by_name(entities: Iterable[Entity], user: str) -> list[Entity]:
    """Return entities in the order of their names."""
    return sorted(entities, key=lambda entity: (name_of(entity, user).casefold(), entity.id))


def _classes(**held: bool) -> str:
    return " ".join(name for name, holds in held.items() if holds)


def _short(name: str) -> str:
    return name if len(name) <= _LABEL_CHARS else name[: _LABEL_CHARS - 1].rstrip() + "…"
