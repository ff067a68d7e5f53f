"""A text is taken apart into clauses, and reads as a text without some of them."""

from __future__ import annotations

import pytest

from memary.text.parts.clauses import clauses, without

LIST = "I know:\n- Ben lives in Graz. (since 2026-01-01)\n- Ada likes tea. (since 2026-01-02)"


def test_what_stands_in_brackets_behind_a_sentence_belongs_to_it() -> None:
    assert [one.text for one in clauses(LIST)] == [
        "I know:",
        "- Ben lives in Graz. (since 2026-01-01)",
        "- Ada likes tea. (since 2026-01-02)",
    ]


def test_brackets_are_not_parted() -> None:
    text = "From memory (no model is set, so I quote): tea."
    assert [one.text for one in clauses(text)] == [text]


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        (LIST, [1], "I know:\n- Ada likes tea. (since 2026-01-02)"),
        (LIST, [2], "I know:\n- Ben lives in Graz. (since 2026-01-01)"),
        (LIST, [1, 2], ""),
        ("I like tea and I hate rain, and I live in Ulm. I run.", [1], "I like tea, and I live in Ulm. I run."),
        ("I like tea and I hate rain, and I live in Ulm. I run.", [2], "I like tea and I hate rain. I run."),
        ("I like tea and I hate rain.", [0], "I hate rain."),
        ("我喜欢茶，我讨厌雨。我跑步。", [0], "我讨厌雨。我跑步。"),
        ("我喜欢茶，我讨厌雨。我跑步。", [1], "我喜欢茶。我跑步。"),
    ],
)
def test_what_is_left_reads_as_a_text(text: str, gone: list[int], left: str) -> None:
    assert without(text, [clauses(text)[place] for place in gone]) == left
