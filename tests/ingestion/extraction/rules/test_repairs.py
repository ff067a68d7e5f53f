"""A word put right in the same message, whatever it is; names that are told later; and what puts nothing right."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

REPAIRED = [
    ("My favourite food is ramen. Sorry, I meant sushi.", "favorite_food sushi"),
    ("My favourite colour is blue - no wait, green.", "favorite_colour green"),
    ("I play tennis, sorry, I meant badminton.", "plays badminton"),
    ("I'm a nurse. Correction: a midwife.", "works_as midwife"),
    ("I like tea, I mean coffee.", "likes coffee"),
    ("我对花生过敏。说错了，是核桃。", "过敏 核桃"),
    ("我最喜欢的颜色是蓝色，哦不，绿色。", "最喜欢的颜色 绿色"),
    ("我喜欢喝茶。我是说咖啡。", "喜欢 喝咖啡"),
    ("我是护士。更正：医生。", "职业是 医生"),
]
NO_REPAIR = [
    ("My favourite food is ramen. Sorry, I meant to write yesterday.", "favorite_food ramen"),
    ("My favourite food is ramen. Sorry for the late reply.", "favorite_food ramen"),
    ("I like tea. I mean, sometimes.", "likes tea"),
    ("I like tea. No wait, there's the bell.", "likes tea"),
    ("I like tea. Wait, no milk.", "likes tea"),
    ("I like tea. Sorry, I meant well.", "likes tea"),
    ("I'm allergic to peanuts. I mean really allergic.", "allergic_to peanuts"),
    ("I'm a nurse. I mean, it's hard.", "works_as nurse"),
    ("I love ramen. Correction needed.", "likes ramen"),
    ("我喜欢喝茶。我是说真的。", "喜欢 喝茶"),
    ("我喜欢猫。不对，等等。", "喜欢 猫"),
    ("我最喜欢的菜是拉面。不对劲。", "最喜欢的菜 拉面"),
    ("我是护士。我是说，很累。", "职业是 护士"),
]
NAMED_LATER = [
    ("I have two cats. One is Miso and the other is Pepper.", "has_cat Miso; has_cat Pepper"),
    ("I have two dogs. The first is Bo and the second is Max.", "has_dog Bo; has_dog Max"),
    ("I have two cats. One is black and the other is white.", ""),
    ("I have a sister who lives in Rome. Her name is Anna.", "sister_lives_in Rome; has_sister Anna"),
    ("I have a daughter who plays the piano. She's called Mia.", "has_daughter Mia"),
    ("I have a sister who lives in Rome. Her boss is Anna.", "sister_lives_in Rome"),
    ("我有两只猫。一只叫米索，另一只叫胡椒。", "猫是 米索; 猫是 胡椒"),
    ("我有个姐姐住在罗马。她叫安娜。", "姐姐居住在 罗马; 姐姐是 安娜"),
    ("我有个女儿会弹钢琴。她的名字叫米娅。", "女儿是 米娅"),
    ("我有个姐姐住在罗马。她叫我去玩。", "姐姐居住在 罗马"),
]


def _told(memory: Memary, text: str) -> set[str]:
    """Return what is known after a text, each as its predicate and object."""
    user = fresh_user()
    memory.add(text, user_id=user, session_id="talk", wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "known"), [*REPAIRED, *NO_REPAIR])
def test_the_word_that_was_meant_is_known_and_nothing_else_puts_one_right(
    memory: Memary, said: str, known: str
) -> None:
    assert _told(memory, said) == {known}


@pytest.mark.parametrize(("said", "known"), NAMED_LATER)
def test_whose_names_are_told_later_are_known_by_them(memory: Memary, said: str, known: str) -> None:
    assert _told(memory, said) == set(filter(None, known.split("; ")))
