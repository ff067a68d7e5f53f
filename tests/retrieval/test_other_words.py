"""Facts are found that are told in other words than those asked with, and an idiom asks for nothing else."""

from __future__ import annotations

import pytest
from support.samples.graphs import edge

from memary import Memary

TOLD = [
    edge("Ada", "said", "the broadband", statement="The broadband engineer comes on Wednesday."),
    edge("Ada", "said", "the ferry", statement="The ferry to Arran sails at seven."),
    edge("Ada", "said", "the magician", statement="The magician for Leo's birthday comes at three."),
    edge("Ada", "said", "the pills", statement="Ada's pills are white."),
    edge("林悦", "说", "光纤", statement="光纤安装周三下午来。"),
    edge("林悦", "说", "渡轮", statement="去岛上的渡轮七点开。"),
    *(edge("Ada", "knows_about", f"topic {number}") for number in range(20)),
]


def first(memory: Memary, question: str) -> str:
    """Return the first hits of a question."""
    memory.facts.add(TOLD, user_id="u")
    return " ".join(hit.text for hit in memory.search(question, user_id="u")[:2])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What day do the internet people come?", "Wednesday"),
        ("When does our boat leave?", "seven"),
        ("网络师傅哪天来？", "周三"),
        ("我们坐船几点走？", "七点"),
    ],
)
def test_a_question_finds_a_fact_told_in_other_words(memory: Memary, question: str, answer: str) -> None:
    assert answer in first(memory, question)


def test_the_words_of_an_idiom_ask_for_nothing_else(memory: Memary) -> None:
    assert "birthday" not in first(memory, "What did the noise turn out to be?")


FLAT = "We rent a two-room flat on the third floor, and the landlord is called Mr. Sjöberg."
OTHERS = [
    "I bought a bicycle in May.",
    "Our cat sleeps on the piano.",
    "My brother plays chess every Sunday.",
    "I am learning to bake bread.",
]


@pytest.mark.parametrize(
    "before",
    [
        "Who owns the apartment we lease?",
        "who owns the apartment we lease",
        "Who is it that owns the apartment that we lease these days?",
        "What does the lease of the apartment say about dogs and visitors, and who else has signed it beside us two?",
    ],
)
@pytest.mark.parametrize("reply", ["I find nothing about this in memory.", "I don't know that yet."])
def test_what_was_asked_before_hides_nothing_that_answers(memory: Memary, before: str, reply: str) -> None:
    memory.add([*OTHERS, FLAT], user_id="u", infer=False)
    asked = [{"role": "user", "content": before}, {"role": "assistant", "content": reply}]
    memory.add(asked, user_id="u", session_id="later", infer=False)
    first, *_ = memory.search("Who owns the apartment we lease?", user_id="u")
    assert first.text == FLAT


def test_of_many_questions_that_were_refused_none_stands_before_what_answers(memory: Memary) -> None:
    memory.add([*OTHERS, FLAT], user_id="u", infer=False)
    for place in ("the cellar", "the bicycle shed", "the garden behind the house", "the parking space next door"):
        asked = f"Who owns {place}, since when has that been so, and what do we have to pay each month for using it?"
        said = [{"role": "user", "content": asked}, {"role": "assistant", "content": "I don't know."}]
        memory.add(said, user_id="u", session_id="later", infer=False)
    first, *_ = memory.search("Who owns the apartment we lease?", user_id="u")
    assert first.text == FLAT
