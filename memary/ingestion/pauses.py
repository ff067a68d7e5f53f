"""Keep whose messages a worker passes over for a while: theirs who have no budget, or all while a model is down."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memary.errors import MemaryError, ModelUnavailableError

LONGEST_PAUSE = timedelta(minutes=5)
"""Longest time after which what failed is tried again."""

OUTAGE_CAP = timedelta(minutes=1)
"""Longest time after which a model that is down is asked again; what a server asks for goes before it."""

_LONGEST_ASKED = timedelta(hours=1)
"""Longest time that a server may ask for."""

_MOST_DOUBLINGS = 12

_log = logging.getLogger("memary")


@dataclass(frozen=True, slots=True)
class _Pause:
    """For how long something waits: a clock that has gone back before its beginning ends it."""

    since: datetime
    until: datetime

    def lasts(self, now: datetime) -> bool:
        return self.since <= now < self.until


class Pauses:
    """Whom a worker passes over, and until when; None stands for all.

    Args:
        clock: tells the time to the queue.

    Attributes:
        model_down_since: when the model was first down, or made sense of nothing, of the times since it last worked.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._without_budget: dict[str | None, _Pause] = {}
        self._resting: dict[str | None, _Pause] = {}
        self._model_failures = 0
        self._lost: Counter[str] = Counter()  # of users, how many batches were lost one after the other
        self.model_down_since: datetime | None = None

    @property
    def without_budget(self) -> dict[str | None, datetime]:
        """Whom the budget has no room for, until when."""
        self._without_budget = self._lasting(self._without_budget)
        return {user: pause.until for user, pause in self._without_budget.items()}

    @property
    def passed_over(self) -> dict[str | None, datetime]:
        """Whose messages are not to be claimed now, until when."""
        self._resting = self._lasting(self._resting)
        return {user: pause.until for user, pause in self._resting.items()} | self.without_budget

    @property
    def is_for_all(self) -> bool:
        """Whether the model is given a rest."""
        return None in self._resting

    def end_for_all(self) -> None:
        """Ask the model again at once."""
        self._resting.pop(None, None)

    def for_budget(self, user_id: str | None, until: datetime) -> None:
        """Pass over whom the budget has no room for."""
        self._without_budget[user_id] = _Pause(self._clock(), until)

    def for_model(self, error: MemaryError, *, at_most: timedelta) -> None:
        """Ask nothing more for a while of a model that is down or makes sense of nothing; longer each time."""
        now = self._clock()
        self._model_failures += 1
        self.model_down_since = self.model_down_since or now
        pause = doubled(self._model_failures, at_most=at_most)
        if isinstance(error, ModelUnavailableError) and error.retry_after is not None:
            pause = max(pause, min(timedelta(seconds=error.retry_after), _LONGEST_ASKED))
        self._resting[None] = _Pause(now, now + pause)

    def for_lost(self, user_id: str) -> None:
        """Pass over for a while a user whose batches are lost again and again; once is nothing."""
        self._lost[user_id] += 1
        if self._lost[user_id] > 1:
            now = self._clock()
            self._resting[user_id] = _Pause(now, now + doubled(self._lost[user_id]))
            _log.warning("extraction for user %r put off: its messages could not be kept hold of", user_id)

    def worked(self, user_id: str) -> None:
        """Note that a batch of a user was read."""
        self._lost.pop(user_id, None)
        self._model_failures, self.model_down_since = 0, None

    def _lasting(self, pauses: dict[str | None, _Pause]) -> dict[str | None, _Pause]:
        now = self._clock()
        return {user: pause for user, pause in pauses.items() if pause.lasts(now)}


def doubled(times: int, *, at_most: timedelta = LONGEST_PAUSE) -> timedelta:
    """Return how long to wait after so many failures: two seconds, and twice as long each time."""
    return min(timedelta(seconds=2.0 ** min(times, _MOST_DOUBLINGS)), at_most)
