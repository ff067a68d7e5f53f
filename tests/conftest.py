"""Fixtures that every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from support.neo4j_server import Neo4jAddress, Neo4jUnavailable, real_neo4j


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
