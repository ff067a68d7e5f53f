"""One journey over every transport and protocol, on servers that are programs of their own.

And who may come in.
"""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import anyio
import httpx
import httpx2
import pytest
from mcp import MCPError
from mcp.client.streamable_http import streamable_http_client
from programs.command import CommandProcess
from programs.starting import Interpreter

from memary import Memary
from memary.interfaces.mcp.server import memory_server

from .conftest import TOKEN, Agent, connected, http_server, program, run_code

pytestmark = pytest.mark.anyio

Mode = Literal["auto", "legacy"]
_PATIENCE = 60
_SHOWN = {"Authorization": f"Bearer {TOKEN}"}
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture(scope="module")
def url(python: Interpreter, environment: dict[str, str]) -> Iterator[str]:
    """Where a server listens that asks for the token."""
    variables = environment | {"MEMARY_MCP_TOKEN": TOKEN}
    with http_server(python, "--user", "ada", environment=variables) as (url, _):
        yield url


@asynccontextmanager
async def let_in(url: str, mode: Mode = "auto") -> AsyncGenerator[Agent]:
    """Connect with the token."""
    async with (
        httpx2.AsyncClient(headers=_SHOWN, timeout=_PATIENCE) as http,
        connected(streamable_http_client(url, http_client=http), mode=mode) as agent,
    ):
        yield agent


async def read(agent: Agent) -> None:
    """Wait until the worker has read all messages."""
    deadline = time.monotonic() + _PATIENCE
    while json.loads(await agent.resource("memary://status"))["pending"]:
        assert time.monotonic() < deadline, "the worker does not read"


async def journey(agent: Agent) -> None:
    """Add, search, facts, delete, not found."""
    assert len((await agent.client.list_tools()).tools) == 6
    added = await agent.call("add_memory", content="I moved to Berlin.", session_id="journey")
    found = await agent.call("search_memory", query="Where do I live, Berlin?", session_id="journey")
    assert [each["id"] for each in found["results"] if each["kind"] == "message"] == added["ids"]
    await read(agent)
    (fact,) = (await agent.call("search_facts", query="Where do I live?"))["facts"]
    assert fact["statement"] == "User lives in Berlin."
    assert fact["source_ids"] == added["ids"]
    assert (await agent.call("get_entity", name="Berlin"))["facts"] == [fact]
    assert "User lives in Berlin." in (await agent.call("memory_context", query="Where do I live?"))["text"]
    assert await agent.texts(session_id="journey") == ["I moved to Berlin."]
    assert "user_id is unknown" in await agent.refusal("search_memory", query="x", user_id="bob")
    assert "User lives in Berlin." in await agent.resource("memary://profile")
    assert (await agent.client.get_prompt("use_memory")).messages
    assert (await agent.call("delete_memory", id=added["ids"][0]))["facts"] == 1
    assert "note" in await agent.call("search_memory", query="Where do I live, Berlin?", session_id="journey")
    assert "There is no entity" in await agent.refusal("get_entity", name="Berlin")
    assert "There is no record" in await agent.refusal("delete_memory", id=added["ids"][0])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_journey_in_one_process(mode: Mode) -> None:
    with Memary.open("sqlite:///:memory:", worker=True, linger=0) as memory:
        async with connected(memory_server(memory, user_id="ada"), mode=mode) as agent:
            await journey(agent)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_journey_over_http(mode: Mode, url: str) -> None:
    async with let_in(url, mode) as agent:
        await journey(agent)


async def test_many_agents_at_once_each_get_their_own_answers_and_nothing_is_lost(url: str) -> None:
    async def work(name: str) -> None:
        async with let_in(url) as agent, anyio.create_task_group() as calls:
            for number in range(5):
                calls.start_soon(add_and_find, agent, f"Parcel {name}{number} is due.")

    async def add_and_find(agent: Agent, text: str) -> None:
        added = await agent.call("add_memory", content=text, session_id="crowd")
        found = await agent.call("search_memory", query=text, session_id="crowd", kinds=["message"], top_k=50)
        assert added["ids"][0] in [each["id"] for each in found["results"] if each["text"] == text]

    async with anyio.create_task_group() as agents:
        for name in "abcd":
            agents.start_soon(work, name)
    async with let_in(url) as agent:
        kept = await agent.texts(session_id="crowd", limit=100)
        assert sorted(kept) == sorted(f"Parcel {name}{number} is due." for name in "abcd" for number in range(5))


