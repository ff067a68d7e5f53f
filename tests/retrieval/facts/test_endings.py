"""What ended with nothing in its place answers whether it is still so, and what became of it."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import ChatAgent, Memary


@pytest.fixture
def memory(either: Memary) -> Memary:
    """An open memory without a language model."""
    return either


def tell(memory: Memary, *texts: str) -> str:
    """Say each text on the first of a month of 2026, to a user of their own."""
    user = fresh_user()
    for month, text in enumerate(texts, 1):
        said = {"role": "user", "content": text, "created_at": f"2026-{month:02}-01T09:00:00Z"}
        memory.add(said, user_id=user, wait=True)
    return user


@pytest.mark.parametrize(
    ("said", "ending", "question", "fact"),
    [
        (
            "I take metformin.",
            "I stopped taking metformin.",
            "Do I still take metformin?",
            "User takes metformin as medication.",
        ),
        ("My dog is called Rex.", "Rex died.", "What happened to Rex?", "User's dog is Rex."),
        ("我在博世上班。", "我离开了博世。", "我还在博世上班吗？", "用户就职于博世。"),
    ],
)
@pytest.mark.words
def test_a_question_whether_it_is_still_so_finds_the_fact_with_its_end_first(
    memory: Memary, said: str, ending: str, question: str, fact: str
) -> None:
    user = tell(memory, said, ending)
    first, *rest = memory.search(question, user_id=user)
    assert (first.kind, first.text, f"{first.invalid_at:%Y-%m-%d}") == ("fact", fact, "2026-02-01")
    assert ending in {hit.text for hit in rest}
    line = next(line for line in memory.context(question, user_id=user).text.splitlines() if fact in line)
    assert "2026-02-01" in line
    assert "2026-02-01" in ChatAgent(memory, user_id=user).chat(question).text


@pytest.mark.one_store
def test_what_came_in_its_place_answers_instead(memory: Memary) -> None:
    user = tell(memory, "I work at Bosch.", "I work at Siemens now.")
    found = memory.search("Do I still work at Bosch?", user_id=user, kinds={"fact"})
    assert [hit.text for hit in found] == ["User works at Siemens."]


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("said", "ending", "question"),
    [
        ("I joined the gym on Elm Street.", "I cancelled the gym.", "What happened to the gym?"),
        ("我在乐刻办了健身卡。", "健身卡我退了。", "健身卡怎么样了？"),
    ],
)
@pytest.mark.words
def test_what_was_never_read_as_a_fact_is_found_by_the_message_that_ends_it(
    memory: Memary, said: str, ending: str, question: str
) -> None:
    user = tell(memory, said, ending)
    assert memory.search(question, user_id=user)[0].text == ending
    assert ending in ChatAgent(memory, user_id=user).chat(question).text.splitlines()[1]


@pytest.mark.one_store
def test_the_graph_around_what_is_over_shows_it_with_its_end(memory: Memary) -> None:
    user = tell(memory, "I take metformin.", "I stopped taking metformin.")
    (fact,) = memory.entities.graph("metformin", user_id=user).facts
    assert (fact.object, f"{fact.invalid_at:%Y-%m-%d}") == ("metformin", "2026-02-01")
