"""Agents of one memory with models and personas of their own: who answers differs, what is remembered is shared."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.chatting import OpenMemory, answer, chats, is_extraction, system_prompt
from support.model_server import ModelServer, prompt_text

from memary import ChatAgent, ConfigurationError, Memary, Personas


def test_another_model_answers_over_the_same_memory(server: ModelServer, memory: Memary) -> None:
    server.respond(answer("Hello."))
    ChatAgent(memory, user_id="ada", llm="another").chat("I live in Berlin.")
    ChatAgent(memory, user_id="ada").chat("Hello again.")
    assert [body["model"] for body in chats(server)] == ["another", "scripted"]
    assert "I live in Berlin." in str(chats(server)[1]["messages"])
    called = {row.model: row.calls for row in memory.usage(user_id="ada").rows if row.role == "chat"}
    assert called == {"another": 1, "scripted": 1}


def test_the_messages_of_all_are_read_once_and_by_the_usual_model(
    server: ModelServer, open_memory: OpenMemory
) -> None:
    memory = open_memory(worker=True, linger=0)
    server.respond(answer("Fine."))
    agents = [ChatAgent(memory, user_id="ada"), ChatAgent(memory, user_id="ada", llm="another")]
    for number, agent in enumerate(agents * 3):
        agent.chat(f"I like tea {number}.")
    assert memory.flush().pending == 0
    readings = [request.body for request in server.requests if is_extraction(request.body)]
    assert {body["model"] for body in readings} == {"scripted"}
    news = "".join(prompt_text(body).rpartition("NEW messages")[2] for body in readings)
    assert [news.count(f"I like tea {number}.") for number in range(6)] == [1] * 6


def test_a_persona_holds_where_it_was_chosen(server: ModelServer, memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "pirate.md"
    file.write_text("You are a pirate.", encoding="utf-8")
    server.respond(answer("Arr."))
    ChatAgent(memory, user_id="ada", personas=Personas(system=file)).chat("Hello.")
    ChatAgent(memory, user_id="ada").chat("Hello again.")
    assert ["You are a pirate." in system_prompt(body) for body in chats(server)] == [True, False]
    gone = ChatAgent(memory, user_id="ada", personas=Personas(user=tmp_path / "gone.md"))
    with pytest.raises(ConfigurationError, match=r"The user persona .*gone\.md cannot be read"):
        gone.chat("Hello.")


def test_a_model_that_cannot_be_asked_is_refused(offline: Memary) -> None:
    with pytest.raises(ConfigurationError, match="cannot be called: set OPENAI_API_KEY"):
        ChatAgent(offline, user_id="ada", llm="another")
