"""The memory stream."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from memary.interfaces.server.access import WRITES, Named
from memary.interfaces.server.forms import (
    AsOf,
    Expired,
    KnownAt,
    Limit,
    Narrowed,
    Pruned,
    SessionId,
    StreamEntry,
)
from memary.stream.entries import Step, StreamPeriod
from memary.stream.snapshot import Rewound
from memary.stream.themes import Theme
from memary.stream.topic_segments import THRESHOLD, TopicShift
from memary.stream.trends import Changes
from memary.times import ReadTime
from memary.types import Operation

router = APIRouter(tags=["stream"])

EntityName = Annotated[str | None, Query(description="only the entities of this name, alias or id")]
Since = Annotated[ReadTime | None, Query(description="from this time on")]
Until = Annotated[ReadTime | None, Query(description="before this time")]


class ListStream(Narrowed):
    """Which entries of the stream are listed."""

    entity: EntityName = None
    since: Since = None
    until: Until = None
    known_at: KnownAt = None
    offset: int = Field(default=0, ge=0, le=10_000_000, description="pass over so many of the newest")
    limit: Limit = 100


class RemoveEntries(BaseModel):
    """Which entries of the stream go."""

    entity: EntityName = None
    source_id: str | None = Field(default=None, description="what came up in this message")
    session_id: SessionId = None
    since: Since = None
    until: Until = None
    index: int | None = Field(default=None, description="of these the one at this place: 0 the oldest, -1 the newest")
    include_expired: Expired = False


class CountStream(Narrowed):
    """Which entries of the stream are counted, and by what."""

    by: Step = Field(default="week", description="what is counted by")
    entity: EntityName = None
    since: Since = None
    until: Until = None


class FindShifts(Narrowed):
    """Where shifts of topic are looked for."""

    since: Since = None
    until: Until = None
    threshold: float = Field(default=THRESHOLD, ge=0, le=1, description="how far apart two sessions are at least")


class FindThemes(Narrowed):
    """Where themes are looked for."""

    since: Since = None
    as_of: AsOf = None
    known_at: KnownAt = None
    language: str | None = Field(default=None, description="of the questions: the code of one that memary writes in")
    limit: Limit = 100


class ComparePeriods(Narrowed):
    """Two periods to compare."""

    since: ReadTime = Field(description="where the later period begins and the earlier one ends")
    until: ReadTime | None = Field(default=None, description="the end of the later one; default: now")
    compared_since: ReadTime | None = Field(default=None, description="the beginning of the earlier one")


@router.get("/stream")
async def stream(caller: Named, asked: Annotated[ListStream, Query()]) -> list[StreamEntry]:
    """List which entity came up when, the oldest first."""
    rows = await caller.memory.stream.aentries(user_id=caller.user_id, **dict(asked))
    return [StreamEntry(at=mention.at, source_id=mention.source_id, entity=entity) for mention, entity in rows]


@router.delete("/stream", dependencies=WRITES)
async def prune_stream(
    caller: Named,
    older_than: Annotated[float | None, Query(ge=0, description="days: entries older than that")] = None,
    before: Annotated[ReadTime | None, Query(description="entries before this time")] = None,
    confirm: Annotated[str | None, Query(description="the name of the user or space, for all entries")] = None,
) -> Pruned:
    """Take entries out of the stream for good: old ones, or all. Messages, entities and facts stay."""
    stream, whose = caller.memory.stream, caller.user_id
    if older_than is before is None and confirm == caller.whose:
        return Pruned(removed=await stream.aclear(user_id=whose))
    return Pruned(removed=await stream.aprune(user_id=whose, older_than=older_than, before=before))


@router.delete("/stream/entries", dependencies=WRITES)
async def remove_entries(caller: Named, asked: Annotated[RemoveEntries, Query()]) -> Operation:
    """Take entries out of the stream: those that meet all conditions.

    Returns the row of the ledger, for undoing it.
    """
    return await caller.memory.stream.aremove(user_id=caller.user_id, **dict(asked))


@router.get("/stream/timeline")
async def timeline(caller: Named, asked: Annotated[CountStream, Query()]) -> list[StreamPeriod]:
    """Count what came up per day, week or month, with peaks marked."""
    return await caller.memory.stream.atimeline(user_id=caller.user_id, **dict(asked))


@router.get("/stream/shifts")
async def topic_shifts(caller: Named, asked: Annotated[FindShifts, Query()]) -> list[TopicShift]:
    """List where the talk turned to another topic: between sessions, or within the one that is named."""
    return await caller.memory.stream.atopic_shifts(user_id=caller.user_id, **dict(asked))


@router.get("/stream/themes")
async def themes(caller: Named, asked: Annotated[FindThemes, Query()]) -> list[Theme]:
    """List recurring themes, with questions that are likely to be asked next."""
    return await caller.memory.stream.athemes(user_id=caller.user_id, **dict(asked))


@router.get("/stream/changes")
async def changes(caller: Named, asked: Annotated[ComparePeriods, Query()]) -> Changes:
    """Compare two periods: what comes up more, less, for the first time or no more."""
    return await caller.memory.stream.achanges(user_id=caller.user_id, **dict(asked))


@router.get("/stream/rewind")
async def rewind(
    caller: Named,
    as_of: Annotated[ReadTime, Query(description="the time to go back to", examples=["2026-05-01T00:00:00Z"])],
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
    limit: Limit = 20,
) -> Rewound:
    """Return stream, knowledge store and facts as they were at a time, beside what they are now."""
    return await caller.memory.stream.arewind(
        as_of, user_id=caller.user_id, known_at=known_at, include_expired=include_expired, limit=limit
    )
