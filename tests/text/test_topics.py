from __future__ import annotations

import pytest

from memary.text.topics import topics_of


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("The office is cold", {"work"}),
        ("I AM AT THE DENTIST", {"health"}),
        ("He was promoted", {"work"}),  # goes on after the beginning that is listed
        ("I am on-call tonight", {"work"}),
        ("My in-laws are here", {"family"}),
        ("At 5 o'clock", {"time"}),
        ("我在医院", {"health"}),
        ("我在 office 打了疫苗", {"work", "medicine"}),
        ("The carpet is red", set[str]()),  # no car
        ("我的job很忙", set[str]()),  # words of letters stand alone
        ("", set[str]()),
    ],
)
def test_topics_are_told_by_words_their_beginnings_and_chinese_words_within(text: str, topics: set[str]) -> None:
    assert topics_of(text) == topics
