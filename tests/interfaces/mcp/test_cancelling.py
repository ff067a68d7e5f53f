"""A caller who gives up, while a model server keeps a call waiting."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Literal

import anyio
import pytest
from support.model_server import ModelServer

from memary import Memary
from memary.interfaces.mcp.server import memory_server

from .conftest import Agent, connected, opened

pytestmark = pytest.mark.anyio

_PATIENCE = 60


class Gate:
    """Holds a request of the model server until it is opened."""

    def __init__(self) -> None:
        self._reached, self._open = threading.Event(), threading.Event()

    def hold(self, _: object) -> None:
        self._reached.set()
        assert self._open.wait(_PATIENCE)

    async def reached(self) -> None:
        assert await anyio.to_thread.run_sync(self._reached.wait, _PATIENCE)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open()


@pytest.fixture
def memory(gate: Gate) -> Iterator[Memary]:
    """A memory whose second text to embed has to wait; the first tells the dimension."""
    with ModelServer() as models:
        models.script_embeddings(None, gate.hold)
        with opened(embedding="openai:scripted", embedding_base_url=models.base_url) as memory:
            yield memory
            gate.open()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_search_that_nobody_waits_for_any_more_is_given_up(
    memory: Memary, gate: Gate, mode: Literal["auto", "legacy"]
) -> None:
    answers: list[Any] = []

    async def search(agent: Agent) -> None:
        answers.append(await agent.call("search_memory", query="Berlin"))

    async with connected(memory_server(memory, user_id="ada"), mode=mode) as agent:
        async with anyio.create_task_group() as calls:
            calls.start_soon(search, agent)
            await gate.reached()
            calls.cancel_scope.cancel()
        assert answers == []
        await agent.call("add_memory", content="I moved to Berlin.")
        (found,) = (await agent.call("search_memory", query="Berlin"))["results"]
        assert found["text"] == "I moved to Berlin."


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_write_that_has_begun_is_brought_to_its_end(
    memory: Memary, gate: Gate, mode: Literal["auto", "legacy"]
) -> None:
    async with (
        connected(memory_server(memory, user_id="ada"), mode=mode) as agent,
        anyio.create_task_group() as calls,
    ):
        calls.start_soon(lambda: agent.call("add_memory", content="I moved to Berlin."))
        await gate.reached()
        calls.cancel_scope.cancel()
        gate.open()
    assert [message.content for message in await memory.messages.alist(user_id="ada")] == ["I moved to Berlin."]
