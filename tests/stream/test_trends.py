"""Changes of interest between two periods, and categories."""

from __future__ import annotations

from support.records import NOW, days, entity

from memary.stream.categories import (
    CATEGORY_OF_TYPE,
    categories_of,
    count_categories,
    is_in,
    with_categories,
    with_category_renamed,
)
from memary.stream.trends import Changes, find_changes
from memary.types import EntityCount

PERIODS = (NOW - days(60), NOW - days(30)), (NOW - days(30), NOW)


def count(name: str, times: int, category: str = "") -> EntityCount:
    node = entity("ada", name, id=name, categories=(category,) if category else ())
    return EntityCount(node, times, NOW - days(1), NOW)


def changes(
    before: list[EntityCount], after: list[EntityCount], *, long_ago: tuple[EntityCount, ...] = ()
) -> Changes:
    return find_changes(before, after, ever=(*before, *long_ago), earlier=PERIODS[0], later=PERIODS[1])


def told(found: Changes) -> dict[str, str]:
    return {one.name: one.change for one in found.entities}


def test_a_move_from_frontend_to_backend_is_seen() -> None:
    before = [count("React", 12, "frontend"), count("CSS", 6, "frontend"), count("Go", 2, "backend"), count("Ben", 5)]
    after = [count("React", 2, "frontend"), count("Go", 14, "backend"), count("Kafka", 4, "backend"), count("Ben", 6)]
    found = changes(before, after)
    assert told(found) == {"Go": "rising", "Kafka": "new", "Ben": "steady", "CSS": "gone", "React": "falling"}
    assert [one.name for one in found.entities] == ["Go", "Kafka", "Ben", "CSS", "React"]  # by what they gained
    assert {one.name: one.change for one in found.categories} == {
        "backend": "rising", "other": "steady", "frontend": "falling",
    }  # fmt: skip
    go = found.entities[0]
    assert (go.before, go.after, go.share_before, go.share_after) == (2, 14, 2 / 25, 14 / 26)


def test_talking_more_of_everything_is_no_change_of_interest() -> None:
    found = changes([count("tea", 4), count("milk", 2)], [count("tea", 40), count("milk", 20)])
    assert set(told(found).values()) == {"steady"}


def test_the_same_share_of_a_longer_talk_about_many_things_is_no_change_of_interest() -> None:
    rare = [count(f"thing {number}", 1) for number in range(90)]
    found = changes([count("tea", 2), *rare[:8]], [count("tea", 20), *rare[10:]])
    assert told(found) == {"tea": "steady"}


def test_a_category_of_few_mentions_is_left_out_like_an_entity() -> None:
    found = changes([count("tea", 3, "drinks")], [count("chess", 2, "games"), count("tea", 4, "drinks")])
    assert [one.name for one in found.categories] == ["drinks"]


def test_what_came_up_long_ago_is_back_and_not_new() -> None:
    found = changes([count("tea", 5)], [count("chess", 3), count("go", 3)], long_ago=(count("chess", 1),))
    assert told(found) == {"chess": "back", "go": "new", "tea": "gone"}


def test_a_category_that_came_up_long_ago_through_others_is_back_and_not_new() -> None:
    tetris, sewing = count("Tetris", 3, "games"), count("needles", 3, "sewing")
    found = changes([count("tea", 5, "drinks")], [tetris, sewing], long_ago=(count("Chess", 3, "Games"),))
    assert told(found) == {"Tetris": "new", "needles": "new", "tea": "gone"}
    assert {one.name: one.change for one in found.categories} == {"games": "back", "sewing": "new", "drinks": "gone"}


def test_entities_of_one_name_are_told_apart() -> None:
    same = [EntityCount(entity("ada", "Sam", id=id_), 3, NOW - days(1), NOW) for id_ in ("s1", "s2")]
    found = changes([], same)
    assert [(one.name, one.entity and one.entity.id) for one in found.entities] == [("Sam", "s1"), ("Sam", "s2")]


def test_one_mention_more_or_less_is_left_out() -> None:
    assert told(changes([count("tea", 1)], [count("tea", 1), count("milk", 2)])) == {}


def test_two_empty_periods_have_no_changes() -> None:
    found = changes([], [])
    assert (found.entities, found.categories, found.mentions_before) == ((), (), 0)


def test_every_entity_has_a_category() -> None:
    assert categories_of(entity("ada", "Ben", type="person")) == ("people",)
    assert categories_of(entity("ada", "x")) == ("other",)
    assert categories_of(entity("ada", "Ben", type="person", categories=("family", "cyclists"))) == (
        "family", "cyclists",
    )  # fmt: skip
    assert all(CATEGORY_OF_TYPE.values())


def test_a_category_is_known_in_either_case_and_language() -> None:
    ben = entity("ada", "Ben", type="person")
    assert is_in(ben, "People")
    assert is_in(ben, "人物")
    assert not is_in(ben, "地点")
    assert is_in(entity("ada", "Ben", categories=("家人",)), "家人")


def test_a_category_in_several_spellings_changes_as_one() -> None:
    before = [count("React", 3, "Frontend"), count("CSS", 5, "frontend"), count("Ben", 2, "人物")]
    found = changes(before, [count("React", 8, "Frontend"), count("Vue", 2, "frontend"), count("Mira", 2, "people")])
    assert {(one.name, one.before, one.after) for one in found.categories} == {
        ("Frontend", 8, 10), ("人物", 2, 2),
    }  # fmt: skip


def test_categories_are_counted_with_their_mentions() -> None:
    ben = entity("ada", "Ben", id="b", type="person")
    mira = entity("ada", "Mira", id="m", categories=("People", "work"))
    nodes = [ben, mira, entity("ada", "2026", type="value")]
    counted = [(one.name, one.entities, one.mentions) for one in count_categories(nodes, {"b": 2, "m": 3})]
    assert counted == [("people", 2, 5), ("work", 1, 3)]


def test_given_categories_replace_that_of_the_type_and_are_each_there_once() -> None:
    ben = with_categories(entity("ada", "Ben", type="person"), ["family", " Family ", ""])
    assert ben.categories == ("family",)
    assert with_category_renamed(ben, "FAMILY", "kin").categories == ("kin",)
    assert categories_of(with_categories(ben, [])) == ("people",)
