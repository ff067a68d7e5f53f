"""Keep what is held aside of a user, and let it go when its time is over or somebody says so."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from itertools import groupby

from memary.checks.faults import shown
from memary.errors import NotFoundError
from memary.facts.transaction import retry_on_conflict
from memary.forgetting.held_records import ended_with
from memary.forgetting.scrub import Scrub
from memary.stores.store import Store
from memary.types import GraphDelta, HeldPart, Scope


class RecycleBin:
    """What users forgot and can still restore.

    Args:
        store: where it is.
        scrub: writes over what ended.
        clock: tells what is over.
    """

    def __init__(self, store: Store, *, scrub: Scrub, clock: Callable[[], datetime]) -> None:
        self._store, self._scrub, self._clock = store, scrub, clock
        self._looked_at: datetime | None = None

    async def parts(self, scope: Scope) -> list[HeldPart]:
        """Return what somebody forgot and can restore, the oldest first.

        In a space this is what the member forgot there.
        """
        now, actor = self._clock(), actor_of(scope)
        return [part for part in await self._store.held(scope.user_id) if part.until > now and part.actor == actor]

    async def part(self, scope: Scope, id: str) -> HeldPart:
        """Return one of these by its id.

        Raises:
            NotFoundError: there is none: it was never held, or is over.
        """
        for part in await self.parts(scope):
            if part.id == id:
                return part
        raise NotFoundError(f"There is nothing to restore with the id {shown(id)} for user {shown(scope.user_id)}.")

    async def end(self, user_id: str, ids: Collection[str]) -> int:
        """Let parts go for good, with earlier ones that cannot come back without them; return how many went."""

        async def step() -> int:
            revision = await self._store.revision(user_id)
            parts = await self._store.held(user_id)
            ended = ended_with(parts, ids).intersection(part.id for part in parts)
            if ended:
                removed = tuple(sorted(ended))
                await self._store.apply(GraphDelta(user_id=user_id, revision=revision, removed_held=removed))
            return len(ended)

        ended = await retry_on_conflict(step)
        if ended:
            await self._scrub.after_forgetting()
        return ended

    async def end_over(self, *, every: timedelta = timedelta()) -> int:
        """Let go what is over by now, of all users; return how many parts went.

        It looks once in `every` at most.
        """
        now, ended = self._clock(), 0
        if self._looked_at is not None and self._looked_at <= now < self._looked_at + every:
            return 0
        self._looked_at = now
        over = await self._store.held(None, over_at=now)
        for user_id, parts in groupby(sorted(over, key=lambda part: part.user_id), key=lambda part: part.user_id):
            ended += await self.end(user_id, [part.id for part in parts])
        return ended


def actor_of(scope: Scope) -> str:
    """Return who forgets in a scope: the user, or in a space the member."""
    return scope.member or "user"
