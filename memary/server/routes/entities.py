"""Entities: the knowledge store and the graph."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from memary.memory.categories import CategoryCount
from memary.memory.entities import EntityKnowledge
from memary.memory.forgetting import Manifest
from memary.server.access import WRITES, Named
from memary.server.forms import AgentId, AsOf, Expired, KeepMessages, KnownAt, Limit, Merge, SessionId
from memary.server.routes.records import record
from memary.types import Entity, Operation, Subgraph

router = APIRouter(tags=["entities"])

EntityId = Annotated[str, Path(description="the id of an entity")]


@router.get("/entities")
async def list_entities(
    caller: Named,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
    category: Annotated[str | None, Query(description="only this category")] = None,
    known: Annotated[bool | None, Query(description="only what the user knows well, or does not")] = None,
    new: Annotated[bool | None, Query(description="only what came up first of late, or did not")] = None,
    half_life_days: Annotated[
        float | None, Query(gt=0, allow_inf_nan=False, description="days after which a score is half")
    ] = None,
    limit: Limit = 100,
) -> list[EntityKnowledge]:
    """List who and what memory knows, with count, recency and score, the best known first."""
    return await caller.memory.aentities(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        as_of=as_of,
        known_at=known_at,
        include_expired=include_expired,
        category=category,
        known=known,
        new=new,
        half_life_days=half_life_days,
        limit=limit,
    )


@router.get("/entities/{entity_id}")
async def get_entity(caller: Named, entity_id: EntityId) -> Entity:
    """Return an entity."""
    return await record(caller, entity_id, Entity)


@router.delete("/entities/{entity_id}", dependencies=WRITES)
async def delete_entity(caller: Named, entity_id: EntityId, keep_messages: KeepMessages = False) -> Manifest:
    """Forget an entity for good, with its facts and the messages that mention it.

    All other facts that only these messages state go with them. `keep_messages` leaves both.
    """
    await record(caller, entity_id, Entity)
    return await caller.memory.adelete(entity_id, user_id=caller.user_id, with_sources=not keep_messages)


@router.post("/merges", dependencies=WRITES)
async def merge_entities(caller: Named, body: Merge) -> Operation:
    """Make two entities one. Returns the row of the ledger, by which it can be undone."""
    return await caller.memory.amerge(user_id=caller.user_id, actor="user", **dict(body))


@router.get("/categories")
async def list_categories(
    caller: Named,
    agent_id: Annotated[AgentId, Query()] = None,
    session_id: Annotated[SessionId, Query()] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
) -> list[CategoryCount]:
    """List the categories of entities, the one that came up most first."""
    return await caller.memory.acategories(
        user_id=caller.user_id,
        agent_id=agent_id,
        session_id=session_id,
        as_of=as_of,
        known_at=known_at,
        include_expired=include_expired,
    )


@router.get("/graph")
async def graph(
    caller: Named,
    about: Annotated[str, Query(description="the name or alias of an entity", examples=["Berlin"])],
    depth: Annotated[int | None, Query(ge=1, le=4, description="how many steps away; default: 2")] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
) -> Subgraph:
    """Return the subgraph around an entity."""
    return await caller.memory.agraph(
        about,
        user_id=caller.user_id,
        depth=depth,
        as_of=as_of,
        known_at=known_at,
        include_expired=include_expired,
    )
