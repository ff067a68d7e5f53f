"""The chat client against a server that answers, refuses and breaks on purpose."""

from __future__ import annotations

import asyncio
import json
import platform
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar

import pytest
from pydantic import BaseModel, Field
from support.model_server import Fault, ModelServer, Reply

from memary.errors import (
    ConfigurationError,
    ModelAccessError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelUnavailableError,
)
from memary.models.base import ChatTurn, Completion
from memary.models.calls import collect_usage
from memary.models.openai.chat import OpenAIChat, compact_schema
from memary.types import Role

KEY = "sk-very-secret-key"
TURNS = [ChatTurn(Role.SYSTEM, "Be brief."), ChatTurn(Role.USER, "Where does Ada live?")]

_Result = TypeVar("_Result")


class City(BaseModel):
    """Where someone lives."""

    title: str = Field(description="its name")
    size: Literal["small", "large"] | None = None


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(api_key=KEY) as server:
        yield server


def with_chat(server: ModelServer, work: Callable[[OpenAIChat], Awaitable[_Result]], **options: Any) -> _Result:
    settings: dict[str, Any] = {"api_key": KEY, "timeout": 10.0, "max_retries": 0, "context_window": 8_000, **options}

    async def run() -> _Result:
        chat = OpenAIChat(role="chat", model="scripted", **{"base_url": server.base_url, **settings})
        try:
            return await work(chat)
        finally:
            await chat.aclose()

    return asyncio.run(run())


def ask(server: ModelServer, turns: Sequence[ChatTurn] = TURNS, **options: Any) -> Completion:
    asked = {name: options.pop(name) for name in ("schema", "max_tokens") if name in options}
    return with_chat(server, lambda chat: chat.complete(turns, **asked), **options)


def read_stream(server: ModelServer, received: list[str] | None = None, **options: Any) -> list[str]:
    pieces: list[str] = [] if received is None else received

    async def read(chat: OpenAIChat) -> list[str]:
        async for piece in chat.stream(TURNS):
            pieces.append(piece)
        return pieces

    return with_chat(server, read, **options)


ASKING = pytest.mark.parametrize("ask_or_stream", [ask, read_stream], ids=["whole", "streamed"])
FAULTS: list[Any] = [
    pytest.param(Fault.status(500, message="boom"), ModelUnavailableError, "answered 500", id="500"),
    pytest.param(Fault.status(503), ModelUnavailableError, "answered 503", id="503"),
    pytest.param(Fault.rate_limit(), ModelUnavailableError, "answered 429", id="429"),
    pytest.param(Fault.reset(), ModelUnavailableError, "cannot be reached", id="reset"),
    pytest.param(Fault.status(401, message=f"Bad key {KEY}"), ModelAccessError, "set OPENAI_API_KEY", id="401"),
    pytest.param(Fault.status(403, message=f"Not {KEY}"), ModelAccessError, "key was refused", id="403"),
    pytest.param(Fault.status(404, message="no such model"), ModelAccessError, "MEMARY_MODEL", id="404"),
    pytest.param(Fault.status(400, message=f"too long, {KEY}"), ModelRejectedError, r"too long, \*\*\*", id="400"),
    pytest.param(Fault.status(422, message="bad turn"), ModelRejectedError, "bad turn", id="422"),
    pytest.param(Fault.malformed_body(), ModelUnavailableError, "Check that MEMARY_BASE_URL", id="half-json"),
    pytest.param(Fault.empty_text(), ModelOutputError, "answered nothing", id="empty-text"),
    pytest.param(Reply("Some", finish_reason="content_filter"), ModelOutputError, "content filter", id="filtered"),
]


@ASKING
@pytest.mark.parametrize(("fault", "expected", "words"), FAULTS)
def test_a_fault_becomes_an_error_that_names_server_model_and_remedy_but_no_key(
    server: ModelServer,
    ask_or_stream: Callable[[ModelServer], object],
    fault: Fault | Reply,
    expected: type[ModelError],
    words: str,
) -> None:
    server.script(fault)
    with pytest.raises(expected, match=words) as caught:
        ask_or_stream(server)
    assert server.base_url in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_web_page_instead_of_an_answer_points_to_the_base_url(server: ModelServer) -> None:
    server.script(Fault.html())
    with pytest.raises(ModelUnavailableError, match="something other than the JSON of its protocol"):
        ask(server)


