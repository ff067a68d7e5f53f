"""Without a model what is plainly told of a day to come is a fact until that day is over."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

SAID_AT = "2026-11-30T08:00:00Z"  # a Monday

TOLD = [
    ("I have a dentist appointment on 14 January.", "User has a dentist appointment on 14 January 2027."),
    ("My dentist appointment is on 14 January at 9.", "User's dentist appointment is on 14 January 2027 at 9."),
    (
        "I've got a job interview at Siemens next Tuesday at 10.",
        "User has a job interview at Siemens on 8 December 2026 at 10.",
    ),
    ("We have a parents' evening on Thursday.", "User has a parents' evening on 3 December 2026."),
    ("My flight to Oslo leaves on Saturday at 7:40.", "User's flight to Oslo is on 5 December 2026 at 7:40."),
    ("I'm meeting Anna on Friday for lunch.", "User is meeting Anna on 4 December 2026 for lunch."),
    ("On Friday I'm meeting Anna for lunch.", "User is meeting Anna for lunch on 4 December 2026."),
    ("The boiler man comes on Monday between 8 and 12.", "The boiler man comes on 7 December 2026 between 8 and 12."),
    ("The exam is on 3 February.", "The exam is on 3 February 2027."),
    (
        "I'm having my wisdom teeth out on the 9th of December.",
        "User is having their wisdom teeth out on 9 December 2026.",
    ),
    ("Our wedding is on 12 June 2027.", "User's wedding is on 12 June 2027."),
    ("My sister is visiting next weekend.", "User's sister is visiting from 12 to 13 December 2026."),
    ("I'm going to Rome in March.", "User is going to Rome in March 2027."),
    ("The deadline for the tax return is 31 January.", "The deadline for the tax return is on 31 January 2027."),
    ("i have a dentist appointment today at 3pm", "User has a dentist appointment on 30 November 2026 at 15:00."),
    ("I have a dentist appointment on Friday the 4th.", "User has a dentist appointment on 4 December 2026."),
    ("I've booked us a table at Luigi's for Friday at 8.", "User has a table at Luigi's on 4 December 2026 at 8."),
    ("My thesis is due on 15 March, so I'm busy.", "User's thesis is due on 15 March 2027."),
    ("Our son's school play is on Friday evening.", "User's son's school play is on 4 December 2026 in the evening."),
    ("我1月14号要去看牙医。", "用户2027年1月14日要去看牙医。"),
    ("我下周二上午十点有个面试。", "用户2026年12月8日上午10点有个面试。"),
    ("周四学校开家长会。", "用户2026年12月3日学校有家长会。"),
    ("我们3月去罗马。", "用户2027年3月要去罗马。"),
    ("妹妹下周末来看我。", "用户的妹妹2026年12月12日至13日要来。"),
    ("12月9号我要拔智齿。", "用户2026年12月9日要拔智齿。"),
    ("我的驾照考试在2月3号。", "用户的驾照考试在2027年2月3日。"),
    ("明天下午两点半我跟李经理开会。", "用户2026年12月1日下午2点半要跟李经理开会。"),
    ("我约了周三下午洗牙。", "用户约了2026年12月2日下午洗牙。"),
    ("装宽带的师傅周六下午来。", "装宽带的师傅2026年12月5日下午要来用户家。"),
    ("我的签证下个月20号到期。", "签证在2026年12月20日到期。"),
]

NOT_TOLD = [
    "I had a dentist appointment on Monday.",
    "I don't have an exam on Friday.",
    "Do I have a meeting tomorrow?",
    "The party is on Friday?",
    "I wish we had a day off on Friday.",
    "I might have an interview on Friday.",
    "If my flight leaves on Friday I'll miss it.",
    "I think my flight leaves on Saturday.",
    "My sister has a dentist appointment on Friday.",
    "She's going to Rome in March.",
    "Write a story: I have a dentist appointment on 14 January and the dentist is a vampire.",
    "Let's role-play. I have an interview at Siemens tomorrow.",
    'Anna said: "I have a dentist appointment on Friday."',
    "In the book, I have a trial on Friday.",
    "I was going to Rome in March but it fell through.",
    "I'd love to visit Rome in March.",
    "I have a meeting every Monday.",
    "I have a class on Tuesdays and Thursdays.",
    "I'm not going to Rome in March.",
    "The concert is on Saturday, but I'm not going.",
    "My dentist appointment on Monday went well.",
    "I'm having a bad day today.",
    "I have a good feeling about Friday.",
    "The French Revolution starts in July 1789.",
    "My birthday is on 3 February.",
    "我上周五看了牙医。",
    "我周五不去看牙医了。",
    "周五我要不要去看牙医？",
    "我周五可能要去看牙医。",
    "他周五有个面试。",
    "如果我周五有面试，就不去了。",
    "我想下个月去罗马。",
    "小说里我明天要去面试。",
    "我每周五要开会。",
    "妈妈说我周五要去看牙医。",
    "我今天有点累。",
    "我昨天有个面试。",
    "The exam is on 28 November.",
    "11月28日参加公司组织的培训",
]


def known(memory: Memary, *said: str, as_of: str = SAID_AT, role: str = "user") -> list[str]:
    user = fresh_user()
    messages = [{"role": role, "content": one, "created_at": SAID_AT} for one in said]
    memory.add(messages, user_id=user, wait=True)
    return [fact.statement for fact in memory.facts.list(user_id=user, as_of=as_of)]


@pytest.mark.parametrize(("said", "statement"), TOLD)
def test_what_is_told_of_a_day_to_come_is_a_fact_with_its_date(memory: Memary, said: str, statement: str) -> None:
    assert statement in known(memory, said)


@pytest.mark.parametrize("said", NOT_TOLD)
def test_what_is_asked_wished_over_or_of_others_is_no_appointment(memory: Memary, said: str) -> None:
    assert not [one for one in known(memory, said) if "20" in one]


@pytest.mark.parametrize(
    ("said", "day_before", "day_after"),
    [
        ("I have a dentist appointment on 14 January.", "2027-01-13", "2027-01-15"),
        ("My sister is visiting next weekend.", "2026-12-13", "2026-12-14"),
        ("我们3月去罗马。", "2027-03-31", "2027-04-01"),
    ],
)
def test_it_is_true_until_its_last_day_is_over(memory: Memary, said: str, day_before: str, day_after: str) -> None:
    assert known(memory, said, as_of=day_before)
    assert not known(memory, said, as_of=day_after)


def test_what_the_assistant_tells_of_itself_is_nothing_of_the_user(memory: Memary) -> None:
    assert not known(memory, "I have a meeting on Friday.", role="assistant")


def test_the_day_is_that_of_the_users_zone(memory: Memary) -> None:
    user = fresh_user()
    said = {"role": "user", "content": "I have an exam tomorrow.", "created_at": "2026-12-01T01:00:00+08:00"}
    memory.add(said, user_id=user, wait=True)
    facts = memory.facts.list(user_id=user, as_of="2026-12-01T00:00:00Z")
    assert [fact.statement for fact in facts] == ["User has an exam on 2 December 2026."]


def test_two_of_one_name_stand_beside_each_other(memory: Memary) -> None:
    said = ["I have a dentist appointment on 14 January.", "I have a dentist appointment on 28 January, too."]
    assert len(known(memory, *said)) == 2


def test_what_is_told_twice_is_one_fact_with_the_hour_that_is_told_later(memory: Memary) -> None:
    said = [
        "I have a dentist appointment on 14 January.",
        "I have a dentist appointment on 14 January at 9.",
        "My dentist appointment is on 14 January.",
    ]
    assert known(memory, *said) == ["User has a dentist appointment on 14 January 2027 at 9."]
