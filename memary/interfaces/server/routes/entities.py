"""Entities: the knowledge store and the graph."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from memary.api.recall.graph_check import GraphCheck
from memary.facts.evidence_map import MemoryMap
from memary.forgetting.plan import Manifest
from memary.interfaces.server.access import WRITES, Named
from memary.interfaces.server.forms import (
    AgentId,
    AsOf,
    Categorize,
    Distinction,
    DryRun,
    Expired,
    KeepMessages,
    KnownAt,
    Limit,
    Merge,
    Narrowed,
)
from memary.resolution.names.duplicates import Duplicate
from memary.retrieval.question.near_names import NearName
from memary.stream.categories import CategoryCount
from memary.stream.ranking import EntityKnowledge
from memary.types import Entity, Operation, Subgraph

router = APIRouter(tags=["entities"])

EntityId = Annotated[str, Path(description="the id of an entity")]


class ListCategories(Narrowed):
    """Whose categories are listed, and as of when."""

    as_of: AsOf = None
    known_at: KnownAt = None


class ListEntities(ListCategories):
    """Which entities are listed."""

    category: str | None = Field(default=None, description="only this category")
    known: bool | None = Field(default=None, description="only what the user knows well, or does not")
    new: bool | None = Field(default=None, description="only what came up first of late, or did not")
    half_life_days: float | None = Field(
        default=None, gt=0, allow_inf_nan=False, description="days after which a score is half"
    )
    limit: Limit = 100


@router.get("/entities")
async def list_entities(caller: Named, asked: Annotated[ListEntities, Query()]) -> list[EntityKnowledge]:
    """List who and what memory knows, with count, recency and score, the best known first."""
    return await caller.memory.entities.alist(user_id=caller.user_id, **dict(asked))


@router.get("/near-names")
async def list_near_names(caller: Named, text: Annotated[str, Query(description="a question")]) -> list[NearName]:
    """List the names in a question of whom nothing is known, with what is known and spelt nearly so."""
    return await caller.memory.entities.anear(text, user_id=caller.user_id)


@router.get("/entities/{entity_id}")
async def get_entity(caller: Named, entity_id: EntityId) -> Entity:
    """Return an entity."""
    return await caller.memory.entities.aget(entity_id, user_id=caller.user_id)


@router.delete("/entities/{entity_id}", dependencies=WRITES)
async def delete_entity(
    caller: Named, entity_id: EntityId, keep_messages: KeepMessages = False, dry_run: DryRun = False
) -> Manifest:
    """Forget an entity for good, with its facts and the words of messages that tell of it.

    What these say of others stays. `keep_messages` leaves the messages as they are.
    """
    return await caller.memory.entities.adelete(
        entity_id, user_id=caller.user_id, with_sources=not keep_messages, dry_run=dry_run
    )


@router.patch("/entities/{entity_id}", dependencies=WRITES)
async def categorize_entity(caller: Named, entity_id: EntityId, body: Categorize) -> Operation:
    """Say which categories an entity is in. Returns the row of the ledger, for undoing it."""
    return await caller.memory.entities.acategorize(entity_id, user_id=caller.user_id, **dict(body))


@router.post("/merges", dependencies=WRITES)
async def merge_entities(caller: Named, body: Merge) -> Operation:
    """Make two entities one. Returns the row of the ledger, by which it can be undone."""
    return await caller.memory.entities.amerge(user_id=caller.user_id, actor="user", **dict(body))


@router.get("/duplicates")
async def list_duplicates(caller: Named, limit: Annotated[Limit, Query()] = 100) -> list[Duplicate]:
    """List pairs of entities that may be one, the likeliest first.

    Answer with `/merges` or `/distinctions`.
    """
    return await caller.memory.entities.aduplicates(user_id=caller.user_id, limit=limit)


@router.post("/distinctions", dependencies=WRITES)
async def distinguish_entities(caller: Named, body: Distinction) -> Operation:
    """Keep two entities apart: they are not offered as one again.

    Returns the row of the ledger, for undoing it.
    """
    return await caller.memory.entities.adistinguish(user_id=caller.user_id, actor="user", **dict(body))


@router.get("/categories")
async def list_categories(caller: Named, asked: Annotated[ListCategories, Query()]) -> list[CategoryCount]:
    """List the categories of entities, the one that came up most first."""
    return await caller.memory.entities.acategories(user_id=caller.user_id, **dict(asked))


@router.get("/graph")
async def graph(
    caller: Named,
    about: Annotated[str, Query(description="the name or alias of an entity", examples=["Berlin"])],
    depth: Annotated[int | None, Query(ge=1, le=4, description="how many steps away; default: 2")] = None,
    as_of: Annotated[AsOf, Query()] = None,
    known_at: Annotated[KnownAt, Query()] = None,
    include_expired: Annotated[Expired, Query()] = False,
    explain: Annotated[bool, Query(description="also return the statements that found it")] = False,
) -> Subgraph:
    """Return the subgraph around an entity."""
    return await caller.memory.entities.agraph(
        about,
        user_id=caller.user_id,
        depth=depth,
        as_of=as_of,
        known_at=known_at,
        include_expired=include_expired,
        explain=explain,
    )


@router.get("/graph/check")
async def check_graph(
    caller: Named,
    question: Annotated[str, Query(description="what may be known", examples=["Where does Mia work?"])],
    agent_id: Annotated[AgentId, Query()] = None,
) -> GraphCheck:
    """Tell whether the graph knows something of a question, with the statements that ran."""
    return await caller.memory.entities.acheck(question, user_id=caller.user_id, agent_id=agent_id)


@router.get("/map")
async def memory_map(caller: Named, limit: Limit = 200) -> MemoryMap:
    """Return the newest current facts and all insights, with what they rest on, as nodes and edges."""
    return await caller.memory.entities.amap(user_id=caller.user_id, limit=limit)


@router.get("/map/{record_id}")
async def related(
    caller: Named,
    record_id: Annotated[str, Path(description="the id of a message, fact, insight or entity")],
    depth: Annotated[int, Query(ge=1, le=4, description="how many steps away")] = 2,
) -> MemoryMap:
    """Return what a record is linked with: what it rests on, what was concluded from it, what it replaced."""
    return await caller.memory.entities.arelated(record_id, user_id=caller.user_id, depth=depth)
