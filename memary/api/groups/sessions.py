"""Offer `memary.sessions`: conversations, their titles and their running summaries."""

from __future__ import annotations

import builtins
from datetime import datetime
from statistics import mode

from memary.api.group import Group
from memary.api.recall.context import LEANT_ON, ContextBuilder
from memary.api.refusals import check_language
from memary.checks.faults import shown
from memary.conversation.summariser import last_messages
from memary.errors import InputError, NotFoundError
from memary.event_loop import on_loop, sync_twin
from memary.facts.transaction import retry_on_conflict
from memary.filters import METADATA
from memary.queries import MessageQuery, SessionQuery, SummaryQuery, View
from memary.stores.store import Store
from memary.types import DEFAULT_LANGUAGE, TITLE_KEY, GraphDelta, Message, Metadata, Scope, Summary
from memary.types.spaces import SpaceRole

MOST_TITLE_CHARS = 100


class Sessions(Group):
    """List conversations, and name them; read and renew their running summaries."""

    @on_loop
    async def alist(self, *, user_id: str) -> builtins.list[tuple[str, int, datetime]]:
        """Return session ids with their number of messages and the time of the last one, the last used first."""
        return await self._core.store.read(SessionQuery((await self._core.scope(user_id)).user_id))

    list = sync_twin(alist)

    @on_loop
    async def atitles(self, *, user_id: str) -> dict[str, str]:
        """Return the titles that sessions were given, by session id; the others have none."""
        given = MessageQuery(await self._core.scope(user_id), view=View.of(filters={f"{METADATA}{TITLE_KEY}": "*"}))
        titled = await self._core.store.read(given)
        return {message.session_id: str(message.metadata[TITLE_KEY]) for message in titled if message.session_id}

    titles = sync_twin(atitles)

    @on_loop
    async def arename(self, session_id: str, title: str, *, user_id: str) -> None:
        """Give a session a title, or take it away with an empty one.

        The session's first message keeps it: it goes where that goes, into exports too, and is forgotten with it.

        Raises:
            NotFoundError: nothing was said in such a session.
            InputError: the title is too long.
        """
        text = self._core.redactor.text(" ".join(title.split())).text
        if len(text) > MOST_TITLE_CHARS:
            raise InputError(f"The title has {len(text)} characters: give it {MOST_TITLE_CHARS} at most.")
        store = self._core.store
        whole = await self._core.scope(user_id, role=SpaceRole.WRITER)
        if session_id not in {known for known, _, _ in await store.read(SessionQuery(whole.user_id))}:
            raise _unknown(session_id)
        scope = whole.model_copy(update={"session_id": session_id})

        async def step() -> None:
            revision = await store.revision(scope.user_id)
            (first, *titled) = await _titled(store, scope)
            plain = [one.model_copy(update={"metadata": _without_title(one)}) for one in (first, *titled)]
            if text:
                plain[0] = first.model_copy(update={"metadata": {**plain[0].metadata, TITLE_KEY: text}})
            await store.apply(GraphDelta(scope.user_id, revision, annotated=tuple(plain)))

        await retry_on_conflict(step)

    rename = sync_twin(arename)

    @on_loop
    async def asummary(self, session_id: str, *, user_id: str) -> Summary | None:
        """Return the running summary of a session; None while all of it still fits in a context window.

        Its `until_id` is the last message it tells of; what was said later is not part of it yet.
        """
        return await self._core.store.read(SummaryQuery((await self._core.scope(user_id)).user_id, session_id))

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
        scope = await self._core.scope(user_id, session_id=session_id, role=SpaceRole.WRITER)
        windows = ContextBuilder(self._core)
        limit = windows.limit(budget)
        if language is None:
            said = await last_messages(self._core.store, scope, limit=LEANT_ON)
            language = mode([message.language for message in said]) if said else DEFAULT_LANGUAGE
        return await windows.fold(scope, budget=limit, language=language)

    fold = sync_twin(afold)


async def _titled(store: Store, scope: Scope) -> list[Message]:
    """Return the messages of a session that keep its title: the first, and after an import perhaps others.

    Raises:
        NotFoundError: the session has no message.
    """
    first = await store.read(MessageQuery(scope, limit=1))
    if not first:
        raise _unknown(scope.session_id)
    given = MessageQuery(scope, view=View.of(filters={f"{METADATA}{TITLE_KEY}": "*"}))
    return [first[0], *(one for one in await store.read(given) if one.id != first[0].id)]


def _unknown(session_id: str | None) -> NotFoundError:
    return NotFoundError(f"There are no messages in the session {shown(session_id)}: name one that has some.")


def _without_title(message: Message) -> Metadata:
    return {key: value for key, value in message.metadata.items() if key != TITLE_KEY}
