"""Fixtures that every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import hypothesis
import pytest
from support.neo4j_server import Neo4jAddress, Neo4jUnavailable, real_neo4j

NEO4J_SECONDS = 420  # the first such test waits for the server, and maybe for its download

hypothesis.settings.register_profile("memary", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("memary")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests over Neo4j in one process, to share a server, and give them the time that its start may take."""
    for item in items:
        if uses_neo4j(item):
            item.add_marker(pytest.mark.xdist_group("neo4j"))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(NEO4J_SECONDS))


def uses_neo4j(item: pytest.Item) -> bool:
    """Tell whether a test asks for the server, by name or by the parameter of its store."""
    callspec = getattr(item, "callspec", None)
    parameters = callspec.params.values() if callspec else ()
    return "neo4j_address" in getattr(item, "fixturenames", ()) or "neo4j" in parameters


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def neo4j_address() -> Iterator[Neo4jAddress]:
    """The session's real Neo4j. Without one the tests that need it are skipped, but fail where CI is set."""
    with ExitStack() as stack:
        try:
            address = stack.enter_context(real_neo4j())
        except Neo4jUnavailable as reasons:
            if os.environ.get("CI"):
                pytest.fail(str(reasons))
            pytest.skip(str(reasons))
        yield address
