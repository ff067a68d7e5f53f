"""Show an answer while it is made: its text as it comes, what the agent does, and a button to stop it.

Streamlit notices a click only when the page draws something, and a model may be silent for long. So the events are
fetched in a thread beside, and the page draws at least a few times a second, whether something came or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

import streamlit as st
from anyio import to_thread
from anyio.from_thread import start_blocking_portal

from memary import AgentEvent, Answer, ChatAgent, Step, ToolError
from memary.interfaces.ui.safe_text import draw_answer, escaped
from memary.interfaces.ui.shared_memory import agent_loading
from memary.interfaces.ui.stopped_answers import kept_if_stopped
from memary.interfaces.ui.visit.conversation import Attempt, Picture
from memary.interfaces.ui.words import Words
from memary.usage.ledger import attribute_usage

_TICK = 0.2
"""Longest time between two drawings, in seconds."""

VISION = "vision"
"""The name of the tool that looks at pictures."""

STREAMED = "streamed-answer"
"""The key of the element that an answer is streamed into."""

_SILENCE = AgentEvent(kind="text")


def stream_answer(agent: ChatAgent, attempt: Attempt, words: Words) -> Answer | None:
    """Draw the answer to a question as it comes, and return it.

    Leaving by an interruption stops the agent. What a picture shows becomes part of the question, so that memory
    keeps it.

    Raises:
        MemaryError: the question could not be answered.
    """
    with st.container(key=STREAMED):
        text_place = st.empty()  # the text where the finished message will have it
    progress = st.empty()
    st.button(words("chat.stop"), key="stop", icon=":material/stop_circle:")  # any click interrupts this run
    started = monotonic()
    text, tool, answer = "", "", None
    kept = kept_if_stopped(agent.scope.user_id, agent.session_id, attempt)
    with noted(agent), kept, _events_of(agent, attempt, words) as events:
        for event in events:
            if event.step and event.step.tool:
                tool, text = escaped(event.step.tool), ""
            text += event.text
            attempt.written = text
            answer = event.answer or answer
            seconds = int(monotonic() - started)
            thinking = words("chat.thinking", seconds=seconds)
            progress.caption(words("chat.used_tool", tool=tool, seconds=seconds) if tool else thinking)
            if text or answer:
                draw_answer(answer.text if answer else text, text_place)
    return answer


@st.cache_resource(show_spinner=False)
def _being_written() -> list[tuple[str, str]]:
    """Return user and session of each answer that is being written, in any window."""
    return []


def is_being_written(user: str, session: str) -> bool:
    """Return whether an answer is being written in a conversation, for any visitor of this server."""
    return (user, session) in _being_written()


@contextmanager
def noted(agent: ChatAgent) -> Generator[None]:
    """Tell all windows that the agent writes an answer while the block runs."""
    answers, one = _being_written(), (agent.scope.user_id, agent.session_id)
    answers.append(one)
    try:
        yield
    finally:
        answers.remove(one)


@contextmanager
def _events_of(agent: ChatAgent, attempt: Attempt, words: Words) -> Generator[Iterator[AgentEvent]]:
    """Give the events of an answer, and an empty one where none came for a tick.

    The agent ends with the block.
    """
    queue: SimpleQueue[AgentEvent | None] = SimpleQueue()
    with start_blocking_portal(name="memary-page") as portal:
        future = portal.start_task_soon(_fetch, agent, attempt, words, queue.put, agent_loading())
        future.add_done_callback(lambda _: queue.put(None))
        try:
            yield _with_ticks(queue, future)
        finally:
            future.cancel()


async def _fetch(
    agent: ChatAgent, attempt: Attempt, words: Words, put: Callable[[AgentEvent], None], loading: Thread
) -> None:
    await to_thread.run_sync(loading.join, abandon_on_cancel=True)
    seen: tuple[Step, ...] = ()
    if picture := attempt.picture:
        step = await _look(agent, attempt.question, picture, words)
        seen = (step,)
        put(AgentEvent(kind="step", step=step))
        attempt.see(words("chat.picture", name=picture.name, said=step.observation))
    async for event in agent.astream(attempt.question, message_id=attempt.message_id):
        answer = event.answer and event.answer.model_copy(update={"steps": (*seen, *event.answer.steps)})
        put(event.model_copy(update={"answer": answer}))


async def _look(agent: ChatAgent, question: str, picture: Picture, words: Words) -> Step:
    """Let the vision tool look at a picture.

    Raises:
        ToolError: the tool is switched off, or could not see.
    """
    if VISION not in agent.tools:
        raise ToolError(words("chat.vision_off"))

    async def call() -> str:
        with attribute_usage(agent.scope.user_id):
            return await agent.tools.call(VISION, {"image": picture.url, "question": question})

    started = monotonic()
    said = await asyncio.wrap_future(agent.loop.start(call))
    return Step(
        tool=VISION,
        arguments={"image": picture.name, "question": question},
        observation=said,
        seconds=round(monotonic() - started, 3),
    )


def _with_ticks(queue: SimpleQueue[AgentEvent | None], future: Future[None]) -> Iterator[AgentEvent]:
    while True:
        try:
            event = queue.get(timeout=_TICK)
        except Empty:
            yield _SILENCE
            continue
        if event is None:
            future.result()
            return
        yield event
