"""Single records: look one up by its id, correct it, say what it is worth, forget it."""

from __future__ import annotations

from memary.errors import NotFoundError
from memary.facade.opened import Opened
from memary.ingestion.forget import Part
from memary.ingestion.opinion import Rating, correct, rate
from memary.looping import blocking, on_loop
from memary.memory.forgetting import Manifest
from memary.types import Entity, Fact, Message, Operation


class Records(Opened):
    """The part of `Memary` that has to do with single records."""

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> Message | Fact | Entity:
        """Return a message, fact or entity by its id, also one that has ended or expired.

        Raises:
            NotFoundError: there is no such record in this user's memory.
        """
        scope = self._scope(user_id)
        for read in (self.store.facts, self.store.messages, self.store.entities):
            if found := await read(scope, ids=[id]):
                return found[0]
        raise NotFoundError(f"There is no record {id} in the memory of user {user_id!r}.")

    get = blocking(aget)

    @on_loop
    async def aupdate(
        self, fact_id: str, *, user_id: str, statement: str | None = None, object: str | None = None
    ) -> Fact:
        """Correct a fact on the user's word, and return it as it is now.

        A new object makes a new fact: the old one never was true, and stays in the history. A new statement alone is
        written in place of the old sentence. Both can be undone.

        Raises:
            NotFoundError: there is no such fact.
            InputError: neither is given, or the fact has ended.
        """
        scope = self._scope(user_id)
        return await correct(
            self.store,
            self._writer,
            self.models.embedder,
            scope,
            fact_id,
            statement=statement,
            object_=object,
        )

    update = blocking(aupdate)

    @on_loop
    async def afeedback(self, fact_id: str, *, user_id: str, rating: Rating, reason: str | None = None) -> Operation:
        """Say what a fact is worth; return the row of the ledger.

        Each "positive" and "negative" moves its rating by one, between -3 and 3, and with it its rank in recall by at
        most a fifth. "very_negative" makes it -3. At -3 the fact is taken to be wrong: it is retired, and what it had
        ended goes on. All of it can be undone.

        Raises:
            NotFoundError: there is no such fact.
            InputError: the rating is none of these.
        """
        return await rate(self.store, self._scope(user_id), fact_id, rating, reason=reason)

    feedback = blocking(afeedback)

    @on_loop
    async def adelete(self, id: str, *, user_id: str) -> Manifest:
        """Forget one message, fact, entity or run for good, with what rests on it alone; see `forget`.

        Raises:
            NotFoundError: there is no such record in this user's memory.
        """
        scope = self._scope(user_id)
        match await self.aget(id, user_id=user_id):
            case Fact():
                return await self._forget_part(scope, Part(fact_ids=frozenset({id})))
            case Entity():
                return await self._forget_part(scope, Part(entity_ids=frozenset({id})))
            case Message():
                return await self._forget_part(scope, Part(message_ids=frozenset({id})))

    delete = blocking(adelete)
