"""Lays graphs into a Neo4j that does not run yet, with the importer that comes with it.

    python -m benchmarks.neo4j_import

The nodes and relationships are those that the store would write, made of the same rows; but for a user's own node,
which `finish` has the store write. As a program it proves that: it writes a small graph both ways and compares all
that is in the two databases.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.neo4j_server import launcher

from benchmarks.synthetic import Graph, load
from memary import Memary
from memary.stores.neo4j import rows
from memary.stores.neo4j.connection import Connection
from memary.types import Entity, Fact, utc_now

Properties: TypeAlias = dict[str, Any]

_FILL = """
MATCH (n:{label}) WHERE n.user_id = $user CALL (n) {{ SET n += $empty }} IN TRANSACTIONS OF 10000 ROWS
"""

_BETWEEN = "\x1f"  # stands in no value
_TYPES = {bool: "boolean", int: "long", float: "double", datetime: "datetime", list: "string[]", str: "string"}


@contextmanager
def server(graphs: Sequence[Graph] = (), *, heap: str = "3g", page_cache: str = "2g") -> Generator[tuple[str, str]]:
    """Start a Neo4j for the time of the block, with graphs in it if given; yield its address and its user's name."""
    launch = launcher()
    with tempfile.TemporaryDirectory(prefix="memary-scale-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        if graphs:
            _lay(home, launch, graphs)
        options = launch.ServerOptions(
            home=home, bolt_port=0, http_port=None, apoc=False, heap=heap, page_cache=page_cache
        )
        with launch.Neo4jServer(options) as ready:
            yield ready.bolt, launch.USERNAME


def finish(memory: Memary, graph: Graph, uri: str, username: str) -> None:
    """Write what the importer cannot: lists that are empty, the node of the user, and the last fact with it."""
    first, *_, last = graph.records()
    assert isinstance(first, Entity)
    assert isinstance(last, Fact)
    for label, properties in (("Entity", rows.entity_properties(first)), ("Fact", rows.fact_properties(last))):
        empty = {name: value for name, value in properties.items() if value == []}
        memory.loop.start(_fill, uri, username, _FILL.format(label=label), graph.user_id, empty).result()
    memory.loop.start(load, memory.core.store, [last], None).result()


async def _fill(uri: str, username: str, statement: str, user_id: str, empty: Properties) -> None:
    connection = Connection(uri, username=username, password="", database="neo4j")
    try:
        await connection.run_alone(statement, user=user_id, empty=empty)
    finally:
        await connection.aclose()


def _lay(home: Path, launch: Any, graphs: Sequence[Graph]) -> None:
    folder = home / "import"
    folder.mkdir()
    with _Files(folder) as files:
        for graph in graphs:
            *_, last = graph.records()
            for record in graph.records():
                if isinstance(record, Entity):
                    _write_entity(files, record)
                elif record.id != last.id:
                    _write_fact(files, record)
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


def _write_entity(files: _Files, entity: Entity) -> None:
    owner = {"user_id": entity.user_id}
    labels = ";".join((*rows.FIXED_LABELS, rows.entity_label(entity.type)))
    properties = rows.entity_properties(entity) | rows.vector_properties(None)
    files.node("entity", _place(entity.id, owner), labels.replace(";", _BETWEEN), properties)
    for key in rows.entity_keys(entity):
        place = _place(f"{key} {entity.id}", owner)
        files.node("key", place, "EntityKey", owner | {"id": key, "key": key, "entity_id": entity.id})
        files.tie("key", place, _place(entity.id, owner), "KEY_OF", {})


def _write_fact(files: _Files, fact: Fact) -> None:
    owner = {"user_id": fact.user_id}
    place, subject, object_ = (_place(id_, owner) for id_ in (fact.id, fact.subject_id, fact.object_id))
    files.node("fact", place, "Fact", rows.fact_properties(fact) | rows.vector_properties(None))
    files.tie("end", place, subject, "SUBJECT", {})
    files.tie("end", place, object_, "OBJECT", {})
    if rows.is_drawn(fact, utc_now()):
        files.tie("drawn", subject, object_, rows.edge_type(fact.predicate), rows.edge_properties(fact))


def _place(id_: str, owner: Properties) -> str:
    """What stands for a node in the files; it does not come into the database."""
    return f"{owner['user_id']} {id_}"


class _Files:
    """Files in the importer's format, one a sort of node or tie; the first of a sort decides on its columns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._open: dict[str, IO[str]] = {}

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def node(self, sort: str, place: str, labels: str, properties: Properties) -> None:
        self._write(f"node-{sort}", (":ID", ":LABEL"), (place, labels), properties)

    def tie(self, sort: str, start: str, end: str, type_: str, properties: Properties) -> None:
        self._write(f"tie-{sort}", (":START_ID", ":END_ID", ":TYPE"), (start, end, type_), properties)

    def _write(self, sort: str, columns: Sequence[str], values: Sequence[str], properties: Properties) -> None:
        if sort not in self._open:
            file = self._stack.enter_context((self._folder / f"{sort}.csv").open("w", encoding="utf-8"))
            named = (f"{name}:{_TYPES.get(type(value), 'string')}" for name, value in properties.items())
            file.write(",".join((*columns, *named)) + "\n")
            self._open[sort] = file
        self._open[sort].write(",".join(map(_cell, (*values, *properties.values()))) + "\n")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        value = _BETWEEN.join(value)
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
    found: list[tuple[list[str], list[str]]] = []
    for laid in ((), (graph,)):
        with (
            server(laid, heap="1g", page_cache="256m") as (uri, user),
            Memary.open(uri, embedding="hash", worker=False, neo4j_username=user, neo4j_password="") as memory,
        ):
            if laid:
                finish(memory, graph, uri, user)
            else:
                memory.loop.start(load, memory.core.store, graph.records(), None).result()
            found.append(memory.loop.start(_contents, uri, user).result())
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


async def _contents(uri: str, user: str) -> tuple[list[str], list[str]]:
    connection = Connection(uri, username=user, password="", database="neo4j")
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
