"""Embed texts by what their words mean, with vectors that come with the package wordllama: no model, no download.

A text's vector is the sum of those of its word pieces, as the package itself makes it, but for capitals, which make
no difference, and for pieces that come very often. They were taken from the first layer of a large language model and
trained on pairs of texts that mean alike (WordLlama, Miller 2024; Matryoshka learning after Kusupati et al. 2022):
"car" is near "vehicle". They are good for English. Texts that are not in Latin letters are embedded as `HashEmbedder`
does; how near they are to texts in Latin letters says nothing.

Only the package's two files are read. Its import takes as long as that of memary and sets up the logging of the whole
program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from memary.errors import MissingExtraError
from memary.languages.detection import is_latin
from memary.models.built_in.hash_embedding import HashEmbedder, in_turns
from memary.models.built_in.packaged_files import WITHOUT, packaged_files
from memary.models.in_thread import in_thread
from memary.types import WORD_VECTORS, Embedding, EmbeddingSpec

_DIMENSIONS = 256
_WEIGHTS = f"weights/l2_supercat_{_DIMENSIONS}.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_MOST_TIMES = 5
"""How often a piece of a text counts: more of it comes of what is repeated, as lines of a log are."""

_LONG = 20_000
"""How many characters are cut into pieces in a thread: these take some ten milliseconds."""


class WordEmbedder:
    """Embeds texts by the vectors of their words; these are loaded with the first text."""

    def __init__(self) -> None:
        self._spelling = HashEmbedder(dimensions=_DIMENSIONS)

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the method's name and dimension."""
        return EmbeddingSpec(WORD_VECTORS, _DIMENSIONS)

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Look whether the vectors are there.

        Raises:
            MissingExtraError: wordllama is not installed.
            ConfigurationError: it has other files than these.
        """
        _files()

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        A text without a word gets a fixed vector of its own.
        """
        return [await self._embedded(text) async for text in in_turns(texts)]

    async def aclose(self) -> None:
        """Do nothing: other memories of the process may use the vectors."""

    async def _embedded(self, text: str) -> Embedding:
        if is_latin(text):
            if _words.cache_info().currsize and len(text) <= _LONG:
                return _as_kept(word_vector(text))
            return _as_kept(await in_thread(partial(word_vector, text)))
        [vector] = await self._spelling.embed([text])
        return vector


def are_words_installed() -> bool:
    """Return whether the vectors of words can be had."""
    return all(find_spec(package) for package in ("wordllama", "tokenizers", "safetensors"))


def word_vector(text: str) -> NDArray[np.float64]:
    """Return the unit vector of a text; the first call loads those of words."""
    return _words().vector(text)


def _as_kept(vector: NDArray[np.float64]) -> Embedding:
    return vector.astype("<f4").tobytes()


@dataclass(frozen=True, slots=True)
class _Words:
    """Word pieces with their vectors."""

    pieces: Any  # tokenizers.Tokenizer, which has no types
    vectors: NDArray[np.float16]

    @classmethod
    def load(cls) -> Self:
        from safetensors import numpy as safetensors  # noqa: PLC0415 - an extra
        from tokenizers import Tokenizer  # noqa: PLC0415 - an extra

        weights, tokenizer = _files()
        reader: Any = safetensors  # its types are half known
        pieces: Any = Tokenizer.from_file(str(tokenizer))
        return cls(pieces, reader.load_file(weights)["embedding.weight"])

    def vector(self, text: str) -> NDArray[np.float64]:
        """Return the unit vector of a text."""
        # half a pair of surrogates is no text to Rust
        whole = text.lower().encode("utf-8", "replace").decode("utf-8")
        ids, counts = np.unique(self.pieces.encode(whole, add_special_tokens=False).ids, return_counts=True)
        total = np.minimum(counts, _MOST_TIMES) @ self.vectors[ids.astype(np.intp)].astype(np.float64)
        length = np.sqrt(total @ total)
        if not length:
            total[0] = length = 1.0
        return total / length


@cache
def _words() -> _Words:
    """Return what is loaded once for all memories of the process."""
    return _Words.load()


def _files() -> list[Path]:
    """Return the files of the vectors and of the word pieces."""
    if not are_words_installed():
        raise MissingExtraError("The embedding 'words'", "words", WITHOUT)
    return packaged_files("wordllama", _WEIGHTS, _TOKENIZER, extra="words")
