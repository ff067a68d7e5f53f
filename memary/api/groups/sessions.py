"""`memary.sessions`: conversations and their running summaries."""

from __future__ import annotations

import builtins
from datetime import datetime
from statistics import mode

from memary.api.context import LEANT_ON, ContextBuilder
from memary.api.core import Group, check_language
from memary.conversation.summariser import last_messages
from memary.event_loop import on_loop, sync_twin
from memary.queries import SessionQuery, SummaryQuery
from memary.types import DEFAULT_LANGUAGE, Summary, scope_of


class Sessions(Group):
    """List conversations; read and renew their running summaries."""

    @on_loop
    async def alist(self, *, user_id: str) -> builtins.list[tuple[str, int, datetime]]:
        """Session ids with their number of messages and the time of the last one, the last used first."""
        return await self._core.store.read(SessionQuery(scope_of(user_id).user_id))

    list = sync_twin(alist)

    @on_loop
    async def asummary(self, session_id: str, *, user_id: str) -> Summary | None:
        """Return the running summary of a session; None while all of it still fits in a context window.

        Its `until_id` is the last message it tells of; what was said later is not part of it yet.
        """
        return await self._core.store.read(SummaryQuery(scope_of(user_id).user_id, session_id))

    summary = sync_twin(asummary)

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
            InputError: the budget makes no sense, or memary does not write in that language.
            ModelError: the model could not be asked. Nothing has changed.
        """
        check_language(language)
        scope, windows = scope_of(user_id, session_id=session_id), ContextBuilder(self._core)
        limit = windows.limit(budget)
        if language is None:
            said = await last_messages(self._core.store, scope, limit=LEANT_ON)
            language = mode([message.language for message in said]) if said else DEFAULT_LANGUAGE
        return await windows.fold(scope, budget=limit, language=language)

    fold = sync_twin(afold)
