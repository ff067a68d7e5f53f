"""What a Neo4j server that refuses, or that is not there, is told as."""

from __future__ import annotations

import socket

import pytest
from support.neo4j_server import Neo4jAddress

from memary.errors import (
    ConfigurationError,
    StoreUnavailableError,
)
from memary.settings import Settings
from memary.stores import open_store
from memary.stores.neo4j import Neo4jStore
from stores.opening import SPEC

pytestmark = pytest.mark.anyio


# -- the server ---------------------------------------------------------------------------------------------------


async def refused(
    uri: str, error: type[Exception], match: str, *, password: str = "x", database: str = "neo4j"
) -> None:
    async def opened() -> None:
        store = Neo4jStore(uri, username="neo4j", password=password, database=database)
        try:
            await store.migrate(SPEC)
        finally:
            await store.aclose()

    with pytest.raises(error, match=match):
        await opened()


async def test_a_wrong_password_names_the_setting(neo4j_address: Neo4jAddress) -> None:
    if not neo4j_address.password:
        pytest.skip("the server asks for no password")
    await refused(neo4j_address.uri, ConfigurationError, "'neo4j' was refused .* NEO4J_PASSWORD", password="wrong")


async def test_an_unknown_database_names_the_setting(neo4j_address: Neo4jAddress) -> None:
    password = neo4j_address.password
    await refused(neo4j_address.uri, ConfigurationError, "NEO4J_DATABASE", password=password, database="nowhere")


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
async def test_a_dead_server_says_how_to_start_one(scheme: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    await refused(f"{scheme}://127.0.0.1:{port}", StoreUnavailableError, "No Neo4j answers at .*: start it")


@pytest.mark.parametrize("uri", ["neo4j://me:secret@[::1", "neo4j://localhost:port", "bolt://"])
def test_an_address_that_cannot_be_read_is_told_without_its_password(uri: str) -> None:
    with pytest.raises(ConfigurationError, match="write it like neo4j://localhost:7687") as refusal:
        open_store(uri, Settings.load())
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("uri", ["http://localhost:7474", "localhost:7687", "", "neo5j://x"])
async def test_a_uri_that_is_none_of_neo4js_is_refused(uri: str) -> None:
    await refused(uri, ConfigurationError, "NEO4J_URI must start with neo4j:// or bolt://")


async def test_a_password_in_the_uri_is_not_shown() -> None:
    with pytest.raises(ConfigurationError) as caught:
        Neo4jStore("http://neo4j:secret@localhost:7687", username="neo4j", password="secret")
    assert "secret" not in str(caught.value)
