"""Programs that are run to their end, and the model that they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from support.model_server import ModelServer

from programs.starting import Ended, Start

Run = Callable[..., Ended]


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
