"""What asks to undo what was said last and does nothing else; and what only has such words."""

from __future__ import annotations

import pytest

from memary.text.speech_acts.forget_request import asks_to_undo, forget_request


@pytest.mark.parametrize(
    "text",
    [
        "undo",
        "Undo!",
        "please undo that",
        "undo the last message",
        "take that back",
        "Can you undo my last change?",
        "撤销",
        "撤回吧",
        "请撤销刚才的",
        "把刚才那句撤回",
    ],
)
def test_who_says_nothing_else_asks_to_undo(text: str) -> None:
    assert asks_to_undo(text)


@pytest.mark.parametrize(
    "text",
    [
        "Undo is a film.",
        "I take that back, I live in Rome",
        "take back the keys",
        "Revert the commit",
        "撤销我的订单",
        "他撤回了消息",
    ],
)
def test_other_things_are_undone_as_well(text: str) -> None:
    assert not asks_to_undo(text)


@pytest.mark.parametrize("text", ["remove my shoe size", "delete my blood type", "删掉我的鞋码", "把我的身高删掉"])
def test_what_nobody_removes_but_from_memory_is_asked_to_be_forgotten(text: str) -> None:
    asked = forget_request(text)
    assert asked is not None
    assert all(thing.is_sure for thing in asked.things)
