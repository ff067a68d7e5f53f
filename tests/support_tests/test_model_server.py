"""The scripted model server, driven by the real OpenAI client and by bare HTTP."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import math
import signal
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import openai
import pytest
from support import model_server
from support.model_server import Fault, ModelServer, Reply, ToolCall, embed, prompt_text

from support_tests.clients import ask, chat, post, stream, text_of

SEARCH: Any = {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}


def floats(encoded: str) -> list[float]:
    return [value for (value,) in struct.iter_unpack("<f", base64.b64decode(encoded))]


# Chat


def test_an_unscripted_chat_answers_ok_and_reports_what_it_counted(server: ModelServer) -> None:
    answer = chat(server, "Where does Ada live? 她住在柏林。")
    assert answer.choices[0].message.content == "ok"
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage.prompt_tokens == server.prompt_tokens == 12  # 21 Latin characters and 6 Chinese
    assert answer.usage.completion_tokens == server.completion_tokens == 1
    assert answer.usage.total_tokens == 13


def test_replies_come_in_the_order_of_the_script_then_by_rule_then_by_default(server: ModelServer) -> None:
    server.script("first", lambda body: f"asked: {prompt_text(body)}")
    server.when("Berlin", "by substring")
    server.when(lambda body: body["model"] == "m" and "Paris" in prompt_text(body), Reply("by predicate"))
    server.respond("by default")
    texts = ["Berlin", "two", "Paris and Berlin", "only Paris", "neither"]
    answers = [chat(server, text).choices[0].message.content for text in texts]
    assert answers == ["first", "asked: two", "by substring", "by predicate", "by default"]


def test_what_was_scripted_can_be_cleared_and_counts_reset(server: ModelServer) -> None:
    server.script(Fault.status(500, times="forever"))
    server.respond("no")
    server.clear_scripts()
    assert chat(server).choices[0].message.content == "ok"
    server.reset_counts()
    assert (server.chat_calls, server.prompt_tokens, server.requests) == (0, 0, [])


def test_a_stream_gives_role_text_finish_reason_and_usage(server: ModelServer) -> None:
    text = "A longer answer, 有中文, in several pieces."
    server.script(text)
    chunks, error = stream(server, stream_options={"include_usage": True})
    assert error is None
    assert chunks[0].choices[0].delta.role == "assistant"
    assert len(chunks) > 5
    assert text_of(chunks) == text
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert (chunks[-1].choices, chunks[-1].usage.completion_tokens) == ([], server.completion_tokens)
    assert server.requests[0].stream


def test_a_stream_without_include_usage_reports_none_but_is_counted(server: ModelServer) -> None:
    chunks, _ = stream(server)
    assert all(chunk.usage is None for chunk in chunks)
    assert (server.prompt_tokens, server.completion_tokens) == (1, 1)


def test_tool_calls_reach_the_client(server: ModelServer) -> None:
    calls = [ToolCall("search", {"query": "阿达"}), ToolCall("locate", "{broken", id="mine")]
    server.script(Reply(tool_calls=calls))
    choice = chat(server, tools=[SEARCH]).choices[0]
    first, second = choice.message.tool_calls
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content is None
    assert (first.function.name, json.loads(first.function.arguments)) == ("search", {"query": "阿达"})
    assert (second.id, second.function.arguments) == ("mine", "{broken")
    assert first.id.startswith("call_")
    assert server.last_chat["tools"] == [SEARCH]


def test_tool_calls_stream_in_pieces(server: ModelServer) -> None:
    server.script(Reply("Let me look.", tool_calls=[ToolCall("search", {"query": "Ada Lovelace"}), ToolCall("now")]))
    chunks, _ = stream(server, tools=[SEARCH])
    deltas = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or []]
    arguments = {
        index: "".join(call.function.arguments for call in deltas if call.index == index) for index in (0, 1)
    }
    assert text_of(chunks) == "Let me look."
    assert [call.function.name for call in deltas if call.id] == ["search", "now"]
    assert (json.loads(arguments[0]), json.loads(arguments[1])) == ({"query": "Ada Lovelace"}, {})
    assert chunks[-1].choices[0].finish_reason == "tool_calls"


def test_a_response_format_is_recorded(server: ModelServer) -> None:
    wanted = {
        "type": "json_schema",
        "json_schema": {"name": "x", "schema": {"type": "object"}, "strict": True},
    }
    server.script('{"facts": []}')
    assert json.loads(chat(server, response_format=wanted).choices[0].message.content) == {"facts": []}
    assert server.last_chat["response_format"] == wanted


def test_a_reply_may_override_or_hide_its_usage_and_its_finish_reason(server: ModelServer) -> None:
    server.script(
        Reply("cut", finish_reason="length", usage={"prompt_tokens": 900}), Reply("hid", report_usage=False)
    )
    first, second = chat(server), chat(server)
    assert first.choices[0].finish_reason == "length"
    assert (first.usage.prompt_tokens, first.usage.completion_tokens, first.usage.total_tokens) == (
        900,
        1,
        901,
    )
    assert second.usage is None
    assert server.prompt_tokens == 901


def test_a_dict_is_sent_as_it_is(server: ModelServer) -> None:
    server.script({"id": "x", "choices": None, "error": {"message": "overloaded"}, "usage": None})
    assert chat(server).choices is None
    assert server.prompt_tokens == 0


def test_eight_requests_are_answered_at_once(server: ModelServer) -> None:
    barrier = threading.Barrier(8, timeout=10)

    def answer(body: dict[str, Any]) -> str:
        barrier.wait()
        return prompt_text(body)

    server.respond(answer)

    async def use(c: openai.AsyncOpenAI) -> list[Any]:
        return await asyncio.gather(
            *(c.chat.completions.create(model="m", messages=[{"role": "user", "content": str(n)}]) for n in range(8))
        )

    answers = ask(server, use)
    assert [answer.choices[0].message.content for answer in answers] == list("01234567")
    assert server.chat_calls == 8
    assert server.prompt_tokens == sum(answer.usage.prompt_tokens for answer in answers)


def test_an_error_in_a_scripted_callable_fails_the_test() -> None:
    def answer(body: dict[str, Any]) -> str:
        raise AssertionError(f"no tools in {sorted(body)}")

    def test() -> None:
        with ModelServer() as server:
            server.script(answer)
            with pytest.raises(openai.BadRequestError, match="no tools in"):
                chat(server)

    with pytest.raises(AssertionError, match="no tools in"):
        test()


# Embeddings, reranking, models, and the protocol


@pytest.mark.parametrize("encoding", [None, "float", "base64"])
def test_embeddings_are_the_same_unit_vectors_in_every_encoding(server: ModelServer, encoding: Any) -> None:
    texts = ["Ada lives in Berlin", "她住在柏林"]
    options: dict[str, Any] = {"encoding_format": encoding} if encoding else {}
    answer = ask(server, lambda c: c.embeddings.create(model="e", input=texts, **options))
    for item, text in zip(answer.data, texts, strict=True):
        # asked for base64 by name, the OpenAI client hands it on as it came
        vector = floats(item.embedding) if encoding == "base64" else item.embedding
        assert vector == pytest.approx(embed(text, 64), abs=1e-6)
        assert math.hypot(*vector) == pytest.approx(1.0)
    assert server.embedded_texts == texts
    assert answer.usage.prompt_tokens == server.embedding_tokens == 10
    # told nothing, it asks for base64 by itself and decodes it
    assert server.requests[0].body["encoding_format"] == (encoding or "base64")


def test_texts_that_share_words_have_closer_vectors() -> None:
    def cosine(a: str, b: str) -> float:
        return sum(x * y for x, y in zip(embed(a, 256), embed(b, 256), strict=True))

    assert cosine("Ada lives in Berlin", "where does ada live") > cosine("Ada lives in Berlin", "a cup of tea") + 0.1
    assert cosine("她住在柏林", "她住在哪里") > cosine("她住在柏林", "一杯茶") + 0.1


def test_dimensions_are_the_servers_unless_the_request_names_them() -> None:
    with ModelServer(dimensions=8) as server:
        plain = ask(server, lambda c: c.embeddings.create(model="e", input="Ada"))
        asked = ask(server, lambda c: c.embeddings.create(model="e", input="Ada", dimensions=12))
    assert (len(plain.data[0].embedding), len(asked.data[0].embedding)) == (8, 12)


def test_embedding_faults_are_scripted_apart_from_chat(server: ModelServer) -> None:
    server.script_embeddings(Fault.rate_limit(), None, Fault.status(500), Fault.empty_choices())

    def embed_once(retries: int) -> Any:
        return ask(server, lambda c: c.embeddings.create(model="e", input="Ada"), max_retries=retries)

    assert len(embed_once(1).data) == 1
    assert chat(server).choices[0].message.content == "ok"
    with pytest.raises(openai.InternalServerError):
        embed_once(0)
    with pytest.raises(ValueError, match="No embedding data"):
        embed_once(0)
    assert (server.embedding_calls, server.embedded_texts) == (4, ["Ada"])


def test_an_empty_text_cannot_be_embedded(server: ModelServer) -> None:
    with pytest.raises(openai.BadRequestError, match="input"):
        ask(server, lambda c: c.embeddings.create(model="e", input=["Ada", ""]))


def test_rerank_orders_documents_by_shared_words(server: ModelServer) -> None:
    documents: list[Any] = ["tea and cake", "Ada lives in Berlin", {"text": "Where is Ada?"}]
    server.script_rerank(None, Fault.status(503))
    body = {"model": "r", "query": "Where does Ada live in Berlin", "documents": documents, "top_n": 2}
    status, answer = post(server, "/v1/rerank", body)
    assert status == 200
    assert [result["index"] for result in answer["results"]] == [1, 2]
    assert 0 < answer["results"][1]["relevance_score"] < answer["results"][0]["relevance_score"] <= 1
    assert post(server, "/v1/rerank", body)[0] == 503
    assert server.rerank_calls == 2


def test_models_are_listed() -> None:
    async def names(c: openai.AsyncOpenAI) -> list[str]:
        return [model.id async for model in c.models.list()]

    with ModelServer(models=["small", "large"]) as server:
        assert ask(server, names) == ["small", "large"]


def test_another_path_or_an_incomplete_body_is_a_json_error(server: ModelServer) -> None:
    assert post(server, "/v1/nothing", {})[1]["error"]["message"] == "Unknown request URL: POST /v1/nothing."
    assert post(server, "/v1/nothing", {})[0] == 404
    assert post(server, "/v1/chat/completions", ["no object"])[0] == 400
    assert post(server, "/v1/embeddings", {"model": "e"})[0] == 400


def test_a_wrong_key_is_refused_and_the_right_one_recorded() -> None:
    with ModelServer(api_key="sk-right") as server:
        with pytest.raises(openai.AuthenticationError, match="Incorrect API key") as caught:
            chat(server, client={"api_key": "sk-wrong"})
        assert "sk-wrong" not in str(caught.value)
        assert caught.value.code == "invalid_api_key"
        assert chat(server, client={"api_key": "sk-right"}).choices[0].message.content == "ok"
        assert [request.authorization for request in server.requests] == [
            "Bearer sk-wrong",
            "Bearer sk-right",
        ]


def test_one_connection_serves_many_requests_until_told_to_close(server: ModelServer) -> None:
    connection = http.client.HTTPConnection(server.base_url.split("/")[2], timeout=10)
    body = json.dumps({"messages": [{"role": "user", "content": "Hi"}], "stream": True})
    connection.request("POST", "/v1/chat/completions", body)
    assert connection.getresponse().read().endswith(b"data: [DONE]\n\n")
    first: socket.socket | None = connection.sock
    connection.request("GET", "/v1/models?limit=1", headers={"Connection": "close"})
    last = connection.getresponse()
    assert (last.status, "data" in json.loads(last.read())) == (200, True)
    assert first is not None
    assert first.recv(1) == b""
    connection.close()
    first.close()


def test_a_large_request_arrives_whole(server: ModelServer) -> None:
    text = "长" * 300_000
    chat(server, text)
    assert server.last_chat["messages"][0]["content"] == text
    assert server.prompt_tokens == 300_000


def test_prompt_text_joins_strings_and_text_parts() -> None:
    parts = [{"type": "text", "text": "b"}, {"type": "image_url", "image_url": {"url": "x"}}]
    contents: list[Any] = ["a", parts, None, "c"]
    assert prompt_text({"messages": [{"role": "user", "content": content} for content in contents]}) == "a\nb\nc"


def test_last_chat_says_when_there_was_none(server: ModelServer) -> None:
    with pytest.raises(LookupError, match="no chat request"):
        _ = server.last_chat


# As a program


def test_as_a_program_it_answers_from_a_script_file(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps([{"when": "柏林", "reply": "在德国。"}, {"reply": {"facts": []}}]), encoding="utf-8")
    command = [sys.executable, model_server.__file__, "--script", str(rules)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as program:
        try:
            assert program.stdout is not None
            ready, url = program.stdout.readline().split()
            person = ModelServer(port=int(url.split(":")[2].split("/")[0]))
            assert (ready, person.base_url) == ("READY", url)
            assert chat(person, "柏林在哪里?").choices[0].message.content == "在德国。"
            assert chat(person, "else").choices[0].message.content == '{"facts": []}'
        finally:
            program.send_signal(signal.SIGINT)
        assert program.wait(10) == 0


def test_as_a_program_it_names_a_script_file_it_cannot_use(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"when": "a"}')
    command = [sys.executable, model_server.__file__, "--script", str(rules)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 2
    assert f"{rules} is not a JSON list" in ended.stderr
