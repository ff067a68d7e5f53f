"""To whom one is engaged or related by marriage, and where one used to live or work.

And what only looks like it.
"""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["I'm engaged to Sam."], {"engaged_to Sam"}),
        (["Sam and I got engaged last week."], {"engaged_to Sam"}),
        (["I'm engaged to Lena.", "I married Lena last week."], {"married_to Lena"}),
        (["I'm engaged to Lena.", "We called off the engagement."], set[str]()),
        (["My brother-in-law Paul lives in Rome."], {"has_brother_in_law Paul", "lives_in Rome"}),
        (["My stepdad is called Joe."], {"has_stepdad Joe"}),
        (["Our anniversary is on 4 June."], {"anniversary_is 4 June"}),
        (["I used to live in York."], {"used_to_live_in York"}),
        (["I live in York.", "I used to live in York."], {"used_to_live_in York"}),
        (["I live in Oslo, but I used to live in Bergen."], {"lives_in Oslo", "used_to_live_in Bergen"}),
        (["I used to live in York, now I live in Leeds."], {"lives_in Leeds", "used_to_live_in York"}),
        (["I used to be a teacher. Now I'm a nurse."], {"works_as nurse", "used_to_work_as teacher"}),
        (["I lived in York until 2019."], {"used_to_live_in York"}),
        (["我和张伟订婚了。"], {"订婚 张伟"}),
        (["我嫂子叫王芳。"], {"嫂子是 王芳"}),
        (["我们的结婚纪念日是6月4日。"], {"结婚纪念日是 6月4日"}),
        (["我以前住在西安。"], {"以前居住在 西安"}),
        (["我住在西安。", "我以前住在西安。"], {"以前居住在 西安"}),
        (["我住在成都，以前住在西安。"], {"居住在 成都", "以前居住在 西安"}),
        (["我之前在华为工作。"], {"以前就职于 华为"}),
        (["我以前是老师，现在是护士。"], {"职业是 护士", "以前职业是 老师"}),
        *(
            ([said], set[str]())
            for said in (
                "I'm engaged in a project.",
                "I'm not engaged to Sam.",
                "Sam is engaged to Kim.",
                "I used to live in fear.",
                "I used to live near York.",
                "I am used to living in York.",
                "I lived in York for a year.",
                "My sister used to live in York.",
                "Did I use to live in York?",
                "我以前不住在西安。",
                "我以前想住在西安。",
                "我妹妹以前住在西安。",
                "你以前住在西安吗？",
            )
        ),
    ],
    ids=lambda one: "; ".join(one) if isinstance(one, list) else "",
)
def test_bonds_and_what_is_past_are_read(memory: Memary, said: list[str], known: set[str]) -> None:
    user = fresh_user()
    for text in said:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    told = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert told == known
