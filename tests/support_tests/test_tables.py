"""A table is one test, which names each wrong row."""

from __future__ import annotations

import inspect

import pytest
from support.tables import each


def test_each_wrong_row_is_named_with_what_was_wrong_about_it() -> None:
    @each(("number", "double"), [(1, 2), (2, 5), (3, 7)])
    def doubled(number: int, double: int) -> None:
        assert 2 * number == double

    with pytest.raises(pytest.fail.Exception) as failed:
        doubled()
    assert "2 of 3 rows are wrong" in str(failed.value)
    assert "{'number': 2, 'double': 5}" in str(failed.value)
    assert "(2 * 3) == 7" in str(failed.value)


def test_an_error_names_the_row_that_it_came_of() -> None:
    @each("text", ["1", "one"])
    def read(text: str) -> None:
        assert int(text)

    with pytest.raises(ValueError, match="one") as raised:
        read()
    assert raised.value.__notes__ == ["in the row {'text': 'one'}"]


def test_what_the_rows_do_not_give_is_a_fixture_for_all_of_them() -> None:
    seen: list[tuple[str, str]] = []

    @each("text", ["a", "b"])
    def read(text: str, memory: str) -> None:
        seen.append((text, memory))

    assert [*inspect.signature(read).parameters] == ["memory"]
    read(memory="shared")
    assert seen == [("a", "shared"), ("b", "shared")]
