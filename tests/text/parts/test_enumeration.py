"""What is left of a clause that tells several things in a row, without some of them."""

from __future__ import annotations

import pytest

from memary.text.parts.enumeration import without_items


@pytest.mark.parametrize(
    ("clause", "items", "taken", "left"),
    [
        ("I like tea, coffee and cocoa.", "tea coffee cocoa", "coffee", "I like tea and cocoa."),
        ("I like tea, coffee, and cocoa", "tea coffee cocoa", "cocoa", "I like tea and coffee"),
        ("I like tea, milk, coffee and cocoa", "tea milk coffee cocoa", "tea", "I like milk, coffee and cocoa"),
        ("I have a cat, a dog and a fish", "cat dog fish", "dog fish", "I have a cat"),
        ("I like tea and coffee but not milk", "tea coffee", "coffee", "I like tea but not milk"),
        ("我喜欢茶、咖啡和可可。", "茶 咖啡 可可", "咖啡", "我喜欢茶和可可。"),
        ("我对花生、鸡蛋和灰尘过敏", "花生 鸡蛋 灰尘", "灰尘", "我对花生和鸡蛋过敏"),
    ],
)
def test_the_others_stay_in_their_words(clause: str, items: str, taken: str, left: str) -> None:
    assert without_items(clause, items.split(), taken.split()) == left


@pytest.mark.parametrize(
    ("clause", "items", "taken"),
    [
        ("My kids are Lena and Finn (6)", "Lena Finn", "Finn"),  # whose age?
        ("My kids are Lena (8) and Finn", "Lena Finn", "Finn"),
        ("I have two kids, Lena and Finn", "Lena Finn", "Finn"),  # there are still two
        ("I like tea and coffee, since coffee is strong", "tea coffee", "coffee"),
        ("I like tea", "tea", "tea"),
        ("I like tea and coffee", "tea milk", "milk"),
        ("我喜欢猫和狗的毛", "猫 狗", "狗"),
        ("我有两个孩子，小明和小红", "小明 小红", "小明"),
    ],
)
def test_what_cannot_be_parted_is_not(clause: str, items: str, taken: str) -> None:
    assert without_items(clause, items.split(), taken.split()) is None
