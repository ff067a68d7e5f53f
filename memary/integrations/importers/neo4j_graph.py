"""Import any Neo4j graph: from a running server, or from a file of APOC or Neo4j Browser.

A node becomes an entity, named by its first property that names it and typed by its label; a relationship between two
such nodes becomes a fact, its type the predicate. Dates on the relationship say since when and until when it is true.
A `GraphMapping` changes any of it. What memary keeps in the same database is left out.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, ValidationError

from memary.checks.faults import faults_of
from memary.errors import InputError
from memary.ingestion.extraction.model import entity_type
from memary.integrations.importers.bundle import documents
from memary.integrations.importers.formats import Exported, Mapped, Owned, name_of, time_of, visit
from memary.integrations.importers.neo4j_json import StoredNode, StoredRelationship, stored
from memary.settings import Settings, secret
from memary.stores.neo4j.driver.connection import Connection, Transaction
from memary.types import GENERIC, Record

_OWN = "MemaryMeta"
_OWN_KEY = "user_id"
_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_YEAR = re.compile(r"\d{4}")
_TEXT = 200
"""Characters that the name of a node or the value of a property may have; longer ones are texts, not names."""

_NODES = """
MATCH (n) WHERE elementId(n) > $after
WITH n ORDER BY elementId(n) LIMIT $limit
RETURN elementId(n) AS id, labels(n) AS labels, n.user_id IS NOT NULL AS is_owned,
       [key IN keys(n) WHERE key IN $wanted | [key, toStringOrNull(n[key])]] AS properties
"""
_RELATIONSHIPS = """
MATCH (a)-[r]->(b) WHERE elementId(r) > $after
WITH a, r, b ORDER BY elementId(r) LIMIT $limit
RETURN elementId(r) AS id, elementId(a) AS start, elementId(b) AS end, type(r) AS type,
       [key IN keys(r) WHERE key IN $wanted | [key, toStringOrNull(r[key])]] AS properties
