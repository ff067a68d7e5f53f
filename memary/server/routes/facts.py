"""Facts and the ledger."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from memary.memory.forgetting import Manifest
from memary.server.access import WRITES, Named
from memary.server.forms import (
    ApplyFacts,
    AskedFilters,
    AsOf,
    Expired,
    Feedback,
    KeepMessages,
    KnownAt,
    Limit,
    SessionId,
    UpdateFact,
)
from memary.server.problems import as_conflict
from memary.server.routes.records import record
from memary.types import Fact, Operation

router = APIRouter(tags=["facts"])

Pair = Annotated[list[Fact], Field(min_length=2, max_length=2)]
FactId = Annotated[str, Path(description="the id of a fact")]


@router.get("/facts")
async def list_facts(
    caller: Named,
    about: Annotated[str | None, Query(description="only of the entity of this name or alias")] = None,
    session_id: Annotated[SessionId, Query()] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_past: Annotated[bool, Query(description="also what is not true any more, or not yet")] = False,
    filters: AskedFilters = None,
    include_expired: Annotated[Expired, Query()] = False,
    limit: Limit = 100,
) -> list[Fact]:
    """List facts by the time since when they are true; by default those true now."""
    return await caller.memory.afacts(
        user_id=caller.user_id,
        session_id=session_id,
        about=about,
        as_of=as_of,
        known_at=known_at,
        include_past=include_past,
        filters=filters,
        include_expired=include_expired,
        limit=limit,
    )


@router.post("/facts", status_code=HTTPStatus.CREATED, dependencies=WRITES)
async def apply_facts(caller: Named, body: ApplyFacts) -> list[Operation]:
    """Bring facts of your own into the graph, through the same rules as those that are read out of messages.

    Returns what was done, in order: rows of the ledger.
    """
    return await caller.memory.aapply_facts(body.facts, user_id=caller.user_id)


@router.get("/conflicts")
async def list_conflicts(caller: Named) -> list[Pair]:
    """List pairs of facts that speak against each other, the more trusted one first."""
    return [list(pair) for pair in await caller.memory.aconflicts(user_id=caller.user_id)]


@router.get("/facts/{fact_id}")
async def get_fact(caller: Named, fact_id: FactId) -> Fact:
    """Return a fact, also one that has ended or expired."""
    return await record(caller, fact_id, Fact)


@router.patch("/facts/{fact_id}", dependencies=WRITES)
async def update_fact(caller: Named, fact_id: FactId, body: UpdateFact) -> Fact:
    """Correct a fact on the user's word, and return it as it is now.

    Another object makes another fact: the old one never was true, and stays in the history. A statement alone has to
    be about the same object. Both can be undone.
    """
    with as_conflict():
        return await caller.memory.aupdate(fact_id, user_id=caller.user_id, **dict(body))


@router.delete("/facts/{fact_id}", dependencies=WRITES)
async def delete_fact(caller: Named, fact_id: FactId, keep_messages: KeepMessages = False) -> Manifest:
    """Forget a fact for good, with the messages that state it.

    All other facts that only these messages state go with them. `keep_messages` forgets the fact alone.
    """
    await record(caller, fact_id, Fact)
    return await caller.memory.adelete(fact_id, user_id=caller.user_id, with_sources=not keep_messages)


@router.get("/facts/{fact_id}/history")
async def fact_history(caller: Named, fact_id: FactId) -> list[Operation]:
    """List the rows of the ledger that made, changed or ended a fact, oldest first."""
    return await caller.memory.ahistory(user_id=caller.user_id, fact_id=fact_id)


@router.post("/facts/{fact_id}/feedback", dependencies=WRITES)
async def rate_fact(caller: Named, fact_id: FactId, body: Feedback) -> Operation:
    """Say what a fact is worth: it moves its rank, and `very_negative` retires it."""
    return await caller.memory.afeedback(fact_id, user_id=caller.user_id, **dict(body))


@router.get("/operations")
async def list_operations(caller: Named, limit: Limit = 100) -> list[Operation]:
    """List the newest rows of the ledger: what was decided, why, and on whose word."""
    return await caller.memory.aoperations(user_id=caller.user_id, limit=limit)


@router.post("/operations/{operation_id}/undo", dependencies=WRITES)
async def undo_operation(
    caller: Named, operation_id: Annotated[str, Path(description="the id of a row of the ledger")]
) -> Operation:
    """Take a decision back, as if it had not been made. Returns the row, which leaves the ledger."""
    with as_conflict():
        return await caller.memory.aundo(user_id=caller.user_id, operation_id=operation_id)
