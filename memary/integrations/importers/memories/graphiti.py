"""Read files of Graphiti: its Neo4j graph as JSON, or the dumps of its own models.

The graph comes from APOC or from Neo4j Browser. An episode comes in as a message, with its time, and a fact
(`RELATES_TO`) as a fact between the entities it connects: its sentence, since when and until when it is true, and the
episodes it came from as its sources. A group is a user. What memary makes itself is left out: communities, mentions,
summaries, vectors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memary.errors import InputError
from memary.integrations.importers.bundle import documents
from memary.integrations.importers.formats import (
    Exported,
    Owned,
    list_of,
    name_of,
    shown,
    text_of,
    time_of,
    visit,
)
from memary.integrations.importers.neo4j_json import StoredNode, StoredRelationship, labels_of, stored

_FACT = "RELATES_TO"
_SAID = re.compile(r"^\s*([^\n:]{1,60}?)\s*(?:\([^)\n]*\))?:\s+(?=\S)", re.MULTILINE)
"""How a turn begins in an episode of messages: `Ada (user): …`."""

_ASSISTANTS = frozenset({"assistant", "ai", "agent", "bot", "system", "model"})
_OF_A_NODE = frozenset({"group_id", "labels", "summary", "name_embedding", "attributes"})
"""What a node has beside its name; not every dump has all of it."""

_DERIVED = {
    "Community": "memary finds themes by itself",
    "Saga": "memary keeps sessions of its own",
    "MENTIONS": "memary notes by itself what a message mentions",
    "HAS_MEMBER": "memary finds themes by itself",
    "HAS_EPISODE": "memary keeps sessions of its own",
    "NEXT_EPISODE": "the times of the messages say it",
}


class _FileGraph:
    """The nodes and relationships of a file, by what names them in it."""

    def __init__(self) -> None:
        self.entities: dict[str, Mapping[str, Any]] = {}
        self.episodes: dict[str, Mapping[str, Any]] = {}
        self.facts: dict[str, tuple[str, str, Mapping[str, Any]]] = {}
        self.derived: Counter[str] = Counter()

    def take(self, found: Mapping[str, Any]) -> bool:
        """Take in an object of the file, if it is a node or a relationship; say whether it is."""
        shown = stored(found)
        if isinstance(shown, StoredNode):
            self._node(_told(shown), shown.id, is_stored=True)
            return True
        if isinstance(shown, StoredRelationship):
            self._relationship(shown)
            return True
        uuid = name_of(found.get("uuid"))
        ends = [name_of(found.get(end)) for end in ("source_node_uuid", "target_node_uuid")]
        if ends[0] and ends[1]:
            self._edge(uuid, (ends[0], ends[1]), found)
        elif uuid and "content" in found and {"valid_at", "source", "entity_edges"} & found.keys():
            self.episodes[uuid] = found
        elif uuid and "name" in found and _OF_A_NODE & found.keys():
            self._node(found, uuid)
        else:
            return False
        return True

    def _edge(self, uuid: str | None, ends: tuple[str, str], edge: Mapping[str, Any]) -> None:
        """Take in an edge as Graphiti's models dump it.

        One without a sentence and a name only notes a mention.
        """
        if "fact" in edge or text_of(edge.get("name")):
            self.facts[uuid or f"#{len(self.facts)}"] = (*ends, edge)
        else:
            self.derived["MENTIONS"] += 1

    def _node(self, node: Mapping[str, Any], id_: str, *, is_stored: bool = False) -> None:
        """Take in a node by its labels.

        A model's dump may have none, and is that of an entity then.
        """
        labels, uuid = set(labels_of(node.get("labels"))), str(node.get("uuid", id_))
        if "Episodic" in labels:
            self.episodes[uuid] = node
        elif derived := labels & set(_DERIVED):
            self.derived[min(derived)] += 1
        elif "Entity" in labels or not is_stored:
            self.entities[uuid] = self.entities[f"#{id_}"] = node

    def _relationship(self, found: StoredRelationship) -> None:
        if found.type == _FACT:
            ends = found.start, found.end
            for node in ends:
                if node.properties and f"#{node.id}" not in self.entities:
                    self._node(_told(node), node.id, is_stored=True)
            uuid = str(found.properties.get("uuid", len(self.facts)))
            self.facts[uuid] = (f"#{ends[0].id}", f"#{ends[1].id}", found.properties)
        elif found.type in _DERIVED:
            self.derived[found.type] += 1


def read(path: Path) -> Exported:
    """Read a file of Graphiti.

    Raises:
        InputError: it is no JSON.
    """
    graph, exported = _FileGraph(), Exported()
    visit(documents(path), graph.take)
    for uuid, episode in graph.episodes.items():
        _episode(uuid, episode, exported)
    kept = {message.given["id"] for message in exported.messages}
    connected: set[int] = set()
    for start, end, fact in graph.facts.values():
        ends = graph.entities.get(start), graph.entities.get(end)
        connected |= {id(node) for node in ends}
        _fact(ends, fact, kept, exported)
    alone = {id(node): node for node in graph.entities.values() if id(node) not in connected}
    for node in alone.values():
        exported.leave(f"entity {node.get('name')}", "no fact names it")
    for name, count in graph.derived.items():
        exported.leave(f"{count} × {name}", _DERIVED[name])
    return exported


def _episode(uuid: str, episode: Mapping[str, Any], exported: Exported) -> None:
    content = text_of(episode.get("content"))
    if not content:
        exported.leave(f"episode {episode.get('name') or uuid}", "it is empty")
        return
    try:
        said_at = time_of(episode.get("valid_at")) or time_of(episode.get("created_at"))
    except InputError as error:
        exported.leave(f"episode {shown(content)}", str(error))
        return
    source = str(episode.get("source") or "")
    metadata = {"imported_from": "graphiti", "name": episode.get("name"), "source": source}
    metadata["source_description"] = episode.get("source_description")
    filled = {name: value for name, value in metadata.items() if value}
    given: dict[str, Any] = {"id": f"graphiti:{uuid}", "content": content, "created_at": said_at, "metadata": filled}
    turns = list(_SAID.finditer(content)) if source == "message" else []
    if len(turns) == 1 and turns[0].start() == 0:
        given |= _spoken(turns[0][1], content[turns[0].end() :])
    exported.messages.append(Owned(name_of(episode.get("group_id")), given))


def _spoken(name: str, text: str) -> dict[str, Any]:
    """Return what is known of a turn by the name before it."""
    is_assistant = name.casefold() in _ASSISTANTS
    is_somebody = name.casefold() not in _ASSISTANTS | {"user", "human"}
    role = "assistant" if is_assistant else "user"
    return {"content": text.strip(), "role": role, "speaker": name if is_somebody else None}


def _fact(
    ends: tuple[Mapping[str, Any] | None, Mapping[str, Any] | None],
    fact: Mapping[str, Any],
    kept: set[str],
    exported: Exported,
) -> None:
    subject, object_ = ends
    sentence = text_of(fact.get("fact"))
    what = f"fact {shown(sentence) or fact.get('uuid')}"
    if subject is None or object_ is None:
        exported.leave(what, "an entity that it connects is not in the file")
        return
    try:
        valid_at = time_of(fact.get("valid_at")) or time_of(fact.get("reference_time"))
        invalid_at = time_of(fact.get("invalid_at")) or time_of(fact.get("expired_at"))
        valid_at = valid_at or time_of(fact.get("created_at"))
    except InputError as error:
        exported.leave(what, str(error))
        return
    if valid_at and invalid_at and invalid_at < valid_at:
        valid_at = None  # true before, nobody knows since when
    given = {
        "subject": subject.get("name"),
        "subject_type": _type(subject),
        "predicate": text_of(fact.get("name")) or "relates to",
        "object": object_.get("name"),
        "object_type": _type(object_),
        "statement": sentence,
        "valid_at": valid_at,
        "invalid_at": invalid_at,
        "source_ids": tuple(
            id_ for episode in list_of(fact.get("episodes")) if (id_ := f"graphiti:{episode}") in kept
        ),
    }
    exported.facts.append(Owned(name_of(fact.get("group_id")), given))


def _told(node: StoredNode) -> dict[str, Any]:
    return {**node.properties, "labels": node.labels}


def _type(node: Mapping[str, Any]) -> str:
    own = [label for label in labels_of(node.get("labels")) if label != "Entity"]
    return own[0].lower() if own else "thing"
