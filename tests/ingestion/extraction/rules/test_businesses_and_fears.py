"""Which business one has, what one is afraid of, and where one is to work; and what only looks like it."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary
from memary.agent.chat_agent import ChatAgent

TOLD = [
    (("I run a bakery.",), {"runs bakery"}),
    (("I own a small bookshop in Leeds.",), {"runs bookshop"}),
    (("My husband and I run a farm.",), {"runs farm"}),
    (("I run my own design studio.",), {"runs design studio"}),
    (("I opened a café last year.",), {"runs café"}),
    (("I'm scared of spiders.",), {"fears spiders"}),
    (("I'm afraid of heights.",), {"fears heights"}),
    (("I'm terrified of flying.",), {"fears flying"}),
    (("I have a fear of needles.",), {"fears needles"}),
    (("I'm really scared of dogs and thunderstorms.",), {"fears dogs", "fears thunderstorms"}),
    (("I'm claustrophobic.",), {"fears enclosed spaces"}),
    (
        (
            "I'm afraid of heights.",
            "I'm not afraid of heights any more.",
        ),
        set[str](),
    ),
    (("我开了一家面包店。",), {"经营 面包店"}),
    (("我和老公经营一家民宿。",), {"经营 民宿"}),
    (("我自己开了个工作室。",), {"经营 工作室"}),
    (("我开花店的。",), {"经营 花店"}),
    (("我怕蜘蛛。",), {"害怕 蜘蛛"}),
    (("我很害怕坐飞机。",), {"害怕 坐飞机"}),
    (("我恐高。",), {"害怕 高处"}),
    (("我从小就怕狗和打雷。",), {"害怕 打雷", "害怕 狗"}),
    (
        (
            "我怕蜘蛛。",
            "我现在不怕蜘蛛了。",
        ),
        set[str](),
    ),
    (("I run a bakery.", "I sold the bakery."), set[str]()),
    (("我开了一家面包店。", "我把面包店转让了。"), set[str]()),
]
UNTOLD = [
    (("I run a marathon every year.",), set[str]()),
    (("I run five kilometres.",), set[str]()),
    (("I run a fever.",), set[str]()),
    (("I run a test before each release.",), set[str]()),
    (("I run a risk.",), set[str]()),
    (("I ran a bakery in the nineties.",), set[str]()),
    (("I want to run a bakery.",), set[str]()),
    (("My mum runs a bakery.",), set[str]()),
    (("I'm afraid I can't come.",), set[str]()),
    (("I'm afraid so.",), set[str]()),
    (("I'm afraid of what he will say.",), set[str]()),
    (("I'm scared of you.",), set[str]()),
    (("I'm not scared of spiders.",), set[str]()),
    (("I'm scared of losing my job.",), set[str]()),
    (("My son is scared of spiders.",), set[str]()),
    (("I opened a window.",), set[str]()),
    (("I opened a ticket.",), set[str]()),
    (("我开车。",), set[str]()),
    (("我开了一个会。",), set[str]()),
    (("我想开一家面包店。",), set[str]()),
    (("我妈开了一家面包店。",), set[str]()),
    (("我怕迟到。",), set[str]()),
    (("我怕他生气。",), set[str]()),
    (("我怕冷。",), set[str]()),
    (("我不怕蜘蛛。",), set[str]()),
    (("我怕是去不了了。",), set[str]()),
    (("恐怕不行。",), set[str]()),
    (("我怕得糖尿病。",), set[str]()),
]
ASKED = [
    ("I run a bakery.", "What is my job?", "runs a bakery"),
    ("I opened a café last year.", "What do I do for work?", "runs a café"),
    ("I'm scared of spiders.", "What am I afraid of?", "afraid of spiders"),
    ("I start at Acme on Monday.", "Where will I work?", "start work at Acme on Monday"),
    ("I start at Acme on Monday.", "What is my new job?", "start work at Acme on Monday"),
    ("我开了一家面包店。", "我做什么工作？", "经营面包店"),
    ("我怕蜘蛛。", "我害怕什么？", "害怕蜘蛛"),
    ("我下周一入职腾讯。", "我要去哪里上班？", "要去腾讯上班"),
    ("我下周一入职腾讯。", "我将在哪里工作？", "要去腾讯上班"),
]


@pytest.mark.parametrize(("said", "known"), [*TOLD, *UNTOLD])
def test_what_one_has_and_fears_for_long_is_known(memory: Memary, said: tuple[str, ...], known: set[str]) -> None:
    user = fresh_user()
    for text in said:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    told = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert told == known


@pytest.mark.parametrize(("said", "question", "told"), ASKED)
def test_a_question_in_other_words_is_answered(memory: Memary, said: str, question: str, told: str) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, session_id="talk", wait=True)
    answer = ChatAgent(memory, user_id=user, keep=False).chat(question).text
    assert told in answer


@pytest.mark.parametrize(
    "said", ["My sister runs a bakery.", "I go running every morning.", "我姐姐开了一家面包店。"]
)
def test_what_is_no_work_of_ones_own_answers_no_question_for_it(memory: Memary, said: str) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, session_id="talk", wait=True)
    question = "What is my job?" if said.isascii() else "我做什么工作？"
    answer = ChatAgent(memory, user_id=user, keep=False).chat(question).text
    assert "runs" not in answer.replace("running", "")
    assert "经营" not in answer
