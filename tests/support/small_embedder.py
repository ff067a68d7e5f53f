"""An embedder for tests of the whole, with the vectors of the conformance suite: both may share one server."""

from __future__ import annotations

from collections.abc import Sequence

from memary.types import Embedding, EmbeddingSpec
from support.vectors import DIMENSIONS, vector_of


class SmallEmbedder:
    """Gives each text a fixed vector of its own; it knows no meaning."""

    spec = EmbeddingSpec("test", DIMENSIONS)

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Nothing to find out."""

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text."""
        return [vector_of(text) for text in texts]

    async def aclose(self) -> None:
        """Nothing to release."""
