from __future__ import annotations

import pytest

from memary.text.novelty import Novelty


@pytest.mark.parametrize(
    ("said", "text", "adds"),
    [
        ("The kiln fired batch 3 of the tea bowls.", "The kiln fired batch 3 of tea bowls.", False),
        ("The kiln fired batch 3 of the tea bowls.", "The kiln fired batch 4 of the tea bowls.", True),
        ("The kiln fired batch 3 of the tea bowls.", "Jonas sold the kiln to a school.", True),
        ("茶碗已经烧好了", "茶碗已经烧好", False),
        ("茶碗已经烧好了", "窑卖给学校了", True),
        ("", "…", True),
    ],
)
def test_a_text_adds_something_if_it_has_words_or_a_number_that_nobody_said(said: str, text: str, adds: bool) -> None:
    novelty = Novelty()
    novelty.takes(said)

    assert novelty.takes(text) is adds
