"""Messages and sessions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query

from memary.facade.writing import Receipt
from memary.memory.forgetting import Manifest
from memary.server.access import WRITES, Named
from memary.server.forms import AddMessages, AskedFilters, Expired, Flushed, Limit, Session, SessionId
from memary.server.routes.records import record
from memary.types import Message, MessageState

router = APIRouter(tags=["messages"])

MessageId = Annotated[str, Path(description="the id of a message")]


@router.post("/messages", status_code=HTTPStatus.CREATED, dependencies=WRITES)
async def add_messages(caller: Named, body: AddMessages) -> Receipt:
    """Keep messages.

    They are durable and findable on return; facts are read out of them in the background. A message with an `id`, or
    with `created_at`, is kept once, however often it is sent: repeat a request that brought no answer. The `id` of
    another text is refused, unless `replace` puts the new one in its place.
    """
    return await caller.memory.aadd(
        body.messages,
        user_id=caller.user_id,
        agent_id=body.agent_id,
        session_id=body.session_id,
        metadata=body.metadata,
        expires_at=body.expires_at,
        infer=body.infer,
        replace=body.replace,
    )


@router.get("/messages")
async def list_messages(
    caller: Named,
    session_id: Annotated[SessionId, Query()] = None,
    state: Annotated[list[MessageState] | None, Query(description="only in these states")] = None,
    filters: AskedFilters = None,
    include_expired: Annotated[Expired, Query()] = False,
    limit: Limit = 100,
) -> list[Message]:
    """List the newest messages, in the order they were said.

    What was said before: `filters={"created_at": {"lt": "…"}}`.
    """
    return await caller.memory.amessages(
        user_id=caller.user_id,
        session_id=session_id,
        states=state,
        filters=filters,
        include_expired=include_expired,
        limit=limit,
    )


@router.get("/messages/{message_id}")
async def get_message(caller: Named, message_id: MessageId) -> Message:
    """Return a message, also one that has expired."""
    return await record(caller, message_id, Message)


@router.delete("/messages/{message_id}", dependencies=WRITES)
async def delete_message(caller: Named, message_id: MessageId) -> Manifest:
    """Forget a message for good, with what rests on it alone."""
    await record(caller, message_id, Message)
    return await caller.memory.adelete(message_id, user_id=caller.user_id)


@router.get("/sessions")
async def list_sessions(caller: Named) -> list[Session]:
    """List the sessions, the last used first."""
    rows = await caller.memory.asessions(user_id=caller.user_id)
    return [Session(session_id=id_, messages=count, last_at=last_at) for id_, count, last_at in rows]


@router.post("/flush", dependencies=WRITES)
async def flush(
    caller: Named, wait: Annotated[float, Query(ge=0, le=60, description="seconds to wait for other workers")] = 30.0
) -> Flushed:
    """Read the facts out of the pending messages now, instead of in the background."""
    return Flushed.model_validate(await caller.memory.aflush(user_id=caller.user_id, wait=wait))
