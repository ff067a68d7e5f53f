"""Check that vectors fit a store: vectors of two models cannot be compared."""

from __future__ import annotations

from collections.abc import Iterable

from memary.errors import EmbeddingMismatchError
from memary.types import Embedding, EmbeddingSpec

_BYTES_PER_NUMBER = 4
_HOW = (
    "go back to the model of the store (MEMARY_EMBEDDING, MEMARY_EMBEDDING_DIMENSIONS), or embed all texts "
    "again, with the settings of now:  memary reindex"
)


def check_embedding(stored: EmbeddingSpec, configured: EmbeddingSpec) -> None:
    """Raise `EmbeddingMismatchError` unless the stored vectors come from the configured model."""
    if stored != configured:
        raise EmbeddingMismatchError(
            f"The stored vectors come from {_told(stored)}, but {_told(configured)} is configured: {_HOW}"
        )


def check_vectors(stored: EmbeddingSpec, vectors: Iterable[Embedding]) -> None:
    """Raise `EmbeddingMismatchError` if a vector has not the length of the stored ones."""
    for vector in vectors:
        if len(vector) != _BYTES_PER_NUMBER * stored.dimensions:
            raise EmbeddingMismatchError(
                f"A vector of {len(vector) // _BYTES_PER_NUMBER} dimensions does not fit the stored ones, which come "
                f"from {_told(stored)}: {_HOW}"
            )


def _told(spec: EmbeddingSpec) -> str:
    return f"{spec.name} ({spec.dimensions} dimensions)"
