"""The ledger: what was decided and why; undoing it, and joining two nodes."""

from __future__ import annotations

from memary.errors import NotFoundError
from memary.facade.opened import Opened, check_limit
from memary.faults import shown
from memary.ingestion.merge import merge
from memary.ingestion.undo import undo
from memary.looping import blocking, on_loop
from memary.queries import FactQuery, OperationQuery
from memary.types import (
    Operation,
)


class Correcting(Opened):
    """The part of `Memary` that shows and corrects decisions."""

    @on_loop
    async def ahistory(self, *, user_id: str, fact_id: str) -> list[Operation]:
        """The ledger rows that made, changed or ended a fact, oldest first.

        Raises:
            NotFoundError: there is no such fact.
        """
        scope = self._scope(user_id)
        if not await self.store.read(FactQuery(scope, ids=[fact_id])):
            raise NotFoundError(
                f"There is no fact {shown(fact_id)} of user {shown(user_id)}: `memary facts` lists them."
            )
        rows = await self.store.read(OperationQuery(scope, touching=[fact_id]))
        return [row for row in rows if fact_id in (row.target_id, *row.before, *row.after)]

    history = blocking(ahistory)

    @on_loop
    async def aoperations(self, *, user_id: str, limit: int | None = None) -> list[Operation]:
        """The ledger: what was decided, in order, with reason and actor; `limit` keeps the newest."""
        check_limit(limit)
        return await self.store.read(OperationQuery(self._scope(user_id), limit=limit))

    operations = blocking(aoperations)

    @on_loop
    async def aundo(self, *, user_id: str, operation_id: str) -> Operation:
        """Take back an operation as if it had not happened.

        What it changed is as before, what it added is gone, except entities and mentions that something else speaks
        of by now. Its row leaves the ledger. The messages it came from stay, and stay read.

        Returns:
            The row that was taken back.

        Raises:
            NotFoundError: there is no such operation.
            InputError: something later was built on it (the message names what to undo first), or it forgot
                something.
        """
        return await undo(self.store, self.models.embedder, self._scope(user_id), operation_id)

    undo = blocking(aundo)

    @on_loop
    async def amerge(
        self, *, user_id: str, entity: str, into: str, actor: str = "caller", reason: str = "they are the same"
    ) -> Operation:
        """Make two entities one: facts, mentions, aliases and categories of the first go to the second.

        Args:
            user_id: whose they are.
            entity: name, alias or id of the one that goes; its names become aliases.
            into: name, alias or id of the one that stays.
            actor: who says so, for the ledger.
            reason: why, for the ledger.

        Returns:
            The operation; `undo` takes it back.

        Raises:
            NotFoundError: there is no such entity.
            InputError: a name means several entities, or both mean one.
        """
        return await merge(
            self.store,
            self.models.embedder,
            self._scope(user_id),
            self._predicates,
            entity=entity,
            into=into,
            actor=actor,
            reason=reason,
        )

    merge = blocking(amerge)
