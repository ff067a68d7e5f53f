"""Several whom one has, told at once: parents, and sisters beside brothers.

And what only looks like them.
"""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary


def _told(memory: Memary, *texts: str) -> set[str]:
    """Return what is known after some texts, each as its subject, predicate and object."""
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    return {f"{fact.subject} {fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            ["I have two brothers, Arjun and Dev, and a sister, Meera."],
            {"User has_brother Arjun", "User has_brother Dev", "User has_sister Meera"},
        ),
        (
            ["I've got a brother called Sam, a sister called Kim and a dog called Bo."],
            {"User has_brother Sam", "User has_sister Kim", "User has_dog Bo"},
        ),
        (["My parents live in Leeds."], {"User parents_live_in Leeds"}),
        (["My parents live in Leeds.", "My parents moved to Hull."], {"User parents_live_in Hull"}),
        (["My parents are Tom and Ann."], {"User has_parent Tom", "User has_parent Ann"}),
        (
            ["My parents are Tom and Ann.", "They live in Leeds."],
            {"User has_parent Tom", "User has_parent Ann", "Tom lives_in Leeds", "Ann lives_in Leeds"},
        ),
        (
            ["My mum is Carol and my dad is Pete, and they live in Hull."],
            {"User has_mum Carol", "User has_dad Pete", "Carol lives_in Hull", "Pete lives_in Hull"},
        ),
        (["My grandparents are from Cork."], {"User grandparents_come_from Cork"}),
        (
            ["My four-year-old daughter Mia is allergic to eggs."],
            {"User has_daughter Mia", "Mia age_is 4", "Mia allergic_to eggs"},
        ),
        (
            ["I have a 3-year-old son called Otto. He loves trains."],
            {"User has_son Otto", "Otto age_is 3", "Otto likes trains"},
        ),
        (
            ["我爸爸叫王建国，妈妈叫李秀英，他们住在长沙。"],
            {"User 爸爸是 王建国", "User 妈妈是 李秀英", "王建国 居住在 长沙", "李秀英 居住在 长沙"},
        ),
        (["我爸妈住在长沙。"], {"User 父母居住在 长沙"}),
        (["我爸妈都是老师。"], {"User 父母职业是 老师"}),
        (["我的父母是王建国和李秀英。"], {"User 父母是 王建国", "User 父母是 李秀英"}),
        (["我有一个三岁的女儿，叫朵朵。"], {"User 女儿是 朵朵", "朵朵 年龄是 3"}),
        (
            ["我有两个孩子，大的叫小明，今年八岁，小的叫小红，五岁。"],
            {"User 孩子是 小明", "User 孩子是 小红", "小明 年龄是 8", "小红 年龄是 5"},
        ),
        (
            ["我老婆叫李娜，儿子叫小宝，今年四岁。"],
            {"User 老婆是 李娜", "User 儿子是 小宝", "小宝 年龄是 4"},
        ),
        (["我爷爷奶奶住在苏州。"], {"User 爷爷奶奶居住在 苏州"}),
        (["I have two cats.", "They are called Miso and Pepper."], {"User has_cat Miso", "User has_cat Pepper"}),
        (["I have two cats.", "Their names are Miso and Pepper."], {"User has_cat Miso", "User has_cat Pepper"}),
        (["I have a dog. His name is Rex."], {"User has_dog Rex"}),
        (["我养了两只猫,一只叫花卷,一只叫馒头"], {"User 猫是 花卷", "User 猫是 馒头"}),
        (["我有两只猫。", "它们叫米米和花花。"], {"User 猫是 米米", "User 猫是 花花"}),
        (["我养了一只狗。", "它叫旺财。"], {"User 狗是 旺财"}),
        (
            ["My sister lives in Rome. She works at Fiat.", "Her name is Anna."],
            {"User has_sister Anna", "Anna lives_in Rome", "Anna works_at Fiat"},
        ),
        (
            ["My brother lives in Oslo. My sister lives in Bonn.", "My brother is Tom and my sister is Ann."],
            {"User has_brother Tom", "User has_sister Ann", "Tom lives_in Oslo", "Ann lives_in Bonn"},
        ),
        (["我妹妹住在上海。", "她叫小红。"], {"User 妹妹是 小红", "小红 居住在 上海"}),
        (
            ["My sister lives in Rome.", "I have two sisters, Anna and Eva."],
            {"User sister_lives_in Rome", "User has_sister Anna", "User has_sister Eva"},
        ),
        (["My friend has two cats.", "They are called Miso and Pepper."], set[str]()),
        (["I have two cats.", "My neighbours are nice. They are called Tom and Ann."], set[str]()),
        (["我朋友有两只猫。", "它们叫米米和花花。"], set[str]()),
        (["I have a friend with two kids, Tom and Ann, and a dog called Rex."], set[str]()),
        (["My friend's parents live in Leeds."], set[str]()),
        (["My parents want to live in Leeds."], set[str]()),
        (["My parents and Tom live in Leeds."], set[str]()),
        (["I have two brothers and my wife has a sister, Meera."], set[str]()),
        (["I have a meeting, and a dog called Rex barked."], set[str]()),
        (["我朋友的爸妈住在长沙。"], set[str]()),
        (["我爸妈想住在长沙。"], set[str]()),
        (["我妹妹叫林婧，儿子叫小明。"], {"User 妹妹是 林婧"}),
        (["我女儿叫朵朵，爸爸叫她宝贝。"], {"User 女儿是 朵朵"}),
    ],
    ids=lambda one: "; ".join(one) if isinstance(one, list) else "",
)
def test_each_of_those_whom_one_has_is_known_with_what_is_told_of_all(
    memory: Memary, said: list[str], known: set[str]
) -> None:
    assert _told(memory, *said) == known
