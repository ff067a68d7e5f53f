"""Whether a text says a name."""

from __future__ import annotations

import pytest

from memary.text.names.occurrence import says_name
from memary.text.names.spotted_names import spot_entities


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Mira", "mira said so"),
        ("Mira", "That is Mira's."),
        ("hazelnut", "No hazelnuts, please."),
        ("Go", "We write Go."),
        ("周航", "我和周航在武汉。"),
        ("React", "我用React写。"),
        ("Mary-Jane", "(Mary-Jane)"),
        ("C++", "I like C++."),
        ("محمد", "محمد هنا"),
        ("🎉", "a 🎉 for you"),
    ],
)
def test_a_name_is_said_in_either_case_as_a_possessive_a_plural_or_within_chinese(name: str, text: str) -> None:
    assert says_name(text, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [("Go", "I go there, it is good."), ("Ben", "on the bench"), ("Mel", "Melanie!"), ("Mira", ""), ("", "Mira")],
)
def test_a_part_of_a_word_and_a_common_word_are_no_name(name: str, text: str) -> None:
    assert not says_name(text, name)


def test_inside_a_longer_name_a_name_is_not_said() -> None:
    assert not says_name("Jonas Lindqvist called.", "Jonas", longer=["Jonas Lindqvist"])
    assert says_name("Jonas Lindqvist and Jonas called.", "Jonas", longer=["Jonas Lindqvist"])
    assert not says_name("沈渡修桥", "渡", longer=["沈渡"])
    assert says_name("Jonas called.", "Jonas", longer=["Jonas", "Lindqvist"])


@pytest.mark.parametrize("text", ["excuse me?? a CAT. grey tabby", "I SIGNED. At last", "and I'm AN AUNT"])
def test_a_word_in_capitals_for_emphasis_is_no_name(text: str) -> None:
    assert spot_entities(text, "en") == []


def test_acronyms_are_names() -> None:
    assert [spot.name for spot in spot_entities("Then I went to MIT and wrote a CSS file.", "en")] == ["MIT", "CSS"]


def test_a_known_name_that_is_a_common_word_has_to_be_written_as_it_is() -> None:
    assert spot_entities("I go home.", "en", known=["Go"]) == []
    assert [spot.name for spot in spot_entities("I write Go.", "en", known=["Go"])] == ["Go"]
