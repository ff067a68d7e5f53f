"""A command line of its own for each test: no settings from outside, an empty home, an empty current folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from programs.command import CommandProcess
from programs.starting import Interpreter
from support.model_server import ModelServer
from typer.testing import CliRunner

from memary.interfaces.cli.app import app

_FOREIGN = ("MEMARY_", "OPENAI_", "NEO4J_", "PERPLEXITY_", "GOOGLEMAPS_", "ALPHA_VANTAGE_")


@dataclass(frozen=True)
class Outcome:
    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)

    @property
    def error(self) -> str:
        """The one sentence on stderr, where that is all there is."""
        assert self.stdout == ""
        assert self.stderr.startswith("Error: ")
        assert self.stderr.count("\n") == 1
        return self.stderr.removeprefix("Error: ").rstrip("\n")


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(_FOREIGN):
            monkeypatch.delenv(name)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    home = tmp_path / "home"
    for name, value in {
        "MEMARY_HOME": str(home),
        "MEMARY_TIMEZONE": "Europe/Berlin",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return home


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""

    def run(*arguments: str | Path, given: str | bytes | None = None) -> Outcome:
        result = CliRunner().invoke(app, [str(one) for one in arguments], input=given, prog_name="memary")
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def ok(run: Run) -> Run:
    """Run a command that has to succeed."""

    def ok(*arguments: str | Path, given: str | bytes | None = None) -> Outcome:
        outcome = run(*arguments, given=given)
        assert outcome.code == 0, outcome
        return outcome

    return ok


Start = Callable[..., CommandProcess]


@pytest.fixture
def program(python: Interpreter) -> Iterator[Start]:
    """Start the command as a program of its own."""
    with ExitStack() as stack:

        def start(*arguments: str | Path, **streams: Any) -> CommandProcess:
            command = CommandProcess(python, [str(one) for one in arguments], streams)
            stack.callback(command.clear_away)
            return command

        yield start


@pytest.fixture
def model(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """The scripted model that the programs of a test ask."""
    monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
    monkeypatch.setenv("MEMARY_MODEL", "scripted")
    return server
