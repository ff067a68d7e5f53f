"""Spaces through the tools: an agent recalls those that its user has joined, adds to one, and sees no other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.records import fresh_user

from interfaces.mcp.conftest import Agent, agent_of
from memary import Memary
from memary.interfaces.mcp.server import CallerPermissions

CANARY = "Zanzibarquartz"
pytestmark = pytest.mark.anyio

MEMBERS = ("owner", "writer", "reader")
OUTSIDERS = ("stranger", "invited", "former")


@pytest.fixture
def people(memory: Memary) -> dict[str, str]:
    """A space in which a writer has said something, with everybody in their place."""
    people = {name: fresh_user(name) for name in (*MEMBERS, *OUTSIDERS)}
    space = memory.spaces.create("Family", user_id=people["owner"])
    for name, role in (("writer", "writer"), ("reader", "reader"), ("invited", "owner"), ("former", "writer")):
        memory.spaces.grant(space.space_id, people[name], role, user_id=people["owner"])
        if name != "invited":
            memory.spaces.join(space.space_id, user_id=people[name])
    writer = memory.spaces.get("Family", user_id=people["writer"])
    memory.add(f"I live in {CANARY}.", user_id=writer.user_id, wait=True)
    memory.spaces.revoke(space.space_id, people["former"], user_id=people["owner"])
    return people


async def reads(agent: Agent, **where: str) -> dict[str, str]:
    """Return all that an agent gets to read, by what it was asked for; a refusal is read, too."""
    question = "Who lives where?"
    calls: dict[str, dict[str, Any]] = {
        "search_memory": {"query": question, "kinds": ["message", "fact", "entity"]},
        "search_facts": {"query": question},
        "get_entity": {"name": "zanzibarquartz"},
        "list_memories": {"kind": "fact"},
        "memory_context": {"query": question},
    }
    told = {
        tool: str((await agent.answer(tool, **arguments, **({} if tool == "memory_context" else where))).content)
        for tool, arguments in calls.items()
    }
    told["messages"] = str((await agent.answer("list_memories", **where)).content)
    for name in ("status", "profile"):
        told[name] = await agent.resource(f"memary://{name}")
    return told


async def test_members_read_a_space_and_outsiders_nothing_of_it(memory: Memary, people: dict[str, str]) -> None:
    for who, user in people.items():
        async with agent_of(memory, user) as agent:
            beside, inside = await reads(agent), await reads(agent, space="Family")
        shown = {tool for tool, told in beside.items() if CANARY in told}
        assert shown == (
            {"search_memory", "search_facts", "memory_context", "get_entity"} if who in MEMBERS else set()
        )
        shown = {tool for tool, told in inside.items() if CANARY in told}
        every = {"search_memory", "search_facts", "memory_context", "get_entity", "list_memories", "messages"}
        assert shown == (every if who in MEMBERS else set()), who
        if who in OUTSIDERS:
            assert people["owner"] not in str((beside, inside)), who


async def test_only_writers_add_to_a_space_and_only_owners_or_who_said_it_take_away(
    memory: Memary, people: dict[str, str]
) -> None:
    writer = memory.spaces.get("Family", user_id=people["writer"]).user_id
    (message,) = memory.messages.list(user_id=writer)
    for who in ("reader", *OUTSIDERS):
        async with agent_of(memory, people[who]) as agent:
            assert "space 'Family'" in await agent.refusal("add_memory", content="I like tea.", space="Family")
            assert "space 'Family'" in await agent.refusal("delete_memory", id=message.id, space="Family")
            assert "There is no" in await agent.refusal("delete_memory", id=message.id)
    assert [one.content for one in memory.messages.list(user_id=writer)] == [f"I live in {CANARY}."]
    async with agent_of(memory, people["owner"]) as agent:
        (listed,) = (await agent.call("list_memories", space="Family"))["memories"]
        assert (await agent.call("delete_memory", id=listed["id"], space="Family"))["messages"] == 1
    assert memory.messages.list(user_id=writer) == []


async def test_what_is_found_says_from_which_space_it_is_and_who_shared_it(memory: Memary) -> None:
    shared_with_ben(memory)
    async with agent_of(memory, "ben") as ben, agent_of(memory, "ada") as ada:
        added = await ben.call("add_memory", content="I work at Acme.", space="Family", wait=True)
        assert added["learnt"] == ["ben works at Acme."]
        await ada.call("add_memory", content="I work at Bosch.", wait=True)
        found = {one["text"]: one for one in (await ada.call("search_memory", query="Who works where?"))["results"]}
        for text in ("ben works at Acme.", "I work at Acme."):
            assert (found[text]["space"], found[text]["shared_by"]) == ("Family", ["ben"])
        assert not {"space", "shared_by"} & {*found["User works at Bosch."]}
        (fact,) = (await ada.call("search_facts", query="Where does Ben work?", top_k=1))["facts"]
        assert (fact["object"], fact["space"], fact["shared_by"]) == ("Acme", "Family", ["ben"])
        told = await ada.call("memory_context", query="Where does Ben work?")
        assert "from the space Family, said by ben" in told["text"]
        alone = (await ada.call("search_memory", query="Who works where?", space="Family"))["results"]
        assert {one["space"] for one in alone} == {"Family"}
        (listed,) = (await ada.call("list_memories", space="Family"))["memories"]
        assert listed["shared_by"] == ["ben"]
        assert await ben.texts() == [], "nothing of it is in his own memory"


async def test_an_entity_that_only_a_space_knows_is_named_with_it(memory: Memary) -> None:
    shared_with_ben(memory)
    async with agent_of(memory, "ben") as ben, agent_of(memory, "ada") as ada:
        await ben.call("add_memory", content="My sister is called Mia.", space="Family", wait=True)
        assert "Mia (person) (in the space 'Family')" in await ada.refusal("get_entity", name="Mia")
        (mia,) = (await ada.call("get_entity", name="Mia", space="Family"))["entities"]
        assert mia["name"] == "Mia"


async def test_a_space_that_is_not_there_is_refused_with_those_that_are(memory: Memary) -> None:
    async with agent_of(memory, "ben") as ben:
        assert "There is none." in await ben.refusal("list_memories", space="Nest")
        shared_with_ben(memory)
        assert "There are 'Family'." in await ben.refusal("list_memories", space="Nest")
        assert json.loads(await ben.resource("memary://status"))["spaces"] == {"Family": "writer"}


async def test_a_caller_who_names_the_user_is_in_that_users_spaces(memory: Memary) -> None:
    shared_with_ben(memory)
    async with agent_of(memory, "cleo", permissions=CallerPermissions(user_argument=True)) as agent:
        assert "'cleo' belongs to" in await agent.refusal("list_memories", space="Family")
        await agent.call("add_memory", content="I like tea.", space="Family", user_id="ben")
        assert await agent.texts(space="Family", user_id="ada") == ["I like tea."]


async def test_a_server_may_be_for_one_space_alone(memory: Memary) -> None:
    space = shared_with_ben(memory)
    memory.add("I live in Berlin.", user_id="ben", wait=True)
    async with agent_of(memory, f"{space}:ben") as agent:
        await agent.call("add_memory", content="I work at Acme.", wait=True)
        read = await reads(agent)
        assert {tool for tool, told in read.items() if "Acme" in told} >= {
            "search_memory",
            "list_memories",
            "messages",
        }, read
        assert "Berlin" not in str(read)
        assert json.loads(read["status"])["facts"] == 1
        assert "space" in await agent.refusal("list_memories", space="Family")


def shared_with_ben(memory: Memary) -> str:
    """Make a space of Ada's in which Ben writes; return its id."""
    space = memory.spaces.create("Family", user_id="ada").space_id
    memory.spaces.grant(space, "ben", "writer", user_id="ada")
    memory.spaces.join(space, user_id="ben")
    return space
