"""memary as a LangGraph store: the contract of its base, LangGraph's own store beside it, and a real graph."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, TypedDict, cast

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from memary import InputError, Memary
from memary.integrations.langgraph import MemaryStore

ADA, BOB = ("memories", "ada"), ("memories", "bob")


@pytest.fixture
def memory() -> Generator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.fixture
def store(memory: Memary) -> MemaryStore:
    return MemaryStore(memory)


def keys(found: list[Any]) -> list[str]:
    return [item.key for item in found]


def test_items_whose_keys_are_private_are_found_by_them_and_listed_without() -> None:
    with Memary.open("sqlite:///:memory:", worker=False, redact="secrets+pii") as opened:
        store = MemaryStore(opened)
        for name in ("ada", "bob"):
            store.put(ADA, f"{name}@example.com", {"text": f"{name} likes tea"})
        found = store.get(ADA, "bob@example.com")
        assert found is not None
        assert (found.key, found.value) == ("bob@example.com", {"text": "bob likes tea"})
        assert keys(store.search(ADA)) == keys(store.search(ADA, query="tea")) == ["[redacted: email]"] * 2
        store.delete(ADA, "bob@example.com")
        assert store.get(ADA, "bob@example.com") is None
        assert len(store.search(ADA)) == 1


def test_a_memory_that_is_paused_is_passed_over_where_all_are_meant(memory: Memary, store: MemaryStore) -> None:
    for namespace in (ADA, BOB):
        store.put(namespace, "k", {"text": "hello"})
    memory.access.set(user_id="memories.bob", others="paused")
    assert store.list_namespaces() == [ADA]
    assert [item.namespace for item in store.search(("memories",))] == [ADA]
    assert store.sweep_ttl() == 0


# -- items ---------------------------------------------------------------------------------------------------------


def test_an_item_comes_back_as_it_was_put(store: MemaryStore) -> None:
    value = {"text": "Ada likes tea.", "n": 3, "deep": {"list": [1, {"a": None}], "yes": True}}

    store.put(ADA, "m1", value)

    item = store.get(ADA, "m1")
    assert item is not None
    assert (item.value, item.key, item.namespace) == (value, "m1", ADA)
    assert item.created_at == item.updated_at
    assert datetime.now(UTC) - item.created_at < timedelta(minutes=1)


def test_what_was_never_put_is_none(store: MemaryStore) -> None:
    assert store.get(ADA, "m1") is None
    assert store.search(ADA) == []
    assert store.search(ADA, query="tea") == []
    assert store.list_namespaces() == []
    store.delete(ADA, "m1")


def test_a_second_put_replaces_the_item_and_keeps_when_it_was_made(store: MemaryStore, memory: Memary) -> None:
    store.put(ADA, "m1", {"text": "Ada likes tea."})
    first = store.get(ADA, "m1")
    for number in range(3):
        store.put(ADA, "m1", {"text": f"Ada likes coffee {number}."})

    item = store.get(ADA, "m1")

    assert item is not None
    assert first is not None
    assert item.value == {"text": "Ada likes coffee 2."}
    assert item.created_at == first.created_at
    assert item.updated_at > first.updated_at
    assert len(store.search(ADA)) == 1
    assert [message.content for message in memory.messages.list(user_id="memories.ada")] == ["Ada likes coffee 2."]


def test_a_deleted_item_is_gone_from_memory(store: MemaryStore, memory: Memary) -> None:
    store.put(ADA, "m1", {"text": "Ada likes tea."})
    store.put(ADA, "m2", {"text": "Ada likes jazz."})

    store.delete(ADA, "m1")

    assert store.get(ADA, "m1") is None
    assert keys(store.search(ADA)) == ["m2"]
    assert keys(store.search(ADA, query="What does Ada like?")) == ["m2"]
    assert len(memory.messages.list(user_id="memories.ada", include_expired=True)) == 1


def test_a_long_item_is_found_by_its_end_and_deleted_whole(store: MemaryStore, memory: Memary) -> None:
    text = "\n\n".join(f"Paragraph {number} speaks of the weather in March." for number in range(400))
    store.put(ADA, "long", {"text": f"{text}\n\nThe treasure lies under the old oak."})
    store.put(ADA, "short", {"text": "Nothing of note."})

    found = store.search(ADA, query="Where is the treasure under the oak?", limit=1)
    assert keys(found) == ["long"]
    assert found[0].value["text"].endswith("old oak.")

    store.put(ADA, "long", {"text": "Gone."})
    store.delete(ADA, "short")
    assert [message.content for message in memory.messages.list(user_id="memories.ada")] == ["Gone."]


def test_a_value_that_is_no_dictionary_is_refused_by_its_key(store: MemaryStore) -> None:
    for value in ("a text", ["a", "list"], 7):
        with pytest.raises(InputError, match=r"value of 'm1' is .*: give a dictionary"):
            store.put(ADA, "m1", cast("Any", value))


@pytest.mark.parametrize("value", [{"at": datetime.now(UTC)}, {"n": float("nan")}, {"text": "\ud800"}])
def test_a_value_that_json_cannot_hold_is_refused(store: MemaryStore, value: dict[str, Any]) -> None:
    store.put(ADA, "m1", {"text": "kept"})
    with pytest.raises(InputError, match="cannot be stored"):
        store.put(ADA, "m1", value)
    assert store.get(ADA, "m1").value == {"text": "kept"}  # pyright: ignore[reportOptionalMemberAccess]


# -- search --------------------------------------------------------------------------------------------------------


def test_search_by_meaning_ranks_and_scores(store: MemaryStore) -> None:
    store.put(ADA, "food", {"text": "Ada eats pizza with mushrooms on Fridays."})
    store.put(ADA, "work", {"text": "Ada works as an engineer at Acme."})
    store.put(ADA, "home", {"text": "Ada lives in a flat in Berlin."})

    found = store.search(ADA, query="Which pizza does Ada eat?", limit=2)

    assert found[0].key == "food"
    assert len(found) == 2
    assert found[0].score is not None
    assert found[1].score is not None
    assert found[0].score >= found[1].score
    assert keys(store.search(ADA, query="Which pizza does Ada eat?", limit=2, offset=2)) != keys(found)
    assert store.search(ADA, query="Which pizza does Ada eat?", limit=0) == store.search(ADA, limit=0) == []


def test_an_item_is_found_by_the_fields_that_are_indexed(memory: Memary) -> None:
    store = MemaryStore(memory, index=["text"])
    store.put(ADA, "default", {"text": "A walk by the sea.", "secret": "zebra"})
    store.put(ADA, "own", {"text": "A walk in the hills.", "secret": "zebra"}, index=["secret"])
    store.put(ADA, "never", {"text": "zebra zebra", "secret": "zebra"}, index=False)

    found = store.search(ADA, query="zebra", limit=3)

    assert found[0].key == "own"
    assert "never" not in keys(found)
    assert {"default", "own", "never"} == set(keys(store.search(ADA)))
    assert store.get(ADA, "never") is not None
    assert all("zebra zebra" not in hit.text for hit in memory.search("zebra", user_id="memories.ada"))


FILTERS: list[dict[str, Any]] = [
    {"kind": "note"},
    {"n": 2},
    {"n": {"$gt": 1}},
    {"n": {"$gte": 1, "$lt": 3}},
    {"n": {"$lte": 2}, "kind": "note"},
    {"kind": {"$ne": "note"}},
    {"kind": {"$eq": "task"}},
    {"deep": {"a": 1}},
    {"deep": {"a": 1, "b": 3}},
    {"tags": ["x", "y"]},
    {"tags": ["x"]},
    {"missing": None},
    {"nothing": "x"},
]


@pytest.mark.parametrize("wanted", FILTERS, ids=str)
def test_a_filter_holds_as_in_langgraphs_own_store(store: MemaryStore, wanted: dict[str, Any]) -> None:
    other = InMemoryStore()
    for each in (store, other):
        each.put(ADA, "1", {"kind": "note", "n": 1, "deep": {"a": 1, "b": 2}, "tags": ["x", "y"]})
        each.put(ADA, "2", {"kind": "note", "n": 2, "deep": {"a": 2}, "tags": ["x"]})
        each.put(ADA, "3", {"kind": "task", "n": 3, "deep": {"a": 1, "b": 3}, "tags": []})

    expected = set(keys(other.search(ADA, filter=wanted)))

    assert set(keys(store.search(ADA, filter=wanted))) == expected
    assert set(keys(store.search(ADA, filter=wanted, query="note task x y"))) == expected


def test_a_filter_finds_the_needle_that_recall_alone_would_leave_behind(store: MemaryStore) -> None:
    store.batch([PutOp(ADA, f"n{n}", {"text": f"Ada wrote a note on cats, number {n}."}) for n in range(150)])
    store.put(ADA, "needle", {"text": "Something else.", "status": "open"})

    assert keys(store.search(ADA, query="note on cats", filter={"status": "open"})) == ["needle"]


def test_an_unknown_operator_is_named(store: MemaryStore) -> None:
    store.put(ADA, "1", {"n": 1})
    with pytest.raises(InputError, match=r"\$regex"):
        store.search(ADA, filter={"n": {"$regex": "x"}})


# -- namespaces ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"user_id": "ada"}, {"user_label": 1}, {"user_label": 0}], ids=str)
def test_a_namespace_reads_nothing_of_another(memory: Memary, options: dict[str, Any]) -> None:
    store = MemaryStore(memory, **options)
    near = [("a", "b"), ("a", "bc"), ("ab", "c"), ("b", "a"), ("a", "b", "c"), ("A", "b"), ("a", "b "), ("a", '","b')]
    for place, namespace in enumerate(near):
        store.put(namespace, "key", {"text": f"secret of {place}"})

    for place, namespace in enumerate(near):
        item = store.get(namespace, "key")
        assert item is not None
        assert item.value == {"text": f"secret of {place}"}
        below = {one for one in near if one[: len(namespace)] == namespace}
        assert {one.namespace for one in store.search(namespace)} == below
        assert {one.namespace for one in store.search(namespace, query="secret", limit=50)} == below
    store.delete(("a", "b"), "key")
    assert len(store.search(())) == len(near) - 1


def test_by_default_each_namespace_is_a_user_of_its_own(store: MemaryStore, memory: Memary) -> None:
    store.put(ADA, "m", {"text": "Ada's"})
    store.put(BOB, "m", {"text": "Bob's"})
    memory.add("I am no item.", user_id="memories.ada", infer=False)

    assert memory.admin.users() == ["memories.ada", "memories.bob"]
    assert [item.value["text"] for item in store.search(("memories",))] == ["Bob's", "Ada's"]
    assert [item.value["text"] for item in store.search(ADA, query="item")] == ["Ada's"]


def test_a_label_can_name_the_user_whose_memory_it_joins(memory: Memary) -> None:
    store = MemaryStore(memory, user_label=1)
    store.put(ADA, "m", {"text": "Ada's cat is called Lovelace."})
    store.put(("prefs", "ada"), "p", {"text": "dark mode"})
    store.put(BOB, "m", {"text": "Bob's cat is called Bit."})

    assert memory.admin.users() == ["ada", "bob"]
    assert [hit.text for hit in memory.search("cat", user_id="ada", top_k=1)] == ["Ada's cat is called Lovelace."]
    assert {item.value["text"] for item in store.search(("memories",))} == {
        "Ada's cat is called Lovelace.",
        "Bob's cat is called Bit.",
    }
    with pytest.raises(InputError, match="names no user"):
        store.put(("config",), "x", {})


def test_a_store_of_one_user_never_reaches_another(memory: Memary) -> None:
    MemaryStore(memory, user_id="bob").put(ADA, "m", {"text": "Bob's secret"})
    store = MemaryStore(memory, user_id="ada")
    store.put(ADA, "n", {"text": "Ada's own"})

    assert store.get(ADA, "m") is None
    assert keys(store.search(())) == ["n"]
    assert keys(store.search((), query="secret")) == ["n"]
    store.delete(ADA, "m")
    assert MemaryStore(memory, user_id="bob").get(ADA, "m") is not None


def test_the_rules_for_users_exclude_each_other(memory: Memary) -> None:
    with pytest.raises(InputError, match="not both"):
        MemaryStore(memory, user_id="ada", user_label=0)
    with pytest.raises(InputError, match="from 0"):
        MemaryStore(memory, user_label=-1)


@pytest.mark.parametrize("namespace", [(), ("",), ("a.b",), ("langgraph", "x")])
def test_a_namespace_that_langgraph_forbids_is_refused(store: MemaryStore, namespace: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "k", {"a": 1})


def test_a_forbidden_label_is_refused_in_a_batch_too(store: MemaryStore) -> None:
    for op in (PutOp(("a.b",), "k", {"a": 1}), GetOp(("a.b",), "k"), SearchOp(("a.b",))):
        with pytest.raises(InvalidNamespaceError):
            store.batch([op])


def test_namespaces_are_listed_as_in_langgraphs_own_store(store: MemaryStore) -> None:
    other = InMemoryStore()
    for each in (store, other):
        for namespace in [("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "c", "f"), ("z",)]:
            each.put(namespace, "k", {"x": 1})
    asked: list[dict[str, Any]] = [
        {},
        {"prefix": ("a", "b")},
        {"prefix": ("a", "*", "d")},
        {"suffix": ("f",)},
        {"suffix": ("*", "e")},
        {"prefix": ("a",), "suffix": ("i",)},
        {"prefix": ("a", "b"), "max_depth": 3},
        {"max_depth": 1},
        {"limit": 2},
        {"limit": 2, "offset": 3},
        {"prefix": ("a", "b", "c", "d", "e", "f")},
    ]
    for options in asked:
        assert store.list_namespaces(**options) == other.list_namespaces(**options), options


# -- batches, async, time to live ----------------------------------------------------------------------------------


def test_a_batch_answers_in_order_and_reads_what_was_there_before(store: MemaryStore) -> None:
    store.put(ADA, "old", {"text": "old"})

    results: list[Any] = store.batch(
        [
            PutOp(ADA, "new", {"text": "first"}),
            GetOp(ADA, "old"),
            GetOp(ADA, "new"),
            PutOp(ADA, "new", {"text": "second"}),
            SearchOp(ADA),
            ListNamespacesOp((MatchCondition("prefix", ("memories",)),)),
            PutOp(ADA, "old", None),
        ]
    )

    assert results[0] is None
    assert results[1].value == {"text": "old"}
    assert results[2] is None
    assert keys(results[4]) == ["old"]
    assert results[5] == [ADA]
    assert {item.key: item.value for item in store.search(ADA)} == {"new": {"text": "second"}}


async def everything(store: BaseStore) -> list[Any]:
    await store.aput(ADA, "m", {"text": "Ada likes tea.", "n": 1})
    await store.aput(ADA, "m", {"text": "Ada likes green tea.", "n": 2})
    item = await store.aget(ADA, "m")
    assert item is not None
    found = await store.asearch(("memories",), query="tea", filter={"n": 2})
    listed = await store.alist_namespaces(prefix=("memories",))
    await store.adelete(ADA, "m")
    return [item.value, keys(found), listed, await store.aget(ADA, "m")]


def test_async_does_the_same(store: MemaryStore) -> None:
    assert anyio.run(everything, store) == [{"text": "Ada likes green tea.", "n": 2}, ["m"], [ADA], None]


def test_an_expired_item_is_hidden_and_swept(store: MemaryStore, memory: Memary) -> None:
    store.put(ADA, "brief", {"text": "brief"}, ttl=1e-9)
    store.put(ADA, "long", {"text": "long"}, ttl=60)
    store.put(ADA, "ever", {"text": "ever"})

    assert store.get(ADA, "brief") is None
    assert set(keys(store.search(ADA))) == {"long", "ever"}
    assert set(keys(store.search(ADA, query="brief long ever"))) == {"long", "ever"}
    assert store.sweep_ttl() == 1
    assert len(memory.messages.list(user_id="memories.ada", include_expired=True)) == 2
    store.put(ADA, "brief", {"text": "again"})
    assert store.get(ADA, "brief") is not None


def test_reading_starts_the_time_anew_unless_told_not_to(memory: Memary) -> None:
    store = MemaryStore(memory, ttl={"default_ttl": 60, "refresh_on_read": True})
    store.put(ADA, "m", {"text": "tea"})
    made = store.get(ADA, "m", refresh_ttl=False)

    def ends() -> datetime:
        return memory.messages.list(user_id="memories.ada")[0].expires_at

    first = ends()
    store.get(ADA, "m", refresh_ttl=False)
    assert ends() == first
    store.get(ADA, "m")
    second = ends()
    assert second > first
    found = store.search(ADA, query="tea")
    assert ends() > second
    assert made is not None
    assert found[0].updated_at == made.updated_at


def test_many_threads_write_one_item_and_one_of_their_values_stays(store: MemaryStore, memory: Memary) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: store.put(ADA, "m", {"n": number}), range(24)))

    (item,) = store.search(ADA)
    assert item.value["n"] in range(24)
    assert len(memory.messages.list(user_id="memories.ada", include_expired=True)) == 1


# -- with the rest of memary ---------------------------------------------------------------------------------------


def test_facts_can_be_read_out_of_items(memory: Memary) -> None:
    store = MemaryStore(memory, user_label=1, infer=True)
    store.put(ADA, "m", {"text": "I live in Berlin."})
    memory.flush(user_id="ada")
    assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["User lives in Berlin."]

    store.put(ADA, "m", {"text": "I like tea."})
    memory.flush(user_id="ada")
    assert [fact.statement for fact in memory.facts.list(user_id="ada", include_past=True)] == ["User likes tea."]

    store.delete(ADA, "m")
    assert memory.facts.list(user_id="ada", include_past=True) == []


def test_items_are_there_when_the_file_is_opened_again(tmp_path: Any) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/a.db", worker=False) as memory:
        MemaryStore(memory).put(ADA, "m", {"text": "Ada likes tea."})
    with Memary.open(f"sqlite:///{tmp_path}/a.db", worker=False) as memory:
        assert keys(MemaryStore(memory).search(ADA, query="tea")) == ["m"]


class State(TypedDict):
    said: str
    answer: str


def test_a_graph_remembers_across_threads(memory: Memary) -> None:
    class Who(TypedDict):
        user_id: str

    def answer(state: State, runtime: Runtime[Who]) -> dict[str, str]:
        store, namespace = runtime.store, ("memories", runtime.context["user_id"])
        assert store is not None
        found = store.search(namespace, query=state["said"], limit=1)
        store.put(namespace, f"said-{len(store.search(namespace))}", {"text": state["said"]})
        return {"answer": found[0].value["text"] if found else "I do not know yet."}

    builder = StateGraph(State, context_schema=Who)
    builder.add_node("answer", answer)
    builder.add_edge(START, "answer")
    builder.add_edge("answer", END)
    graph = builder.compile(store=MemaryStore(memory))

    def ask(said: str, user: str) -> str:
        return graph.invoke({"said": said, "answer": ""}, context={"user_id": user})["answer"]

    assert ask("My sister is called Mary.", "ada") == "I do not know yet."
    assert ask("What is my sister called?", "ada") == "My sister is called Mary."
    assert ask("What is my sister called?", "bob") == "I do not know yet."


def test_an_async_graph_works_too(memory: Memary) -> None:
    async def answer(state: State, *, store: BaseStore) -> dict[str, str]:
        await store.aput(ADA, "m", {"text": state["said"]})
        return {"answer": str(len(await store.asearch(ADA, query="tea")))}

    builder = StateGraph(State)
    builder.add_node("answer", answer)
    builder.add_edge(START, "answer")
    graph = builder.compile(store=MemaryStore(memory))

    async def ask() -> Any:
        return await graph.ainvoke({"said": "I like tea.", "answer": ""})

    assert anyio.run(ask)["answer"] == "1"


LABELS = st.sampled_from(["a", "b", "ab", "a b", "ä", "*", "%", '"', "memories"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple).filter(lambda labels: labels[0] != "*")  # no user
STEPS = st.lists(
    st.tuples(st.sampled_from(["put", "put", "delete"]), NAMESPACES, st.sampled_from(["k", "l", "ключ"])), max_size=8
)


@given(steps=STEPS)
@settings(max_examples=10, deadline=None)
def test_whatever_is_put_and_deleted_it_holds_what_langgraphs_own_store_holds(steps: list[Any]) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        store, other = MemaryStore(memory), InMemoryStore()
        for number, (verb, namespace, key) in enumerate(steps):
            for each in (store, other):
                each.put(namespace, key, {"n": number}) if verb == "put" else each.delete(namespace, key)
        for prefix in {(), *(namespace[:1] for _, namespace, _ in steps), *(namespace for _, namespace, _ in steps)}:
            held = [
                {(i.namespace, i.key, i.value["n"]) for i in each.search(prefix, limit=99)} for each in (store, other)
            ]
            assert held[0] == held[1]
