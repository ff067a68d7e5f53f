"""When one place is taken to lie in another."""

from __future__ import annotations

import pytest
from support.records import entity, fact

from memary.facts.places import one_lies_in_the_other
from memary.facts.predicates import BUILT_IN

ADA = entity("ada", "Ada")


@pytest.mark.parametrize(
    ("one", "other", "within"),
    [
        ("Berlin", "Berlin, Germany", True),
        ("Germany", "Berlin, Germany", True),
        ("Kreuzberg, Berlin", "Berlin", True),
        ("New York", "New York City", True),
        ("北京", "北京市海淀区", True),
        ("York", "New York", False),
        ("Jersey", "Hoboken, New Jersey", False),
        ("Rome", "Romania", False),
        ("Berlin", "Oslo", False),
    ],
)
def test_a_name_may_tell_which_place_lies_in_which(one: str, other: str, within: bool) -> None:
    first, second = (fact(ADA, "lives_in", entity("ada", name)) for name in (one, other))
    assert one_lies_in_the_other(first, second, (), BUILT_IN) is within
    assert one_lies_in_the_other(second, first, (), BUILT_IN) is within


def test_a_fact_tells_it_unless_it_never_was_true() -> None:
    berlin, germany = entity("ada", "Berlin"), entity("ada", "Germany")
    homes = fact(ADA, "lives_in", berlin), fact(ADA, "lives_in", germany)
    known = fact(berlin, "located_in", germany)
    assert one_lies_in_the_other(*homes, [known], BUILT_IN)
    wrong = known.model_copy(update={"invalid_at": known.valid_at})
    assert not one_lies_in_the_other(*homes, [wrong], BUILT_IN)


def test_only_facts_about_places_are_meant() -> None:
    tech, sub = entity("ada", "Acme"), entity("ada", "Acme Labs")
    jobs = fact(ADA, "works_at", tech), fact(ADA, "works_at", sub)
    assert not one_lies_in_the_other(*jobs, [fact(sub, "part_of", tech)], BUILT_IN)
