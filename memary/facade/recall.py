"""Recall: find what is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, cast

from memary.bounds import QUERY_CHARS
from memary.facade.opened import Opened, asked, just_after, wanted
from memary.looping import blocking, on_loop
from memary.memory.usage import spent_by
from memary.retrieval.hits import Hit
from memary.retrieval.query import KINDS, Query
from memary.retrieval.search import Recall, search
from memary.telemetry import Operation, span
from memary.text.times import find_times
from memary.types import HitKind, Scope, When, utc_now

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
        as_of: datetime | None = None,
        known_at: datetime | None = None,
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
        found = await self.recall(
            query,
            scope,
            top_k,
            token_budget,
            _several(kinds),
            as_of,
            known_at=known_at,
            filters=filters,
            include_expired=include_expired,
            temporary=temporary,
        )
        return list(found.hits)

    search = blocking(asearch)

    @on_loop
    async def recall(
        self,
        query: str,
        scope: Scope,
        top_k: int | None = None,
        token_budget: int | None = None,
        kinds: Collection[HitKind] = KINDS,
        as_of: datetime | None = None,
        exclude: Collection[str] = (),
        known_at: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        temporary: Sequence[str] = (),
        ends_known_at: datetime | None = None,
    ) -> Recall:
        """Search, and return the subgraph and the linked entities with the hits.

        The ends of facts are those known at `ends_known_at`; default: at `known_at`, or now.
        """
        when = asked(as_of, known_at)
        question = Query(
            text=query,
            top_k=self.settings.top_k if top_k is None else top_k,
            token_budget=token_budget,
            kinds=kinds,
            when=when,
            zone=await self._zone_meant(query, scope, when),
            until=just_after(as_of),
            ends_known_at=ends_known_at,
            depth=self.settings.graph_depth,
            exclude=exclude,
            where=wanted(filters),
            alive_at=None if include_expired else utc_now(),
            half_life_days=self.settings.half_life_days,
            temporary=temporary,
            reranked=_RERANKED if self.models.reranker else 0,
            count=self.tokens,
        )
        about = {"gen_ai.conversation.id": scope.session_id, "gen_ai.agent.id": scope.agent_id}
        with (
            spent_by(scope.user_id),
            span(Operation.SEARCH_MEMORY, user_id=scope.user_id, attributes=about) as opened,
        ):
            opened.show({"gen_ai.memory.query.text": query}, when=self.settings.trace_content)
            found = await search(self.store, self.models.embedder, scope, question, reranker=self.models.reranker)
            opened.note({"memary.hits": len(found.hits)})
            if self.settings.trace_content:
                records = [{"id": hit.id, "content": hit.text, "score": hit.score} for hit in found.hits]
                opened.show({"gen_ai.memory.records": records}, when=True)
            return found

    async def _zone_meant(self, query: str, scope: Scope, when: When) -> tzinfo:
        """Return the zone in which the times of a question are meant; it is read only if the question names one."""
        if not find_times(query[:QUERY_CHARS], now=when.true_at):
            return UTC
        return (await self.azones_of(user_id=scope.user_id)).main or UTC
