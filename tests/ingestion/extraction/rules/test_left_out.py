"""What is told without "I", behind other words, or of a place beside the work; and what only looks like it."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

READ = [
    (
        "I quit my job. Starting at Southmead Hospital on Monday.",
        "works_at none; plans_to_work_at Southmead Hospital",
    ),
    ("I start at Hospital da Luz on Monday", "plans_to_work_at Hospital da Luz"),
    ("I'm starting at Banco do Brasil next month.", "plans_to_work_at Banco do Brasil"),
    ("Moved to Bristol last week.", "lives_in Bristol"),
    ("Working at Deloitte now.", "works_at Deloitte"),
    (
        "I have diabetes and I'm on metformin. also I'm allergic to penicillin",
        "has_condition diabetes; takes_medication metformin; allergic_to penicillin",
    ),
    ("I take 20 mg of atorvastatin daily.", "takes_medication atorvastatin"),
    ("I'm on insulin and statins.", "takes_medication insulin; takes_medication statins"),
    ("my best mate is Dave", "has_best_mate Dave"),
    ("I work in Leeds as a nurse", "workplace_is Leeds; works_as nurse"),
    (
        "I work in Berlin as a software developer at Zalando.",
        "workplace_is Berlin; works_as software developer; works_at Zalando",
    ),
    ("By the way I'm 39 since yesterday", "age_is 39"),
    ("I have just turned 40.", "age_is 40"),
    ("我乳糖不耐，不能吃辣", "不耐受 乳糖; 不吃 辣"),
    ("我对花生过敏，也不吃海鲜", "过敏 花生; 不吃 海鲜"),
    ("我有糖尿病，在吃二甲双胍", "患有 糖尿病; 服用 二甲双胍"),
    ("我姐夫是李强", "姐夫是 李强"),
    ("我最好的哥们是大刘", "最好的哥们是 大刘"),
    ("我昨天刚满39岁", "年龄是 39"),
    ("我辞职了。周一去省医院上班。", "就职于 无; 计划就职于 省医院"),
    ("I grew up in Leeds and now live in Bristol.", "grew_up_in Leeds; lives_in Bristol"),
    ("I live in Leeds, work at Asda and have a dog called Rex.", "lives_in Leeds; works_at Asda; has_dog Rex"),
    ("I'm an electrician from Glasgow.", "works_as electrician; comes_from Glasgow"),
    ("My brother works at Siemens and lives in Munich.", "brother_works_at Siemens; brother_lives_in Munich"),
    ("Small update: I live in Oslo now.", "lives_in Oslo"),
    ("I teach maths.", "works_as maths teacher"),
    ("We had another baby, Finn!", "has_child Finn"),
    ("我养了一只猫叫团团，还养了一只狗叫豆豆。", "猫是 团团; 狗是 豆豆"),
    ("我正在学日语，住在大阪。", "在学 日语; 居住在 大阪"),
    ("我结婚了，老公叫李强。", "老公是 李强"),
]
UNREAD = [
    "I don't live in Leeds and work at Asda.",
    "We play Sims and live in London there.",
    "I was told to move and live in Rome.",
    "I teach maths to my dog.",
    "我在想，在上海工作会不会很累。",
    "我做梦，住在月球。",
    "Starting at page 5, the book gets better.",
    "Starting at Old Trafford on Saturday.",
    "Joining Zoom on Monday.",
    "Working at Home now.",
    "Moved to Slack.",
    "Moved to Bristol for a week.",
    "I take aspirin when I have a headache.",
    "I'm on it.",
    "My mate said hi.",
    "I work in Sales as a rule.",
    "I live in Leeds do I?",
    "我姐夫是医生",
    "我同事是北京人。",
    "我最好的朋友是书。",
    "他不能吃辣",
    "我吃阿司匹林退烧。",
    "周一去医院。",
    "周三去公司加班。",
]


def _told(memory: Memary, *texts: str) -> set[str]:
    """Return what is known after some texts, each as its predicate and object."""
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user, include_upcoming=False)}


@pytest.mark.parametrize(("said", "known"), READ)
def test_what_leaves_out_who_is_meant_is_read_of_the_user(memory: Memary, said: str, known: str) -> None:
    assert _told(memory, said) == set(known.split("; "))


@pytest.mark.parametrize("said", UNREAD)
def test_what_only_looks_like_it_is_not(memory: Memary, said: str) -> None:
    assert _told(memory, said) == set()


def test_what_somebody_else_left_is_not_told_of_the_user(memory: Memary) -> None:
    assert not any("Bristol" in fact for fact in _told(memory, "Tom was here. Moved to Bristol last week."))


@pytest.mark.parametrize("said", ["I stopped taking metformin.", "I no longer take metformin."])
def test_who_stopped_taking_something_takes_it_no_more(memory: Memary, said: str) -> None:
    assert _told(memory, "I'm on metformin.", said) == set()


@pytest.mark.parametrize("said", ["我不吃优甲乐了。", "我停用优甲乐了。"])
def test_a_medicine_that_is_taken_no_more_is_nothing_that_one_does_not_eat(memory: Memary, said: str) -> None:
    assert _told(memory, "我在吃优甲乐。", said) == set()
