"""What is listed and drawn of a thing: what holds, what is to come, and what a value says of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from memary import Memary
from memary.types import utc_now

USER = "ada"


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite://", worker=False, embedding="hash") as memory:
        yield memory


def _told(memory: Memary, name: str, *, is_upcoming: bool = True) -> list[str]:
    found = memory.facts.list(user_id=USER, about=name, include_upcoming=is_upcoming)
    return [f"{one.subject} {one.predicate} {one.object}" for one in found]


def _drawn(memory: Memary, name: str) -> set[str]:
    return {f"{one.subject} {one.predicate} {one.object}" for one in memory.entities.graph(name, user_id=USER).facts}


def test_what_is_to_begin_is_listed_and_drawn_and_what_was_called_off_is_not(memory: Memary) -> None:
    later = utc_now() + timedelta(days=30)
    given = {"subject": "Elif", "predicate": "starts_at", "object": "Quayline", "origin": "user", "valid_at": later}
    memory.facts.add(
        [given, {"subject": "Elif", "predicate": "likes", "object": "Quayline", "origin": "user"}], user_id=USER
    )
    assert _told(memory, "Elif") == ["Elif likes Quayline", "Elif starts_at Quayline"]
    assert _told(memory, "Elif", is_upcoming=False) == ["Elif likes Quayline"]
    assert _drawn(memory, "Quayline") == {"Elif likes Quayline", "Elif starts_at Quayline"}
    assert [one.predicate for one in memory.facts.list(user_id=USER, as_of=utc_now())] == ["likes"]
    newest = memory.facts.list(user_id=USER, limit=1)
    assert [one.predicate for one in newest] == ["starts_at"]
    older = memory.facts.list(user_id=USER, limit=1, before=newest[0])
    assert [one.predicate for one in older] == ["likes"]
    memory.facts.rate(newest[0].id, user_id=USER, rating="very_negative")
    assert _told(memory, "Elif") == ["Elif likes Quayline"]


@pytest.mark.parametrize(
    ("name", "fact", "other"),
    [
        ("Codeworks", "Ada attends evening course at Codeworks", "Ada works_as Codeworkser in training"),
        ("Porto", "Ada plans_to go to Porto and the Douro from 4 to 9 December", "Ada likes sports on Sundays"),
        ("海川", "Ada 参加 海川的年会和晚宴活动", "Ada 喜欢 在河边散步"),
    ],
)
def test_a_value_that_names_a_thing_is_told_of_the_thing(memory: Memary, name: str, fact: str, other: str) -> None:
    rows = [dict(zip(("subject", "predicate", "object"), line.split(" ", 2), strict=True)) for line in (fact, other)]
    named = {"subject": name, "predicate": "has_type", "object": "28"}
    memory.facts.add([*rows, named], user_id=USER)
    assert _told(memory, name) == [fact, f"{name} has_type 28"]
    assert _drawn(memory, name) == {fact, f"{name} has_type 28"}


def test_values_that_name_who_speaks_are_not_all_listed_of_them(memory: Memary) -> None:
    memory.facts.add(
        [
            {"subject": "User", "predicate": "name_is", "object": "Nora", "origin": "user"},
            {"subject": "Frau Petersen", "predicate": "lives", "object": "downstairs from Nora"},
        ],
        user_id=USER,
    )
    assert _told(memory, "Nora") == ["Nora name_is Nora"]


@pytest.mark.parametrize(
    ("predicate", "value"), [("stays_at", "Tom Ashby's, for two weeks in May"), ("住在", "Tom Ashby家，住两个星期")]
)
def test_what_names_somebody_in_full_tells_of_no_other_who_has_a_part_of_that_name(
    memory: Memary, predicate: str, value: str
) -> None:
    likes = [{"subject": name, "predicate": "likes", "object": "tea"} for name in ("Tom", "Tom Ashby")]
    memory.facts.add([*likes, {"subject": "Biscuit", "predicate": predicate, "object": value}], user_id=USER)
    stay = f"Biscuit {predicate} {value}"
    assert stay in _told(memory, "Tom Ashby")
    assert stay in _drawn(memory, "Tom Ashby")
    assert stay not in {*_told(memory, "Tom"), *_drawn(memory, "Tom")}
