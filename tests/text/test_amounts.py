"""An amount is a number and what it counts, and two of them may be compared."""

import pytest

from memary.text.amounts import are_of_one_unit, unit_of


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("120k", ""),
        ("2.1", ""),
        ("1.42m EUR", "eur"),
        ("€1,450 a month", "eur a month"),
        ("about 40 people", "people"),
        ("82 kg", "kg"),
        ("4万欧元", "欧元"),
        ("三万块", "块"),
    ],
)
def test_an_amount_tells_its_unit(words: str, unit: str) -> None:
    assert unit_of(words) == unit


@pytest.mark.parametrize(
    "words", ["50 Cent", "iPhone 15", "7-Eleven", "40 people in the hall", "四川", "百度", "three actors"]
)
def test_a_name_with_a_number_and_what_says_more_are_no_amounts(words: str) -> None:
    assert unit_of(words) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("80k", "120k EUR", True),
        ("80k EUR", "€120,000", True),
        ("80k EUR", "12 days", False),
        ("12 December", "19 December", True),
        ("12 December", "120k", False),
        ("80k", "for three actors", False),
    ],
)
def test_amounts_are_compared_in_one_unit(one: str, other: str, *, expected: bool) -> None:
    assert are_of_one_unit(one, other) is expected
    assert are_of_one_unit(other, one) is expected
