"""What a person's correction of one record does to others of the same matter."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memary import InputError, Memary
from memary.times import parse_time
from memary.types import FOREVER

USER = "ada"


def test_correcting_one_side_of_a_conflict_leaves_the_other_its_past() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        lives = {"subject": "Ada", "predicate": "lives_in"}
        memory.facts.add(
            [
                lives | {"object": "Copenhagen", "valid_at": "2026-02-28T00:00:00Z", "origin": "user"},
                lives | {"object": "Leipzig", "valid_at": "2026-05-22T00:00:00Z", "origin": "import"},
            ],
            user_id=USER,
        )
        wrong = next(fact for fact in memory.facts.list(user_id=USER) if fact.object == "Leipzig")
        memory.facts.update(wrong.id, user_id=USER, object="Aarhus")

        def lived_in(month: int) -> list[str]:
            then = datetime(2026, month, 1, tzinfo=UTC)
            return [fact.object for fact in memory.facts.list(user_id=USER, as_of=then)]

        assert (lived_in(4), lived_in(6)) == (["Copenhagen"], ["Aarhus"])


def given(statement: str, predicate: str, since: str, until: str = "") -> dict[str, str]:
    told = {"subject": "Mia", "predicate": predicate, "object": "trip", "statement": statement, "origin": "user"}
    return told | {"valid_at": since} | ({"invalid_at": until} if until else {})


TOLD = "2098-11-20T09:30:00Z"


@pytest.mark.parametrize(
    ("was", "predicate", "start", "end", "now", "since", "until"),
    [
        (
            "Mia 计划12月11日去旅行。",
            "计划",
            TOLD,
            "2098-12-12",
            "Mia 计划2098年12月18日去旅行。",
            TOLD,
            "2098-12-19",
        ),
        (
            "Mia has a trip planned.",
            "plans_to",
            TOLD,
            "",
            "Mia has a trip planned for 2099-01-05.",
            TOLD,
            "2099-01-06",
        ),
        ("A trip since May 2024.", "leads", "2024-05-01", "", "A trip since June 2024.", "2024-06-01", ""),
        ("A trip.", "leads", TOLD, "", "A trip since March 2023.", "2023-03-01", ""),
        ("一次 trip，到2098年12月底。", "带队", TOLD, "2099-01-01", "一次 trip，到2099年1月底。", TOLD, "2099-02-01"),
        (
            "A trip on 6 May 2050.",
            "leads",
            "2050-05-06",
            "2050-05-07",
            "A trip on 8 May 2050.",
            "2050-05-08",
            "2050-05-09",
        ),
        (
            "A trip on 2098-12-06 at two.",
            "plans_to",
            TOLD,
            "2098-12-07",
            "A trip on 2098-12-06 at six.",
            TOLD,
            "2098-12-07",
        ),
        ("A trip.", "leads", TOLD, "", "A trip with the choir.", TOLD, ""),
    ],
)
def test_another_day_in_the_sentence_is_when_the_fact_begins_or_ends(
    was: str, predicate: str, start: str, end: str, now: str, since: str, until: str
) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.facts.add([given(was, predicate, start, end)], user_id=USER)
        (known,) = memory.facts.list(user_id=USER, include_past=True)
        corrected = memory.facts.update(known.id, user_id=USER, statement=now)
        assert (corrected.valid_at, corrected.invalid_at) == (
            parse_time(since),
            parse_time(until) if until else FOREVER,
        )
        memory.operations.undo(memory.operations.list(user_id=USER)[-1].id, user_id=USER)
        assert memory.facts.list(user_id=USER, include_past=True) == [known]


def test_what_a_fact_took_the_place_of_lasts_until_the_corrected_beginning() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add("I live in Rome.", user_id=USER, wait=True)
        lives = {"subject": "User", "predicate": "lives_in", "origin": "user"}
        memory.facts.add([lives | {"object": "Graz", "valid_at": "2999-05-01"}], user_id=USER)
        graz = next(one for one in memory.facts.list(user_id=USER, include_past=True) if one.object == "Graz")
        memory.facts.update(graz.id, user_id=USER, valid_at="2999-06-01")
        held = {one.object: one for one in memory.facts.list(user_id=USER, include_past=True)}
        assert held["Rome"].invalid_at == held["Graz"].valid_at == parse_time("2999-06-01")
        with pytest.raises(InputError, match="is not after"):
            memory.facts.update(graz.id, user_id=USER, invalid_at="2999-06-01")


@pytest.mark.parametrize(
    "correction", [{"valid_at": "2019-01-01"}, {"statement": "User lives in Berlin since 2019."}]
)
def test_a_corrected_beginning_makes_no_two_homes_at_once(correction: dict[str, str]) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        lives = {"subject": "User", "predicate": "lives_in", "origin": "user"}
        for city, since in (("Oslo", "2015-01-01"), ("Rome", "2020-01-01"), ("Berlin", "2024-01-01")):
            memory.facts.add([lives | {"object": city, "valid_at": since}], user_id=USER)
        (berlin,) = memory.facts.list(user_id=USER)
        with pytest.raises(InputError, match=r"beside 'User lives in Rome'.*from 2020-01-01 until 2024-01-01"):
            memory.facts.update(berlin.id, user_id=USER, **correction)
        assert [one.object for one in memory.facts.list(user_id=USER, as_of="2021-01-01")] == ["Rome"]
        assert memory.facts.update(berlin.id, user_id=USER, valid_at="2023-01-01").valid_at == parse_time(
            "2023-01-01"
        )
        assert [one.object for one in memory.facts.list(user_id=USER, as_of="2023-06-01")] == ["Berlin"]


@pytest.mark.parametrize(
    ("subject", "predicate", "object_", "was", "name", "now"),
    [
        ("Max", "has a child called", "Ma", "Max has a child called Ma.", "Lea", "Max has a child called Lea."),
        ("Art", "teaches", "Art", "Art teaches Art.", "Music", "Art teaches Music."),
        ("小明", "喜欢", "明", "小明喜欢明。", "红", "小明喜欢红。"),
        (
            "User",
            "is allergic to",
            "nut",
            "User is allergic to nuts and coconut.",
            "milk",
            "User is allergic to milk",
        ),
    ],
)
def test_a_new_object_takes_the_place_of_the_old_one_in_the_sentence_and_of_no_part_of_a_word(
    subject: str, predicate: str, object_: str, was: str, name: str, now: str
) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        told = {"subject": subject, "predicate": predicate, "object": object_, "statement": was}
        memory.facts.add([told], user_id=USER)
        (fact,) = memory.facts.list(user_id=USER)
        assert memory.facts.update(fact.id, user_id=USER, object=name).statement == now


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        ("Mia 要去旅行。", "(计划：2099-12-03)"),
        ("Mia goes on a trip.", "(planned: 2099-12-03)"),
        ("Mia 2099年12月1日到3日要去旅行。", "(计划：2099-12-01至2099-12-03)"),
        ("Mia goes on a trip from 1 to 3 December 2099.", "(planned: 2099-12-01 to 2099-12-03)"),
    ],
)
def test_a_plan_is_shown_with_its_days_and_not_since_it_was_told(statement: str, shown: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.facts.add([given(statement, "plans_to", TOLD, "2099-12-04")], user_id=USER)
        asked = "Mia 去哪？" if "去" in statement else "Where does Mia go?"
        window = memory.context(asked, user_id=USER, history="none")
        assert f"{statement} {shown}" in window.text
