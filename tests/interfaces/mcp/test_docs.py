"""docs/interfaces/mcp.md: its configurations start the server, its table lists the tools, its program runs."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from memary import Memary
from memary.interfaces.mcp.server import CallerPermissions

from .conftest import agent_of, connected, stdio
from .test_transports import journey

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[3] / "docs" / "interfaces" / "mcp.md").read_text(encoding="utf-8")


def code(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def entries() -> list[dict[str, Any]]:
    """Return the entry for memary of each configuration."""
    configurations = [json.loads(block) for block in code("json")]
    return [(each.get("mcpServers") or each["servers"])["memary"] for each in configurations]


async def test_the_journey_over_stdin_and_stdout_as_the_configurations_start_it(environment: dict[str, str]) -> None:
    started = [entry for entry in entries() if "command" in entry]
    shell = next(line for line in "".join(code("sh")).splitlines() if " -- " in line)
    commands = {(entry["command"], *entry["args"]) for entry in started}
    assert len(started) == 3
    assert commands == {tuple(shlex.split(shell.partition(" -- ")[2]))}
    variables = {name: value for entry in started for name, value in entry.get("env", {}).items()}
    ((_, command, *arguments),) = commands
    assert command == "mcp"
    async with connected(stdio(*arguments, environment=environment | variables)) as agent:
        await journey(agent)


def test_the_addresses_are_where_the_server_listens_by_default() -> None:
    listening = [entry for entry in entries() if "url" in entry]
    assert len(listening) == 2
    assert {entry["url"] for entry in listening} == {"http://127.0.0.1:8765/mcp"}
    assert all(entry["headers"]["Authorization"].startswith("Bearer ${") for entry in listening)


async def test_the_table_lists_the_tools_and_what_they_do(memory: Memary) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([\w ]+) \|$", PAGE, re.MULTILINE))
    async with agent_of(memory, permissions=CallerPermissions(clear=True)) as agent:
        tools = (await agent.client.list_tools()).tools
        offered = {tool.name: tool.annotations for tool in tools}
        resources = {resource.uri for resource in (await agent.client.list_resources()).resources}
    assert set(rows) == set(offered)
    for name, hints in offered.items():
        assert hints is not None
        expected = "reads" if hints.read_only_hint else "deletes for good" if hints.destructive_hint else "adds"
        assert rows[name] == expected
    assert all(f"`{uri}`" in PAGE for uri in resources)


def test_the_program_prints_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))
    (program,) = code("python")
    exec(compile(program, "mcp.md", "exec"), {})
    assert f"It prints `{capsys.readouterr().out.strip()}`" in PAGE
