"""Rank the same texts without memary, to compare it with: by words, by vectors, and by both fused.

Small, exact and without any store: each ranks all turns of a conversation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memary.text import terms
from memary.types import Embedding

BM25_K1 = 1.2
"""How fast a term's repetitions stop counting. Both constants are those of Lucene and of SQLite's full text."""

BM25_B = 0.75
"""How much a long text is held against it."""

RRF_K = 60
POOL = 100
"""How many turns each list brings to the fusion."""

Ranking = list[int]
"""Positions of texts, best first."""


class Bm25:
    """Okapi BM25 over memary's own terms, with Lucene's idf (never negative).

    See Robertson and Zaragoza (2009).
    """

    def __init__(self, texts: Sequence[str], *, k1: float = BM25_K1, b: float = BM25_B) -> None:
        counts = [Counter(terms(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float64)
        norms = k1 * (1 - b + b * lengths / max(lengths.mean(), 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for position, count in enumerate(counts):
            for term, times in count.items():
                postings.setdefault(term, []).append((position, times))
        self._size = len(texts)
        self._weights: dict[str, tuple[NDArray[np.intp], NDArray[np.float64]]] = {}
        for term, places in postings.items():
            where = np.array([position for position, _ in places], dtype=np.intp)
            times = np.array([times for _, times in places], dtype=np.float64)
            idf = np.log(1 + (len(texts) - len(places) + 0.5) / (len(places) + 0.5))
            self._weights[term] = (where, idf * times * (k1 + 1) / (times + norms[where]))

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return the score of each text; each different term of the query counts once."""
        total = np.zeros(self._size)
        for term in dict.fromkeys(terms(query)):
            if term in self._weights:
                where, weights = self._weights[term]
                total[where] += weights
        return total

    def rank(self, query: str) -> Ranking:
        """Return the texts that share a term with the query."""
        found = self.scores(query)
        return [position for position in by_score(found) if found[position] > 0]


def matrix(vectors: Sequence[Embedding]) -> NDArray[np.float32]:
    """Return stored vectors as rows of length one."""
    rows = np.array([np.frombuffer(vector, dtype="<f4") for vector in vectors], dtype=np.float32)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def by_score(values: NDArray[np.floating]) -> Ranking:
    """Return all positions, the highest value first, ties in order."""
    return np.argsort(-values, kind="stable").tolist()


def fuse(*rankings: Ranking, k: int = RRF_K, pool: int = POOL) -> Ranking:
    """Fuse rankings by reciprocal rank (Cormack, Clarke, Büttcher 2009)."""
    total: dict[int, float] = {}
    for ranking in rankings:
        for place, position in enumerate(ranking[:pool], 1):
            total[position] = total.get(position, 0.0) + 1 / (k + place)
    return sorted(total, key=lambda position: (-total[position], position))
