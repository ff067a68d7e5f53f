"""The entity knowledge store: frequency times recency, ties by name."""

from __future__ import annotations

from support.records import NOW, days, entity

from memary.memory.entities import rank_entities
from memary.types import EntityCount


def count(name: str, times: int, age: float = 0) -> EntityCount:
    return EntityCount(entity("ada", name), times, NOW - days(99), NOW - days(age))


def ranked(*counts: EntityCount, limit: int | None = None) -> list[str]:
    return [k.entity.name for k in rank_entities(counts, now=NOW, half_life_days=30, limit=limit)]


def test_at_equal_age_the_more_frequent_wins() -> None:
    assert ranked(*(count(str(n), n) for n in (50, 1, 7, 3, 9)), limit=3) == ["50", "9", "7"]


def test_at_equal_count_the_more_recent_wins() -> None:
    assert ranked(count("old", 5, 90), count("new", 5, 1)) == ["new", "old"]


def test_a_half_life_halves_the_score() -> None:
    (known,) = rank_entities([count("tea", 8, 30)], now=NOW, half_life_days=30)
    assert known.score == 4.0


def test_ties_go_by_name_and_the_future_counts_as_now() -> None:
    assert ranked(count("b", 2), count("a", 2), count("c", 2, -10)) == ["a", "b", "c"]
