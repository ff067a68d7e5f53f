"""A place on each kind of store that several processes can share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress, server_or_skip
from support.records import fresh_user

from reliability import talk
from reliability.killing import settings
from reliability.programs import Place

MakePlace = Callable[..., Place]


@pytest.fixture(scope="session")
def neo4j_address() -> Iterator[Neo4jAddress]:
    """A real Neo4j apart from the other tests': commands run on it with the embeddings of the settings."""
    with server_or_skip(named=False) as address:
        yield address


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model that reads every turn of a talk as it should."""
    with ModelServer() as running:
        running.respond(talk.reading)
        yield running


@pytest.fixture(params=["sqlite", "neo4j"])
def make_place(request: pytest.FixtureRequest, tmp_path: Path, model: ModelServer) -> MakePlace:
    """Make a place for a fresh user, with settings by name."""
    uri, access = f"sqlite:///{tmp_path}/memory.db", dict[str, Any]()
    if request.param == "neo4j":
        address = request.getfixturevalue("neo4j_address")
        uri, access = address.uri, address.options

    def make(**options: Any) -> Place:
        return Place(uri, fresh_user(), settings(model, **(access | options)))

    return make
