"""What the assistant quoted of what goes goes with it, and an answer that loses lines still reads as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from memary import ChatAgent, Memary
from memary.types import Role

Talked: TypeAlias = Callable[[tuple[str, ...]], ChatAgent]

ENGLISH = (
    "Hi! I'm Nora and I live in Ulm.",
    "My brother is called Ben.",
    "Ben lives in Graz.",
    "My brother works as a nurse.",
    "I am allergic to peanuts.",
    "My mother is Ruth.",
    "Ruth lives in Kassel.",
    "Where does Ben live?",
    "Who is my brother?",
    "What am I allergic to?",
    "What do you know about me?",
)
CHINESE = (
    "你好，我叫王伟，我住在上海。",
    "我哥哥叫王强。",
    "王强住在广州。",
    "我哥哥是护士。",
    "我对花生过敏。",
    "我妈妈叫王秀英。",
    "王秀英住在苏州。",
    "王强住在哪里？",
    "我哥哥是谁？",
    "我对什么过敏？",
    "你知道我什么？",
)


@pytest.fixture
def offline() -> Iterator[Memary]:
    """A memory without any model that forgets on request."""
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], Path]:
    """What says lines in one session, once for all tests, and gives the export of a memory of it."""

    @cache
    def play(lines: tuple[str, ...]) -> Path:
        export = tmp_path_factory.mktemp("played") / "ada.jsonl"
        with Memary.open("sqlite:///:memory:", worker=False) as memory:
            agent = ChatAgent(memory, user_id="ada", session_id="before")
            for line in lines:
                agent.chat(line)
                memory.flush()
            memory.export(export, user_id="ada")
        return export

    return play


@pytest.fixture
def talked(offline: Memary, played: Callable[[tuple[str, ...]], Path]) -> Talked:
    """What gives an agent of a memory in which lines were said in another session."""

    def talk(lines: tuple[str, ...]) -> ChatAgent:
        offline.import_(played(lines))
        return ChatAgent(offline, user_id="ada", session_id="now")

    return talk


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "asked", "gone", "stays"),
    [
        (ENGLISH, "Forget everything about my brother.", ("Ben", "Graz", "nurse"), ("Ruth", "peanuts", "Ulm")),
        (ENGLISH, "Forget everything about my mother.", ("Ruth", "Kassel"), ("Ben", "Graz", "peanuts")),
        (ENGLISH, "Forget my peanut allergy.", ("peanut",), ("Ben", "Ruth", "Ulm")),
        (ENGLISH, "Please forget my allergy to peanuts.", ("peanuts",), ("Ben", "Ruth", "Ulm")),
        (ENGLISH, "Forget where I live, please.", ("Ulm",), ("Ben", "Graz", "Kassel")),
        (CHINESE, "请忘掉关于我哥哥的一切。", ("王强", "广州", "护士"), ("王秀英", "花生", "上海")),
        (CHINESE, "忘掉关于我妈妈的一切。", ("王秀英", "苏州"), ("王强", "广州", "花生")),
        (CHINESE, "忘掉我的花生过敏。", ("花生",), ("王强", "王秀英", "上海")),
        (CHINESE, "忘掉我对花生的过敏。", ("花生",), ("王强", "王秀英", "上海")),
        (CHINESE, "请忘掉我的住址。", ("上海",), ("王强", "广州", "花生")),
    ],
)
def test_nothing_that_was_quoted_of_it_is_left_and_the_rest_is_still_quoted(
    offline: Memary,
    talked: Talked,
    stored: Callable[[Memary], str],
    lines: tuple[str, ...],
    asked: str,
    gone: tuple[str, ...],
    stays: tuple[str, ...],
) -> None:
    answer = talked(lines).chat(asked)
    assert answer.forgotten is not None
    left = stored(offline)
    assert [word for word in gone if word in left] == []
    quoted = "\n".join(one.content for one in offline.messages.list(user_id="ada") if one.role is Role.ASSISTANT)
    assert [word for word in stays if word not in quoted] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "asked", "names"),
    [(ENGLISH, "Forget everything about my mother.", "Ruth"), (CHINESE, "忘掉关于我妈妈的一切。", "王秀英")],
)
def test_what_is_said_names_who_was_forgotten_and_what_is_kept_of_it_does_not(
    offline: Memary,
    talked: Talked,
    stored: Callable[[Memary], str],
    lines: tuple[str, ...],
    asked: str,
    names: str,
) -> None:
    answer = talked(lines).chat(asked)
    assert names in answer.text
    assert names not in stored(offline)


def test_an_answer_keeps_its_other_lines_as_they_were(offline: Memary, talked: Talked) -> None:
    agent = talked(ENGLISH)
    *_, before = (one for one in offline.messages.list(user_id="ada") if one.role is Role.ASSISTANT)
    agent.chat("Forget everything about my brother.")
    expected = [line for line in before.content.splitlines() if "Ben" not in line]
    assert offline.messages.get(before.id, user_id="ada").content.splitlines() == expected


def test_an_answer_of_which_no_line_is_left_goes_with_the_words_that_announce_them(
    offline: Memary, talked: Talked
) -> None:
    agent = talked(("I am allergic to peanuts.", "What am I allergic to?"))
    agent.chat("Forget my peanut allergy.")
    before = [one.content for one in offline.messages.list(user_id="ada", session_id="before")]
    assert not [text for text in before if "I quote" in text]


def test_how_much_went_counts_the_answers_that_lost_a_line(talked: Talked) -> None:
    answer = talked(ENGLISH).chat("Forget my peanut allergy.")
    assert answer.forgotten is not None
    assert answer.forgotten.messages == 3
    assert "3 messages" in answer.text
