"""Tell whether the process lives, and whether it can serve. Asked without a key."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from memary.interfaces.server.access import Service, service_of
from memary.interfaces.server.forms import Alive, Ready

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> Alive:
    """Tell that the process lives."""
    return Alive()


@router.get("/readyz")
async def readyz(service: Annotated[Service, Depends(service_of)]) -> Ready:
    """Tell whether the store answers, and whether messages wait longer than they should."""
    health = await service.memory.admin.ahealth()
    return Ready(
        next_due=health.next_due,
        lag_seconds=health.lag_seconds,
        pending=health.stats.pending,
        failed=health.stats.failed,
        model_down_since=health.model_down_since,
    )