def test_an_answer_without_choices_is_an_output_error(server: ModelServer) -> None:
    server.script(Fault.empty_choices())
    with pytest.raises(ModelOutputError, match="without any choice"):
        ask(server)


def test_a_gateway_s_error_inside_a_200_is_read_by_its_code(server: ModelServer) -> None:
    server.script({"error": {"code": 429, "message": "Busy"}}, {"error": {"message": "Broken"}})
    with pytest.raises(ModelUnavailableError, match="answered 429 for 'scripted': Busy"):
        ask(server)
    with pytest.raises(ModelUnavailableError, match="reported an error for 'scripted': Broken"):
        ask(server)


def test_only_reasoning_is_not_an_answer(server: ModelServer) -> None:
    message = {"role": "assistant", "content": None, "reasoning_content": "Let me think about Ada."}
    server.script({"choices": [{"index": 0, "message": message, "finish_reason": "length"}]})
    with pytest.raises(ModelOutputError, match="allow more tokens"):
        ask(server)


def test_content_in_parts_is_joined(server: ModelServer) -> None:
    parts = [
        {"type": "thinking", "thinking": []},
        {"type": "text", "text": "In "},
        {"type": "text", "text": "Berlin."},
    ]
    server.script({"choices": [{"index": 0, "message": {"role": "assistant", "content": parts}}]})
    assert ask(server).text == "In Berlin."


def test_nobody_listening_is_unavailable_and_says_where() -> None:
    with ModelServer() as server:
        pass
    with pytest.raises(ModelUnavailableError, match="cannot be reached"):
        ask(server)


def test_passing_failures_are_tried_again(server: ModelServer) -> None:
    server.script(Fault.rate_limit(retry_after=None, retry_after_ms=5), Fault.reset(), "In Berlin.")
    assert ask(server, max_retries=2).text == "In Berlin."
    assert server.chat_calls == 3


@ASKING
@pytest.mark.parametrize("fault", [Fault.rate_limit(retry_after=120), Fault.stall()], ids=["told-to-wait", "hanging"])
def test_the_deadline_holds_whatever_the_server_asks_for(
    server: ModelServer, ask_or_stream: Callable[..., object], fault: Fault
) -> None:
    server.script(fault)
    with pytest.raises(ModelUnavailableError, match=r"did not answer for 'scripted' within 0\.3 s"):
        ask_or_stream(server, timeout=0.3, max_retries=2)
    assert server.chat_calls == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault.cut_stream("Ada lives in Berlin", after=12),
        Fault.reset_stream("Ada lives in Berlin", after=12),
        Fault.stall_stream("Ada lives in Berlin", after=12),
    ],
    ids=["cut", "reset", "stalled"],
)
def test_a_stream_that_breaks_off_never_ends_as_if_it_were_whole(server: ModelServer, fault: Fault) -> None:
    server.script(fault)
    received: list[str] = []
    with pytest.raises(ModelUnavailableError, match=r"broke off|cannot be reached|did not answer"):
        read_stream(server, received, timeout=0.5)
    assert "Ada lives in Berlin".startswith("".join(received))


def test_a_stream_without_usage_is_counted_by_estimate(server: ModelServer) -> None:
    server.script(Reply("Ada lives in Berlin.", report_usage=False))
    with collect_usage() as usage:
        assert "".join(read_stream(server)) == "Ada lives in Berlin."
    assert usage.count("chat") == 1
    assert usage.prompt_tokens > 0
    assert usage.completion_tokens > 0


def test_usage_is_what_the_server_counted(server: ModelServer) -> None:
    server.script(Reply("In Berlin.", usage={"prompt_tokens": 41}), "In Berlin, I think.", Fault.empty_text())
    with collect_usage() as usage:
        ask(server)
        read_stream(server)
        with pytest.raises(ModelOutputError):
            ask(server)
    assert usage.count("chat") == 3
    assert (usage.prompt_tokens, usage.completion_tokens) == (server.prompt_tokens, server.completion_tokens)


