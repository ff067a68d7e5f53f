"""Embed texts on this machine: with the ONNX model of a folder, or a model of fastembed by its name.

A folder works as sentence-transformers exports it: `model.onnx` (or `onnx/model.onnx`) beside `tokenizer.json`, and,
if there, `config.json`, `tokenizer_config.json` and `1_Pooling/config.json`, which say how long a text may be and how
token states become one vector. Work runs in a thread, so the event loop stays free.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import platformdirs
from numpy.typing import NDArray

from memary.errors import ConfigurationError, MissingExtraError, ModelOutputError, ModelUnavailableError
from memary.models.in_thread import MOST_THREADS, in_thread
from memary.types import Embedding, EmbeddingSpec

_BATCH = 32
_DEFAULT_MAX_TOKENS = 512

Vectors = NDArray[np.float32]


class LocalEmbedder:
    """Embeds texts with a model on this machine; loaded by `prepare`.

    Args:
        name: a folder, or the name of a model that fastembed knows and downloads once.
        cache_folder: where fastembed keeps its downloads; the platform's cache folder if not given.

    Raises:
        ConfigurationError: the folder lacks a file, or is not there.
    """

    def __init__(self, name: str, *, cache_folder: Path | None = None) -> None:
        self._name = name
        self._folder = _model_folder(name)
        self._cache_folder = cache_folder or Path(platformdirs.user_cache_dir("memary", appauthor=False))
        self._encode: Callable[[list[str]], Vectors] | None = None
        self._spec: EmbeddingSpec | None = None

    @property
    def spec(self) -> EmbeddingSpec:
        """Return the model's name and dimension; the name holds a digest of the model's files."""
        if self._spec is None:
            raise RuntimeError("The dimension of a local embedder is known after prepare(): await it first.")
        return self._spec

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """Load the model and find out its dimension.

        Raises:
            MissingExtraError: the packages for local embeddings are not installed.
            ConfigurationError: the files are no model that can be run, or fastembed does not know the name.
            ModelUnavailableError: fastembed could not download the model.
        """
        if self._spec is None:
            self._encode, self._spec = await in_thread(self._load)

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one unit vector per text, in order.

        A text longer than the model reads counts by its beginning.
        """
        if not texts:
            return []
        await self.prepare()
        return await in_thread(partial(self._embed, list(texts)))

    async def aclose(self) -> None:
        """Let go of the model."""
        self._encode = self._spec = None

    def _load(self) -> tuple[Callable[[list[str]], Vectors], EmbeddingSpec]:
        if self._folder:
            encode: Callable[[list[str]], Vectors] = _OnnxModel.load(self._folder).encode
            name = f"local:{self._folder.name}@{_digest(_onnx_file(self._folder))}"
        else:
            encode = _load_fastembed(self._name, self._cache_folder)
            name = f"local:{self._name}"
        return encode, EmbeddingSpec(name, encode(["dimension"]).shape[1])

    def _embed(self, texts: list[str]) -> list[Embedding]:
        encode = self._encode
        if encode is None:
            raise RuntimeError("The local embedder was closed while it embedded.")
        by_length = sorted(range(len(texts)), key=lambda i: len(texts[i]))  # so that batches need little padding
        vectors: dict[int, Embedding] = {}
        for start in range(0, len(texts), _BATCH):
            batch = by_length[start : start + _BATCH]
            rows = _unit(encode([texts[i] for i in batch]))
            vectors.update(zip(batch, (row.astype("<f4").tobytes() for row in rows), strict=True))
        return [vectors[i] for i in range(len(texts))]


def _model_folder(name: str) -> Path | None:
    """Return the folder that is meant, or None if the name is one for fastembed."""
    path = Path(name).expanduser()
    if not path.is_dir():
        if path.is_absolute() or name.startswith((".", "~")) or name.endswith(("/", "\\")) or not name:
            raise ConfigurationError(f"There is no model folder {name!r}: give local:<folder> the right path.")
        return None
    path = path.resolve()
    missing = [
        what
        for what, found in (
            ("model.onnx", _onnx_file(path).is_file()),
            ("tokenizer.json", (path / "tokenizer.json").is_file()),
        )
        if not found
    ]
    if missing:
        raise ConfigurationError(f"The model folder {name!r} has no {' and no '.join(missing)}: add what is missing.")
    return path


