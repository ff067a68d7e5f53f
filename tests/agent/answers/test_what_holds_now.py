"""Without a model: what is quoted has its day, what is over stands last, and what is known otherwise is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memary import ChatAgent, Memary

DAY = datetime(2026, 9, 16, 10, tzinfo=UTC)


def _answer(said: list[str], question: str, *, later: timedelta = timedelta(days=9)) -> list[str]:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        for days, text in enumerate(said):
            told = {"content": text, "created_at": DAY + timedelta(days=days)}
            memory.add(told, user_id="ada", session_id="default", wait=True)
        asked_at = DAY + timedelta(days=len(said) - 1) + later
        return ChatAgent(memory, user_id="ada", keep=False).chat(question, asked_at=asked_at).text.splitlines()


def test_what_was_said_on_another_day_of_the_talk_is_quoted_with_it() -> None:
    (quote,) = _answer(["The parcel from Bosch arrived."], "when did the parcel arrive?")[1:]
    assert quote.startswith("- [2026-09-16 ")


def test_what_was_said_today_is_quoted_without_its_day() -> None:
    answer = _answer(["The parcel arrived."], "when did the parcel arrive?", later=timedelta(hours=1))
    assert answer[1:] == ["- The parcel arrived."]


@pytest.mark.parametrize(
    ("said", "question", "first"),
    [
        (["男朋友叫陈昊，学物理的", "我和陈昊分手了"], "我有男朋友吗？", "目前没有伴侣"),
        (["男朋友叫陈昊，学物理的", "我和陈昊分手了"], "我有对象吗？", "目前没有伴侣"),
        (["Tom is my boyfriend.", "Tom and I broke up."], "do I have a boyfriend?", "no partner"),
        (["I live in Ghent with Ruben.", "I moved to Bruges."], "do I live in Ghent?", "Bruges"),
        (["I live in Oslo."], "do I live in Rome?", "Oslo"),
        (["I live in Oslo."], "am i living in Paris", "Oslo"),
        (["I work at Aldi."], "Do I work at Tesco?", "Aldi"),
        (["My sister is called Mia."], "Is my sister called Zoe?", "Mia"),
        (["我住在上海"], "我住在北京吗？", "上海"),
        (["我住在上海"], "我是不是住在北京？", "上海"),
        (["My manager is Priya."], "我的经理是谁？", "Priya"),
        (["I like tea."], "我喜欢喝什么？", "tea"),
    ],
)
def test_what_holds_now_stands_first(said: list[str], question: str, first: str) -> None:
    assert first in _answer(said, question)[1]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (["I live in Oslo."], "do I own a car?"),
        (["I live in Oslo."], "Is Zoe nice?"),
        (["I live in Oslo."], "Does Zoe live in Rome?"),
        (["I like jazz."], "What is my favourite colour?"),
        (["My sister is Mia.", "My salary is 5,000 euros."], "How much does my sister earn?"),
        (["我妹妹叫小美。", "我对坚果过敏。"], "我妹妹对坚果过敏吗？"),
        (["我妈住在绍兴。"], "我住在北京吗？"),
    ],
)
def test_what_tells_nothing_of_it_is_not_quoted(said: list[str], question: str) -> None:
    assert len(_answer(said, question)) == 1


def test_where_a_fact_tells_it_what_others_do_is_left_out() -> None:
    said = ["I live in Leeds.", "mum's coming to stay for a week, she lives in whitby"]
    assert "whitby" not in "\n".join(_answer(said, "where do i live now"))


@pytest.mark.parametrize("asked", ["whats up", "what's up?", "who knows", "who cares", "how are you?", "谁知道呢"])
def test_what_asks_in_form_alone_is_no_question_of_memory(asked: str) -> None:
    assert _answer(["I live in Oslo."], asked)[0].startswith(("Noted", "记下"))


@pytest.mark.parametrize("asked", ["who knows my pin?", "what's up with the kiln?", "who cares for my cat?"])
def test_what_asks_for_something_is_a_question(asked: str) -> None:
    assert "Noted" not in _answer(["I live in Oslo."], asked)[0]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My manager is Priya.", "wer ist mein Manager?"),
        ("My sister is called Mia.", "¿Quién es Mia?"),
        ("我妹妹叫王芳。", "Wer ist 王芳?"),
    ],
)
def test_of_a_question_that_cannot_be_compared_what_shares_a_word_is_quoted(said: str, asked: str) -> None:
    first, *quotes = _answer([said, "I drive a Skoda.", "我住在杭州。"], asked)
    assert "cannot compare" in first
    assert said in "".join(quotes)
    assert not any(beside in "".join(quotes) for beside in ("Skoda", "杭州"))


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("My manager is Priya.", "¿Quién es mi jefe?", "I do not read the language"),
        ("My manager is Priya.", "qui est mon chef ?", "I do not read the language"),
        ("My manager is Priya.", "кто мой начальник?", "I do not read the language"),
        ("My manager is Priya.", "私の上司は誰ですか？", "I do not read the language"),
        ("我的经理是王芳", "who is my manager?", "cannot compare"),
        ("我养了只仓鼠，叫团团", "what is my hamster called?", "cannot compare"),
        ("My hamster is called Pip.", "我的仓鼠叫什么？", "不是同一种语言"),
    ],
)
def test_of_a_question_that_cannot_be_compared_nothing_that_is_beside_it_is_quoted(
    said: str, asked: str, told: str
) -> None:
    (first,) = _answer([said], asked)
    assert told in first


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("what car do I have?", "Skoda"),
        ("which car do we have", "Skoda"),
        ("do I have a car?", "Skoda"),
        ("what dog do I have?", "Rex"),
        ("which dog do we have", "Rex"),
        ("what bike do I have?", "bike"),
        ("what instrument do I have?", "cello"),
    ],
)
def test_of_what_one_has_the_fact_leads_that_tells_it_in_other_words(asked: str, fact: str) -> None:
    said = [
        "I drive a Skoda.",
        "My dog is called Rex.",
        "I have a red bike.",
        "I play the cello.",
        "I live in Leeds.",
    ]
    answer = _answer(said, asked)
    assert fact in answer[1]
    assert answer[1].startswith("- User"), "the fact, not what was said"
