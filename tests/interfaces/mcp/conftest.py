"""Agents of a test: the SDK's own client, over whichever transport, and the program `memary mcp`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent
from programs.command import CommandProcess
from programs.starting import Interpreter
from typer.testing import CliRunner

from memary import Memary
from memary.interfaces.cli.app import app
from memary.interfaces.mcp.server import memory_server

TOKEN = "a-token-of-the-tests-0123456789"


class Agent:
    """Calls tools as a program does that is connected."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def answer(self, tool: str, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the result of a call that has to succeed."""
        answer = await self.answer(tool, **arguments)
        assert not answer.is_error, answer
        assert answer.structured_content is None, "what is told is told once"
        text = text_of(answer)
        return json.loads(text) if text.startswith("{") else {"text": text}

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """Return the reason why a call fails, which is all there is."""
        answer = await self.answer(tool, **arguments)
        assert answer.is_error, answer
        assert answer.structured_content is None
        return text_of(answer)

    async def resource(self, uri: str) -> str:
        (content,) = (await self.client.read_resource(uri)).contents
        return str(getattr(content, "text"))  # noqa: B009  a blob has none

    async def texts(self, **listed: Any) -> list[str]:
        """Return the texts of the first page of what is remembered."""
        return [each["text"] for each in (await self.call("list_memories", **listed)).get("memories", [])]


def text_of(answer: CallToolResult) -> str:
    """Return what a model reads."""
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def connected(target: Any, **options: Any) -> AsyncGenerator[Agent]:
    """Connect to a server: an object, a program to start, a URL or a transport."""
    async with Client(target, **options) as client:
        yield Agent(client)


@asynccontextmanager
async def agent_of(memory: Memary, user_id: str = "ada", **options: Any) -> AsyncGenerator[Agent]:
    """Connect to a server in this process."""
    async with connected(memory_server(memory, user_id=user_id, **options)) as agent:
        yield agent


@contextmanager
def opened(**options: Any) -> Generator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, **options) as memory:
        yield memory


@pytest.fixture
def memory() -> Iterator[Memary]:
    with opened() as memory:
        yield memory


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """No settings from outside, and an empty home."""
    home = tmp_path_factory.mktemp("home")
    return {"PATH": os.environ["PATH"], "HOME": str(home), "MEMARY_HOME": str(home), "MEMARY_LINGER": "0"}


@contextmanager
def program(python: Interpreter, *arguments: str, environment: dict[str, str]) -> Generator[CommandProcess]:
    """Start `memary mcp` as a program of its own."""
    folder = Path(environment["MEMARY_HOME"])
    running = CommandProcess(python, ["mcp", *arguments], {}, folder=folder, environment=environment)
    try:
        yield running
    finally:
        running.clear_away()


@contextmanager
def http_server(
    python: Interpreter, *arguments: str, environment: dict[str, str]
) -> Generator[tuple[str, CommandProcess]]:
    """Start the program over HTTP; give its URL."""
    with program(python, "--http", "--port", "0", *arguments, environment=environment) as running:
        assert running.stderr is not None
        greeting = running.stderr.readline()
        found = re.search(r"http://\S+/\w+", greeting)
        assert found, greeting + running.stderr.read()
        yield found[0], running


def stdio(*arguments: str, environment: dict[str, str]) -> StdioServerParameters:
    """Describe the program over stdio, as a client's configuration does."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "memary", "mcp", *arguments],
        env=environment,
        cwd=Path(environment["MEMARY_HOME"]),
    )


def run_code(code: str, *arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter of its own."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process; return its exit code, stdout and stderr."""

    def run(*arguments: str, environment: dict[str, str]) -> tuple[int, str, str]:
        for name in list(os.environ):
            if name.startswith(("MEMARY_", "OPENAI_", "NEO4J_")):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(environment["MEMARY_HOME"])
        result = CliRunner().invoke(app, list(arguments), prog_name="memary")
        return result.exit_code, result.stdout, result.stderr

    return run
