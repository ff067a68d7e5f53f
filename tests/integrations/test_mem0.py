"""What used mem0 uses memary: its calls, its shapes, its scopes.

And nothing is lost by an update or a deletion.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from typing import Any

import anyio
import pytest
from support.chatting import is_extraction
from support.model_server import Fault, ModelServer

from memary import ConfigurationError, Memary
from memary.integrations.mem0 import ArgumentError, AsyncMemory, Memory

ADA = {"user_id": "ada"}


@pytest.fixture
def memory() -> Generator[Memory]:
    opened = Memory.from_config({"store": "sqlite:///:memory:", "worker": False})
    yield opened
    opened.close()


def texts(results: dict[str, Any]) -> list[str]:
    return [one["memory"] for one in results["results"]]


def test_a_memory_that_is_paused_is_passed_over_where_no_user_is_named(memory: Memory) -> None:
    (added,) = memory.add("I live in Rome.", user_id="zoe")["results"]
    (other,) = memory.add("I live in Oslo.", user_id="abe")["results"]
    memory.memary.access.set(user_id="abe", others="paused")
    for fresh in (memory, Memory(memary=memory.memary)):  # which has returned neither
        assert fresh.get(added["id"])["memory"] == "User lives in Rome."
        assert fresh.get(other["id"]) is None
    memory.update(added["id"], text="User lives in Rome, Italy.")
    memory.delete(added["id"])
    assert memory.get_all(filters={"user_id": "zoe"})["results"] == []


# -- add, get, search ----------------------------------------------------------------------------------------------


def test_a_search_is_of_the_users_own_memory_whatever_spaces_they_have_joined(memory: Memory) -> None:
    own = memory.memary
    family = own.spaces.create("Family", user_id="ada")
    own.facts.add([{"subject": "tea", "predicate": "stands in", "object": "cupboard"}], user_id=family.user_id)
    memory.add("I like tea.", user_id="ada")
    assert texts(memory.search("Where does the tea stand?", top_k=1, filters=ADA)) == ["User likes tea."]


def test_add_returns_the_facts_that_came_of_the_messages(memory: Memory) -> None:
    said = [{"role": "user", "content": "I live in Berlin. I like tea."}, {"role": "assistant", "content": "Noted."}]

    added = memory.add(said, user_id="ada")["results"]

    assert [(one["memory"], one["event"]) for one in added] == [
        ("User lives in Berlin.", "ADD"),
        ("User likes tea.", "ADD"),
    ]
    assert set(added[0]) == {"id", "memory", "event"}
    assert memory.add("Well, hello.", user_id="ada") == {"results": []}


@pytest.mark.parametrize("moved", ["I live in Paris now.", "I moved to Paris last week."])
def test_a_fact_that_replaces_another_is_one_update(memory: Memory, moved: str) -> None:
    memory.add("I live in Berlin.", user_id="ada")

    added = memory.add(moved, user_id="ada")["results"]

    assert [(one["event"], one["memory"], one["previous_memory"]) for one in added] == [
        ("UPDATE", "User lives in Paris.", "User lives in Berlin.")
    ]
    assert texts(memory.get_all(filters=ADA)) == ["User lives in Paris."]


def test_a_memory_has_mem0s_shape(memory: Memory) -> None:
    said = {"role": "user", "content": "I live in Berlin.", "name": "Ada"}
    (added,) = memory.add(
        said, user_id="ada", agent_id="guide", run_id="r1", metadata={"topic": "home"}, expiration_date="2999-12-31"
    )["results"]

    got = memory.get(added["id"])

    assert got is not None
    assert got.pop("created_at") <= got.pop("updated_at")
    assert got == {
        "id": added["id"],
        "memory": "Ada lives in Berlin.",
        "hash": got["hash"],
        "metadata": {"topic": "home"},
        "user_id": "ada",
        "agent_id": "guide",
        "run_id": "r1",
        "actor_id": "Ada",
        "role": "user",
        "expiration_date": "2999-12-31",
        "score": None,
    }
    assert len(got["hash"]) == 32
    (listed,) = memory.get_all(filters=ADA)["results"]
    assert "score" not in listed
    assert listed["id"] == added["id"]


def test_without_inference_each_message_is_a_memory_word_by_word(memory: Memory) -> None:
    said = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "My locker is 42.", "name": "Ada"},
        {"role": "assistant", "content": "I will remember it."},
    ]

    added = memory.add(said, user_id="ada", infer=False, metadata={"topic": "gym"})["results"]

    assert [(one["memory"], one["event"], one["actor_id"], one["role"]) for one in added] == [
        ("My locker is 42.", "ADD", "Ada", "user"),
        ("I will remember it.", "ADD", None, "assistant"),
    ]
    got = memory.get(added[0]["id"])
    assert got is not None
    assert got["metadata"] == {"topic": "gym"}
    assert memory.memary.facts.list(user_id="ada") == []


def test_search_finds_facts_and_texts_with_scores(memory: Memory) -> None:
    memory.add("I live in Berlin. I like tea.", user_id="ada")
    memory.add("The locker number is 42.", user_id="ada", infer=False)

    homes = memory.search("Where does the user live?", filters=ADA, explain=True)["results"]
    lockers = memory.search("What is the locker number?", filters=ADA, top_k=1)["results"]

    assert homes[0]["memory"] == "User lives in Berlin."
    assert homes[0]["score_details"]["signals"]
    assert [one["score"] for one in homes] == sorted((one["score"] for one in homes), reverse=True)
    assert texts({"results": lockers}) == ["The locker number is 42."]
    assert memory.search("locker", filters=ADA, top_k=0) == {"results": []}


def test_a_threshold_leaves_out_facts_and_texts_that_score_less(memory: Memory) -> None:
    memory.add("I live in Berlin. I like tea.", user_id="ada")
    texts_said = ["The locker number is 42.", "Berlin was sunny."]
    memory.add([{"role": "user", "content": one} for one in texts_said], user_id="ada", infer=False)

    found = memory.search("Does the user live in Berlin?", filters=ADA)["results"]
    assert {one["memory"] for one in found} >= {"User lives in Berlin.", "The locker number is 42."}
    for least in [one["score"] for one in found]:
        above = memory.search("Does the user live in Berlin?", filters=ADA, threshold=least)["results"]
        assert [one["id"] for one in above] == [one["id"] for one in found if one["score"] >= least]
    assert memory.search("What is the boiling point of tungsten?", filters=ADA, threshold=0.5) == {"results": []}


def test_filters_have_mem0s_operators(memory: Memory) -> None:
    for number, topic in enumerate(["home", "work", "food"]):
        memory.add(f"Note {number}", user_id="ada", infer=False, metadata={"topic": topic, "n": number, "role": "x"})

    def found(**wanted: Any) -> set[str]:
        listed = set(texts(memory.get_all(filters={**ADA, **wanted})))
        assert listed == set(texts(memory.search("note", filters={**ADA, **wanted})))
        return listed

    assert found(topic="home") == {"Note 0"}
    assert found(n={"gte": 1}) == {"Note 1", "Note 2"}
    assert found(topic={"in": ["home", "food"]}) == {"Note 0", "Note 2"}
    assert found(OR=[{"topic": "home"}, {"n": 1}]) == {"Note 0", "Note 1"}
    assert found(NOT=[{"topic": "home"}]) == {"Note 1", "Note 2"}
    assert found(topic={"icontains": "OO"}) == {"Note 2"}
    assert found(topic="*") == {"Note 0", "Note 1", "Note 2"}


def test_a_filter_on_metadata_finds_facts_by_what_they_were_said_with(memory: Memory) -> None:
    memory.add("I live in Berlin.", user_id="ada", metadata={"topic": "home"})
    memory.add("I like tea.", user_id="ada", metadata={"topic": "food"})

    assert texts(memory.get_all(filters={**ADA, "topic": "food"})) == ["User likes tea."]


def test_get_all_lists_the_newest_first_and_at_most_top_k(memory: Memory) -> None:
    for number in range(4):
        memory.add(f"Note {number}", user_id="ada", infer=False)

    assert texts(memory.get_all(filters=ADA, top_k=2)) == ["Note 3", "Note 2"]


def test_what_has_expired_is_shown_on_demand(memory: Memory) -> None:
    memory.add("Old note", user_id="ada", infer=False, expiration_date="2020-01-01")
    memory.add("I like tea.", user_id="ada", expiration_date="2020-01-01")

    assert memory.get_all(filters=ADA) == {"results": []}
    assert memory.search("note tea", filters=ADA) == {"results": []}
    assert set(texts(memory.get_all(filters=ADA, show_expired=True))) == {"Old note", "User likes tea."}


def test_when_something_was_said_can_be_given(memory: Memory) -> None:
    memory.add("I live in Berlin.", user_id="ada", timestamp=1_577_836_800)
    (fact,) = memory.memary.facts.list(user_id="ada")
    assert fact.valid_at.isoformat() == "2020-01-01T00:00:00+00:00"


# -- update, delete, history ---------------------------------------------------------------------------------------


def events(memory: Memory, id_: str) -> list[tuple[str, str | None, str | None]]:
    return [(row["event"], row["old_memory"], row["new_memory"]) for row in memory.history(id_)]


@pytest.mark.parametrize("infer", [True, False], ids=["fact", "text"])
def test_an_update_is_seen_and_what_was_before_is_told_by_the_history(memory: Memory, *, infer: bool) -> None:
    (added,) = memory.add("I like tea.", user_id="ada", infer=infer)["results"]

    assert memory.update(added["id"], text="Loves green tea.") == {"message": "Memory updated successfully!"}

    assert texts(memory.get_all(filters=ADA)) == ["Loves green tea."]
    assert texts(memory.search("Which tea?", filters=ADA)) == ["Loves green tea."]
    got = memory.get(added["id"])
    assert got is not None
    assert got["updated_at"] > got["created_at"]
    assert events(memory, added["id"]) == [
        ("ADD", None, added["memory"]),
        ("UPDATE", added["memory"], "Loves green tea."),
    ]
    assert set(memory.history(added["id"])[0]) == {
        "id", "memory_id", "old_memory", "new_memory", "event", "created_at", "updated_at", "is_deleted", "actor_id",
        "role",
    }  # fmt: skip


def test_an_update_that_is_about_something_else_does_not_leave_the_old_relation_in_the_graph(memory: Memory) -> None:
    (added,) = memory.add("I live in Berlin.", user_id="ada", metadata={"topic": "home"})["results"]

    memory.update(added["id"], text="Lives in Paris.")

    assert memory.memary.facts.list(user_id="ada") == []
    (one,) = memory.get_all(filters=ADA)["results"]
    assert (one["id"], one["memory"], one["metadata"]) == (added["id"], "Lives in Paris.", {"topic": "home"})
    memory.update(added["id"], text="Lives in Rome.")
    assert texts(memory.search("Rome", filters=ADA)) == ["Lives in Rome."]
    assert events(memory, added["id"]) == [
        ("ADD", None, "User lives in Berlin."),
        ("UPDATE", "User lives in Berlin.", "Lives in Paris."),
        ("UPDATE", "Lives in Paris.", "Lives in Rome."),
    ]


def test_metadata_and_expiry_of_a_text_can_be_changed(memory: Memory) -> None:
    (added,) = memory.add("Locker 42", user_id="ada", infer=False, metadata={"a": 1, "b": 1})["results"]

    memory.update(added["id"], metadata={"b": 2, "user_id": "bob"}, expiration_date="2999-01-01")

    got = memory.get(added["id"])
    assert got is not None
    assert (got["metadata"], got["expiration_date"], got["user_id"]) == ({"a": 1, "b": 2}, "2999-01-01", "ada")
    memory.update(added["id"], expiration_date=None)
    got = memory.get(added["id"])
    assert got is not None
    assert "expiration_date" not in got


@pytest.mark.parametrize("infer", [True, False], ids=["fact", "text"])
def test_what_is_deleted_is_found_no_more_but_has_its_history(memory: Memory, *, infer: bool) -> None:
    (added,) = memory.add("I like tea.", user_id="ada", infer=infer)["results"]
    memory.update(added["id"], text="Loves tea.")

    assert memory.delete(added["id"]) == {"message": "Memory deleted successfully!"}

    assert memory.get(added["id"]) is None
    assert memory.get_all(filters=ADA, show_expired=True) == {"results": []}
    for question in ("tea", "Do I still love tea?"):
        assert memory.search(question, filters=ADA, show_expired=True) == {"results": []}
    assert events(memory, added["id"])[1:] == [
        ("UPDATE", added["memory"], "Loves tea."),
        ("DELETE", "Loves tea.", None),
    ]
    assert memory.history(added["id"])[-1]["is_deleted"] is True
    with pytest.raises(ArgumentError, match="no memory"):
        memory.delete(added["id"])
    with pytest.raises(ValueError, match="no memory"):
        memory.update(added["id"], text="x")


def test_unknown_ids(memory: Memory) -> None:
    assert memory.get("nope") is None
    assert memory.history("nope") == []
    with pytest.raises(ArgumentError, match="get_all"):
        memory.delete("nope")


# -- whose memory --------------------------------------------------------------------------------------------------


def test_scopes_narrow_what_is_found(memory: Memory) -> None:
    for infer in (True, False):
        memory.add("I like tea.", user_id="ada", agent_id="guide", run_id="r1", infer=infer)
        memory.add("I like jazz.", user_id="ada", run_id="r2", infer=infer)
        memory.add("I like chess.", user_id="bob", agent_id="guide", run_id="r1", infer=infer)
        memory.add("I like rain.", agent_id="guide", infer=infer)

    def found(**filters: str) -> set[str]:
        listed = set(texts(memory.get_all(filters=filters)))
        assert listed == set(texts(memory.search("like tea jazz chess rain", filters=filters)))
        return {text.removeprefix("User likes ").removeprefix("I like ") for text in listed}

    assert found(user_id="ada") == {"tea.", "jazz."}
    assert found(user_id="ada", agent_id="guide") == {"tea."}
    assert found(user_id="ada", run_id="r2") == {"jazz."}
    assert found(user_id="ada", agent_id="guide", run_id="r2") == set()
    assert found(user_id="bob") == {"chess."}
    assert found(agent_id="guide") == {"rain."}
    assert found(run_id="r1") == set()
    assert "user_id" not in memory.get_all(filters={"agent_id": "guide"})["results"][0]


def test_delete_all_forgets_what_it_names_and_nothing_else(memory: Memory) -> None:
    for user, run, agent in [
        ("ada", "r1", "guide"),
        ("ada", "r2", "guide"),
        ("ada", "r2", "cook"),
        ("bob", "r1", "x"),
    ]:
        memory.add(f"I like {run}{agent}.", user_id=user, run_id=run, agent_id=agent)
        memory.add(f"note {run}{agent}", user_id=user, run_id=run, agent_id=agent, infer=False)

    def left(user: str) -> int:
        return len(memory.get_all(filters={"user_id": user})["results"])

    memory.delete_all(user_id="ada", run_id="r1")
    assert (left("ada"), left("bob")) == (4, 2)
    memory.delete_all(user_id="ada", agent_id="cook")
    assert (left("ada"), left("bob")) == (2, 2)
    assert memory.delete_all(user_id="ada") == {"message": "Memories deleted successfully!"}
    assert (left("ada"), left("bob")) == (0, 2)
    assert memory.memary.admin.users() == ["bob"]
    memory.delete_all(user_id="ada")
    memory.reset()
    assert memory.memary.admin.users() == []


def test_numbers_are_ids_too(memory: Memory) -> None:
    memory.add("note", user_id=7, infer=False)
    assert (
        texts(memory.get_all(filters={"user_id": 7})) == texts(memory.get_all(filters={"user_id": "7"})) == ["note"]
    )


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda m: m.add("x"), "user_id, agent_id and run_id"),
        (lambda m: m.add("x", user_id="a b"), "no blanks"),
        (lambda m: m.add("x", user_id="mem0:agent:guide"), "reserved for memary"),
        (lambda m: m.add("x", user_id="ada", prompt="p"), "prompt is not supported"),
        (lambda m: m.add("x", user_id="ada", memory_type="procedural_memory"), "runs.record"),
        (lambda m: m.add("x", user_id="ada", expiration_date="soon"), "2026-12-31"),
        (lambda m: m.add(42, user_id="ada"), "messages cannot be used"),
        (lambda m: m.add([42], user_id="ada"), "A message is a mapping"),
        (lambda m: m.add("x", user_id="ada", metadata=[1]), r"metadata is \[1\]: give a mapping"),
        (lambda m: m.add("x", user_id="ada", infer="no"), "infer is 'no': give True or False"),
        (lambda m: m.search(5, filters=ADA), "query is 5: give a text"),
        (lambda m: m.get_all(filters={**ADA, "created_at": {"near": 5}}), "near"),
        (lambda m: m.get(5), "memory_id is 5: give a text"),
        (lambda m: m.add([{"role": "user", "content": [7]}], user_id="ada"), "not a message part"),
        (lambda m: m.search("x", user_id="ada"), "within filters"),
        (lambda m: m.get_all(user_id="ada"), "within filters"),
        (lambda m: m.get_all(filters={"topic": "home"}), "whose memory"),
        (lambda m: m.get_all(filters=ADA, limit=3), "no argument 'limit'"),
        (lambda m: m.get_all(filters=ADA, top_k=-1), "top_k"),
        (lambda m: m.search("  ", filters=ADA), "empty"),
        (lambda m: m.search("x", filters=ADA, threshold=3), "threshold 3 cannot be used: give a number from 0"),
        (lambda m: m.search("x", filters=ADA, reference_date="2026-01-01"), "as_of"),
        (lambda m: m.search("x", filters={**ADA, "AND": [{"user_id": "bob"}]}), "at the top"),
        (lambda m: m.update("x"), "No change is given"),
        (lambda m: m.update("x", text=" "), "text is empty"),
        (lambda m: m.delete_all(), "whose memory"),
        (lambda m: m.add("x", user_id="ada", foo=1), r"add\(\) has no argument 'foo'"),
        (lambda m: m.update("x", text="y", foo=1), r"update\(\) has no argument 'foo'"),
        (lambda m: m.delete_all(user_id="ada", foo=1), r"delete_all\(\) has no argument 'foo'"),
    ],
)
def test_what_cannot_be_used_is_a_value_error_that_says_what_to_do(
    memory: Memory, call: Callable[[Memory], object], says: str
) -> None:
    with pytest.raises(ArgumentError, match=says) as raised:
        call(memory)
    assert isinstance(raised.value, ValueError)


def test_metadata_of_a_fact_cannot_be_changed(memory: Memory) -> None:
    (added,) = memory.add("I like tea.", user_id="ada")["results"]
    with pytest.raises(ArgumentError, match="is a fact"):
        memory.update(added["id"], metadata={"a": 1})


@pytest.mark.parametrize("config", [{"vector_store": {"provider": "qdrant"}}, {"llm": {"provider": "openai"}}])
def test_a_config_of_mem0_is_refused_with_what_to_write(config: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=r"options of Memary\.open"):
        Memory.from_config(config)


def test_an_open_memary_can_be_used_and_stays_open() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memary:
        with pytest.raises(ConfigurationError, match="not both"):
            Memory({}, memary=memary)
        memory = Memory(memary=memary)
        memory.add("I like tea.", user_id="ada")
        memory.close()
        assert [fact.statement for fact in memary.facts.list(user_id="ada")] == ["User likes tea."]


# -- with a model, and async ---------------------------------------------------------------------------------------


def test_a_model_that_is_down_loses_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with ModelServer() as server:
        server.when(is_extraction, Fault.status(503))
        memory = Memory({"store": "sqlite:///:memory:", "worker": False, "base_url": server.base_url, "model": "m"})
        assert memory.add("I like tea.", user_id="ada") == {"results": []}
        assert "read out of them later" in caplog.text
        assert memory.memary.admin.stats(user_id="ada").pending == 1
        memory.close()


def test_async_does_the_same() -> None:
    async def talk() -> list[Any]:
        memory = AsyncMemory({"store": "sqlite:///:memory:", "worker": False})
        (added,) = (await memory.add("I like tea.", user_id="ada"))["results"]
        found = await memory.search("tea", filters=ADA)
        await memory.update(added["id"], text="Loves tea.")
        got, listed = await memory.get(added["id"]), await memory.get_all(filters=ADA)
        await memory.delete(added["id"])
        history = await memory.history(added["id"])
        await memory.delete_all(user_id="ada")
        await memory.reset()
        memory.close()
        return [texts(found), got and got["memory"], texts(listed), [row["event"] for row in history]]

    assert anyio.run(talk) == [["User likes tea."], "Loves tea.", ["Loves tea."], ["ADD", "UPDATE", "DELETE"]]


def test_the_calls_have_mem0s_parameters() -> None:
    wanted = {
        "add": "messages user_id agent_id run_id metadata timestamp expiration_date infer memory_type prompt",
        "get": "memory_id",
        "get_all": "filters top_k show_expired",
        "search": "query top_k filters threshold rerank explain reference_date show_expired",
        "update": "memory_id text metadata expiration_date data",
        "delete": "memory_id",
        "delete_all": "user_id agent_id run_id",
        "history": "memory_id",
        "reset": "",
    }
    for name, parameters in wanted.items():
        for kind in (Memory, AsyncMemory):
            has = [p for p in inspect.signature(getattr(kind, name)).parameters if p not in ("self", "others")]
            assert has == parameters.split(), name
