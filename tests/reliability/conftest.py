"""A place on each kind of store that several processes can share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.neo4j_server import Neo4jAddress, launcher, skip
from support.records import fresh_user

from reliability import talk
from reliability.neo4j.own_server import OwnServer, own_server
from reliability.processes.killing import settings
from reliability.processes.programs import Place

MakePlace = Callable[..., Place]


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    """The one Neo4j of these tests, apart from the others': some stop it, and commands choose its embeddings."""
    launch = launcher()
    try:
        launch.assemble()
    except (launch.JavaMissing, launch.AssemblyFailed) as error:
        skip(f"No Neo4j can be assembled here: {error}")
    with own_server(tmp_path_factory.mktemp("own") / "neo4j") as server:
        yield server


@pytest.fixture
def server(started: OwnServer) -> OwnServer:
    """A server that takes writes, whatever the test before did to it."""
    if not started.takes_writes:
        started.start_again()
    return started


@pytest.fixture
def neo4j_address(server: OwnServer) -> Neo4jAddress:
    """The address of that server."""
    return Neo4jAddress(server.uri, "neo4j", "")


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
