"""Decide when the worker reflects: after so many new facts of a user, or after so many hours.

It does so beside the queue. It looks at users whose messages were read just now, and every `reflect_every` hours at
all. How much is new is told by the ledger, so nothing is lost when a process ends: the next batch of the user, or the
next round, finds it. What a budget or a model that is down holds up waits and is tried again.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from memary.errors import BudgetExceededError, MemaryError, StoreUnavailableError
from memary.reflection.reflect import Reflector
from memary.settings import Settings
from memary.stores.store import Store
from memary.types import utc_now

_log = logging.getLogger("memary")

_FIRST_RETRY, _LAST_RETRY = timedelta(minutes=1), timedelta(hours=1)


class ReflectionSchedule:
    """Decides whose insights are drawn when.

    Args:
        reflector: draws them.
        store: knows the users.
        settings: after how many facts, after how many hours.
        clock: tells the time.
        then: what is done for a user after their insights are drawn.
    """

    def __init__(
        self,
        reflector: Reflector,
        store: Store,
        settings: Settings,
        *,
        clock: Callable[[], datetime] = utc_now,
        then: Callable[[str], Awaitable[object]] | None = None,
    ) -> None:
        self._then = then
        self._reflector, self._store, self._clock = reflector, store, clock
        self._after = settings.reflect_after
        self._every = timedelta(hours=settings.reflect_every) if settings.reflect_every else None
        self._round_at: datetime | None = None
        self._due: dict[str, datetime] = {}  # users to look at, from when on
        self._least: dict[str, int] = {}  # with how many new facts
        self._failures: Counter[str] = Counter()
        self._seen = clock()

    def note(self, user_id: str) -> None:
        """Note that a batch of a user's messages was read."""
        if self._after or self._then is not None:
            self._due.setdefault(user_id, self._clock())

    def next_at(self) -> datetime | None:
        """Return when the next reflection is due; None if none is."""
        if self._every and self._round_at is None:
            self._round_at = self._clock() + self._every
        return min([*self._due.values(), *([self._round_at] if self._round_at else [])], default=None)

    async def step(self) -> bool:
        """Look at one user who is due; return whether there was one.

        Raises:
            StoreUnavailableError: the store cannot be used; the user stays due.
        """
        now = self._clock()
        if now + _LAST_RETRY < self._seen:  # the clock went back: what was put off would wait for all that time
            self._due, self._round_at = dict.fromkeys(self._due, now), None
        self._seen = now
        next_at = self.next_at()
        if next_at is None or next_at > now:
            return False
        if self._every and self._round_at and self._round_at <= now:
            self._round_at = now + self._every
            for user_id in await self._store.users():
                self._due.setdefault(user_id, now)
                self._least[user_id] = 1
            return True
        user_id = min(self._due, key=lambda user: (self._due[user], user))
        await self._look_at(user_id)
        return True

    async def _look_at(self, user_id: str) -> None:
        try:
            waiting = await self._reflector.waiting(user_id)
            least = self._least.get(user_id, self._after)
            if least and waiting >= least:
                report = await self._reflector.reflect(user_id)
                if report.changes:
                    _log.info("reflection: %d insights of %s changed", report.changes, user_id)
            else:
                await self._reflector.review(user_id)
            if self._then is not None:
                await self._then(user_id)
        except StoreUnavailableError:
            raise
        except Exception as error:  # noqa: BLE001  a part of the worker's loop: the others go on
            self._put_off(user_id, error)
        else:
            for held in (self._due, self._least, self._failures):
                held.pop(user_id, None)

    def _put_off(self, user_id: str, error: Exception) -> None:
        self._failures[user_id] += 1
        pause = min(_FIRST_RETRY * 2 ** min(self._failures[user_id] - 1, 10), _LAST_RETRY)
        frees_at = error.frees_at if isinstance(error, BudgetExceededError) else None
        self._due[user_id] = frees_at or self._clock() + pause
        defect = None if isinstance(error, MemaryError) else error
        until = f"{self._due[user_id]:%Y-%m-%d %H:%M} UTC"
        _log.warning("reflection put off until %s: %s", until, error, exc_info=defect)
