"""An agent that keeps nothing, and questions that were asked at another time."""

from __future__ import annotations

from support.chatting import OpenMemory, answer, call, chats, system_prompt
from support.model_server import ModelServer, prompt_text

from memary import ChatAgent


def test_an_agent_that_keeps_nothing_answers_from_memory_and_leaves_it_as_it_was(
    server: ModelServer, open_memory: OpenMemory
) -> None:
    memory = open_memory()
    memory.add("My sister lives in Porto.", user_id="ada", infer=False)
    before = memory.messages.list(user_id="ada")
    server.script(answer("In Porto."))
    agent = ChatAgent(memory, user_id="ada", keep=False)

    told = agent.chat("Where does my sister live? Please forget my sister.")

    assert told.text.startswith("I have forgotten nothing")
    assert told.text.endswith("\n\nIn Porto.")
    assert (told.question_id, told.message_id) == (None, None)
    assert "My sister lives in Porto." in system_prompt(chats(server)[-1])
    assert memory.messages.list(user_id="ada") == before
    assert memory.runs.list(user_id="ada") == []


def test_a_question_of_another_day_is_answered_from_what_had_been_said_by_then(
    server: ModelServer, open_memory: OpenMemory
) -> None:
    memory = open_memory()
    for day, town in (("2026-03-01", "Porto"), ("2026-05-01", "Graz")):
        memory.add({"content": f"My sister is in {town}.", "created_at": day}, user_id="ada", infer=False)
    server.script(call("search", query="my sister"), answer("In Porto."))

    told = ChatAgent(memory, user_id="ada").chat("Where is my sister?", asked_at="2026-04-01")

    assert "Today is 2026-04-01" in system_prompt(chats(server)[0])
    prompts = [prompt_text(body) for body in chats(server)]
    assert all("Porto" in prompt and "Graz" not in prompt for prompt in prompts)
    question, kept = memory.messages.list(user_id="ada", session_id=told.session_id)
    assert {f"{message.created_at:%Y-%m-%d}" for message in (question, kept)} == {"2026-04-01"}


def test_what_the_search_tool_finds_says_who_said_it(server: ModelServer, open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.add({"content": "The ferry leaves at nine.", "speaker": "Mia"}, user_id="ada", infer=False)
    memory.facts.add([{"subject": "Mia", "predicate": "works_on", "object": "the ferry"}], user_id="ada")
    server.script(call("search", query="Mia ferry"), answer("At nine."))

    told = ChatAgent(memory, user_id="ada").chat("When does it leave?")

    observed = told.steps[0].observation
    assert "Mia: The ferry leaves at nine." in observed
