"""Answers, whole or as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing
from typing import Any, TypeVar, cast

from fastapi import APIRouter, Depends, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from memary.agent.chat_agent import ChatAgent
from memary.agent.trace import AgentEvent, Answer
from memary.api.access.scope import readable
from memary.errors import MemaryError
from memary.interfaces.request_log import note_outcome
from memary.interfaces.server.access import CHATS, Caller, Own
from memary.interfaces.server.forms import Chat, TextEvent
from memary.interfaces.server.problems import Problem
from memary.retrieval.question.temporary_texts import check_temporary

router = APIRouter(tags=["chat"])

T = TypeVar("T")

_LEFT = 499
"""What the access log shows where the client left before the answer; as nginx has it."""

_EVENTS = """Answer a message piece by piece, as server-sent events.

| event | data |
|---|---|
| `text` | `{"text": "…"}`, a piece of the answer |
| `step` | a finished step of the agent: thought, tool, arguments, observation |
| `answer` | the whole answer with its sources, steps and usage, as `/v1/chat` returns it; the last event |
| `error` | a problem document, where there is no answer; the last event |

Closing the connection stops the agent. The message stays."""


@router.post("/chat", dependencies=CHATS, response_model=Answer)
async def chat(request: Request, caller: Own, body: Chat) -> Answer | Response:
    """Answer a message from memory, with its sources, steps and usage.

    The message and the answer become part of the memory. Closing the connection stops the agent.
    """
    work = _agent(caller, body).achat(**_asked(body))
    answer = await _while_connected(request, work)
    return answer or Response(status_code=_LEFT)


def _asked(body: Chat) -> dict[str, Any]:
    """Return what an agent takes of a request."""
    return body.model_dump(include={"query", "temporary", "resume", "message_id"})


async def _answerable(caller: Own, body: Chat) -> None:
    """Refuse what cannot be answered as long as there is a status to say so: a stream has begun with 200.

    Raises:
        InputError: a temporary text cannot be used.
        NotFoundError: there is no such run to resume, or no such space that the user belongs to.
        NotAllowedError: the user has not joined a space.
    """
    check_temporary(body.temporary)
    memory = caller.memory
    if spaces := body.spaces:
        await memory.loop.call(lambda: readable(memory.core.store, caller.user_id, spaces))
    if body.resume is not None:
        await memory.runs.aresume(body.resume, user_id=caller.user_id)


@router.post(
    "/chat/stream",
    dependencies=[*CHATS, Depends(_answerable)],
    response_class=EventSourceResponse,
    description=_EVENTS,
)
async def stream_chat(request: Request, caller: Own, body: Chat) -> AsyncIterator[ServerSentEvent]:
    """Answer a message piece by piece."""
    note_outcome(request.scope, "cut short")
    try:
        events = _agent(caller, body).astream(**_asked(body))
        async with aclosing(cast("AsyncGenerator[AgentEvent]", events)):
            async for event in events:
                if event.answer is not None:
                    note_outcome(request.scope, None)
                yield _sent(event)
    except MemaryError as error:
        problem = Problem.of_error(error)
        note_outcome(request.scope, problem.outcome)
        yield ServerSentEvent(event="error", data=problem.document())


def _agent(caller: Caller, body: Chat) -> ChatAgent:
    return ChatAgent(
        caller.memory,
        user_id=caller.user_id,
        session_id=body.session_id,
        agent_id=body.agent_id,
        spaces=body.spaces,
    )


def _sent(event: AgentEvent) -> ServerSentEvent:
    return ServerSentEvent(event=event.kind, data=event.answer or event.step or TextEvent(text=event.text))


async def _while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """Return what work comes to; stop it, and return None, when nobody is there any more to get it."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        task.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
