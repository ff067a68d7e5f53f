"""What is to begin is found as what holds is, with its day, and stands below what holds and says the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.records import fresh_user
from support.samples.graphs import edge

from memary import ChatAgent, Memary

NOW = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
SOON, LATER = NOW + timedelta(days=12), NOW + timedelta(days=90)


def told(subject: str, predicate: str, object: str, at: datetime, statement: str) -> dict[str, object]:
    return edge(subject, predicate, object, valid_at=at) | {"statement": statement}


@pytest.fixture
def user(either: Memary) -> str:
    user = fresh_user()
    facts = [
        told("Christmas party", "takes_place_at", "Altona", SOON, "The Christmas party is at Altona."),
        told("Yuki", "organises", "Christmas party", NOW, "Yuki organises the Christmas party."),
        told("Sam", "organises", "Christmas party", NOW, "Sam organises the Christmas party."),
        told("Rosa", "lives_in", "Rome", NOW - timedelta(days=400), "Rosa lives in Rome."),
        told("Rosa", "lives_in", "Paris", LATER, "Rosa lives in Paris."),
        told("部门年会", "地点是", "望京", SOON, "部门年会在望京办。"),
    ]
    either.facts.add(facts, user_id=user)
    return user


def found(memory: Memary, user: str, question: str, **asked: object) -> list[str]:
    return [hit.text for hit in memory.search(question, user_id=user, kinds="fact", top_k=3, **asked)]


def test_a_question_for_a_day_finds_what_is_to_come_first(either: Memary, user: str) -> None:
    assert found(either, user, "When is the Christmas party?")[0] == "The Christmas party is at Altona."
    assert found(either, user, "部门年会是什么时候？")[0] == "部门年会在望京办。"


@pytest.mark.one_store
def test_what_holds_stands_before_what_is_to_come(either: Memary, user: str) -> None:
    assert found(either, user, "Where does Rosa live?")[:2] == ["Rosa lives in Rome.", "Rosa lives in Paris."]


@pytest.mark.one_store
def test_the_past_and_another_present_know_nothing_of_it(either: Memary, user: str) -> None:
    assert "Rosa lives in Paris." not in found(either, user, "Where does Rosa live?", as_of=NOW)
    assert "The Christmas party is at Altona." not in found(either, user, "Where was the party last month?")


@pytest.mark.one_store
def test_it_is_shown_with_the_day_from_which_it_holds(either: Memary, user: str) -> None:
    line = f"- The Christmas party is at Altona. (from {SOON:%Y-%m-%d})"
    assert line in str(either.context("When is the Christmas party?", user_id=user))
    assert line in ChatAgent(either, user_id=user).chat("When is the Christmas party?").text


@pytest.mark.one_store
def test_what_was_taken_back_is_not(either: Memary, user: str) -> None:
    (id_,) = [hit.id for hit in either.search("Paris", user_id=user) if hit.text == "Rosa lives in Paris."]
    either.facts.update(id_, object="Lyon", user_id=user)
    assert found(either, user, "Where does Rosa live?")[:2] == ["Rosa lives in Rome.", "Rosa lives in Lyon."]


@pytest.mark.one_store
def test_a_filter_of_what_has_to_be_there_is_taken_beside_it(either: Memary, user: str) -> None:
    either.facts.add([told("Rosa", "likes", "tea", NOW, "Rosa likes tea.")], user_id=user)
    assert found(either, user, "What does Rosa like?", filters={"predicate": "*"})[0] == "Rosa likes tea."


@pytest.fixture
def ahead(either: Memary) -> str:
    user = fresh_user()
    year = timedelta(days=365)
    facts = [
        told("Rosa", "works_at", "Bolt", LATER, "Rosa starts at Bolt."),
        told("Rosa", "visits", "Lima", SOON, "Rosa flies to Lima."),
        told("小雨", "就职于", "海澜科技", LATER, "小雨去海澜科技上班。"),
        told("Rosa", "went_to", "Oslo", LATER - year, "Rosa went to Oslo.") | {"invalid_at": LATER - year / 2},
        told("Rosa", "likes", "tea", NOW, "Rosa likes tea."),
    ]
    either.facts.add(facts, user_id=user)
    return user


@pytest.mark.one_store
def test_a_month_or_day_without_a_year_may_be_the_next(either: Memary, ahead: str) -> None:
    assert found(either, ahead, f"Who starts at Bolt in {LATER:%B}?")[0] == "Rosa starts at Bolt."
    assert found(either, ahead, f"What is on {SOON.day} {SOON:%B}?")[0] == "Rosa flies to Lima."
    assert found(either, ahead, f"{LATER.month}月谁去海澜科技上班？")[0] == "小雨去海澜科技上班。"
    assert found(either, ahead, f"{LATER.month}月小雨在哪里过冬？")[0] == "小雨去海澜科技上班。"
    assert found(either, ahead, f"{LATER.month}月小雨怎么过？")[0] == "小雨去海澜科技上班。"


@pytest.mark.one_store
def test_asked_for_what_was_it_is_the_last(either: Memary, ahead: str) -> None:
    for question in (f"Where did Rosa go in {LATER:%B}?", f"Rosa {LATER.month}月去了哪里？"):
        answer = found(either, ahead, question)
        assert "Rosa went to Oslo." in answer
        assert "Rosa starts at Bolt." not in answer
