"""Measures what recall costs as a memory grows, and what adding, searching and starting cost by themselves.

    python -m benchmarks.scale [--store sqlite|neo4j] [--quick] [--out FILE]

Every goal is a ratio of two times measured in turns within one run, so that a busy machine slows both alike; shown is
the median over rounds. No model takes part, and vectors are those of the built-in embedder. The exit code is 1 if a
goal is missed.

- depth 2: the walk of two hops and its ranking around one node, at graphs of growing size with hubs that a tenth of
  all facts name.
- search: `Memary.search` over messages and as many facts of one user, and with 1,000 users in the store.
- costs: wall and own CPU time of `add` (the durable append, without a worker) and of `search`; disk space of a
  message with a fact; the start of the command line against that of a bare interpreter.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.crash import STORES, opened
from benchmarks.synthetic import Graph, load, some_words, talk
from memary import Memary
from memary.retrieval.subgraph import rank_facts
from memary.types import Scope, When, utc_now

ROUNDS, PER_ROUND = 7, 40
USERS = 1_000
Row = dict[str, Any]


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description="Measure what recall costs as a memory grows.")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--quick", action="store_true", help="small sizes, in less than a minute")
    parser.add_argument("--out", type=Path, help="file for the result as JSON")
    asked = parser.parse_args()
    neo4j = asked.store == "neo4j"
    graphs = (2_000, 20_000) if asked.quick else (10_000, 100_000) if neo4j else (10_000, 100_000, 1_000_000)
    talks = (1_000, 5_000) if asked.quick else (1_000, 10_000) if neo4j else (1_000, 10_000, 100_000)
    rows: list[Row] = []
    for part in (depth_two(asked.store, graphs), search_times(asked.store, talks), starts()):
        for row in part:
            rows.append(row)
            print(line(row), flush=True)
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    print(machine)
    if asked.out:
        asked.out.write_text(json.dumps({"machine": machine, "store": asked.store, "rows": rows}, indent=1) + "\n")
    return 1 if any(row.get("goal") and row["ratio"] > row["goal"] for row in rows) else 0


def line(row: Row) -> str:
    """A result as a line for people."""
    if "ratio" not in row:
        return f"{row['what']:<58} " + ", ".join(f"{key} {row[key]}" for key in row if key != "what")
    goal = row.get("goal")
    verdict = "" if goal is None else f" (goal {goal:g}: {'met' if row['ratio'] <= goal else 'MISSED'})"
    return f"{row['what']:<58} ×{row['ratio']:.2f}{verdict}"


# -- stores of several sizes, open at once ---------------------------------------------------------------------------


@contextmanager
def memories(store: str, names: Sequence[str]) -> Generator[dict[str, Memary]]:
    """Yield an open memory for each name: a SQLite file of its own, or one Neo4j for all."""
    with ExitStack() as stack:
        if store == "neo4j":
            uri, options = stack.enter_context(opened(store))
            one = stack.enter_context(Memary.open(uri, embedding="hash", worker=False, **options))
            yield dict.fromkeys(names, one)
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="memary-scale-"))
            yield {
                name: stack.enter_context(
                    Memary.open(f"sqlite:///{folder}/{name}.db", embedding="hash", worker=False)
                )
                for name in names
            }


def fill(memory: Memary, graph: Graph, *, messages: int = 0, vectors: bool = False) -> float:
    """Load a graph, and talk if asked; return how many seconds that took."""
    start = time.perf_counter()
    embedder = memory.models.embedder if vectors else None
    memory.loop.start(load, memory.store, graph.records(), embedder).result()
    if messages:
        memory.loop.start(load, memory.store, talk(graph.user_id, messages), embedder).result()
    return time.perf_counter() - start


# -- the walk --------------------------------------------------------------------------------------------------------


def depth_two(store: str, sizes: Sequence[int]) -> Generator[Row]:
    """Two hops and their ranking around leaves and hubs."""
    graphs = {f"graph-{size}": Graph(f"graph-{size}", size) for size in sizes}
    with memories(store, list(graphs)) as opened_ones:
        for name, graph in graphs.items():
            seconds = fill(opened_ones[name], graph)
            hub = max(node.degree for node in graph.hubs)
            yield {"what": f"load {name}", "seconds": round(seconds, 1), "degree_of_hub": hub}
        samples: dict[tuple[str, str], list[list[float]]] = {}
        random_ = random.Random(3)
        for _ in range(ROUNDS):
            for name, graph in graphs.items():
                for sort, nodes in (("leaf", graph.leaves), ("hub", graph.hubs)):
                    seeds = [random_.choice(nodes).entity.id for _ in range(PER_ROUND)]
                    times = opened_ones[name].loop.start(_walks, opened_ones[name], name, seeds).result()
                    samples.setdefault((name, sort), []).append(times)
    yield from _walk_rows(list(graphs), samples)


async def _walks(memory: Memary, user_id: str, seeds: Sequence[str]) -> list[float]:
    async def walk(seed: str) -> None:
        now = utc_now()
        scope = Scope(user_id=user_id)
        found = await memory.store.neighbourhood(scope, [seed], depth=2, when=When.now(now), alive_at=now)
        rank_facts(found)

    return [await _timed(walk, seed) for seed in seeds]


async def _timed(work: Callable[[str], Awaitable[None]], argument: str) -> float:
    start = time.perf_counter()
    await work(argument)
    return time.perf_counter() - start


def _walk_rows(names: Sequence[str], samples: dict[tuple[str, str], list[list[float]]]) -> Generator[Row]:
    for (name, sort), rounds in samples.items():
        yield times_row(f"depth 2, {sort} of {name}", [one for each in rounds for one in each])
    first, last = names[0], names[-1]
    for sort in ("leaf", "hub"):
        ratio = ratio_of(samples[last, sort], samples[first, sort], p95)
        yield {"what": f"depth 2, p95 of a {sort}, {last} : {first}", "ratio": ratio, "goal": 1.5}
    for name in names:
        ratio = ratio_of(samples[name, "hub"], samples[name, "leaf"], median)
        yield {"what": f"depth 2, p50 hub : leaf of {name}", "ratio": ratio, "goal": 3.0}


# -- search ----------------------------------------------------------------------------------------------------------


def search_times(store: str, sizes: Sequence[int]) -> Generator[Row]:
    """`Memary.search` of one user at several sizes, and of one of many users; then what adding costs."""
    graphs = {f"talk-{size}": Graph(f"talk-{size}", size) for size in sizes}
    crowd = [Graph(f"user-{number}", max(20, sizes[-1] // USERS), seed=number) for number in range(USERS)]
    alone, among = next(iter(graphs)), "crowd"
    with memories(store, [*graphs, among]) as opened_ones:
        for (name, graph), size in zip(graphs.items(), sizes, strict=True):
            seconds = fill(opened_ones[name], graph, messages=size, vectors=True)
            yield {"what": f"load {name}, messages and as many facts", "seconds": round(seconds, 1)}
        if store == "sqlite":
            others = (record for graph in crowd for record in (*graph.records(), *talk(graph.user_id, len(graph))))
            memory = opened_ones[among]
            memory.loop.start(load, memory.store, others, memory.models.embedder).result()
            fill(memory, graphs[alone], messages=sizes[0], vectors=True)
        for name, graph in graphs.items():
            first = _searches(opened_ones[name], graph, 1, seed=0)[0]
            yield {"what": f"first search of {name}", "ms": round(1000 * first)}
        if store == "sqlite":
            yield _sizes(opened_ones[list(graphs)[-1]], sizes[-1])
        samples: dict[str, list[list[float]]] = {}
        for number in range(ROUNDS):
            for name, graph in graphs.items():
                times = _searches(opened_ones[name], graph, PER_ROUND // 2, seed=number)
                samples.setdefault(name, []).append(times)
            if store == "sqlite":
                times = _searches(opened_ones[among], graphs[alone], PER_ROUND // 2, seed=number)
                samples.setdefault(f"{alone} among {USERS:,} users", []).append(times)
        for name, rounds in samples.items():
            yield times_row(f"search, {name}", [one for each in rounds for one in each])
        base = samples[alone]
        for name in list(samples)[len(graphs) - 1 :]:
            for what, of in (("p50", median), ("p95", p95)):
                goal = {"goal": 3.0} if what == "p50" else {}
                ratio = ratio_of(samples[name], base, of)
                yield {"what": f"search, {what} of {name} : {alone}", "ratio": ratio} | goal
        yield from _costs(opened_ones[alone], graphs[alone])


def _question(graph: Graph, random_: random.Random) -> str:
    return f"What about {random_.choice(graph.leaves).entity.name} and the {some_words(random_, 3)}?"


def _searches(memory: Memary, graph: Graph, count: int, *, seed: int) -> list[float]:
    random_ = random.Random(seed)
    times: list[float] = []
    for _ in range(count):
        question = _question(graph, random_)
        start = time.perf_counter()
        memory.search(question, user_id=graph.user_id)
        times.append(time.perf_counter() - start)
    return times


def _costs(memory: Memary, graph: Graph) -> Generator[Row]:
    """Wall and own CPU time of one `add` and one `search` at the smallest size."""
    random_ = random.Random(9)
    work: dict[str, Callable[[], object]] = {
        "add, one message": lambda: memory.add(f"I {some_words(random_, 10)}.", user_id=graph.user_id),
        "search": lambda: memory.search(_question(graph, random_), user_id=graph.user_id),
    }
    for what, do in work.items():
        walls: list[float] = []
        cpu = time.process_time()
        for _ in range(PER_ROUND):
            start = time.perf_counter()
            do()
            walls.append(time.perf_counter() - start)
        own = (time.process_time() - cpu) / PER_ROUND
        yield times_row(f"{what}, at {graph.user_id}", walls) | {"own_cpu_ms": round(1000 * own, 2)}


def _sizes(memory: Memary, count: int) -> Row:
    path = Path(memory.store.location.removeprefix("sqlite:///"))
    on_disk = sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))
    return {
        "what": "a message with a fact",
        "bytes_on_disk": on_disk // count,
    }


# -- starting --------------------------------------------------------------------------------------------------------


def starts() -> Generator[Row]:
    """The command line against a bare interpreter."""
    commands = {"bare": ["-c", "pass"], "cli": ["-m", "memary", "--version"]}
    seconds: dict[str, list[list[float]]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            seconds[name].append([time.perf_counter() - start])
    for name, rounds in seconds.items():
        what = "memary --version" if name == "cli" else "python -c pass"
        yield {"what": what, "p50_ms": round(1000 * median(one for (one,) in rounds))}
    yield {
        "what": "start, memary --version : python -c pass",
        "ratio": ratio_of(seconds["cli"], seconds["bare"], median),
    }


# -- figures ---------------------------------------------------------------------------------------------------------


def p95(times: Sequence[float]) -> float:
    """The time that one of twenty exceeds."""
    return quantiles(times, n=20, method="inclusive")[-1]


def ratio_of(
    one: Sequence[Sequence[float]], other: Sequence[Sequence[float]], of: Callable[[Sequence[float]], float]
) -> float:
    """The ratio of a figure of two kinds of times: the median over the rounds in which they took turns."""
    return round(median(of(a) / of(b) for a, b in zip(one, other, strict=True)), 2)


def times_row(what: str, times: Sequence[float]) -> Row:
    """The figures of a kind of times."""
    return {"what": what, "p50_ms": round(1000 * median(times), 2), "p95_ms": round(1000 * p95(times), 2)}


if __name__ == "__main__":
    sys.exit(main())
