"""What memory concludes: profile, insights, reflection."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from memary.interfaces.server.access import WRITES, Named
from memary.interfaces.server.forms import AsOf, KnownAt, Reflect
from memary.reflection.insights import ReflectionReport
from memary.reflection.person.profile import Profile
from memary.types import Fact

router = APIRouter(tags=["people"])


@router.get("/profile")
async def profile(
    caller: Named,
    about: Annotated[str | None, Query(description="another person; default: the user")] = None,
    language: Annotated[
        str | None, Query(description="of the headings: the code of one that memary writes in")
    ] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
) -> Profile:
    """Tell what memory knows about a person, in sections; each line with its sources."""
    return await caller.memory.insights.aprofile(
        user_id=caller.user_id, about=about, language=language, as_of=as_of, known_at=known_at
    )


@router.get("/insights")
async def insights(
    caller: Named,
    include_past: Annotated[bool, Query(description="also those that do not hold any more")] = False,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
) -> list[Fact]:
    """List what was concluded from facts."""
    return await caller.memory.insights.alist(
        user_id=caller.user_id, include_past=include_past, as_of=as_of, known_at=known_at
    )


@router.post("/reflect", dependencies=WRITES)
async def reflect(caller: Named, body: Reflect | None = None) -> ReflectionReport:
    """Draw insights from what was learnt since the last time; the worker does it by itself, too."""
    return await caller.memory.insights.areflect(user_id=caller.user_id, **dict(body or Reflect()))
