"""Recall: find what is known, as the settings say."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, tzinfo

from memary.api.core import MemoryCore
from memary.checks.bounds import looked_up
from memary.retrieval.query import RecallQuery
from memary.retrieval.search import SearchResult, search
from memary.telemetry import Operation, span
from memary.text.times import find_times
from memary.types import Scope
from memary.usage.ledger import attribute_usage

_RERANKED = 30
"""How many hits a reranker sees."""


async def recall(core: MemoryCore, question: RecallQuery, scope: Scope) -> SearchResult:
    """Search, and return the subgraph and the linked entities with the hits.

    What the settings say comes in: the depth, the half-life, the zone that times are meant in, the
    reranker, whether further names are asked for.
    """
    question = replace(
        question,
        zone=await _zone_meant(core, question, scope),
        depth=core.settings.graph_depth,
        half_life_days=core.settings.half_life_days,
        reranked=_RERANKED if core.models.reranker else 0,
        synonyms=core.synonyms,
        count=core.tokens,
    )
    about = {"gen_ai.conversation.id": scope.session_id, "gen_ai.agent.id": scope.agent_id}
    with (
        attribute_usage(scope.user_id),
        span(Operation.SEARCH_MEMORY, user_id=scope.user_id, attributes=about) as opened,
    ):
        opened.show({"gen_ai.memory.query.text": question.text}, when=core.settings.trace_content)
        found = await search(core.store, core.models.embedder, scope, question, reranker=core.models.reranker)
        opened.note({"memary.hits": len(found.hits)})
        if core.settings.trace_content:
            records = [{"id": hit.id, "content": hit.text, "score": hit.score} for hit in found.hits]
            opened.show({"gen_ai.memory.records": records}, when=True)
        return found


async def _zone_meant(core: MemoryCore, question: RecallQuery, scope: Scope) -> tzinfo:
    """Return the zone in which the times of a question are meant; it is read only if the question names one."""
    if not find_times(looked_up(question.text), now=question.view.when.true_at):
        return UTC
    return (await core.zones_of(scope.user_id)).main or UTC
