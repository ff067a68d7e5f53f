"""Of the texts that have a word of the question, those are scored that are likely, wherever their numbers lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memary.stores.sqlite.queries.search import (
    _likely,  # pyright: ignore[reportPrivateUsage]
    _Word,  # pyright: ignore[reportPrivateUsage]
)


@pytest.mark.long
@pytest.mark.parametrize("apart", [1, 1_000])
@given(texts=st.lists(st.frozensets(st.integers(1, 60), min_size=1), min_size=1, max_size=6), most=st.integers(1, 30))
def test_the_likely_texts_are_those_with_the_rarest_words_and_then_the_newest(
    apart: int, texts: list[frozenset[int]], most: int
) -> None:
    words = [
        _Word("", "", apart * np.array(sorted(having), np.int64), rarity=1 / len(having), weight=1.0)
        for having in sorted(texts, key=len)
    ]
    sums: dict[int, float] = {}
    for word in words:
        for number in word.texts.tolist():
            sums[number] = sums.get(number, 0.0) + word.rarity
    best = sorted(sums, key=lambda number: (sums[number], number))[-most:]
    assert sorted(_likely(words, most)) == sorted(best)