def _onnx_file(folder: Path) -> Path:
    nested = folder / "onnx" / "model.onnx"
    return nested if nested.is_file() else folder / "model.onnx"


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:12]


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise ModelOutputError("The local embedding model returned numbers that are not finite: use another model.")
    rows = np.where(lengths > 0, rows, np.eye(1, rows.shape[1], dtype=np.float32))  # a text without a token
    return np.divide(rows, np.where(lengths > 0, lengths, 1.0), dtype=np.float32)


def _load_fastembed(name: str, cache_folder: Path) -> Callable[[list[str]], Vectors]:
    try:
        from fastembed import TextEmbedding  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("Local embeddings", "local") from error
    known = [str(model["model"]) for model in TextEmbedding.list_supported_models()]
    if name.lower() not in map(str.lower, known):
        raise ConfigurationError(
            f"{name!r} is neither a folder nor a model that fastembed knows: give local:<folder> a folder with"
            f" model.onnx and tokenizer.json, or a name such as {known[0]!r}."
        )
    try:
        model = TextEmbedding(name, cache_dir=str(cache_folder / "fastembed"), threads=MOST_THREADS)
    except (ValueError, OSError) as error:  # what fastembed raises after its last attempt to download
        raise ModelUnavailableError(
            f"fastembed could not download {name!r}: connect to the internet once, or put the model's model.onnx and"
            " tokenizer.json into a folder and use local:<folder>."
        ) from error
    return lambda texts: np.array(list(model.embed(texts, batch_size=_BATCH)), dtype=np.float32)


def _read_json(file: Path) -> dict[str, Any]:
    try:
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except ValueError as error:
        raise ConfigurationError(f"{file} is not JSON: download it again from the model's publisher.") from error


def _max_tokens(folder: Path) -> int:
    limits = (
        _read_json(folder / "tokenizer_config.json").get("model_max_length"),
        _read_json(folder / "config.json").get("max_position_embeddings"),
        _read_json(folder / "sentence_bert_config.json").get("max_seq_length"),
    )
    # "unlimited" is written as a number of thirty digits
    known = [int(limit) for limit in limits if isinstance(limit, int | float) and 0 < limit < 1_000_000]
    return min(known, default=_DEFAULT_MAX_TOKENS)


@dataclass(frozen=True, slots=True)
class _OnnxModel:
    """A network with its tokenizer.

    Both are safe to use from several threads.
    """

    session: Any  # onnxruntime.InferenceSession, which has no types
    tokenizer: Any
    inputs: tuple[str, ...]
    pad_id: int
    first_token_only: bool

    @classmethod
    def load(cls, folder: Path) -> Self:
        try:
            import onnxruntime  # noqa: PLC0415 - an extra
            from tokenizers import Tokenizer  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingExtraError("Local embeddings", "local") from error
        runtime: Any = onnxruntime
        options = runtime.SessionOptions()
        options.intra_op_num_threads = MOST_THREADS
        try:
            session = runtime.InferenceSession(str(_onnx_file(folder)), options, providers=["CPUExecutionProvider"])
            tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # both libraries raise bare exceptions of their own for a bad file
            raise ConfigurationError(f"The model in {folder} cannot be loaded: {error}") from error
        inputs = tuple(str(node.name) for node in session.get_inputs())
        unknown = set(inputs) - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise ConfigurationError(
                f"The model in {folder} asks for {', '.join(sorted(unknown))}: not a text encoder."
            )
        padding: dict[str, Any] = tokenizer.padding or {}
        tokenizer.no_padding()  # some files pad each text to a fixed length
        tokenizer.enable_truncation(max_length=_max_tokens(folder))
        pooling = _read_json(folder / "1_Pooling" / "config.json")
        return cls(
            session, tokenizer, inputs, int(padding.get("pad_id", 0)), bool(pooling.get("pooling_mode_cls_token"))
        )

    def encode(self, texts: list[str]) -> Vectors:
        """Return one row per text, not yet of length one."""
        token_ids: list[list[int]] = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        width = max(1, *map(len, token_ids))
        ids = np.full((len(texts), width), self.pad_id, dtype=np.int64)
        mask = np.zeros((len(texts), width), dtype=np.int64)
        for row, tokens in enumerate(token_ids):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states: Vectors = self.session.run(None, {name: given[name] for name in self.inputs})[0]
        if states.ndim == 2:  # the network pools by itself
            return states
        if self.first_token_only:
            return states[:, 0]
        weights = mask[:, :, None].astype(np.float32)
        return (states * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
