"""Corrections and ends as people type them in a chat are taken, and what looks like one changes nothing."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

MANAGER, BOYFRIEND, NUTS = "My manager is called Priya.", "My boyfriend is Tom.", "I'm allergic to peanuts."
BIRTHDAY, ZH_BIRTHDAY = "My birthday is 5 March.", "我的生日是3月5号"

CHANGED = [
    ("I live in Leeds.", "i dont live in Leeds anymore", ""),
    (MANAGER, "my managers name isnt Priya its Beth", "has_manager Beth"),
    (MANAGER, "My manager isn't Priya it's Beth", "has_manager Beth"),
    (BOYFRIEND, "me and Tom broke up", "partner_is none"),
    (BOYFRIEND, "me n tom split up last week", "partner_is none"),
    (BOYFRIEND, "me and my boyfriend broke up", "partner_is none"),
    ("I work at Tesco.", "i got fired", "works_at none"),
    (NUTS, "turns out I'm not allergic to peanuts after all", ""),
    (NUTS, "it turns out that im not allergic to peanuts", ""),
    (BIRTHDAY, "Sorry, it's 6 March.", "birthday_is 6 March"),
    (BIRTHDAY, "oops i meant march 6", "birthday_is March 6"),
    (ZH_BIRTHDAY, "说错了，是3月6号", "生日是 3月6号"),
    (ZH_BIRTHDAY, "不对，是3月6号", "生日是 3月6号"),
]
UNCHANGED = [
    (MANAGER, "my managers name isnt Priya its a secret", "has_manager Priya"),
    (MANAGER, "my manager isn't Priya it's complicated", "has_manager Priya"),
    (BOYFRIEND, "me and Tom broke up the fight", "has_boyfriend Tom"),
    (BOYFRIEND, "me and Tom split up the bill", "has_boyfriend Tom"),
    (BOYFRIEND, "Anna and Tom broke up", "has_boyfriend Tom"),
    (BOYFRIEND, "me and Tom almost broke up", "has_boyfriend Tom"),
    (NUTS, "turns out I'm not allergic to cats after all", "allergic_to peanuts"),
    (NUTS, "if it turns out I'm not allergic to peanuts", "allergic_to peanuts"),
    (BIRTHDAY, "6 March", "birthday_is 5 March"),
    ("I like tea.", "Sorry, it's 6 March.", "likes tea"),
    (ZH_BIRTHDAY, "3月6号", "生日是 3月5号"),
    (ZH_BIRTHDAY, "说错了，开会是3月6号", "生日是 3月5号"),
    ("我喜欢猫", "说错了，是3月6号", "喜欢 猫"),
]


@pytest.mark.parametrize(("before", "said", "known"), [*CHANGED, *UNCHANGED])
def test_what_is_typed_in_haste_corrects_what_it_names_and_nothing_else(
    memory: Memary, before: str, said: str, known: str
) -> None:
    user = fresh_user()
    for text in (before, said):
        memory.add(text, user_id=user, session_id="talk", wait=True)
    facts = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert facts == set(filter(None, [known]))