def test_a_schema_is_sent_compact_and_only_asked_for_when_given(server: ModelServer) -> None:
    server.respond('{"title": "Berlin"}')
    assert json.loads(ask(server, schema=City).text) == {"title": "Berlin"}
    assert server.last_chat["response_format"]["json_schema"]["schema"] == compact_schema(City)
    ask(server)
    assert "response_format" not in server.last_chat


def test_a_compact_schema_keeps_a_field_called_title_and_drops_the_prose() -> None:
    schema = compact_schema(City)
    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["required"] == ["title"]
    assert "description" not in json.dumps(schema)
    assert "default" not in json.dumps(schema)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "'response_format.type' must be 'text'"),
        (422, "json_schema: extra fields not permitted"),
        (404, "No endpoints found that support the requested parameters."),
    ],
)
def test_an_endpoint_that_refuses_schemas_is_asked_plainly_from_then_on(
    server: ModelServer, status: int, message: str
) -> None:
    server.when(lambda body: "response_format" in body, Fault.status(status, message=message))
    server.respond("{}")

    async def twice(chat: OpenAIChat) -> None:
        for _ in range(2):
            assert (await chat.complete(TURNS, schema=City)).text == "{}"

    with_chat(server, twice)
    assert server.chat_calls == 3


def test_reasoning_models_are_asked_without_temperature_and_with_the_newer_token_limit(server: ModelServer) -> None:
    refusal = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    )
    server.when(lambda body: "max_tokens" in body, Fault.status(400, message=refusal))
    server.when(
        lambda body: "temperature" in body,
        Fault.status(400, message="Unsupported value: 'temperature' does not support 0 with this model."),
    )
    server.respond("In Berlin.")
    assert ask(server, max_tokens=50).text == "In Berlin."
    assert server.last_chat["max_completion_tokens"] == 50
    assert not {"temperature", "max_tokens"} & server.last_chat.keys()


def test_a_stream_goes_without_usage_where_the_endpoint_refuses_to_report_it(server: ModelServer) -> None:
    refusal = Fault.status(400, message="Unknown parameter: stream_options")
    server.when(lambda body: "stream_options" in body, refusal)
    server.respond("In Berlin.")
    assert "".join(read_stream(server)) == "In Berlin."


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("message", ["", "response_format is broken"])
def test_an_endpoint_that_breaks_on_schemas_is_asked_plainly(server: ModelServer, status: int, message: str) -> None:
    server.when(lambda body: "response_format" in body, Fault.status(status, message=message))
    server.respond("{}")

    async def thrice(chat: OpenAIChat) -> None:
        for _ in range(3):
            assert (await chat.complete(TURNS, schema=City)).text == "{}"

    with_chat(server, thrice)
    assert server.chat_calls == (4 if message else 5)  # without a word on why, it takes two calls to be sure


def test_an_endpoint_that_refuses_temperatures_without_a_word_is_asked_without(server: ModelServer) -> None:
    server.when(lambda body: "temperature" in body, Fault.status(400))
    server.respond("In Berlin.")
    assert ask(server).text == "In Berlin."


def test_a_fault_that_is_not_about_a_parameter_is_reported_after_one_more_try(server: ModelServer) -> None:
    server.respond(Fault.status(500, times="forever"))
    with pytest.raises(ModelUnavailableError, match="answered 500"):
        ask(server, schema=City)
    assert server.chat_calls == 2


@ASKING
@pytest.mark.parametrize("streams", [True, False])
def test_a_server_that_always_or_never_streams_is_read(
    server: ModelServer, ask_or_stream: Callable[[ModelServer], Completion | list[str]], *, streams: bool
) -> None:
    server.respond(Reply("In Berlin.", streams=streams))
    said = ask_or_stream(server)
    assert (said.text if isinstance(said, Completion) else "".join(said)) == "In Berlin."


def test_a_server_that_only_streams_is_asked_for_a_stream(server: ModelServer) -> None:
    server.when(lambda body: not body.get("stream"), Fault.status(400, message="This model only supports streaming."))
    server.respond("{}")
    assert ask(server, schema=City).text == "{}"
    assert "response_format" in server.last_chat


