"""One server over HTTP for many: each API key opens the memory of its user, and of nobody else."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client
from programs.starting import Interpreter

from memary.interfaces.api_keys import ADMIN, add_key

from .conftest import Agent, connected, http_server

pytestmark = pytest.mark.anyio

_PATIENCE = 60
_LOOKS = {"search_memory", "get_entity", "list_memories", "memory_context"}
_ACCEPTED = {"Accept": "application/json, text/event-stream"}
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
_CALL = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "list_memories", "arguments": {}},
}


@pytest.fixture(scope="module")
def file(environment: dict[str, str]) -> Path:
    return Path(environment["MEMARY_HOME"]) / "api-keys.toml"


@pytest.fixture(scope="module")
def keys(file: Path) -> dict[str, str]:
    """Keys of two users, one of them with another that may only look, and an admin's."""
    made = {name: add_key(file, name, name=f"{name}'s laptop") for name in ("ada", "bob")}
    made["reader"] = add_key(file, "ada", name="reader", access="read")
    made["admin"] = add_key(file, ADMIN, name="admin")
    return made


@pytest.fixture(scope="module")
def url(python: Interpreter, environment: dict[str, str], keys: dict[str, str]) -> Iterator[str]:
    with http_server(python, "--api-keys", environment=environment) as (url, _):
        yield url


@asynccontextmanager
async def let_in(url: str, key: str, **options: Any) -> AsyncGenerator[Agent]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=_PATIENCE) as http,
        connected(streamable_http_client(url, http_client=http), **options) as agent,
    ):
        yield agent


def post(url: str, key: str | None, body: Any = _HELLO, **headers: str) -> httpx.Response:
    shown = {} if key is None else {"Authorization": f"Bearer {key}"}
    return httpx.post(url, json=body, headers=_ACCEPTED | shown | headers, timeout=_PATIENCE)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_each_key_opens_the_memory_of_its_user_alone(url: str, keys: dict[str, str], mode: str) -> None:
    async with let_in(url, keys["ada"], mode=mode) as ada, let_in(url, keys["bob"], mode=mode) as bob:
        added = await ada.call("add_memory", content=f"My code is 4711, said over {mode}.")
        assert await bob.texts() == []
        assert "note" in await bob.call("search_memory", query="What is my code?")
        assert "There is no record" in await bob.refusal("delete_memory", id=added["ids"][0])
        assert "user_id is unknown" in await bob.refusal("search_memory", query="code", user_id="ada")
        assert '"user_id": "bob"' in await bob.resource("memary://status")
        assert "4711" not in await bob.resource("memary://profile")
        assert f"My code is 4711, said over {mode}." in await ada.texts()
        assert '"user_id": "ada"' in await ada.resource("memary://status")


async def test_a_key_that_may_only_look_is_shown_what_looks_and_changes_nothing(
    url: str, keys: dict[str, str]
) -> None:
    async with let_in(url, keys["reader"]) as reader, let_in(url, keys["ada"]) as ada:
        added = await ada.call("add_memory", content="The parcel is due.")
        assert {tool.name for tool in (await reader.client.list_tools()).tools} == _LOOKS
        assert "The parcel is due." in await reader.texts()
        assert "read-only" in await reader.refusal("add_memory", content="x")
        assert "read-only" in await reader.refusal("delete_memory", id=added["ids"][0])
        assert "The parcel is due." in await ada.texts()
        assert len((await ada.client.list_tools()).tools) == len(_LOOKS) + 2


def test_a_session_is_of_the_key_that_began_it(url: str, keys: dict[str, str]) -> None:
    session = post(url, keys["ada"]).headers["mcp-session-id"]
    told = {"mcp-session-id": session, "mcp-protocol-version": "2025-06-18"}
    assert post(url, keys["bob"], _CALL, **told).status_code == 404
    assert post(url, keys["ada"], _CALL, **told).status_code == 200


@pytest.mark.parametrize(("name", "status"), [(None, 401), ("wrong", 401), ("admin", 403)])
def test_who_shows_no_key_of_one_user_gets_the_reason(
    url: str, keys: dict[str, str], name: str | None, status: int
) -> None:
    answer = post(url, keys.get(name, name) if name else None)
    assert answer.status_code == status
    assert "key" in answer.json()["error"]


def test_a_key_can_be_made_and_paused_while_the_server_runs(url: str, file: Path) -> None:
    eve = add_key(file, "eve", name="eve")
    assert post(url, eve).status_code == 200
    paused = file.read_text().replace('name = "eve"\nuser = "eve"\naccess = "write"', 'user = "eve"\naccess = "none"')
    file.write_text(paused)
    assert post(url, eve).status_code == 403
    assert "paused" in post(url, eve).json()["error"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--api-keys"], "add --http"),
        (["--http", "--api-keys", "--user", "ada"], "leave out --user"),
        (["--http", "--api-keys", "--allow-user-argument"], "leave out --user"),
        (["--http", "--api-keys"], "`memary api-key --user NAME`"),
    ],
)
def test_what_cannot_be_served_by_keys_is_refused_in_a_sentence(
    arguments: list[str], reason: str, environment: dict[str, str], tmp_path: Path, cli: Any
) -> None:
    code, stdout, stderr = cli("mcp", *arguments, environment=environment | {"MEMARY_HOME": str(tmp_path)})
    assert (code in (1, 2), stdout) == (True, "")
    assert stderr.startswith("Error: ")
    assert reason in stderr
