"""Where forgetting in talk is off, the agent says so and what was meant, and keeps no word of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary
from memary.languages import texts


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


@pytest.mark.parametrize(
    ("told", "asks", "meant", "off"),
    [
        ("My anniversary is on 5 June.", "remove my anniversary", "my anniversary", "forgetting in talk is off"),
        ("I work at Bosch.", "Delete what you know of my job.", "my job", "forgetting in talk is off"),
        ("我妹妹叫小雨。", "忘记我妹妹的事", "我妹妹", "聊天中的遗忘没有打开"),
    ],
)
def test_the_refusal_tells_what_was_meant_and_the_request_is_kept_without_what_it_names(
    told: str, asks: str, meant: str, off: str, memory: Memary
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat(told)
    answer = agent.chat(asks)
    assert off in answer.text
    assert answer.not_forgotten == meant
    request, refusal = [one.content for one in memory.messages.list(user_id="ada")][-2:]
    assert "…" in request or request == texts("en").forget_asked
    kept = request + refusal
    assert not any(word in kept for word in ("anniversary", "job", "妹妹"))
    assert any(told in one.content for one in memory.messages.list(user_id="ada"))


def test_what_else_the_message_says_is_answered_and_learnt(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    answer = agent.chat("Forget my address. I live in Oslo.")
    memory.flush()
    assert (answer.not_forgotten, "Noted" in answer.text) == ("my address", True)
    assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["User lives in Oslo."]


def test_an_agent_that_keeps_nothing_refuses_and_keeps_nothing(memory: Memary) -> None:
    answer = ChatAgent(memory, user_id="ada", keep=False).chat("Please forget my address.")
    assert answer.not_forgotten == "my address"
    assert answer.question_id is None
    assert memory.admin.users() == []
