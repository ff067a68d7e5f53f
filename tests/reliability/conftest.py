"""A place on each kind of store that several processes can share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress
from support.own_neo4j import OwnServer
from support.records import fresh_user

from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import Place

MakePlace = Callable[..., Place]


@pytest.fixture
def server(own_neo4j: OwnServer) -> OwnServer:
    """A server that takes writes, whatever the test before did to it."""
    if not own_neo4j.takes_writes:
        own_neo4j.start_again()
    return own_neo4j


@pytest.fixture
def neo4j_address(server: OwnServer) -> Neo4jAddress:
    """The address of that server."""
    return server.address


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
