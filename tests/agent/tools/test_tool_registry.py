"""Tools are added and removed while the agent runs; every failure of one is a sentence."""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import anyio
import pytest
from pydantic import BaseModel, Field, SecretStr

from memary.agent.tools.registry import Tool, ToolRegistry
from memary.errors import InputError, ModelUnavailableError, NotFoundError, ToolError

pytestmark = pytest.mark.anyio


def weather(city: str, days: int = 1) -> str:
    """Tell the weather
    of a city.

    Not meant for the model.
    """
    return f"{city!r} for {days!r}"


class Point(BaseModel):
    x: float


async def shout(text: str) -> str:
    """Say it louder."""
    await anyio.lowlevel.checkpoint()
    return text.upper()


def test_a_function_is_named_after_itself_and_described_by_its_first_paragraph() -> None:
    registry = ToolRegistry()
    assert registry.add(weather) == Tool("weather", "Tell the weather of a city.", weather)
    assert registry.names() == ["weather"]
    assert registry.get("weather").function is weather


def test_name_and_description_can_be_given_for_functions_and_for_tools() -> None:
    registry = ToolRegistry()
    registry.add(lambda: "x", name="always_x", description="Say x.")
    registry.add(Tool("old", "Old.", weather), name="new", description="New.")
    assert [(tool.name, tool.description) for tool in registry] == [("always_x", "Say x."), ("new", "New.")]


@pytest.mark.parametrize("name", ["", "two words", "1st", "naïve", "class", "x" * 65, "a-b"])
def test_a_name_that_models_cannot_call_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="is not a valid tool name"):
        ToolRegistry().add(weather, name=name)


def test_nameless_and_uncallable_things_are_refused() -> None:
    with pytest.raises(InputError, match="pass name="):
        ToolRegistry().add(lambda: "x")
    with pytest.raises(InputError, match="pass name="):
        ToolRegistry().add(functools.partial(weather, days=3))
    with pytest.raises(InputError, match="callable"):
        ToolRegistry().add("weather")  # type: ignore[arg-type]


async def test_a_taken_name_is_refused_unless_the_tool_is_to_be_replaced() -> None:
    registry = ToolRegistry([Tool("a", "", weather), Tool("b", "", weather)])
    with pytest.raises(InputError, match="replace=True"):
        registry.add(shout, name="a")
    registry.add(shout, name="a", replace=True)
    assert registry.names() == ["a", "b"]
    assert await registry.call("a", {"text": "hi"}) == "HI"


async def test_a_removed_tool_is_gone_for_the_next_call_and_unknown_names_list_the_known_ones() -> None:
    registry = ToolRegistry()
    registry.add(weather)
    registry.add(shout)
    registry.remove("weather")
    assert "weather" not in registry
    assert len(registry) == 1
    for attempt in (registry.get, registry.remove, registry.arguments_model):
        with pytest.raises(NotFoundError, match=r"'weather'.*shout"):
            attempt("weather")
    with pytest.raises(NotFoundError, match="shout"):
        await registry.call("weather", {"city": "Berlin"})


async def test_a_switched_off_tool_says_what_to_set_and_is_not_offered() -> None:
    registry = ToolRegistry(
        [Tool("stocks", "Prices.", weather, unavailable="Set STOCKS_KEY."), Tool("w", "", weather)]
    )
    assert [tool.name for tool in registry.enabled()] == ["w"]
    with pytest.raises(ToolError, match=r"Set STOCKS_KEY\."):
        await registry.call("stocks", {})


async def test_arguments_are_converted_to_what_the_signature_asks_for() -> None:
    def place(point: Point, mode: Literal["fast", "slow"], *tags: str, code: str, limit: int | None = None) -> str:
        return f"{point.x} {mode} {code!r} {limit!r} {tags}"

    registry = ToolRegistry()
    registry.add(weather)
    registry.add(place)
    assert await registry.call("weather", {"city": "Berlin", "days": "3"}) == "'Berlin' for 3"
    assert await registry.call("weather", {"city": 10115}) == "'10115' for 1"
    arguments = {"point": {"x": "1.5"}, "mode": "fast", "code": 7}
    assert await registry.call("place", arguments) == "1.5 fast '7' None ()"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"city": "Berlin", "days": "many"}, "'days'.*'many'"),
        ({}, "misses the argument 'city'"),
        ({"city": "Berlin", "country": "de"}, "no argument 'country'.*city, days"),
        ({"city": ["Berlin"] * 90}, r"'city'.*\.\.\."),
    ],
)
async def test_a_wrong_argument_is_named(arguments: dict[str, Any], message: str) -> None:
    registry = ToolRegistry()
    registry.add(weather)
    with pytest.raises(ToolError, match=message) as caught:
        await registry.call("weather", arguments)
    assert len(str(caught.value)) < 250


async def test_awkward_signatures_work() -> None:
    def awkward(first: int = 1, second: int = 2, /, schema: str = "", *, _hidden: int = 0, **rest: int) -> str:
        return f"{first} {second} {schema} {_hidden} {rest}"

    def unresolved(value: Missing | None, n: int) -> Absent:  # noqa: F821 - as with names imported for type checkers
        return repr((value, n))

    class Caller:
        """Called as an object."""

        async def __call__(self, n: Annotated[int, Field(ge=1)]) -> int:
            return n + 1

    registry = ToolRegistry()
    registry.add(awkward)
    registry.add(unresolved)
    registry.add(Caller(), name="caller")
    registry.add(functools.partial(weather, days=3), name="three_days")
    arguments = {"second": "5", "schema": "s", "_hidden": 1, "more": 4}
    assert await registry.call("awkward", arguments) == "1 5 s 1 {'more': 4}"
    assert await registry.call("unresolved", {"value": "as it is", "n": "1"}) == "('as it is', 1)"
    assert await registry.call("caller", {"n": 1}) == "2"
    assert await registry.call("three_days", {"city": "Rome"}) == "'Rome' for 3"
    assert registry.get("three_days").description == "Tell the weather of a city."
    with pytest.raises(ToolError, match="'n'"):
        await registry.call("caller", {"n": 0})


