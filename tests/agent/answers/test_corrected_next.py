"""Without a model, a message is quoted with the next one where that corrects it."""

from __future__ import annotations

import pytest

from memary import Memary
from memary.agent.chat_agent import ChatAgent

CORRECTED = [
    ("下周二带我妈去华山医院复查", "不对 是周四 周二专家不坐诊", "带我妈去医院复查是哪天"),
    ("聚餐订在海底捞", "不是，订的是外婆家", "聚餐订在哪"),
    ("家长会定在周三", "改到周五了", "家长会是哪天"),
    ("The parcel comes on Tuesday", "No, Thursday. Tuesday is the plumber", "When does the parcel come?"),
    ("The garage wants 400 for the brakes", "I meant 450", "What does the garage want for the brakes?"),
    ("My exam is on Monday", "actually Thursday", "When is my exam?"),
]
BESIDE = [
    ("周末去爬山", "不想上班", "周末去哪"),
    ("The car is in the garage", "No sugar in my tea please", "Where is the car?"),
    ("The train leaves at nine", "Actually I love tea", "When does the train leave?"),
]


def answer_after(question: str, *said: dict[str, str]) -> str:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(said, user_id="ada", session_id="then", infer=False)
        return str(ChatAgent(memory, user_id="ada", session_id="now").chat(question))


@pytest.mark.parametrize(("first", "then", "question"), CORRECTED)
def test_a_message_is_quoted_with_what_the_next_one_says_instead(first: str, then: str, question: str) -> None:
    answer = answer_after(question, {"content": first}, {"content": then})
    assert any(first in line and line.endswith(then) for line in answer.splitlines())


@pytest.mark.parametrize(("first", "then", "question"), BESIDE)
def test_what_is_said_next_of_something_else_is_not_quoted_with_it(first: str, then: str, question: str) -> None:
    answer = answer_after(question, {"content": first}, {"content": then})
    assert first in answer
    assert then not in answer


def test_a_no_to_a_question_of_the_assistant_corrects_nothing() -> None:
    asked = {"role": "assistant", "content": "Shall I remind you?"}
    said = {"content": "The parcel comes on Tuesday"}, asked, {"content": "No, thanks, I have a note."}
    assert "note" not in answer_after("When does the parcel come?", *said)
