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
