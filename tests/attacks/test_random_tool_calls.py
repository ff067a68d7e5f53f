"""Whatever a model calls tools with over MCP is refused in a sentence or done, and stays within its user's memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import given
from hypothesis import strategies as st
from interfaces.mcp.conftest import Agent, agent_of, text_of
from mcp import MCPError

from attacks import shapes
from attacks.whole import NEIGHBOUR, assert_neighbour_is_undisturbed, assert_readable, assert_told
from memary import Memary
from memary.interfaces.mcp.server import CallerPermissions

CALLER = "caller"
PATIENCE = 20  # seconds until a call that gets no answer is a failure
ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("content", "query", "question", "name", "session_id", "cursor"), shapes.texts()),
    **dict.fromkeys(("top_k", "limit", "max_tokens"), st.integers(-1, 2_000)),
    **dict.fromkeys(("created_at", "as_of"), shapes.times()),
    **dict.fromkeys(("include_past", "keep_messages", "confirm"), st.booleans()),
    "id": st.just("known") | shapes.texts(),
    "role": st.sampled_from(["user", "assistant", "system"]),
    "kind": st.sampled_from(["message", "fact", "entity"]),
    "kinds": st.lists(st.sampled_from(["message", "fact", "entity", "x"]), max_size=3),
    "metadata": shapes.metadata(),
    "filters": shapes.filters(),
}
TOOLS = {
    "add_memory": ("content", "role", "session_id", "created_at", "metadata"),
    "search_memory": ("query", "top_k", "kinds", "session_id", "as_of", "filters"),
    "search_facts": ("query", "top_k", "as_of"),
    "get_entity": ("name", "include_past", "limit"),
    "list_memories": ("kind", "session_id", "limit", "cursor"),
    "memory_context": ("query", "max_tokens"),
    "delete_memory": ("id", "keep_messages"),
    "clear_memory": ("confirm",),
}


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A call with one argument that a tool needs, others that it takes, and sometimes what it does not know."""
    tool = draw(st.sampled_from(sorted(TOOLS)))
    needed, *others = TOOLS[tool]
    given = {name: ARGUMENTS[name] | shapes.values() for name in others}
    more = {"user_id": st.just(NEIGHBOUR), "": shapes.values(), needed: shapes.values()}
    arguments = draw(st.fixed_dictionaries({needed: ARGUMENTS[needed]}, optional=given))
    return tool, arguments | draw(st.just({}) | st.fixed_dictionaries({}, optional=more))


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture(scope="module")
def agent(shared: Memary, portal: BlockingPortal) -> Iterator[Agent]:
    """Somebody who may call every tool for one user."""
    permissions = CallerPermissions(clear=True)
    with portal.wrap_async_context_manager(agent_of(shared, CALLER, permissions=permissions)) as agent:
        yield agent


@given(asked=calls())
@shapes.examples(0.3)
def test_random_tool_calls_are_answered_in_a_sentence(
    shared: Memary, portal: BlockingPortal, agent: Agent, asked: tuple[str, dict[str, Any]]
) -> None:
    shared.add({"content": "I moved to Berlin. My sister is called Mia.", "id": "known"}, user_id=CALLER)
    portal.call(call, agent, *asked)
    assert_neighbour_is_undisturbed(shared)
    if CALLER in shared.admin.users():
        assert_readable(shared, CALLER)
        shared.forget(user_id=CALLER)


async def call(agent: Agent, tool: str, arguments: dict[str, Any]) -> None:
    try:
        with anyio.fail_after(PATIENCE):
            answer = await agent.answer(tool, **arguments)
    except ValueError:  # half a character, or nested too deep: the client itself cannot send it
        return
    except MCPError as error:
        assert_told(str(error))
        return
    if answer.is_error:
        assert_told(text_of(answer))
        assert text_of(answer) != f"Error executing tool {tool}", "a fault that nobody foresaw"
    else:
        assert text_of(answer)
