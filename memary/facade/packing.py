"""The context window for the next answer, and the running summary that keeps long conversations within it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from statistics import mode
from typing import Any, Literal, TypeAlias, TypedDict

from memary.errors import InputError
from memary.facade.choices import check_choices
from memary.facade.opened import asked, just_after, wanted
from memary.facade.recall import Recalling
from memary.facade.runs import Runs
from memary.filters import And
from memary.ingestion.summarise import fold, last_messages, open_messages
from memary.looping import blocking, on_loop
from memary.memory.entities import EntityKnowledge, rank_entities
from memary.memory.identity import SELF_KEY
from memary.memory.insights import INSIGHTS
from memary.memory.runs import RunRecord
from memary.memory.usage import spent_by
from memary.personas import persona
from memary.prompts.languages import texts
from memary.retrieval.context import (
    TALK_SHARE,
    ContextParts,
    ContextWindow,
    Insert,
    beside_personas,
    newest_turns,
    pack,
)
from memary.retrieval.hits import Hit
from memary.retrieval.rewriting import completed, leans_on
from memary.retrieval.search import Recall
from memary.text import detect_language
from memary.types import EntityCount, Fact, Message, Scope, Summary, When, utc_now

History: TypeAlias = Literal["auto", "none"] | int
"""Which of a session's last messages are shown: those that no summary covers yet, none, or so many."""

_LEANT_ON = 12
"""How many of the last messages a question may lean on."""

_KNOWN_NAMES = 2_000
"""How many of the most mentioned names are recognised in what a question leans on."""

_INSIGHTS = 8


class _Times(TypedDict):
    """What was said before, known by, and not expired by then."""

    until: datetime | None
    known_at: datetime | None
    alive_at: datetime | None


def _best(hits: Sequence[Hit], shown: Collection[str], most: int) -> tuple[Hit, ...]:
    """Return the best hits; those that the last messages show anyway take no other's place."""
    others = [hit.id for hit in hits if hit.id not in shown]
    kept = {*others[:most], *(hit.id for hit in hits[:most])}
    return tuple(hit for hit in hits if hit.id in kept)


