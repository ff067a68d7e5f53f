"""What is taken as the answer to whether two are one, and what says something else."""

from __future__ import annotations

from support.tables import each

from memary.text.speech_acts.identity_answer import says_same

SAME = [
    "Yes", "yes, that's me", "Yes, the same person.", "yep", "It's me!", "that is me", "same", "They are the same",
    "yes it's me", "Yes, I am.", "是", "是的", "对，就是我", "嗯，是同一个人", "就是我", "那就是我",
    "没错", "是的，是我",
]  # fmt: skip
DIFFERENT = [
    "no", "No, that's somebody else.", "No that is someone else", "nope, not me", "No, she's a friend of mine",
    "No, that's another Ada.", "That's a different person", "they are two different people", "No, a different Ada",
    "Somebody else", "nah that was someone else", "That's my friend", "No, just a friend",
    "不是", "不，是别人", "不是，那是另一个人", "那不是我", "她是另外一个人", "不是同一个人",
    "只是同名", "不，她是我朋友",
]  # fmt: skip
NEITHER = [
    "No, I live in Rome", "Yes I like tea", "no way, that is great", "Same to you", "No idea", "No?", "another day",
    "Yesterday I moved", "Sure, let's talk about tea", "a friend of mine lives in Rome", "right now I live here",
    "No, a friend of mine lives in Rome", "different people like different things", "It's different now in Rome",
    "是我妈妈说的", "不是我喜欢的", "不知道", "对我来说很好", "没有时间", "那是我朋友的猫",
    "是吗？", "不好", "是" * 100,
]  # fmt: skip


@each(
    ("text", "is_same"),
    [(text, want) for texts, want in ((SAME, True), (DIFFERENT, False), (NEITHER, None)) for text in texts],
)
def test_an_answer_says_that_two_are_one_or_two_or_neither(text: str, is_same: bool | None) -> None:
    assert says_same(text) is is_same
