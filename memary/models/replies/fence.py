"""Fence in a caller's own models: what they raise comes out as an error of memary, and their calls are recorded.

Their own code knows its errors, memary does not. What looks like a broken connection, a limit or an outage may pass,
so the same call is tried again without end; anything else counts as an attempt on what the model was given. A call
that an object does not report itself is recorded here, with the tokens that it tells, else those that memary counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from contextlib import AbstractContextManager, aclosing, contextmanager
from time import perf_counter
from typing import Any, cast

import numpy as np
from pydantic import BaseModel, SecretStr

from memary.errors import (
    MemaryError,
    ModelAccessError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelUnavailableError,
)
from memary.event_loop import is_cancelled
from memary.models.base import ChatModel, ChatTurn, Completion, Embedder, Reranker
from memary.models.calls import ModelCall, Usage, collect_usage, collected_pieces, record_usage
from memary.models.chat_call import ChatCall
from memary.models.openai.endpoint import quotable
from memary.text import count_tokens
from memary.types import Embedding, EmbeddingSpec

_log = logging.getLogger("memary")

_NO_ACCESS = frozenset({401, 402, 403, 404, 405})
_REJECTED = frozenset({400, 413, 422})
_PASSING = ("connect", "transport", "timeout", "ratelimit", "unavailable", "overload", "exhausted", "deadline")
"""What the classes of errors that may pass have in their names, in the clients of the model vendors."""


def meaning_of(error: Exception, model: object, called: str) -> ModelError:
    """Return what an error of a model's own code means.

    Args:
        error: what it raised.
        model: the object; the value of its `api_key` is left out of the sentence.
        called: what to call the model, as the beginning of a sentence.
    """
    key = getattr(model, "api_key", None)
    said = quotable(str(error), key.get_secret_value() if isinstance(key, SecretStr) else str(key or ""))
    sentence = f"{called} failed with {type(error).__name__}{': ' if said else ''}{said}."
    status = getattr(error, "status_code", None) or getattr(getattr(error, "response", None), "status_code", None)
    if status in _NO_ACCESS:
        return ModelAccessError(f"{sentence} Check the model and the key of the object.")
    if status in _REJECTED:
        return ModelRejectedError(sentence)
    names = " ".join(kind.__name__.lower() for kind in type(error).__mro__)
    if status is not None or isinstance(error, OSError) or any(word in names for word in _PASSING):
        return ModelUnavailableError(f"{sentence} Try again later.")
    return ModelError(sentence)


@contextmanager
def fence(model: object, called: str) -> Generator[None]:
    """Let errors of a caller's object out as memary's own; see `meaning_of`."""
    try:
        yield
    except MemaryError:
        raise
    except Exception as error:  # objects of a caller raise errors of any kind
        if is_cancelled():
            raise asyncio.CancelledError from error
        raise meaning_of(error, model, called) from error


class _Fenced:
    """Wraps an object of a caller's, so that its errors become ours and spans carry its name."""

    def __init__(self, model: Any, *, is_owned: bool = False) -> None:
        self._model = model
        self._is_owned = is_owned
        self.provider: str = getattr(model, "provider", type(model).__module__.partition(".")[0])
        self.address: str = getattr(model, "address", "")

    async def aclose(self) -> None:
        """Close an object that was made for this memory, if it can be; one that a caller gave stays open."""
        close: Callable[[], Any] | None = getattr(self._model, "aclose", None)
        if not self._is_owned or close is None:
            return
        try:
            with fence(self._model, f"Closing {type(self._model).__name__}"):
                await close()
        except MemaryError as error:
            _log.warning("closing: %s", error)


