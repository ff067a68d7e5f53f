"""Tell whether the process lives, and whether it can serve. Asked without a key."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.exceptions import HTTPException

from memary.interfaces.server.access import Service, service_of
from memary.interfaces.server.forms import Alive, Ready

router = APIRouter(tags=["health"])

ForWrites = Annotated[bool, Query(description="Answer 503 where the store can be read but not written.")]

_PATIENCE = 5.0
"""Seconds in which the store has to answer: whoever balances the load waits for no longer."""

_log = logging.getLogger("memary")


@router.get("/healthz")
async def healthz() -> Alive:
    """Tell that the process lives."""
    return Alive()


@router.get("/readyz")
async def readyz(service: Annotated[Service, Depends(service_of)], write: ForWrites = False) -> Ready:
    """Tell whether the store answers, whether it can be written, and whether messages wait longer than they should.

    A store that cannot be written still answers: it is ready, unless `?write=true` asks for more.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            health = await service.memory.admin.ahealth()
    except TimeoutError as error:
        _log.warning("The store has not answered for %g seconds.", _PATIENCE)
        detail = f"The store has not answered for {_PATIENCE:g} seconds."
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, detail) from error
    service.writing.note(health.not_writable)
    if write and health.not_writable:
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE, "The store answers, and cannot be written: the server's log says why."
        )
    return Ready(
        status="read-only" if health.not_writable else "ready",
        writable=not health.not_writable,
        next_due=health.next_due,
        lag_seconds=health.lag_seconds,
        pending=health.stats.pending,
        failed=health.stats.failed,
        model_down_since=health.model_down_since,
    )
