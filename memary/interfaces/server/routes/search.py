"""Recall: search and context windows. No language model is asked."""

from __future__ import annotations

from fastapi import APIRouter

from memary.interfaces.server.access import Named
from memary.interfaces.server.forms import AskContext, Context, Search, context_of
from memary.retrieval.hits import Hit
from memary.types import Record

router = APIRouter(tags=["recall"])


@router.post("/search")
async def search(caller: Named, body: Search) -> list[Hit]:
    """Find what memory knows about a question, best first."""
    return await caller.memory.asearch(**dict(body), user_id=caller.user_id)


@router.post("/context", response_model=Context)
async def context(caller: Named, body: AskContext) -> Record:
    """Build the context window for answering a question, within a budget of tokens."""
    return context_of(await caller.memory.acontext(**dict(body), user_id=caller.user_id))
