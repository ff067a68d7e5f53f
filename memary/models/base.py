"""Define what memary asks of a model.

Anything with these methods will do; `memary.models.factory` makes them from settings.

A model raises `ModelUnavailableError` for what may pass (time-out, rate limit, outage), `ModelRejectedError` for what
will not (wrong key, unknown model) and `ModelOutputError` for an answer that cannot be used. Each call is reported to
`memary.models.calls` with its tokens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from memary.types import Embedding, EmbeddingSpec, Role


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One message of a prompt.

    `images` are data URLs (`data:image/png;base64,…`).
    """

    role: Role
    content: str
    images: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered, and what it cost in tokens."""

    text: str
    prompt_tokens: int
    completion_tokens: int


class ChatModel(Protocol):
    """A language model that answers a list of turns."""

    @property
    def name(self) -> str:
        """Return the model's name, for people and the usage ledger."""
        ...

    @property
    def context_window(self) -> int:
        """Return the context window: the most tokens of prompt and answer together."""
        ...

    @property
    def is_offline(self) -> bool:
        """Return whether this is the built-in stand-in that quotes memory instead of a language model."""
        ...

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole; with `schema`, ask for JSON of that shape (the text is returned unparsed)."""
        ...

    def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        A stream that breaks off raises; it never ends as if it were whole.
        """
        ...

    async def aclose(self) -> None:
        """Release connections."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of length one."""

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension, as a store keeps them."""
        ...

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Find out what is not known yet (a remote model's dimension).

        Called once, before `spec` is read.

        `stored` is what the vectors of the store come from; if that is this very model, its dimension is taken over
        and nobody is asked.
        """
        ...

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order."""
        ...

    async def aclose(self) -> None:
        """Release connections and models."""
        ...


class Reranker(Protocol):
    """Orders documents by how well they answer a query."""

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """Return one relevance per document, in the order given; higher is better."""
        ...

    async def aclose(self) -> None:
        """Release connections."""
        ...
