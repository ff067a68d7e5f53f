"""When one place is taken to lie in another."""

from __future__ import annotations

from datetime import timedelta

import pytest
from support.records import NOW, entity, fact

from memary.facts.places import one_lies_in_the_other
from memary.facts.predicates import BUILT_IN
from memary.types import Fact

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


def home(words: str, day: int, statement: str = "", predicate: str = "lives_in") -> Fact:
    told = fact(ADA, predicate, entity("ada", words), at=NOW + timedelta(days=day))
    return told.model_copy(update={"statement": statement or f"Ada lives in {words}."})


@pytest.mark.parametrize(
    ("place", "house"),
    [
        (home("Truro", 0), home("9 Castle Street", 5)),
        (home("Cornwall", 0), home("Flat 2, 9 Castle Street", 5)),
        (home("Leeds", 0), home("4 Elm Road", 5, "Ada lives at 4 Elm Road in Headingley.", "lives_at")),
        (home("Leeds", 0), home("4 Elm Road, Headingley, Leeds LS6", 5)),
        (home("Gent", 0), home("Kerkstraat 12", 5)),
        (home("England", 0), home("4 Elm Road", 5, "Ada moved to 4 Elm Road in Leeds.", "moved_to")),
        (home("York", 0), home("12 London Road", 5)),
        (home("Vietnam", 0), home("4 Elm Road", 5, "Ada moved to 4 Elm Road in Hanoi.", "moved_to")),
        (home("上海", 0, predicate="居住在"), home("中山路18号302室", 5, predicate="居住在")),
        (home("上海", 0, predicate="居住在"), home("南京西路100号", 5, predicate="搬到")),
        (home("江苏", 0, predicate="居住在"), home("苏州人民路3号", 5, predicate="搬到")),
    ],
)
def test_a_house_in_a_street_is_in_the_town_where_one_lives(place: Fact, house: Fact) -> None:
    assert one_lies_in_the_other(house, place, (), BUILT_IN)
    assert one_lies_in_the_other(place, house, (), BUILT_IN)


@pytest.mark.parametrize(
    "region", ["Cornwall", "Kent", "Hawaii", "Georgia", "Rhode Island", "Vietnam", "Jordan", "the UK", "Europe"]
)
def test_a_state_a_country_or_a_continent_told_with_a_house_is_no_other_town(region: str) -> None:
    place, house = home("Truro", 0), home("9 Castle Street", 5, f"Ada lives at 9 Castle Street in {region}.")
    assert one_lies_in_the_other(house, place, (), BUILT_IN)


@pytest.mark.parametrize("town", ["Tehran", "Split", "Reading", "Milton Keynes", "New York", "Stoke"])
def test_a_well_known_town_told_with_a_house_is_another_one(town: str) -> None:
    place, house = home("Truro", 0), home("9 Castle Street", 5, f"Ada lives at 9 Castle Street in {town}.")
    assert not one_lies_in_the_other(house, place, (), BUILT_IN)


@pytest.mark.parametrize(
    ("place", "house"),
    [
        (home("Truro", 0), home("9 Castle Street", 5, "Ada lives at 9 Castle Street in Plymouth.", "lives_at")),
        (home("Truro", 0), home("9 Castle Street, Redruth", 5)),
        (home("Truro", 0), home("9 Castle Street", 5, "Ada moved from Truro to 9 Castle Street.", "moved_to")),
        (home("Truro", 9), home("9 Castle Street", 5)),  # another town, to which one moves later
        (home("Headingley", 0, "Ada lives in Headingley, Leeds."), home("4 Elm Road", 5)),
        (home("France", 0), home("4 Elm Road", 5, "Ada lives at 4 Elm Road in Oxford.")),
        (home("7 Mill Lane", 0), home("9 Castle Street", 5)),
        (home("Truro", 0), home("District 9", 5)),
        (home("上海", 0, predicate="居住在"), home("文三路5号", 5, "小林搬到了杭州文三路5号。", "搬到")),
        (home("上海", 0, predicate="居住在"), home("文三路5号", 5, "小林从上海搬到了文三路5号。", "搬到")),
        (home("海淀区", 0, predicate="居住在"), home("中山路18号", 5, predicate="居住在")),
        (home("人民路3号", 0, predicate="居住在"), home("中山路18号", 5, predicate="居住在")),
    ],
)
def test_a_house_elsewhere_and_what_is_part_of_a_town_are_another_home(place: Fact, house: Fact) -> None:
    assert not one_lies_in_the_other(house, place, (), BUILT_IN)
    assert not one_lies_in_the_other(place, house, (), BUILT_IN)


def test_a_fact_may_tell_that_a_place_is_part_of_a_town() -> None:
    place, house, leeds = home("Headingley", 0), home("4 Elm Road", 5), entity("ada", "Leeds")
    quarter = entity("ada", place.object).model_copy(update={"id": place.object_id})
    assert not one_lies_in_the_other(house, place, [fact(quarter, "part_of", leeds)], BUILT_IN)
    assert one_lies_in_the_other(house, place, [fact(quarter, "located_in", entity("ada", "England"))], BUILT_IN)
