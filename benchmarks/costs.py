"""Measures what a message and a question cost memary itself, with a model that answers at once.

    python -m benchmarks.costs [--quick] [--out FILE]

Time is own CPU time beside wall time; the model is a scripted server in a process of its own. Each is set against
the least that a database does for the same: one row inserted and committed, one full text query read. What an add
costs beyond the model's call is told apart: the same client asks the same server the same. Memory and disk are what
one more message takes.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.figures import Row, parser, ratio_row, report
from benchmarks.peers.programs import Program
from benchmarks.synthetic import Graph, load, some_words, talk
from memary import Memary
from memary.ingestion.extraction.prompt import Extraction
from memary.models.base import ChatTurn
from memary.models.openai.chat import OpenAIChat
from memary.types import Role

ROUNDS, PER_ROUND = 7, 30
USER = "ada"
_ADDED, _CALLED = "add, with its facts extracted", "the model's call alone"
Work = Callable[[], object]


def main() -> int:
    """Measure, print, and return the exit code."""
    asked = parser("Measure what a message and a question cost memary itself.").parse_args()
    if asked.quick:
        return report("Costs of a message and a question", rows(rounds=3, stored=2_000), asked)
    return report("Costs of a message and a question", rows(rounds=ROUNDS, stored=20_000), asked)


def rows(*, rounds: int, stored: int) -> Generator[Row]:
    """All figures, over a memory of 1,000 messages and then over one of `stored`."""
    with tempfile.TemporaryDirectory(prefix="memary-costs-") as name:
        folder = Path(name)
        command = [sys.executable, "-m", "benchmarks.peers.model"]
        with Program(command, log=folder / "model.log") as model:
            model.ask("answer_as", peer="memary")
            yield from _times(folder, model, rounds)
        yield from _room(folder, stored)


# -- time ------------------------------------------------------------------------------------------------------------


def _times(folder: Path, model: Program, rounds: int) -> Generator[Row]:
    random_ = random.Random(5)
    graph = Graph(USER, 1_000)

    def sentence() -> str:
        return f"I {some_words(random_, 10)}."

    def naming() -> str:
        return f"What about {random_.choice(graph.leaves).entity.name} and the {some_words(random_, 3)}?"

    with (
        _plain_database(folder) as plain,
        Memary.open(
            f"sqlite:///{folder}/memory.db",
            worker=False,
            base_url=model.greeting["base_url"],
            api_key="none",
            model="scripted",
        ) as memory,
    ):
        memory.loop.start(load, memory.core.store, graph.records(), memory.core.models.embedder).result()
        memory.loop.start(load, memory.core.store, talk(USER, 1_000), memory.core.models.embedder).result()
        _learn(memory, sentence())
        call = _call(memory, model)
        works: dict[str, Work] = {
            "a row inserted and committed": lambda: _insert(plain, sentence()),
            "add, stored and findable": lambda: memory.add(sentence(), user_id=USER, infer=False),
            _ADDED: lambda: _learn(memory, sentence()),
            _CALLED: call,
            "a full text query, ten rows": lambda: _query(plain, some_words(random_, 5)),
            "search": lambda: memory.search(f"What about {some_words(random_, 4)}?", user_id=USER),
            "search, naming a node": lambda: memory.search(naming(), user_id=USER),
        }
        cpu: dict[str, list[float]] = {what: [] for what in works}
        calls: dict[str, list[dict[str, int]]] = {what: [] for what in works}
        for number in range(rounds + 1):  # the first is not counted: it makes what is made once
            for what, work in works.items():
                model.ask("reset")
                figure, row = _measured(work)
                if number:
                    cpu[what].append(figure["own_cpu_ms"])
                    calls[what].append(model.ask("counts"))
                if number == rounds:
                    yield {"what": what, "own_cpu_ms": round(median(cpu[what]), 2)} | row
    beyond = [added - called for added, called in zip(cpu[_ADDED], cpu[_CALLED], strict=True)]
    yield {"what": f"{_ADDED}, beyond the model's call", "own_cpu_ms": round(median(beyond), 2)}
    for what, base in (
        ("add, stored and findable", "a row inserted and committed"),
        (_ADDED, "a row inserted and committed"),
        ("search", "a full text query, ten rows"),
        ("search, naming a node", "a full text query, ten rows"),
    ):
        ratios = [one / other for one, other in zip(cpu[what], cpu[base], strict=True)]
        yield ratio_row(f"own CPU, {what} : {base}", round(median(ratios), 1))
    for what, asked in calls.items():
        if what.startswith(("add", "search")):
            per_one = sum(one["chat_calls"] for one in asked) / (PER_ROUND * len(asked))
            yield {"what": f"calls of a language model, {what}", "per_one": round(per_one, 2)}


def _measured(work: Work) -> tuple[dict[str, float], Row]:
    walls: list[float] = []
    cpu = time.process_time()
    for _ in range(PER_ROUND):
        start = time.perf_counter()
        work()
        walls.append(time.perf_counter() - start)
    own = 1000 * (time.process_time() - cpu) / PER_ROUND
    return {"own_cpu_ms": own}, {"wall_p50_ms": round(1000 * median(walls), 2)}


def _learn(memory: Memary, sentence: str) -> None:
    memory.add(sentence, user_id=USER)
    memory.flush(user_id=USER)


def _call(memory: Memary, model: Program) -> Work:
    """What asks the model alone as the last add did: through the same client, in the same loop."""
    said: list[dict[str, str]] = model.ask("last_chat")["messages"]
    turns = [ChatTurn(Role(one["role"]), one["content"]) for one in said]
    url = model.greeting["base_url"]
    chat = OpenAIChat(role="extraction", model="scripted", base_url=url, api_key="none", context_window=32_000)
    return lambda: memory.loop.wait(partial(chat.complete, turns, schema=Extraction))


def _plain_database(folder: Path) -> sqlite3.Connection:
    """A table and its full text, as durable as memary's."""
    database = sqlite3.connect(folder / "plain.db", isolation_level=None)
    database.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE VIRTUAL TABLE said USING fts5 (content)"
    )
    database.executemany("INSERT INTO said VALUES (?)", [(each.content,) for each in talk(USER, 1_000)])
    return database


