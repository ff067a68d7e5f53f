"""Of the texts that have a word of the question, those are scored that are likely, wherever their numbers lie."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memary.stores.sqlite.queries.search import (
    _among,  # pyright: ignore[reportPrivateUsage]
    _likely,  # pyright: ignore[reportPrivateUsage]
    _Word,  # pyright: ignore[reportPrivateUsage]
)


@pytest.mark.parametrize("last", [60, 40_000_000])
@pytest.mark.parametrize("first", [7, 9, 100_000_000])
def test_the_likely_texts_are_chosen_and_no_others(first: int, last: int) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE texts (number INTEGER PRIMARY KEY)")
    numbers = [7, 8, 9, 30, last, last + 1, 2 * last]
    connection.executemany("INSERT INTO texts VALUES (?)", [(number,) for number in numbers])
    condition, values = _among([8, 30, last], first=first)
    rows = connection.execute(f"SELECT number FROM texts WHERE number > 0 {condition}", values)
    assert [row[0] for row in rows] == [8, 30, last]


@pytest.mark.long
@given(st.lists(st.frozensets(st.integers(1, 60), min_size=1), min_size=1, max_size=6), st.integers(1, 30))
def test_the_likely_texts_are_those_with_the_rarest_words_and_then_the_newest(
    texts: list[frozenset[int]], most: int
) -> None:
    words = [
        _Word("", np.array(sorted(having), np.int64), rarity=1 / len(having), weight=1.0)
        for having in sorted(texts, key=len)
    ]
    sums: dict[int, float] = {}
    for word in words:
        for number in word.texts.tolist():
            sums[number] = sums.get(number, 0.0) + word.rarity
    best = sorted(sums, key=lambda number: (sums[number], number))[-most:]
    assert sorted(_likely(words, most)) == sorted(best)
