"""Questions as people type them in a chat are answered like those that are written with care."""

from __future__ import annotations

import pytest

from memary import ChatAgent, Memary

TOLD = (
    "my sister anna works at google",
    "my brother tom lives in san francisco",
    "my dogs name is rex",
    "my bday is may 3",
    "my boss is called karen",
    "my gf is called nina",
    "my fav band is radiohead",
)
ASKED = [
    ("Where does Anna work?", "where does anna work"),
    ("What's my sister's name?", "whats my sisters name"),
    ("Do I have pets?", "do i have pets"),
    ("When's my birthday?", "whens my bday"),
    ("Where's my brother living?", "wheres my brother living"),
    ("Who's my boss?", "whos my boss"),
    ("What's my girlfriend's name?", "whats my gfs name"),
    ("What's my favorite band?", "whats my fav band"),
]


@pytest.mark.parametrize(("careful", "hasty"), ASKED)
def test_a_question_typed_in_haste_finds_and_answers_the_same(memory: Memary, careful: str, hasty: str) -> None:
    for text in TOLD:
        memory.add(text, user_id="ada", wait=True)
    first, same = (memory.search(text, user_id="ada", top_k=1)[0].text for text in (careful, hasty))
    assert first == same
    answers = [ChatAgent(memory, user_id="ada", session_id=text).chat(text).text for text in (careful, hasty)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["妹妹叫林月"], "妹妹叫啥", "林月"),
        (["我昨天搬到了上海"], "我搬到哪里了？", "上海"),
        (["我昨天搬到了上海"], "我什么时候搬到上海的？", "上海"),
        (["我养了只仓鼠，叫团团", "团团死了"], "团团还活着吗？", "团团死了"),
    ],
)
def test_a_chinese_question_in_everyday_words_is_answered(told: list[str], question: str, answer: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for text in told:
            memory.add(text, user_id="ada", wait=True)
        quoted = ChatAgent(memory, user_id="ada", keep=False).chat(question)
    assert answer in quoted.text
    assert quoted.cited


def test_words_that_only_hold_a_word_for_what_are_noted() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        assert ChatAgent(memory, user_id="ada", keep=False).chat("没啥，吃啥都行").text.startswith("记下了")
