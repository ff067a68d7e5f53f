"""Recall: find what is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Any, cast

from memary.bounds import looked_up
from memary.facade.opened import Opened
from memary.looping import blocking, on_loop
from memary.memory.usage import spent_by
from memary.queries import View
from memary.retrieval.hits import Hit
from memary.retrieval.query import KINDS, RecallQuery
from memary.retrieval.search import Recall, search
from memary.telemetry import Operation, span
from memary.text.times import find_times
from memary.times import GivenTime
from memary.types import HitKind, Scope

_RERANKED = 30
"""How many hits a reranker sees."""


def _several(kinds: HitKind | Collection[HitKind]) -> Collection[HitKind]:
    return cast("Collection[HitKind]", {kinds} if isinstance(kinds, str) else kinds)


class Recalling(Opened):
    """The part of `Memary` that finds what is known."""

    @on_loop
    async def asearch(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        top_k: int | None = None,
        token_budget: int | None = None,
        kinds: HitKind | Collection[HitKind] = KINDS,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        temporary: Sequence[str] = (),
    ) -> list[Hit]:
        """Find what memory knows about a question, best first. No LLM is called.

        Where the question names a time that is past, facts that were true then come beside those of now; their
        `invalid_at` tells until when.

        Args:
            query: the question, or any text.
            user_id: whose memory.
            agent_id: only what was said to this agent.
            session_id: only what was said in this session.
            top_k: most hits; default: as the settings say, which is 10.
            token_budget: most tokens of the hits' texts together.
            kinds: one or several of "message", "fact", "entity", "run"; default: messages and facts.
            as_of: facts true at that time instead of now, and messages said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.
            filters: only records for which this holds, like `{"category": "food"}`; see `memary.filters`.
            include_expired: also what has expired.
            temporary: texts that take part in this search alone, before all others; nothing of them is kept.

        Raises:
            InputError: the query is empty, or an argument makes no sense.
        """
        scope = self._scope(user_id, agent_id, session_id)
        question = RecallQuery(
            text=query,
            top_k=self.settings.top_k if top_k is None else top_k,
            token_budget=token_budget,
            kinds=_several(kinds),
            view=View.of(as_of, known_at, include_expired=include_expired, filters=filters),
            temporary=temporary,
        )
        return list((await self.recall(question, scope)).hits)

    search = blocking(asearch)

    @on_loop
    async def recall(self, question: RecallQuery, scope: Scope) -> Recall:
        """Search, and return the subgraph and the linked entities with the hits.

        What the settings say comes in: the depth, the half-life, the zone that times are meant in, the reranker.
        """
        question = replace(
            question,
            zone=await self._zone_meant(question, scope),
            depth=self.settings.graph_depth,
            half_life_days=self.settings.half_life_days,
            reranked=_RERANKED if self.models.reranker else 0,
            count=self.tokens,
        )
        about = {"gen_ai.conversation.id": scope.session_id, "gen_ai.agent.id": scope.agent_id}
        with (
            spent_by(scope.user_id),
            span(Operation.SEARCH_MEMORY, user_id=scope.user_id, attributes=about) as opened,
        ):
            opened.show({"gen_ai.memory.query.text": question.text}, when=self.settings.trace_content)
            found = await search(self.store, self.models.embedder, scope, question, reranker=self.models.reranker)
            opened.note({"memary.hits": len(found.hits)})
            if self.settings.trace_content:
                records = [{"id": hit.id, "content": hit.text, "score": hit.score} for hit in found.hits]
                opened.show({"gen_ai.memory.records": records}, when=True)
            return found

    async def _zone_meant(self, question: RecallQuery, scope: Scope) -> tzinfo:
        """Return the zone in which the times of a question are meant; it is read only if the question names one."""
        if not find_times(looked_up(question.text), now=question.view.when.true_at):
            return UTC
        return (await self.azones_of(user_id=scope.user_id)).main or UTC