# Who may come in


@pytest.mark.parametrize("header", [None, TOKEN, "Bearer", "Bearer wrong", f"Bearer {TOKEN}x", f"Basic {TOKEN}"])
def test_no_token_or_a_wrong_one_gets_401_with_the_reason(url: str, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = httpx.post(url, json=_HELLO, headers=headers, timeout=_PATIENCE)
    assert answer.status_code == 401
    assert "MEMARY_MCP_TOKEN" in answer.json()["error"]
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert TOKEN not in answer.text


async def test_a_client_without_the_token_is_turned_away(url: str) -> None:
    with pytest.raises((MCPError, BaseExceptionGroup)):
        async with connected(url) as agent:
            await agent.texts()


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}])
def test_a_web_page_cannot_reach_the_server_by_another_name(url: str, headers: dict[str, str]) -> None:
    accepted = _SHOWN | {"Accept": "application/json, text/event-stream"}
    assert httpx.post(url, json=_HELLO, headers=accepted, timeout=_PATIENCE).status_code == 200
    assert httpx.post(url, json=_HELLO, headers=accepted | headers, timeout=_PATIENCE).status_code in (403, 421)


REFUSED: dict[str, tuple[list[str], dict[str, str], str]] = {
    "open to all without a token": (["--http", "--host", "0.0.0.0"], {}, "set MEMARY_MCP_TOKEN"),
    "open to all over IPv6": (["--http", "--host", "::"], {}, "set MEMARY_MCP_TOKEN"),
    "a name that may be any machine's": (["--http", "--host", "example.org"], {}, "set MEMARY_MCP_TOKEN"),
    "a blank token": (["--http", "--host", "0.0.0.0"], {"MEMARY_MCP_TOKEN": " "}, "set MEMARY_MCP_TOKEN"),
    "a short token": (["--http"], {"MEMARY_MCP_TOKEN": "short"}, "16 or more ASCII characters"),
    "a token with a space": (["--http"], {"MEMARY_MCP_TOKEN": "a token of many words"}, "without spaces"),
    "a path that is none": (["--http", "--path", "mcp"], {}, "begin it with /"),
    "an address that is none": (["--http", "--host", "127.0.0.1.2"], {"MEMARY_MCP_TOKEN": TOKEN}, "cannot listen"),
    "a host without HTTP": (["--host", "127.0.0.1"], {}, "add --http"),
    "a user that is none": (["--user", "a\tb"], {}, "take out the control characters"),
    "a store that is dead": (["--store", "neo4j://127.0.0.1:9"], {"NEO4J_PASSWORD": "x"}, "No Neo4j answers"),
}


@pytest.mark.parametrize(("arguments", "variables", "reason"), REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_served_is_refused_in_a_sentence(
    arguments: list[str], variables: dict[str, str], reason: str, environment: dict[str, str], cli: Any
) -> None:
    code, stdout, stderr = cli("mcp", *arguments, environment=environment | variables)
    assert code in (1, 2)
    assert stdout == ""
    assert stderr.startswith("Error: ")
    assert stderr.count("\n") == 1
    assert reason in stderr
    assert TOKEN not in stderr


def test_a_port_that_is_taken_is_told(url: str, environment: dict[str, str], cli: Any) -> None:
    port = url.rpartition(":")[2].partition("/")[0]
    code, stdout, stderr = cli("mcp", "--http", "--port", port, environment=environment)
    assert (code, stdout) == (2, "")
    assert f"cannot listen on 127.0.0.1:{port}" in stderr


# The end


def test_ctrl_c_ends_the_program_and_keeps_what_waits(python: Interpreter, environment: dict[str, str]) -> None:
    user, text = "interrupted", "I moved to Berlin."
    kept = environment | {"MEMARY_WORKER": "false"}
    with program(python, "--user", user, environment=kept) as running:
        answers = ask(running, {"name": "add_memory", "arguments": {"content": text}})
        assert json.loads(answers[-1])["result"]["content"][0]["text"].endswith('"pending":1}')
        running.send_signal(signal.SIGINT)
        assert running.wait(_PATIENCE) == 130
        assert running.stderr is not None
        assert running.stderr.read() == "Stopped.\n"
    with Memary.open(f"sqlite:///{environment['MEMARY_HOME']}/memary.db", worker=False) as memory:
        assert [message.content for message in memory.messages.list(user_id=user)] == [text]
        memory.flush(user_id=user)
        assert [fact.statement for fact in memory.facts.list(user_id=user)] == ["User lives in Berlin."]


async def test_sigterm_ends_the_program_over_http_also_while_clients_are_connected(
    python: Interpreter,
    environment: dict[str, str],
) -> None:
    with http_server(python, environment=environment) as (url, running):
        async with connected(url, mode="legacy") as agent:
            await agent.call("add_memory", content="I moved to Berlin.")
            running.send_signal(signal.SIGTERM)
            assert await anyio.to_thread.run_sync(running.wait, _PATIENCE) == 130
        assert running.stderr is not None
        *requests_told, last = running.stderr.read().splitlines()
        assert last == "Stopped."
        assert all(re.search(r"\] (POST|GET|DELETE) /mcp \d+ \d+ ms -$", line) for line in requests_told)


def test_the_end_of_the_input_ends_the_program_with_all_writes_kept_and_a_clean_stdout(
    python: Interpreter,
    environment: dict[str, str],
) -> None:
    calls = [{"name": "add_memory", "arguments": {"content": f"Note {number}."}} for number in range(15)]
    with program(python, "--user", "piped", "--verbose", environment=environment) as running:
        stdout, stderr = running.communicate("".join(requests(*calls)), timeout=_PATIENCE)
    assert running.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in stdout.splitlines())
    assert "Traceback" not in stderr
    with Memary.open(f"sqlite:///{environment['MEMARY_HOME']}/memary.db", worker=False) as memory:
        assert memory.admin.stats(user_id="piped").messages == 15


