"""Offer `memary.messages`: what was said, word by word."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping
from typing import Any

from memary.api.group import Group
from memary.api.recall.cited_sources import GivenRecord, given_records
from memary.api.refusals import check_limit
from memary.checks.faults import shown
from memary.errors import InputError
from memary.event_loop import on_loop, sync_twin
from memary.forgetting.forget import ForgetPart
from memary.forgetting.plan import Manifest
from memary.queries import MessageQuery, View, in_pages, place_given
from memary.retrieval.hits import Ended
from memary.retrieval.messages.ended_statements import over_in
from memary.types import Message, MessageState, When, utc_now
from memary.types.citations import kept_given


class Messages(Group):
    """Read messages as they were said."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        states: Collection[MessageState | str] | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        before: Message | str | None = None,
        limit: int | None = None,
    ) -> builtins.list[Message]:
        """Return messages in the order they were said; `limit` keeps the newest.

        With `filters` those for which it holds, see `memary.filters`. Those that have expired are left out unless
        `include_expired`. `before` gives those that stand before a message, by the record or the cursor of it: the
        first of a page as `before` gives the page that comes before it, also where many messages have one time.

        Raises:
            InputError: the filter cannot be used, a state is none, `before` names no message, or the limit is below
                0.
        """
        check_limit(limit)
        scope = await self._core.scope(user_id, session_id=session_id)
        view = View.of(include_expired=include_expired, filters=filters)
        found = await self._core.store.read(
            MessageQuery(
                scope,
                states=_states(states),
                before=place_given(before, "message"),
                newest_first=True,
                limit=limit,
                view=view,
            )
        )
        return found[::-1]

    list = sync_twin(alist)

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> Message:
        """Return a message by its id, also one that has expired.

        Raises:
            NotFoundError: there is no such message in this user's memory.
        """
        return await self._core.record(Message, await self._core.scope(user_id), id)

    get = sync_twin(aget)

    @on_loop
    async def aover(self, ids: Collection[str], *, user_id: str) -> dict[str, tuple[Ended, ...]]:
        """Return what messages state that is not so any more, by their ids.

        Those that state none are left out. A sentence stays as it was said: this tells what of it has ended since, or
        never was so, and what is so now.
        """
        scope = await self._core.scope(user_id)
        found = [
            one for page in in_pages(list(ids)) for one in await self._core.store.read(MessageQuery(scope, ids=page))
        ]
        return await over_in(self._core.store, scope, found, When.now(utc_now()))

    over = sync_twin(aover)

    @on_loop
    async def agiven(self, id: str, *, user_id: str) -> builtins.list[GivenRecord]:
        """Return what a model was given of memory for an answer, as it is now; the answer keeps their ids alone.

        What was forgotten since is there without a text. Messages with an id of the caller's own are not noted: it
        may tell something, and would outlive them. What tools brought, and the summary of the conversation, is no
        record of memory, and not among them. Of a message that is no answer of a `ChatAgent` nothing is noted.

        Raises:
            NotFoundError: there is no such message in this user's memory.
        """
        scope = await self._core.scope(user_id)
        message = await self._core.record(Message, scope, id)
        return await given_records(self._core, scope, kept_given(message.metadata))

    given = sync_twin(agiven)

    @on_loop
    async def adelete(self, id: str, *, user_id: str, dry_run: bool = False) -> Manifest:
        """Forget a message for good, with the facts that it alone states; see `Memary.forget`.

        A dry run changes nothing, and tells what would go.

        Raises:
            NotFoundError: there is no such message in this user's memory.
        """
        scope = await self._core.scope_to_forget(user_id, message_ids=[id])
        await self._core.record(Message, scope, id)
        return await self._core.forget_part(scope, ForgetPart(message_ids=frozenset({id})), dry_run=dry_run)

    delete = sync_twin(adelete)


def _states(names: Collection[str] | None) -> list[MessageState] | None:
    """Return states by their names.

    Raises:
        InputError: one is none.
    """
    if names is not None and (wrong := set(names) - set(MessageState)):
        known = ", ".join(MessageState)
        raise InputError(f"A message has no state {', '.join(sorted(map(shown, wrong)))}: choose from {known}.")
    return None if names is None else [MessageState(name) for name in names]
