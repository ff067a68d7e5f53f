"""`list_memories` page by page: everything once, the newest first, whatever happens between two pages."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.samples.graphs import edge

from memary import Memary

from .conftest import Agent, agent_of

pytestmark = pytest.mark.anyio


def said(number: int, day: int) -> dict[str, Any]:
    return {"content": f"Message {number}.", "created_at": f"2026-01-{day:02}T09:00:00Z"}


async def pages(agent: Agent, **listed: Any) -> list[list[str]]:
    """Return the ids of each page."""
    page = await agent.call("list_memories", **listed)
    shown = [[each["id"] for each in page.get("memories", [])]]
    while cursor := page.get("next_cursor"):
        page = await agent.call("list_memories", **listed, cursor=cursor)
        shown.append([each["id"] for each in page.get("memories", [])])
    return shown


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(days=st.lists(st.integers(1, 3), max_size=25), limit=st.integers(1, 9))
def test_all_pages_together_are_everything_once_and_in_order(memory: Memary, days: list[int], limit: int) -> None:
    user = f"user {len(memory.admin.users())}"  # a memory of their own for each example

    async def talk() -> list[list[str]]:
        async with agent_of(memory, user) as agent:
            return await pages(agent, limit=limit)

    if days:
        memory.add([said(number, day) for number, day in enumerate(days)], user_id=user, infer=False)
    expected = [message.id[-8:] for message in memory.messages.list(user_id=user)][::-1]
    shown = anyio.run(talk)
    assert [id_ for page in shown for id_ in page] == expected
    assert all(len(page) == limit for page in shown[:-1])
    assert len(shown) == max(-(-len(days) // limit), 1)


async def test_what_comes_and_goes_between_two_pages_hides_and_repeats_nothing(memory: Memary) -> None:
    receipt = await memory.aadd([said(number, 1 + number // 2) for number in range(6)], user_id="ada", infer=False)
    newest = [id_[-8:] for id_ in receipt.ids[::-1]]
    async with agent_of(memory) as agent:
        first = await agent.call("list_memories", limit=3)
        assert [each["id"] for each in first["memories"]] == newest[:3]
        await memory.aadd(said(9, 20), user_id="ada", infer=False)
        await agent.call("delete_memory", id=newest[2])
        await agent.call("delete_memory", id=newest[4])
        rest = await agent.call("list_memories", limit=3, cursor=first["next_cursor"])
    assert [each["id"] for each in rest["memories"]] == [newest[3], newest[5]]
    assert "next_cursor" not in rest


async def test_facts_are_listed_in_pages_too_and_sessions_apart(memory: Memary) -> None:
    await memory.facts.aadd([edge("Ada", "likes", thing) for thing in ("tea", "chess", "rain")], user_id="ada")
    await memory.aadd(said(1, 1), user_id="ada", session_id="s1", infer=False)
    await memory.aadd(said(2, 2), user_id="ada", session_id="s2", infer=False)
    async with agent_of(memory) as agent:
        assert [len(page) for page in await pages(agent, kind="fact", limit=2)] == [2, 1]
        assert await agent.texts(session_id="s1") == ["Message 1."]
        page = await agent.call("list_memories", kind="fact", limit=1)
        reason = await agent.refusal("list_memories", kind="message", cursor=page["next_cursor"])
        assert "a list of facts" in reason


async def test_an_empty_list_is_a_list_and_says_why(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        empty = await agent.call("list_memories")
        assert empty == {"memories": [], "note": "Memory holds no messages yet: add_memory keeps what is said."}
        assert "no facts yet" in (await agent.call("list_memories", kind="fact"))["note"]
        await memory.aadd(said(1, 1), user_id="ada", session_id="s1", infer=False)
        assert "of the session 's2'" in (await agent.call("list_memories", session_id="s2"))["note"]
        assert "note" not in await agent.call("list_memories")
        found = await agent.call("search_facts", query="Where does Ada live?")
        assert found["facts"] == []
        assert found["note"]
