"""Who may use a memory, and who did. Only an admin may say it, or this machine where no keys are set."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request

from memary.interfaces.server.access import LOCAL, WRITES, Client, Own, client_of
from memary.interfaces.server.forms import SetAccess
from memary.times import ReadTime
from memary.types.access import AccessRow, Permissions

router = APIRouter(tags=["access"])


@router.get("/access")
async def get_access(caller: Own) -> Permissions:
    """Return who may use a user's memory."""
    return await caller.memory.access.aget(user_id=caller.user_id)


@router.patch("/access", dependencies=WRITES)
async def set_access(
    caller: Own, request: Request, client: Annotated[Client, Depends(client_of)], body: SetAccess
) -> Permissions:
    """Pause or archive a memory, and say what its clients may do.

    Clients are named by their keys, MCP clients as `mcp:NAME`; others are `cli` and `ui`. It counts at once for every
    read and write, at every door. Each change is a row among the operations. It takes the key of an admin, or no keys
    at all.
    """
    if client.user_id is not None and request.state.client != LOCAL:
        raise HTTPException(HTTPStatus.FORBIDDEN, "This shows what other keys may do: use the key of an admin.")
    return await caller.memory.access.aset(user_id=caller.user_id, **dict(body))


@router.get("/access/log")
async def access_log(
    caller: Own,
    since: Annotated[ReadTime | None, Query(description="from this time on")] = None,
    until: Annotated[ReadTime | None, Query(description="before this time")] = None,
    client: Annotated[str | None, Query(description="only this client")] = None,
) -> list[AccessRow]:
    """List who read or changed what, how often in which hour, where the setting `access_log` is on."""
    return await caller.memory.access.alog(user_id=caller.user_id, since=since, until=until, client=client)
