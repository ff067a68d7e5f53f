"""A real Neo4j for tests: the one that NEO4J_URI names, one in a container, or one assembled from Maven Central.

What is named or answers but does not work is an error. Only where no server is possible at all,
:class:`Neo4jUnavailable` says so, with every reason. Tests share one server: each uses a user id of its own.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import secrets
import sys
import tempfile
import warnings
from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import neo4j
import pytest
from neo4j.exceptions import DriverError, Neo4jError

IMAGE = "neo4j:5.26-community"
LAUNCHER_FOLDER = Path(__file__).resolve().parents[2] / "scripts" / "neo4j"
HEAP, PAGE_CACHE = "768m", "64m"  # enough for tests, and little beside them on two cores


class Neo4jUnavailable(Exception):
    """No Neo4j can be had on this machine; the message lists every way that was tried."""


class Neo4jNotWorking(Exception):
    """NEO4J_URI names a server that does not work."""


@dataclass(frozen=True)
class Neo4jAddress:
    """Where a server listens and who may use it; an empty password means that it asks for none."""

    uri: str
    username: str
    password: str = field(repr=False)

    @property
    def auth(self) -> tuple[str, str] | None:
        """The credentials in the form that the driver takes."""
        return (self.username, self.password) if self.password else None

    @property
    def options(self) -> dict[str, Any]:
        """What a memory over it is opened with.

        After a scrub the server plans every query again, for all tests; what bytes it leaves is looked for over a
        server of its own.
        """
        return {"neo4j_username": self.username, "neo4j_password": self.password, "scrub": False}


@contextlib.contextmanager
def server_or_skip() -> Generator[Neo4jAddress]:
    """Yield a working server as `real_neo4j` does; without one skip the test, or fail where CI is set."""
    with ExitStack() as stack:
        try:
            address = stack.enter_context(real_neo4j())
        except Neo4jUnavailable as reasons:
            skip(str(reasons))
        yield address


def skip(reasons: str) -> NoReturn:
    """Skip a test that no server can be had for, or fail it where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(reasons)
    pytest.skip(reasons)


@contextlib.contextmanager
def real_neo4j() -> Generator[Neo4jAddress]:
    """Yield the address of a working server, and stop it afterwards if it was started here."""
    if address := _named_server():
        yield address
        return
    reasons = ["NEO4J_URI is not set."]
    with ExitStack() as stack:
        address = _from_container(stack, reasons) or _from_launcher(stack, reasons)
        if address is None:
            raise Neo4jUnavailable("No Neo4j server is available:\n" + "\n".join(f"- {each}" for each in reasons))
        yield address


def launcher() -> ModuleType:
    """Return the module scripts/neo4j/launch.py.

    Its own folder goes on the path: the one above would hide the driver behind a folder named neo4j.
    """
    if str(LAUNCHER_FOLDER) not in sys.path:
        sys.path.append(str(LAUNCHER_FOLDER))
    return importlib.import_module("launch")


def _named_server() -> Neo4jAddress | None:
    uri = os.environ.get("NEO4J_URI")
    if not uri:
        return None
    address = Neo4jAddress(uri, os.environ.get("NEO4J_USERNAME") or "neo4j", os.environ.get("NEO4J_PASSWORD", ""))
    try:
        with neo4j.GraphDatabase.driver(uri, auth=address.auth, connection_timeout=10) as driver:
            driver.verify_connectivity()
    except (DriverError, Neo4jError, ValueError) as error:
        raise Neo4jNotWorking(
            f"NEO4J_URI names {uri}, but no working Neo4j answers there: {error} "
            "Start it, correct NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD, or unset NEO4J_URI."
        ) from error
    return address


def _from_container(stack: ExitStack, reasons: list[str]) -> Neo4jAddress | None:
    try:
        from docker.errors import DockerException  # noqa: PLC0415
        from testcontainers.community.neo4j import Neo4jContainer  # noqa: PLC0415
    except ImportError as error:
        reasons.append(f"testcontainers is not installed ({error}): pip install 'memary[dev]'")
        return None

    password = secrets.token_urlsafe(12)
    with warnings.catch_warnings():
        # The Docker client leaves its socket to the garbage collector when no engine answers.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            container = Neo4jContainer(IMAGE, username="neo4j", password=password)
        except DockerException as error:
            reasons.append(f"No Docker engine answers: {error}")
            container = None
        gc.collect()
    if container is None:
        return None
    container.with_env("NEO4J_server_memory_heap_max__size", HEAP)
    container.with_env("NEO4J_server_memory_pagecache_size", PAGE_CACHE)
    stack.enter_context(container)
    return Neo4jAddress(container.get_connection_url(), "neo4j", password)


def _from_launcher(stack: ExitStack, reasons: list[str]) -> Neo4jAddress | None:
    launch = launcher()
    try:
        launch.assemble()
    except (launch.JavaMissing, launch.AssemblyFailed) as error:
        reasons.append(f"scripts/neo4j/launch.py cannot assemble one: {error}")
        return None
    home = stack.enter_context(tempfile.TemporaryDirectory(prefix="memary-neo4j-", ignore_cleanup_errors=True))
    password = secrets.token_urlsafe(12)
    options = launch.ServerOptions(
        home=Path(home),
        bolt_port=0,
        http_port=None,
        password=password,
        apoc=False,
        heap=HEAP,
        page_cache=PAGE_CACHE,
        short_lived=True,
    )
    ready = stack.enter_context(launch.Neo4jServer(options))
    return Neo4jAddress(ready.bolt, launch.USERNAME, password)
