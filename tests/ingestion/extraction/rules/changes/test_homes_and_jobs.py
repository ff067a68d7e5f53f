"""A new home and a new job take the place of the old.

Plans, play, and the moves of others change nothing.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.records import fresh_user

from memary import Memary

NEW = [
    ("I live in Bristol.", "We moved to Cardiff last month.", {"lives_in Cardiff"}),
    ("I live in Bristol.", "My wife and I moved to Swansea.", {"lives_in Swansea"}),
    ("I live in Bristol.", "I moved house: our new home is in Hull.", {"lives_in Hull"}),
    ("I live in Bristol.", "We've just moved house, we live in Derby now.", {"lives_in Derby"}),
    ("I live in Bristol.", "We finally moved into our new place in Exeter.", {"lives_in Exeter"}),
    ("I live in Bristol.", "Our new flat is in Bath!", {"lives_in Bath"}),
    ("I live in Bristol.", "We bought a small house in Frome and moved there last week.", {"lives_in Frome"}),
    ("I live in Bristol.", "We found a flat in York and moved in on Saturday.", {"lives_in York"}),
    ("I am a nurse.", "I got a new job as a librarian.", {"works_as librarian"}),
    ("I work at Nokia.", "I quit Nokia and opened my own practice called Fern & Co.", {"runs practice"}),
    ("I work at Nokia.", "I left Nokia last month and founded a startup called Fern.", {"runs startup"}),
    ("I work at Nokia.", "I got a new job as a librarian.", {"works_as librarian"}),
    ("I work at Nokia.", "I quit my job and now work as a baker.", {"works_as baker"}),
    ("I work at Nokia.", "I resigned and now work at Ericsson.", {"works_at Ericsson"}),
    ("I work at Nokia.", "My new employer is Ericsson.", {"works_at Ericsson"}),
    ("I work at Nokia.", "I changed jobs, I'm at Ericsson now.", {"works_at Ericsson"}),
    ("我在腾讯工作。", "我换工作了，在美团上班。", {"就职于 美团"}),
    ("我在腾讯工作。", "我跳槽了。", set[str]()),
    ("I work at Nokia.", "I quit my job at the hospital.", {"works_at none"}),
    (
        "I am a nurse. I work at Southmead Hospital.",
        "I quit my job at the hospital and now I teach biology at Cardiff High School.",
        {"works_at Cardiff High School", "works_as biology teacher"},
    ),
    ("我住在北京。", "上个月我们搬到了上海。", {"居住在 上海"}),
    ("我住在北京。", "我们搬家了，新家在厦门。", {"居住在 厦门"}),
    ("我住在北京。", "我搬家了，搬到了天津。", {"居住在 天津"}),
    ("我住在北京。", "我和老婆搬去了南京。", {"居住在 南京"}),
    ("我住在武侯区。", "我们搬到了天府新区。", {"居住在 天府新区"}),
    ("我住在成都。", "上个月我们在杭州买了房，已经搬过去了。", {"居住在 杭州"}),
    ("我住在成都。", "我在杭州租了一套公寓，上周搬进去了。", {"居住在 杭州"}),
    (
        "我是护士。我在协和医院工作。",
        "我辞职了，现在在上海中学教生物。",
        {"就职于 上海中学", "职业是 生物老师"},
    ),
    ("我是护士。", "我找到新工作了，现在当图书管理员。", {"职业是 图书管理员"}),
    ("我在腾讯工作。", "我换工作了，现在是导游。", {"职业是 导游"}),
    ("我在腾讯工作。", "我辞职了，现在当导游。", {"职业是 导游"}),
]
AS_BEFORE = [
    ("I live in Bristol.", "We are moving to Cardiff next month."),
    ("I live in Bristol.", "We moved to Slack last month."),
    ("I live in Bristol.", "We moved to Kanban last month."),
    ("I live in Bristol.", "We moved to Berlin for a month."),
    ("I live in Bristol.", "The Hendersons moved to Cardiff last month."),
    ("I live in Bristol.", "She told me: we moved to Cardiff last month."),
    ("I live in Bristol.", "My parents' new home is in Hull."),
    ("I live in Bristol.", "My new place is in Leith, we move in May."),
    ("I live in Bristol.", "My parents bought a house in Frome and moved there last year."),
    ("I live in Bristol.", "We bought a house in Frome and will move there in May."),
    ("I live in Bristol.", "We rented a cottage in Frome and moved there for two weeks."),
    ("I work at Nokia.", "My colleague left Nokia and founded a startup."),
    ("I work at Nokia.", "I'd love to quit Nokia and open a bakery."),
    ("I am a nurse.", "I applied for a new job as a librarian."),
    ("I am a nurse.", "My brother got a new job as a librarian."),
    ("I am a nurse.", "I got a new job as a librarian in The Sims."),
    ("I work at Nokia.", "I got a new job as a librarian, starting in May."),
    ("I work at Nokia.", "I teach my kids maths at home."),
    ("我住在北京。", "下个月我们搬到上海。"),
    ("我住在北京。", "我们公司上个月搬到了上海。"),
    ("我住在北京。", "上个月我们搬到了三楼。"),
    ("我住在北京。", "我们的新家在苏州，下个月搬。"),
    ("我住在北京。", "我们在苏州买了房，下个月搬过去。"),
    ("我住在北京。", "我们公司搬到了雄安新区。"),
    ("我在腾讯工作。", "我想换工作了。"),
    ("我是护士。", "我朋友辞职了，现在在上海中学教生物。"),
    ("我是护士。", "我在家教孩子数学。"),
]


def known_after(memory: Memary, *texts: str) -> set[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "then", "known"), NEW)
def test_a_new_home_or_job_takes_the_place_of_the_old(memory: Memary, said: str, then: str, known: set[str]) -> None:
    assert known_after(memory, said, then) == known


@pytest.mark.parametrize(("said", "then"), AS_BEFORE)
def test_what_is_planned_or_told_of_others_changes_nothing(memory: Memary, said: str, then: str) -> None:
    assert known_after(memory, said, then) == known_after(memory, said)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("We also have a beagle called Waffle and two cats.", {"has_dog Waffle"}),
        ("I also have a son, Max.", {"has_son Max"}),
        ("I have also got a dog called Rex.", {"has_dog Rex"}),
        ("我和老公王磊住在杭州。", {"居住在 杭州"}),
        ("我跟家人一起住在苏州。", {"居住在 苏州"}),
        ("我和老公住在酒店。", set[str]()),
        ("我和老公王磊以前住在杭州。", set[str]()),
        ("我和老婆想住在海边。", set[str]()),
    ],
)
def test_what_one_has_besides_and_where_one_lives_with_others_is_read(
    memory: Memary, said: str, known: set[str]
) -> None:
    assert known_after(memory, said) == known


@pytest.mark.parametrize(
    ("then", "is_over"),
    [
        ("Kim and I divorced.", True),
        ("My wife and I have divorced.", True),
        ("We just got divorced.", True),
        ("Tom and Anna divorced.", False),
        ("Kim's parents divorced.", False),
    ],
)
def test_who_divorced_is_married_no_more(memory: Memary, then: str, is_over: bool) -> None:
    now = "spouse_is none" if is_over else "married_to Kim"
    assert known_after(memory, "I'm married to Kim.", then) == {now}


@pytest.mark.parametrize(
    ("said", "then"),
    [("I live in Bristol.", "We moved to Cardiff last month."), ("我住在北京。", "上个月我们搬到了上海。")],
)
def test_a_move_begins_when_it_is_told_to_have_been(said: str, then: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        for text, month in ((said, 1), (then, 9)):
            message = {"content": text, "created_at": datetime(2026, month, 12, tzinfo=UTC)}
            memory.add(message, user_id="ada", wait=True)
        before, after = memory.facts.list(user_id="ada", include_past=True)
    assert before.invalid_at == after.valid_at == datetime(2026, 8, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "profession"),
    [
        ("I work as a project manager at Siemens.", "project manager"),
        ("Paul is a teacher and likes hiking.", "teacher"),
        ("我在华为做项目经理。", "项目经理"),
    ],
)
def test_what_somebody_works_as_is_no_person(said: str, profession: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(said, user_id="kim", wait=True)
        known = {row.entity.name: row.entity.type for row in memory.entities.list(user_id="kim")}
    assert known[profession] == "topic"


@pytest.mark.parametrize(
    ("said", "work"),
    [
        ("I'm a pastry chef.", {"pastry chef"}),
        ("I'm a beekeeper.", {"beekeeper"}),
        ("I'm a freelance illustrator.", {"freelance illustrator"}),
        ("我是插画师。", {"插画师"}),
        ("我是一名养蜂人。", {"养蜂人"}),
        ("I'm a pastry fan.", set[str]()),
        ("My neighbour thinks I'm a beekeeper.", set[str]()),
        ("我想当插画师。", set[str]()),
    ],
)
def test_a_craft_is_read_as_ones_work(memory: Memary, said: str, work: set[str]) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, wait=True)
    assert {fact.object for fact in memory.facts.list(user_id=user)} == work
