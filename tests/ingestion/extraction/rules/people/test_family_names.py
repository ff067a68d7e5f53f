"""A new family name is part of the name that is known.

Who is not known by a name has told a family name only.
"""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

RENAMED = [
    ("My name is Ana.", "I'm Ana Brown now.", "name_is Ana Brown"),
    ("My name is Ana Silva.", "I changed my surname to Okoro-Patel.", "name_is Ana Okoro-Patel"),
    ("My name is Ana Silva.", "I changed my last name to Ito after the wedding.", "name_is Ana Ito"),
    ("My name is Ana Silva.", "My new surname is Brown.", "name_is Ana Brown"),
    ("My name is Ana Maria van der Berg.", "My last name is now Kowalski.", "name_is Ana Maria Kowalski"),
    ("My name is Ana Silva.", "I took my husband's name, so it's Brown.", "name_is Ana Brown"),
    ("My name is Ana Silva.", "I've gone back to my maiden name, Duarte.", "name_is Ana Duarte"),
    (
        "My name is Eleanor Whitfield.",
        "After the divorce I took my maiden name back: I'm Eleanor Price now.",
        "name_is Eleanor Price",
    ),
    ("My name is Tom Reed.", "We got married, and I took her name, so I'm Tom Alvarez now.", "name_is Tom Alvarez"),
    ("我叫王芳。", "我改姓陈了。", "名字是 陈芳"),
    ("我叫王芳。", "我现在姓陈，叫陈芳。", "名字是 陈芳"),
    ("我叫王芳。", "我婚后随老公姓李。", "名字是 李芳"),
]
AS_BEFORE = [
    ("My name is Ana Silva.", "I'm Harley Quinn now."),
    ("My name is Ana Silva.", "I'm Team Captain now."),
    ("My name is Ana Silva.", "I'm Dr Silva now."),
    ("My name is Ana Silva.", "I'm Professor Silva now."),
    ("My name is Ana Silva.", "I might change my surname to Brown."),
    ("My name is Ana Silva.", "I never changed my surname to Brown."),
    ("My name is Ana Silva.", "My surname is not Brown."),
    ("My name is Ana Silva.", "My surname is German."),
    ("My name is Ana Silva.", "My sister changed her surname to Brown."),
    ("My name is Ana Silva.", "“I'm Ana Brown now” is what she wrote."),
    ("我叫王芳。", "我妹妹改姓陈了。"),
    ("我叫王芳。", "我妹妹改名了，现在叫王若兰。"),
    ("我叫王芳。", "我们公司改名了，现在叫王若兰。"),
    ("我叫王芳。", "我想改姓陈。"),
    ("我叫王芳。", "我不姓陈。"),
]


def known_after(memory: Memary, *texts: str) -> set[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "then", "known"), RENAMED)
def test_a_new_family_name_makes_a_new_name_and_the_old_one_ends(
    memory: Memary, said: str, then: str, known: str
) -> None:
    assert known_after(memory, said, then) == {known}


@pytest.mark.parametrize(("said", "then"), AS_BEFORE)
def test_a_name_in_play_or_of_another_changes_none(memory: Memary, said: str, then: str) -> None:
    assert known_after(memory, said, then) == known_after(memory, said)


@pytest.mark.parametrize(("said", "known"), [("My surname is Brown.", "surname_is Brown"), ("我姓陈。", "姓氏是 陈")])
def test_who_is_not_known_by_a_name_has_a_family_name(memory: Memary, said: str, known: str) -> None:
    assert known_after(memory, said) == {known}


@pytest.mark.long
def test_a_user_who_is_known_by_much_else_keeps_the_first_name(memory: Memary) -> None:
    things = ["tea", "rain", "jazz", "opera", "darts", "maps", "bread", "poker", "karate", "cricket", "ramen", "golf"]
    tastes = [f"I like {thing}." for thing in things] + [f"I hate cold {thing}." for thing in things]
    assert "name_is Ana Brown" in known_after(memory, "My name is Ana Silva.", *tastes, "My new surname is Brown.")
