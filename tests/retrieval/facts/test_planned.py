"""What is to come: a question that names a time to come finds what begins or ends then, in whatever words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memary import Memary

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)  # a Saturday


def plan(memory: Memary, subject: str, statement: str, day: int, *, told_before: bool = False) -> None:
    on = NOW + timedelta(days=day)
    memory.facts.add(
        [
            {
                "subject": subject,
                "predicate": "plans to",
                "object": statement,
                "statement": statement,
                "valid_at": (NOW if told_before else on).date().isoformat(),
                "invalid_at": (on + timedelta(days=not told_before)).date().isoformat(),
            }
        ],
        user_id="ada",
    )


@pytest.fixture
def planned(memory: Memary) -> Memary:
    plan(memory, "user", "The check-up is at the hospital.", 5)
    plan(memory, "user", "The dentist sees Ada.", 4, told_before=True)  # as a model tells a plan: until that day
    plan(memory, "Bob", "Bob takes the train.", 8)
    plan(memory, "user", "The spring trip goes to Hainan.", 80)
    home = {"subject": "user", "predicate": "lives in", "object": "Berlin", "valid_at": "2020-05-01"}
    memory.facts.add([home], user_id="ada")
    return memory


@pytest.mark.parametrize("question", ["What do I have planned next week?", "下周有什么安排？"])
def test_what_lies_in_a_time_to_come_stands_first(planned: Memary, question: str) -> None:
    hits = planned.search(question, user_id="ada", kinds="fact", as_of=NOW)
    assert {hit.text for hit in hits[:2]} == {"The check-up is at the hospital.", "The dentist sees Ada."}
    assert "The spring trip goes to Hainan." not in {hit.text for hit in hits}


def test_what_ends_as_a_day_begins_is_not_in_it(planned: Memary) -> None:
    for day, is_in_it in ((3, True), (4, False)):
        hits = planned.search(f"What do I have on {day} December 2026?", user_id="ada", kinds="fact", as_of=NOW)
        assert ("The check-up is at the hospital." in {hit.text for hit in hits}) is is_in_it


def test_of_whom_the_question_names_only_what_is_theirs(planned: Memary) -> None:
    hits = planned.search("What does Bob do on 6 December 2026?", user_id="ada", kinds="fact", as_of=NOW)
    assert hits[0].text == "Bob takes the train."


def test_a_question_of_the_present_or_past_finds_no_plans_by_their_time(planned: Memary) -> None:
    for question in ("Where do I live now?", "What happened last week?"):
        texts = {hit.text for hit in planned.search(question, user_id="ada", kinds="fact", as_of=NOW)}
        assert texts.isdisjoint({"The check-up is at the hospital.", "Bob takes the train."})


@pytest.mark.parametrize(
    "question",
    [
        "What's coming up?",
        "what do I have coming up",
        "Anything still ahead of me?",
        "What is on my calendar?",
        "What dates do I have to remember from today on?",
        "接下来有什么安排？",
        "从今天往后数，我还有哪些日子要记着？",
    ],
)
def test_who_asks_what_lies_ahead_gets_all_of_it_before_all_else(planned: Memary, question: str) -> None:
    planned.add(["What's coming up in the shop: new shoes.", "接下来看书。"], user_id="ada", infer=False)
    hits = planned.search(question, user_id="ada", as_of=NOW)
    assert {hit.text for hit in hits[:4]} == {
        "The dentist sees Ada.",
        "The check-up is at the hospital.",
        "Bob takes the train.",
        "The spring trip goes to Hainan.",
    }


def test_more_than_a_few_that_lie_ahead_stand_before_what_was_said(memory: Memary) -> None:
    for day in range(1, 10):
        plan(memory, "user", f"Visit number {day}.", day)
        memory.add(f"Coming up is visit number {day}, I think.", user_id="ada", infer=False)
    hits = memory.search("What's coming up?", user_id="ada", as_of=NOW)
    assert [hit.text for hit in hits[:9]] == [f"Visit number {day}." for day in range(1, 10)]


def test_of_what_lies_ahead_what_is_named_comes_first(planned: Memary) -> None:
    hits = planned.search("Any upcoming trips?", user_id="ada", as_of=NOW)
    assert "The spring trip goes to Hainan." in [hit.text for hit in hits[:2]]


@pytest.mark.parametrize("question", ["What's next in the recipe?", "接下来怎么做这道汤？"])
def test_who_asks_how_something_goes_on_gets_no_appointments(planned: Memary, question: str) -> None:
    planned.add(["Then the recipe says: stir the soup.", "这道汤先放盐。"], user_id="ada", infer=False)
    hits = planned.search(question, user_id="ada", as_of=NOW)
    assert not [hit for hit in hits if "asked" in hit.explain.signals]
