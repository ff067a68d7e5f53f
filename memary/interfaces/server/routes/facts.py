"""Facts and the ledger."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from memary.api.groups.operations import Forgetting
from memary.condensation.condense import CondensationReport
from memary.forgetting.plan import Manifest
from memary.interfaces.server.access import WRITES, Named
from memary.interfaces.server.forms import (
    PAGED,
    ApplyFacts,
    AskedFilters,
    AsOf,
    Before,
    Condense,
    DryRun,
    Expired,
    Feedback,
    KeepMessages,
    KnownAt,
    Limit,
    SessionId,
    UpdateFact,
    with_next,
)
from memary.interfaces.server.problems import as_conflict
from memary.types import Fact, Operation

router = APIRouter(tags=["facts"])

Pair = Annotated[list[Fact], Field(min_length=2, max_length=2)]
FactId = Annotated[str, Path(description="the id of a fact")]


class ListFacts(BaseModel):
    """Which facts are listed."""

    about: str | None = Field(default=None, description="only of the entity of this name or alias")
    session_id: SessionId = None
    as_of: AsOf = None
    known_at: KnownAt = None
    include_past: bool = Field(default=False, description="also what is not true any more")
    include_upcoming: bool = Field(
        default=True, description="also what is to begin later; not with `as_of` or `known_at`"
    )
    include_expired: Expired = False
    in_doubt: bool | None = Field(
        default=None,
        description="only those that rest on something that does not hold any more; false: only the others",
    )
    before: Before = None
    limit: Limit = 100


class EndedForgotten(BaseModel):
    """What was let go for good."""

    ended: int = Field(description="how many forgettings can no longer be restored")


@router.get("/facts", responses=PAGED)
async def list_facts(
    caller: Named, response: Response, asked: Annotated[ListFacts, Query()], filters: AskedFilters = None
) -> list[Fact]:
    """List the newest facts by the time since when they are true; by default those true now and those to come.

    The header `Next-Cursor`, given as `before`, gets those that became true before them.
    """
    wanted: dict[str, Any] = {**dict(asked), "limit": asked.limit + 1}
    found = await caller.memory.facts.alist(user_id=caller.user_id, filters=filters, **wanted)
    return with_next(response, found, asked.limit)


@router.post("/facts", status_code=HTTPStatus.CREATED, dependencies=WRITES)
async def apply_facts(caller: Named, body: ApplyFacts) -> list[Operation]:
    """Bring facts of your own into the graph, by the same rules as facts read out of messages.

    Returns what was done, in order: rows of the ledger.
    """
    return await caller.memory.facts.aadd(body.facts, user_id=caller.user_id)


@router.get("/conflicts")
async def list_conflicts(caller: Named) -> list[Pair]:
    """List pairs of facts that speak against each other, the more trusted one first."""
    return [list(pair) for pair in await caller.memory.facts.aconflicts(user_id=caller.user_id)]


@router.get("/facts/{fact_id}")
async def get_fact(caller: Named, fact_id: FactId) -> Fact:
    """Return a fact, also one that has ended or expired."""
    return await caller.memory.facts.aget(fact_id, user_id=caller.user_id)


@router.patch("/facts/{fact_id}", dependencies=WRITES)
async def update_fact(caller: Named, fact_id: FactId, body: UpdateFact) -> Fact:
    """Correct a fact on the user's word, and return it as it is now.

    Another object makes another fact: the old one never was true, and stays in the history. A statement alone has to
    be about the same object, or to be the old one with another object in its place. Both can be undone.
    """
    with as_conflict():
        return await caller.memory.facts.aupdate(fact_id, user_id=caller.user_id, **dict(body))


@router.delete("/facts/{fact_id}", dependencies=WRITES)
async def delete_fact(
    caller: Named, fact_id: FactId, keep_messages: KeepMessages = False, dry_run: DryRun = False
) -> Manifest:
    """Forget a fact for good, with the words of messages that state it.

    What else these say stays. `keep_messages` forgets the fact alone.
    """
    return await caller.memory.facts.adelete(
        fact_id, user_id=caller.user_id, with_sources=not keep_messages, dry_run=dry_run
    )


@router.get("/facts/{fact_id}/history")
async def fact_history(caller: Named, fact_id: FactId) -> list[Operation]:
    """List the rows of the ledger that made, changed or ended a fact, oldest first."""
    return await caller.memory.facts.ahistory(user_id=caller.user_id, id=fact_id)


@router.post("/facts/{fact_id}/confirm", dependencies=WRITES)
async def confirm_fact(caller: Named, fact_id: FactId) -> Fact:
    """Say that a fact still holds although something that it rested on does not.

    Returns it as it is now. It rests on that no more. This can be undone. A fact that is not in doubt stays as it is.
    """
    return await caller.memory.facts.aconfirm(fact_id, user_id=caller.user_id)


@router.post("/facts/{fact_id}/feedback", dependencies=WRITES)
async def rate_fact(caller: Named, fact_id: FactId, body: Feedback) -> Operation:
    """Say what a fact is worth: it moves its rank, and `very_negative` retires it."""
    return await caller.memory.facts.arate(fact_id, user_id=caller.user_id, **dict(body))


@router.post("/facts/condense", dependencies=WRITES)
async def condense_facts(caller: Named, body: Condense | None = None) -> CondensationReport:
    """Tell old facts that are alike as one, where a subject has very many; each with all the evidence.

    A sentence that would lose something is refused. Each can be undone by its row among the operations.
    """
    return await caller.memory.facts.acondense(user_id=caller.user_id, **dict(body or Condense()))


@router.get("/operations", responses=PAGED)
async def list_operations(
    caller: Named,
    response: Response,
    message_id: Annotated[str | None, Query(description="only what this message caused")] = None,
    before: Annotated[Before, Query()] = None,
    limit: Limit = 100,
) -> list[Operation]:
    """List the newest rows of the ledger: what was decided, why, and on whose word.

    The header `Next-Cursor`, given as `before`, gets those that were decided before them.
    """
    found = await caller.memory.operations.alist(
        user_id=caller.user_id, message_id=message_id, before=before, limit=limit + 1
    )
    return with_next(response, found, limit)


@router.post("/operations/{operation_id}/undo", dependencies=WRITES)
async def undo_operation(
    caller: Named, operation_id: Annotated[str, Path(description="the id of a row of the ledger")]
) -> Operation:
    """Take a decision back, as if it had not been made. Returns the row, which leaves the ledger."""
    with as_conflict():
        return await caller.memory.operations.aundo(user_id=caller.user_id, id=operation_id)


ForgottenId = Annotated[str, Path(description="the held_id of a forgetting")]


@router.get("/forgotten")
async def list_forgotten(caller: Named) -> list[Forgetting]:
    """List what was forgotten and can be restored, the oldest first; nothing of what it was."""
    return await caller.memory.operations.aforgotten(user_id=caller.user_id)


@router.post("/forgotten/{forgotten_id}/restore", dependencies=WRITES)
async def restore_forgotten(caller: Named, forgotten_id: ForgottenId) -> Manifest:
    """Bring back what was forgotten: messages, facts, entities and the ledger as they were.

    What was learnt meanwhile stands. Returns how many records came back.
    """
    with as_conflict():
        return await caller.memory.operations.arestore(forgotten_id, user_id=caller.user_id)


@router.delete("/forgotten/{forgotten_id}", dependencies=WRITES)
async def end_forgotten(caller: Named, forgotten_id: ForgottenId) -> EndedForgotten:
    """Let go for good what was forgotten and is held aside, with what cannot come back without it."""
    ended = await caller.memory.operations.aend_forgotten(forgotten_id, user_id=caller.user_id)
    return EndedForgotten(ended=ended)


@router.delete("/forgotten", dependencies=WRITES)
async def end_all_forgotten(caller: Named) -> EndedForgotten:
    """Let go for good all that was forgotten and is held aside."""
    return EndedForgotten(ended=await caller.memory.operations.aend_forgotten(user_id=caller.user_id))
