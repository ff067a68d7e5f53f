"""Where forgetting in talk is off, the agent says so and how it is done, and keeps no word of what was meant."""

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
    ("told", "asks", "command"),
    [
        ("My anniversary is on 5 June.", "remove my anniversary", "memary search 'my anniversary' --user ada"),
        ("I work at Bosch.", "Delete what you know of my job.", "memary search 'my job' --user ada"),
        ("我妹妹叫小雨。", "忘记我妹妹的事", "memary search '我妹妹' --user ada"),
    ],
)
def test_the_refusal_names_the_commands_and_the_request_is_kept_without_what_it_names(
    told: str, asks: str, command: str, memory: Memary
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat(told)
    answer = agent.chat(asks)
    assert command in answer.text
    assert "memary forget --fact" in answer.text
    request, refusal = [one.content for one in memory.messages.list(user_id="ada")][-2:]
    assert "…" in request or request == texts("en").forget_asked
    kept = request + refusal
    assert not any(word in kept for word in ("anniversary", "job", "妹妹"))
    assert any(told in one.content for one in memory.messages.list(user_id="ada"))


def test_what_else_the_message_says_is_answered_and_learnt(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    answer = agent.chat("Forget my address. I live in Oslo.")
    memory.flush()
    assert "memary forget --fact" in answer.text
    assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["User lives in Oslo."]


def test_an_agent_that_keeps_nothing_refuses_and_keeps_nothing(memory: Memary) -> None:
    answer = ChatAgent(memory, user_id="ada", keep=False).chat("Please forget my address.")
    assert "memary forget --fact" in answer.text
    assert answer.question_id is None
    assert memory.admin.users() == []
