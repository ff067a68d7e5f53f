"""Stores for the tests.

A test takes a fresh user of its own, since a store may hold other users' rows too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user
from support.samples.sample_graph import fill_with_sample

from memary import Memary
from memary.stores.store import Store
from stores.opening import STORE_KINDS, opened_store


@pytest.fixture(params=STORE_KINDS)
def store_kind(request: pytest.FixtureRequest) -> str:
    """Which store the conformance suite runs over."""
    kind: str = request.param
    if kind == "neo4j":
        request.getfixturevalue("store_in_neo4j")  # skips, or starts the server, before any event loop runs
    return kind


@pytest.fixture(scope="module")
async def store_in_neo4j(neo4j_address: Neo4jAddress) -> AsyncIterator[Store]:
    """A store that the tests of a module share: to connect and look at the schema takes as long as many a test."""
    async with opened_store("neo4j", Path(), neo4j_address) as opened:
        yield opened


@pytest.fixture
async def store(
    store_kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Store]:
    """An open, migrated store; whoever closes one takes `second_store`."""
    # what bytes are left after a scrub is looked for elsewhere
    monkeypatch.setattr("memary.stores.neo4j.scrub.FREED_AFTER", 0.0)
    if store_kind == "neo4j":
        yield request.getfixturevalue("store_in_neo4j")
        return
    async with opened_store(store_kind, tmp_path / "memary.db") as opened:
        yield opened


@pytest.fixture
async def second_store(store_kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """Another store: an empty SQLite one for SQLite, for Neo4j the same database once more."""
    address = request.getfixturevalue("neo4j_address") if store_kind == "neo4j" else None
    async with opened_store(store_kind, tmp_path / "second.db", address) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


@pytest.fixture
def other_user() -> str:
    """Another such user."""
    return fresh_user("other")


@pytest.fixture(scope="session")
def sample_user() -> str:
    """Whose memory the sample conversation is."""
    return fresh_user("ada")


@pytest.fixture(scope="session")
def sample_memory(apoc_neo4j_address: Neo4jAddress, sample_user: str) -> Iterator[Memary]:
    """The sample conversation with its facts, on a Neo4j that LlamaIndex can use too."""
    address = apoc_neo4j_address
    with Memary.open(address.uri, worker=False, embedding="hash", **address.options) as memory:
        fill_with_sample(memory, sample_user)
        yield memory
