"""Embed texts without a model: words, word pairs and letter groups are hashed into a vector.

This is known as "the hashing trick". Signed feature hashing after Weinberger et al. (2009), with character n-grams as
in fastText. It knows no meaning: texts are near when they share words, stems, spellings or Chinese characters. The
same text gives the same vector on every machine (with the same stemmer and Chinese dictionary), so stored vectors
stay valid; whoever changes a weight here changes the name in `spec` as well.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt

import numpy as np
from anyio.lowlevel import checkpoint
from numpy.typing import NDArray

from memary.languages.scripts import FIRST_WIDE
from memary.languages.terms import terms
from memary.types import HASH_VECTORS, Embedding, EmbeddingSpec

_PAIR_WEIGHT = 0.1  # enough to tell "Ann met Bob" from "Bob met Ann"; more of it costs recall
_LETTERS_WEIGHT = 0.7  # of all letter groups of a word together, against the word itself


def _hashes(features: Iterable[str]) -> NDArray[np.uint32]:
    return np.array([zlib.crc32(feature.encode()) for feature in features], dtype=np.uint32)


@lru_cache(maxsize=20_000)
def _word_features(word: str) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """Return hashes and weights of a word and its parts: 3- and 4-grams, or Chinese characters."""
    if word.isdecimal():
        groups: list[str] = []
    elif word >= FIRST_WIDE:
        groups = list(word)
    else:
        padded = f"<{word}>"
        groups = [padded[i : i + size] for size in (3, 4) for i in range(len(padded) - size + 1)]
    weights = np.full(1 + len(groups), _LETTERS_WEIGHT / max(len(groups), 1) ** 0.5, dtype=np.float32)
    weights[0] = 1.0
    return _hashes((word, *(f"#{group}" for group in groups))), weights


async def in_turns(texts: Sequence[str]) -> AsyncGenerator[str]:
    """Yield texts, and let others have their turn in between: the parts of a long one take long together."""
    for place, text in enumerate(texts):
        if place:
            await checkpoint()
        yield text


class HashEmbedder:
    """Embeds texts by hashing their features; made for memory without any model.

    Args:
        dimensions: length of the vectors; fewer mean more chance likeness. Twice as many bring no more of LoCoMo's
            evidence into a recall, also among 20,000 other messages.
    """

    def __init__(self, *, dimensions: int = 256) -> None:
        self._spec = EmbeddingSpec(HASH_VECTORS, dimensions)

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension."""
        return self._spec

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Do nothing: name and dimension are known."""

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        A text without a word gets a fixed vector of its own.
        """
        return [self._vector(text).astype("<f4").tobytes() async for text in in_turns(texts)]

    async def aclose(self) -> None:
        """Do nothing: there is nothing to release."""

    def _vector(self, text: str) -> NDArray[np.float64]:
        words = terms(text)
        hashes: list[NDArray[np.uint32]] = []
        weights: list[NDArray[np.float32]] = []
        for word, count in Counter(words).items():
            word_hashes, word_weights = _word_features(word)
            hashes.append(word_hashes)
            weights.append(word_weights * (1.0 + np.log(count)) if count > 1 else word_weights)
        pairs = {f"{first} {second}" for first, second in pairwise(words)}
        hashes.append(_hashes(sorted(pairs)))
        weights.append(np.full(len(pairs), _PAIR_WEIGHT, dtype=np.float32))
        return self._sum(np.concatenate(hashes), np.concatenate(weights))

    def _sum(self, hashes: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        signs = 1.0 - 2.0 * (hashes >> 31)  # the top bit; the place comes from the others
        places = (hashes & 0x7FFFFFFF) % self._spec.dimensions
        vector = np.bincount(places, weights=weights * signs, minlength=self._spec.dimensions)
        length = sqrt(vector @ vector)
        if length < 1e-9:  # no words, or words that cancel each other out
            vector[:] = 0.0
            vector[0], length = 1.0, 1.0
        return vector / length
