"""Offer `memary.operations`: list the ledger of changes, undo them, and restore what was forgotten."""

from __future__ import annotations

import builtins
from collections.abc import Collection
from datetime import datetime

from pydantic import Field

from memary.api.group import Group
from memary.api.refusals import check_limit
from memary.event_loop import on_loop, sync_twin
from memary.facts.news import News, caused, news_by_message, news_of
from memary.forgetting.plan import Manifest
from memary.queries import OperationQuery, place_given
from memary.resolution.undo import undo
from memary.restoration.restore import restore
from memary.types import Action, HeldPart, Message, Operation, Record
from memary.types.spaces import SpaceRole


class Forgetting(Record):
    """One forgetting that can be restored until its time is over."""

    id: str = Field(description="names it for restoring; the row of the ledger has it, too")
    at: datetime = Field(description="when it was forgotten")
    until: datetime = Field(description="until when it can be restored")
    about: str = Field(description="what was asked for, where that tells nothing of what was known of it")
    counts: dict[str, int] = Field(description="how many records went")


class Operations(Group):
    """Read the ledger of changes, and take changes back."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        message_id: str | None = None,
        before: Operation | str | None = None,
        limit: int | None = None,
    ) -> builtins.list[Operation]:
        """Return rows of the ledger in order: what was decided, with reason and actor.

        Args:
            user_id: whose ledger.
            message_id: only what this message caused: what it made, changed and ended, and what it said that was
                known or was not believed. Empty as long as it was not read. See `learnt` for the facts alone.
            before: only those that stand before this row, by the record or the cursor of it: the first of a page
                gives the page that comes before it.
            limit: keep the newest so many.

        Raises:
            NotFoundError: there is no such message in this user's memory.
            InputError: `before` names no row, or the limit is below 0.
        """
        place = place_given(before, "operation")
        check_limit(limit)
        scope = await self._core.scope(user_id)
        if message_id is None:
            return await self._core.store.read(OperationQuery(scope, before=place, limit=limit))
        message = await self._core.record(Message, scope, message_id)
        return await caused(self._core.store, scope, [message], before=place, limit=limit)

    list = sync_twin(alist)

    @on_loop
    async def aundo(self, id: str, *, user_id: str) -> Operation:
        """Take back an operation as if it had not happened.

        What it changed is as before, what it added is gone, except entities and mentions that something else speaks
        of by now. Its row leaves the ledger. The messages it came from stay, and stay read.

        Returns:
            The row that was taken back.

        Raises:
            NotFoundError: there is no such operation.
            InputError: something later was built on it (the message names what to undo first), or it forgot
                something: see `restore`.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        return await undo(self._core.store, self._core.models.embedder, scope, id)

    undo = sync_twin(aundo)

    @on_loop
    async def alearnt(self, message_ids: Collection[str], *, user_id: str) -> dict[str, News]:
        """Return by message which facts memory learnt from it and which it ended, as far as it has read it.

        `pending` tells of a message that is still to be read. Messages that are unknown are left out.
        """
        return await news_by_message(self._core.store, await self._core.scope(user_id), message_ids)

    learnt = sync_twin(alearnt)

    @on_loop
    async def aundo_message(self, message_id: str, *, user_id: str) -> News:
        """Take back all that a message changed, the last change first; the message stays, and stays read.

        Where it is refused, the changes after the one that cannot be undone are taken back all the same.

        Returns:
            What it had been that was learnt, and that had ended, and is taken back now.

        Raises:
            NotFoundError: there is no such message in this user's memory.
            InputError: something later was built on a change (the error names what to undo first).
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        message = await self._core.record(Message, scope, message_id)
        rows = await caused(self._core.store, scope, [message])
        undoable = [row for row in rows if row.action is not Action.FORGET]
        for row in reversed(undoable):
            await undo(self._core.store, self._core.models.embedder, scope, row.id)
        return news_of(undoable)

    undo_message = sync_twin(aundo_message)

    @on_loop
    async def aforgotten(self, *, user_id: str) -> builtins.list[Forgetting]:
        """Return what was forgotten and can be restored, the oldest first; nothing of what it was.

        Empty unless the setting `restorable_days` holds it aside. In a space it is what the member forgot there.
        """
        scope = await self._core.scope(user_id)
        return [_told(part) for part in await self._core.recycle_bin.parts(scope)]

    forgotten = sync_twin(aforgotten)

    @on_loop
    async def arestore(self, id: str, *, user_id: str) -> Manifest:
        """Bring back what was forgotten: messages, facts, entities and the ledger as they were.

        What was learnt meanwhile stands: facts that say the same become one, and what cannot be true at once ends
        where the newer one begins. A request to forget stays as it was cut. Insights and summaries are made again.

        Args:
            id: as `forgotten` and the manifest of the forgetting name it.
            user_id: whose memory.

        Returns:
            How many records came back.

        Raises:
            NotFoundError: nothing is held under that id, or its time is over.
            InputError: something that belongs to it was forgotten later and comes back first, or a message has
                another text by now.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        await self._core.recycle_bin.end_over()
        part = await self._core.recycle_bin.part(scope, id)
        manifest = await restore(self._core.store, part, self._core.predicates, clock=self._core.clock)
        await self._core.worker.vectors.fill()
        self._core.ensure_worker()
        return manifest

    restore = sync_twin(arestore)

    @on_loop
    async def aend_forgotten(self, id: str | None = None, *, user_id: str) -> int:
        """Let go for good what was forgotten and is held aside: one, or all; return how many.

        With one go earlier ones that touch the same.

        Raises:
            NotFoundError: nothing is held under that id.
        """
        scope = await self._core.scope(user_id, role=SpaceRole.WRITER)
        recycle_bin = self._core.recycle_bin
        parts = await recycle_bin.parts(scope) if id is None else [await recycle_bin.part(scope, id)]
        return await recycle_bin.end(scope.user_id, [part.id for part in parts])

    end_forgotten = sync_twin(aend_forgotten)


def _told(part: HeldPart) -> Forgetting:
    return Forgetting(id=part.id, at=part.at, until=part.until, about=part.about, counts=part.counts)
