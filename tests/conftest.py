"""Fixtures that every test may use."""

from __future__ import annotations

import functools
import gc
import logging
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import typer.main
import typer.testing
from programs.starting import Interpreter, Program, Start, interpreter
from pytest_rerunfailures import StatusDB
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress, server_or_skip
from support.own_neo4j import OwnServer, own_server_or_skip
from support.running import memory_disk, processor_time, trust, workers
from support.running.spread import ServerScheduling
from support.small_embedder import SmallEmbedder

from memary import Memary

pytest.register_assert_rewrite("stores.conformance")  # before any test imports from it

NEO4J_SECONDS = 420  # the first such test waits for the server, and maybe for its download

# a runner makes all commands for each call, which are the same ones
typer.testing._get_command = functools.cache(typer.main.get_command)
trust.share()

# what is set for a memary of one's own is none of the tests' business
for setting in [name for name in os.environ if name.startswith("MEMARY_")]:
    del os.environ[setting]

# a busy machine is no failure; where CI is set, the same examples are tried every time
hypothesis.settings.register_profile("memary", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.register_profile(
    "deep", deadline=None, max_examples=3_000, suppress_health_check=list(hypothesis.HealthCheck)
)
hypothesis.settings.load_profile("memary")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ServerScheduling:
    """Tell pytest-xdist how tests are spread, whatever `--dist` says."""
    return ServerScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let tests write into memory, and note how long they take a processor.

    Processes that another started write where it does.
    """
    config.pluginmanager.register(processor_time)
    config.pluginmanager.register(workers)
    if not hasattr(config, "workerinput") and (folder := memory_disk.begin()):
        config.add_cleanup(functools.partial(memory_disk.end, folder))


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let a process count for itself how often it tries a test.

    For every test it would ask the first process, which is busy, whether another crashed over it; and such a test is
    not tried again anyway, as it is spread.
    """
    config = session.config
    if hasattr(config, "workerinput") and config.pluginmanager.has_plugin("rerunfailures"):
        config.failures_db.sock.close()
        config.failures_db = StatusDB()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Tell pytest-xdist how many `-n auto` is.

    One more than cores, since tests wait a quarter of their time.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave what is imported and collected out of the search for garbage.

    It stays, and is much to look through. What tests make is searched less often than is usual: most of it goes
    without.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 20, 50)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out cases over Neo4j that prove nothing more; put those after which it plans all again last.

    First come those that LlamaIndex and Neo4j Browser show of a whole server, on which nothing else may be yet, and
    those that look through a server, which takes the longer the more others have left there.
    """
    seen: set[str] = set()
    items[:] = [item for item in items if not (differs_in_words_alone(item, seen) or is_for_one_store(item))]
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, bool, bool]:
    """Return what the place of a test among the others goes by."""
    first = uses(item, "sample_memory"), item.get_closest_marker("looks_through") is not None
    return item.get_closest_marker("replans") is not None, not first[0], not first[1]


def differs_in_words_alone(item: pytest.Item, seen: set[str]) -> bool:
    """Tell whether a case over Neo4j is like one that was seen, but for its words."""
    if item.get_closest_marker("words") is None or not uses_neo4j(item):
        return False
    case = item.nodeid.partition("[")[0]
    if case in seen:
        return True
    seen.add(case)
    return False


def is_for_one_store(item: pytest.Item) -> bool:
    """Tell whether a case over Neo4j is of a test that is run over SQLite alone."""
    return item.get_closest_marker("one_store") is not None and uses_neo4j(item)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give tests over Neo4j the time that its start may take."""
    if uses_neo4j(item):
        assert "neo4j" in item.nodeid.casefold(), f"{item.nodeid} needs Neo4j: say so in its name"
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(NEO4J_SECONDS))


@pytest.fixture(autouse=True)
def log() -> Iterator[logging.Logger]:
    """The log of memary as a program finds it: a command that was run in this process has one of its own.

    Such a command may also be run by a fixture of a whole module.
    """
    found = logging.getLogger("memary")
    _leave_log(found)
    yield found
    _leave_log(found)


def _leave_log(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.setLevel(logging.NOTSET)
    logger.propagate = True


@pytest.fixture
def memory(request: pytest.FixtureRequest) -> Iterator[Memary]:
    """An empty memory, offline; nothing is extracted."""
    marked = request.node.get_closest_marker("embedding")
    with Memary.open("sqlite:///:memory:", embedding=marked.args[0] if marked else None, worker=False) as opened:
        yield opened


def uses_neo4j(item: pytest.Item) -> bool:
    """Tell whether a test asks for the server, by name or by the parameter of its store."""
    callspec = getattr(item, "callspec", None)
    parameters = callspec.params.values() if callspec else ()
    return uses(item, "neo4j_address") or "neo4j" in parameters


def uses(item: pytest.Item, fixture: str) -> bool:
    """Tell whether a test asks for a fixture of such a name, or with more in front of it."""
    return any(name.endswith(fixture) for name in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def python(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interpreter]:
    """A Python with its imports done, that starts programs."""
    if shared := workers.shared_interpreter(pytestconfig):
        yield shared
        return
    with interpreter(tmp_path_factory.mktemp("python")) as started:
        yield started


@pytest.fixture
def start(python: Interpreter, tmp_path: Path) -> Iterator[Start]:
    """Start a script as a program in the test's folder; what is left of it is killed at the end."""

    def started(script: str, *arguments: str, given: str = "", **options: str) -> Program:
        return python.start(script, *arguments, folder=tmp_path, given=given, options=options)

    yield started
    python.clear_away()


@pytest.fixture(scope="session")
def neo4j_address() -> Iterator[Neo4jAddress]:
    """The session's real Neo4j, whose vectors are those of the conformance suite."""
    with server_or_skip() as address:
        yield address


@pytest.fixture(params=["sqlite", "neo4j"])
def either(request: pytest.FixtureRequest) -> Iterator[Memary]:
    """A memory over one of the stores: the test's own `memory`, or one over the session's Neo4j."""
    if request.param == "sqlite":
        yield request.getfixturevalue("memory")
        return
    address = request.getfixturevalue("neo4j_address")
    with Memary.open(
        address.uri, worker=False, timezone="UTC", embedding=SmallEmbedder(), **address.options
    ) as opened:
        yield opened


@pytest.fixture(scope="session")
def own_neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    """A Neo4j apart from the session's, whose vectors are those of memary's built-in embedder.

    Some tests stop it.
    """
    with own_server_or_skip(tmp_path_factory.mktemp("own") / "neo4j") as server:
        yield server


@pytest.fixture(scope="session")
def apoc_neo4j_address(own_neo4j: OwnServer) -> Neo4jAddress:
    """The address of the one that has the plugin APOC."""
    return own_neo4j.address


@pytest.fixture(params=["sqlite", "neo4j"])
def on_each_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memary]:
    """An open memory without a language model, that holds aside what is forgotten."""
    options: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder(), "restorable_days": 36_000}
    where = f"sqlite:///{tmp_path}/memory.db"
    if request.param == "neo4j":
        address = request.getfixturevalue("neo4j_address")
        options |= address.options
        where = address.uri
    with Memary.open(where, **options) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that says what a test scripts."""
    with ModelServer() as running:
        yield running
