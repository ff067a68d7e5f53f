"""What is moved has its new day alone, and what is called off ends."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

SAID_AT, LATER = "2026-11-30T08:00:00Z", "2026-12-01T08:00:00Z"
DENTIST, TOOTH = "I have a dentist appointment on 14 January.", "我1月14号要去看牙医。"

MOVED = [
    (DENTIST, "the dentist moved my appointment to the 16th", "User has a dentist appointment on 16 January 2027."),
    (DENTIST, "My dentist appointment is now on 16 January.", "User has a dentist appointment on 16 January 2027."),
    (DENTIST, "My dentist appointment is on 16 January.", "User's dentist appointment is on 16 January 2027."),
    (
        DENTIST,
        "My dentist appointment has been moved from 14 January to 16 January at 9.",
        "User has a dentist appointment on 16 January 2027 at 9.",
    ),
    (DENTIST, "Sorry, I meant the 15th.", "User has a dentist appointment on 15 January 2027."),
    (TOOTH, "牙医改到16号了", "用户2027年1月16日要去看牙医。"),
    (TOOTH, "说错了，是15号", "用户2027年1月15日要去看牙医。"),
    ("我下周二有个面试。", "面试推迟到下周四下午两点了。", "用户2026年12月10日下午2点有个面试。"),
]

ENDED = [
    (DENTIST, "My dentist appointment is cancelled."),
    (DENTIST, "I've cancelled my dentist appointment."),
    (DENTIST, "I was joking."),
    (TOOTH, "牙医取消了"),
]

UNCHANGED = [
    (DENTIST, "My Netflix subscription is cancelled."),
    (DENTIST, "Is my dentist appointment cancelled?"),
    (DENTIST, "They moved my desk to the 3rd floor."),
    (TOOTH, "会议取消了"),
]


def known(memory: Memary, *said: str) -> list[str]:
    user = fresh_user()
    for at, content in zip((SAID_AT, LATER), said, strict=True):
        memory.add({"role": "user", "content": content, "created_at": at}, user_id=user, wait=True)
    return [fact.statement for fact in memory.facts.list(user_id=user, as_of="2026-12-02")]


@pytest.mark.parametrize(("said", "then", "statement"), MOVED)
def test_another_day_takes_the_place_of_the_old_one(memory: Memary, said: str, then: str, statement: str) -> None:
    assert known(memory, said, then) == [statement]


@pytest.mark.parametrize(("said", "then"), ENDED)
def test_what_is_called_off_is_no_plan_any_more(memory: Memary, said: str, then: str) -> None:
    assert known(memory, said, then) == []


@pytest.mark.parametrize(("said", "then"), UNCHANGED)
def test_what_means_something_else_changes_nothing(memory: Memary, said: str, then: str) -> None:
    assert len(known(memory, said, then)) == 1


def test_of_two_nothing_tells_which_was_moved(memory: Memary) -> None:
    user = fresh_user()
    said = [DENTIST, "I have an eye appointment on 20 January.", "My appointment was moved to the 22nd."]
    memory.add([{"role": "user", "content": one, "created_at": SAID_AT} for one in said], user_id=user, wait=True)
    assert {fact.statement for fact in memory.facts.list(user_id=user, as_of=LATER)} == {
        "User has a dentist appointment on 14 January 2027.",
        "User has an eye appointment on 20 January 2027.",
    }


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (DENTIST, "When is my dentist appointment?", "on 14 January 2027"),
        (TOOTH, "我什么时候看牙医？", "2027年1月14日"),
    ],
)
def test_the_day_after_it_was_planned_and_did_not_happen(
    memory: Memary, said: str, question: str, answer: str
) -> None:
    user = fresh_user()
    memory.add({"role": "user", "content": said, "created_at": SAID_AT}, user_id=user, wait=True)
    before, after = (
        memory.search(question, user_id=user, kinds="fact", as_of=day) for day in ("2027-01-13", "2027-01-18")
    )
    assert answer in before[0].text
    assert [hit.is_planned for hit in after if answer in hit.text] == [True]
