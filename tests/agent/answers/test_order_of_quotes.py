"""Without a model, each of several questions is answered, and what was said later of the same is quoted first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary
from tests.support.records import fresh_user


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


def quotes(memory: Memary, said: tuple[str, ...], question: str) -> list[str]:
    user = fresh_user()
    days = [{"content": text, "created_at": f"2026-06-{day:02}T09:00:00Z"} for day, text in enumerate(said, 1)]
    memory.add(days, user_id=user, session_id="then", infer=False)
    return ChatAgent(memory, user_id=user, session_id="now").chat(question).text.splitlines()[1:]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (
            ("The boiler is serviced by Hartmann.", "The lease ends in March.", "Mia plays the oboe."),
            "Who services the boiler? And when does the lease end?",
        ),
        (("锅炉是哈特曼保养的。", "租约三月到期。", "小美吹双簧管。"), "锅炉是谁保养的？另外，租约什么时候到期？"),
    ],
)
def test_each_of_several_questions_is_answered(memory: Memary, said: tuple[str, ...], question: str) -> None:
    lines = quotes(memory, said, question)
    assert said[0] in lines[0]
    assert said[1] in lines[1]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (("妈妈的膝盖手术定在6月18号，在瑞金医院。", "手术改到6月25号了，主刀是罗医生。"), "妈妈的手术是哪天？"),
        (
            ("Mum's knee operation is on the 18th, with Dr Roe.", "The operation was moved to the 25th."),
            "When is Mum's knee operation?",
        ),
        (
            ("The rent of the plot is 60 pounds.", "The rent of the plot is 75 pounds."),
            "How much is the plot's rent?",
        ),
    ],
)
def test_what_was_said_later_of_the_same_is_quoted_first(
    memory: Memary, said: tuple[str, ...], question: str
) -> None:
    assert said[-1] in quotes(memory, said, question)[0]
