"""Forgetting, export, counts."""

from __future__ import annotations

import shutil
import tempfile
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException

from memary.client import Memary
from memary.forgetting.plan import Manifest
from memary.interfaces.server.access import WRITES, Named, Overseeing, admin_memory
from memary.interfaces.server.forms import DryRun
from memary.times import ReadTime
from memary.types import ScopeName, StoreStats
from memary.usage.budget import CapState
from memary.usage.ledger import UsageReport

router = APIRouter(tags=["keeping"])


_JSON_LINES = "application/x-ndjson"


class ExportFile(FileResponse):
    """JSON lines."""

    media_type = _JSON_LINES


@router.delete("/memory", dependencies=WRITES)
async def forget(
    caller: Named,
    session_id: Annotated[ScopeName | None, Query(description="only this session")] = None,
    entity: Annotated[str | None, Query(description="only the entities of this name or alias")] = None,
    before: Annotated[ReadTime | None, Query(description="only messages said before that time")] = None,
    speaker: Annotated[str | None, Query(description="only the messages of this named speaker")] = None,
    keep_messages: Annotated[bool, Query(description="keep the messages that mention the entity")] = False,
    for_good: Annotated[bool, Query(description="hold nothing aside, whatever the settings say")] = False,
    confirm: Annotated[str | None, Query(description="the name of the user or space, to forget all of it")] = None,
    dry_run: DryRun = False,
) -> Manifest:
    """Forget all of a user, or a session, an entity, a speaker's messages, or what was said before a time.

    Returns how many records went, and until when a part can be restored, where the server holds it aside. All of a
    user or space goes only with `confirm` set to its name.
    """
    if session_id is entity is before is speaker is None and confirm != caller.whose and not dry_run:
        all_of = "in the space" if caller.space else "about user"
        detail = f"This forgets everything {all_of} {caller.whose!r}: to do it, add confirm with that name."
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, detail)
    return await caller.memory.aforget(
        user_id=caller.user_id,
        session_id=session_id,
        entity=entity,
        before=before,
        speaker=speaker,
        with_sources=not keep_messages,
        for_good=for_good,
        dry_run=dry_run,
    )


@router.get("/export", response_class=ExportFile)
async def export(caller: Named) -> FileResponse:
    """Send everything memory holds about a user, as JSON lines that `memary import` reads."""
    folder = Path(tempfile.mkdtemp(prefix="memary-"))
    away = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    try:
        await caller.memory.aexport(folder / "export.jsonl", user_id=caller.user_id)
    except BaseException:
        await away()
        raise
    return ExportFile(folder / "export.jsonl", media_type=_JSON_LINES, filename="memary.jsonl", background=away)


@router.get("/stats")
async def stats(seen: Overseeing) -> StoreStats:
    """Count the records of a user; with an admin's key and no `user_id`, of all."""
    return await seen.memory.admin.astats(user_id=seen.user_id)


@router.get("/usage")
async def usage(
    seen: Overseeing, since: Annotated[ReadTime | None, Query(description="from this hour on")] = None
) -> UsageReport:
    """Tell the calls and tokens that models took, and what they cost, of a user; an admin: of all."""
    return await seen.memory.usage.areport(user_id=seen.user_id, since=since)


@router.get("/caps")
async def caps(seen: Overseeing) -> list[CapState]:
    """List the caps on usage that are set, and how much of each is used."""
    return await seen.memory.usage.acaps(user_id=seen.user_id)


@router.get("/users")
async def list_users(memory: Annotated[Memary, Depends(admin_memory)]) -> list[str]:
    """List all users. Needs an admin's key."""
    return await memory.admin.ausers()
