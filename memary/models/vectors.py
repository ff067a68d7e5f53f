"""Turn vectors as models give them into vectors as memary keeps them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memary.types import Embedding


def unit_vectors(rows: Sequence[Sequence[float]]) -> list[Embedding]:
    """Return the rows with length one, as little-endian float32.

    Raises:
        ValueError: rows differ in length, are empty, hold numbers that are not finite, or are all zero. Such a row
            points nowhere, so that nothing would ever be near it.
    """
    if not rows:
        return []
    matrix = np.asarray(rows, dtype=np.float64)
    if matrix.ndim != 2 or not matrix.shape[1]:
        raise ValueError("vectors without numbers")
    if not np.isfinite(matrix).all():
        raise ValueError("numbers that are not finite")
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not lengths.all():
        raise ValueError("a vector of zeros")
    return [row.tobytes() for row in (matrix / lengths).astype("<f4")]


def cosine(left: Embedding, right: Embedding) -> float:
    """Return how near two vectors are, from -1 to 1; 0 where one of them points nowhere."""
    a, b = (np.frombuffer(side, dtype="<f4").astype(np.float64) for side in (left, right))
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / lengths if lengths else 0.0
