"""Single records: look one up by its id, correct it, say what it is worth, forget it."""

from __future__ import annotations

from memary.errors import InputError, NotFoundError
from memary.facade.opened import Opened
from memary.faults import shown
from memary.ingestion.forget import Part
from memary.ingestion.opinion import Rating, correct, rate
from memary.looping import blocking, on_loop
from memary.memory.forgetting import Manifest
from memary.queries import EntityQuery, FactQuery, MessageQuery
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
        read = self.store.read
        found = (
            await read(FactQuery(scope, ids=[id]))
            or await read(MessageQuery(scope, ids=[id]))
            or await read(EntityQuery(scope, ids=[id]))
        )
        if found:
            return found[0]
        raise NotFoundError(f"There is no record {shown(id)} in the memory of user {shown(user_id)}.")

    get = blocking(aget)

    @on_loop
    async def aupdate(
        self, fact_id: str, *, user_id: str, statement: str | None = None, object: str | None = None
    ) -> Fact:
        """Correct a fact on the user's word, and return it as it is now.

        A new object makes a new fact: the old one never was true, and stays in the history. A new statement alone is
        written in place of the old sentence, and has to be about the same object. Both can be undone.

        Raises:
            NotFoundError: there is no such fact.
            InputError: neither is given, the fact has ended, or a statement alone does not name the object any more.
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
    async def adelete(self, id: str, *, user_id: str, with_sources: bool = True) -> Manifest:
        """Forget one message, fact, entity or run for good, with what rests on it alone; see `forget`.

        Args:
            id: of the record.
            user_id: whose memory.
            with_sources: False keeps the messages that state the fact or mention the entity. Otherwise they go, and
                with them all other facts that only they state.

        Raises:
            NotFoundError: there is no such record in this user's memory.
            InputError: it is a message, which is to be kept.
        """
        scope = self._scope(user_id)
        match await self.aget(id, user_id=user_id):
            case Fact():
                return await self._forget_part(scope, Part(fact_ids=frozenset({id}), with_sources=with_sources))
            case Entity():
                return await self._forget_part(scope, Part(entity_ids=frozenset({id}), with_sources=with_sources))
            case Message():
                if not with_sources:
                    raise InputError(
                        f"{shown(id)} is a message: messages can be kept only when a fact or an entity goes."
                    )
                return await self._forget_part(scope, Part(message_ids=frozenset({id})))

    delete = blocking(adelete)
