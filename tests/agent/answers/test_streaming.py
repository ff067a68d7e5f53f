"""Answers piece by piece: what comes when, and what leaving early means."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from support.chatting import answer, call, chats
from support.model_server import Fault, ModelServer, Reply

from memary import ChatAgent, Memary
from memary.agent.trace import AgentEvent
from memary.errors import ModelUnavailableError

LONG = "Berlin is where you live, since May, in a street with many trees."


def texts_of(events: list[AgentEvent]) -> str:
    return "".join(event.text for event in events if event.kind == "text")


def test_pieces_come_before_the_answer_and_make_it_up(server: ModelServer, memory: Memary) -> None:
    server.script(call("search", query="Berlin"), Reply(answer(LONG), delta_chars=5))
    events = list(ChatAgent(memory, user_id="ada").stream("Where do I live?"))
    kinds = [event.kind for event in events]
    assert kinds[0] == "step"
    assert kinds[-1] == "answer"
    assert kinds.count("text") > 5
    assert texts_of(events) == LONG
    final = events[-1].answer
    assert final is not None
    assert (final.text, final.usage["chat"]["calls"]) == (LONG, 2)


def test_the_first_piece_arrives_while_the_model_still_writes(server: ModelServer, memory: Memary) -> None:
    server.script(Fault.stall_stream(answer("Berlin is nice")))
    stream = ChatAgent(memory, user_id="ada").stream("Where?")
    assert next(stream).text.startswith("B")  # the server never finishes
    stream.close()


@pytest.mark.parametrize("reply", ["Berlin, of course.", f"**Answer:** {LONG}\n", f"```\nAnswer: {LONG}\n```"])
def test_pieces_are_the_answer_in_whatever_form_it_comes(server: ModelServer, memory: Memary, reply: str) -> None:
    server.script(Reply(reply, delta_chars=1))
    events = list(ChatAgent(memory, user_id="ada").stream("Where?"))
    assert events[-1].answer is not None
    assert texts_of(events) == events[-1].answer.text


def test_after_a_malformed_reply_the_repaired_answer_streams(server: ModelServer, memory: Memary) -> None:
    server.script("Thought: t\nAction: search\nAction Input: Berlin", answer(LONG))
    events = list(ChatAgent(memory, user_id="ada").stream("Where?"))
    assert texts_of(events) == LONG


def test_leaving_the_stream_early_ends_the_run(server: ModelServer, memory: Memary) -> None:
    entered, leave = threading.Event(), threading.Event()

    def wait() -> str:
        """Wait."""
        entered.set()
        leave.wait(30)
        return "done"

    server.script(call("wait"), answer("Never."))
    agent = ChatAgent(memory, user_id="ada", tools=(wait,))
    stream = agent.stream("Where?")
    consumer = threading.Thread(target=lambda: next(stream, None))
    consumer.start()
    assert entered.wait(30)
    leave.set()
    consumer.join(30)
    stream.close()  # the step has come, the next reply is not asked for or given up
    server.script(answer("Still here."))
    memory.flush()
    assert [m.content for m in memory.messages.list(user_id="ada") if m.role == "assistant"] == []


def test_leaving_while_the_model_writes_makes_no_later_call(server: ModelServer, memory: Memary) -> None:
    server.script(Fault.stall_stream(answer(LONG)), answer("And now?"))
    agent = ChatAgent(memory, user_id="ada")
    for event in agent.stream("Where?"):
        assert event.kind == "text"
        break
    assert agent.chat("Are you there?").text == "And now?"
    assert len(chats(server)) == 2


def test_a_stream_that_breaks_off_raises_after_its_pieces(server: ModelServer, memory: Memary) -> None:
    server.script(Fault.cut_stream(answer(LONG), after=60))
    events: list[AgentEvent] = []
    with pytest.raises(ModelUnavailableError):
        events.extend(iter(ChatAgent(memory, user_id="ada").stream("Where?")))
    assert [message.content for message in memory.messages.list(user_id="ada")] == ["Where?"]


def test_the_async_stream_works_in_any_loop_and_can_be_left(server: ModelServer, memory: Memary) -> None:
    async def talk() -> tuple[str, str]:
        agent = ChatAgent(memory, user_id="ada")
        server.script(Reply(answer(LONG), delta_chars=4))
        whole = [event async for event in agent.astream("Where?")]
        server.script(Fault.stall_stream(answer("Berlin it is")))
        stream = agent.astream("Again?")
        first = await anext(stream)
        await stream.aclose()
        return texts_of(whole), first.text

    whole, first = asyncio.run(talk())
    assert whole == LONG
    assert first.startswith("B")


def test_cancelling_the_async_chat_ends_the_run(server: ModelServer, memory: Memary) -> None:
    asked = threading.Event()

    def stall(_: object) -> Fault:
        asked.set()
        return Fault.stall()

    async def give_up(wait: Callable[[], object]) -> None:
        task = asyncio.create_task(ChatAgent(memory, user_id="ada").achat("Where?"))
        await asyncio.to_thread(wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    server.script(stall)
    asyncio.run(give_up(lambda: asked.wait(30)))
    server.script(answer("Here."))
    assert ChatAgent(memory, user_id="ada").chat("And now?").text == "Here."
    assert len(chats(server)) == 2
