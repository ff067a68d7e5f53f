"""Everyday questions are told from strange ones by their words alone."""

from __future__ import annotations

import pytest

from memary.languages.everyday_words import is_everyday


@pytest.mark.parametrize(
    "question", ["What health problem do I have?", "Which writer do I like best?", "我哪天过生日？"]
)
def test_a_question_of_everyday_words_is_everyday(question: str) -> None:
    assert is_everyday(question)


@pytest.mark.parametrize(
    "question", ["Is my trebuchet loaded?", "How do quasars rotate?", "我的潜艇要换鱼雷吗", "钨的沸点"]
)
def test_one_word_that_is_not_makes_a_question_strange(question: str) -> None:
    assert not is_everyday(question)


@pytest.mark.parametrize(("question", "name"), [("Where does Arun live?", "Arun"), ("阿润住在哪儿？", "阿润")])
def test_the_name_of_whom_it_asks_about_is_not_judged(question: str, name: str) -> None:
    assert not is_everyday(question)
    assert is_everyday(question, names=[name])


def test_a_long_run_of_characters_is_judged_in_little_time() -> None:
    assert not is_everyday("我家" * 5_000 + "鑫")
