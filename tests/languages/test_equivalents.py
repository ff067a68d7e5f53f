"""Other words for what is asked: of everyday things, in either language, also for what stands as a phrase."""

from __future__ import annotations

import pytest

from memary.languages.equivalents import words_alike


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        ("Who is my boss?", "boss", "manag"),
        ("When does my plane leave?", "plane", "flight"),
        ("Who lives next door?", "next", "neighbour"),
        ("What's my husband's name?", "husband", "spous"),
        ("我的领导是谁？", "领导", "上级"),
        ("我闲的时候做什么？", "我闲", "爱好"),
    ],
)
def test_a_word_asks_for_what_others_say(question: str, asked: str, said: str) -> None:
    assert said in words_alike(question)[asked]


def test_a_whole_asks_for_its_parts_and_not_the_other_way_round() -> None:
    assert "tenni" in words_alike("Which sport do I play?")["sport"]
    assert "football" not in words_alike("Where do I play tennis?").get("tenni", frozenset())


def test_a_phrase_without_any_telling_word_asks_too() -> None:
    assert {"like", "keep"} & {term for said in words_alike("What do I do for fun?").values() for term in said}


def test_what_is_in_no_list_asks_for_itself_alone() -> None:
    assert words_alike("molybdenum futures yield") == {}


def test_a_word_that_asks_which_is_no_home() -> None:
    assert not {"居住", "住"} & {term for said in words_alike("哪家的面好吃？").values() for term in said}
