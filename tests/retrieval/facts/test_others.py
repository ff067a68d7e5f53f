"""Facts of another speaker than the one asked about, and of what nobody asks for, stand behind what was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memary import Memary

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def chat(memory: Memary, *lines: tuple[str | None, str]) -> None:
    memory.add(
        [
            {"content": text, "speaker": speaker, "created_at": START + timedelta(minutes=n), "session_id": "group"}
            for n, (speaker, text) in enumerate(lines)
        ],
        user_id="nora",
    )
    memory.flush()


def found(memory: Memary, question: str) -> list[str]:
    return [hit.text for hit in memory.search(question, user_id="nora", top_k=8)]


@pytest.mark.parametrize(
    ("told", "statement", "own", "question"),
    [
        ("My partner is Kim.", "Ada's partner is Kim.", "Otto and I got married on Sunday!", "Who is my partner?"),
        ("I live in Leeds.", "Ada lives in Leeds.", "We found a house, it is in Bath.", "Where do I live?"),
        ("我住在青岛。", "Ada居住在青岛。", "房子看好了，下个月搬去浦东。", "我住在哪里？"),
    ],
)
def test_what_the_user_asks_of_themselves_is_not_answered_by_a_fact_of_another(
    memory: Memary, told: str, statement: str, own: str, question: str
) -> None:
    chat(memory, ("Ada", told), (None, own), ("Ben", "Good for you!"), ("Ada", "See you on Sunday."))
    assert statement in {fact.statement for fact in memory.facts.list(user_id="nora")}
    texts = found(memory, question)
    assert statement not in texts[:3]
    assert own in texts[: texts.index(statement)]


def test_facts_of_who_is_named_stand_first_where_they_say_what_is_asked(memory: Memary) -> None:
    chat(
        memory,
        ("Ada Hill", "I am vegan now."),
        ("Ada Hill", "My boss is Farida."),
        ("Ada Hill", "Rex chewed my shoe, he does not like to be the only dog."),
        ("Ben", "I live in Leeds."),
    )
    assert found(memory, "Who is Ada Hill's boss?")[0] == "Ada Hill's boss is Farida."
    assert not found(memory, "Which pets does Ada Hill have?")[0].startswith("Ada Hill")
    assert found(memory, "What do you know about Ada Hill?")[0].startswith("Ada Hill")


def test_a_fact_of_a_relative_does_not_answer_for_who_is_named(memory: Memary) -> None:
    chat(
        memory,
        ("Ada", "My brother works at Siemens."),
        ("Ada", "I start work with the fire brigade on Monday."),
        ("Ben", "Good luck!"),
    )
    relative = "Ada's brother works at Siemens."
    assert found(memory, "Where does Ada's brother work?")[0] == relative
    assert found(memory, "Where does Ada work?")[0] != relative


@pytest.mark.parametrize(
    ("own", "of_kin", "answer", "question"),
    [
        ("I am a nurse.", "My sister Ana is a baker.", "Ana works as a baker.", "What does my sister do?"),
        (
            "I am 41 years old.",
            "My brother is 17 years old.",
            "User's brother is 17 years old.",
            "How old is my brother?",
        ),
        (
            "I live in Leeds.",
            "My brother lives in Rome.",
            "User's brother lives in Rome.",
            "Where does my brother live?",
        ),
        ("我是护士。", "我姐姐是面包师。", "用户的姐姐的职业是面包师。", "我姐姐做什么工作？"),
    ],
)
def test_what_is_asked_of_a_relative_is_not_answered_by_what_the_user_is(
    memory: Memary, own: str, of_kin: str, answer: str, question: str
) -> None:
    for text in (own, of_kin, "I like tea.", "我喜欢喝茶。"):
        memory.add(text, user_id="nora", wait=True)
    told = [fact.statement for fact in memory.facts.list(user_id="nora")]
    texts = found(memory, question)
    assert texts[0] == answer
    assert told[0] not in texts[:3]