"""
_PAGE = 5_000


_TO_WRITE = {
    "names": 'the properties that name a node: names = ["name", "title"]',
    "labels": 'the type that nodes of a label become, or false to leave them out, under [labels]: Film = "event"',
    "relationships": (
        "the predicate that a relationship becomes, or false to leave it out, under [relationships]: "
        'ACTED_IN = "played in"'
    ),
    "properties": 'what a property says of its node, under [properties]: "Person.born" = "born in"',
    "since": 'the properties that say since when: since = ["start_date"]',
    "until": 'the properties that say until when: until = ["end_date"]',
}
"""What to write for each part of a mapping."""


class GraphMapping(Record):
    """How the nodes and relationships of a graph become entities and facts.

    Attributes:
        names: properties that name a node, the first that it has.
        labels: the type of the entities that nodes of a label become; False leaves these nodes out.
        relationships: the predicate that a type of relationship becomes; False leaves it out.
        properties: what a property of a node says of it, by label and property: `{"Person.born": "born on"}` makes
            facts of these; others are left alone.
        since: properties of a relationship that say since when it is true.
        until: those that say until when.
    """

    names: tuple[str, ...] = ("name", "title", "label", "full_name", "fullName", "display_name", "displayName")
    labels: dict[str, str | Literal[False]] = Field(default_factory=dict[str, str | Literal[False]])
    relationships: dict[str, str | Literal[False]] = Field(default_factory=dict[str, str | Literal[False]])
    properties: dict[str, str] = Field(default_factory=dict[str, str])
    since: tuple[str, ...] = ("since", "valid_at", "valid_from", "from", "start", "start_date", "startDate")
    until: tuple[str, ...] = ("until", "invalid_at", "valid_to", "to", "end", "end_date", "endDate")

    @classmethod
    def from_file(cls, path: str | Path) -> GraphMapping:
        """Read a mapping from a TOML file with the attributes as its keys.

        Raises:
            InputError: the file cannot be read, or is no mapping.
        """
        try:
            given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise InputError(
                f"The mapping {path} cannot be read: {getattr(error, 'strerror', None) or error}."
            ) from error
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            (fault, *_) = faults_of(error.errors(include_url=False), given)
            field, _, key = fault.where.partition(".")
            if field not in _TO_WRITE:
                known = f"a mapping has {', '.join(_TO_WRITE)}"
                raise InputError(f"The mapping {path} cannot be used: {field} is unknown; {known}.") from error
            what = f"the entry {key} of {field}" if key else field
            raise InputError(
                f"The mapping {path} cannot be used: {what} has the wrong type. Write {_TO_WRITE[field]}."
            ) from error

    @property
    def of_nodes(self) -> list[str]:
        """The properties of nodes that are looked at."""
        return sorted({*self.names, *(key.partition(".")[2] for key in self.properties)})

    @property
    def of_relationships(self) -> list[str]:
        """The properties of relationships that are looked at."""
        return [*self.since, *self.until]


def is_address(where: str | Path) -> bool:
    """Return whether this is the address of a server rather than a file."""
    return "://" in str(where)


def read_file(path: Path, mapping: GraphMapping | None = None) -> Exported:
    """Read a file of APOC (`apoc.export.json.*`) or a result that Neo4j Browser has exported.

    Raises:
        InputError: it is no JSON.
    """
    graph = _FoundGraph(mapping or GraphMapping())

    def take(found: Mapping[str, Any]) -> bool:
        shown = stored(found)
        if isinstance(shown, StoredNode):
            graph.take_node(shown)
        elif shown is not None:
            graph.take_node(shown.start)
            graph.take_node(shown.end)
            graph.relationships.append(shown)
        return shown is not None

    visit(documents(path), take)
    return graph.exported()


async def read_server(address: str, settings: Settings, mapping: GraphMapping | None = None) -> Exported:
    """Read the graph of a running server; nothing is written to it.

    Args:
        address: such as `bolt://localhost:7687/movies`: the path names the database. It may hold a user name and a
            password; without these, those of the settings are used.
        settings: of the memory.
        mapping: what becomes of the graph.

    Raises:
        StoreError: the server cannot be reached, or does not let memary in.
    """
    wanted, parts = mapping or GraphMapping(), urlsplit(address)
    connection = Connection(
        parts._replace(netloc=parts.netloc.rpartition("@")[2], path="").geturl(),
        username=unquote(parts.username or "") or settings.neo4j_username,
        password=unquote(parts.password or "") or secret(settings.neo4j_password) or "",
        database=parts.path.strip("/") or settings.neo4j_database,
    )
    try:
        await connection.verify()
        graph = _FoundGraph(wanted)
        async for row in _pages(connection, _NODES, wanted.of_nodes):
            properties = dict(row["properties"]) | ({_OWN_KEY: True} if row["is_owned"] else {})
            graph.take_node(StoredNode(row["id"], tuple(row["labels"]), properties))
        async for row in _pages(connection, _RELATIONSHIPS, wanted.of_relationships):
            start, end = (StoredNode(row[end], (), {}) for end in ("start", "end"))
            graph.relationships.append(StoredRelationship(start, end, row["type"], dict(row["properties"])))
    finally:
        await connection.aclose()
    return graph.exported()


async def _pages(connection: Connection, statement: str, wanted: list[str]) -> AsyncIterator[dict[str, Any]]:
    """Yield the rows of a statement page by page, each in a transaction of its own."""
    after = ""

    async def page(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.rows(statement, after=after, wanted=wanted, limit=_PAGE)

    while found := await connection.read(page, patient=True):
        for row in found:
            yield row
        after = found[-1]["id"]


class _FoundGraph:
    """A graph as it was found, and what becomes of it."""

    def __init__(self, mapping: GraphMapping) -> None:
        self._mapping = mapping
        self._nodes: dict[str, StoredNode] = {}
        self.relationships: list[StoredRelationship] = []
        self._out = Exported()
        self._mapped: Counter[tuple[Literal["label", "relationship", "property"], str, str]] = Counter()

    def take_node(self, node: StoredNode) -> None:
        """Take in a node; where it is shown twice, once with its properties, they count."""
        if not self._nodes.get(node.id, node).properties or node.id not in self._nodes:
            self._nodes[node.id] = node

    def exported(self) -> Exported:
        """Return the facts of the graph, and what was left out."""
        own = any(_OWN in node.labels for node in self._nodes.values())
        left: Counter[tuple[str, str]] = Counter()
        entities: dict[str, tuple[str, str]] = {}
        for node in self._nodes.values():
            named = self._entity(node, own=own)
            if isinstance(named, str):
                left[":".join(node.labels) or "node", named] += 1
            else:
                entities[node.id] = named
        connected = self._facts(entities, left)
        connected |= self._values(entities)
        for id_ in entities.keys() - connected:
            left[":".join(self._nodes[id_].labels) or "node", "no fact names it"] += 1
        for (what, why), count in sorted(left.items()):
            self._out.leave(f"{count:,} × {what}", why)
        self._out.mapped += [
            Mapped(kind=kind, name=name, becomes=becomes, count=count)
            for (kind, name, becomes), count in sorted(self._mapped.items())
        ]
        return self._out

    def _entity(self, node: StoredNode, *, own: bool) -> tuple[str, str] | str:
        """Return the name and type of the entity that a node becomes, or why it becomes none."""
        if _OWN in node.labels or (own and _OWN_KEY in node.properties):
            return "it is memary's own: `memary export` reads that"
        if any(self._mapping.labels.get(label) is False for label in node.labels):
            return "the mapping leaves it out"
        name = next((name for key in self._mapping.names if (name := name_of(node.properties.get(key)))), None)
        if name is None:
            return "no property names it: say which in the mapping (names)"
        if len(name) > _TEXT:
            return f"its name has more than {_TEXT} characters: say in the mapping which property names it"
        label, becomes = self._type(node.labels)
        self._mapped["label", label, becomes] += 1
        return name, becomes

    def _type(self, labels: tuple[str, ...]) -> tuple[str, str]:
        """Return the label that says what a node is, and the type it becomes."""
        mapped = [(label, becomes) for label in labels if (becomes := self._mapping.labels.get(label))]
        plain = [(label, entity_type(_plain(label))) for label in labels if not label.startswith("_")]
        known = [(label, becomes) for label, becomes in plain if becomes != GENERIC]
        return next(iter([*mapped, *known, *plain]), ("", GENERIC))

    def _facts(self, entities: Mapping[str, tuple[str, str]], left: Counter[tuple[str, str]]) -> set[str]:
        """Make facts of the relationships; return the nodes that they name."""
        connected: set[str] = set()
        for found in self.relationships:
            becomes = self._mapping.relationships.get(found.type, _plain(found.type).replace(" ", "_"))
            subject, object_ = entities.get(found.start.id), entities.get(found.end.id)
            if becomes is False or subject is None or object_ is None:
                why = "the mapping leaves it out" if becomes is False else "a node that it connects is left out"
                left[found.type, why] += 1
                continue
            try:
                since = _time(found.properties, self._mapping.since)
                until = _time(found.properties, self._mapping.until)
            except InputError as error:
                left[found.type, str(error)] += 1
                continue
            connected |= {found.start.id, found.end.id}
            self._mapped["relationship", found.type, becomes] += 1
            self._fact(subject, becomes, object_, {"valid_at": since, "invalid_at": until})
        return connected

    def _values(self, entities: Mapping[str, tuple[str, str]]) -> set[str]:
        """Make facts of those properties of nodes that the mapping names; return the nodes that have them."""
        connected: set[str] = set()
        for id_, subject in entities.items():
            node = self._nodes[id_]
            for property_, predicate in self._mapping.properties.items():
                label, _, key = property_.partition(".")
                value = _value(node.properties.get(key)) if label in node.labels else None
                if value is not None:
                    connected.add(id_)
                    self._mapped["property", property_, predicate] += 1
                    self._fact(subject, predicate, (value, GENERIC), {})
        return connected

    def _fact(
        self, subject: tuple[str, str], predicate: str, object_: tuple[str, str], times: Mapping[str, datetime | None]
    ) -> None:
        given: dict[str, Any] = {"subject": subject[0], "subject_type": subject[1], "predicate": predicate}
        given |= {"object": object_[0], "object_type": object_[1], **times}
        self._out.facts.append(Owned(None, given))


def _plain(name: str) -> str:
    """Return the words of a label or of a type of relationship: `ACTED_IN` and `actedIn` are "acted in"."""
    return " ".join(_WORDS.findall(name)).lower() or name


def _value(value: object) -> str | None:
    """Return a property's value as the object of a fact.

    It is None for what can be no object, such as lists and long texts.
    """
    if isinstance(value, bool | float):
        return str(value).lower()
    name = name_of(value)
    return name if name and len(name) <= _TEXT else None


def _time(properties: Mapping[str, Any], keys: Iterable[str]) -> datetime | None:
    """Return the first time that one of these properties tells; a year is its first day.

    Raises:
        InputError: it cannot be read.
    """
    told = next((text for key in keys if (text := name_of(properties.get(key)))), None)
    if told is None:
        return None
    if _YEAR.fullmatch(told):
        told = f"{told}-01-01"
    return time_of(told)
