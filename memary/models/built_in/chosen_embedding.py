"""Choose between the embeddings that are built in: a store keeps its own, a new one gets the best that is there."""

from __future__ import annotations

from collections.abc import Sequence

from memary.models.base import Embedder
from memary.models.built_in.hash_embedding import HashEmbedder
from memary.models.built_in.sentence_embedding import SentenceEmbedder, are_sentences_installed
from memary.models.built_in.word_embedding import WordEmbedder, are_words_installed
from memary.types import HASH_VECTORS, WORD_VECTORS, Embedding, EmbeddingSpec


class BuiltInEmbedder:
    """Embeds as the vectors of the store were made; in a new one by sentences, else by words, as they are installed.

    Args:
        dimensions: how long vectors are to be, which only `HashEmbedder` lets one choose: it is taken then.
    """

    def __init__(self, *, dimensions: int | None = None) -> None:
        self._dimensions = dimensions
        self._chosen: Embedder | None = None

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the method's name and dimension; the store is known after `prepare`."""
        return self._inner.spec

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Choose.

        Raises:
            MissingExtraError: the store has vectors of words or sentences, and these are not installed.
        """
        if stored is not None and self._dimensions is None:
            if stored.is_of_sentences:
                self._chosen = SentenceEmbedder()
            elif stored.name == WORD_VECTORS:
                self._chosen = WordEmbedder()
            elif stored.name == HASH_VECTORS:
                self._chosen = HashEmbedder(dimensions=stored.dimensions)
        await self._inner.prepare(stored)

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order."""
        return await self._inner.embed(texts)

    async def aclose(self) -> None:
        """Release what was chosen."""
        if self._chosen is not None:
            await self._chosen.aclose()

    @property
    def _inner(self) -> Embedder:
        if self._chosen is None:
            if self._dimensions is not None:
                self._chosen = HashEmbedder(dimensions=self._dimensions)
            elif are_sentences_installed():
                self._chosen = SentenceEmbedder()
            else:
                self._chosen = WordEmbedder() if are_words_installed() else HashEmbedder()
        return self._chosen