class Packing(Recalling, Runs):
    """The part of `Memary` that builds context windows."""

    @on_loop
    async def acontext(
        self,
        query: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
        budget: int | None = None,
        history: History | None = None,
        insert: Insert | None = None,
        exclude: Collection[str] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        temporary: Sequence[str] = (),
    ) -> ContextWindow:
        """Build the context window for answering a question. No language model is asked.

        Its parts are personas, top entities, insights, facts, subgraph, passages, earlier runs of a task like this,
        summary, last messages, question. A question that leans on the last messages of the session ("and her
        brother?") is completed from them for the search; the window says how in `rewritten`. Call it before the
        message is added, or exclude the message.

        Args:
            query: the question.
            user_id: whose memory.
            agent_id: recall only what was said to this agent.
            session_id: whose summary and last messages are shown.
            budget: most tokens; default: as the settings say, at most half of the chat model's window.
            history: the last messages shown: "auto" for those that no summary covers yet, "none" for neither them nor
                the summary, or how many; default: as the settings say.
            insert: where `messages()` puts memory: "system", or "user" for in front of the question; default: as the
                settings say.
            exclude: ids of messages to leave out (the question itself, when it is stored already).
            as_of: the window as it would have been at that time: facts true then, what was said by then.
            known_at: only what memory had learnt by that time, as it took it to be then.
            filters: recall only records for which this holds; the last messages are shown all the same.
            include_expired: also what has expired.
            temporary: texts that take part in this window alone, marked as such; nothing of them is kept.

        Raises:
            InputError: the query is empty, an argument makes no sense, a time lacks its zone, or the personas alone
                exceed the budget.
        """
        check_choices(history=history, insert=insert)
        user = self._scope(user_id, agent_id)
        session = self._scope(user_id, agent_id, session_id)
        limit = self.context_budget if budget is None else budget
        if limit < 1:
            raise InputError(f"The budget of {limit} tokens holds nothing: give at least 1.")
        language, when = detect_language(query), asked(as_of, known_at)
        times = _Times(until=just_after(as_of), known_at=known_at, alive_at=None if include_expired else utc_now())
        system, about_user = self._personas(language)
        free = beside_personas(limit, system, about_user, self.tokens)
        summary, said = await self._talk(session, self.settings.history if history is None else history, times)
        said = [message for message in said if message.id not in exclude]
        shown = newest_turns(said, free, self.tokens, mark=texts(language).left_out)
        counts = await self.store.mention_counts(user, **times)
        rewritten = await self._completed(query, session, counts, times, exclude)
        shown_ids = {message.id for turn in shown for message in turn}
        recall = await self.recall(
            rewritten or query,
            user,
            top_k=self.settings.top_k + len(shown_ids),
            as_of=as_of,
            exclude=exclude,
            known_at=known_at,
            filters=filters,
            include_expired=include_expired,
            temporary=temporary,
            ends_known_at=known_at or as_of,  # what was learnt later is not in the window of that time
        )
        recall = replace(recall, hits=_best(recall.hits, shown_ids, self.settings.top_k))
        parts = ContextParts(
            question=query,
            system_persona=system,
            user_persona=about_user,
            entities=self._top_entities(counts, when.true_at),
            runs=() if as_of or known_at or filters else await self._earlier_runs(rewritten or query, user),
            insights=await self._insights(user, recall, when, filters, times["alive_at"]),
            recall=recall,
            summary=summary,
            messages=said,
            language=language,
            now=when.true_at,
            zones=await self.azones_of(user_id=user_id),
            rewritten=rewritten,
            insert=insert or self.settings.insert,
        )
        return pack(parts, budget=limit, count=self.tokens)

    context = blocking(acontext)

    @on_loop
    async def afold(self, *, user_id: str, session_id: str, language: str | None = None) -> bool:
        """Fold the older messages of a session into its summary, if they have become too many; say whether.

        They are too many when they pass `eviction_rate` of the tokens that the window has for last messages. The last
        `keep_messages` stay, and a question stays with its answer. Messages are only shown shorter by it: they are
        found as before, and those whose facts are still to be extracted go on waiting for that.

        Args:
            user_id: whose memory.
            session_id: which conversation.
            language: of the summary, `en` or `zh`; default: that of most of the last messages.

        Raises:
            ModelError: the model could not be asked. Nothing has changed.
        """
        scope = self._scope(user_id, session_id=session_id)
        if language is None:
            spoken = [message.language for message in await last_messages(self.store, scope, limit=_LEANT_ON)]
            language = mode(spoken) if spoken else "en"
        free = beside_personas(self.context_budget, *self._personas(language), self.tokens)
        limit = int(free // TALK_SHARE * self.settings.eviction_rate)
        keep = self.settings.keep_messages
        with spent_by(user_id):
            return await fold(
                self.store,
                self.models.chat,
                scope,
                limit=limit,
                keep=keep,
                language=language,
                count=self.tokens,
            )

    fold = blocking(afold)

    def _top_entities(self, counts: Sequence[EntityCount], now: datetime) -> list[EntityKnowledge]:
        return rank_entities(
            counts,
            now=now,
            half_life_days=self.settings.half_life_days,
            limit=self.settings.top_entities,
            known_after=self.settings.known_after,
            new_within_days=self.settings.new_within_days,
        )

    def _personas(self, language: str) -> tuple[str, str]:
        system = persona("system", self.settings.system_persona, language=language)
        return system, persona("user", self.settings.user_persona, language=language)

    async def _talk(self, session: Scope, history: History, times: _Times) -> tuple[Summary | None, list[Message]]:
        """Return the summary and the last messages that are to be shown."""
        if history == "none":
            return None, []
        summary, said = await open_messages(self.store, session, **times)
        if history != "auto":
            said = await last_messages(self.store, session, limit=history, **times)
        return summary, said

    async def _completed(
        self,
        query: str,
        session: Scope,
        counts: Sequence[EntityCount],
        times: _Times,
        exclude: Collection[str],
    ) -> str | None:
        """Return the question with what it leans on; None if it stands alone."""
        if session.session_id is None or leans_on(query) is None:
            return None
        before = await last_messages(self.store, session, limit=_LEANT_ON + len(exclude), **times)
        names = {row.entity.name: row.entity.type for row in counts[:_KNOWN_NAMES] if row.entity.key != SELF_KEY}
        return completed(query, [message for message in before if message.id not in exclude], known=names)

    async def _earlier_runs(self, task: str, user: Scope) -> list[RunRecord]:
        return await self.aearlier_runs(task, user_id=user.user_id, agent_id=user.agent_id)

    async def _insights(
        self,
        user: Scope,
        recall: Recall,
        when: When,
        filters: Mapping[str, Any] | None,
        alive_at: datetime | None,
    ) -> list[Fact]:
        """Return what reflection has drawn: first what the question brings up, then the newest."""
        also = wanted(filters)
        where = And((INSIGHTS, also)) if also else INSIGHTS
        found = await self.store.facts(user, when=when, where=where, alive_at=alive_at, newest_first=True)
        ranks = {hit.id: rank for rank, hit in enumerate(recall.hits)}
        return sorted(found, key=lambda insight: ranks.get(insight.id, len(ranks)))[:_INSIGHTS]
