"""The context window for the next answer, and the running summary that keeps long conversations within it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from statistics import mode
from typing import Any, Literal, TypeAlias

from memary.bounds import QUERY_CHARS
from memary.errors import InputError
from memary.facade.ranking import Ranking
from memary.facade.recall import Recalling
from memary.facade.runs import Runs
from memary.faults import shown
from memary.ingestion.summarise import fold, last_messages, open_messages
from memary.languages import spoken, texts
from memary.looping import blocking, on_loop
from memary.memory.identity import SELF_KEY
from memary.memory.insights import INSIGHTS
from memary.memory.runs import RunRecord
from memary.memory.usage import spent_by
from memary.personas import persona
from memary.queries import CountQuery, FactQuery, View
from memary.retrieval.context import (
    ContextParts,
    ContextWindow,
    Insert,
    pack,
)
from memary.retrieval.hits import Hit
from memary.retrieval.last_turns import LastTurns, beside_personas, last_turns
from memary.retrieval.query import RecallQuery
from memary.retrieval.rewriting import completed, leans_on
from memary.retrieval.search import Recall
from memary.text import detect_language
from memary.times import GivenTime
from memary.types import FOREVER, EntityCount, Fact, Message, Scope, Summary

History: TypeAlias = Literal["auto", "none"] | int
"""Which of a session's last messages are shown: those that no summary covers yet, none, or so many."""

_LEANT_ON = 12
"""How many of the last messages a question may lean on."""

_KNOWN_NAMES = 2_000
"""How many of the most mentioned names are recognised in what a question leans on."""

_INSIGHTS = 8


def _best(hits: Sequence[Hit], shown: Collection[str], most: int) -> tuple[Hit, ...]:
    """Return the best hits; those that the last messages show anyway take no other's place."""
    others = [hit.id for hit in hits if hit.id not in shown]
    kept = {*others[:most], *(hit.id for hit in hits[:most])}
    return tuple(hit for hit in hits if hit.id in kept)


def _told_at(view: View) -> datetime | None:
    """Return by when the ends of facts are told: what was learnt later is not in a window of that time."""
    if view.is_of_now:
        return None
    return view.known_at if view.known_at < FOREVER else view.true_at


