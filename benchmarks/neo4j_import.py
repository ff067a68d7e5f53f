"""Lays graphs into a Neo4j that does not run yet, with the importer that comes with it.

    python -m benchmarks.neo4j_import

The nodes and relationships are those that the store would write, made of the same rows; but for a user's own node and
what hangs on it, which `finish` writes. As a program it proves that: it writes a small graph with what was said both
ways and compares all that is in the two databases.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.neo4j_server import launcher

from benchmarks.synthetic import START, Graph, encounters, load, stored
from memary import Memary
from memary.models.base import Embedder
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.connection import Connection, chunks
from memary.types import Embedding, Entity, Fact, Mention, Message, utc_now

Properties: TypeAlias = dict[str, Any]

_FILL = """
MATCH (n:{label}) WHERE n.user_id = $user CALL (n) {{ SET n += $empty }} IN TRANSACTIONS OF 10000 ROWS
"""

_TIE_SESSIONS = """
MATCH (s:Session) WHERE s.user_id = $user
CALL (s) { MATCH (u:User {id: $user}) MERGE (u)-[:HAS_SESSION]->(s) } IN TRANSACTIONS OF 10000 ROWS
"""

_BETWEEN = "\x1f"  # stands in no value
_TYPES = {bool: "boolean", int: "long", float: "double", datetime: "datetime", list: "string[]", str: "string"}
_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Contents:
    """A user's graph with what was said about it, and what makes vectors of the first `vectors` of each kind."""

    graph: Graph
    said: tuple[Message | Mention, ...] = ()
    embedder: Embedder | None = None
    vectors: int = 0

    @property
    def last(self) -> Fact:
        """The fact that the importer leaves to `finish`."""
        *_, last = self.graph.records()
        assert isinstance(last, Fact)
        return last


@dataclass(frozen=True, slots=True)
class Running:
    """A server that was started here: its address, who memary is to it, and its process."""

    uri: str
    username: str
    pid: int | None