def test_the_arguments_model_gives_the_schema_a_model_reads() -> None:
    registry = ToolRegistry()
    registry.add(weather)
    schema = registry.arguments_model("weather").model_json_schema()
    assert schema["required"] == ["city"]
    assert schema["properties"]["days"]["type"] == "integer"


async def test_answers_become_text() -> None:
    @dataclass
    class Spot:
        name: str

    class Account(BaseModel):
        owner: str
        key: SecretStr

    answers: dict[str, object] = {
        "text": "as it is",
        "none": None,
        "table": {"城市": "柏林", "n": [1, 2.5, True]},
        "record": Account(owner="Ada", key=SecretStr("sk-1")),
        "spot": Spot("home"),
        "odd": complex(1, 2),
        "surrogate": "half \ud83d",
    }
    registry = ToolRegistry()
    registry.add(lambda which: answers[which], name="give")
    got = {which: await registry.call("give", {"which": which}) for which in answers}
    assert got == {
        "text": "as it is",
        "none": "The tool returned nothing.",
        "table": '{"城市":"柏林","n":[1,2.5,true]}',
        "record": '{"owner":"Ada","key":"**********"}',
        "spot": '{"name":"home"}',
        "odd": '"1+2j"',
        "surrogate": "half ?",
    }


async def test_a_long_answer_is_cut_with_a_note() -> None:
    registry = ToolRegistry()
    registry.add(lambda n: "x" * n, name="xs")
    assert len(await registry.call("xs", {"n": 8_000})) == 8_000
    cut = await registry.call("xs", {"n": 200_000})
    assert len(cut) == 8_000
    assert cut.endswith("[cut: the answer has 200,000 characters, these are the first]")


async def test_of_an_exception_only_its_kind_is_told() -> None:
    def leak() -> str:
        raise ValueError("https://api.example/?apikey=verysecret")

    def stop() -> str:
        return next(iter(()))

    def leave() -> str:
        raise SystemExit(3)

    async def leak_later() -> str:
        raise ConnectionError("password=verysecret")

    registry = ToolRegistry()
    for tool in (leak, stop, leave, leak_later):
        registry.add(tool)
        with pytest.raises(ToolError, match=f"{tool.__name__}.*failed with") as caught:
            await registry.call(tool.__name__, {})
        assert "verysecret" not in str(caught.value)
        assert caught.value.__cause__ is not None


async def test_what_a_tool_tells_on_purpose_reaches_the_model_without_keys() -> None:
    def explain() -> str:
        raise ToolError("No seat left; see https://ada:pw12345@air.example/?flight=3&api_key=verysecret")

    def ask_model() -> str:
        raise ModelUnavailableError("The model is down.")

    registry = ToolRegistry()
    registry.add(explain)
    registry.add(ask_model)
    with pytest.raises(ToolError, match=r"No seat left; see https://…@air.example/.flight=3&api_key=…$"):
        await registry.call("explain", {})
    with pytest.raises(ToolError, match="The model is down"):
        await registry.call("ask_model", {})


async def test_a_tool_that_hangs_is_given_up() -> None:
    done = threading.Event()

    def hang() -> str:
        done.wait(60)
        return "late"

    async def hang_too() -> str:
        await anyio.sleep_forever()
        return "never"

    registry = ToolRegistry([Tool("hang", "", hang), Tool("hang_too", "", hang_too)], timeout=0.05)
    try:
        for name in registry.names():
            with pytest.raises(ToolError, match=r"within 0\.05 seconds"):
                await registry.call(name, {})
    finally:
        done.set()


async def test_a_time_out_inside_the_tool_is_the_tools_own_failure() -> None:
    def give_up() -> str:
        raise TimeoutError("gave up")

    registry = ToolRegistry()
    registry.add(give_up)
    with pytest.raises(ToolError, match="failed with TimeoutError"):
        await registry.call("give_up", {})


async def test_sync_tools_do_not_block_the_event_loop() -> None:
    first, second = threading.Event(), threading.Event()

    def left() -> str:
        first.set()
        return str(second.wait(30))

    def right() -> str:
        second.set()
        return str(first.wait(30))

    registry = ToolRegistry([Tool("left", "", left), Tool("right", "", right)])
    answers: dict[str, str] = {}

    async def call(name: str) -> None:
        answers[name] = await registry.call(name, {})

    async with anyio.create_task_group() as group:
        group.start_soon(call, "left")
        group.start_soon(call, "right")
    assert answers == {"left": "True", "right": "True"}


def test_threads_may_add_and_remove_at_once() -> None:
    registry = ToolRegistry([Tool("kept", "", weather)])

    def churn(number: int) -> None:
        for _ in range(20):
            registry.add(weather, name=f"tool_{number}")
            assert "kept" in registry.names()
            registry.remove(f"tool_{number}")

    threads = [threading.Thread(target=churn, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert registry.names() == ["kept"]


async def test_why_a_tool_failed_is_logged_without_keys_and_kept_from_the_model(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken() -> str:
        raise ValueError("no such row, asked with key=sk-abcdefghijklmnopqrst")

    registry = ToolRegistry([Tool("broken", "Breaks.", broken)])
    with pytest.raises(ToolError) as caught:
        await registry.call("broken", {})
    assert str(caught.value) == "The tool 'broken' failed with ValueError."
    assert "ValueError: no such row" in caplog.text
    assert "sk-abcdef" not in caplog.text
