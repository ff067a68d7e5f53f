"""A question with a misspelt name is asked back with the name that is known, and told nothing of somebody else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memary import ChatAgent, Memary


def teach(memory: Memary, *said: str) -> None:
    for text in said:
        memory.add(text, user_id="ada")
    memory.flush()


@pytest.mark.parametrize(
    ("said", "asked", "known", "never"),
    [
        ("My brother is called Luka.", "Who is Lukka?", "Luka", "brother"),
        ("Melanie lives in Graz.", "Where does Melaine live?", "Melanie", "Graz"),
        ("Melanie lives in Graz.", "where does melnie live?", "Melanie", "Graz"),
        ("My sister Catherine is a nurse.", "What is Katherine's job?", "Catherine", "nurse"),
        ("我妹妹叫小雨。", "小禹是谁？", "小雨", "妹妹"),
        ("我的朋友周航住在武汉。", "周杭住在哪里？", "周航", "武汉"),
    ],
)
def test_a_misspelt_name_is_asked_back_and_nothing_is_told_of_another(
    memory: Memary, said: str, asked: str, known: str, never: str
) -> None:
    teach(memory, said)
    answer = ChatAgent(memory, user_id="ada").chat(asked).text
    assert f"“{known}”" in answer
    assert never not in answer
    again = ChatAgent(memory, user_id="ada").chat(asked).text  # the question itself tells nothing of that name
    assert f"“{known}”" in again


def test_a_name_is_looked_up_in_either_store(either: Memary) -> None:
    user = f"near names {datetime.now(UTC):%f}"
    facts = [{"subject": "Luka", "predicate": "lives_in", "object": "Graz", "subject_type": "person"}]
    either.facts.add(facts, user_id=user)
    assert [(near.written, near.known) for near in either.entities.near("Where does Lucka live?", user_id=user)] == [
        ("Lucka", "Luka")
    ]
    assert either.entities.near("Where does Luka live?", user_id=user) == []
    assert either.entities.near("Where does Lucka live?", user_id=f"{user} else") == []
    window = either.context("Where does Lucka live?", user_id=user)
    assert "Nothing is known of “Lucka”. Did you mean “Luka”?" in window.text


@pytest.mark.parametrize(
    "asked",
    [
        "Where does Luka live?",
        "Where does Lena live?",  # of whom something is known, too
        "Where does Lu live?",
        "Where does Robert live?",
        "what did i learn about trains?",
    ],
)
def test_a_name_that_is_known_or_like_no_other_is_not_asked_back(memory: Memary, asked: str) -> None:
    teach(memory, "Luka lives in Graz.", "Lena lives in Ulm.", "Lene lives in Rome.")
    assert memory.entities.near(asked, user_id="ada") == []


def test_of_two_names_that_are_as_near_none_is_offered(memory: Memary) -> None:
    teach(memory, "Marta lives in Graz.", "Maria lives in Ulm.")
    assert memory.entities.near("Where does Marza live?", user_id="ada") == []
