"""An answer while it is made: its text as it comes, what the agent does meanwhile, and a way to stop it.

Streamlit notices a click only when the page draws something, and a model may be silent for long. So the events are
fetched in a thread beside, and the page draws at least a few times a second, whether something came or not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

import streamlit as st
from anyio import to_thread
from anyio.from_thread import start_blocking_portal

from memary import AgentEvent, Answer, ChatAgent
from memary.ui.opening import agent_loading
from memary.ui.strings import Strings
from memary.ui.writing import answer_markdown, escaped

_TICK = 0.2
"""Longest time between two drawings, in seconds."""

_SILENCE = AgentEvent(kind="text")


def stream_answer(agent: ChatAgent, question: str, words: Strings) -> Answer | None:
    """Draw the answer to a question as it comes, and return it. Leaving by an interruption stops the agent.

    Raises:
        MemaryError: the question could not be answered.
    """
    text_place, progress = st.empty(), st.empty()  # the text where the finished message will have it
    st.button(words.stop, key="stop", icon=":material/stop_circle:")  # any click interrupts this run
    started = monotonic()
    text, message, answer = "", words.thinking, None
    with _events_of(agent, question) as events:
        for event in events:
            if event.step and event.step.tool:
                message, text = words.used_tool.replace("{tool}", escaped(event.step.tool)), ""
            text += event.text
            answer = event.answer or answer
            progress.caption(message.format(seconds=int(monotonic() - started)))
            if text or answer:
                text_place.markdown(answer_markdown(answer.text if answer else text))
    return answer


@contextmanager
def _events_of(agent: ChatAgent, question: str) -> Generator[Iterator[AgentEvent]]:
    """Give the events of an answer, and an empty one where none came for a tick. The agent ends with the block."""
    queue: SimpleQueue[AgentEvent | None] = SimpleQueue()
    with start_blocking_portal(name="memary-page") as portal:
        future = portal.start_task_soon(_fetch, agent, question, queue.put, agent_loading())
        future.add_done_callback(lambda _: queue.put(None))
        try:
            yield _with_ticks(queue, future)
        finally:
            future.cancel()


async def _fetch(agent: ChatAgent, question: str, put: Callable[[AgentEvent], None], loading: Thread) -> None:
    await to_thread.run_sync(loading.join, abandon_on_cancel=True)
    async for event in agent.astream(question):
        put(event)


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
