"""Without a model a question for one's own home, work or age is not answered with those of somebody of one's."""

from __future__ import annotations

import pytest

from memary import Memary
from memary.agent.chat_agent import ChatAgent


def answer(*said: str, asked: str) -> str:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for text in said:
            memory.add(text, user_id="ada", wait=True)
        return ChatAgent(memory, user_id="ada", keep=False).chat(asked).text


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My mum lives in Leeds.", "Where do I live?"),
        ("My mum works at Bosch.", "Where do I work?"),
        ("My sister Lena lives in Graz.", "Where do I live?"),
        ("My mum is 60.", "How old am I?"),
        ("我妈妈住在广州。", "我住在哪里？"),
        ("我妈妈在华为工作。", "我在哪里工作？"),
    ],
)
def test_what_is_told_of_somebody_of_ones_is_no_answer_about_oneself(said: str, asked: str) -> None:
    assert answer(said, asked=asked).startswith(("I find nothing", "记忆里没有找到"))


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        (("My mum lives in Leeds.", "I live in York."), "Where do I live?", "York"),
        (("My mum lives in Leeds and I live in York.",), "Where do I live?", "York"),
        (("My mum lives in Leeds.",), "Where does my mum live?", "Leeds"),
        (("我妈妈住在广州。", "我住在北京。"), "我住在哪里？", "北京"),
        (("我妈妈住在广州。",), "我妈妈住在哪里？", "广州"),
    ],
)
def test_what_is_told_of_whom_it_is_asked_of_is_the_answer(said: tuple[str, ...], asked: str, told: str) -> None:
    assert told in answer(*said, asked=asked)
