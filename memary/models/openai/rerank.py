"""Call a reranker on a server that speaks the protocol of Jina, Cohere and vLLM."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import httpx
from pydantic import BaseModel, Field, SecretStr, ValidationError

from memary.models.calls import ModelCall, record_usage
from memary.models.openai.endpoint import Endpoint, sendable, server_detail
from memary.models.replies.refusal_body import cut_refusal
from memary.text import count_tokens


class _Result(BaseModel):
    index: int
    relevance: float = Field(alias="relevance_score", allow_inf_nan=False)


class _RerankUsage(BaseModel):
    prompt_tokens: int | None = None
    total_tokens: int | None = None


class _RerankReply(BaseModel):
    results: list[_Result]
    usage: _RerankUsage = _RerankUsage()


class HttpReranker:
    """A `Reranker` that posts query and documents to an address.

    `url` is the whole address (such as `https://api.jina.ai/v1/rerank`). `timeout` (seconds) bounds a whole call.
    Nothing is tried twice: whoever ranks can do without.
    """

    def __init__(
        self, url: str, model: str | None = None, api_key: SecretStr | str | None = None, timeout: float = 60.0
    ) -> None:
        key = SecretStr(api_key) if isinstance(api_key, str) else api_key
        self._model = model
        self._endpoint = Endpoint(role="rerank", model=model or "reranker", url=url, api_key=key)
        self._timeout = timeout
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(model={self._endpoint.model!r}, at={self._endpoint.address!r})"

    @property
    def name(self) -> str:
        """Return the model's name, as far as the server was told one."""
        return self._endpoint.model

    @property
    def address(self) -> str:
        """Return the address without secrets."""
        return self._endpoint.address

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """Return one relevance per document, in the order given; higher is better.

        Raises:
            ModelUnavailableError: no answer in time, or none that can be read.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: a document got no relevance.
        """
        if not documents:
            return []
        started = perf_counter()
        answer = await self._ask(query, documents)
        counted = answer.usage.prompt_tokens or answer.usage.total_tokens
        tokens = sum(map(count_tokens, [query, *documents])) if counted is None else counted
        record_usage(ModelCall("rerank", self._endpoint.model, tokens, 0, perf_counter() - started))
        relevance = {result.index: result.relevance for result in answer.results}
        if relevance.keys() != set(range(len(documents))):
            raise self._endpoint.unusable(f"ranked {len(relevance)} of {len(documents)} documents")
        return [relevance[index] for index in range(len(documents))]

    async def aclose(self) -> None:
        """Release connections."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.aclose()

    async def _ask(self, query: str, documents: Sequence[str]) -> _RerankReply:
        texts = [sendable(document) for document in documents]
        body: dict[str, Any] = {"query": sendable(query), "documents": texts, "top_n": len(texts)}
        if self._model:
            body["model"] = self._model
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._open().post(self._endpoint.url, json=body)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise self._endpoint.silent(self._timeout) from error
        except httpx.HTTPError as error:
            raise self._endpoint.unreachable(str(error) or type(error).__name__) from error
        if not response.is_success:
            raise self._endpoint.refused(response.status_code, server_detail(response.text))
        try:
            return _RerankReply.model_validate_json(response.content)
        except ValidationError as error:
            raise self._endpoint.unreadable() from error

    def _open(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            headers = {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}
            hooks = {"response": [cut_refusal]}
            self._client = httpx.AsyncClient(headers=headers, timeout=self._timeout, event_hooks=hooks)
            self._loop = loop
        return self._client
