"""The faults of the scripted model server, as the real OpenAI client and bare HTTP meet them."""

from __future__ import annotations

import json
import threading
from typing import Any

import openai
import pytest
from support.model_server import Fault, ModelServer, estimate_tokens

from support_tests.clients import chat, post, stream, text_of

# Faults


def test_a_rate_limited_client_retries_and_succeeds(server: ModelServer) -> None:
    server.script(Fault.rate_limit(), Fault.rate_limit(retry_after=None, retry_after_ms=5), "at last")
    assert chat(server, client={"max_retries": 2}).choices[0].message.content == "at last"
    assert server.chat_calls == 3
    assert server.completion_tokens == estimate_tokens("at last")


def test_a_rate_limit_carries_the_headers_asked_for(server: ModelServer) -> None:
    server.script(Fault.rate_limit(retry_after=120, retry_after_ms=50))
    with pytest.raises(openai.RateLimitError) as caught:
        chat(server)
    assert caught.value.response.headers["retry-after"] == "120"
    assert caught.value.response.headers["retry-after-ms"] == "50"
    assert caught.value.code == "rate_limit_exceeded"


def test_a_status_fault_is_the_matching_openai_error(server: ModelServer) -> None:
    too_long = Fault.status(400, message="Too long.", error_code="context_length_exceeded")
    server.script(Fault.status(500), too_long)
    with pytest.raises(openai.InternalServerError):
        chat(server)
    with pytest.raises(openai.BadRequestError, match="Too long") as caught:
        chat(server)
    assert caught.value.code == "context_length_exceeded"


def test_a_fault_lasts_as_many_times_as_told(server: ModelServer) -> None:
    server.script(Fault.status(503, times=2), "queued")
    server.when("Berlin", Fault.status(502, times=1))
    server.respond(Fault.status(500))
    outcomes: list[Any] = []
    for text in ["a", "b", "c", "Berlin", "Berlin", "d"]:
        try:
            outcomes.append(chat(server, text).choices[0].message.content)
        except openai.APIStatusError as error:
            outcomes.append(error.status_code)
    assert outcomes == [503, 503, "queued", 502, 500, 500]


def test_a_stalled_request_ends_when_the_client_gives_up(server: ModelServer) -> None:
    server.script(Fault.stall(), "awake")
    with pytest.raises(openai.APITimeoutError):
        chat(server, client={"timeout": 0.1})
    assert chat(server).choices[0].message.content == "awake"


def test_a_stalled_request_ends_when_the_server_stops(server: ModelServer) -> None:
    stopped = threading.Thread(target=server.stop)

    def stop_while_asked(_: dict[str, Any]) -> Fault:
        stopped.start()
        return Fault.stall()

    server.script(stop_while_asked)
    with pytest.raises(openai.APIConnectionError):
        chat(server)
    stopped.join(10)
    assert not stopped.is_alive()


def test_a_reset_is_a_true_tcp_reset(server: ModelServer) -> None:
    server.script(Fault.reset(times=2))
    with pytest.raises(openai.APIConnectionError):
        chat(server)
    with pytest.raises(ConnectionResetError):
        post(server, "/v1/chat/completions", {"messages": [{"role": "user", "content": "Hi"}]})


def test_a_reset_is_survived_by_a_client_that_retries(server: ModelServer) -> None:
    server.script(Fault.reset(), "again")
    assert chat(server, client={"max_retries": 1}).choices[0].message.content == "again"


def test_a_cut_stream_looks_complete_but_has_no_finish_reason(server: ModelServer) -> None:
    server.script(Fault.cut_stream("Ada lives in Berlin.", after=9))
    chunks, error = stream(server, stream_options={"include_usage": True})
    assert error is None
    assert text_of(chunks) == "Ada lives"
    assert {chunk.choices[0].finish_reason for chunk in chunks} == {None}
    assert (server.prompt_tokens, server.completion_tokens) == (0, 0)


def test_a_reset_stream_gives_its_first_part_then_fails(server: ModelServer) -> None:
    server.script(Fault.reset_stream("Ada lives in Berlin.", after=9))
    chunks, error = stream(server)
    assert text_of(chunks) == "Ada lives"
    assert isinstance(error, openai.APIConnectionError)


def test_a_stalled_stream_gives_its_first_part_then_times_out(server: ModelServer) -> None:
    server.script(Fault.stall_stream("Ada lives in Berlin.", after=9))
    chunks, error = stream(server, client={"timeout": 0.2})
    assert text_of(chunks) == "Ada lives"
    assert isinstance(error, openai.APITimeoutError)


@pytest.mark.parametrize("fault", [Fault.cut_stream("x"), Fault.reset_stream("x")])
def test_a_plain_answer_is_cut_in_its_body(server: ModelServer, fault: Fault) -> None:
    server.script(fault, "whole")
    with pytest.raises(openai.APIConnectionError):
        chat(server)
    assert chat(server).choices[0].message.content == "whole"


def test_a_malformed_body_is_a_200_that_does_not_parse(server: ModelServer) -> None:
    server.script(Fault.malformed_body(times=2))
    with pytest.raises(json.JSONDecodeError):
        chat(server)
    chunks, error = stream(server)
    assert chunks == []
    assert isinstance(error, (json.JSONDecodeError, openai.OpenAIError))


def test_html_is_a_200_that_is_no_completion(server: ModelServer) -> None:
    server.script(Fault.html())
    assert chat(server).startswith("<!doctype html>")


def test_an_answer_may_have_no_choices_or_no_text(server: ModelServer) -> None:
    server.script(Fault.empty_choices(times=2), Fault.empty_text(times=2))
    assert chat(server).choices == []
    assert [chunk.choices for chunk in stream(server)[0]] == [[]]
    assert chat(server).choices[0].message.content == ""
    chunks, _ = stream(server)
    assert (text_of(chunks), chunks[-1].choices[0].finish_reason) == ("", "stop")


def test_a_stopped_server_refuses_connections_and_may_start_again(server: ModelServer) -> None:
    address = server.base_url
    server.stop()
    with pytest.raises(openai.APIConnectionError):
        chat(server)
    server.start()
    assert server.base_url == address
    assert chat(server).choices[0].message.content == "ok"
