"""Without a model an answer is about whom and what is asked: nobody else, and what was before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import Memary
from memary.agent.chat_agent import ChatAgent


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """A memory without a model, of users of whom each test has its own."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


NUTS = ["I'm allergic to nuts.", "My sister is Mia."]
NUTS_ZH = ["我对坚果过敏。", "我妹妹叫小美。"]
HOMES = ["I live in Rome.", "I moved to Berlin."]
ALL = ["My sister is Mia.", "I'm allergic to nuts.", "I live in Berlin."]
ALL_ZH = ["我妹妹叫小美。", "我对坚果过敏。", "我住在柏林。"]

ASKED: list[tuple[list[str], str, str, str]] = [
    (NUTS, "Am I allergic to nuts?", "allergic to nuts", "Mia"),
    (NUTS_ZH, "我对坚果过敏吗？", "对坚果过敏", "小美"),
    (["I have a dog called Rex.", "Rex likes fish."], "Does my dog like fish?", "Rex likes fish", "nothing"),
    (["My sister Mia likes coffee.", "I like tea."], "Does Mia like tea?", "Mia likes coffee", "User likes tea"),
    (["My sister is Mia.", "She works at Shell.", "Tom works late."], "Where does Mia work?", "Shell", "Tom"),
    (HOMES, "Where did I live before Berlin?", "Rome", "User lives in Berlin. ("),
    (HOMES, "Where did I live before?", "Rome", "User lives in Berlin. ("),
    (["我住在罗马。", "我搬到了柏林。"], "我在柏林之前住在哪里？", "罗马", "用户居住在柏林。"),
    (["我住在罗马。", "我搬到了柏林。"], "我搬到柏林之前住在哪里？", "罗马", "用户居住在柏林。"),
    (["I work at Shell.", "I used to work at Bosch."], "Where did I work before Shell?", "Bosch", "works at Shell"),
    (ALL, "Give me my sister's name", "Mia", "Noted"),
    (ALL, "List my allergies", "nuts", "Noted"),
    (ALL, "Name my sister.", "Mia", "Noted"),
    (ALL, "Summarize what you know about me", "Berlin", "Noted"),
    (ALL, "Describe me.", "Berlin", "Noted"),
    (ALL_ZH, "告诉我我妹妹的名字", "小美", "记下"),
    (ALL_ZH, "列出我的过敏", "坚果", "记下"),
    (ALL_ZH, "总结一下你对我的了解", "柏林", "记下"),
    (ALL_ZH, "说说我妹妹", "小美", "记下"),
]  # fmt: skip

UNKNOWN: list[tuple[list[str], str]] = [
    (NUTS, "Is Mia allergic to nuts?"),
    (NUTS, "Is my sister allergic to nuts?"),
    (NUTS, "What is Mia allergic to?"),
    (["I like coffee.", "My sister is Mia."], "Does Mia like coffee?"),
    (NUTS_ZH, "小美对坚果过敏吗？"),
    (NUTS_ZH, "我妹妹对坚果过敏吗？"),
    (["Our mechanic Tom works on weekends only.", "My sister is Mia."], "Where does Mia work?"),
    (["修理工李建国只在周末工作。", "我妹妹叫小美。"], "小美在哪里工作？"),
    (["I live in Berlin."], "Where did I live before Berlin?"),
    (["I live in Berlin."], "Where did I use to live?"),
]  # fmt: skip


def _answer(memory: Memary, told: list[str], question: str) -> str:
    user = f"{told} {question}"
    for text in told:
        memory.add(text, user_id=user, wait=True)
    return ChatAgent(memory, user_id=user, keep=False).chat(question).text


@pytest.mark.parametrize(("told", "question", "has", "lacks"), ASKED)
def test_what_is_asked_is_answered(memory: Memary, told: list[str], question: str, has: str, lacks: str) -> None:
    answer = _answer(memory, told, question)
    assert has in answer
    assert lacks not in answer


@pytest.mark.parametrize(("told", "question"), UNKNOWN)
def test_what_is_not_known_is_not_answered_with_something_else(
    memory: Memary, told: list[str], question: str
) -> None:
    answer = _answer(memory, told, question)
    assert "I find nothing" in answer or "没有找到" in answer


@pytest.mark.parametrize(
    ("told", "question", "is_weak"),
    [
        (["I live in Berlin."], "Where does Bob live?", True),
        (["I work at Shell."], "Where does Mia work?", True),
        (["我住在柏林。"], "小王住在哪里？", True),
        (["I live in Berlin."], "Where do I live?", False),
        (["My brother Bob lives in Ulm."], "Where does Bob live?", False),
        (["My brother Bob lives in Ulm."], "Where does my brother live?", False),
        (["我住在柏林。"], "我住在哪里？", False),
    ],
)
def test_hits_are_weak_where_nothing_tells_of_whom_is_asked(
    memory: Memary, told: list[str], question: str, is_weak: bool
) -> None:
    for text in told:
        memory.add(text, user_id=f"weak {question}", wait=True)
    hits = memory.search(question, user_id=f"weak {question}")
    assert hits
    assert {hit.weak for hit in hits} == {is_weak}
