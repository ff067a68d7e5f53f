"""What was never said of somebody is not answered with what else was said of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary
from memary.models.offline.chat import quotes_something
from tests.support.records import fresh_user


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """A memory without a model, of users of whom each test has its own."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


ENGLISH = (
    "Dan Kessel takes over Falcon from Monday on.",
    "Dan Kessel is looking into the outage.",
    "Dan's sister Mia lives in Leeds.",
    "We had lunch with Dan in the canteen.",
)
CHINESE = ("林浩下周接手猎鹰项目。", "林浩的妹妹住在长沙。", "我们和林浩在食堂吃了午饭。")


@pytest.mark.parametrize(
    ("told", "question", "is_answered"),
    [
        (ENGLISH, "What is Dan Kessel's salary?", False),
        (ENGLISH, "When is Dan's birthday?", False),
        (ENGLISH, "What is Dan's phone number?", False),
        (ENGLISH, "Who is Dan's sister?", True),
        (ENGLISH, "What does Dan take over?", True),
        (ENGLISH, "Where did we have lunch with Dan?", True),
        (ENGLISH, "When did we last have lunch with Dan?", True),
        (CHINESE, "林浩的工资是多少？", False),
        (CHINESE, "林浩接手什么项目？", True),
    ],
)
def test_what_was_never_said_of_somebody_is_not_answered_and_weak(
    memory: Memary, told: tuple[str, ...], question: str, is_answered: bool
) -> None:
    user = fresh_user()
    memory.add(list(told), user_id=user, session_id="told", wait=True)
    assert any(not hit.weak for hit in memory.search(question, user_id=user)) is is_answered
    assert quotes_something(ChatAgent(memory, user_id=user, session_id="asks").chat(question).text) is is_answered
