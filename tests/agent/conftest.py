"""A scripted model over HTTP, and memories that ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.chatting import NO_NEWS, OpenMemory, is_extraction
from support.model_server import ModelServer

from memary import Memary


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that finds nothing worth keeping, unless told."""
    with ModelServer() as running:
        running.when(is_extraction, NO_NEWS)
        yield running


@pytest.fixture
def open_memory(server: ModelServer) -> Iterator[OpenMemory]:
    """Opens memories that ask the server; closes them."""
    with ExitStack() as stack:

        def open_one(**options: object) -> Memary:
            given = {"base_url": server.base_url, "model": "scripted", "api_key": "test", "max_retries": 0} | options
            return stack.enter_context(Memary.open("sqlite:///:memory:", **given))

        yield open_one


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memary:
    """A memory that asks the server.

    Nothing is extracted until `flush`.
    """
    return open_memory(worker=False)


@pytest.fixture
def offline() -> Iterator[Memary]:
    """A memory without any model."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.fixture
def stored(tmp_path: Path) -> Callable[[Memary], str]:
    """Gives all that is stored of a user, as an export has it."""

    def export(memory: Memary) -> str:
        memory.export(tmp_path / "all.jsonl", user_id="ada")
        return (tmp_path / "all.jsonl").read_text()

    return export
