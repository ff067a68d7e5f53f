"""The rerank client against a server that answers, refuses and leaves out documents on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.model_server import Fault, ModelServer

from memary.errors import ModelAccessError, ModelError, ModelOutputError, ModelRejectedError, ModelUnavailableError
from memary.models.calls import collect_usage
from memary.models.openai.rerank import HttpReranker

KEY = "sk-very-secret-key"
DOCUMENTS = ["The weather is fine.", "Ada lives in Berlin.", "Ada likes tea."]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(api_key=KEY) as server:
        yield server


def rerank(server: ModelServer, documents: Sequence[str] = DOCUMENTS, *, timeout: float = 10.0) -> list[float]:
    async def run() -> list[float]:
        reranker = HttpReranker(f"{server.base_url}/rerank", "best", KEY, timeout)
        try:
            return await reranker.rerank("Where does Ada live: in Berlin?", documents)
        finally:
            await reranker.aclose()

    return asyncio.run(run())


def test_every_document_gets_its_relevance_in_the_order_given(server: ModelServer) -> None:
    weather, berlin, tea = rerank(server)
    assert berlin > tea > weather


def test_no_documents_need_no_call(server: ModelServer) -> None:
    assert rerank(server, []) == []
    assert server.rerank_calls == 0


def test_one_call_is_counted(server: ModelServer) -> None:
    with collect_usage() as usage:
        rerank(server)
    assert usage.count("rerank") == 1
    assert usage.prompt_tokens == server.requests[-1].usage["prompt_tokens"]


@pytest.mark.parametrize(
    ("fault", "expected", "words"),
    [
        (Fault.status(500), ModelUnavailableError, "answered 500"),
        (Fault.rate_limit(retry_after=120), ModelUnavailableError, "answered 429"),
        (Fault.reset(), ModelUnavailableError, "cannot be reached"),
        (Fault.html(), ModelUnavailableError, "Check that MEMARY_RERANK_URL is right"),
        (Fault.malformed_body(), ModelUnavailableError, "something other than the JSON"),
        (Fault.status(401, message=KEY), ModelAccessError, "set MEMARY_RERANK_API_KEY"),
        (Fault.status(404, message="no model"), ModelAccessError, "MEMARY_RERANK_MODEL"),
        (Fault.status(400, message=f"wrong {KEY}"), ModelRejectedError, r"wrong \*\*\*"),
        (Fault.empty_choices(), ModelOutputError, "ranked 0 of 3 documents"),
    ],
)
def test_a_fault_becomes_an_error_that_names_its_remedy(
    server: ModelServer, fault: Any, expected: type[ModelError], words: str
) -> None:
    server.script_rerank(fault)
    with pytest.raises(expected, match=words) as caught:
        rerank(server)
    assert KEY not in str(caught.value)


def test_the_deadline_holds(server: ModelServer) -> None:
    server.script_rerank(Fault.stall())
    with pytest.raises(ModelUnavailableError, match="did not answer"):
        rerank(server, timeout=0.2)


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(HttpReranker("https://api.jina.ai/v1/rerank", "best", KEY))
