"""What an agent does with tools is a run in memory, that can be gone on with. A scripted model answers over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.chatting import answer, call, chats, system_prompt
from support.model_server import Fault, ModelServer

from memary import ChatAgent, Memary, NotFoundError, ToolError
from memary.errors import ModelUnavailableError

TASK = "Collect the alpha numbers"


def alpha() -> str:
    """Look alpha up."""
    return "RESULT-alpha"


def beta() -> str:
    """Look beta up."""
    raise ToolError("Beta is closed.")


@pytest.fixture
def agent(memory: Memary) -> ChatAgent:
    return ChatAgent(memory, user_id="ada", tools=(alpha, beta))


def interrupt(server: ModelServer, agent: ChatAgent) -> str:
    server.script(call("alpha"), call("beta"), Fault.status(500))
    with pytest.raises(ModelUnavailableError):
        agent.chat(TASK)
    (run,) = agent.memory.runs(user_id="ada")
    return run.id


def test_a_run_that_broke_off_is_kept_and_gone_on_with(server: ModelServer, memory: Memary, agent: ChatAgent) -> None:
    id_ = interrupt(server, agent)
    run = memory.resume(id_, user_id="ada")
    assert (run.objective, run.status) == (TASK, "failed")
    assert [(step.result, step.errors) for step in run.steps] == [("RESULT-alpha", ""), ("", "Beta is closed.")]
    server.script(call("alpha"), answer("Done."))
    assert agent.chat("Go on.", resume=id_).text == "Done."
    assert "RESULT-alpha" in system_prompt(chats(server)[-2])
    (run,) = memory.runs(user_id="ada")
    assert (run.id, run.objective, run.status, len(run.steps), run.context) == (id_, TASK, "done", 3, "")


def test_a_run_is_gone_on_with_in_a_stream_but_not_by_others(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    id_ = interrupt(server, agent)
    with pytest.raises(NotFoundError):
        ChatAgent(memory, user_id="ben").chat("Go on.", resume=id_)
    assert memory.messages(user_id="ben") == []
    server.script(answer("Done."))
    assert list(agent.stream("Go on.", resume=id_))[-1].answer
    assert memory.resume(id_, user_id="ada").status == "done"


def test_talk_look_ups_and_temporary_turns_make_no_run(server: ModelServer, memory: Memary, agent: ChatAgent) -> None:
    server.script(answer("Hi."), call("search", query="Ada"), answer("Nobody."), call("alpha"), answer("Done."))
    agent.chat("Hello!")
    agent.chat("Who is Ada?")
    agent.chat(TASK, temporary=["A secret."])
    assert memory.runs(user_id="ada") == []


@pytest.mark.parametrize("part", ["question", "answer", "session"])
def test_a_run_is_forgotten_with_the_turn_that_it_belongs_to(
    server: ModelServer, memory: Memary, agent: ChatAgent, tmp_path: Path, part: str
) -> None:
    memory.add("I had tea.", user_id="ada", infer=False)
    server.script(call("alpha"), answer("Done."))
    reply = agent.chat(TASK)
    question = next(one.id for one in memory.messages(user_id="ada") if one.content == TASK)
    which = {"question": {"message_id": question}, "answer": {"message_id": reply.message_id}}
    memory.forget(user_id="ada", **which.get(part, {"session_id": "default"}))
    assert memory.runs(user_id="ada") == []
    memory.export(tmp_path / "ada.jsonl", user_id="ada")
    left = (tmp_path / "ada.jsonl").read_text(encoding="utf-8")
    assert ("RESULT-alpha" in left) is (part == "question")  # the answer stays, with how it came about