def test_a_client_that_has_gone_is_no_error(python: Interpreter, environment: dict[str, str]) -> None:
    with program(python, environment=environment) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.writelines(requests({"name": "list_memories", "arguments": {}}))
        running.stdin.close()
        assert running.wait(_PATIENCE) == 0
        assert running.stderr.read() == ""


def ask(running: CommandProcess, *calls: dict[str, Any]) -> list[str]:
    """Call tools over stdin; return the lines of the answers."""
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.writelines(requests(*calls))
    running.stdin.flush()
    return [running.stdout.readline() for _ in range(len(calls) + 1)]


def test_a_request_that_cannot_be_read_gets_an_answer_all_the_same(
    python: Interpreter, environment: dict[str, str]
) -> None:
    call = '{"name":"add_memory","arguments":{"content":"id","metadata":%s}}'
    add = f'{{"jsonrpc":"2.0","method":"tools/call","params":{call},"id":%s}}\n'
    deep = '{"id":' * 5_000 + "1" + "}" * 5_000
    with program(python, "--user", "ada", environment=environment) as running:
        ask(running)
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.writelines([add % ('{"a":"\\ud800"}', "7"), "nonsense\n", add % (deep, '"b"')])
        running.stdin.flush()
        answers = [json.loads(running.stdout.readline()) for _ in range(2)]
        assert [(answer["id"], answer["error"]["code"]) for answer in answers] == [(7, -32700), ("b", -32700)]
        assert "cannot be read" in answers[0]["error"]["message"]
        assert len(ask(running, {"name": "search_memory", "arguments": {"query": "x"}})) == 2


def requests(*calls: dict[str, Any]) -> list[str]:
    """Return the lines that call tools, with the greeting before them."""
    greeting = [_HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    called = [
        {"jsonrpc": "2.0", "id": 10 + number, "method": "tools/call", "params": call}
        for number, call in enumerate(calls)
    ]
    return [json.dumps(message) + "\n" for message in (*greeting, *called)]


# Without the SDK


def test_without_the_sdk_the_command_says_what_to_install(environment: dict[str, str]) -> None:
    code = "import sys; sys.modules['mcp'] = None; from memary.interfaces.cli.start import main; main()"
    done = run_code(code, "mcp", environment=environment)
    assert done.returncode == 2
    assert (
        done.stderr
        == 'Error: The MCP server needs an optional dependency: run  pip install "memary[mcp]"  and try again.\n'
    )


def test_the_command_line_loads_the_sdk_only_to_serve(environment: dict[str, str]) -> None:
    code = "import sys, memary.interfaces.cli.app; print(*{name.partition('.')[0] for name in sys.modules})"
    done = run_code(code, environment=environment)
    assert {"mcp", "starlette", "uvicorn"}.isdisjoint(done.stdout.split())
    assert "typer" in done.stdout.split()
