"""Taking entries out of the memory stream."""

from __future__ import annotations

from datetime import datetime, timedelta

from memary.errors import InputError
from memary.facade.knowing import Knowing
from memary.ingestion.prune import prune_entries, remove_entries
from memary.looping import blocking, on_loop
from memary.queries import EntityQuery, MentionQuery, View
from memary.times import GivenTime, time_given
from memary.types import Operation, Scope, utc_now


class Pruning(Knowing):
    """The part of `Memary` that takes entries out of the memory stream."""

    @on_loop
    async def aremove_from_stream(
        self,
        *,
        user_id: str,
        entity: str | None = None,
        source_id: str | None = None,
        session_id: str | None = None,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        index: int | None = None,
        include_expired: bool = False,
        actor: str = "user",
    ) -> Operation:
        """Take entries out of the memory stream: those for which all that is given holds. `undo` puts them back.

        The messages stay, and so do entities and facts. Reading a message anew brings its entries back.

        Args:
            user_id: whose memory.
            entity: entries of the entities of this name, alias or id.
            source_id: entries of this message.
            session_id: entries of this session.
            since: entries from this time on.
            until: entries before this time.
            index: of these entries, as `stream` lists them, the one at this place: 0 the oldest, -1 the newest.
            include_expired: also entries of what has expired.
            actor: who says so, for the ledger.

        Raises:
            NotFoundError: there is no such entity or entry.
            InputError: nothing is given, or a time lacks its zone.
        """
        if entity is source_id is session_id is since is until is index is None:
            raise InputError("Say which entries go: of an entity, a message, a session or a time, or at what place.")
        scope = self._scope(user_id, session_id=session_id)
        which = MentionQuery(
            scope,
            entity_ids=await self._ids(scope, entity),
            source_ids=None if source_id is None else [source_id],
            since=time_given("since", since),
            until=time_given("until", until),
            view=View.of(include_expired=include_expired),
        )
        return await remove_entries(self.store, which, index=index, actor=actor)

    remove_from_stream = blocking(aremove_from_stream)

    @on_loop
    async def aprune_stream(
        self,
        *,
        user_id: str,
        older_than: timedelta | float | None = None,
        before: GivenTime | None = None,
        actor: str = "user",
    ) -> int:
        """Take the old entries out of the memory stream for good, expired or not, and return how many.

        Messages, entities and facts stay. An entity that has no entry left has no rank.

        Args:
            user_id: whose memory.
            older_than: an age, as a timedelta or in days.
            before: instead, a time.
            actor: who says so, for the ledger.

        Raises:
            InputError: not exactly one of both is given, it makes no sense, or the time lacks its zone.
        """
        if (older_than is None) == (before is None):
            raise InputError("Give an age or a time: older_than or before.")
        cut = time_given("before", before) if older_than is None else _time_before(older_than)
        return await prune_entries(self.store, MentionQuery(self._scope(user_id), until=cut), actor=actor)

    prune_stream = blocking(aprune_stream)

    @on_loop
    async def aclear_stream(self, *, user_id: str, session_id: str | None = None, actor: str = "user") -> int:
        """Empty the memory stream of a user, or of one session, for good; return how many entries went.

        Messages, entities and facts stay; `forget` takes those away.
        """
        everything = MentionQuery(self._scope(user_id, session_id=session_id))
        return await prune_entries(self.store, everything, actor=actor)

    clear_stream = blocking(aclear_stream)

    async def _ids(self, scope: Scope, entity: str | None) -> list[str] | None:
        if entity is None:
            return None
        user = Scope(user_id=scope.user_id)
        found = await self.store.read(EntityQuery(user, ids=[entity])) or await self._named(user, entity)
        return [each.id for each in found]


def _time_before(age: timedelta | float) -> datetime:
    """Return the time that was so long ago; a number is one of days."""
    fault = f"older_than is {age}: give 0 or more days, at most those since the year 1."
    try:
        span = age if isinstance(age, timedelta) else timedelta(days=age)
        time = utc_now() - span
    except (ValueError, OverflowError) as error:
        raise InputError(fault) from error
    if span < timedelta():
        raise InputError(fault)
    return time
