"""The memory stream."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from memary.memory.changes import Changes
from memary.memory.stream import Step, StreamPeriod
from memary.memory.themes import Theme
from memary.server.access import Named
from memary.server.forms import AgentId, AsOf, KnownAt, Limit, SessionId, StreamEntry, When

router = APIRouter(tags=["stream"])

EntityName = Annotated[str | None, Query(description="only the entities of this name, alias or id")]
Since = Annotated[When | None, Query(description="from this time on")]
Until = Annotated[When | None, Query(description="before this time")]


@router.get("/stream")
async def stream(
    caller: Named,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    entity: EntityName = None,
    since: Since = None,
    until: Until = None,
    known_at: Annotated[KnownAt, Query()] = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000, description="pass over so many of the newest")] = 0,
    limit: Limit = 100,
) -> list[StreamEntry]:
    """List which entity came up when, the oldest first."""
    rows = await caller.memory.astream(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        entity=entity,
        since=since,
        until=until,
        known_at=known_at,
        offset=offset,
        limit=limit,
    )
    return [StreamEntry(at=mention.at, source_id=mention.source_id, entity=entity) for mention, entity in rows]


@router.get("/stream/timeline")
async def timeline(
    caller: Named,
    by: Annotated[Step, Query(description="what is counted by")] = "week",
    session_id: Annotated[SessionId, Query()] = None,
    entity: EntityName = None,
    since: Since = None,
    until: Until = None,
) -> list[StreamPeriod]:
    """Count what came up per day, week or month, with peaks marked."""
    return await caller.memory.atimeline(
        user_id=caller.user_id, by=by, session_id=session_id, entity=entity, since=since, until=until
    )


@router.get("/stream/themes")
async def themes(
    caller: Named,
    since: Since = None,
    as_of: Annotated[AsOf, Query()] = None,
    language: Annotated[str | None, Query(pattern="^(en|zh)$", description="of the questions")] = None,
    limit: Limit = 100,
) -> list[Theme]:
    """List recurring themes, with questions that are likely to be asked next."""
    return await caller.memory.athemes(
        user_id=caller.user_id, since=since, as_of=as_of, language=language, limit=limit
    )


@router.get("/stream/changes")
async def changes(
    caller: Named,
    since: Annotated[When, Query(description="where the later period begins and the earlier one ends")],
    until: Annotated[When | None, Query(description="the end of the later one; default: now")] = None,
    compared_since: Annotated[When | None, Query(description="the beginning of the earlier one")] = None,
) -> Changes:
    """Compare two periods: what comes up more, less, for the first time or no more."""
    return await caller.memory.achanges(
        user_id=caller.user_id, since=since, until=until, compared_since=compared_since
    )
