"""What is asked by naming it and nothing more, and what only looks like it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary
from memary.languages import texts


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


def is_noted(memory: Memary, text: str) -> bool:
    answer = ChatAgent(memory, user_id="ada").chat(text).text
    return answer.startswith((texts("zh").offline_noted, texts("en").offline_noted))


@pytest.mark.parametrize(
    "text",
    [
        "wifi密码",
        "新房东电话",
        "我哥的生日",
        "糖糖现在读几班",
        "我属啥",
        "我老公叫甚么",
        "my wifi password",
        "Mia's birthday",
    ],
)
def test_naming_what_is_wanted_asks_for_it(memory: Memary, text: str) -> None:
    assert not is_noted(memory, text)


@pytest.mark.parametrize(
    "text",
    [
        "今天我生日",
        "明天老婆生日",
        "我换了电话",
        "记得改密码",
        "旁边个子高",
        "My birthday is in May.",
        "Mia's birthday party",
    ],
)
def test_what_tells_something_asks_for_nothing(memory: Memary, text: str) -> None:
    assert is_noted(memory, text)


@pytest.mark.parametrize(
    "text",
    [
        "我老公叫啥",
        "我儿子叫啥名字",
        "我对啥过敏",
        "我住啥地方",
        "我喜欢吃啥",
        "我老公叫嘛",
        "我爱吃嘛",
        "我老公叫甚么",
        "我住边度",
    ],
)
def test_a_question_that_is_told_as_a_message_is_no_fact_and_ends_none(memory: Memary, text: str) -> None:
    memory.add(["我老公叫陆明。", "我住在徐汇。"], user_id="ada", wait=True)
    before = memory.facts.list(user_id="ada")
    memory.add(text, user_id="ada", wait=True)
    assert memory.facts.list(user_id="ada") == before


def test_what_is_asked_by_name_is_answered(memory: Memary) -> None:
    memory.add("wifi密码是tangtang0817。", user_id="ada", wait=True)
    assert "tangtang0817" in ChatAgent(memory, user_id="ada").chat("wifi密码").text
