"""Who "I", "the user" and "my brother" are in what a model read, as tables of what it writes."""

from __future__ import annotations

import pytest
from support.records import message

from memary import Memary
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.ingestion.extraction.reply.own_words import of_speaker, with_owners
from memary.types import Message

USER = "ada"


def read(subject: str, predicate: str, object_: str, statement: str, said: Message) -> tuple[str, str]:
    fact = ExtractedFact(subject=subject, predicate=predicate, object=object_, statement=statement)
    told = with_owners(of_speaker(fact, said), said, {})
    return told.subject, told.statement


@pytest.mark.parametrize(
    ("subject", "statement", "told"),
    [
        ("I", "I live in Oslo.", "Cy lives in Oslo"),
        ("User", "User lives in Oslo.", "Cy lives in Oslo."),
        ("user", "The user lives in Oslo.", "Cy lives in Oslo."),
        ("the user", "User's home is in Oslo.", "Cy's home is in Oslo."),
    ],
)
def test_words_for_the_speaker_are_its_name(subject: str, statement: str, told: str) -> None:
    assert read(subject, "lives_in", "Oslo", statement, message(USER, "I live in Oslo.", speaker="Cy")) == (
        "Cy",
        told,
    )


@pytest.mark.parametrize(
    ("subject", "statement"), [("我", "我住在上海。"), ("用户", "用户住在上海。"), ("User", "User住在上海。")]
)
def test_chinese_words_for_the_speaker_are_its_name(subject: str, statement: str) -> None:
    told = read(subject, "居住在", "上海", statement, message(USER, "我住在上海。", speaker="小王"))
    assert told == ("小王", "小王住在上海。")


@pytest.mark.parametrize(
    ("subject", "statement", "said", "told"),
    [
        ("Customer", "The customer lives in Leeds.", "I live in Leeds.", "User lives in Leeds."),
        ("客户", "客户住在上海。", "我住在上海。", "用户住在上海。"),
        ("Customer", "Customers are many.", "I have many.", "Customers are many."),
    ],
)
def test_a_noun_for_whoever_speaks_is_the_user_in_the_sentence_too(
    subject: str, statement: str, said: str, told: str
) -> None:
    assert read(subject, "p", "o", statement, message(USER, said))[1] == told


@pytest.mark.parametrize(
    ("said", "statement", "told"),
    [
        ("I like 火锅.", "User likes 火锅.", "User likes 火锅."),
        ("I like 火锅. 我妹妹叫小红。", "用户的妹妹是小红。", "用户的妹妹是小红。"),
        ("我喜欢吃 Big Mac。", "User喜欢Big Mac。", "用户喜欢Big Mac。"),
        ("我的iPhone坏了。", "用户iPhone坏了。", "用户iPhone坏了。"),
        ("我的猫坏了花瓶。", "我的猫叫豆豆。", "用户的猫叫豆豆。"),
    ],
)
def test_the_user_is_called_in_the_language_of_the_sentence_not_of_a_name_in_it(
    said: str, statement: str, told: str
) -> None:
    assert read("User", "p", "o", statement, message(USER, said))[1] == told


@pytest.mark.parametrize(
    ("subject", "statement", "told"),
    [
        ("my brother", "My brother is Max.", "Cy's brother is called Max"),
        ("I's brother", "I's brother is Max.", "Cy's brother is called Max"),
        ("User's brother", "User's brother is Max.", "Cy's brother is Max."),
        ("the user's brother", "The user's brother is Max.", "Cy's brother is Max."),
    ],
)
def test_what_is_the_speakers_is_told_with_its_name(subject: str, statement: str, told: str) -> None:
    said = message(USER, "My brother is Max.", speaker="Cy")
    assert read(subject, "is_called", "Max", statement, said) == ("Cy's brother", told)


def test_what_is_chinese_of_the_speakers_is_told_with_its_name() -> None:
    said = message(USER, "我的哥哥叫李雷。", speaker="小王")
    assert read("用户的哥哥", "名字是", "李雷", "用户的哥哥叫李雷。", said) == ("小王的哥哥", "小王的哥哥叫李雷。")


@pytest.mark.parametrize(
    ("speaker", "subject", "predicate", "object_", "statement"),
    [
        ("Ann", "User", "works_in", "user research", "User research is Ann's job."),
        ("Ann", "I", "made", "user interface of Figma", "The user interface of Figma is Ann's."),
        ("Ann", "I", "wrote", "user stories", "User stories are what Ann writes."),
        ("小明", "我", "认为", "我国很大", "我国很大，小明说。"),
        ("小明", "我", "喜欢", "用户研究", "小明喜欢用户研究。"),
        ("小明", "用户", "负责", "用户体验", "用户体验的工作由小明负责。"),
    ],
)
def test_a_word_that_only_begins_like_the_one_for_the_user_is_left_as_it_is(
    speaker: str, subject: str, predicate: str, object_: str, statement: str
) -> None:
    said = message(USER, statement, speaker=speaker)
    assert read(subject, predicate, object_, statement, said) == (speaker, statement)


@pytest.mark.parametrize(
    ("speaker", "subject", "object_", "statement", "told"),
    [
        ("Ann", "User", "physics", "User studies physics.", "Ann studies physics."),
        ("Ann", "User", "a group", "User groups the notes.", "Ann groups the notes."),
        ("小明", "用户", "人工智能", "用户研究人工智能。", "小明研究人工智能。"),
        ("小明", "用户", "滑翔伞", "用户体验了滑翔伞。", "小明体验了滑翔伞。"),
        ("小明", "我", "国庆节", "我国庆节去北京。", "小明国庆节去北京。"),
        ("小明", "我", "用户研究", "我喜欢用户研究。", "小明喜欢用户研究。"),
    ],
)
def test_what_the_user_does_is_told_with_the_name_of_the_speaker(
    speaker: str, subject: str, object_: str, statement: str, told: str
) -> None:
    said = message(USER, statement, speaker=speaker)
    assert read(subject, "does", object_, statement, said) == (speaker, told)


@pytest.mark.parametrize(
    ("subject", "statement", "content", "told"),
    [
        ("用户", "", "I love the Big Mac.", ("User", "")),
        ("User", "", "我住在上海。", ("用户", "")),
        ("User", "User的姐姐是小红。", "我的姐姐叫小红。", ("User", "用户的姐姐是小红。")),
        ("User", "We are the users.", "We are the users.", ("User", "We are the users.")),
        (
            "Anna",
            "The user interface is Anna's.",
            "The user interface is Anna's.",
            ("Anna", "The user interface is Anna's."),
        ),
    ],
)
def test_an_unnamed_user_is_called_in_the_language_of_the_message(
    subject: str, statement: str, content: str, told: tuple[str, str]
) -> None:
    assert read(subject, "likes", "it", statement, message(USER, content)) == told


def test_without_a_model_a_chinese_message_of_an_english_talk_is_told_in_chinese() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(["My brother Tom lives in Oslo.", "我的姐姐叫小红。"], user_id=USER, session_id="s1", wait=True)
        assert "用户的姐姐是小红。" in {fact.statement for fact in memory.facts.list(user_id=USER)}
