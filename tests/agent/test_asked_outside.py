"""When the agent asks the external model, and what of its answer is kept."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from support.chatting import OpenMemory, answer, call, chats, is_extraction
from support.model_server import Fault, ModelServer, prompt_text

from memary import ChatAgent, Memary

BERLIN = {"subject": "User", "predicate": "lives_in", "object": "Berlin", "statement": "The user lives in Berlin."}


# the external model


@pytest.fixture
def external(open_memory: OpenMemory) -> Callable[[], Memary]:
    """Opens a memory whose external model is asked at the same server."""

    def open_one() -> Memary:
        return open_memory(external_llm="outside", external_base_url=_url(open_memory), worker=False)

    return open_one


def _url(open_memory: OpenMemory) -> str:
    url = open_memory(worker=False).settings.base_url
    assert url
    return url


def asked_outside(server: ModelServer) -> int:
    return sum(body["model"] == "outside" for body in chats(server))


def test_the_graph_is_asked_before_the_external_model(server: ModelServer, external: Callable[[], Memary]) -> None:
    memory = external()
    memory.facts.add(
        [{"subject": "Luka", "predicate": "works_as", "object": "nurse", "statement": "Luka is a nurse."}],
        user_id="ada",
    )
    server.script(call("search", query="Luka"), answer("A nurse."))
    reply = ChatAgent(memory, user_id="ada").chat("What does Luka do?")
    assert asked_outside(server) == 0
    assert reply.steps[0].observation.startswith("source=graph\n- Luka is a nurse.")
    assert reply.origin == "memory"


def test_what_the_graph_does_not_know_is_asked_outside_once_and_written_back(
    server: ModelServer, external: Callable[[], Memary]
) -> None:
    memory = external()
    server.script(
        call("search", query="Who wrote Piranesi?"),
        "Susanna Clarke wrote Piranesi.",
        answer("Susanna Clarke wrote Piranesi."),
    )
    reply = ChatAgent(memory, user_id="ada").chat("Who wrote Piranesi?")
    assert asked_outside(server) == 1
    assert reply.steps[0].observation.startswith("source=external (outside")
    assert reply.origin == "external"
    fact = {"subject": "Susanna Clarke", "predicate": "wrote", "object": "Piranesi", "importance": 3, "message": 2}
    fact |= {"statement": "Susanna Clarke wrote Piranesi.", "quote": "Susanna Clarke wrote Piranesi."}
    server.script(json.dumps({"entities": [], "facts": [fact]}))
    memory.flush()
    (known,) = memory.facts.list(user_id="ada", about="Piranesi")
    assert known.origin == "external"
    server.script(call("search", query="Who wrote Piranesi?"), answer("Susanna Clarke."))
    again = ChatAgent(memory, user_id="ada", session_id="later").chat("Who wrote Piranesi?")
    assert again.steps[0].observation.startswith("source=graph")
    assert asked_outside(server) == 1


@pytest.mark.parametrize(
    ("outside", "said"),
    [
        ("I do not know who Zorblax is.", "I do not know."),
        ("Zorblax is a planet.", "I'm sorry, I could not find that."),
        ("抱歉，没有找到 Zorblax 的信息。", "不知道。"),
    ],
)
def test_an_admission_of_not_knowing_writes_nothing_back(
    server: ModelServer, external: Callable[[], Memary], outside: str, said: str
) -> None:
    memory = external()
    server.script(call("search", query="Zorblax"), outside, answer(said))
    ChatAgent(memory, user_id="ada").chat("who is that?")
    memory.flush()
    extractions = [request.body for request in server.requests if is_extraction(request.body)]
    assert said not in "".join(prompt_text(body) for body in extractions)
    assert memory.entities.list(user_id="ada") == []


def test_a_partial_answer_writes_nothing_back(server: ModelServer, open_memory: OpenMemory) -> None:
    memory = open_memory(external_llm="outside", external_base_url=_url(open_memory), worker=False, max_steps=1)
    server.script(call("search", query="Piranesi"), "Susanna Clarke wrote it.")
    reply = ChatAgent(memory, user_id="ada").chat("who?")
    memory.flush()
    assert reply.is_partial
    assert "Susanna Clarke" in reply.text
    extractions = [request.body for request in server.requests if is_extraction(request.body)]
    assert "Susanna" not in "".join(prompt_text(body) for body in extractions)


def test_without_an_external_model_the_tool_says_what_to_set(server: ModelServer, memory: Memary) -> None:
    server.script(call("search", query="Piranesi"), answer("I do not know."))
    reply = ChatAgent(memory, user_id="ada").chat("Who wrote Piranesi?")
    assert "PERPLEXITY_API_KEY" in reply.steps[0].observation
    assert "source=none" in reply.steps[0].observation
    assert not reply.steps[0].is_error


def test_an_external_model_that_is_down_is_an_observation(
    server: ModelServer, external: Callable[[], Memary]
) -> None:
    memory = external()
    server.script(call("search", query="Piranesi"), Fault.status(500), answer("I cannot look it up now."))
    reply = ChatAgent(memory, user_id="ada").chat("who?")
    assert reply.steps[0].is_error
    assert reply.origin == "memory"


def test_an_earlier_question_is_no_knowledge(server: ModelServer, external: Callable[[], Memary]) -> None:
    memory = external()
    memory.facts.add([BERLIN], user_id="ada")
    memory.add("What is my blood type?", user_id="ada", session_id="before", infer=False)
    server.script(call("search", query="What is my blood type?"), "I do not know.", answer("I do not know."))
    ChatAgent(memory, user_id="ada").chat("What is my blood type?")
    assert asked_outside(server) == 1
