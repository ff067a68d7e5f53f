"""Recall: search, and the context window for the next answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from memary.facade.opened import Opened, asked, just_after, wanted
from memary.ingestion.summarise import fold, open_messages
from memary.looping import blocking, on_loop
from memary.memory.entities import rank_entities
from memary.memory.usage import spent_by
from memary.personas import persona
from memary.retrieval.context import ContextParts, ContextWindow, pack
from memary.retrieval.hits import Hit
from memary.retrieval.query import KINDS, Query
from memary.retrieval.search import Recall, search
from memary.text import count_tokens, detect_language
from memary.types import (
    HitKind,
    Message,
    Scope,
    utc_now,
)

_RERANKED = 30
"""How many hits a reranker sees."""

_HISTORY = 50
"""How many of a session's last messages are looked at for the context window."""


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
        kinds: Collection[HitKind] = KINDS,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        temporary: Sequence[str] = (),
    ) -> list[Hit]:
        """Find what memory knows about a question, best first. No LLM is called.

        Args:
            query: the question, or any text.
            user_id: whose memory.
            agent_id: only what was said to this agent.
            session_id: only what was said in this session.
            top_k: most hits; default: as the settings say, which is 10.
            token_budget: most tokens of the hits' texts together.
            kinds: any of "message", "fact", "entity", "run"; default: messages and facts.
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
            kinds,
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
    ) -> Recall:
        """Search, and return the subgraph and the linked entities with the hits."""
        question = Query(
            text=query,
            top_k=self.settings.top_k if top_k is None else top_k,
            token_budget=token_budget,
            kinds=kinds,
            when=asked(as_of, known_at),
            until=just_after(as_of),
            depth=self.settings.graph_depth,
            exclude=exclude,
            where=wanted(filters),
            alive_at=None if include_expired else utc_now(),
            half_life_days=self.settings.half_life_days,
            temporary=temporary,
            reranked=_RERANKED if self.models.reranker else 0,
        )
        with spent_by(scope.user_id):
            return await search(self.store, self.models.embedder, scope, question, reranker=self.models.reranker)

    @on_loop
    async def acontext(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        budget: int | None = None,
        exclude: Collection[str] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        temporary: Sequence[str] = (),
    ) -> ContextWindow:
        """Build the context window for answering a question: personas, entities, facts, subgraph, talk, question.

        Args:
            query: the question.
            user_id: whose memory.
            agent_id: recall only what was said to this agent.
            session_id: whose summary and last messages are shown.
            budget: most tokens; default: as the settings say, at most half of the chat model's window.
            exclude: ids of messages to leave out (the question itself, when it is stored already).
            as_of: the window as it would have been at that time: facts true then, what was said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.
            filters: recall only records for which this holds; the last messages are shown all the same.
            include_expired: also what has expired.
            temporary: texts that take part in this window alone, marked as such; nothing of them is kept.

        Raises:
            InputError: the query is empty, a time lacks its zone, or personas and query alone exceed the budget.
        """
        user = self._scope(user_id, agent_id)
        session = self._scope(user_id, agent_id, session_id)
        limit = budget or self.context_budget
        language = detect_language(query)
        when = asked(as_of, known_at)
        summary, messages = await open_messages(
            self.store,
            session,
            limit=_HISTORY,
            until=just_after(as_of),
            known_at=known_at,
            alive_at=None if include_expired else utc_now(),
        )
        shown = [message for message in messages if message.id not in exclude]
        recall = await self.recall(
            query,
            user,
            as_of=as_of,
            exclude=exclude,
            known_at=known_at,
            filters=filters,
            include_expired=include_expired,
            temporary=temporary,
        )
        counts = await self.store.mention_counts(
            user, until=just_after(as_of), known_at=known_at, alive_at=None if include_expired else utc_now()
        )
        now = when.true_at
        parts = ContextParts(
            question=query,
            system_persona=persona("system", self.settings.system_persona, language=language),
            user_persona=persona("user", self.settings.user_persona, language=language),
            entities=rank_entities(
                counts, now=now, half_life_days=self.settings.half_life_days, limit=self.settings.top_entities
            ),
            recall=recall,
            summary=summary,
            messages=_newest_within(shown, limit // 2),
            language=language,
            now=now,
            zone=self.zone,
        )
        return pack(parts, budget=limit)

    context = blocking(acontext)

    @on_loop
    async def afold(self, *, user_id: str, session_id: str, language: str = "en") -> bool:
        """Fold the older messages of a session into its summary, if they have become too many; say whether."""
        limit = int(self.context_budget // 2 * self.settings.eviction_rate)
        scope = Scope(user_id=user_id, session_id=session_id)
        keep = self.settings.keep_messages
        with spent_by(user_id):
            return await fold(self.store, self.models.chat, scope, limit=limit, keep=keep, language=language)

    fold = blocking(afold)


def _newest_within(messages: Sequence[Message], tokens: int) -> list[Message]:
    """Return the newest whole messages that fit, oldest first."""
    kept: list[Message] = []
    for message in reversed(messages):
        tokens -= count_tokens(message.content)
        if tokens < 0:
            break
        kept.append(message)
    return kept[::-1]
