"""Runs of agents: what they did with tools."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from memary.interfaces.server.access import Own
from memary.interfaces.server.forms import AgentId, Limit
from memary.runs import RunRecord, RunStatus

router = APIRouter(tags=["runs"])


@router.get("/runs")
async def list_runs(
    caller: Own,
    agent_id: Annotated[AgentId, Query()] = None,
    status: Annotated[RunStatus | None, Query(description="only those that stand so")] = None,
    limit: Limit = 100,
) -> list[RunRecord]:
    """List the runs that agents recorded, the one updated last first."""
    return await caller.memory.runs.alist(user_id=caller.user_id, agent_id=agent_id, status=status, limit=limit)


@router.get("/runs/{run_id}")
async def get_run(caller: Own, run_id: Annotated[str, Path(description="the id of a run")]) -> RunRecord:
    """Return a run as it stands. `POST /chat` with its id as `resume` goes on with it."""
    return await caller.memory.runs.aresume(run_id, user_id=caller.user_id)
