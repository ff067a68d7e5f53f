"""A fact that answers comes first, what says nothing comes last, and nonsense is told as such."""

from __future__ import annotations

import pytest
from support.graphs import edge

from benchmarks import facts_first
from memary import Memary


@pytest.mark.parametrize("language", facts_first.LANGUAGES)
def test_the_fact_that_answers_is_among_the_first_three_also_after_a_hundred_turns(
    memory: Memary, language: str
) -> None:
    facts_first.teach(memory, language)
    alone = facts_first.ask(memory, language)
    facts_first.chat(memory, language)
    after = facts_first.ask(memory, language)
    assert min(alone.found, after.found) >= 0.95, (alone.missed, after.missed)
    assert not after.own_first
    assert not alone.refused
    assert not after.refused
    known = [
        question for question in facts_first.nonsense(language) if facts_first.is_known(memory, question, language)
    ]
    assert len(known) <= 3, known


def test_hits_are_weak_only_where_nothing_has_to_do_with_the_question(memory: Memary) -> None:
    memory.add("My brother repairs clocks in Ghent.", user_id="ada", infer=False)
    assert all(hit.weak for hit in memory.search("molybdenum futures yield", user_id="ada"))
    assert not any(hit.weak for hit in memory.search("Who repairs clocks?", user_id="ada"))


def test_what_was_only_asked_or_refused_stands_below_what_says_something(memory: Memary) -> None:
    memory.add(
        [
            {"role": "user", "content": "Luka found a flat near the tram depot in Graz."},
            {"role": "user", "content": "Where does Luka live?"},
            {"role": "assistant", "content": "I'm sorry, I don't know where Luka lives."},
        ],
        user_id="ada",
        infer=False,
    )
    first, *others = memory.search("Where does Luka live?", user_id="ada")
    assert first.text.startswith("Luka found")
    assert all("says nothing" in hit.explain.factors for hit in others)


@pytest.mark.parametrize("question", ["What do I do for a living?", "What is my profession?", "我是做什么工作的？"])
def test_a_relation_is_found_in_whatever_words_it_is_asked_for(memory: Memary, question: str) -> None:
    memory.facts.add([edge("User", "works_as", "cartographer")], user_id="ada")
    memory.facts.add([edge("User", "met", f"mate{n}") for n in range(60)], user_id="ada")
    assert memory.search(question, user_id="ada")[0].text == "User works as cartographer."
