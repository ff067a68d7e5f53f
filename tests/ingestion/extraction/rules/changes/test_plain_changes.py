"""Plain ways to tell of a change: what is new is known, what was before is over.

And what only looks like one.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.records import fresh_user

from memary import Memary
from memary.facts.predicates import matter_of

CHANGES = [
    ("I live in Leeds.", "I moved from Leeds to York.", "lives_in York"),
    ("I live in Leeds.", "Last month I moved to York.", "lives_in York"),
    ("I live in Leeds.", "I moved to York last month.", "lives_in York"),
    ("I live in Leeds.", "Now I live in York.", "lives_in York"),
    ("I live in Leeds.", "I don't live in Leeds any more, I live in York now.", "lives_in York"),
    ("I live in Leeds.", "I left Leeds and moved to York.", "lives_in York"),
    ("I work at Kodak.", "Now I work at Canon.", "works_at Canon"),
    ("I work at Kodak.", "These days I work at Canon.", "works_at Canon"),
    ("I work at Kodak.", "I left Kodak and joined Canon.", "works_at Canon"),
    ("I work at Kodak.", "I don't work at Kodak any more, I'm at Canon now.", "works_at Canon"),
    ("I work at Kodak.", "I don't work at Kodak anymore. I'm now at Canon.", "works_at Canon"),
    ("I work at Kodak.", "I left my job at Kodak last month. Now I work at Canon.", "works_at Canon"),
    ("I work at Equinor.", "I switched jobs: I'm now at Statoil.", "works_at Statoil"),
    ("我住在北京。", "我从北京搬到了上海。", "居住在 上海"),
    ("我住在北京。", "我搬家了，现在住在上海。", "居住在 上海"),
    ("我住在北京。", "我上个月搬家了，现在住在上海。", "居住在 上海"),
    ("我住在北京。", "我不住在北京了，现在住在上海。", "居住在 上海"),
    ("我在华为工作。", "我换工作了，现在在腾讯上班。", "就职于 腾讯"),
    ("我在华为工作。", "我换到腾讯工作了。", "就职于 腾讯"),
    ("我在华为工作。", "我离开华为，加入了腾讯。", "就职于 腾讯"),
    ("我在华为工作。", "我从华为辞职了，现在在腾讯上班。", "就职于 腾讯"),
    ("My husband is Tim.", "Tim and I are divorced.", "spouse_is none"),
    ("My rent is 640 euros a month.", "My rent went up to 700.", "rent_is 700"),
    ("My dry weight is 71 kilos.", "My dry weight got changed to 69.5.", "dry_weight_is 69.5"),
    ("I weigh 71.5 kg.", "I weigh 70 now.", "weight_is 70"),
    ("我体重78公斤。", "我的体重从78公斤掉到75公斤了。", "体重是 75公斤"),
    ("我的房租每月6500元。", "我的房租涨到7200元了。", "房租是 7200元"),
    ("I work at Kodak.", "I left Kodak yesterday and I moved to York.", "lives_in York"),
    ("I work at Kodak.", "I moved to York and left Kodak.", "lives_in York"),
    ("I work at Kodak.", "I left Kodak and moved to Canada.", "lives_in Canada"),
    ("I live in Leeds.", "I gave up my flat and moved to York.", "lives_in York"),
    ("我在华为工作。", "我昨天离开了华为，我搬到了上海。", "居住在 上海"),
    ("我在华为工作。", "我离开了华为，搬到了上海。", "居住在 上海"),
    ("I work at Charité.", "I quit my job. I'm a baker now.", "works_as baker"),
    ("I work at Ford.", "I got laid off at Ford. These days I'm a bus driver.", "works_as bus driver"),
    ("我住在北京。", "我不再住北京了，搬去深圳了。", "居住在 深圳"),
    ("我在华为工作。", "我被裁了。我现在是司机。", "职业是 司机"),
    ("我住在杭州", "我搬到上海了", "居住在 上海"),
    ("我住在杭州。", "我已经搬到上海了", "居住在 上海"),
    ("我住在杭州。", "我上周搬到上海了", "居住在 上海"),
    ("我住在杭州。", "我不在杭州了，上周已经搬到上海了。", "居住在 上海"),
    ("我住在杭州。", "我不在杭州了,上周已经搬到上海了", "居住在 上海"),
    ("我在华为工作。", "我跳槽到腾讯了", "就职于 腾讯"),
]
NO_CHANGE = [
    ("I work at Kodak.", "If I left Kodak and joined Canon, what then?", "works_at Kodak"),
    ("I work at Kodak.", "She thinks I left Kodak and joined Canon.", "works_at Kodak"),
    ("I work at Kodak.", "Imagine I moved to York and left Kodak.", "works_at Kodak"),
    ("I work at Kodak.", "I left Kodak. Just kidding.", "works_at Kodak"),
    ("I live in Leeds.", "I moved from Jira to Linear.", "lives_in Leeds"),
    ("I live in Leeds.", "I moved to York in 1999.", "lives_in Leeds"),
    ("I live in Leeds.", "I left my keys on the bus and moved to the back.", "lives_in Leeds"),
    ("I weigh 71.5 kg.", "My sister said my weight is 90 kg.", "weight_is 71.5 kg"),
    ("My rent is 640.", "My rent is 2 weeks late.", "rent_is 640"),
    ("My rent is 640.", "If my rent went up to 900, I would move.", "rent_is 640"),
    ("我体重78公斤。", "我体重没到75公斤。", "体重是 78公斤"),
    ("我体重78公斤。", "如果我的体重是70公斤就好了。", "体重是 78公斤"),
    ("我的房租每月6500元。", "我的房租是3年前定的。", "房租是 6500元"),
    ("I have a dog called Rex.", "My phone died.", "has_dog Rex"),
    ("我在华为工作。", "我打算离开华为，加入腾讯。", "就职于 华为"),
    ("我住在杭州。", "我搬到隔壁了", "居住在 杭州"),
    ("我住在杭州。", "我要搬到上海了", "居住在 杭州"),
    ("我住在杭州。", "我现在不在杭州,出差呢", "居住在 杭州"),
]
NO_HOME = [
    "I graduated in 2005, moved to Paris, and in 2010 I moved to Berlin.",
    "I retired in 2001 and moved to Spain, then came back in 2010.",
    "I got promoted and moved to Sales.",
    "I left the marketing team and moved to Finance.",
    "I left Sales and moved to Accounting at Bosch.",
    "I've been to Rome, and moved to Gate 12.",
    "I finished chapter two and moved to Chapter Three.",
    "I sold my shares and moved to Bitcoin.",
    "I left Tom and moved to Mum's.",
    "I finished my thesis and moved to Cambridge for a week.",
    "I graduated and my sister and moved to Rome.",
    "I quit my job and moved to Sales.",
    "I left Twitter and moved to Friendica.",
]
NO_HOME_IN_CHINESE = [
    "我在华为工作的哥哥，住在深圳。",
    "我离婚的姐姐，现在住在上海。",
    "我在深圳上班的朋友，住在龙岗。",
    "我毕业的学校，搬到了上海。",
    "我毕业那年，住在深圳。",
    "我在华为上班的时候，住在深圳。",
    "我在华为工作那几年，住在深圳。",
    "我在上海上班，住在宾馆里。",
    "我辞职了，住在家里。",
    "我失业了，住在朋友家。",
    "我在医院上班，住在医院附近。",
    "我在家上班，搬去公司的东西还没拿回来。",
    "我辞职了，搬到了上海，后来又搬去了杭州。",
]
NO_END_OF_A_JOB = [
    "Google fired me.",
    "Before that, Nokia fired me.",
]
NO_END_OF_A_JOB_IN_CHINESE = [
    "兼职的工作我不做了。",
    "加班的工作我不干了。",
    "带孩子的工作我不做了，交给保姆。",
    "这种脏活累活的工作我不干了。",
    "腾讯的工作我不做了。",
]
OVER = [
    ("I have a dog called Rex.", "Rex died."),
    ("We have a cat called Pixel.", "Sadly our cat Pixel passed away last week."),
    ("我养了一只狗，叫旺财。", "旺财去世了。"),
    ("I work at Kodak.", "I left my job at Kodak last month."),
    ("I work at Kodak.", "I left Kodak. I am so relieved."),
    ("我对花生过敏。", "我不再对花生过敏了，真好。"),
    ("我在华为工作。", "我离开华为，在家休息。"),
    ("I bought a Volvo.", "I sold the Volvo."),
    ("We have a red Škoda Octavia.", "We finally sold the Škoda."),
    ("I also own a sailing boat.", "I gave away my sailing boat."),
    ("我有一辆沃尔沃。", "我把沃尔沃卖了。"),
    ("我们买了一辆白色的比亚迪。", "我们卖掉了比亚迪。"),
    ("I'm learning Greek.", "I stopped learning Greek."),
    ("我在学日语。", "我不学日语了。"),
]


@pytest.mark.parametrize(("said", "then", "known"), [*CHANGES, *NO_CHANGE])
def test_what_is_told_as_a_change_is_what_is_known_then(memory: Memary, said: str, then: str, known: str) -> None:
    assert known_after(memory, said, then) == [known]


@pytest.mark.parametrize(
    ("said", "then", "known"),
    [
        ("I work at Kodak.", "I quit my job at Kodak and I moved to York.", {"lives_in York", "works_at none"}),
        ("I work at Kodak.", "I quit my job at Kodak and moved to York.", {"lives_in York", "works_at none"}),
        ("I work at Kodak.", "I quit my job and moved to York.", {"lives_in York", "works_at none"}),
        ("我在华为工作。", "我从华为辞职了，搬去了上海。", {"居住在 上海", "就职于 无"}),
        ("我在华为工作。", "我辞职了，搬到了上海。", {"居住在 上海", "就职于 无"}),
        ("我住在北京。", "我在华为工作，住在上海。", {"居住在 上海", "就职于 华为"}),
        ("我住在北京。", "我和她离婚了，搬到了上海。", {"居住在 上海", "配偶 无"}),
        ("我住在北京。", "我和小红分手了，搬到上海去了。", {"居住在 上海", "伴侣是 无"}),
        ("I live in Leeds.", "I retired and moved to Spain last month.", {"lives_in Spain", "works_at none"}),
    ],
)
def test_a_sentence_tells_of_a_job_and_of_a_home(memory: Memary, said: str, then: str, known: set[str]) -> None:
    assert set(known_after(memory, said, then)) == known


@pytest.mark.parametrize(
    ("said", "then", "known"),
    [
        *(("I live in Berlin.", then, "lives_in Berlin") for then in NO_HOME),
        *(("我住在北京。", then, "居住在 北京") for then in NO_HOME_IN_CHINESE),
    ],
)
def test_what_is_no_home_or_was_one_or_is_that_of_somebody_else_ends_no_home(
    memory: Memary, said: str, then: str, known: str
) -> None:
    assert known_after(memory, said, then) == [known]


@pytest.mark.parametrize(
    ("said", "then", "known"),
    [
        *(("I work at Bosch.", then, "works_at Bosch") for then in NO_END_OF_A_JOB),
        *(("我在华为工作。", then, "就职于 华为") for then in NO_END_OF_A_JOB_IN_CHINESE),
        ("I work at Bosch.", "Bosch laid me off.", "works_at none"),
        ("I work at Bosch.", "Bosch fired me last week.", "works_at none"),
        ("我在华为工作。", "华为的工作我辞了。", "就职于 无"),
    ],
)
def test_a_job_ends_by_the_name_of_whom_one_is_known_to_work_for(
    memory: Memary, said: str, then: str, known: str
) -> None:
    assert known_after(memory, said, then) == [known]


def test_who_is_fired_by_whom_they_are_not_known_to_work_for_has_told_of_no_job(memory: Memary) -> None:
    assert known_after(memory, "Google fired me.") == []


@pytest.mark.parametrize(("said", "then"), OVER)
def test_what_has_ended_is_known_no_more(memory: Memary, said: str, then: str) -> None:
    assert known_after(memory, said, then) == []


def test_nobody_joins_what_takes_the_place_of_nothing_known(memory: Memary) -> None:
    assert known_after(memory, "I left Facebook and joined Mastodon.") == []


def known_after(memory: Memary, *texts: str) -> list[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    return [f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)]


BETWEEN = {
    "en": ("I like tea.", "I have a dog called Rex.", "I play chess.", "I speak Danish.", "I drive a Fiat."),
    "zh": ("我喜欢茶。", "我有一只狗叫旺财。", "我会说英语。", "我喜欢爬山。", "我妹妹叫小红。"),
}


@pytest.mark.parametrize(
    ("before", "between", "then", "now"),
    [
        ("I live in Leipzig.", "en", "I moved to Hamburg last month.", "Hamburg"),
        ("I live in Leipzig.", "en", "Last year I moved to Hamburg.", "Hamburg"),
        ("I work as a teacher.", "en", "I got a new job as a librarian last month.", "librarian"),
        ("我住在成都。", "zh", "我上个月搬到了杭州。", "杭州"),
        ("I live in Leipzig.", "en", "I moved to Hamburg in 1999.", "Leipzig"),
        ("I moved to Leipzig last week.", "en", "Last month I moved to Hamburg.", "Leipzig"),
    ],
)
def test_a_change_told_with_its_time_is_what_is_so_now_whatever_was_said_between(
    memory: Memary, before: str, between: str, then: str, now: str
) -> None:
    user = fresh_user()
    for text in (before, *BETWEEN[between], then):
        memory.add(text, user_id=user, wait=True)
    matters = ("residence", "occupation")
    held = [fact.object for fact in memory.facts.list(user_id=user) if matter_of(fact.predicate) in matters]
    assert held == [now]


@pytest.mark.parametrize(
    ("before", "then", "place"),
    [
        ("I live in Bonn.", "I moved to Kiel last month.", "Kiel"),
        ("我住在北京。", "我上个月搬到了上海。", "上海"),
    ],
)
def test_a_move_told_right_behind_the_old_home_begins_when_it_was(before: str, then: str, place: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        for text in (before, then):
            said = {"content": text, "created_at": datetime(2026, 11, 20, 9, tzinfo=UTC)}
            memory.add(said, user_id="ada", wait=True)
        (now,) = memory.facts.list(user_id="ada")
        (old,) = [one for one in memory.facts.list(user_id="ada", include_past=True) if one.id != now.id]
    assert (now.object, now.valid_at) == (place, datetime(2026, 10, 1, tzinfo=UTC))
    assert old.valid_at < old.invalid_at == now.valid_at


@pytest.mark.parametrize(
    ("before", "then", "now", "since"),
    [
        ("I live in Rome.", "I moved from Rome to Paris in 2012.", "Paris", 2012),
        ("I live in Rome.", "In 2012 we moved from Rome to Paris.", "Paris", 2012),
        ("I work at Shell.", "I left Shell for BP in May.", "BP", 2026),
        ("I work at Kodak.", "I left Kodak in 2001 and joined Canon.", "Canon", 2001),
        ("我住在上海。", "我们2012年从上海搬到了杭州。", "杭州", 2012),
        ("我在腾讯工作。", "我2012年从腾讯跳槽到了网易。", "网易", 2012),
    ],
)
def test_whoever_names_what_was_left_tells_what_is_so_now_however_long_ago_it_was(
    before: str, then: str, now: str, since: int
) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        for day, text in enumerate((before, then), 20):
            said = {"content": text, "created_at": datetime(2026, 11, day, 9, tzinfo=UTC)}
            memory.add(said, user_id="ada", wait=True)
        (fact,) = memory.facts.list(user_id="ada")
        assert (fact.object, fact.valid_at.year) == (now, since)
        window = memory.context(before, user_id="ada")
    assert fact.statement.rstrip(".。") in next(line for line in window.text.splitlines() if f": {before}" in line)


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("I live in Rome.", "My sister moved from Rome to Paris in 2012."),
        ("I live in Rome.", "I moved from Oslo to Bern in 2012."),
        ("I work at Shell.", "I left Shell for Paris."),
        ("I work at Shell.", "I left Shell for good reasons."),
        ("我住在上海。", "我姐姐2012年从上海搬到了杭州。"),
        ("我住在上海。", "我2012年从北京搬到了成都。"),
    ],
)
def test_what_others_left_or_was_left_before_ends_nothing(memory: Memary, before: str, then: str) -> None:
    assert known_after(memory, before, then)[:1] == known_after(memory, before)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["I joined Apple in March 2025."], {"works_at Apple 2025-03"}),
        (["I work at Apple.", "I joined Apple in March 2025."], {"works_at Apple 2025-03"}),
        (["我去年三月入职了腾讯。"], {"就职于 腾讯 2025-03"}),
        (["I start at Monzo on Monday."], {"plans_to_work_at Monzo 2026-11"}),
        (
            ["I work at N26.", "I lost my job. I start at Monzo on Monday."],
            {"works_at none 2026-11", "plans_to_work_at Monzo 2026-11"},
        ),
        (["我下周一入职美团。"], {"计划就职于 美团 2026-11"}),
        (["I work at N26.", "I moved to Leeds and changed jobs."], {"lives_in Leeds 2026-11"}),
        (["我在华为工作。", "我搬到了上海，换了新工作。"], {"居住在 上海 2026-11"}),
        (["I joined Facebook in 2009."], set[str]()),
        (["I joined Tinder last week."], set[str]()),
        (["I start work on Monday."], set[str]()),
        (["明天去医院看病。"], set[str]()),
        (["我在华为工作。", "我妹妹搬到了上海，换了新工作。"], {"就职于 华为 2026-11", "妹妹居住在 上海 2026-11"}),
    ],
    ids=lambda one: "; ".join(one) if isinstance(one, list) else "",
)
def test_a_job_is_known_since_it_began_and_one_to_come_is_a_plan(said: list[str], known: set[str]) -> None:
    said_at = datetime(2026, 11, 20, 9, tzinfo=UTC)
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        for text in said:
            told = {"content": text, "created_at": said_at}
            memory.add(told, user_id="ada", wait=True)
        facts = memory.facts.list(user_id="ada", as_of=said_at)
    assert {f"{fact.predicate} {fact.object} {fact.valid_at:%Y-%m}" for fact in facts} == known


def test_of_two_changes_told_the_other_way_round_the_later_one_is_what_is_so_now(memory: Memary) -> None:
    said = ("I live in Leipzig.", "Last month I moved to Kiel.", "I like tea.", "I moved to Hamburg in July.")
    user = fresh_user()
    for day, text in enumerate(said, 1):
        memory.add({"role": "user", "content": text, "created_at": f"2025-11-0{day}"}, user_id=user, wait=True)
    held = [fact.object for fact in memory.facts.list(user_id=user) if matter_of(fact.predicate) == "residence"]
    assert held == ["Kiel"]
