"""Measures what recall costs as a memory grows.

    python -m benchmarks.scale [--store sqlite|neo4j] [--part walk|search|turn] [--quick] [--sizes N,N] [--keep DIR]

Every goal is a ratio of times measured in turns within one run, so that a busy machine slows both alike; shown is the
median over rounds. No model takes part, and vectors are those of the built-in embedder. The exit code is 1 if a goal
is missed.

- walk: two hops and their ranking around one node, in graphs of growing size with hubs that a tenth of all facts
  name, from leaves and from hubs.
- search: `Memary.search` over messages and as many facts of one user, naming a leaf or a hub; and of one user beside
  many others.
- turn: what each turn of a chat asks for, by how many entities a user's memory knows: a context window, a whole turn
  of a chat without a language model, a search by name, and the best of the entity knowledge store. Times are those of
  the processor, which a busy machine changes less: of this program, and of a Neo4j that is started for the run. There
  700 records of each kind have vectors, enough that its index is asked: to index all would take the server an hour.

Neo4j is the one that NEO4J_URI names, else one that is started for the run, with 3 GiB for Java and 2 GiB of pages,
and with what is walked or told in turns laid into it beforehand, see `benchmarks.neo4j_import`.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, product, repeat
from pathlib import Path
from typing import Any

from memary.queries import SubgraphQuery, View

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.neo4j_server import real_neo4j

from benchmarks.figures import Row, p95, parser, ratio_of, ratio_row, report, timed, times_row
from benchmarks.neo4j_import import Contents, Running, finish, server
from benchmarks.synthetic import Graph, Node, encounters, load, some_words, talk
from memary import ChatAgent, Memary
from memary.models.built_in.hash_embedding import HashEmbedder
from memary.retrieval.facts.expansion import rank_facts
from memary.types import Mention, Message, Scope, utc_now

ROUNDS, PER_ROUND = 9, 60
WALKS = {"sqlite": (10_000, 100_000, 1_000_000), "neo4j": (10_000, 100_000, 1_000_000)}
TALKS = {"sqlite": (1_000, 10_000, 100_000), "neo4j": (1_000, 10_000)}
USERS = {"sqlite": 1_000, "neo4j": 200}
ENTITIES = {"sqlite": (1_000, 10_000, 100_000), "neo4j": (1_000, 10_000, 100_000)}
QUICK_WALKS = {"sqlite": (2_000, 50_000), "neo4j": (1_000, 5_000)}
QUICK_TALKS = {"sqlite": (1_000, 5_000), "neo4j": (500, 2_000)}
QUICK_USERS = {"sqlite": 100, "neo4j": 20}
QUICK_ENTITIES = {"sqlite": (500, 2_000), "neo4j": (200, 1_000)}
_WARMING, _AT_A_TIME = 3, 5
_INDEXED = 700
EACH = 50
"""How many messages, and facts, each of the many users has."""


def main() -> int:
    """Measure, print, and return the exit code."""
    options = parser("Measure what recall costs as a memory grows.")
    options.add_argument("--store", choices=sorted(WALKS), default="sqlite")
    options.add_argument("--part", choices=("walk", "search", "turn"), help="only this (all)")
    options.add_argument("--sizes", type=_sizes, help="other sizes, the smallest first: 10000,300000")
    options.add_argument("--users", type=int, help="how many other users")
    options.add_argument("--keep", type=Path, metavar="DIR", help="folder of SQLite files for use again")
    asked = options.parse_args()
    walks, talks, users = (QUICK_WALKS, QUICK_TALKS, QUICK_USERS) if asked.quick else (WALKS, TALKS, USERS)
    entities = QUICK_ENTITIES if asked.quick else ENTITIES
    parts: list[Generator[Row]] = []
    if asked.part in (None, "walk"):
        parts.append(walk_rows(asked.store, asked.sizes or walks[asked.store], asked.keep))
    if asked.part in (None, "search"):
        crowd = asked.users or users[asked.store]
        parts.append(search_rows(asked.store, asked.sizes or talks[asked.store], crowd, asked.keep))
    if asked.part in (None, "turn"):
        parts.append(turn_rows(asked.store, asked.sizes or entities[asked.store], asked.keep))
    return report(f"Scale, on {asked.store}", chain.from_iterable(parts), asked)


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


# -- stores of several sizes, open at once ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """Memories by name, and the server below them if it was started here."""

    memories: dict[str, Memary]
    server: Running | None = None


@contextmanager
def memories(
    store: str, files: Mapping[str, str], keep: Path | None, *, contents: Sequence[Contents] = ()
) -> Generator[Opened]:
    """Yield an open memory for each name: a SQLite file of the given name, or one Neo4j for all.

    A Neo4j that is started here has the `contents` in it.
    """
    with ExitStack() as stack:
        if store == "neo4j":
            running = None if os.environ.get("NEO4J_URI") else stack.enter_context(server(contents))
            uri, options = stack.enter_context(_named()) if running is None else _address(running)
            one = stack.enter_context(Memary.open(uri, embedding="hash", worker=False, **options))
            for each in contents if running else ():
                finish(one, each, running)
            yield Opened(dict.fromkeys(files, one), running)
        else:
            folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="memary-scale-")))
            yield Opened(
                {
                    name: stack.enter_context(
                        Memary.open(f"sqlite:///{(folder / file).resolve()}.db", embedding="hash", worker=False)
                    )
                    for name, file in files.items()
                }
            )


@contextmanager
def _named() -> Generator[tuple[str, dict[str, Any]]]:
    with real_neo4j() as address:
        yield address.uri, {"neo4j_username": address.username, "neo4j_password": address.password}


def _address(running: Running) -> tuple[str, dict[str, Any]]:
    return running.uri, {"neo4j_username": running.username, "neo4j_password": ""}


def fill(memory: Memary, graph: Graph, said: Iterable[Message | Mention] = (), *, vectors: bool = False) -> float:
    """Load a graph and what was said, unless the user is there already; return how many seconds that took."""
    if memory.admin.stats(user_id=graph.user_id).facts >= len(graph):
        return 0.0
    embedder = memory.core.models.embedder if vectors else None
    start = time.perf_counter()
    memory.loop.start(load, memory.core.store, chain(graph.records(), said), embedder).result()
    return time.perf_counter() - start


# -- the walk --------------------------------------------------------------------------------------------------------


def walk_rows(store: str, sizes: Sequence[int], keep: Path | None) -> Generator[Row]:
    """Two hops and their ranking around leaves and hubs."""
    graphs = {f"{size:,} relations": Graph(f"graph-{size}", size) for size in sizes}
    files = {name: graph.user_id for name, graph in graphs.items()}
    start = time.perf_counter()
    with memories(store, files, keep, contents=[Contents(graph) for graph in graphs.values()]) as opened:
        opened_ones = opened.memories
        yield {
            "what": "open, with all graphs where the store is Neo4j",
            "seconds": round(time.perf_counter() - start, 1),
        }
        for name, graph in graphs.items():
            seconds = fill(opened_ones[name], graph)
            hub = max(node.degree for node in graph.hubs)
            yield {"what": f"load, {name}", "seconds": round(seconds, 1), "degree_of_a_hub": hub}
        _settle()
        times: dict[tuple[str, str], list[list[float]]] = {}
        random_ = random.Random(3)
        for _ in range(ROUNDS):
            _read_through(opened_ones.values())
            for name, graph in graphs.items():
                for sort, nodes in (("leaf", graph.leaves), ("hub", graph.hubs)):
                    seeds = [random_.choice(nodes).entity.id for _ in range(PER_ROUND)]
                    memory = opened_ones[name]
                    walked = memory.loop.start(_walks, memory, graph.user_id, seeds).result()
                    times.setdefault((name, sort), []).append(walked)
    for (name, sort), rounds in times.items():
        yield times_row(f"depth 2 from a {sort}, {name}", rounds)
    first, *_, last = graphs
    for sort in ("leaf", "hub"):
        ratio = ratio_of(times[last, sort], times[first, sort], p95)
        yield ratio_row(f"depth 2, p95 from a {sort}, {last} : {first}", ratio, goal=1.5)
    for name in graphs:
        goal = {"goal": 3.0} if name == last else {}
        yield ratio_row(f"depth 2, p50 hub : leaf, {name}", ratio_of(times[name, "hub"], times[name, "leaf"]), **goal)


def _settle() -> None:
    """Keep the garbage collector from going through the graphs of this program while memary is measured."""
    gc.collect()
    gc.freeze()


def _read_through(memories_: Iterable[Memary]) -> None:
    """Have the system hold the files in its memory, as that of a machine in use does.

    Else the disk is measured.
    """
    for memory in memories_:
        path = Path(memory.core.store.location.removeprefix("sqlite:///"))
        if path.is_file():
            with path.open("rb") as file:
                while file.read(2**24):
                    pass


async def _walks(memory: Memary, user_id: str, seeds: Sequence[str]) -> list[float]:
    async def walk(seed: str) -> None:
        now = utc_now()
        scope = Scope(user_id=user_id)
        found = await memory.core.store.read(SubgraphQuery(scope, [seed], depth=2, view=View.now(now)))
        rank_facts(found)

    return [await _timed(walk, seed) for seed in seeds]


async def _timed(work: Callable[[str], Awaitable[None]], argument: str) -> float:
    start = time.perf_counter()
    await work(argument)
    return time.perf_counter() - start


# -- search ----------------------------------------------------------------------------------------------------------


def search_rows(store: str, sizes: Sequence[int], users: int, keep: Path | None) -> Generator[Row]:
    """`Memary.search` of one user at several sizes, naming leaves or hubs, and beside many others."""
    graphs = {f"{size:,} messages": Graph(f"talk-{size}", size) for size in sizes}
    first, *_, last = graphs
    crowd = f"{first} beside {users:,} users"
    files = {name: graph.user_id for name, graph in graphs.items()} | {crowd: f"crowd-{users}"}
    with memories(store, files, keep) as opened:
        opened_ones = opened.memories
        for (name, graph), size in zip(graphs.items(), sizes, strict=True):
            memory = opened_ones[name]
            seconds = fill(memory, graph, talk(graph.user_id, size), vectors=True)
            yield {"what": f"load, {name} and as many facts", "seconds": round(seconds, 1)}
            random_ = random.Random(0)
            warm = timed(partial(_search, memory, graph, graph.leaves, random_))
            yield {"what": f"first search, {name}", "ms": round(1000 * warm)}
        if store == "sqlite":
            yield _beside_others(opened_ones[crowd], graphs[first], sizes[0], users)
            times = _search_times(opened_ones, graphs | {crowd: graphs[first]})
        else:  # one database: the others come when the rest is measured
            times = _search_times(opened_ones, graphs)
            yield _beside_others(opened_ones[crowd], graphs[first], sizes[0], users)
            times |= _search_times(opened_ones, {crowd: graphs[first]})
    for (name, sort), rounds in times.items():
        yield times_row(f"search naming a {sort}, {name}", rounds)
    for what, one, other in (
        (f"search, p50, {last} : {first}", (last, "leaf"), (first, "leaf")),
        (f"search, p50 naming a hub : a leaf, {last}", (last, "hub"), (last, "leaf")),
        (f"search, p50, {crowd} : alone", (crowd, "leaf"), (first, "leaf")),
    ):
        yield ratio_row(what, ratio_of(times[one], times[other]), goal=3.0)


def _beside_others(memory: Memary, graph: Graph, messages: int, users: int) -> Row:
    """Load many users of few messages each, and the one that is measured if it is not there."""
    start = time.perf_counter()
    if memory.admin.stats().users < users:
        crowd = (Graph(f"user-{number}", EACH, seed=number) for number in range(users))
        records = chain.from_iterable((*each.records(), *talk(each.user_id, EACH)) for each in crowd)
        memory.loop.start(load, memory.core.store, records, memory.core.models.embedder).result()
    fill(memory, graph, talk(graph.user_id, messages), vectors=True)
    _search(memory, graph, graph.leaves, random.Random(0))
    return {"what": f"load, {users:,} users", "seconds": round(time.perf_counter() - start, 1)}


def _search_times(
    opened_ones: dict[str, Memary], graphs: dict[str, Graph]
) -> dict[tuple[str, str], list[list[float]]]:
    """Search all memories in turns."""
    _settle()
    times: dict[tuple[str, str], list[list[float]]] = {}
    for number in range(ROUNDS):
        random_ = random.Random(number)
        for name, graph in graphs.items():
            for sort, nodes in (("leaf", graph.leaves), ("hub", graph.hubs)):
                work = partial(_search, opened_ones[name], graph, nodes, random_)
                found = [timed(work) for _ in range(PER_ROUND // 6)]
                times.setdefault((name, sort), []).append(found)
    return times


def _search(memory: Memary, graph: Graph, nodes: Sequence[Node], random_: random.Random) -> None:
    memory.search(_question(nodes, random_), user_id=graph.user_id)


def _question(nodes: Sequence[Node], random_: random.Random) -> str:
    return f"What about {random_.choice(nodes).entity.name} and the {some_words(random_, 3)}?"


# -- a turn of a chat ------------------------------------------------------------------------------------------------


def turn_rows(store: str, sizes: Sequence[int], keep: Path | None) -> Generator[Row]:
    """What each turn asks for, of users who know so many entities, each with a message and three facts."""
    graphs = {f"{size:,} entities": Graph(f"entities-{size}", 3 * size) for size in sizes}
    said = {name: tuple(encounters(graphs[name], size)) for name, size in zip(graphs, sizes, strict=True)}
    works = {"context": _context, "a turn of a chat": _turn, "search by name": _named_search, "the 20 best": _best}
    times: dict[tuple[str, str, str], list[list[float]]] = {}
    start = time.perf_counter()
    files = {name: graph.user_id for name, graph in graphs.items()}
    contents = [Contents(graph, said[name], HashEmbedder(), _INDEXED) for name, graph in graphs.items()]
    with memories(store, files, keep, contents=contents) as opened:
        yield {
            "what": "open, with all told where the store is Neo4j",
            "seconds": round(time.perf_counter() - start, 1),
        }
        for name, graph in graphs.items():
            memory = opened.memories[name]
            seconds = fill(memory, graph, said[name], vectors=True)
            yield {"what": f"load, {name}", "seconds": round(seconds, 1)}
            for work in chain.from_iterable(repeat(work, _WARMING) for work in works.values()):
                work(memory, graph, random.Random(0))
        _settle()
        clocks = _clocks(opened.server)
        for number in range(ROUNDS):
            for (name, graph), (what, work) in product(graphs.items(), works.items()):
                random_ = random.Random(number)
                begun = [clock() for clock in clocks.values()]
                for _ in range(_AT_A_TIME):
                    work(opened.memories[name], graph, random_)
                for (whose, clock), before in zip(clocks.items(), begun, strict=True):
                    times.setdefault((whose, what, name), []).append([(clock() - before) / _AT_A_TIME])
    for (whose, what, name), rounds in times.items():
        yield times_row(f"{whose} of {what}, {name}", rounds)
    first, *_, last = graphs
    for whose, what in product(clocks, works):
        goal = {"goal": 3.0} if what in ("context", "a turn of a chat") else {}
        ratio = ratio_of(times[whose, what, last], times[whose, what, first])
        yield ratio_row(f"{whose} of {what}, p50, {last} : {first}", ratio, **goal)


def _clocks(server: Running | None) -> dict[str, Callable[[], float]]:
    """Return what tells seconds of the processor: of this program, of the server below it, of both."""
    if server is None or not (times := Path(f"/proc/{server.pid}/stat")).is_file():
        return {"own CPU": time.process_time}

    def of_server() -> float:
        in_user, in_system = times.read_text().rpartition(")")[2].split()[11:13]
        return (int(in_user) + int(in_system)) / os.sysconf("SC_CLK_TCK")

    return {
        "own CPU": time.process_time,
        "the server's CPU": of_server,
        "CPU of both": lambda: time.process_time() + of_server(),
    }


def _context(memory: Memary, graph: Graph, random_: random.Random) -> None:
    memory.context(_question(graph.leaves, random_), user_id=graph.user_id, session_id="s1")


def _turn(memory: Memary, graph: Graph, random_: random.Random) -> None:
    agent = ChatAgent(memory, user_id=graph.user_id, session_id=f"chat-{random_.random()}")
    agent.chat(_question(graph.leaves, random_))


def _named_search(memory: Memary, graph: Graph, random_: random.Random) -> None:
    memory.search(random_.choice(graph.leaves).entity.name, user_id=graph.user_id)


def _best(memory: Memary, graph: Graph, _: random.Random) -> None:
    memory.entities.list(user_id=graph.user_id, limit=20)


if __name__ == "__main__":
    sys.exit(main())
