"""What an agent does with tools is a run in memory, that can be gone on with.

A scripted model answers over HTTP.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from reliability.waiting import until
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


def flights() -> str:
    """Look flights up."""
    return "TP 123 costs 200, LH 456 costs 300"


@pytest.fixture
def agent(memory: Memary) -> ChatAgent:
    return ChatAgent(memory, user_id="ada", tools=(alpha, beta))


def interrupt(server: ModelServer, agent: ChatAgent) -> str:
    server.script(call("alpha"), call("beta"), Fault.status(500))
    with pytest.raises(ModelUnavailableError):
        agent.chat(TASK)
    (run,) = agent.memory.runs.list(user_id="ada")
    return run.id


def test_a_run_that_broke_off_is_kept_and_gone_on_with(server: ModelServer, memory: Memary, agent: ChatAgent) -> None:
    id_ = interrupt(server, agent)
    run = memory.runs.resume(id_, user_id="ada")
    assert (run.objective, run.status) == (TASK, "failed")
    *done, last = run.steps
    assert [(step.result, step.errors) for step in done] == [("RESULT-alpha", ""), ("", "Beta is closed.")]
    assert (last.action, "500" in last.errors) == ("answer", True)
    server.script(call("alpha"), answer("Done."))
    assert agent.chat("Go on.", resume=id_).text == "Done."
    assert "RESULT-alpha" in system_prompt(chats(server)[-2])
    (run,) = memory.runs.list(user_id="ada")
    assert (run.id, run.objective, run.status, len(run.steps), run.context) == (id_, TASK, "done", 4, "")


def test_what_a_run_waits_for_stays_when_it_is_gone_on_with(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    run = memory.runs.record({"objective": TASK, "context": "Waiting for the key to beta."}, user_id="ada")
    server.script(Fault.status(500), answer("Give me the key."))
    with pytest.raises(ModelUnavailableError):
        agent.chat("Go on.", resume=run.id)
    agent.chat("Go on.", resume=run.id)
    assert memory.runs.resume(run.id, user_id="ada").context == "Waiting for the key to beta."


@pytest.mark.long
def test_of_a_long_run_the_model_sees_the_newest_results_and_what_was_done_before(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    steps = [{"action": f"read page {n}", "result": f"PAGE-{n} " * 600} for n in range(40)]
    run = memory.runs.record({"objective": TASK, "steps": steps, "context": "Next: page 40"}, user_id="ada")
    server.script(answer("Done."))
    agent.chat("Go on.", resume=run.id)
    seen = system_prompt(chats(server)[-1])
    assert ("PAGE-39" in seen, "PAGE-0" in seen) == (True, False)
    assert all(f"{n + 1}. read page {n}\n" in seen for n in range(40))
    assert "Next: page 40" in seen


def test_who_leaves_at_the_first_step_leaves_an_interrupted_run(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    server.respond(call("alpha"))
    events = agent.stream(TASK)
    assert next(event for event in events if event.kind == "step")
    events.close()
    until(lambda: [run.status for run in memory.runs.list(user_id="ada")] == ["interrupted"], "the run is ended")


def test_a_run_is_gone_on_with_in_a_stream_but_not_by_others(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    id_ = interrupt(server, agent)
    with pytest.raises(NotFoundError):
        ChatAgent(memory, user_id="ben").chat("Go on.", resume=id_)
    assert memory.messages.list(user_id="ben") == []
    server.script(answer("Done."))
    assert list(agent.stream("Go on.", resume=id_))[-1].answer
    assert memory.runs.resume(id_, user_id="ada").status == "done"


def test_talk_look_ups_and_temporary_turns_make_no_run(server: ModelServer, memory: Memary, agent: ChatAgent) -> None:
    server.script(answer("Hi."), call("search", query="Ada"), answer("Nobody."), call("alpha"), answer("Done."))
    agent.chat("Hello!")
    agent.chat("Who is Ada?")
    agent.chat(TASK, temporary=["A secret."])
    assert memory.runs.list(user_id="ada") == []


def test_a_run_is_forgotten_with_a_turn_that_went_on_with_it(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    id_ = interrupt(server, agent)
    elsewhere = ChatAgent(memory, user_id="ada", session_id="elsewhere", tools=(alpha,))
    server.script(call("alpha"), Fault.status(500))
    with pytest.raises(ModelUnavailableError):
        elsewhere.chat("Go on.", resume=id_)
    memory.forget(user_id="ada", session_id="elsewhere")
    assert memory.runs.list(user_id="ada") == []


def test_a_message_that_found_no_model_is_answered_without_being_said_again(
    server: ModelServer, memory: Memary, agent: ChatAgent
) -> None:
    server.script(Fault.status(500), answer("In Berlin."))
    with pytest.raises(ModelUnavailableError):
        agent.chat("Where do I live?")
    (asked,) = memory.messages.list(user_id="ada")
    assert agent.chat("Where do I live?", message_id=asked.id).text == "In Berlin."
    assert [said.content for said in memory.messages.list(user_id="ada")] == ["Where do I live?", "In Berlin."]
    memory.facts.add([{"subject": "Ada", "predicate": "likes", "object": "tea"}], user_id="ada")
    (fact,) = memory.facts.list(user_id="ada")
    replied = memory.messages.list(user_id="ada")[-1]
    for unknown in ("nothing", fact.id, replied.id):
        with pytest.raises(NotFoundError):
            agent.chat("Where do I live?", message_id=unknown)
    with pytest.raises(NotFoundError, match="in this session"):
        ChatAgent(memory, user_id="ada", session_id="elsewhere").chat("Where do I live?", message_id=asked.id)


@pytest.mark.parametrize("part", ["question", "answer", "session"])
def test_a_run_is_forgotten_with_the_turn_that_it_belongs_to(
    server: ModelServer, memory: Memary, agent: ChatAgent, tmp_path: Path, part: str
) -> None:
    memory.add("I had tea.", user_id="ada", infer=False)
    server.script(call("alpha"), answer("Done."))
    reply = agent.chat(TASK)
    question = next(one.id for one in memory.messages.list(user_id="ada") if one.content == TASK)
    which = {"question": {"message_id": question}, "answer": {"message_id": reply.message_id}}
    memory.forget(user_id="ada", **which.get(part, {"session_id": "default"}))
    assert memory.runs.list(user_id="ada") == []
    memory.export(tmp_path / "ada.jsonl", user_id="ada")
    left = (tmp_path / "ada.jsonl").read_text(encoding="utf-8")
    assert ("RESULT-alpha" in left) is (part == "question")  # the answer stays, with how it came about


def test_a_run_says_how_far_it_came_and_what_was_learnt_but_nothing_that_memory_told(
    server: ModelServer, memory: Memary
) -> None:
    memory.add("My knee surgery is in Lisbon.", user_id="ada", infer=False)
    agent = ChatAgent(memory, user_id="ada", tools=(flights, beta))
    server.script(
        call("flights", thought="Surgery in Lisbon: flights, please."),
        call("beta", thought="TP 123 costs least. TP 123 gets them to their knee surgery."),
        answer("TP 123 costs 200. It fits the surgery."),
    )
    reply = agent.chat("Find me a flight to Lisbon")
    run = memory.runs.get(reply.run_id or "", user_id="ada")
    assert run.progress == "1 of 2 steps brought a result: flights; none from beta"
    assert [step.findings for step in run.steps] == ["TP 123 costs least.", ""]
    assert "surgery" not in run.model_dump_json().casefold()


def test_a_chinese_task_is_told_of_in_chinese(server: ModelServer, memory: Memary, agent: ChatAgent) -> None:
    server.script(call("alpha"), answer("RESULT-alpha 就是结果。"))
    run = memory.runs.get(agent.chat("请收集数字").run_id or "", user_id="ada")
    assert run.progress == "1步中有1步得到了结果：alpha"
    assert run.steps[0].findings == "RESULT-alpha 就是结果。"


def test_a_call_is_in_the_run_before_it_is_made(server: ModelServer, memory: Memary) -> None:
    seen: list[tuple[str, str]] = []

    async def look(at: str) -> str:
        """Look."""
        (run,) = await memory.runs.alist(user_id="ada")
        seen.append((run.status, run.context))
        return at

    server.script(call("look", at="the lake"), answer("Done."))
    run = memory.runs.get(ChatAgent(memory, user_id="ada", tools=(look,)).chat(TASK).run_id or "", user_id="ada")
    assert seen == [
        ("running", 'Begun, and no result yet, so it may or may not have happened: look {"at": "the lake"}')
    ]
    assert (run.status, run.context) == ("done", "")
