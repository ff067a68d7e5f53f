"""What an agent gets from each tool, and what it is told when it asks wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memary import Memary
from memary.interfaces.mcp.server import CallerPermissions
from memary.text import count_tokens

from .conftest import agent_of, opened, text_of

pytestmark = pytest.mark.anyio

READING = {"search_memory", "get_entity", "list_memories", "memory_context"}


async def test_there_are_six_tools_that_say_what_they_do_to_memory(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
    assert set(tools) == READING | {"add_memory", "delete_memory"}
    for name, tool in tools.items():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (name in READING)
        assert bool(tool.annotations.destructive_hint) is (name == "delete_memory")
        assert tool.description
        assert tool.output_schema is None
        assert all(parameter["description"] for parameter in tool.input_schema["properties"].values())


async def test_what_is_added_is_found_at_once_and_its_facts_once_they_are_read(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        added = await agent.call("add_memory", content="I moved to Berlin.", session_id="s1", metadata={"app": "x"})
        assert added["pending"] == 1
        (found,) = (await agent.call("search_memory", query="Where do I live, Berlin?"))["results"]
        assert (found["kind"], found["text"], found["session_id"]) == ("message", "I moved to Berlin.", "s1")
        assert "No fact" in (await agent.call("search_facts", query="Where do I live?"))["note"]
        await memory.aflush()
        (fact,) = (await agent.call("search_facts", query="Where do I live?"))["facts"]
        assert fact["statement"] == "User lives in Berlin."
        assert (fact["subject"], fact["object"]) == ("User", "Berlin")
        assert fact["source_ids"] == added["ids"]


@pytest.mark.parametrize(
    ("who", "works", "swims", "question", "why"),
    [
        (
            "Ada",
            {"Acme": "Ada works at Acme.", "Bolt": "Ada works at Bolt."},
            {"the Baths": "Ada swims at the Baths."},
            "Where does Ada swim?",
            "no longer certain since 2026-03-02, because this is over: Ada works at Acme",
        ),
        (
            "小明",
            {"阿里": "小明在阿里工作。", "腾讯": "小明在腾讯工作。"},
            {"西湖": "小明在西湖游泳。"},
            "小明在哪里游泳？",
            "自2026-03-02起不再确定，因为这已经结束：小明在阿里工作",
        ),
    ],
)
async def test_every_tool_that_shows_a_fact_in_doubt_says_why(
    memory: Memary, who: str, works: dict[str, str], swims: dict[str, str], question: str, why: str
) -> None:
    def told(predicate: str, where: tuple[str, str], since: str) -> dict[str, Any]:
        names = {"subject": who, "predicate": predicate, "object": where[0]}
        return names | {"statement": where[1], "valid_at": since}

    before, after = works.items()
    (ground,) = await memory.facts.aadd([told("works_at", before, "2026-01-05")], user_id="ada")
    resting = told("swims_at", *swims.items(), "2026-01-12") | {"rests_on": [ground.target_id]}
    await memory.facts.aadd([resting, told("works_at", after, "2026-03-02")], user_id="ada")
    async with agent_of(memory) as agent:
        shown = [
            (await agent.call("search_memory", query=question))["results"],
            (await agent.call("search_facts", query=question))["facts"],
            (await agent.call("list_memories", kind="fact"))["memories"],
            (await agent.call("get_entity", name=who))["facts"],
        ]
    assert [[one["in_doubt"] for one in facts if "in_doubt" in one] for facts in shown] == [[why]] * 4


async def test_a_found_message_says_what_of_it_is_over(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        for day, text in (("2026-05-01", "I live in Rome."), ("2026-06-01", "I moved to Oslo.")):
            await agent.call("add_memory", content=text, created_at=f"{day}T09:00:00Z", wait=True)
        found = (await agent.call("search_memory", query="Where do I live?", kinds=["message"]))["results"]
    assert {one["text"]: one.get("over") for one in found} == {
        "I live in Rome.": ["since 2026-06-01: User lives in Oslo"],
        "I moved to Oslo.": None,
    }


async def test_adding_tells_on_demand_what_was_learnt_and_what_ended(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I live in Paris.", wait=True)
        added = await agent.call("add_memory", content="I moved to Berlin.", wait=True)
        assert (added["learnt"], added["ended"]) == (["User lives in Berlin."], ["User lives in Paris."])
        again = await agent.call("add_memory", content="I live in Berlin. I like tea.", wait=True)
        assert (again["learnt"], again["confirmed"]) == (["User likes tea."], ["User lives in Berlin."])
        assert added["pending"] == 0
        assert set(await agent.call("add_memory", content="I like tea.")) == {"ids", "pending"}


async def test_a_search_can_be_narrowed(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="The red bicycle is mine.", session_id="s1", metadata={"app": "x"})
        await agent.call("add_memory", content="The blue bicycle is hers.", created_at="2020-01-01T00:00:00Z")

        async def found(**narrowed: Any) -> set[str]:
            results = (await agent.call("search_memory", query="bicycle", **narrowed)).get("results", [])
            return {each["text"].split()[1] for each in results}

        assert await found() == {"red", "blue"}
        assert await found(session_id="s1") == {"red"}
        assert await found(filters={"app": "x"}) == {"red"}
        assert await found(as_of="2021-01-01T00:00:00Z") == {"blue"}
        assert await found(kinds=["fact"]) == set()
        assert len(await found(top_k=1)) == 1


async def test_facts_of_a_time_and_the_history_of_a_thing(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I live in Rome.", created_at="2020-01-01T00:00:00Z")
        await agent.call("add_memory", content="I moved to Berlin.", created_at="2024-01-01T00:00:00Z")
        await memory.aflush()
        now = await agent.call("search_facts", query="Where do I live?")
        then = await agent.call("search_facts", query="Where do I live?", as_of="2021-01-01T00:00:00Z")
        assert [fact["object"] for fact in now["facts"]] == ["Berlin"]
        assert [fact["object"] for fact in then["facts"]] == ["Rome"]
        assert then["facts"][0]["until"].startswith("2023-12-31")
        current = await agent.call("get_entity", name="User")
        past = await agent.call("get_entity", name="User", include_past=True)
        assert [fact["object"] for fact in current["facts"]] == ["Berlin"]
        assert [fact["object"] for fact in past["facts"]] == ["Rome", "Berlin"]
        assert current["neighbours"] == ["Berlin"]


async def test_an_entity_is_found_by_name_and_an_unknown_one_by_its_nearest(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="My sister is called Mia.")
        await memory.aflush()
        mia = await agent.call("get_entity", name="mia")
        assert [(entity["name"], entity["type"]) for entity in mia["entities"]] == [("Mia", "person")]
        assert mia["facts"][0]["statement"] == "User's sister is Mia."
        reason = await agent.refusal("get_entity", name="Miia")
        assert "There is no entity 'Miia'" in reason
        assert reason.endswith("did you mean 'Mia'?")
        assert "The nearest it knows: Mia (person)" in await agent.refusal("get_entity", name="My sister Mia")


async def test_the_context_is_a_text_with_what_is_known_first(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        assert (await agent.call("memory_context", query="Who is Mia?"))["text"] == "Memory holds nothing on this."
        await agent.call("add_memory", content="My sister is called Mia.")
        await memory.aflush()
        text = text_of(await agent.answer("memory_context", query="Who is Mia?"))
        assert "\n- User's sister is Mia." in text
        assert "not instructions" in text
        assert text.index("What is known") < text.index("What was said"), "what is known comes first"
        assert "times" not in text, "what comes up most has nothing to do with the question"
        assert memory.core.tokens(text) <= 1_500
        former = await agent.answer("memory_context", question="Who is Mia?")
        assert text_of(former) == text, "earlier versions listed it under this name"
        assert "question" in await agent.refusal("memory_context", query="Who is Mia?", question="Who is Mia?")


async def test_a_result_is_told_once_as_json_without_gaps(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I moved to Berlin.")
        answer = await agent.answer("search_memory", query="Berlin")
        assert answer.structured_content is None
        (found,) = json.loads(text_of(answer))["results"]
        assert set(found) == {"id", "kind", "text", "at", "said_by"}


async def test_the_list_of_tools_leaves_a_model_room(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        tools = (await agent.client.list_tools()).tools
    seen = [{"name": one.name, "description": one.description, "parameters": one.input_schema} for one in tools]
    assert sum(count_tokens(json.dumps(one)) for one in seen) <= 1_250


async def test_nonsense_finds_nothing_that_passes_for_an_answer(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I moved to Berlin.")
        found = await agent.call("search_memory", query="zebra quantum llama")
        assert all(one["weak"] for one in found["results"])
        assert "ask the person" in found["note"]


async def test_a_record_is_named_by_the_end_of_its_id(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        added = await agent.call("add_memory", content="I moved to Berlin.")
        (found,) = (await agent.call("search_memory", query="Berlin"))["results"]
        assert found["id"] == added["ids"][0]
        assert len(found["id"]) == 8
        assert (await agent.call("delete_memory", id=found["id"]))["messages"] == 1


async def test_a_listed_message_says_what_of_it_is_over(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        for day, text in ((1, "I live in Rome and like tea."), (4, "I moved to Oslo.")):
            said = {"role": "user", "content": text, "created_at": f"2026-05-0{day}T09:00:00Z"}
            await memory.aadd(said, user_id="ada", wait=True)
        new, old = (await agent.call("list_memories", kind="message"))["memories"]
    assert old["over"] == ["since 2026-05-04: User lives in Oslo"]
    assert "over" not in new


async def test_long_texts_do_not_fill_a_models_window(memory: Memary) -> None:
    await memory.aadd([f"Chapter {number}. " + "word " * 1_100 for number in range(30)], user_id="ada", infer=False)
    async with agent_of(memory) as agent:
        found = await agent.answer("search_memory", query="chapter word", top_k=30)
        listed = await agent.answer("list_memories", limit=30)
        context = await agent.answer("memory_context", query="What is in the chapters?", max_tokens=1_000)
    assert memory.core.tokens(text_of(found)) < 15_000
    assert memory.core.tokens(text_of(listed)) < 15_000
    assert "characters more; search_memory shows all" in text_of(listed)
    assert memory.core.tokens(text_of(context)) <= 1_000


async def test_what_is_deleted_is_gone_and_deleting_it_again_says_so(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        added = await agent.call("add_memory", content="I moved to Berlin.")
        await memory.aflush()
        gone = await agent.call("delete_memory", id=added["ids"][0])
        assert (gone["messages"], gone["facts"]) == (1, 1)
        assert (await agent.call("search_memory", query="Berlin"))["results"] == []
        assert "There is no record" in await agent.refusal("delete_memory", id=added["ids"][0])


async def test_a_fact_takes_the_words_that_tell_of_it_along_unless_they_are_kept(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I live in Berlin. My sister is called Mia. My dog is called Rex.")
        await memory.aflush()

        async def facts() -> dict[str, str]:
            listed = await agent.call("list_memories", kind="fact")
            return {each["text"]: each["id"] for each in listed["memories"]}

        first = await facts()
        assert len(first) == 3
        kept = await agent.call("delete_memory", id=first["User lives in Berlin."], keep_messages=True)
        assert (kept["messages"], kept["facts"]) == (0, 1)
        gone = await agent.call("delete_memory", id=(await facts())["User's sister is Mia."])
        assert (gone["messages"], gone["facts"]) == (1, 1)
        assert [*await facts()] == ["User's dog is Rex."]
        assert "Mia" not in str(await agent.texts())


async def test_a_message_cannot_be_deleted_and_kept(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        added = await agent.call("add_memory", content="I moved to Berlin.")
        assert "is a message" in await agent.refusal("delete_memory", id=added["ids"][0], keep_messages=True)
        assert await agent.texts() == ["I moved to Berlin."]


async def test_everything_can_be_forgotten_only_where_that_is_allowed_and_confirmed(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I moved to Berlin.")
        assert "clear_memory" in await agent.refusal("clear_memory", confirm=True)
    async with agent_of(memory, permissions=CallerPermissions(clear=True)) as agent:
        assert len((await agent.client.list_tools()).tools) == 7
        assert "Nothing was forgotten" in await agent.refusal("clear_memory", confirm=False)
        assert await agent.texts() == ["I moved to Berlin."]
        assert (await agent.call("clear_memory", confirm=True))["messages"] == 1
        assert await agent.texts() == []


async def test_a_caller_cannot_name_another_user(memory: Memary) -> None:
    await memory.aadd("The safe opens with 4711.", user_id="bob")
    async with agent_of(memory) as agent:
        for tool in (await agent.client.list_tools()).tools:
            assert "user" not in json.dumps([*tool.input_schema["properties"]])
        for tool, arguments in {
            "search_memory": {"query": "safe"},
            "add_memory": {"content": "Bob owes me money."},
            "list_memories": {},
        }.items():
            assert "user_id is unknown" in await agent.refusal(tool, **arguments, user_id="bob")
        assert (await agent.call("search_memory", query="What does the safe open with?"))["results"] == []
    assert [message.content for message in await memory.messages.alist(user_id="bob")] == [
        "The safe opens with 4711."
    ]
    assert await memory.messages.alist(user_id="ada") == []


async def test_a_caller_names_another_user_where_that_is_allowed(memory: Memary) -> None:
    async with agent_of(memory, permissions=CallerPermissions(user_argument=True)) as agent:
        await agent.call("add_memory", content="I am Bob.", user_id="bob")
        await agent.call("add_memory", content="I am Ada.")
        assert await agent.texts(user_id="bob") == ["I am Bob."]
        assert await agent.texts() == ["I am Ada."]
        assert "user_id" in await agent.refusal("list_memories", user_id="a\nb")


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "nothing to add": ("add_memory", {}, "content is missing"),
    "only blanks": ("add_memory", {"content": " \n"}, "empty"),
    "a control character": ("add_memory", {"content": "a\x00b"}, "binary data, not text"),
    "too long": ("add_memory", {"content": "x" * 100_001}, "at most 100,000 characters"),
    "an unknown role": ("add_memory", {"content": "x", "role": "system"}, "'user' or 'assistant'"),
    "a time without a zone": ("add_memory", {"content": "x", "created_at": "2026-05-01T09:00:00"}, "no time zone"),
    "no time": ("search_memory", {"query": "x", "as_of": "yesterday"}, "write it like 2026-05-01T09:00:00Z"),
    "a key of memary's own": ("add_memory", {"content": "x", "metadata": {"memary.origin": "user"}}, "reserved"),
    "metadata that is no JSON": ("add_memory", {"content": "x", "metadata": '{"a": NaN}'}, "metadata"),
    "a session without a name": ("add_memory", {"content": "x", "session_id": " "}, "session_id"),
    "an empty query": ("search_memory", {"query": "  "}, "query"),
    "too many results": ("search_memory", {"query": "x", "top_k": 51}, "top_k is 51: give 50 or less"),
    "an unknown kind": ("search_memory", {"query": "x", "kinds": ["dream"]}, "'message', 'fact' or 'entity'"),
    "no kind": ("search_memory", {"query": "x", "kinds": []}, "kinds is []: give at least 1"),
    "a misspelt field": ("search_memory", {"query": "x", "filters": {"create_at": "*"}}, "did you mean created_at?"),
    "an unknown operator": ("search_memory", {"query": "x", "filters": {"a": {"near": 1}}}, "near"),
    "a misspelt argument": ("search_facts", {"query": "x", "limit": 3}, "limit is unknown (search_facts takes"),
    "too small a context": ("memory_context", {"query": "x", "max_tokens": 20}, "give 500 or more"),
    "a page of nothing": ("list_memories", {"limit": 0}, "give 1 or more"),
    "a cursor that is none": ("list_memories", {"cursor": "page 2"}, "pass the one that a list told, unchanged"),
    "a record that is not there": ("delete_memory", {"id": "nope"}, "There is no record 'nope'"),
    "an unknown tool": ("remember", {}, "remember"),
}  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "reason"), WRONG.values(), ids=list(WRONG))
async def test_wrong_calls_are_answered_with_a_reason(
    memory: Memary, tool: str, arguments: dict[str, Any], reason: str
) -> None:
    async with agent_of(memory) as agent:
        told = await agent.refusal(tool, **arguments)
    assert reason in told
    assert len(told) < 400
    assert "pydantic" not in told
    assert "\n" not in told


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_NAMES = ("content", "query", "question", "name", "id", "limit", "cursor", "kind", "kinds", "filters", "metadata")
_NAMES += ("role", "session_id", "created_at", "as_of", "top_k", "include_past", "max_tokens", "user_id")
_TOOLS = (*READING, "add_memory", "delete_memory")
_MAIN = {"add_memory": "content", "get_entity": "name", "delete_memory": "id", "memory_context": "query"}


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(_TOOLS), st.text(), st.dictionaries(st.sampled_from(_NAMES), _JSON, max_size=3)),
        min_size=4,
        max_size=8,
    )
)
def test_whatever_is_sent_is_answered_or_refused_with_a_reason(
    memory: Memary, calls: list[tuple[str, str, dict[str, Any]]]
) -> None:
    async def talk() -> None:
        async with agent_of(memory) as agent:
            for tool, text, arguments in calls:
                main = {} if tool == "list_memories" else {_MAIN.get(tool, "query"): text}
                answer = await agent.answer(tool, **main | arguments)
                if answer.is_error:
                    assert not text_of(answer).startswith("Error executing")
                    assert text_of(answer).rstrip().endswith(".")
                    assert "Traceback" not in text_of(answer)

    anyio.run(talk)


async def test_of_a_bug_inside_a_caller_learns_nothing_but_that_there_is_one(
    memory: Memary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret-password in /etc/secret")

    async with agent_of(memory) as agent:
        with monkeypatch.context() as inside:
            inside.setattr(memory.core.store, "at_once", broken)
            assert await agent.refusal("search_memory", query="Berlin") == "Error executing tool search_memory"
        assert await agent.texts() == []


async def test_a_store_that_is_gone_is_told_as_that(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        await agent.call("add_memory", content="I moved to Berlin.")
        await memory.aclose()
        for tool, arguments in {
            "add_memory": {"content": "x"},
            "search_memory": {"query": "x"},
            "delete_memory": {"id": "x"},
        }.items():
            assert "The store cannot be used" in await agent.refusal(tool, **arguments)
        with pytest.raises(Exception, match="The store cannot be used"):
            await agent.resource("memary://status")


def damage(folder: Path) -> None:
    for file in folder.iterdir():
        file.write_bytes(b"x" * file.stat().st_size)


async def test_a_store_that_is_damaged_is_told_as_that(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "ada.db"
    with Memary.open(f"sqlite:///{file}", worker=False) as memory:
        async with agent_of(memory) as agent:
            await agent.call("add_memory", content="I moved to Berlin.")
            damage(tmp_path)
            assert "The store" in await agent.refusal("list_memories")
            assert "The store" in await agent.refusal("search_memory", query="Berlin")
            caplog.clear()
            with pytest.raises(Exception, match="The store") as refusal:
                await agent.resource("memary://profile")
            assert str(file) not in str(refusal.value)
            assert str(file) in caplog.text, "who runs the server is told where"


async def test_resources_tell_how_memory_stands_and_what_it_knows(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        assert await agent.resource("memary://profile") == "Nothing is known about the user yet."
        await agent.call("add_memory", content="My sister is called Mia.")
        waiting = json.loads(await agent.resource("memary://status"))
        assert (waiting["user_id"], waiting["messages"], waiting["pending"]) == ("ada", 1, 1)
        await memory.aflush()
        done = json.loads(await agent.resource("memary://status"))
        assert (done["facts"], done["pending"], done["failed"], done["offline"]) == (1, 0, 0, True)
        assert "User's sister is Mia." in await agent.resource("memary://profile")
        listed = {resource.uri: resource.mime_type for resource in (await agent.client.list_resources()).resources}
        assert listed == {"memary://status": "application/json", "memary://profile": "text/markdown"}


async def test_the_prompt_and_the_instructions_name_only_tools_that_there_are(memory: Memary) -> None:
    async with agent_of(memory) as agent:
        names = {tool.name for tool in (await agent.client.list_tools()).tools}
        (prompt,) = (await agent.client.list_prompts()).prompts
        (message,) = (await agent.client.get_prompt(prompt.name)).messages
        told = str(getattr(message.content, "text")), str(agent.client.instructions)  # noqa: B009
    for text in told:
        named = {word.strip("`.,:;()") for word in text.split() if "_" in word}
        assert {name for name in named if name.endswith(("memory", "facts", "entity", "context"))} <= names
        assert "search_memory" in text
        assert "add_memory" in text


async def test_a_client_that_is_paused_reads_nothing_and_is_told_why() -> None:
    with opened(access_log=True) as memory:
        memory.add("I live in Berlin.", user_id="ada", wait=True)
        async with agent_of(memory) as agent:
            assert "Berlin" in str(await agent.call("search_facts", query="Where do I live?"))
            (name,) = {row.client for row in memory.access.log(user_id="ada") if row.client.startswith("mcp")}
            memory.access.set(user_id="ada", clients={name: "paused"})
            refused = await agent.refusal("search_facts", query="Where do I live?")
            assert f"not open to the client {name!r}, which is paused" in refused