def _insert(database: sqlite3.Connection, sentence: str) -> None:
    database.execute("INSERT INTO said VALUES (?)", (sentence,))


def _query(database: sqlite3.Connection, words: str) -> list[tuple[str]]:
    either = " OR ".join(words.split())
    statement = "SELECT content FROM said WHERE said MATCH ? ORDER BY bm25(said) LIMIT 10"
    return database.execute(statement, (either,)).fetchall()


# -- room ------------------------------------------------------------------------------------------------------------

_OPENED = """
import resource, sys
from memary import Memary
with Memary.open(sys.argv[1], worker=False) as memory:
    memory.search("What about the sea?", user_id=sys.argv[2])
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _room(folder: Path, stored: int) -> Generator[Row]:
    """Memory of a process that has searched, and disk, per message with one fact."""
    sizes = (stored // 10, stored)
    kilobytes: list[int] = []
    on_disk: list[int] = []
    for size in sizes:
        path = folder / f"room-{size}.db"
        with Memary.open(f"sqlite:///{path}", worker=False) as memory:
            embedder = memory.core.models.embedder
            memory.loop.start(load, memory.core.store, Graph(USER, size).records(), embedder).result()
            memory.loop.start(load, memory.core.store, talk(USER, size), embedder).result()
        command = [sys.executable, "-c", _OPENED, f"sqlite:///{path}", USER]
        kilobytes.append(int(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        on_disk.append(path.stat().st_size)
    more = sizes[1] - sizes[0]
    yield {
        "what": "one more message with one fact",
        "bytes_of_memory": 1024 * (kilobytes[1] - kilobytes[0]) // more,
        "bytes_on_disk": (on_disk[1] - on_disk[0]) // more,
    }
    yield {"what": f"a process that has searched {sizes[0]:,} messages", "MB_of_memory": kilobytes[0] // 1024}


if __name__ == "__main__":
    sys.exit(main())
