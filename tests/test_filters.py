"""Filters: how they are written, what they mean, and what is said about those that cannot be used."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.filtered_rows import fact_row, message_row
from support.records import NOW, entity, fact, message
from support.tables import each

from memary.errors import InputError
from memary.filters import And, Compare, Filter, Not, Or, flat_metadata, matches, parse_filters

SAID = message(
    "ada",
    "I had ramen.",
    session_id="s1",
    speaker="Ada",
    metadata={"topic": "food", "n": 1, "tags": ["a", "b"], "address": {"city": "Graz"}, "ok": True, "none": None},
)


def keeps(filters: dict[str, Any]) -> bool:
    return matches(parse_filters(filters), message_row(SAID, categories=["meal"]))


@each(
    "filters",
    [
        {},
        {"topic": "food"},
        {"topic": {"eq": "food"}, "n": {"gte": 1, "lt": 2}},
        {"topic": {"in": ["drink", "food"]}},
        {"topic": {"nin": ["drink"]}},
        {"topic": {"contains": "oo"}},
        {"topic": {"icontains": "FOO"}},
        {"topic": "*"},
        {"missing": {"ne": 1}},
        {"missing": {"nin": [1]}},
        {"tags": "b"},
        {"address.city": "Graz"},
        {"metadata": {"topic": "food"}},
        {"metadata.topic": "food"},
        {"ok": True},
        {"category": "meal"},
        {"categories": {"icontains": "MEAL"}},
        {"role": "user", "speaker": "Ada", "session_id": {"contains": "s"}},
        {"created_at": {"gte": "2026-05-01T09:00:00Z"}},
        {"created_at": {"gte": "2026-05-01", "lt": NOW + timedelta(days=1)}},
        {"created_at": "2026-05-01T11:00:00+02:00"},
        {"AND": [{"topic": "food"}, {"OR": [{"n": 2}, {"n": 1}]}, {"NOT": [{"role": "assistant"}, {"n": 3}]}]},
        {"NOT": {"topic": "drink"}},
        {"NOT": [{"none": "*"}]},
        {"n": 1.0},
    ],
)
def test_a_filter_that_fits_keeps_the_message(filters: dict[str, Any]) -> None:
    assert keeps(filters)


@each(
    "filters",
    [
        {"topic": "Food"},
        {"n": "1"},
        {"n": True},
        {"ok": 1},
        {"n": {"gt": 1}},
        {"topic": {"gt": 1}},
        {"missing": {"gt": 0}},
        {"missing": "*"},
        {"none": "*"},
        {"importance": {"gte": 0}},
        {"NOT": [{"topic": "food"}, {"n": 99}]},
        {"created_at": {"gt": "2026-05-01T09:00:00Z"}},
        {"topic": {"in": []}},
        {"address": "Graz"},
        {"topic": {"contains": "FOO"}},
        {"topic": {"eq": "*"}},
    ],
)
def test_a_filter_that_does_not_fit_leaves_it_out(filters: dict[str, Any]) -> None:
    assert not keeps(filters)


def test_a_fact_has_what_its_messages_have() -> None:
    ada, ramen = entity("ada", "Ada"), entity("ada", "Ramen", categories=("food",))
    eaten = fact(ada, "likes", ramen, importance=3, source_ids=(SAID.id,))
    row = fact_row(eaten, sources=[SAID], categories=ramen.categories)
    for filters in ({"topic": "food"}, {"session_id": "s1"}, {"category": "food"}, {"importance": {"gt": 2}}):
        assert matches(parse_filters(filters), row)
    assert not matches(parse_filters({"session_id": "s2"}), row)
    alone = fact_row(fact(ada, "likes", ramen, at=NOW))
    assert matches(parse_filters({"created_at": NOW}), alone)
    assert not matches(parse_filters({"role": "*"}), alone)


@each(
    ("filters", "told"),
    [
        ({"topic": {"near": 1}}, "'near'"),
        ({"address": {"city": "Graz"}}, "address.city"),
        ({"user_id": "bob"}, "argument user_id"),
        ({"create_at": {"gte": "2026-01-01"}}, "did you mean created_at?"),
        ({"craeted_at": {"gte": "2026-01-01"}}, "did you mean created_at?"),
        ({"NOT": [{"sessionId": "s1"}]}, "did you mean session_id?"),
        ({"predicat": "likes"}, "write 'metadata.predicat'"),
        ({"role": "assitant"}, "user, assistant, system, tool"),
        ({"kind": "fiction"}, "observation"),
        ({"created_at": {"gte": "yesterday"}}, "ISO 8601"),
        ({"created_at": {"gte": "2026-05-01T09:00:00"}}, "has no time zone"),
        ({"created_at": {"gte": 5}}, "is 5: give a datetime"),
        ({"created_at": {"contains": "2026"}}, "searches texts"),
        ({"importance": "high"}, "takes a number"),
        ({"session_id": 5}, "takes a text"),
        ({"topic": {"in": "food"}}, "needs a list"),
        ({"topic": ["food"]}, "it takes"),
        ({"topic": None}, '"NOT": [{"topic": "*"}]'),
        ({"topic": {}}, "empty"),
        ({"ok": {"gt": True}}, "cannot use gt"),
        ({"n": {"gt": float("nan")}}, "not a finite number"),
        ({"AND": []}, "AND in a filter takes a list"),
        ({"OR": "x"}, "OR in a filter takes a list"),
        ({"AND": ["x"]}, "write a mapping"),
        ({"topic": "\ud800"}, "Unicode"),
        ({"n": {"in": list(range(6_000))}}, "more than 5,000 values"),
        ({"OR": [{"n": n} for n in range(201)]}, "makes 201 comparisons, more than the 200"),
        ({"AND": [{}] * 201}, "makes 201 comparisons"),
        ({"AND": [{f"k{n}": "*"} for n in range(201)]}, "makes 201 comparisons"),
        ({"OR": [{"NOT": [{"category": "a"}, {"n": {"ne": n}}]} for n in range(100)]}, "makes 300 comparisons"),
    ],
)
def test_a_filter_that_cannot_be_used_says_what_is_wrong(filters: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_filters(filters)
    assert told in str(error.value)


@pytest.mark.parametrize("name", ["created", "rate", "person", "language_code", "metadata.create_at", "place.role"])
def test_a_metadata_key_is_not_taken_for_a_misspelt_field(name: str) -> None:
    assert parse_filters({name: "x"}) == Compare(f"metadata.{name.removeprefix('metadata.')}", "in", ("x",))


def test_a_metadata_key_within_metadata_may_have_any_name() -> None:
    assert parse_filters({"metadata": {"create_at": 1}}) == Compare("metadata.create_at", "in", (1,))


def test_a_filter_too_deep_is_refused() -> None:
    filters: dict[str, Any] = {"n": 1}
    for _ in range(500):
        filters = {"NOT": filters}
    with pytest.raises(InputError, match="levels deep"):
        parse_filters(filters)


TESTS = st.sampled_from(
    [
        {"topic": "food"},
        {"topic": {"ne": "food"}},
        {"n": {"gt": 1}},
        {"missing": {"lt": 1}},
        {"role": "user"},
        {"category": "*"},
        {"tags": {"contains": "a"}},
    ]
)
FILTERS = st.recursive(
    TESTS,
    lambda inner: st.builds(
        lambda word, parts: {word: parts},
        st.sampled_from(["AND", "OR", "NOT"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@given(FILTERS, FILTERS)
def test_not_and_or_are_those_of_logic(one: dict[str, Any], other: dict[str, Any]) -> None:
    a, b = keeps(one), keeps(other)
    assert keeps({"AND": [one, other]}) == (a and b)
    assert keeps({"OR": [one, other]}) == (a or b)
    assert keeps({"NOT": [one, other]}) == (not a and not b)


def test_ne_is_the_opposite_of_eq() -> None:
    for value in ("food", "drink", 1, True, 2.5):
        for name in ("topic", "n", "missing", "tags", "ok"):
            assert keeps({name: {"ne": value}}) != keeps({name: value})
            assert keeps({name: {"nin": [value, "x"]}}) != keeps({name: {"in": [value, "x"]}})


def test_metadata_is_flattened_by_dots() -> None:
    data = {"a": {"b": [1, {"c": 2}], "d": {}}, "a.b": "x", "e": None, "big": 10**30}
    assert flat_metadata(data) == {"a": [], "a.b": [1, "x"], "a.d": [], "big": [1e30]}


def test_a_filter_is_plain_data() -> None:
    parsed: Filter = parse_filters({"AND": [{"n": 1}, {"NOT": [{"n": {"ne": 2}}]}]})
    assert isinstance(parsed, And)
    assert isinstance(parsed.parts[1], Not)
    assert parsed.parts[1].part == Or((Not(parse_filters({"n": 2})),))
    assert hash(parsed) == hash(parse_filters({"AND": [{"n": 1}, {"NOT": [{"n": {"ne": 2}}]}]}))
