"""Whether the process lives, and whether it can serve. Asked without a key."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from memary.server.access import Service, service_of
from memary.server.forms import Alive, Ready
from memary.types import utc_now

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> Alive:
    """Tell that the process lives."""
    return Alive()


@router.get("/readyz")
async def readyz(service: Annotated[Service, Depends(service_of)]) -> Ready:
    """Tell whether the store answers, and whether messages wait for a worker longer than they should."""
    due = await service.memory.anext_due()
    late = (utc_now() - due).total_seconds() if due else 0.0
    return Ready(next_due=due, lag_seconds=max(0.0, round(late, 1)))
