"""Whatever is given to a public call: it works, or one sentence says what to give."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.samples.groups import GROUPS

from memary import ChatAgent, InputError, Memary, MemaryError
from memary.checks.faults import shown
from memary.integrations.mem0 import Memory

WRONG: tuple[Any, ...] = (None, 5, -1, 2.5, True, object(), "", "*", "x" * 10_000, b"x", [], [5], {}, {5: 5}, {"a"})
ENDLESS = {"work", "close", "reset"}
NEEDED: dict[str, Any] = {
    **dict.fromkeys(("user_id", "entity", "into", "id", "old", "new"), "ada"),
    **dict.fromkeys(("query", "task", "name", "messages", "memory_id", "data", "session_id"), "Ada lives in Rome."),
    "facts": [{"subject": "Ada", "predicate": "likes", "object": "tea"}],
    "run": {"objective": "count"},
    "rating": "positive",
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memary]:
    home = tmp_path_factory.mktemp("home")
    with Memary.open("sqlite:///:memory:", worker=False, home=home) as opened:
        opened.add("Ada lives in Rome.", user_id="ada")
        opened.flush()
        yield opened


def public_calls(kind: type) -> list[str]:
    """The sync methods that anybody may call."""
    found = {name: inspect.getattr_static(kind, name) for name in dir(kind) if not name.startswith("_")}
    sync = {name for name, one in found.items() if inspect.isfunction(one) and not inspect.iscoroutinefunction(one)}
    return sorted(sync - ENDLESS - {name for name in sync if f"{name}"[1:] in sync})


def assert_refused_or_done(call: Callable[..., Any], given: dict[str, Any], name: str) -> None:
    """It works, or it is refused in a sentence that no part inside wrote."""
    try:
        found = call(**given)
        list(found) if inspect.isgenerator(found) else None
    except MemaryError as error:
        told, is_ours = str(error), True
    except TypeError as error:
        told, is_ours = str(error), False
    else:
        return
    assert told.endswith(".") if is_ours else f"{name}()" in told, told
    assert not any(noise in told for noise in ("Input should", "Value error", "type=", "pydantic", " at 0x")), told
    assert len(told) < 1_500, told[:200]


def assert_no_argument_breaks(call: Callable[..., Any], name: str, skipped: tuple[str, ...] = ()) -> None:
    parameters = inspect.signature(call).parameters
    needed = {
        each: NEEDED.get(each, "Ada")
        for each, one in parameters.items()
        if one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
    }
    for each in parameters:
        for wrong in WRONG if each not in skipped else ():
            assert_refused_or_done(call, {**needed, each: wrong}, name)


@pytest.mark.parametrize("name", public_calls(Memary))
def test_no_argument_of_a_memory_breaks_anything_inside(memory: Memary, name: str) -> None:
    skipped = ("path",) if name in ("export", "import_") else ()  # any text is one
    assert_no_argument_breaks(getattr(memory, name), name, skipped)
    assert memory.search("Where does Ada live?", user_id="ada") is not None


@pytest.mark.parametrize(
    ("group", "name"), [(group, name) for group, kind in GROUPS.items() for name in public_calls(kind)]
)
def test_no_argument_of_a_group_breaks_anything_inside(memory: Memary, group: str, name: str) -> None:
    assert_no_argument_breaks(getattr(getattr(memory, group), name), name)
    assert memory.search("Where does Ada live?", user_id="ada") is not None


@pytest.mark.long
@pytest.mark.parametrize("name", ["chat", "stream"])
def test_no_argument_of_an_agent_breaks_anything_inside(memory: Memary, name: str) -> None:
    agent = ChatAgent(memory, user_id="ben")
    assert_no_argument_breaks(getattr(agent, name), name)


@pytest.mark.parametrize("name", public_calls(Memory))
def test_no_argument_of_mem0_breaks_anything_inside(memory: Memary, name: str) -> None:
    assert_no_argument_breaks(getattr(Memory(memary=memory), name), name)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda m: m.search(None, user_id="ada"), "query is None: give a text."),
        (lambda m: m.search(5, user_id="ada"), "query is 5: give a text."),
        (lambda m: m.search("\ud83d", user_id="ada"), "query is '\\ud83d': give valid Unicode."),
        (
            lambda m: m.search("Ada", user_id="ada", temporary=["\ud83d"]),
            "temporary is ['\\ud83d']: give valid Unicode.",
        ),
        (lambda m: m.export("\ud83d", user_id="ada"), "path is '\\ud83d': give valid Unicode."),
        (lambda m: m.search("Ada", user_id="ada", top_k="5"), "top_k is '5': give a whole number."),
        (lambda m: m.search("Ada", user_id="ada", top_k=0), "top_k is 0: give 1 or more."),
        (lambda m: m.search("Ada", user_id="ada", kinds="people"), "kinds is 'people': give 'message', 'fact'"),
        (lambda m: m.search("Ada", user_id="ada", temporary="a text"), "'a text': give a list of texts."),
        (lambda m: m.context(None, user_id="ada"), "query is None: give a text."),
        (
            lambda m: m.context("Ada", user_id="ada", history="all"),
            "history is 'all': give 'auto', 'none' or a whole",
        ),
        (
            lambda m: m.context("Ada", user_id="ada", history=0),
            "history is 0: give 'auto', 'none' or a number from 1.",
        ),
        (lambda m: m.context("Ada", user_id="ada", insert="top"), "insert is 'top': give 'system' or 'user'."),
        (lambda m: m.context("Ada", user_id="ada", exclude="m1"), "exclude is 'm1': give a list of texts."),
        (
            lambda m: m.search("tea", user_id="ada", kinds="fcat"),
            "kinds is 'fcat': give 'message', 'fact', 'entity', 'run' or a list of these.",
        ),
        (lambda m: m.add(None, user_id="ada"), "The input is None: give a text, a mapping, or a list of these."),
        (lambda m: m.add(5, user_id="ada"), "The input is 5: give a text, a mapping, or a list of these."),
        (lambda m: m.add("x", user_id=None), "user_id is None: give a text."),
        (lambda m: m.add("x", user_id=""), "user_id is '': give some text. Nothing was kept."),
        (lambda m: m.add("x", user_id="*"), "user_id is '*', which stands for all users: name one."),
        (lambda m: m.add("x", user_id=" * "), "user_id is '*', which stands for all users: name one."),
        (lambda m: m.add("x", user_id="ada", infer="no"), "infer is 'no': give True or False."),
        (lambda m: m.add("x", user_id="ada", metadata=["a"]), "metadata is ['a']: give a mapping."),
        (lambda m: m.forget(user_id=None), "user_id is None: give a text."),
        (lambda m: m.facts.list(user_id="ada", limit=-1), "limit is -1: give 0 or more."),
        (lambda m: m.facts.list(user_id="ada", as_of=2026), "as_of is 2026: give a datetime with a time"),
        (lambda m: m.admin.get(["a"], user_id="ada"), "id is ['a']: give a text."),
        (lambda m: m.flush(on_progress=5), "on_progress is 5: give a function."),
        (lambda m: m.stream.timeline(user_id="ada", by="year"), "by is 'year': give 'day', 'week' or 'month'."),
        (lambda m: m.runs.record(5, user_id="ada"), "run is 5: give a RunRecord or a mapping."),
        (lambda m: ChatAgent("x"), "memory is 'x': give a Memary."),
        (lambda m: ChatAgent(m, user_id=5), "user_id is 5: give a text."),
        (lambda m: ChatAgent(m, user_id=None), "user_id is None: give a text."),
        (lambda m: ChatAgent(m).chat(5), "query is 5: give a text."),
        (lambda m: ChatAgent(m).stream(None), "query is None: give a text."),
        (lambda m: Memary.open(5), "store is 5: give a text or a path."),
        (lambda m: Memary.open(settings={}), "settings is {}: give a Settings."),
        (lambda m: ChatAgent(m, personas=5), "personas is 5: give a Personas."),
    ],
)
def test_an_argument_of_another_kind_is_named_with_what_to_give(
    memory: Memary, call: Callable[[Any], Any], sentence: str
) -> None:
    with pytest.raises(InputError) as refusal:
        call(memory)
    assert sentence in str(refusal.value)


@pytest.mark.anyio
async def test_async_calls_refuse_alike(memory: Memary) -> None:
    with pytest.raises(InputError, match="query is 5: give a text"):
        await memory.asearch(5, user_id="ada")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match="query is 5: give a text"):
        ChatAgent(memory).astream(5)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "call",
    [
        lambda m, name: m.admin.get(name, user_id="ada"),
        lambda m, name: m.entities.graph(name, user_id="ada"),
        lambda m, name: m.operations.undo(name, user_id="ada"),
        lambda m, name: m.entities.merge(user_id="ada", entity=name, into="Ada"),
        lambda m, name: m.search("Ada", user_id=name),
        lambda m, name: m.facts.list(user_id="ada", filters={"kind": name}),
        lambda m, name: m.facts.list(user_id="ada", filters={"kind": {name: 1}}),
        lambda m, name: m.runs.resume(name, user_id="ada"),
        lambda m, name: m.add([{"content": "a", name: 1}], user_id="ada"),
        lambda m, name: m.add([{"content": "a", "created_at": name}], user_id="ada"),
    ],
)
def test_a_long_name_is_shortened_in_an_error(memory: Memary, call: Callable[[Any, str], Any]) -> None:
    with pytest.raises(InputError) as refusal:
        call(memory, "n" * 10_000)
    assert f"'{'n' * 59}…'" in str(refusal.value)
    assert len(str(refusal.value)) < 400


def test_what_cannot_be_shown_is_named_by_its_kind() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    assert shown(object()) == "an object"
    assert shown(10**5000) == "a number of more than 40 digits"
    assert "Broken" in shown(Broken())
    assert shown({"a": [1, 2, 3, 4, 5]}) == "{'a': [1, 2, 3, ...]}"