class FencedChat(_Fenced):
    """A `ChatModel` around a caller's own."""

    _model: ChatModel

    def __init__(self, model: Any, role: str = "chat") -> None:
        super().__init__(model)
        self._role = role

    @property
    def name(self) -> str:
        """Return the model's name."""
        return self._model.name

    @property
    def context_window(self) -> int:
        """Return the context window: the most tokens of prompt and answer together."""
        return self._model.context_window

    @property
    def is_offline(self) -> bool:
        """Return whether it is a stand-in."""
        return self._model.is_offline

    @property
    def _called(self) -> str:
        return f"The model {self.name!r}"

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole.

        Raises:
            ModelError: whatever the object raises, or no completion.
        """
        call = ChatCall(self._role, self.name, turns)
        with fence(self._model, self._called), collect_usage() as reported:
            answer = cast("object", await self._model.complete(turns, schema=schema, max_tokens=max_tokens))
        text = getattr(answer, "text", None)
        if not reported.calls and not self.is_offline:  # what cannot be used has its price too
            said = text if isinstance(text, str) else ""
            call.answered(said, _told(answer, "prompt_tokens"), _told(answer, "completion_tokens"))
        if not isinstance(text, str):
            raise ModelOutputError(
                f"{self._called} answered with a {type(answer).__name__}, which is not a Completion."
            )
        return cast("Completion", answer)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        Raises like `complete`; whether an answer is whole, only the object can know.
        """
        call = ChatCall(self._role, self.name, turns)
        reported, text = Usage(), ""
        try:
            with fence(self._model, self._called):
                answer = self._model.stream(turns, max_tokens=max_tokens)
                async with aclosing(collected_pieces(aiter(answer), reported)) as pieces:
                    async for piece in pieces:
                        text += piece
                        yield piece
        finally:
            if text and not reported.calls and not self.is_offline:  # also when nobody listens any more
                call.answered(text, None, None)


class FencedEmbedder(_Fenced):
    """An `Embedder` around a caller's own."""

    _model: Embedder

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension.

        Raises:
            ModelError: the object does not know them.
        """
        with self._fence():
            return self._model.spec

    def _fence(self) -> AbstractContextManager[None]:
        return fence(self._model, f"The embedding {type(self._model).__name__}")

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Find out what is not known yet.

        Raises:
            ModelError: whatever the object raises.
        """
        with self._fence():
            await self._model.prepare(stored)

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        Raises:
            ModelError: whatever the object raises, or vectors that no store could keep.
        """
        called, started = f"The embedding {self.spec.name!r}", perf_counter()
        with fence(self._model, called), collect_usage() as reported:
            vectors = await self._model.embed(texts)
        if not reported.calls:
            _record("embedding", self.spec.name, texts, started)
        if len(vectors) != len(texts):
            raise ModelOutputError(f"{called} gave {len(vectors)} vectors for {len(texts)} texts.")
        size = 4 * self.spec.dimensions
        if wrong := next((one for one in vectors if not _is_vector(one, size)), None):
            raise ModelOutputError(
                f"{called} gave {_odd(wrong)} for a vector: it takes {self.spec.dimensions} finite numbers as bytes, "
                "little-endian and of four bytes each."
            )
        return vectors


def _told(answer: object, name: str) -> int | None:
    tokens = getattr(answer, name, None)
    return tokens if isinstance(tokens, int) and tokens > 0 else None


def _record(role: str, name: str, texts: Sequence[str], started: float) -> None:
    record_usage(ModelCall(role, name, sum(map(count_tokens, texts)), 0, perf_counter() - started))


def _odd(given: object) -> str:
    return f"{len(given)} bytes" if isinstance(given, bytes) else f"a {type(given).__name__}"


def _is_vector(given: object, size: int) -> bool:
    return isinstance(given, bytes) and len(given) == size and bool(np.isfinite(np.frombuffer(given, "<f4")).all())


class FencedReranker(_Fenced):
    """A `Reranker` around a caller's own."""

    _model: Reranker

    @property
    def name(self) -> str:
        """Return the model's name."""
        return str(getattr(self._model, "name", type(self._model).__name__))

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """Return one relevance per document, in the order given.

        Raises:
            ModelError: whatever the object raises, or another number of them.
        """
        called, started = f"The reranker {self.name!r}", perf_counter()
        with fence(self._model, called), collect_usage() as reported:
            relevance = await self._model.rerank(query, documents)
        if not reported.calls:
            _record("rerank", self.name, [query, *documents], started)
        if len(relevance) != len(documents):
            raise ModelOutputError(f"{called} judged {len(relevance)} of {len(documents)} documents.")
        return relevance
