"""The entity knowledge store: frequency times recency, ties by name."""

from __future__ import annotations

from support.records import NOW, days, entity

from memary.stream.ranking import mark_known, rank_entities
from memary.types import EntityCount


def count(name: str, times: int, age: float = 0) -> EntityCount:
    return EntityCount(entity("ada", name), times, NOW - days(99), NOW - days(age))


def ranked(*counts: EntityCount) -> list[str]:
    return [k.entity.name for k in rank_entities(counts, now=NOW, half_life_days=30)]


def test_at_equal_age_the_more_frequent_wins() -> None:
    assert ranked(*(count(str(n), n) for n in (50, 1, 7, 3, 9))) == ["50", "9", "7", "3", "1"]


def test_at_equal_count_the_more_recent_wins() -> None:
    assert ranked(count("old", 5, 90), count("new", 5, 1)) == ["new", "old"]


def test_a_half_life_halves_the_score() -> None:
    (known,) = rank_entities([count("tea", 8, 30)], now=NOW, half_life_days=30)
    assert known.score == 4.0


def test_ties_go_by_name_and_the_future_counts_as_now() -> None:
    assert ranked(count("b", 2), count("a", 2), count("c", 2, -10)) == ["a", "b", "c"]


def known(times: int, *, first: float, last: float = 0, after: int = 5) -> tuple[bool, bool]:
    row = EntityCount(entity("ada", "tea"), times, NOW - days(first), NOW - days(last))
    ranked = rank_entities([row], now=NOW, half_life_days=30, new_within_days=14)
    (one,) = mark_known(ranked, [row], known_after=after)
    return one.is_known, one.is_new


def test_what_came_up_often_and_not_in_one_day_only_is_well_known() -> None:
    assert known(5, first=60, last=59) == (True, False)
    assert known(4, first=60) == (False, False)
    assert known(50, first=60, last=59.5) == (False, False)
    assert known(2, first=60, after=2) == (True, False)


def test_only_what_came_up_in_the_users_own_words_is_well_known() -> None:
    tea, milk = (EntityCount(entity("ada", name), 50, NOW - days(60), NOW) for name in ("tea", "milk"))
    ranked = rank_entities([tea, milk], now=NOW, half_life_days=30)
    own = EntityCount(tea.entity, 5, NOW - days(60), NOW)
    assert {one.entity.name: one.is_known for one in mark_known(ranked, [own])} == {"tea": True, "milk": False}


def test_what_came_up_first_of_late_is_new() -> None:
    assert known(1, first=14) == (False, True)
    assert known(9, first=10) == (True, True)
    assert known(1, first=14.1) == (False, False)


def test_a_shorter_half_life_favours_what_came_up_lately() -> None:
    rows = [count("often", 9, 20), count("lately", 3, 1)]
    for half_life, best in ((100.0, "often"), (5.0, "lately")):
        assert rank_entities(rows, now=NOW, half_life_days=half_life)[0].entity.name == best
