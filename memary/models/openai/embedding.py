"""Call an embedding model on any OpenAI-compatible server."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, SecretStr

from memary.errors import ModelRejectedError
from memary.languages.tokens import truncate_tokens
from memary.models.calls import ModelCall, record_usage
from memary.models.openai.client import OPENAI_URL, OpenAIConnection
from memary.models.openai.endpoint import Endpoint, sendable
from memary.models.vectors import unit_vectors
from memary.text import count_tokens
from memary.types import Embedding, EmbeddingSpec

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_PROBE = "memary"
_MOST_TOKENS = 6_000  # OpenAI refuses texts of over 8191; its older vocabulary counts up to a third more than we do


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _EmbeddingUsage(BaseModel):
    prompt_tokens: int | None = None


class _EmbeddingReply(BaseModel):
    data: list[_Row] | None = None
    usage: _EmbeddingUsage | None = None


class OpenAIEmbedder:
    """An `Embedder` over the embeddings of one server and model; its spec is named `openai:<model>`.

    With `dimensions`, the server is asked for vectors of that many numbers; otherwise `prepare` finds out how many it
    gives. Texts are sent `batch` at a time, fewer when the server says that it takes fewer; very long
    ones are cut. `timeout` (seconds) bounds each of these calls with its retries.
    """

    provider = "openai"

    def __init__(
        self,
        *,
        model: str,
        base_url: str | None = None,
        api_key: SecretStr | str | None = None,
        dimensions: int | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        batch: int = 128,
    ) -> None:
        key = SecretStr(api_key) if isinstance(api_key, str) else api_key
        self._endpoint = Endpoint(role="embedding", model=model, url=base_url or OPENAI_URL, api_key=key)
        self._connection = OpenAIConnection(self._endpoint, timeout=timeout, max_retries=max_retries)
        self._name = f"openai:{model}"
        self._asked = {} if dimensions is None else {"dimensions": dimensions}
        self._dimensions = dimensions
        self._batch = batch

    def __repr__(self) -> str:
        return f"{type(self).__name__}(model={self._endpoint.model!r}, at={self._endpoint.address!r})"

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension.

        Raises:
            RuntimeError: the dimension is not known yet.
        """
        if self._dimensions is None:
            raise RuntimeError("The dimension is not known yet: await prepare() before reading spec.")
        return EmbeddingSpec(name=self._name, dimensions=self._dimensions)

    @property
    def address(self) -> str:
        """Return the address without secrets."""
        return self._endpoint.address

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Find out the dimension by one call, unless it was given or `stored` has it.

        Raises like `embed`.
        """
        if self._dimensions is None and stored is not None and stored.name == self._name:
            self._dimensions = stored.dimensions
        if self._dimensions is None:
            await self.embed([_PROBE])

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        Raises:
            ModelUnavailableError: no answer in time, or none that can be read.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: vectors are missing, hold no direction, or have another dimension than they should.
        """
        vectors: list[Embedding] = []
        while len(vectors) < len(texts):
            some = texts[len(vectors) : len(vectors) + self._batch]
            try:
                vectors += await self._embed(some)
            except ModelRejectedError as error:
                if len(some) == 1 or "batch" not in str(error).lower():
                    raise
                self._batch = len(some) // 2
        return vectors

    async def aclose(self) -> None:
        """Release connections."""
        await self._connection.aclose()

    async def _embed(self, texts: Sequence[str]) -> list[Embedding]:
        started = perf_counter()
        arguments = {
            "model": self._endpoint.model,
            "input": [_input(text) for text in texts],
            "encoding_format": "float",
            **self._asked,
        }
        body = await self._connection.request(_send, arguments)
        with self._connection.errors():
            answer = _EmbeddingReply.model_validate_json(body)
        self._record(texts, answer.usage, started)
        rows = sorted(answer.data or [], key=lambda row: row.index)
        if [row.index for row in rows] != list(range(len(texts))):
            raise self._endpoint.unusable(f"gave {len(rows)} vectors for {len(texts)} texts")
        return self._checked([row.embedding for row in rows])

    def _checked(self, rows: list[list[float]]) -> list[Embedding]:
        expected = self._dimensions or len(rows[0])
        if wrong := next((len(row) for row in rows if len(row) != expected), None):
            raise self._endpoint.unusable(
                f"gave vectors of {wrong} numbers instead of {expected}: set MEMARY_EMBEDDING_DIMENSIONS to {wrong}"
            )
        try:
            vectors = unit_vectors(rows)
        except ValueError as error:
            raise self._endpoint.unusable(f"gave {error}") from error
        self._dimensions = expected
        return vectors

    def _record(self, texts: Sequence[str], usage: _EmbeddingUsage | None, started: float) -> None:
        reported = usage.prompt_tokens if usage else None
        record_usage(
            ModelCall(
                role="embedding",
                model=self._endpoint.model,
                prompt_tokens=sum(map(count_tokens, texts)) if reported is None else reported,
                completion_tokens=0,
                seconds=perf_counter() - started,
            )
        )


def _input(text: str) -> str:
    return sendable(truncate_tokens(text, _MOST_TOKENS)) or " "  # an empty text is refused


async def _send(client: AsyncOpenAI, arguments: dict[str, Any]) -> bytes:
    response: Any = await client.embeddings.with_raw_response.create(**arguments)
    return response.content
