"""The memory stream."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from memary.memory.changes import Changes
from memary.memory.rewind import Rewound
from memary.memory.shifts import THRESHOLD, TopicShift
from memary.memory.stream import Step, StreamPeriod
from memary.memory.themes import Theme
from memary.server.access import Named
from memary.server.forms import AgentId, AsOf, Expired, KnownAt, Limit, SessionId, StreamEntry, When

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
    include_expired: Annotated[Expired, Query()] = False,
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
        include_expired=include_expired,
        offset=offset,
        limit=limit,
    )
    return [StreamEntry(at=mention.at, source_id=mention.source_id, entity=entity) for mention, entity in rows]


@router.get("/stream/timeline")
async def timeline(
    caller: Named,
    by: Annotated[Step, Query(description="what is counted by")] = "week",
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    entity: EntityName = None,
    since: Since = None,
    until: Until = None,
    include_expired: Annotated[Expired, Query()] = False,
) -> list[StreamPeriod]:
    """Count what came up per day, week or month, with peaks marked."""
    return await caller.memory.atimeline(
        user_id=caller.user_id,
        by=by,
        agent_id=agent_id,
        session_id=session_id,
        entity=entity,
        since=since,
        until=until,
        include_expired=include_expired,
    )


@router.get("/stream/shifts")
async def topic_shifts(
    caller: Named,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    since: Since = None,
    until: Until = None,
    threshold: Annotated[float, Query(ge=0, le=1, description="how far apart two sessions are at least")] = THRESHOLD,
    include_expired: Annotated[Expired, Query()] = False,
) -> list[TopicShift]:
    """List where the talk turned to another topic: between sessions, or within the one that is named."""
    return await caller.memory.atopic_shifts(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        since=since,
        until=until,
        threshold=threshold,
        include_expired=include_expired,
    )


@router.get("/stream/themes")
async def themes(
    caller: Named,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    since: Since = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
    language: Annotated[str | None, Query(pattern="^(en|zh)$", description="of the questions")] = None,
    limit: Limit = 100,
) -> list[Theme]:
    """List recurring themes, with questions that are likely to be asked next."""
    return await caller.memory.athemes(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        since=since,
        as_of=as_of,
        known_at=known_at,
        include_expired=include_expired,
        language=language,
        limit=limit,
    )


@router.get("/stream/changes")
async def changes(
    caller: Named,
    since: Annotated[When, Query(description="where the later period begins and the earlier one ends")],
    until: Annotated[When | None, Query(description="the end of the later one; default: now")] = None,
    compared_since: Annotated[When | None, Query(description="the beginning of the earlier one")] = None,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
) -> Changes:
    """Compare two periods: what comes up more, less, for the first time or no more."""
    return await caller.memory.achanges(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        since=since,
        until=until,
        compared_since=compared_since,
        include_expired=include_expired,
    )


@router.get("/stream/rewind")
async def rewind(
    caller: Named,
    as_of: Annotated[When, Query(description="the time to go back to", examples=["2026-05-01T00:00:00Z"])],
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
    limit: Limit = 20,
) -> Rewound:
    """Return stream, knowledge store and facts as they were at a time, beside what they are now."""
    return await caller.memory.arewind(
        as_of, user_id=caller.user_id, known_at=known_at, include_expired=include_expired, limit=limit
    )