def test_a_server_that_cannot_stream_is_asked_without(server: ModelServer) -> None:
    server.when(lambda body: bool(body.get("stream")), Fault.status(400, message="Streaming is not supported here."))
    server.respond("In Berlin.")
    assert read_stream(server) == ["In Berlin."]


@pytest.mark.parametrize("fault", [Fault.cut_stream("In Ber"), Fault.reset_stream("In Ber"), Fault.malformed_body()])
def test_an_answer_that_breaks_off_is_none_though_it_was_streamed_unasked(server: ModelServer, fault: Fault) -> None:
    server.when(lambda body: not body.get("stream"), Fault.status(400, message="Set stream to true: it is required."))
    server.respond(fault)
    with pytest.raises(ModelUnavailableError):
        ask(server)


@ASKING
def test_an_answer_that_does_not_end_is_stopped(server: ModelServer, ask_or_stream: Callable[..., object]) -> None:
    server.respond(Reply("x" * 10_000, delta_chars=10))
    with pytest.raises(ModelOutputError, match="sent more than fits its window of 100 tokens, and was stopped"):
        ask_or_stream(server, context_window=100)


def test_an_answer_that_is_written_for_too_long_is_stopped(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memary.models.openai.chat._STREAM_TIMEOUTS", 0)
    server.respond(Fault.stall_stream("In Berlin."))
    with pytest.raises(ModelUnavailableError, match="still writing its answer after 0 s"):
        read_stream(server)


def test_json_cut_off_by_its_length_is_an_output_error_but_a_long_text_is_an_answer(server: ModelServer) -> None:
    server.respond(Reply('{"title": "Ber', finish_reason="length"))
    assert ask(server).text == '{"title": "Ber'
    with pytest.raises(ModelOutputError, match="cut off"):
        ask(server, schema=City)


def test_images_and_odd_texts_reach_the_server(server: ModelServer) -> None:
    image = "data:image/png;base64,iVBORw0KGgo="
    ask(server, [ChatTurn(Role.USER, "Who is this? \ud83d", (image,)), ChatTurn(Role.TOOL, "A person.")])
    shown, tool = server.last_chat["messages"]
    assert shown["content"][0] == {"type": "text", "text": "Who is this? ?"}
    assert shown["content"][1] == {"type": "image_url", "image_url": {"url": image}}
    assert tool == {"role": "user", "content": "A person."}


def test_a_server_without_keys_needs_none() -> None:
    with ModelServer() as server:
        assert ask(server, api_key=None).text == "ok"


def test_one_client_serves_one_event_loop_after_the_other(server: ModelServer) -> None:
    chat = OpenAIChat(role="chat", model="scripted", base_url=server.base_url, api_key=KEY, context_window=8_000)

    async def once() -> str:
        try:
            return (await chat.complete(TURNS)).text
        finally:
            await chat.aclose()

    assert [asyncio.run(once()), asyncio.run(once())] == ["ok", "ok"]


def test_neither_key_nor_password_is_shown() -> None:
    chat = OpenAIChat(
        role="chat", model="m", base_url="http://ada:password@localhost:1/v1", api_key=KEY, context_window=8_000
    )
    assert repr(chat) == "OpenAIChat(role='chat', model='m', at='http://localhost:1/v1')"
    shown = f"{chat!r} {vars(chat)}"
    assert KEY not in shown
    assert "password" not in shown


@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://host/v1", "http://", "http://[bad/v1", "http://host:99999999"]
)
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(ConfigurationError, match="is not the address of a model server"):
        OpenAIChat(role="chat", model="m", base_url=url, context_window=8_000)


def test_a_key_that_no_header_can_carry_is_refused_at_once() -> None:
    with pytest.raises(ConfigurationError, match="set OPENAI_API_KEY or MEMARY_API_KEY again"):
        OpenAIChat(role="chat", model="m", api_key="schlüssel", context_window=8_000)


def test_a_request_tells_nothing_of_the_machine_that_it_comes_from(server: ModelServer) -> None:
    ask(server)
    for request in server.requests:
        told = " ".join((*request.headers, *request.headers.values())).lower()
        assert platform.system().lower() not in told
        assert platform.python_version() not in told
    assert [request.target for request in server.requests] == ["/v1/chat/completions"]
