"""Read nodes and relationships as Neo4j writes them in JSON: APOC, Neo4j Browser, drivers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from memary.integrations.importers.formats import fields_of

_ENDS = (("start", "startNodeElementId"), ("end", "endNodeElementId"))
"""By what names Neo4j tells the ends of a relationship."""

_IDS = ("id", "identity", "elementId")


class StoredNode(NamedTuple):
    """A node: what names it in the file, its labels, its properties."""

    id: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


class StoredRelationship(NamedTuple):
    """A relationship between two nodes.

    Where the file shows only the ids of these, they have no properties.
    """

    start: StoredNode
    end: StoredNode
    type: str
    properties: Mapping[str, Any]


def stored(found: Mapping[str, Any]) -> StoredNode | StoredRelationship | None:
    """Return the node or relationship that a JSON object is; None if it is neither."""
    if not isinstance(found.get("properties"), Mapping) and found.get("type") not in ("node", "relationship"):
        return None
    if "labels" in found:
        return _node(found)
    if all(any(name in found for name in names) for names in _ENDS):
        start, end = (_node(next(found[name] for name in names if name in found)) for names in _ENDS)
        kind = str(found.get("label") or found.get("type"))
        return StoredRelationship(start, end, kind, fields_of(found.get("properties")))
    return None


def labels_of(value: object) -> tuple[str, ...]:
    """Return the labels of a node, which may be written as one text."""
    if isinstance(value, str):
        return tuple(value.split(":"))
    return tuple(map(str, cast("list[object]", value))) if isinstance(value, list | tuple) else ()


def _node(shown: Any) -> StoredNode:
    node = fields_of(shown)
    id_ = str(next((node[name] for name in _IDS if name in node), shown))
    return StoredNode(id_, labels_of(node.get("labels")), fields_of(node.get("properties")))
