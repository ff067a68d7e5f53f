"""How insights are told apart and what counts as a ground; the rest is tested through reflection."""

from __future__ import annotations

import pytest
from support.records import NOW, entity, fact, message

from memary.reflection.insights import Conclusion, ReflectionView, attribute, identity, may_ground, says, stray_names
from memary.reflection.plan import plan_reflection
from memary.types import BEGINNING, FactKind, Origin

ALIKE = [
    ("food_preference", "Food Preference"),
    ("food_preference", "user_food_preferences"),
    ("favourite_food", "favorite food"),
    ("饮食偏好", "用户的饮食偏好"),
    ("mood", "心情"),
    ("keeps_coming_back_to", "反复谈到"),
]
APART = [("food_preference", "drink_preference"), ("饮食偏好", "饮品偏好"), ("career_goal", "career")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_spellings_of_one_attribute_are_alike(one: str, other: str) -> None:
    assert attribute(one) == attribute(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_attributes_stay_apart(one: str, other: str) -> None:
    assert attribute(one) != attribute(other)


def test_a_list_has_an_insight_per_value_and_other_attributes_one() -> None:
    assert identity("a", "drawn_to", "food") != identity("a", "drawn_to", "sport")
    assert identity("a", "偏爱", "食物") != identity("a", "偏爱", "运动")
    assert identity("a", "mood", "sad") == identity("a", "mood", "happy")


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("Ada prefers short answers.", "short answers", True),
        ("Ada is on the team.", "tea", False),
        ("林夏偏好简短的回答。", "简短", True),
        ("林夏住在Porto的公寓。", "Porto", True),
        ("Ada prefers SHORT answers.", "Short", True),
        ("Ada is 🙂", "", False),
    ],
)
def test_a_ground_says_a_value_in_so_many_words(text: str, value: str, found: bool) -> None:
    assert says(message("ada", text), value) is found


def test_grounds_are_facts_that_people_stated() -> None:
    ada, tea = entity("ada", "Ada"), entity("ada", "tea")
    assert [may_ground(fact(ada, "likes", tea, origin=origin)) for origin in Origin] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert not may_ground(fact(ada, "likes", tea, kind=FactKind.INSIGHT))


def test_an_insight_of_facts_without_a_beginning_has_none_either() -> None:
    ada, dishes = entity("ada", "Ada"), [entity("ada", name) for name in ("laksa", "kimchi")]
    facts = [fact(ada, "likes", dish, at=BEGINNING, created_at=NOW) for dish in dishes]
    drawn = Conclusion(subject_id=ada.id, key="taste", value="spicy", grounds=tuple(one.id for one in facts))
    seen = ReflectionView(0, facts={one.id: one for one in facts}, entities=[ada])
    plan = plan_reflection(seen, [drawn], user_id="ada", now=NOW)
    assert [one.valid_at for one in plan.added] == [BEGINNING]
    assert plan.added[0].statement == "Ada taste spicy"


def test_a_name_in_capitals_is_not_the_small_word_of_its_letters() -> None:
    mei = entity("Mei")
    cited = fact(mei, "refuses", entity("pgbouncer"), statement="Mei refuses pgbouncer.")
    other = fact(mei, "works_for", entity("Nordlys AS"), statement="Mei works for Nordlys AS in Bergen.")
    assert stray_names("Mei refuses components such as pgbouncer.", [cited], [other], known=["Mei"]) == ()
    assert stray_names("Mei refuses pgbouncer for the AS.", [cited], [other], known=["Mei"]) == ("AS",)
