from __future__ import annotations

from math import log

import numpy as np
import pytest

from memary.evaluation.recall.baselines import Bm25, by_score, fuse, matrix

TEXTS = ["red boat", "red car, red house", "green tree"]


def test_bm25_agrees_with_its_formula() -> None:
    scores = Bm25(TEXTS, k1=1.2, b=0.75).scores("red")

    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    mean_length = (2 + 4 + 2) / 3
    assert scores == pytest.approx(
        [
            idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / mean_length)),
            idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / mean_length)),
            0,
        ]
    )


def test_bm25_ranks_stems_and_leaves_out_what_shares_no_word() -> None:
    assert Bm25(TEXTS).rank("Whose boats are trees?") == [0, 2]
    assert Bm25(TEXTS).rank("violin") == []


def test_vectors_are_compared_by_angle() -> None:
    rows = matrix([np.array([3, 4], dtype="<f4").tobytes(), np.array([0, 2], dtype="<f4").tobytes()])

    assert by_score(rows @ np.array([0, 1], dtype=np.float32)) == [1, 0]


def test_fusion_prefers_what_both_lists_have() -> None:
    assert fuse([7, 1, 2], [3, 1]) == [1, 3, 7, 2]
    assert fuse([1, 2], [2], pool=1) == [1, 2]
