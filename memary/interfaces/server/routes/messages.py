"""Messages and sessions."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from memary.api.recall.cited_sources import GivenRecord
from memary.api.verbs.receipt import Receipt
from memary.facts.news import News
from memary.forgetting.plan import Manifest
from memary.interfaces.server.access import WRITES, Caller, Named
from memary.interfaces.server.forms import (
    PAGED,
    AddMessages,
    AskedFilters,
    Before,
    DryRun,
    Expired,
    Flushed,
    Limit,
    Renaming,
    Session,
    SessionId,
    with_next,
)
from memary.interfaces.server.problems import as_conflict
from memary.retrieval.hits import Ended
from memary.types import Message, MessageState

router = APIRouter(tags=["messages"])


class SaidMessage(Message):
    """A message as it was said, and what it states that is not so any more."""

    over: tuple[Ended, ...] = ()


MessageId = Annotated[str, Path(description="the id of a message")]


@router.post("/messages", status_code=HTTPStatus.CREATED, dependencies=WRITES)
async def add_messages(caller: Named, body: AddMessages) -> Receipt:
    """Keep messages.

    They are durable and findable on return; facts are read out of them in the background. A message with an `id`, or
    with `created_at`, is kept once, however often it is sent: repeat a request that brought no answer. The `id` of
    another text is refused, unless `replace` puts the new one in its place. With `wait` they are
    read before the answer, which tells the facts that were learnt and those that ended; while the model is down it
    tells what is pending.
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
        wait=body.wait,
    )


@router.get("/messages", responses=PAGED)
async def list_messages(
    caller: Named,
    response: Response,
    session_id: Annotated[SessionId, Query()] = None,
    state: Annotated[list[MessageState] | None, Query(description="only in these states")] = None,
    filters: AskedFilters = None,
    include_expired: Annotated[Expired, Query()] = False,
    before: Annotated[Before, Query()] = None,
    limit: Limit = 100,
) -> list[SaidMessage]:
    """List the newest messages, in the order they were said, each with what of it is over.

    The header `Next-Cursor`, given as `before`, gets those that were said before them.
    """
    found = await caller.memory.messages.alist(
        user_id=caller.user_id,
        session_id=session_id,
        states=state,
        filters=filters,
        include_expired=include_expired,
        before=before,
        limit=limit + 1,
    )
    return await _with_what_is_over(caller, with_next(response, found, limit))


@router.get("/messages/{message_id}")
async def get_message(caller: Named, message_id: MessageId) -> SaidMessage:
    """Return a message, also one that has expired, with what of it is over."""
    found = await caller.memory.messages.aget(message_id, user_id=caller.user_id)
    return (await _with_what_is_over(caller, [found]))[0]


@router.get("/messages/{message_id}/given")
async def list_given(caller: Named, message_id: MessageId) -> list[GivenRecord]:
    """List what a model was given of memory for an answer, as it is now; what was forgotten since has no text."""
    return await caller.memory.messages.agiven(message_id, user_id=caller.user_id)


async def _with_what_is_over(caller: Caller, messages: Sequence[Message]) -> list[SaidMessage]:
    over = await caller.memory.messages.aover([one.id for one in messages], user_id=caller.user_id)
    return [SaidMessage.model_construct(**dict(one), over=over.get(one.id, ())) for one in messages]


@router.delete("/messages/{message_id}", dependencies=WRITES)
async def delete_message(caller: Named, message_id: MessageId, dry_run: DryRun = False) -> Manifest:
    """Forget a message for good, with what rests on it alone."""
    return await caller.memory.messages.adelete(message_id, user_id=caller.user_id, dry_run=dry_run)


@router.post("/messages/{message_id}/undo", dependencies=WRITES)
async def undo_message(caller: Named, message_id: MessageId) -> News:
    """Take back all that a message changed, and return what that was. The message stays."""
    with as_conflict():
        return await caller.memory.operations.aundo_message(message_id, user_id=caller.user_id)


@router.get("/sessions")
async def list_sessions(caller: Named) -> list[Session]:
    """List the sessions, the last used first."""
    rows = await caller.memory.sessions.alist(user_id=caller.user_id)
    titles = await caller.memory.sessions.atitles(user_id=caller.user_id)
    return [
        Session(session_id=id_, title=titles.get(id_), messages=count, last_at=last_at)
        for id_, count, last_at in rows
    ]


@router.patch("/sessions/{session_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=WRITES)
async def rename_session(
    caller: Named, session_id: Annotated[str, Path(description="a session")], body: Renaming
) -> None:
    """Give a session a title, or take it away with an empty one."""
    await caller.memory.sessions.arename(session_id, body.title, user_id=caller.user_id)


@router.post("/flush", dependencies=WRITES)
async def flush(
    caller: Named, wait: Annotated[float, Query(ge=0, le=60, description="seconds to wait for other workers")] = 30.0
) -> Flushed:
    """Read the facts out of the pending messages now, instead of in the background."""
    return Flushed.model_validate(await caller.memory.aflush(user_id=caller.user_id, wait=wait))
