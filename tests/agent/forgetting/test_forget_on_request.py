"""The user asks the agent to forget something: it goes at once, with whatever repeats it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.chatting import OpenMemory, answer, chats, is_choice
from support.model_server import ModelServer, prompt_text

from memary import ChatAgent, Memary
from memary.facts.predicates import matter_of


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memary:
    """A memory that asks the server and forgets on request."""
    return open_memory(worker=False, forget_on_request=True)


@pytest.fixture
def offline() -> Iterator[Memary]:
    """A memory without any model that forgets on request."""
    with Memary.open("sqlite:///:memory:", worker=False, forget_on_request=True) as opened:
        yield opened


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Please forget everything that Tom Hart wrote.", "I have forgotten nothing of that"),
        ("Forget what Tom said.", "I have forgotten nothing of that"),
        ("请忘掉林美说的一切。", "这些一句也没有忘掉"),
    ],
)
def test_what_somebody_else_wrote_goes_by_no_sentence_and_is_refused_aloud(
    offline: Memary, stored: Callable[[Memary], str], asked: str, told: str
) -> None:
    offline.add(
        [{"role": "user", "speaker": "Tom Hart", "content": "I live in Bratislava."}], user_id="ada", wait=True
    )
    reply = ChatAgent(offline, user_id="ada").chat(asked)
    assert reply.text.startswith(told)
    assert "--speaker" in reply.text
    assert reply.forgotten is None
    assert "Bratislava" in stored(offline)


@pytest.mark.parametrize(
    ("said", "asked", "secret"),
    [
        (["I live in Bratislava."], "Please forget my address.", "Bratislava"),
        (["My locker PIN is 471135."], "Please forget my locker PIN.", "471135"),
        (["My locker PIN is 471135."], "Can you forget that my locker PIN is 471135?", "471135"),
        (["I work at Bosch."], "Forget where I work, please.", "Bosch"),
        (["My ex Marcus called.", "Marcus wants the sofa."], "Forget everything I told you about Marcus.", "Marcus"),
        (["I'm allergic to walnuts."], "Please forget that I am allergic to walnuts.", "walnuts"),
        (["我住在西安。"], "请忘掉我的住址。", "西安"),
        (["我的门锁密码是471135。"], "把我的门锁密码忘了吧。", "471135"),
        (["我前男友叫李建国。", "李建国昨天来电话了。"], "请忘掉我说过的关于李建国的事。", "李建国"),
        (["我对花生过敏。"], "请忘掉我对花生过敏。", "花生"),
    ],
)
@pytest.mark.parametrize("session", ["default", "another"])
def test_what_is_named_is_nowhere_afterwards(
    offline: Memary, stored: Callable[[Memary], str], said: list[str], asked: str, secret: str, session: str
) -> None:
    agent = ChatAgent(offline, user_id="ada")
    for line in ["I like rain.", *said]:
        agent.chat(line)
    offline.flush()
    reply = ChatAgent(offline, user_id="ada", session_id=session).chat(asked)
    offline.flush()
    assert reply.forgotten is not None
    assert reply.forgotten.messages >= 1
    assert secret not in reply.text
    assert secret not in stored(offline)
    assert secret not in offline.context("What do you know about me?", user_id="ada").text
    assert "I like rain." in stored(offline)


def test_what_was_just_said_need_not_be_read_yet(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I live in Bratislava.")
    assert agent.chat("Forget my address.").forgotten is not None
    assert "Bratislava" not in stored(offline)


def test_only_the_sentences_go_that_hold_it(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I work at Bosch. My locker PIN is 471135. It is easy to remember. I like rain.")
    offline.flush()
    agent.chat("Please forget my locker PIN.")
    offline.flush()
    assert "471135" not in stored(offline)
    assert "It is easy to remember." in stored(offline)
    assert {fact.object for fact in offline.facts.list(user_id="ada")} == {"Bosch", "rain"}


def test_what_the_assistant_repeated_goes_too(
    server: ModelServer, memory: Memary, stored: Callable[[Memary], str]
) -> None:
    server.script(answer("I have noted 471135 for you."), answer("Use 471135."), answer("It rains."))
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My locker PIN is 471135.")
    agent.chat("How do I open my locker?")
    agent.chat("How is the weather?")
    agent.chat("Please forget my locker PIN.")
    assert "471135" not in stored(memory)
    assert "It rains." in stored(memory)


def test_the_model_that_answers_is_not_asked_and_only_the_one_that_reads_says_what_is_meant(
    server: ModelServer, memory: Memary
) -> None:
    memory.add("My locker PIN is 471135.", user_id="ada", infer=False)
    ChatAgent(memory, user_id="ada").chat("Please forget that my locker PIN is 471135.")
    memory.flush()
    assert server.requests
    assert all(is_choice(one.body) for one in server.requests)


def test_what_else_the_message_says_is_answered_by_one_who_knows_what_was_done(
    server: ModelServer, memory: Memary
) -> None:
    memory.add("My locker PIN is 471135.", user_id="ada", infer=False)
    server.respond(lambda body: '{"lines": []}' if is_choice(body) else answer("It is raining again."))
    answered = ChatAgent(memory, user_id="ada").chat("It rains. Please forget that my locker PIN is 471135.")
    assert answered.text.endswith("It is raining again.")
    (asked,) = map(prompt_text, chats(server))
    assert "Forgotten for good" in asked
    assert "471135" not in asked


def test_what_a_model_finds_unclear_is_asked_about_by_name_and_the_answer_needs_no_model(
    server: ModelServer, memory: Memary, stored: Callable[[Memary], str]
) -> None:
    memory.add(["My bank PIN is 123456.", "My locker PIN is 471135."], user_id="ada", infer=False)
    server.respond(lambda body: '{"unclear": [1, 2]}' if is_choice(body) else answer("Fine."))
    agent = ChatAgent(memory, user_id="ada")
    asked = agent.chat("Please forget my PIN.").text
    assert "locker PIN" in asked
    assert "471135" not in asked
    assert "nothing in memory" not in asked
    calls = len(server.requests)
    assert "Forgotten for good" in agent.chat("locker").text
    assert len(server.requests) == calls
    assert "471135" not in stored(memory)
    assert "123456" in stored(memory)


def test_what_is_unclear_and_cannot_be_named_is_not_said_to_be_nowhere(server: ModelServer, memory: Memary) -> None:
    memory.add(["They found glaucoma.", "They also found a cataract."], user_id="ada", infer=False)
    server.respond(lambda body: '{"unclear": [1, 2]}' if is_choice(body) else answer("Fine."))
    asked = ChatAgent(memory, user_id="ada").chat("Please forget the medical thing I told you about.").text
    assert "not clear which" in asked
    assert "nothing in memory" not in asked


def test_a_common_word_of_what_goes_takes_nothing_of_other_answers(
    server: ModelServer, offline: Memary, stored: Callable[[Memary], str]
) -> None:
    offline.add("Between us: the vault needs 88-12 to open.", user_id="ada", session_id="a")
    for number in range(8):
        offline.add(
            [{"role": "assistant", "content": f"Bread {number} needs an hour."}], user_id="ada", session_id="b"
        )
    ChatAgent(offline, user_id="ada").chat("That thing about the vault I told you in confidence? Wipe it.")
    assert "88-12" not in stored(offline)
    assert stored(offline).count("needs an hour") == 8


def test_the_answer_to_a_question_of_the_assistant_goes_too(
    server: ModelServer, memory: Memary, stored: Callable[[Memary], str]
) -> None:
    server.script(answer("What is your locker PIN?"), answer("Thanks."))
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("I need help.")
    agent.chat("471135")
    agent.chat("Please forget my locker PIN.")
    assert "471135" not in stored(memory)


def test_the_last_message_can_be_meant(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I like rain.")
    agent.chat("I was in rehab.")
    agent.chat("Forget what I just said.")
    assert "rehab" not in stored(offline)
    assert "I like rain." in stored(offline)


def test_it_asks_which_one_where_several_may_be_meant(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("My bank PIN is 1234.")
    agent.chat("My locker PIN is 471135.")
    reply = agent.chat("Forget my PIN.")
    assert reply.forgotten is None
    assert "bank PIN" in reply.text
    assert "locker PIN" in reply.text
    assert "471135" in stored(offline)
    assert agent.chat("the locker PIN").forgotten is not None
    assert "471135" not in stored(offline)
    assert "1234" in stored(offline)


def test_another_message_after_its_question_is_no_answer(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("My bank PIN is 1234.")
    agent.chat("My locker PIN is 471135.")
    agent.chat("Forget my PIN.")
    assert agent.chat("I had soup today.").forgotten is None
    assert "I had soup today." in stored(offline)


def test_it_says_so_where_nothing_is_found_and_keeps_no_word_of_the_request(
    offline: Memary, stored: Callable[[Memary], str]
) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I like rain.")
    reply = agent.chat("Please forget that I was in Guantanamo.")
    assert reply.forgotten is None
    assert "forgotten nothing" in reply.text
    assert "Guantanamo" not in stored(offline)


def test_not_everything_goes_by_a_sentence(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I like rain.")
    reply = agent.chat("Forget everything you know about me.")
    assert "memary forget" in reply.text
    assert "I like rain." in stored(offline)


def test_what_else_the_message_says_is_read_and_answered(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I live in Bratislava. I work at Bosch.")
    reply = agent.chat("Forget my address. Where do I work?")
    offline.flush()
    assert reply.forgotten is not None
    assert "Bosch" in reply.text
    assert "Bratislava" not in stored(offline)


def test_a_message_that_was_forgotten_is_not_taken_in_again(offline: Memary, stored: Callable[[Memary], str]) -> None:
    export = [
        {"content": "My locker PIN is 471135.", "created_at": "2026-01-01T10:00:00Z"},
        {"content": "I like rain. My locker PIN is still 471135.", "created_at": "2026-01-02T10:00:00Z", "id": "m2"},
        {"content": "I like snow.", "created_at": "2026-01-03T10:00:00Z"},
    ]
    offline.add(export, user_id="ada")
    offline.flush()
    ChatAgent(offline, user_id="ada").chat("Please forget my locker PIN.")
    again = offline.add(export, user_id="ada")
    offline.flush()
    assert len(again.ids) == 1
    assert "471135" not in stored(offline)
    assert {fact.object for fact in offline.facts.list(user_id="ada")} == {"rain", "snow"}


def test_what_is_said_once_more_is_known_once_more(offline: Memary, stored: Callable[[Memary], str]) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I live in Bratislava.")
    agent.chat("Forget my address.")
    agent.chat("I live in Bratislava.")
    offline.flush()
    assert {fact.object for fact in offline.facts.list(user_id="ada")} == {"Bratislava"}


@pytest.mark.parametrize(
    ("homes", "request_", "told"),
    [
        (("I live in Leeds.", "Now I live in York."), "Forget that I live in York.", "User lives in Leeds."),
        (("我住在北京。", "我现在住在上海。"), "忘掉我住在上海这件事。", "用户居住在北京。"),
    ],
)
def test_what_is_true_again_is_said(offline: Memary, homes: tuple[str, ...], request_: str, told: str) -> None:
    agent = ChatAgent(offline, user_id="ada")
    for home in homes:
        agent.chat(home)
        offline.flush()
    later = ChatAgent(offline, user_id="ada", session_id="later")
    assert later.chat(request_).text.endswith(told)


@pytest.mark.parametrize(
    ("told", "asked", "back"),
    [
        ("My locker PIN is 447199.", "Please forget my PIN.", "What is my PIN?"),
        ("My locker PIN is 447199.", "Please forget my PIN.", "My locker PIN?"),
        ("我的储物柜密码是447199。", "把我的密码忘了吧。", "我的密码是什么？"),
    ],
)
def test_a_question_back_is_no_yes(offline: Memary, told: str, asked: str, back: str) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat(told)
    assert agent.chat(asked).forgotten is None
    assert agent.chat(back).forgotten is None
    assert any("447199" in message.content for message in offline.messages.list(user_id="ada"))


@pytest.mark.parametrize(
    ("told", "asked", "stays"),
    [
        ("I live in Rome and work at Bosch.", "Please forget what I told you about Bosch.", "User lives in Rome."),
        ("我住在杭州，在华为工作。", "请忘掉我跟你说的关于华为的事。", "用户居住在杭州。"),
    ],
)
def test_of_one_clause_the_fact_about_something_else_stays(
    offline: Memary, told: str, asked: str, stays: str
) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat(told)
    offline.flush()
    assert agent.chat(asked).forgotten is not None
    assert [fact.statement for fact in offline.facts.list(user_id="ada")] == [stays]


@pytest.mark.parametrize(
    ("told", "asked", "gone", "left", "facts"),
    [
        ("I like tea, coffee and cocoa.", "Please forget that I like coffee.", "coffee", "I like tea and cocoa.",
         ["User likes tea.", "User likes cocoa."]),
        ("I like matcha, coffee, and cocoa.", "Please forget that I like matcha.", "matcha",
         "I like coffee and cocoa.", ["User likes coffee.", "User likes cocoa."]),
        ("I'm allergic to walnuts, eggs and dust. I work at Bosch.", "Please forget that I am allergic to dust.",
         "dust", "I'm allergic to walnuts and eggs. I work at Bosch.",
         ["User is allergic to walnuts.", "User is allergic to eggs.", "User works at Bosch."]),
        ("I like tea and coffee but hate rain and snow.", "Please forget that I like coffee.", "coffee",
         "I like tea but hate rain and snow.", ["User likes tea.", "User dislikes rain.", "User dislikes snow."]),
        ("My children are Emma and Tom.", "Please forget that Emma is my child.", "Emma", "My children are Tom.",
         ["User's child is Tom."]),
        ("My children are Emma, Ben and Tom.", "Please forget Emma.", "Emma", "My children are Ben and Tom.",
         ["User's child is Ben.", "User's child is Tom."]),
        ("我喜欢茶、咖啡和可可。", "请忘记我喜欢咖啡。", "咖啡", "我喜欢茶和可可。",
         ["用户喜欢茶。", "用户喜欢可可。"]),
        ("我对花生、鸡蛋和灰尘过敏。", "请忘记我对灰尘过敏。", "灰尘", "我对花生和鸡蛋过敏。",
         ["用户对花生过敏。", "用户对鸡蛋过敏。"]),
    ],
)  # fmt: skip
def test_of_what_was_told_in_a_row_one_thing_goes_and_the_others_stay(
    offline: Memary, stored: Callable[[Memary], str], told: str, asked: str, gone: str, left: str, facts: list[str]
) -> None:
    offline.add(
        [{"content": told, "created_at": "2026-03-01T10:00:00Z"}], user_id="ada", session_id="default", wait=True
    )
    before = {one.statement: one for one in offline.facts.list(user_id="ada")}
    agent = ChatAgent(offline, user_id="ada")
    agent.chat(asked)

    after = {one.statement: one for one in offline.facts.list(user_id="ada")}
    assert sorted(after) == sorted(set(facts) & before.keys())
    assert all(one.valid_at == before[statement].valid_at for statement, one in after.items())
    assert left in [message.content for message in offline.messages.list(user_id="ada")]
    assert gone not in stored(offline)


@pytest.mark.parametrize(
    ("told", "asked", "kept"),
    [
        ("I have two children, Emma and Tom.", "Please forget that Emma is my child.", "User's child is Tom."),
        ("My children are Lena (8) and Finn (6).", "Please forget that Finn is my child.", "User's child is Lena."),
        ("I like jazz and hate rain.", "Please forget that I like jazz.", "User dislikes rain."),
        ("我有两个孩子，小明和小红。", "请忘记小明是我的孩子。", "用户的孩子是小红。"),
        ("我有两个孩子，小明和小红。", "请忘掉我的孩子小明吧。", "用户的孩子是小红。"),
        ("我有两个孩子，小明和小红。", "请忘掉小明。", "用户的孩子是小红。"),
    ],
)
def test_where_words_cannot_be_parted_they_go_and_the_other_facts_stay(
    offline: Memary, told: str, asked: str, kept: str
) -> None:
    offline.add(
        [{"content": told, "created_at": "2026-03-01T10:00:00Z"}], user_id="ada", session_id="default", wait=True
    )
    answer = ChatAgent(offline, user_id="ada").chat(asked).text

    [fact] = (one for one in offline.facts.list(user_id="ada") if matter_of(one.predicate) != "age")
    assert (fact.statement, fact.source_ids, f"{fact.valid_at:%Y-%m-%d}") == (kept, (), "2026-03-01")
    assert told not in [message.content for message in offline.messages.list(user_id="ada")]
    assert kept not in answer
    assert "仍然保留" not in answer  # what went is not told to stay


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I moved to York.", "Please forget that I live in York."),
        ("We moved to York.", "Forget that I live in York, please."),
        ("I'm allergic to nuts and to eggs, badly.",
         "Please forget that I am allergic to nuts, and that I am allergic to eggs."),
        ("I can't swim.", "Forget that I cannot swim."),
        ("I won't marry Tom.", "Please forget that I will not marry Tom."),
        ("We're moving out.", "Please forget that we are moving out."),
        ("My daughter is called Emma.", "Please forget that Emma is my child."),
        ("My boss is Tom.", "Please forget that Tom is my boss."),
        ("I live in York.", "Delete my address please."),
        ("My address is 3 High Street.", "Please remove my address."),
        ("我搬到了杭州。", "请忘记我住在杭州。"),
        ("我儿子叫小明。", "请忘记小明是我儿子。"),
        ("我住在杭州。", "请删除我的地址。"),
        ("我住在杭州。", "把我的住址删掉。"),
    ],
)  # fmt: skip
def test_what_was_told_in_other_words_is_found(offline: Memary, told: str, asked: str) -> None:
    offline.add(told, user_id="ada", session_id="default", wait=True)
    assert ChatAgent(offline, user_id="ada").chat(asked).forgotten is not None
    assert offline.facts.list(user_id="ada") == []
    assert told not in [message.content for message in offline.messages.list(user_id="ada")]


@pytest.mark.parametrize(
    "asked",
    ["Delete my email.", "Remove my address from the letter.", "Please delete my job application.", "删掉我的照片。"],
)
def test_to_delete_what_is_no_memory_is_no_request(offline: Memary, asked: str) -> None:
    offline.add("I live in York. My job is fine.", user_id="ada", session_id="default", wait=True)
    assert ChatAgent(offline, user_id="ada").chat(asked).forgotten is None
    assert asked in [message.content for message in offline.messages.list(user_id="ada")]


def test_nothing_is_forgotten_unless_a_setting_asks_for_it(open_memory: OpenMemory, server: ModelServer) -> None:
    server.script(answer("Noted."), answer("I can't."))
    memory = open_memory(worker=False)
    agent = ChatAgent(memory, user_id="ada")
    agent.chat("My locker PIN is 471135.")
    assert agent.chat("Please forget my locker PIN.").forgotten is None
    memory.flush()
    assert any("471135" in message.content for message in memory.messages.list(user_id="ada"))


def test_the_stream_tells_the_same(offline: Memary) -> None:
    agent = ChatAgent(offline, user_id="ada")
    agent.chat("I live in Bratislava.")
    *_, last = agent.stream("Forget my address. Where do I work?")
    assert last.answer is not None
    assert last.answer.forgotten is not None
    assert last.answer.text.startswith("Forgotten for good, about “my address”:")


def test_a_question_which_is_meant_keeps_nothing_of_what_went_by_its_answer(offline: Memary, tmp_path: Path) -> None:
    agent = ChatAgent(offline, user_id="ada")
    for said in ("My gate code is 4711.", "My garage code is 8822.", "Please forget my code."):
        agent.chat(said)
    assert agent.chat("The gate code.").forgotten is not None
    offline.export(tmp_path / "ada.jsonl", user_id="ada")
    exported = (tmp_path / "ada.jsonl").read_text()
    assert "gate" not in exported
    assert "8822" in exported