@contextmanager
def server(contents: Sequence[Contents] = (), *, heap: str = "3g", page_cache: str = "2g") -> Generator[Running]:
    """Start a Neo4j for the time of the block, with contents if given."""
    launch = launcher()
    with tempfile.TemporaryDirectory(prefix="memary-scale-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        if contents:
            _lay(home, launch, contents)
        options = launch.ServerOptions(
            home=home, bolt_port=0, http_port=None, apoc=False, heap=heap, page_cache=page_cache
        )
        process = launch.Neo4jServer(options)
        with process as ready:
            yield Running(ready.bolt, launch.USERNAME, process.pid)


def finish(memory: Memary, contents: Contents, running: Running) -> None:
    """Write what the importer cannot.

    Lists that are empty, the node of the user, and the last fact with it.
    """
    graph, last = contents.graph, contents.last
    empty_of = {"Entity": rows.entity_properties(graph.nodes[0]), "Fact": rows.fact_properties(last)}
    if said := next((one for one in contents.said if isinstance(one, Message)), None):
        empty_of["Message"] = rows.message_properties(said)
    for label, properties in empty_of.items():
        empty = {name: value for name, value in properties.items() if value == []}
        memory.loop.start(_fill, running, _FILL.format(label=label), graph.user_id, empty).result()
    memory.loop.start(load, memory.core.store, [last], contents.embedder).result()
    memory.loop.start(_fill, running, _TIE_SESSIONS, graph.user_id, {}).result()


async def _fill(running: Running, statement: str, user_id: str, empty: Properties) -> None:
    connection = Connection(running.uri, username=running.username, password="", database="neo4j")
    try:
        await connection.run_alone(statement, user=user_id, empty=empty)
    finally:
        await connection.aclose()


def _lay(home: Path, launch: Any, contents: Sequence[Contents]) -> None:
    folder = home / "import"
    folder.mkdir()
    with _Files(folder) as files:
        for one in contents:
            _write(files, one)
    (home / "conf").mkdir()
    (home / "conf" / "neo4j.conf").touch()
    command = [launch.find_java(), "-Xmx2g", "-cp", f"{launch.assemble()}/lib/*", "org.neo4j.cli.AdminTool"]
    command += ["database", "import", "full", "neo4j", f"--array-delimiter={_BETWEEN}", "--max-off-heap-memory=2g"]
    command += [f"--nodes={path}" for path in folder.glob("node-*.csv")]
    command += [f"--relationships={path}" for path in folder.glob("tie-*.csv")]
    command.append(f"--report-file={folder / 'report.txt'}")
    place = {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    done = subprocess.run(command, env=os.environ | place, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The import failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    for path in folder.iterdir():
        path.unlink()


def _write(files: _Files, contents: Contents) -> None:
    last, mentioned = contents.last, Counter(one.entity_id for one in contents.said if isinstance(one, Mention))
    written: Counter[type] = Counter()
    for some in chunks(chain(contents.graph.records(), contents.said), _AT_ONCE):
        embedder = contents.embedder if any(written[type(one)] < contents.vectors for one in some) else None
        for each in asyncio.run(stored(some, embedder)):
            written[type(each.record)] += 1
            embedding = each.embedding if written[type(each.record)] <= contents.vectors else None
            match each.record:
                case Entity() as entity:
                    _write_entity(files, entity, mentioned[entity.id], embedding)
                case Fact() as fact if fact.id != last.id:
                    _write_fact(files, fact, embedding)
                case Message() as message:
                    _write_message(files, message, embedding)
                case Mention() as mention:
                    ends = (
                        _place(id_, {"user_id": mention.user_id}) for id_ in (mention.source_id, mention.entity_id)
                    )
                    files.tie("mention", *ends, "MENTIONS", mention.model_dump())
                case _:
                    pass


def _write_entity(files: _Files, entity: Entity, mentions: int, embedding: Embedding | None) -> None:
    owner = {"user_id": entity.user_id}
    labels = _BETWEEN.join(("Entity", *rows.entity_labels(entity.type)))
    properties = rows.entity_properties(entity) | rows.vector_properties(embedding)
    files.node("entity", _place(entity.id, owner), labels, {"mention_count": mentions or None} | properties)
    for key in rows.index_keys(entity):
        place = _place(f"{key} {entity.id}", owner)
        files.node("key", place, "EntityKey", owner | {"id": key, "key": key, "entity_id": entity.id})
        files.tie("key", place, _place(entity.id, owner), "KEY_OF", {})


def _write_message(files: _Files, message: Message, embedding: Embedding | None) -> None:
    owner = {"user_id": message.user_id}
    place = _place(message.id, owner)
    properties = rows.message_properties(message) | {"due_at": START} | rows.vector_properties(embedding)
    files.node("message", place, "Message", properties)
    if message.session_id:
        session = _place(f"session {message.session_id}", owner)
        files.once("session", session, "Session", owner | {"id": message.session_id})
        files.tie("session", session, place, "HAS_MESSAGE", {})


def _write_fact(files: _Files, fact: Fact, embedding: Embedding | None) -> None:
    owner = {"user_id": fact.user_id}
    place, subject, object_ = (_place(id_, owner) for id_ in (fact.id, fact.subject_id, fact.object_id))
    files.node("fact", place, "Fact", rows.fact_properties(fact) | rows.vector_properties(embedding))
    files.tie("end", place, subject, "SUBJECT", {})
    files.tie("end", place, object_, "OBJECT", {})
    if rows.is_drawn(fact, utc_now()):
        files.tie("drawn", subject, object_, rows.edge_type(fact.predicate), rows.edge_properties(fact))


def _place(id_: str, owner: Properties) -> str:
    """What stands for a node in the files; it does not come into the database."""
    return f"{owner['user_id']} {id_}"


class _Files:
    """Files in the importer's format, one a sort of node or tie.

    The first of a sort decides on its columns.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._open: dict[str, IO[str]] = {}
        self._places: set[str] = set()

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def node(self, sort: str, place: str, labels: str, properties: Properties) -> None:
        self._write(f"node-{sort}", (":ID", ":LABEL"), (place, labels), properties)

    def once(self, sort: str, place: str, labels: str, properties: Properties) -> None:
        """Write a node unless it is there."""
        if place not in self._places:
            self._places.add(place)
            self.node(sort, place, labels, properties)

    def tie(self, sort: str, start: str, end: str, type_: str, properties: Properties) -> None:
        self._write(f"tie-{sort}", (":START_ID", ":END_ID", ":TYPE"), (start, end, type_), properties)

    def _write(self, sort: str, columns: Sequence[str], values: Sequence[str], properties: Properties) -> None:
        if sort not in self._open:
            file = self._stack.enter_context((self._folder / f"{sort}.csv").open("w", encoding="utf-8"))
            named = (f"{name}:{_type(value)}" for name, value in properties.items())
            file.write(",".join((*columns, *named)) + "\n")
            self._open[sort] = file
        self._open[sort].write(",".join(map(_cell, (*values, *properties.values()))) + "\n")


def _type(value: Any) -> str:
    if value and isinstance(value, list) and isinstance(value[0], float):
        return "double[]"
    return _TYPES.get(type(value), "string")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        value = _BETWEEN.join(map(str, value))
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return value.isoformat() if isinstance(value, datetime) else str(value).lower()


# -- both ways side by side ------------------------------------------------------------------------------------------

_NODES = "MATCH (n) WHERE NOT n:MemaryMeta RETURN labels(n) AS labels, properties(n) AS properties"
_TIES = """
MATCH (a)-[r]->(b)
RETURN type(r) AS type, properties(r) AS properties, [a.user_id, a.id] AS start, [b.user_id, b.id] AS end
"""
_TIMED = ("last_write", "revision")
"""What depends on when and in how many steps a user's records came."""


def main() -> int:
    """Write a small graph both ways, compare, and return the exit code: 1 if they differ."""
    graph = Graph("ada", 500)
    contents = Contents(graph, tuple(encounters(graph, 300)))
    found: list[tuple[list[str], list[str]]] = []
    for laid in ((), (contents,)):
        with (
            server(laid, heap="1g", page_cache="256m") as running,
            Memary.open(
                running.uri, embedding="hash", worker=False, neo4j_username=running.username, neo4j_password=""
            ) as memory,
        ):
            if laid:
                finish(memory, contents, running)
            else:
                both = chain(graph.records(), contents.said)
                memory.loop.start(load, memory.core.store, both, None).result()
            found.append(memory.loop.start(_contents, running).result())
            print(
                f"{'imported' if laid else 'written'}: {len(found[-1][0])} nodes, {len(found[-1][1])} ties",
                flush=True,
            )
            for problem in memory.loop.start(memory.core.store.check).result():
                raise SystemExit(problem)
    for written, imported in zip(*found, strict=True):
        for one, other in zip(written, imported, strict=False):
            if one != other:
                print(f"written:  {one}\nimported: {other}")
                return 1
    same = found[0] == found[1]
    print("The two are the same." if same else "The two differ in number.")
    return 0 if same else 1


async def _contents(running: Running) -> tuple[list[str], list[str]]:
    connection = Connection(running.uri, username=running.username, password="", database="neo4j")
    try:
        nodes = await connection.read(lambda tx: tx.rows(_NODES))
        ties = await connection.read(lambda tx: tx.rows(_TIES))
    finally:
        await connection.aclose()
    return _shown(nodes), _shown(ties)


def _shown(found: Iterable[Properties]) -> list[str]:
    def one(row: Properties) -> Iterator[str]:
        for name, value in sorted(row.items()):
            if name == "properties":
                value = sorted((key, each) for key, each in value.items() if key not in _TIMED)
            yield f"{name}={sorted(value) if name == 'labels' else value}"

    return sorted(" ".join(one(row)) for row in found)


if __name__ == "__main__":
    sys.exit(main())
