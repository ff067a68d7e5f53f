"""Build context windows: what a model gets to see of memory for its next answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from memary.api.core import Assistant, MemoryCore
from memary.api.groups.runs import Runs
from memary.api.ranking import ranked
from memary.api.recall.search import recall
from memary.checks.bounds import QUERY_CHARS
from memary.checks.faults import shown
from memary.conversation.context_window import ContextParts, ContextWindow, Insert, pack
from memary.conversation.instructions import instructions_of
from memary.conversation.personas import persona
from memary.conversation.recent_turns import LastTurns, beside_personas, last_turns
from memary.conversation.rewritten_query import find_anaphora, rewrite
from memary.conversation.summariser import Summariser, fold, last_messages, open_messages
from memary.errors import InputError
from memary.facts.identity import SELF_KEY
from memary.languages import spoken, texts
from memary.languages.prompt.stamps import day
from memary.queries import CountQuery, FactQuery, View
from memary.reflection.insights import INSIGHTS
from memary.retrieval.hits import Hit
from memary.retrieval.question.near_names import near_names
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.search import SearchResult
from memary.runs import RunRecord
from memary.text import detect_language
from memary.types import FOREVER, Fact, Message, Scope, Summary
from memary.types.spaces import key_of
from memary.usage.ledger import attribute_usage

History: TypeAlias = Literal["auto", "none"] | int
"""Which of a session's last messages are shown: those that no summary covers yet, none, or so many."""

LEANT_ON = 20
"""How many of the last messages a question may lean on: five turns, and acknowledgements between them."""

_KNOWN_NAMES = 2_000
"""How many of the most mentioned names are recognised in what a question leans on."""

_INSIGHTS = 8

_FURTHER = 80
"""How many of what comes after the hits may fill the room that is left for recall."""


def _best(hits: Sequence[Hit], shown: Collection[str], most: int) -> tuple[Hit, ...]:
    """Return the best hits; a hit that the last messages show does not count towards the limit."""
    others = [hit.key for hit in hits if hit.key not in shown]
    kept = {*others[:most], *(hit.key for hit in hits[:most])}
    return tuple(hit for hit in hits if hit.key in kept)


def _told_at(view: View) -> datetime | None:
    """Return by when the ends of facts are told: what was learnt later is not in a window of that time."""
    if view.is_of_now:
        return None
    return view.known_at if view.known_at < FOREVER else view.true_at


@dataclass(frozen=True, kw_only=True)
class ContextQuery:
    """What a context window is asked for; see `Memary.context` for what each means."""

    text: str
    scope: Scope  # of the session, whose summary and last messages are shown
    view: View
    budget: int | None = None
    history: History | None = None
    insert: Insert | None = None
    exclude: Collection[str] = ()
    spaces: Collection[str] | None = None
    temporary: Sequence[str] = ()


