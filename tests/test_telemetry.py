"""What memary tells OpenTelemetry, seen through the SDK's own readers.

A scripted model answers over HTTP.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from support.chatting import NO_NEWS, answer, call, is_extraction
from support.model_server import Fault, ModelServer

from memary import ChatAgent, Memary
from memary.errors import ModelUnavailableError

SECRET = "zanzibar"  # stands in every text that people and models write here


class Exported:
    """The spans and measurements since a test began."""

    def __init__(self, exporter: InMemorySpanExporter, reader: InMemoryMetricReader) -> None:
        self._exporter = exporter
        self._reader = reader

    def clear(self) -> None:
        self._exporter.clear()
        self._reader.get_metrics_data()

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._exporter.get_finished_spans()

    def named(self, name: str) -> ReadableSpan:
        [found] = [span for span in self.spans if span.name == name]
        return found

    def of(self, operation: str) -> list[ReadableSpan]:
        return [span for span in self.spans if attributes(span)["gen_ai.operation.name"] == operation]

    def points(self, metric: str) -> list[Any]:
        data = self._reader.get_metrics_data()
        return [
            point
            for resource in (data.resource_metrics if data else ())
            for scope in resource.scope_metrics
            for one in scope.metrics
            if one.name == metric
            for point in one.data.data_points
        ]


def attributes(span: ReadableSpan) -> Mapping[str, Any]:
    return span.attributes or {}


@pytest.fixture(scope="module")
def configured() -> Iterator[Exported]:
    """OpenTelemetry as a program sets it up, once for the process.

    The readers stop when these tests are over.
    """
    exporter, reader = InMemorySpanExporter(), InMemoryMetricReader()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    metrics.set_meter_provider(MeterProvider([reader], shutdown_on_exit=False))
    yield Exported(exporter, reader)
    exporter.shutdown()
    reader.shutdown()


@pytest.fixture
def exported(configured: Exported) -> Exported:
    configured.clear()
    return configured


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.when(is_extraction, NO_NEWS)
        yield running


def opened(server: ModelServer, **options: Any) -> Memary:
    given = {"base_url": server.base_url, "model": "scripted", "api_key": "test", "max_retries": 0, "worker": False}
    return Memary.open("sqlite:///:memory:", **(given | options))


def capital(country: str) -> str:
    """Find the capital of a country."""
    return f"the capital of {country} is {SECRET} town"


def ask(memory: Memary, server: ModelServer) -> None:
    server.script(call("capital", country=SECRET), answer(f"It is {SECRET} town."))
    agent = ChatAgent(memory, user_id="ada", session_id="s1", tools=(capital,))
    agent.chat(f"What is the capital of {SECRET}?")


def test_a_turn_is_one_trace_with_every_model_call_tool_and_recall_in_it(
    server: ModelServer, exported: Exported
) -> None:
    with opened(server, embedding="openai:vectors") as memory:
        ask(memory, server)
    turn = exported.named("invoke_agent memary")
    inner = {span.name for span in exported.spans if span.parent and span.parent.span_id == turn.context.span_id}
    assert {"search_memory", "chat scripted", "execute_tool capital", "embeddings vectors"} <= inner
    below = [span for span in exported.spans if span is not turn and span.context.trace_id == turn.context.trace_id]
    assert len([span for span in below if span.name == "chat scripted"]) == 2


def test_a_turn_says_whose_it_is_and_what_it_took(server: ModelServer, exported: Exported) -> None:
    with opened(server) as memory:
        ask(memory, server)
        spent = memory.usage(user_id="ada").roles["chat"]
    turn = exported.named("invoke_agent memary")
    assert turn.kind is SpanKind.INTERNAL
    assert attributes(turn) == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "memary",
        "gen_ai.conversation.id": "s1",
        "gen_ai.request.model": "scripted",
        "gen_ai.usage.input_tokens": spent.prompt_tokens,
        "gen_ai.usage.output_tokens": spent.completion_tokens,
        "memary.answer.is_partial": False,
        "memary.answer.origin": "tool",
        "user.id": "ada",
    }


def test_a_model_call_says_which_model_where_in_which_role_and_how_many_tokens(
    server: ModelServer, exported: Exported
) -> None:
    with opened(server) as memory:
        ask(memory, server)
    first = exported.of("chat")[0]
    asked = next(request for request in server.requests if request.path.endswith("/chat/completions"))
    assert first.kind is SpanKind.CLIENT
    assert attributes(first) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "scripted",
        "gen_ai.output.type": "text",
        "gen_ai.usage.input_tokens": asked.usage["prompt_tokens"],
        "gen_ai.usage.output_tokens": asked.usage["completion_tokens"],
        "memary.role": "chat",
        "server.address": "127.0.0.1",
        "server.port": int(server.base_url.rsplit(":", 1)[1].split("/")[0]),
        "user.id": "ada",
    }


def test_reading_messages_is_a_trace_of_its_own_with_the_extraction_in_it(
    server: ModelServer, exported: Exported
) -> None:
    with opened(server) as memory:
        memory.add("I moved to Berlin.", user_id="ada", session_id="s1")
        exported.clear()
        memory.flush()
    read = exported.named("update_memory")
    assert read.parent is None
    assert attributes(read)["user.id"] == "ada"
    assert attributes(read)["memary.messages"] == 1
    extraction = exported.named("chat scripted")
    assert extraction.parent is not None
    assert extraction.parent.span_id == read.context.span_id
    assert attributes(extraction)["memary.role"] == "extraction"
    assert attributes(extraction)["gen_ai.output.type"] == "json"


def test_recall_counts_what_it_found(server: ModelServer, exported: Exported) -> None:
    with opened(server) as memory:
        memory.add("I moved to Berlin.", user_id="ada", infer=False)
        found = memory.search("Where do I live? In Berlin?", user_id="ada")
    recall = exported.named("search_memory")
    assert attributes(recall)["memary.hits"] == len(found) == 1


def test_a_trace_of_the_caller_goes_on_inside(server: ModelServer, exported: Exported) -> None:
    with opened(server) as memory, trace.get_tracer("theirs").start_as_current_span("request") as theirs:
        memory.search("Berlin", user_id="ada")
    recall = exported.named("search_memory")
    assert recall.parent is not None
    assert recall.parent.span_id == theirs.get_span_context().span_id


def test_what_fails_is_told_by_its_kind(server: ModelServer, exported: Exported) -> None:
    server.script(Fault.status(503))
    with opened(server, model="failing") as memory, pytest.raises(ModelUnavailableError):
        ChatAgent(memory, user_id="ada").chat("Hello?")
    for span in (exported.named("chat failing"), exported.named("invoke_agent memary")):
        assert attributes(span)["error.type"] == "ModelUnavailableError"
        assert span.status.status_code is StatusCode.ERROR
        assert not span.status.description
        assert not span.events
    durations = exported.points("gen_ai.client.operation.duration")
    [failed] = [point for point in durations if point.attributes["gen_ai.request.model"] == "failing"]
    assert failed.attributes["error.type"] == "ModelUnavailableError"


def test_a_tool_that_fails_is_told_as_well(server: ModelServer, exported: Exported) -> None:
    def broken() -> str:
        """Fail."""
        raise ValueError(SECRET)

    server.script(call("broken"), answer("It does not work."))
    with opened(server) as memory:
        ChatAgent(memory, user_id="ada", tools=(broken,)).chat("Try.")
    assert attributes(exported.named("execute_tool broken"))["error.type"] == "ToolError"


def test_an_answer_that_nobody_waits_for_is_no_error(server: ModelServer, exported: Exported) -> None:
    server.script(answer("One two three four five six seven."))
    with opened(server) as memory:
        for event in ChatAgent(memory, user_id="ada").stream("Count."):
            if event.kind == "text":
                break
    turn = exported.named("invoke_agent memary")
    assert attributes(turn)["error.type"] == "cancelled"
    assert turn.status.status_code is StatusCode.UNSET


def test_no_text_of_anybody_is_in_a_span(server: ModelServer, exported: Exported) -> None:
    with opened(server) as memory:
        memory.add(f"I live in {SECRET}.", user_id="ada", session_id="s1")
        ask(memory, server)
        memory.flush()
    told = [span.to_json() for span in exported.spans]
    assert {span.name for span in exported.spans} > {"invoke_agent memary", "update_memory", "search_memory"}
    assert not [text for text in told if SECRET in text]


def test_texts_are_in_spans_when_the_setting_asks_for_them(server: ModelServer, exported: Exported) -> None:
    with opened(server, trace_content=True) as memory:
        memory.add(f"I live in {SECRET}.", user_id="ada", infer=False)
        ask(memory, server)
    turn, tool = attributes(exported.named("invoke_agent memary")), attributes(exported.named("execute_tool capital"))
    asked = [{"role": "user", "parts": [{"type": "text", "content": f"What is the capital of {SECRET}?"}]}]
    assert json.loads(turn["gen_ai.input.messages"]) == asked
    assert json.loads(turn["gen_ai.output.messages"])[0]["parts"][0]["content"] == f"It is {SECRET} town."
    assert json.loads(tool["gen_ai.tool.call.arguments"]) == {"country": SECRET}
    assert tool["gen_ai.tool.call.result"] == capital(SECRET)
    chat = attributes(exported.of("chat")[-1])
    assert json.loads(chat["gen_ai.input.messages"])[0]["role"] == "system"
    assert f"It is {SECRET} town." in json.loads(chat["gen_ai.output.messages"])[0]["parts"][0]["content"]
    recall = attributes(exported.named("search_memory"))
    assert SECRET in recall["gen_ai.memory.query.text"]
    assert [record["content"] for record in json.loads(recall["gen_ai.memory.records"])] == [f"I live in {SECRET}."]


def test_tokens_and_durations_are_measured_by_model_and_role(server: ModelServer, exported: Exported) -> None:
    with opened(server, model="measured") as memory:
        server.script(answer("Hello."))
        ChatAgent(memory, user_id="ada").chat("Hello?")
        spent = memory.usage(user_id="ada").roles["chat"]
    counted = {
        point.attributes["gen_ai.token.type"]: point.sum
        for point in exported.points("gen_ai.client.token.usage")
        if point.attributes["gen_ai.request.model"] == "measured"
    }
    assert counted == {"input": spent.prompt_tokens, "output": spent.completion_tokens}
    [taken] = [
        point
        for point in exported.points("gen_ai.client.operation.duration")
        if point.attributes["gen_ai.request.model"] == "measured"
    ]
    assert taken.count == 1
    assert taken.attributes["memary.role"] == "chat"
    assert taken.attributes["gen_ai.operation.name"] == "chat"
    assert "user.id" not in taken.attributes  # as many series as users would not be borne


def test_a_reranker_is_told_too(server: ModelServer, exported: Exported) -> None:
    with opened(server, rerank_url=f"{server.base_url}/rerank", rerank_model="best") as memory:
        memory.add(["Berlin is cold.", "I live in Berlin."], user_id="ada", infer=False)
        memory.search("Berlin", user_id="ada")
    assert attributes(exported.named("rerank best"))["gen_ai.usage.input_tokens"] > 0


def test_without_opentelemetry_in_the_program_nothing_of_it_is_loaded() -> None:
    code = (
        "import sys; from memary import ChatAgent, Memary\n"
        "with Memary.open('sqlite:///:memory:') as memory:\n"
        "    print(ChatAgent(memory, user_id='ada').chat('Hello?').text)\n"
        "print(sorted(name for name in sys.modules if name.startswith('opentelemetry')))"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_example_of_the_docs_prints_what_it_says(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "operation" / "observability.md").read_text(encoding="utf-8")
    code, printed = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)[0] for kind in ("python", "text"))
    environment = {"MEMARY_HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == printed
