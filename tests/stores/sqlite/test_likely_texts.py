"""Of the texts that have a word of the question, those are scored that are likely, wherever their numbers lie."""

from __future__ import annotations

import sqlite3

import pytest

from memary.stores.sqlite.queries.search import _among  # pyright: ignore[reportPrivateUsage]


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