class Packing(Recalling, Ranking, Runs):
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
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
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
            budget: most tokens; default: `eviction_rate` of the chat model's window, or `context_tokens` if less.
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
        if isinstance(history, int) and history < 1:
            raise InputError(f"history is {shown(history)}: give 'auto', 'none' or a number from 1.")
        user = self._scope(user_id, agent_id)
        session = self._scope(user_id, agent_id, session_id)
        limit, language = self._limit(budget), detect_language(query)
        view = View.of(as_of, known_at, include_expired=include_expired, filters=filters)
        unfiltered = replace(view, where=None)
        history = self.settings.history if history is None else history
        summary, said = await self._said(session, history, unfiltered)
        said = [message for message in said if message.id not in exclude]
        talk = self._last_turns(said, summary, budget=limit, language=language)
        counted = CountQuery(user, view=unfiltered)
        counts = await self.store.read(counted)
        rewritten = await self._completed(query, session, counts, unfiltered, exclude)
        question = RecallQuery(
            text=rewritten or query,
            top_k=self.settings.top_k,
            exclude=exclude,
            temporary=temporary,
            view=view,
            ends_known_at=_told_at(view),
        )
        recall = await self._beside(talk, question, user)
        system, about_user = self._personas(language)
        parts = ContextParts(
            question=query,
            system_persona=system,
            user_persona=about_user,
            entities=await self._ranked(counted, counts, limit=self.settings.top_entities),
            runs=await self._earlier_runs(question.text, user) if view.is_of_now and not filters else (),
            insights=await self._insights(user, recall, view),
            recall=recall,
            summary=summary,
            messages=said,
            language=language,
            now=view.when.true_at,
            zones=await self.azones_of(user_id=user_id),
            rewritten=rewritten,
            insert=insert or self.settings.insert,
        )
        return pack(parts, budget=limit, count=self.tokens, talk=talk)

    context = blocking(acontext)

    @on_loop
    async def afold(
        self, *, user_id: str, session_id: str, language: str | None = None, budget: int | None = None
    ) -> bool:
        """Fold the older messages of a session into its summary, if they have become too many; say whether.

        They are too many when a context window would not show all of them: when, with the personas, the summary and
        the room that is kept for what is recalled and for the question, they would pass `eviction_rate` of the
        model's window, or `context_tokens`. The last `keep_messages` stay if there is room for them, and a question
        stays with its answer. Messages are only shown shorter by it: they are found as before, and those whose facts
        are still to be extracted go on waiting for that.

        Args:
            user_id: whose memory.
            session_id: which conversation.
            language: of the summary, `en` or `zh`; default: that of most of the last messages.
            budget: most tokens of the windows that the conversation is shown in, where `context` is given one.

        Raises:
            InputError: the budget makes no sense.
            ModelError: the model could not be asked. Nothing has changed.
        """
        scope, limit = self._scope(user_id, session_id=session_id), self._limit(budget)
        if language is None:
            spoken = [message.language for message in await last_messages(self.store, scope, limit=_LEANT_ON)]
            language = mode(spoken) if spoken else "en"

        def shown(messages: Sequence[Message], summary: Summary | None) -> int:
            return len(self._last_turns(messages, summary, budget=limit, language=language).messages)

        with spent_by(user_id):
            return await fold(
                self.store,
                self.models.chat,
                scope,
                shown=shown,
                keep=self.settings.keep_messages,
                language=language,
                count=self.tokens,
            )

    fold = blocking(afold)

    def _limit(self, budget: int | None) -> int:
        limit = self.context_budget if budget is None else budget
        if limit < 1:
            raise InputError(f"The budget of {limit} tokens holds nothing: give at least 1.")
        return limit

    def _last_turns(
        self, messages: Sequence[Message], summary: Summary | None, *, budget: int, language: str
    ) -> LastTurns:
        """Return what a window of this budget shows of a conversation; the language is that of marks alone."""
        free = beside_personas(budget, map(self._personas, spoken()), self.tokens)
        return last_turns(messages, summary, free=free, count=self.tokens, mark=texts(language).left_out)

    async def _beside(self, talk: LastTurns, question: RecallQuery, user: Scope) -> Recall:
        """Recall what belongs beside the last messages; what they show anyway takes no other's place."""
        shown = {message.id for message in talk.messages}
        recall = await self.recall(replace(question, top_k=question.top_k + len(shown)), user)
        return replace(recall, hits=_best(recall.hits, shown, question.top_k))

    def _personas(self, language: str) -> tuple[str, str]:
        system = persona("system", self.settings.system_persona, language=language)
        return system, persona("user", self.settings.user_persona, language=language)

    async def _said(self, session: Scope, history: History, view: View) -> tuple[Summary | None, list[Message]]:
        """Return the summary and the last messages that are to be shown."""
        if history == "none":
            return None, []
        summary, said = await open_messages(self.store, session, view)
        if history != "auto":
            said = await last_messages(self.store, session, limit=history, view=view)
        return summary, said

    async def _completed(
        self,
        query: str,
        session: Scope,
        counts: Sequence[EntityCount],
        view: View,
        exclude: Collection[str],
    ) -> str | None:
        """Return the question with what it leans on; None if it stands alone, as each does that is too long."""
        if session.session_id is None or len(query) > QUERY_CHARS or leans_on(query) is None:
            return None
        before = await last_messages(self.store, session, limit=_LEANT_ON + len(exclude), view=view)
        names = {row.entity.name: row.entity.type for row in counts[:_KNOWN_NAMES] if row.entity.key != SELF_KEY}
        return completed(query, [message for message in before if message.id not in exclude], known=names)

    async def _earlier_runs(self, task: str, user: Scope) -> list[RunRecord]:
        return await self.aearlier_runs(task, user_id=user.user_id, agent_id=user.agent_id)

    async def _insights(self, user: Scope, recall: Recall, view: View) -> list[Fact]:
        """Return what reflection has drawn: first what the question brings up, then the newest."""
        found = await self.store.read(FactQuery(user, newest_first=True, view=view.narrowed(INSIGHTS)))
        ranks = {hit.id: rank for rank, hit in enumerate(recall.hits)}
        return sorted(found, key=lambda insight: ranks.get(insight.id, len(ranks)))[:_INSIGHTS]
