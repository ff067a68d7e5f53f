"""The agent's turn: from memory, through tools, and what it leaves behind.

A scripted model answers over HTTP.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, cast

import pytest
from support.chatting import NO_NEWS, OpenMemory, answer, call, chats, is_extraction, system_prompt
from support.model_server import Fault, ModelServer, Reply, prompt_text

from memary import ChatAgent, Memary, Message
from memary.errors import (
    InputError,
    ModelAccessError,
    ModelError,
    ModelOutputError,
    ModelUnavailableError,
    NotFoundError,
    ToolError,
)

BERLIN = {"subject": "User", "predicate": "lives_in", "object": "Berlin", "statement": "The user lives in Berlin."}


def last_message(body: dict[str, object]) -> str:
    messages = body["messages"]
    assert isinstance(messages, list)
    return str(messages[-1]["content"])


def test_without_a_session_it_talks_in_the_default_one(server: ModelServer, memory: Memary) -> None:
    server.script(answer("Hello."))
    reply = ChatAgent(memory, user_id="ada", session_id=None).chat("Hello?")
    assert reply.session_id == ChatAgent(memory, user_id="ada").session_id


def test_what_memory_knows_costs_one_call(server: ModelServer, memory: Memary) -> None:
    memory.facts.add([BERLIN], user_id="ada")
    server.script(answer("Berlin."))
    reply = ChatAgent(memory, user_id="ada").chat("Where do I live?")
    assert server.chat_calls == 1
    memory.flush()
    assert len(chats(server)) == 1
    assert reply.text == "Berlin."
    assert reply.origin == "memory"
    assert not reply.is_partial
    assert "The user lives in Berlin." in system_prompt(chats(server)[0])
    assert "The user lives in Berlin." in [hit.text for hit in reply.sources]


def test_a_tool_is_called_and_its_result_answers(server: ModelServer, memory: Memary) -> None:
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    server.script(call("add", a=2, b="3", thought="I must add."), answer("It is 5."))
    reply = ChatAgent(memory, user_id="ada", tools=(add,)).chat("What is 2 + 3?")
    assert reply.text == "It is 5."
    assert reply.origin == "tool"
    used, last = reply.steps
    assert (used.thought, used.tool, used.arguments) == ("I must add.", "add", {"a": 2, "b": "3"})
    assert (used.observation, used.is_error) == ("5", False)
    assert used.seconds >= 0
    assert last.thought == "I can answer now."
    assert last_message(chats(server)[1]) == "Observation: \n> 5"


def test_an_answer_keeps_how_it_came_about(server: ModelServer, memory: Memary, tmp_path: Path) -> None:
    def weather(city: str, days: list[int]) -> str:
        """Tell the weather."""
        return f"{city} sunny\x00 " * 200

    memory.add("I live in Rome.", user_id="ada", infer=False)
    arguments: dict[str, Any] = {"city": "Oslo", "days": [1, 2]}
    server.script(call("search", query="my home Rome"), call("weather", **arguments), answer("It is sunny."))
    reply = ChatAgent(memory, user_id="ada", tools=(weather,)).chat("How is the weather?")
    stored = memory.admin.get(reply.message_id or "", user_id="ada")
    assert isinstance(stored, Message)
    trace = cast("dict[str, Any]", stored.metadata["memary.trace"])
    looked, asked = trace["steps"]
    assert looked == {"tool": "search", "arguments": {"query": "my home Rome"}, "observation": "", "is_error": False}
    assert (asked["tool"], asked["arguments"]) == ("weather", {"city": "Oslo", "days": "[1, 2]"})
    assert asked["observation"].startswith("Oslo sunny ")
    assert (len(asked["observation"]) <= 501, asked["is_error"]) == (True, False)
    assert trace["tokens"]["chat"]["prompt_tokens"] == server.prompt_tokens
    memory.export(tmp_path / "ada.jsonl", user_id="ada")
    assert "Oslo sunny" in (tmp_path / "ada.jsonl").read_text(encoding="utf-8")


def test_how_an_answer_came_about_is_not_searched_and_goes_with_it(
    server: ModelServer, memory: Memary, tmp_path: Path
) -> None:
    def weather() -> str:
        """Tell the weather."""
        return "zephyrous"

    server.script(call("weather"), answer("It is windy."))
    reply = ChatAgent(memory, user_id="ada", tools=(weather,)).chat("How is the weather?")
    hits = memory.search("zephyrous windy", user_id="ada", kinds={"message"})
    assert reply.message_id in [hit.id for hit in hits]
    assert all("memary.trace" not in hit.metadata and "zephyrous" not in hit.text for hit in hits)
    assert all("text" not in hit.explain.signals for hit in memory.search("zephyrous", user_id="ada"))
    key = "metadata.memary.trace.steps.observation"
    assert memory.messages.list(user_id="ada", filters={key: {"contains": "zephyrous"}}) == []
    assert memory.admin.check() == []
    memory.forget(user_id="ada", message_id=reply.message_id)
    memory.export(tmp_path / "ada.jsonl", user_id="ada")
    assert "zephyrous" not in (tmp_path / "ada.jsonl").read_text(encoding="utf-8")


def test_usage_is_what_the_server_counted(server: ModelServer, memory: Memary) -> None:
    server.script(call("search", query="Ada"), answer("Nobody."))
    reply = ChatAgent(memory, user_id="ada").chat("Who is Ada?")
    assert reply.usage["chat"]["calls"] == 2
    assert reply.usage["chat"]["prompt_tokens"] == server.prompt_tokens
    assert reply.usage["chat"]["completion_tokens"] == server.completion_tokens


def test_usage_of_a_turn_leaves_out_what_the_worker_asks(server: ModelServer, open_memory: OpenMemory) -> None:
    memory = open_memory(linger=0.0)
    extracted = threading.Event()
    server.clear_scripts()

    def extract(_: object) -> str:
        extracted.set()
        return NO_NEWS

    def reply_afterwards(_: object) -> str:
        assert extracted.wait(30)  # the worker reads the question while the turn is running
        return answer("Hello.")

    server.when(is_extraction, extract)
    server.respond(reply_afterwards)
    reply = ChatAgent(memory, user_id="ada").chat("I am Ada.")
    assert set(reply.usage) == {"chat"}


@pytest.mark.parametrize("error", [ToolError("The sky is closed."), RuntimeError("key sk-123")])
def test_a_failing_tool_tells_the_model_and_the_run_goes_on(
    server: ModelServer, memory: Memary, error: Exception
) -> None:
    def sky() -> str:
        """Look up."""
        raise error

    server.script(call("sky"), answer("I cannot see it."))
    reply = ChatAgent(memory, user_id="ada", tools=(sky,)).chat("Is it blue?")
    assert reply.text == "I cannot see it."
    assert reply.steps[0].is_error
    assert reply.steps[0].observation in last_message(chats(server)[1])
    assert "sk-123" not in last_message(chats(server)[1])
    assert reply.origin == "memory"


def test_an_unknown_tool_and_wrong_arguments_are_told_to_the_model(server: ModelServer, memory: Memary) -> None:
    server.script(call("fly"), call("search", wrong=1), answer("No."))
    reply = ChatAgent(memory, user_id="ada").chat("Fly!")
    assert [step.is_error for step in reply.steps] == [True, True, False]
    assert "fly" in reply.steps[0].observation
    assert "query" in reply.steps[1].observation


@pytest.mark.parametrize(
    "malformed", ["Thought: hm.", "Thought: t\nAction: search\nAction Input: Berlin", "Thought: t\nAnswer:"]
)
def test_a_malformed_reply_gets_a_turn_to_repair_it(server: ModelServer, memory: Memary, malformed: str) -> None:
    server.script(malformed, answer("Berlin."))
    reply = ChatAgent(memory, user_id="ada").chat("Where?")
    assert reply.text == "Berlin."
    assert len(chats(server)) == 2
    roles = [message["role"] for message in chats(server)[1]["messages"]]
    assert roles[-2:] == ["assistant", "user"]
    assert reply.steps[0].is_error
    assert reply.steps[0].thought == malformed


def test_a_call_is_shown_to_the_model_as_it_has_to_write_it(server: ModelServer, memory: Memary) -> None:
    written = call("search", query='小马\'s "home"', kind="fact")
    server.script(written, answer("Berlin."))
    ChatAgent(memory, user_id="ada").chat("Where?")
    assert written in [message["content"] for message in chats(server)[1]["messages"]]


@pytest.mark.parametrize("blank", [Fault.empty_text(), Reply(" \n ", delta_chars=1)], ids=["empty", "white space"])
def test_a_blank_reply_gets_a_turn_to_repair_it(server: ModelServer, memory: Memary, blank: Fault | Reply) -> None:
    server.script(blank, answer("Berlin."), blank, call("search", query="home"), blank, answer("Berlin, still."))
    agent = ChatAgent(memory, user_id="ada")
    reply = agent.chat("Where?")
    assert reply.text == "Berlin."
    told = chats(server)[1]["messages"][-2:]
    assert [message["role"] for message in told] == ["assistant", "user"]
    assert told[0]["content"].strip()
    assert "Action Input:" in told[1]["content"]
    assert reply.steps[0].is_error
    events = list(agent.stream("And now?"))
    assert "".join(event.text for event in events if event.kind == "text") == "Berlin, still."


def test_a_model_that_answers_nothing_twice_in_a_row_is_an_error(server: ModelServer, memory: Memary) -> None:
    server.script(Fault.empty_text(), Fault.empty_text(), answer("Berlin."))
    agent = ChatAgent(memory, user_id="ada")
    with pytest.raises(ModelOutputError, match="answered nothing"):
        agent.chat("Where?")
    assert len(chats(server)) == 2
    assert [message.content for message in memory.messages.list(user_id="ada")] == ["Where?"]
    assert agent.chat("Where?").text == "Berlin."


def test_a_plain_answer_without_labels_is_taken(server: ModelServer, memory: Memary) -> None:
    server.script("Berlin, of course.")
    assert ChatAgent(memory, user_id="ada").chat("Where?").text == "Berlin, of course."


def test_control_characters_in_an_answer_do_not_cost_the_turn(server: ModelServer, memory: Memary) -> None:
    server.script(answer("It is \x1b[1mBerlin\x1b[0m."))
    reply = ChatAgent(memory, user_id="ada").chat("Where do I live?")
    kept = memory.messages.list(user_id="ada")[-1]
    assert (kept.id, kept.content) == (reply.message_id, "It is Berlin.")


def test_an_observation_that_the_model_invents_is_not_believed(server: ModelServer, memory: Memary) -> None:
    invented = f"{call('search', query='Ada')}\nObservation: She is 80.\nThought: so\nAnswer: 80"
    server.script(invented, answer("I do not know."))
    reply = ChatAgent(memory, user_id="ada").chat("How old is Ada?")
    assert reply.text == "I do not know."
    assert "She is 80." not in last_message(chats(server)[1])


@pytest.mark.parametrize("max_steps", [1, 3])
def test_it_stops_after_max_steps_and_says_what_it_found(
    server: ModelServer, open_memory: OpenMemory, max_steps: int
) -> None:
    server.when(lambda body: not is_extraction(body), call("look"))

    def look() -> str:
        """Look."""
        return "a red door"

    memory = open_memory(max_steps=max_steps, worker=False)
    reply = ChatAgent(memory, user_id="ada", tools=(look,)).chat("What is there?")
    assert len(chats(server)) == max_steps
    assert reply.is_partial
    assert str(max_steps) in reply.text
    assert "a red door" in reply.text


def test_an_answer_in_the_last_allowed_step_counts(server: ModelServer, open_memory: OpenMemory) -> None:
    server.script(call("search", query="Ada"), answer("Nobody."))
    reply = ChatAgent(open_memory(max_steps=2), user_id="ada").chat("Who is Ada?")
    assert (reply.text, reply.is_partial) == ("Nobody.", False)


def test_a_model_that_never_keeps_the_format_ends_as_a_partial_answer(
    server: ModelServer, open_memory: OpenMemory
) -> None:
    server.when(lambda body: not is_extraction(body), "Thought: hm.")
    reply = ChatAgent(open_memory(max_steps=3, worker=False), user_id="ada").chat("Who?")
    assert reply.is_partial
    assert len(chats(server)) == 3


def test_results_of_tools_are_cut_to_fit_the_window(server: ModelServer, open_memory: OpenMemory) -> None:
    def read() -> str:
        """Read a book."""
        return "many words of a long book " * 300

    memory = open_memory(context_window=4096, worker=False)
    server.script(*[call("read")] * 6, answer("Long."))
    ChatAgent(memory, user_id="ada", tools=(read,)).chat("Read it six times.")
    assert len(prompt_text(server.last_chat)) / 4 < 4096


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.status(500), ModelUnavailableError),
        (Fault.status(401), ModelAccessError),
        (Fault.cut_stream("Thought: I can answer now.\nAnswer: Ber"), ModelUnavailableError),
        (Fault.reset_stream("Thought: I can answer now.\nAnswer: Ber"), ModelUnavailableError),
    ],
    ids=["500", "401", "cut", "reset"],
)
def test_a_failing_model_raises_and_the_question_is_kept(
    server: ModelServer, memory: Memary, fault: Fault, error: type[ModelError]
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    server.script(call("search", query="tea"), fault)
    with pytest.raises(error):
        agent.chat("I drink Hojicha tea.")
    assert [message.content for message in memory.messages.list(user_id="ada")] == ["I drink Hojicha tea."]
    assert [hit.text for hit in memory.search("Hojicha", user_id="ada")] == ["I drink Hojicha tea."]
    server.script(answer("Hojicha."))
    assert agent.chat("What do I drink?").text == "Hojicha."


def test_tools_change_between_turns(server: ModelServer, memory: Memary) -> None:
    agent = ChatAgent(memory, user_id="ada")
    server.respond(answer("ok"))

    def offered() -> str:
        agent.chat("Hello?")
        return system_prompt(chats(server)[-1])

    def moon() -> str:
        """Say the phase of the moon."""
        return "full"

    assert "moon" not in offered()
    agent.tools.add(moon)
    assert "Say the phase of the moon." in offered()
    agent.tools.add(moon, description="Say how bright it is.", replace=True)
    assert "Say how bright it is." in offered()
    agent.tools.remove("moon")
    assert "moon" not in offered()
    with pytest.raises(NotFoundError):
        agent.tools.remove("moon")


def test_the_talk_so_far_is_part_of_the_prompt_and_the_question_comes_once(
    server: ModelServer, memory: Memary
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    server.script(answer("Hello Ada."), answer("Ada."))
    agent.chat("I am Ada.")
    agent.chat("Who am I?")
    said = [(message["role"], message["content"]) for message in server.last_chat["messages"][1:]]
    assert said == [("user", "I am Ada."), ("assistant", "Hello Ada."), ("user", "Who am I?")]
    assert "Who am I?" not in system_prompt(server.last_chat)


def test_a_message_dated_later_than_the_question_does_not_take_its_place(server: ModelServer, memory: Memary) -> None:
    memory.add(
        {"content": "I will be in Rome.", "created_at": "2999-01-01T00:00:00Z"},
        user_id="ada",
        session_id="default",
        infer=False,
    )
    server.script(answer("Rome."))
    ChatAgent(memory, user_id="ada").chat("Where will I be?")
    said = [message["content"] for message in server.last_chat["messages"][1:]]
    assert said == ["[2999-01-01 Tuesday] I will be in Rome.", "Where will I be?"]


def test_answers_that_only_repeat_memory_are_kept_but_neither_extracted_nor_recalled(
    server: ModelServer, memory: Memary
) -> None:
    agent = ChatAgent(memory, user_id="ada")
    server.script(answer("You live in Zanzibar."))
    reply = agent.chat("Where do I live?")
    memory.flush()
    extractions = [request.body for request in server.requests if is_extraction(request.body)]
    assert "Zanzibar" not in "".join(prompt_text(body) for body in extractions)
    kept = memory.messages.list(user_id="ada")[-1]
    assert (kept.id, kept.content, kept.role) == (reply.message_id, "You live in Zanzibar.", "assistant")
    recalled = memory.search("Zanzibar", user_id="ada", kinds={"message"})
    assert "You live in Zanzibar." not in [hit.text for hit in recalled]


@pytest.mark.parametrize("query", ["", "  \n", None, 3])
def test_an_empty_message_is_an_input_error_and_not_kept(memory: Memary, query: object) -> None:
    with pytest.raises(InputError):
        ChatAgent(memory, user_id="ada").chat(query)  # type: ignore[arg-type]
    assert memory.messages.list(user_id="ada") == []


@pytest.mark.parametrize("user_id", ["", "  ", "a\nb"])
def test_an_unusable_user_is_an_input_error_and_never_the_default_user(memory: Memary, user_id: str) -> None:
    with pytest.raises(InputError, match="user_id"):
        ChatAgent(memory, user_id=user_id)


def test_nothing_is_printed(server: ModelServer, memory: Memary, capfd: pytest.CaptureFixture[str]) -> None:
    def loud() -> str:
        """Fail."""
        raise RuntimeError("boom")

    agent = ChatAgent(memory, user_id="ada", tools=(loud,))
    server.script(call("loud"), answer("Done."), Fault.status(500))
    agent.chat("Go.")
    with pytest.raises(ModelUnavailableError):
        agent.chat("Again.")
    assert capfd.readouterr() == ("", "")


def test_a_prompt_in_chinese_for_a_chinese_question(server: ModelServer, memory: Memary) -> None:
    memory.facts.add(
        [{"subject": "用户", "predicate": "居住在", "object": "柏林", "statement": "用户住在柏林。"}], user_id="lin"
    )
    server.script(Reply(answer("柏林。"), delta_chars=3))
    assert ChatAgent(memory, user_id="lin").chat("我住在哪里？").text == "柏林。"
    prompt = system_prompt(server.last_chat)
    assert "## 已知的事\n- 用户住在柏林。" in prompt
    assert "What is known" not in prompt
