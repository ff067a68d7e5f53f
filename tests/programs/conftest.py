"""A Python that starts programs, in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.model_server import ModelServer

from programs.starting import Ended, Interpreter, Program

Start = Callable[..., Program]
Run = Callable[..., Ended]


@pytest.fixture
def start(python: Interpreter, tmp_path: Path) -> Iterator[Start]:
    """Start a script in the test's folder; what is left of it is killed at the end."""

    def started(script: str, *arguments: str, given: str = "", **options: str) -> Program:
        return python.start(script, *arguments, folder=tmp_path, given=given, options=options)

    yield started
    python.clear_away()


@pytest.fixture
def run(start: Start) -> Run:
    """Run a script to its end."""

    def done(script: str, *arguments: str, given: str = "", **options: str) -> Ended:
        return start(script, *arguments, given=given, **options).ended()

    return done


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model."""
    with ModelServer() as server:
        yield server


@pytest.fixture
def asked(model: ModelServer) -> dict[str, str]:
    """The settings by which a program asks that model."""
    return {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "test", "MEMARY_MODEL": "scripted"}
