"""Requests to forget that are typed in haste are carried out, asked about, or told to find nothing; never noted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import ChatAgent, Memary


@pytest.fixture
def memory() -> Iterator[Memary]:
    """A memory without any model that forgets on request."""
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as opened:
        yield opened


ASKED = [
    ("my locker pin is 4471", "dont remember my pin", "yes", "4471"),
    ("my locker pin is 4471", "delete my pin", "yes", "4471"),
    ("my locker pin is 4471", "delete my locker pin", "yes", "4471"),
    ("My boss is Karen.", "forget karen", "yes", "Karen is"),
    ("i work with karen a lot", "forget about karen", "yes", "work with"),
    ("My boss is Karen.", "delete karen", "yes", "Karen is"),
    ("tom baker wants Tom Baker's saw back", "forget tom baker", "yes", "saw back"),
    ("my mum lives in whitby", "forget mum", "yes", "whitby"),
    ("im seeing Tom", "pls delete that im seeing Tom", "yes", "im seeing"),
    ("Karen is a pain.", "delete karen", "yes", "pain"),
    ("Tom de Vries is my client.", "forget tom de vries", "yes", "client"),
    ("我男朋友叫陈昊", "忘了陈昊吧", "是", "男朋友"),
    ("我的学号是10982734", "把学号删掉", "是", "10982734"),
    ("我的学号是10982734", "把我的学号删掉", "是", "10982734"),
]


def contents(memory: Memary) -> str:
    return "\n".join(message.content for message in memory.messages.list(user_id="ada"))


@pytest.mark.parametrize(("told", "request_", "yes", "gone"), ASKED)
def test_what_may_be_a_request_is_asked_about_and_goes_with_a_yes(
    memory: Memary, told: str, request_: str, yes: str, gone: str
) -> None:
    memory.add(told, user_id="ada", wait=True)
    agent = ChatAgent(memory, user_id="ada")
    asked = agent.chat(request_)
    assert asked.forgotten is None
    assert told in contents(memory)
    assert agent.chat(yes).forgotten is not None
    assert gone not in contents(memory)


@pytest.mark.parametrize(
    ("told", "request_"),
    [("My boss is Karen.", "pls forget my boss"), ("我的学号是10982734", "别记我的学号")],
)
def test_a_plain_request_typed_in_haste_is_carried_out(memory: Memary, told: str, request_: str) -> None:
    memory.add(told, user_id="ada", wait=True)
    assert ChatAgent(memory, user_id="ada").chat(request_).forgotten is not None
    assert told not in contents(memory)


def test_earlier_questions_and_requests_are_not_what_is_meant(memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("my locker pin is 4471")
    for asked in ("whats my pin", "dont remember my pin"):
        agent.chat(asked)
    assert agent.chat("把我的pin忘掉").forgotten is None
    agent.chat("是")
    assert "4471" not in contents(memory)


def test_the_question_what_to_forget_goes_with_what_it_names_as_a_whole(memory: Memary) -> None:
    for told in ("My bank pin is 4411.", "my locker pin is 9923"):
        memory.add(told, user_id="ada", wait=True)
    agent = ChatAgent(memory, user_id="ada")
    assert "What shall I forget" in agent.chat("delete my pin").text
    agent.chat("yes")
    assert "What shall I forget" not in contents(memory)


@pytest.mark.parametrize("request_", ["delete my pin", "forget karen", "forget mum"])
def test_a_request_for_what_nobody_told_is_no_note(memory: Memary, request_: str) -> None:
    answer = ChatAgent(memory, user_id="ada").chat(request_)
    assert "nothing" in answer.text
    assert request_ in contents(memory)


@pytest.mark.parametrize(
    "said",
    [
        "forget it",
        "never mind",
        "dont forget my pin is 4471",
        "dont forget mum",
        "i forgot my pin",
        "i forget mum's number",
        "forget mum, she is late",
        "forget about dinner",
        "delete the file",
        "remove tom from the list",
        "忘了吧没事",
    ],
)
def test_what_only_sounds_like_a_request_is_noted(memory: Memary, said: str) -> None:
    memory.add("my pin is 4471 and dinner is at six. My mum is Sheila, Tom has the list.", user_id="ada", wait=True)
    answer = ChatAgent(memory, user_id="ada").chat(said)
    assert answer.forgotten is None
    assert "4471" in contents(memory)
    assert answer.text.startswith(("Noted.", "记下了。"))


@pytest.mark.parametrize(("answer", "stays"), [("yes", False), ("no", True)])
def test_who_is_named_in_short_is_asked_about_plainly_with_what_to_answer(answer: str, stays: bool) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as memory:
        memory.add(["My mum is called Ann.", "My mum lives in York.", "I like tea."], user_id="ada", wait=True)
        agent = ChatAgent(memory, user_id="ada")
        asked = agent.chat("forget mum").text
        assert asked == "Shall I forget everything about mum? Say yes or no. Nothing is forgotten yet."
        agent.chat(answer)
        told = " ".join(fact.statement for fact in memory.facts.list(user_id="ada"))
        assert ("York" in told) is stays
        assert "tea" in told


def test_where_several_may_be_meant_they_are_the_choices() -> None:
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as memory:
        said = ["My sister Mia lives in Leeds.", "My sister Zoe lives in York.", "I like tea."]
        memory.add(said, user_id="ada", wait=True)
        agent = ChatAgent(memory, user_id="ada")
        asked = agent.chat("Forget my sister.").text
        assert asked.startswith("What shall I forget: sister Mia, sister Zoe? Name one, or say “all of them”.")
        agent.chat("all of them")
        assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["tea"]
