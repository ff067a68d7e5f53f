"""Runs of agents: what they did with tools."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from memary.interfaces.server.access import WRITES, Own
from memary.interfaces.server.forms import PAGED, AgentId, Before, Limit, RecordRun, UpdateRun, with_next
from memary.runs import RunRecord, RunStatus

router = APIRouter(tags=["runs"])

RunId = Annotated[str, Path(description="the id of a run")]

_OWNER = "http"
"""Who is at a run that is told over HTTP: no process of this machine, so only time tells that it has stopped."""


@router.get("/runs", responses=PAGED)
async def list_runs(
    caller: Own,
    response: Response,
    agent_id: Annotated[AgentId, Query()] = None,
    status: Annotated[RunStatus | None, Query(description="only those that stand so")] = None,
    like: Annotated[str | None, Query(description="a task: only runs that have to do with it")] = None,
    before: Annotated[Before, Query()] = None,
    limit: Limit = 100,
) -> list[RunRecord]:
    """List the runs that agents recorded, the one updated last first.

    The header `Next-Cursor`, given as `before`, gets those that were updated before them. With `like`, those nearest
    to a task come first, without a cursor.
    """
    runs, user = caller.memory.runs, caller.user_id
    if like is not None:
        return await runs.asimilar(like, user_id=user, agent_id=agent_id, status=status, limit=limit)
    found = await runs.alist(user_id=user, agent_id=agent_id, status=status, before=before, limit=limit + 1)
    return with_next(response, found[::-1], limit)[::-1]


@router.post("/runs", status_code=201, dependencies=WRITES)
async def record_run(caller: Own, body: RecordRun) -> RunRecord:
    """Keep a run of an agent, whole and word by word; no facts are read out of it."""
    told = {name: value for name, value in dict(body).items() if value is not None}
    return await caller.memory.runs.arecord({**told, "owner": _OWNER}, user_id=caller.user_id, agent_id=body.agent_id)


@router.get("/runs/{run_id}")
async def get_run(caller: Own, run_id: RunId) -> RunRecord:
    """Return a run as it stands. `POST /chat` with its id as `resume` goes on with it."""
    return await caller.memory.runs.aresume(run_id, user_id=caller.user_id)


@router.patch("/runs/{run_id}", dependencies=WRITES)
async def update_run(caller: Own, run_id: RunId, body: UpdateRun) -> RunRecord:
    """Tell how a run went on: steps are added, what else is given replaces what was."""
    return await caller.memory.runs.aupdate(run_id, user_id=caller.user_id, owner=_OWNER, **dict(body))
