"""Since when, and for how long, something has been so, told in plain words; and times that tell something else."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

SAID = "2026-11-20T10:00:00Z"

SINCE = [
    (
        "I work as a nurse at St James's Hospital, been there since 2017.",
        "works_at St James's Hospital",
        "2017-01-01",
    ),
    ("I have worked at Google since 2017.", "works_at Google", "2017-01-01"),
    ("I've worked as a teacher for ten years.", "works_as teacher", "2016-01-01"),
    ("I've lived in Leeds for six years.", "lives_in Leeds", "2020-01-01"),
    ("I live in Porto, been here for two years.", "lives_in Porto", "2024-01-01"),
    ("I live in Leeds and have been here since 2017.", "lives_in Leeds", "2017-01-01"),
    ("My wife has worked at Siemens since 2019.", "wife_works_at Siemens", "2019-01-01"),
    ("I've been vegan for 3 years.", "diet_is vegan", "2023-01-01"),
    ("I've been a vegetarian since January.", "diet_is vegetarian", "2026-01-01"),
    ("I was diagnosed with asthma in March.", "has_condition asthma", "2026-03-01"),
    ("I got diagnosed with celiac disease last year.", "has_condition celiac disease", "2025-01-01"),
    ("I've had diabetes since 2015.", "has_condition diabetes", "2015-01-01"),
    ("I've been married to Tom since 2012.", "married_to Tom", "2012-01-01"),
    ("I've been learning Spanish for two months.", "learning Spanish", "2026-09-01"),
    ("Our dog Rex died last month.", "lost_pet Rex", "2026-10-01"),
    ("Our cat passed away two weeks ago.", "lost_pet cat", "2026-11-02"),
    ("我从2017年起在谷歌工作。", "就职于 谷歌", "2017-01-01"),
    ("我在腾讯工作五年了。", "就职于 腾讯", "2021-01-01"),
    ("我在圣玛丽医院当护士，2017年就在那儿了。", "就职于 圣玛丽医院", "2017-01-01"),
    ("我在上海住了六年了。", "居住在 上海", "2020-01-01"),
    ("我老婆从2019年开始在西门子工作。", "老婆就职于 西门子", "2019-01-01"),
    ("我做护士十年了。", "职业是 护士", "2016-01-01"),
    ("我吃素三年了。", "饮食习惯 吃素", "2023-01-01"),
    ("我从一月份开始吃素。", "饮食习惯 吃素", "2026-01-01"),
    ("我三月确诊哮喘。", "患有 哮喘", "2026-03-01"),
    ("我2015年得了糖尿病。", "患有 糖尿病", "2015-01-01"),
    ("我2012年和王芳结婚了。", "配偶 王芳", "2012-01-01"),
    ("我从三月开始学日语。", "在学 日语", "2026-03-01"),
    ("我家的狗上个月去世了。", "失去 狗", "2026-10-01"),
    ("我的猫咪露娜两周前走了。", "失去 露娜", "2026-11-02"),
]
SOMETHING_ELSE = [
    ("I live in Leeds and saw Tom in 2017.", "lives_in Leeds"),
    ("I live in Leeds and went to York yesterday.", "lives_in Leeds"),
    ("I work at Google and have lived in Leeds since 2017.", "works_at Google"),
    ("My sister lives in Leeds, I moved here in 2017.", "sister_lives_in Leeds"),
    ("I have asthma and a check-up in March.", "has_condition asthma"),
    ("I have diabetes, and my mum was diagnosed with cancer in May.", "has_condition diabetes"),
    ("I'm vegan and I moved here in 2019.", "diet_is vegan"),
    ("I'm vegan and went to Rome in March.", "diet_is vegan"),
    ("I'm married to Tom and we moved to Leeds in 2017.", "married_to Tom"),
    ("I'm dating Nina and saw her in March.", "dating Nina"),
    ("我有糖尿病，三月住院了。", "患有 糖尿病"),
    ("我吃素，去年搬到了北京。", "饮食习惯 吃素"),
]
UNREAD = [
    "I've worked at Google for two years, then at Meta.",
    "I've lived in Leeds for six years but moved to York.",
    "I've been vegan for two weeks and hated it.",
    "I worked at Google for 3 years.",
    "I've been there since 2017.",
    "I haven't worked at Google since 2017.",
    "Last year I was vegan.",
    "Our neighbour's dog Rex died last month.",
    "Our dog Rex almost died last month.",
    "My dog died laughing.",
    "We lost our rabbit Coco in June.",
    "我吃素两周了，放弃了。",
    "我在上海住了六年。",
    "我在酒店住了三个星期了。",
    "我从2017年起没在谷歌工作了。",
    "我三月没有确诊哮喘。",
    "邻居家的狗上个月去世了。",
    "我的狗走了三个小时。",
    "我的猫饿死了，快喂。",
    "我家的狗走了。",
]


def _told(memory: Memary, *texts: str) -> dict[str, str]:
    """Return what is known after some texts, and the day since which it is so."""
    user = fresh_user()
    for text in texts:
        memory.add([{"content": text, "created_at": SAID}], user_id=user, session_id="talk", wait=True)
    return {f"{one.predicate} {one.object}": f"{one.valid_at:%Y-%m-%d}" for one in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "fact", "since"), SINCE)
def test_what_has_been_so_for_some_time_began_then(memory: Memary, said: str, fact: str, since: str) -> None:
    assert _told(memory, said).get(fact) == since


@pytest.mark.parametrize(("said", "fact"), SOMETHING_ELSE)
def test_a_time_that_dates_something_else_is_no_beginning(memory: Memary, said: str, fact: str) -> None:
    assert _told(memory, said) == {fact: SAID[:10]}


@pytest.mark.parametrize("said", UNREAD)
def test_what_is_over_or_was_never_so_is_not_read(memory: Memary, said: str) -> None:
    assert _told(memory, said) == {}


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("I have a dog called Rex.", "Our dog Rex died last month."),
        ("我养了一只狗，叫旺财。", "我的狗旺财上个月去世了。"),
    ],
)
def test_an_animal_that_is_known_is_had_no_more_when_it_died(memory: Memary, told: str, over: str) -> None:
    assert _told(memory, told, over) == {}
