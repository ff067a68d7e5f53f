"""Draw the memory map: messages, facts, insights and entities as nodes, and what ties them together.

An insight rests on facts, a fact on the messages that state it; both end in entities, messages mention them. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from propcache.api import cached_property
from pydantic import ConfigDict

from memary.types import Entity, Fact, FactKind, Mention, Message, Record, Time

NodeKind = Literal["message", "fact", "insight", "entity"]
EdgeKind = Literal["rests_on", "subject", "object", "supersedes", "conflicts_with", "mentions"]


class MapNode(Record):
    """A record, with how it reads and when it was said, began to be true, or was made."""

    id: str
    kind: NodeKind
    text: str
    at: Time


class MapEdge(Record):
    """A tie from one record to another."""

    source: str
    target: str
    kind: EdgeKind


class MemoryMap(Record):
    """Linked memories, as a graph that other programs can draw.

    `about` is the record it was asked of.
    """

    model_config = ConfigDict(ignored_types=(cached_property,))

    about: str | None = None
    nodes: tuple[MapNode, ...] = ()
    edges: tuple[MapEdge, ...] = ()

    def tied_to(self, id_: str) -> list[tuple[MapEdge, MapNode]]:
        """Return what a record is tied to, in either direction."""
        return self._ties.get(id_, [])

    @cached_property
    def _ties(self) -> dict[str, list[tuple[MapEdge, MapNode]]]:
        nodes = {node.id: node for node in self.nodes}
        ties: dict[str, list[tuple[MapEdge, MapNode]]] = defaultdict(list)
        for edge in self.edges:
            ends = {edge.source: edge.target, edge.target: edge.source}  # one end, of a record tied to itself
            for id_, other in ends.items():
                if other in nodes:
                    ties[id_].append((edge, nodes[other]))
        return dict(ties)


def memory_map(
    *,
    about: str | None = None,
    messages: Iterable[Message] = (),
    facts: Iterable[Fact] = (),
    entities: Iterable[Entity] = (),
    mentions: Iterable[Mention] = (),
) -> MemoryMap:
    """Return these records as a graph; ties to what is not among them are left out.

    Nodes are in order of time.
    """
    listed = list(facts)
    nodes = [MapNode(id=m.id, kind="message", text=m.content, at=m.created_at) for m in messages]
    nodes += [MapNode(id=f.id, kind=_kind(f), text=f.statement, at=f.valid_at) for f in listed]
    nodes += [MapNode(id=e.id, kind="entity", text=e.name, at=e.created_at) for e in entities]
    ties = [tie for fact in listed for tie in _ties(fact)]
    ties += [MapEdge(source=one.source_id, target=one.entity_id, kind="mentions") for one in mentions]
    known = {node.id: node for node in nodes}
    return MemoryMap(
        about=about,
        nodes=tuple(sorted(known.values(), key=lambda node: (node.at, node.id))),
        edges=tuple(tie for tie in dict.fromkeys(ties) if tie.source in known and tie.target in known),
    )


def _ties(fact: Fact) -> list[MapEdge]:
    ties: dict[EdgeKind, tuple[str, ...]] = {
        "subject": (fact.subject_id,),
        "object": (fact.object_id,),
        "rests_on": fact.source_ids,
        "supersedes": fact.supersedes,
        "conflicts_with": fact.conflicts_with,
    }
    return [MapEdge(source=fact.id, target=id_, kind=kind) for kind, ids in ties.items() for id_ in ids]


def _kind(fact: Fact) -> NodeKind:
    return "insight" if fact.kind is FactKind.INSIGHT else "fact"