class ContextBuilder:
    """Builds context windows for an assistant; default: that of the memory itself."""

    def __init__(self, core: MemoryCore, assistant: Assistant | None = None) -> None:
        self._core = core
        self._assistant = assistant or core.assistant

    @property
    def most(self) -> int:
        """Tokens that a window may have; what it leaves of the model's is for tools and the answer."""
        settings = self._core.settings
        most = int(self._assistant.chat.context_window * settings.eviction_rate)
        return min(settings.context_tokens or most, most)

    async def build(self, asked: ContextQuery) -> ContextWindow:
        """Return the context window for answering a question.

        No language model is asked.

        Raises:
            InputError: the question is empty, an argument makes no sense, or the personas alone exceed the budget.
        """
        core = self._core
        history = core.settings.history if asked.history is None else asked.history
        if isinstance(history, int) and history < 1:
            raise InputError(f"history is {shown(history)}: give 'auto', 'none' or a number from 1.")
        session, view, query = asked.scope, asked.view, asked.text
        user = session.model_copy(update={"session_id": None})
        limit, language = self.limit(asked.budget), detect_language(query)
        unfiltered = replace(view, where=None)
        summary, said = await self._said(session, history, unfiltered)
        said = [message for message in said if message.id not in asked.exclude]
        talk = self.last_turns(said, summary, budget=limit, scope=session, language=language)
        rewritten = await self._completed(asked, user, unfiltered)
        question = RecallQuery(
            text=rewritten or query,
            top_k=core.settings.top_k,
            further=_FURTHER if core.settings.recall_tokens else 0,
            exclude=asked.exclude,
            spaces=asked.spaces,
            temporary=asked.temporary,
            view=view,
            ends_known_at=_told_at(view),
        )
        found = await self._beside(talk, question, user)
        system, about_user = self._personas(session, language)
        parts = ContextParts(
            question=query,
            system_persona=system,
            user_persona=about_user,
            entities=await ranked(core, CountQuery(user, view=unfiltered), limit=core.settings.top_entities),
            runs=await self._earlier_runs(question.text, user) if view.is_of_now and view.where is None else (),
            instructions=await self._instructions(user, unfiltered),
            insights=await self._insights(user, found.hits, view),
            recall=found,
            summary=summary,
            messages=said,
            language=language,
            now=view.when.true_at,
            zones=await core.zones_of(user.user_id),
            rewritten=rewritten,
            insert=asked.insert or core.settings.insert,
            recall_tokens=core.settings.recall_tokens,
            near=await near_names(core.store, user, question.text, view=unfiltered, told=found.told_names),
        )
        return pack(parts, budget=limit, count=self._assistant.tokens, talk=talk)

    async def fold(self, scope: Scope, *, budget: int, language: str) -> bool:
        """Fold the older messages of a session into its summary, if windows would not show them all.

        Raises:
            ModelError: the model could not be asked. Nothing has changed.
        """

        def shown(messages: Sequence[Message], summary: Summary | None) -> int:
            turns = self.last_turns(messages, summary, budget=budget, scope=scope, language=language)
            return len(turns.messages)

        with attribute_usage(scope.user_id):
            summariser = Summariser(self._assistant.chat, language, self._assistant.tokens, self._core.prompts)
            keep = self._core.settings.keep_messages
            return await fold(self._core.store, scope, summariser, shown=shown, keep=keep)

    def limit(self, budget: int | None) -> int:
        """Return the tokens of a window: those asked for, or the most.

        Raises:
            InputError: they hold nothing.
        """
        limit = self.most if budget is None else budget
        if limit < 1:
            raise InputError(f"The budget of {limit} tokens is too small: give at least 1.")
        return limit

    def last_turns(
        self, messages: Sequence[Message], summary: Summary | None, *, budget: int, scope: Scope, language: str
    ) -> LastTurns:
        """Return what a window of this budget shows of a conversation; the language is that of marks alone."""
        free = beside_personas(budget, (self._personas(scope, one) for one in spoken()), self._assistant.tokens)
        return last_turns(messages, summary, free=free, count=self._assistant.tokens, mark=texts(language).left_out)

    async def _beside(self, talk: LastTurns, question: RecallQuery, user: Scope) -> SearchResult:
        """Recall what belongs beside the last messages; what they show anyway takes no other's place."""
        shown = set(map(key_of, talk.messages))
        found = await recall(self._core, replace(question, top_k=question.top_k + len(shown)), user)
        further = tuple(hit for hit in found.further if hit.key not in shown)
        return replace(found, hits=_best(found.hits, shown, question.top_k), further=further)

    def _personas(self, scope: Scope, language: str) -> tuple[str, str]:
        given = self._assistant.personas
        today = day(self._core.clock(), zone=self._core.settings.zone)
        values = {
            "user": scope.member or scope.user_id,
            "agent": scope.agent_id or "",
            "date": today,
            "language": language,
        }
        return (
            persona("system", given.system, language=language, values=values),
            persona("user", given.user, language=language, values=values),
        )

    async def _said(self, session: Scope, history: History, view: View) -> tuple[Summary | None, list[Message]]:
        """Return the summary and the last messages that are to be shown."""
        if history == "none":
            return None, []
        summary, said = await open_messages(self._core.store, session, view)
        if history != "auto":
            said = await last_messages(self._core.store, session, limit=history, view=view)
        return summary, said

    async def _completed(self, asked: ContextQuery, user: Scope, view: View) -> str | None:
        """Return the question with what it leans on; None if it stands alone, as each does that is too long."""
        query, exclude = asked.text, asked.exclude
        if asked.scope.session_id is None or len(query) > QUERY_CHARS or find_anaphora(query) is None:
            return None
        before = await last_messages(self._core.store, asked.scope, limit=LEANT_ON + len(exclude), view=view)
        counts = await self._core.store.read(CountQuery(user, limit=_KNOWN_NAMES, view=view))
        names = {row.entity.name: row.entity.type for row in counts if row.entity.key != SELF_KEY}
        return rewrite(query, [message for message in before if message.id not in exclude], known=names)

    async def _earlier_runs(self, task: str, user: Scope) -> list[RunRecord]:
        if user.member:  # runs are a user's own
            return []
        return await Runs(self._core).aearlier(task, user_id=user.user_id, agent_id=user.agent_id)

    async def _instructions(self, user: Scope, view: View) -> list[Fact]:
        if user.member:  # what members tell an assistant is not the space's
            return []
        return await self._core.store.at_once(lambda reads: instructions_of(reads, user, view))

    async def _insights(self, user: Scope, hits: Sequence[Hit], view: View) -> list[Fact]:
        """Return what reflection has drawn: first what the question brings up, then the newest."""
        found = await self._core.store.read(FactQuery(user, newest_first=True, view=view.narrowed(INSIGHTS)))
        ranks = {hit.key: rank for rank, hit in enumerate(hits)}
        return sorted(found, key=lambda insight: ranks.get(key_of(insight), len(ranks)))[:_INSIGHTS]
