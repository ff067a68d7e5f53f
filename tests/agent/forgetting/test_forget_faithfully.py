"""A request to forget leaves what was said, corrected, rated or given otherwise, and asks where it must."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memary import ChatAgent, Memary
from memary.types import Role


@pytest.fixture
def memory() -> Iterator[Memary]:
    """A memory without any model that forgets on request."""
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as opened:
        yield opened


def contents(memory: Memary) -> list[str]:
    """What the user said, as it is kept."""
    return [one.content for one in memory.messages.list(user_id="ada") if one.role is Role.USER]


def test_what_else_a_message_told_keeps_its_corrections_ratings_and_given_facts(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("I work at Bosch. I like rain. My locker PIN is 4711.")
    memory.flush()
    facts = {fact.object: fact for fact in memory.facts.list(user_id="ada")}
    message = memory.messages.list(user_id="ada")[0]
    memory.facts.rate(facts["rain"].id, rating="positive", user_id="ada")
    corrected = memory.facts.update(facts["Bosch"].id, object="Siemens", user_id="ada")
    memory.facts.add(
        [{"subject": "User", "predicate": "owns", "object": "umbrella", "source_ids": [message.id]}], user_id="ada"
    )
    agent.chat("Please forget my locker PIN.")
    memory.flush()
    left = {fact.object: fact for fact in memory.facts.list(user_id="ada")}
    assert left.keys() == {"rain", "Siemens", "umbrella"}
    assert left["Siemens"].id == corrected.id
    assert (left["rain"].rating, left["rain"].quote) == (1, "I like rain")
    assert memory.messages.list(user_id="ada")[0].content == "I work at Bosch. I like rain."
    assert memory.admin.check(user_id="ada") == []


def test_a_fact_that_another_message_states_too_stays(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("I like rain.")
    agent.chat("I really like rain.")
    memory.flush()
    agent.chat("Forget what I just said.")
    assert {fact.object for fact in memory.facts.list(user_id="ada")} == {"rain"}
    assert "I really like rain." not in contents(memory)


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("the locker PIN", ["My bank PIN is 1234."]),
        ("locker", ["My bank PIN is 1234."]),
        ("both", []),
        ("My locker is blue.", None),
        ("PIN", None),
        ("Which PIN do you mean?", None),
        ("no, never mind", None),
    ],
)
def test_only_an_answer_to_its_question_is_one(memory: Memary, answer: str, left: list[str] | None) -> None:
    agent = ChatAgent(memory, user_id="ada")
    said = ["My bank PIN is 1234.", "My locker PIN is 4711."]
    for line in said:
        agent.chat(line)
    assert "locker PIN" in agent.chat("Forget my PIN.").text
    agent.chat(answer)
    assert [line for line in contents(memory) if line.startswith("My") and line in said] == (
        said if left is None else left
    )


def test_a_name_by_itself_is_asked_about_first(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("I moved to Rome.")
    asked = agent.chat("Forget Rome.")
    assert asked.forgotten is None
    assert "I moved to Rome." in contents(memory)
    assert agent.chat("yes").forgotten is not None
    assert "I moved to Rome." not in contents(memory)


def test_a_name_that_nobody_told_of_is_a_figure_of_speech(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("Forget Paris.")
    assert contents(memory) == ["Forget Paris."]


def test_another_agents_memory_is_neither_offered_nor_touched(memory: Memary) -> None:
    ChatAgent(memory, user_id="ada", agent_id="cook").chat("My bank PIN is 1234. I live in Graz.")
    mine = ChatAgent(memory, user_id="ada", agent_id="clerk")
    mine.chat("My locker PIN is 4711. I live in Graz.")
    memory.flush()
    asked = mine.chat("Forget my PIN.")
    mine.chat("yes")
    mine.chat("Forget my address.")
    assert "locker PIN" in asked.text
    assert "bank" not in asked.text
    assert contents(memory)[0] == "My bank PIN is 1234. I live in Graz."
    assert {fact.object for fact in memory.facts.list(user_id="ada")} == {"Graz"}
    assert not any("4711" in line for line in contents(memory))


def test_the_reply_and_what_is_kept_of_it_do_not_repeat_the_value(
    memory: Memary, stored: Callable[[Memary], str]
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My sister is called Mia.")
    reply = agent.chat("Please forget my sister's name. Please forget that I live in Guantanamo.")
    assert "my sister's name" in reply.text
    assert "I find nothing" in reply.text
    assert "Mia" not in stored(memory)
    assert "Guantanamo" not in stored(memory)


def test_it_says_where_else_a_name_is_told(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My sister is called Mia.")
    agent.chat("Mia has a cat.")
    reply = agent.chat("Please forget my sister's name.")
    assert "(1) still name it" in reply.text
    assert "Mia has a cat." in contents(memory)


def test_of_two_sisters_it_asks_which(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My sister is called Mia.")
    agent.chat("My sister is called Lea.")
    asked = agent.chat("Please forget my sister's name.")
    assert "sister Mia" in asked.text
    agent.chat("Lea")
    assert "My sister is called Mia." in contents(memory)
    assert "My sister is called Lea." not in contents(memory)


def test_the_users_own_name_is_unlearnt(memory: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My name is Zofia Novak. I like rain.")
    memory.flush()
    assert agent.chat("Please forget my name.").forgotten is not None
    memory.flush()
    assert "Zofia" not in stored(memory)
    assert {fact.object for fact in memory.facts.list(user_id="ada")} == {"rain"}


def test_it_is_found_among_very_many_messages(memory: Memary) -> None:
    talk = [
        {"content": f"The PIN of box {number} is blue.", "created_at": "2026-01-01T10:00:00Z"}
        for number in range(600)
    ]
    memory.add(
        [*talk, {"content": "My locker PIN is 4711.", "created_at": "2025-01-01T10:00:00Z"}],
        user_id="ada",
        infer=False,
    )
    ChatAgent(memory, user_id="ada").chat("Please forget my locker PIN.")
    assert "My locker PIN is 4711." not in contents(memory)
    assert len(contents(memory)) == 601
