"""Spaces: memory that several users share, and who belongs to it.

What is in a space is read and written by the other routes, with `?space=NAME`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path

from memary.forgetting.plan import Manifest
from memary.interfaces.server.access import WRITES, Own
from memary.interfaces.server.forms import DryRun, Invite, NameSpace
from memary.types.spaces import Grant

router = APIRouter(prefix="/spaces", tags=["spaces"])

SpaceName = Annotated[str, Path(description="the name or the id of a space", examples=["Family"])]


@router.get("")
async def list_spaces(caller: Own) -> list[Grant]:
    """List the spaces of a user, and those that they are invited to: these they have not `joined`."""
    return await caller.memory.spaces.alist(user_id=caller.user_id)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=WRITES)
async def create_space(caller: Own, body: NameSpace) -> Grant:
    """Make a space that the user owns."""
    return await caller.memory.spaces.acreate(body.name, user_id=caller.user_id)


@router.get("/{space}")
async def get_space(caller: Own, space: SpaceName) -> Grant:
    """Return a space as the user has it."""
    return await caller.memory.spaces.aget(space, user_id=caller.user_id)


@router.patch("/{space}", dependencies=WRITES)
async def rename_space(caller: Own, space: SpaceName, body: NameSpace) -> Grant:
    """Give a space another name, for all its members; its id and what is in it stay. For owners."""
    return await caller.memory.spaces.arename(space, body.name, user_id=caller.user_id)


@router.delete("/{space}", dependencies=WRITES)
async def delete_space(caller: Own, space: SpaceName, dry_run: DryRun = False) -> Manifest:
    """Forget a space with all that is in it, for all its members. For owners."""
    return await caller.memory.spaces.adelete(space, user_id=caller.user_id, dry_run=dry_run)


@router.get("/{space}/members")
async def list_members(caller: Own, space: SpaceName) -> list[Grant]:
    """List who belongs to a space, and who is invited; for those who have joined it."""
    return await caller.memory.spaces.amembers(space, user_id=caller.user_id)


@router.post("/{space}/members", dependencies=WRITES)
async def grant_space(caller: Own, space: SpaceName, body: Invite) -> Grant:
    """Invite a user to a space, or give a member another role. For owners.

    A reader recalls and looks at all of it; a writer also adds, corrects and undoes; an owner also forgets, says who
    belongs to it, and deletes it. Nothing of it reaches whoever is invited until they join.
    """
    return await caller.memory.spaces.agrant(space, body.member, body.role, user_id=caller.user_id)


@router.delete("/{space}/members/{member:path}", status_code=HTTPStatus.NO_CONTENT, dependencies=WRITES)
async def revoke_space(
    caller: Own, space: SpaceName, member: Annotated[str, Path(description="the user", examples=["ben"])]
) -> None:
    """Take a member out of a space; what they wrote stays. For owners.

    The member reads nothing of it from then on.
    """
    await caller.memory.spaces.arevoke(space, member, user_id=caller.user_id)


@router.post("/{space}/join", dependencies=WRITES)
async def join_space(caller: Own, space: SpaceName) -> Grant:
    """Join a space that the user is invited to: it is recalled beside their own memory from now on."""
    return await caller.memory.spaces.ajoin(space, user_id=caller.user_id)


@router.post("/{space}/leave", status_code=HTTPStatus.NO_CONTENT, dependencies=WRITES)
async def leave_space(caller: Own, space: SpaceName) -> None:
    """Leave a space, or decline to join it. What was shared stays in it."""
    await caller.memory.spaces.aleave(space, user_id=caller.user_id)
