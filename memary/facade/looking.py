"""Looking at memory: facts, messages, sessions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from memary.errors import InputError
from memary.facade.opened import Opened, check_limit
from memary.faults import shown
from memary.looping import blocking, on_loop
from memary.memory.duplicates import Duplicate, find_duplicates
from memary.memory.facts import open_conflicts
from memary.queries import EntityQuery, FactQuery, MessageQuery, SessionQuery, SubgraphQuery, View
from memary.times import GivenTime
from memary.types import (
    Fact,
    Message,
    MessageState,
    StoreStats,
    Subgraph,
    utc_now,
)


class Looking(Opened):
    """The part of `Memary` that shows what is there."""

    @on_loop
    async def aduplicates(self, *, user_id: str, limit: int | None = None) -> list[Duplicate]:
        """Pairs of entities that may be one, the likeliest first, with a score from 0 to 1 and the reason.

        What is surely one was merged when it was said; these are left to people. Same names that were told apart are
        not listed.
        """
        check_limit(limit)
        return find_duplicates(await self.store.read(EntityQuery(self._scope(user_id))), limit=limit)

    duplicates = blocking(aduplicates)

    @on_loop
    async def afacts(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        about: str | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_past: bool = False,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        limit: int | None = None,
    ) -> list[Fact]:
        """Facts by the time since when they are true; by default those true now.

        Args:
            user_id: whose memory.
            session_id: only facts stated in this session.
            about: only facts of the entity of this name or alias.
            as_of: those true at that time.
            known_at: those that memory, at that time, took to be true. The records tell what is known now:
                `fact.end_known_at(known_at)` is the end as it was known then.
            include_past: also those that are no longer, or not yet, true; then `as_of` does not count.
            filters: only facts for which this holds, like `{"predicate": "likes"}`; see `memary.filters`.
            include_expired: also those that have expired.
            limit: keep the newest.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, the filter cannot be used, or the limit is below 0.
        """
        check_limit(limit)
        view = View.of(as_of, known_at, include_expired=include_expired, filters=filters)
        scope = self._scope(user_id, session_id=session_id)
        ids = None if about is None else [entity.id for entity in await self._named(scope, about)]
        if include_past:
            view = replace(view, true_at=None)
        found = await self.store.read(FactQuery(scope, entity_ids=ids, newest_first=True, limit=limit, view=view))
        return found[::-1]

    facts = blocking(afacts)

    @on_loop
    async def aconflicts(self, *, user_id: str) -> list[tuple[Fact, Fact]]:
        """Pairs of facts that speak against each other and are both held to be true, the more trusted one first.

        A pair is open until one of the two ends: the user says which is right, or `forget` or an operation takes one
        away.
        """
        scope = self._scope(user_id)
        now = utc_now()
        return open_conflicts(await self.store.read(FactQuery(scope, view=View.now(now))))

    conflicts = blocking(aconflicts)

    @on_loop
    async def agraph(
        self,
        name: str,
        *,
        user_id: str,
        depth: int | None = None,
        as_of: GivenTime | None = None,
        known_at: GivenTime | None = None,
        include_expired: bool = False,
    ) -> Subgraph:
        """The subgraph around an entity, by its name or alias.

        With `as_of` of facts true at that time, with `known_at` of those that memory then took to be true, with
        `include_expired` also of those that have expired.

        Raises:
            NotFoundError: there is no entity of that name.
            InputError: a time lacks its zone, or the depth is below 1.
        """
        view = View.of(as_of, known_at, include_expired=include_expired)
        if depth is not None and depth < 1:
            raise InputError(f"depth is {shown(depth)}: give 1 or more.")
        scope = self._scope(user_id)
        seeds = [entity.id for entity in await self._named(scope, name)]
        return await self.store.read(SubgraphQuery(scope, seeds, depth=depth or self.settings.graph_depth, view=view))

    graph = blocking(agraph)

    @on_loop
    async def amessages(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        states: Collection[MessageState | str] | None = None,
        filters: Mapping[str, Any] | None = None,
        include_expired: bool = False,
        limit: int | None = None,
    ) -> list[Message]:
        """Messages in the order they were said; `limit` keeps the newest.

        With `filters` those for which it holds, see `memary.filters`. Those that have expired are left out unless
        `include_expired`.

        Raises:
            InputError: the filter cannot be used, a state is none, or the limit is below 0.
        """
        check_limit(limit)
        scope = self._scope(user_id, session_id=session_id)
        view = View.of(include_expired=include_expired, filters=filters)
        found = await self.store.read(
            MessageQuery(scope, states=_states(states), newest_first=True, limit=limit, view=view)
        )
        return found[::-1]

    messages = blocking(amessages)

    @on_loop
    async def asessions(self, *, user_id: str) -> list[tuple[str, int, datetime]]:
        """Session ids with their number of messages and the time of the last one, the last used first."""
        return await self.store.read(SessionQuery(self._scope(user_id).user_id))

    sessions = blocking(asessions)

    @on_loop
    async def ausers(self) -> list[str]:
        """All users of the store."""
        return await self.store.users()

    users = blocking(ausers)

    @on_loop
    async def astats(self, *, user_id: str | None = None) -> StoreStats:
        """Row counts, of one user or of all."""
        return await self.store.stats(None if user_id is None else self._scope(user_id).user_id)

    stats = blocking(astats)


def _states(names: Collection[str] | None) -> list[MessageState] | None:
    """Return states by their names.

    Raises:
        InputError: one is none.
    """
    if names is not None and (wrong := set(names) - set(MessageState)):
        known = ", ".join(MessageState)
        raise InputError(f"A message has no state {', '.join(sorted(map(shown, wrong)))}: choose from {known}.")
    return None if names is None else [MessageState(name) for name in names]
