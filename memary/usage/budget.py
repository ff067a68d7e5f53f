"""Caps on what language models may cost: per turn, hour, user's hour and user's day.

Windows are those of the clock, in UTC, since the ledger counts by the hour: an hour's cap is free again when the
next hour begins, a day's at midnight. A call is let through if what the ledger holds, what is under way, and an
estimate of the call itself stay within every cap. So a cap is passed at most by what answers are longer than
expected, and, with several processes, by the calls that they begin at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memary.errors import BudgetExceededError
from memary.models.base import ChatTurn
from memary.settings import Settings
from memary.text import count_tokens
from memary.types import Record, UsageRow
from memary.usage.ledger import SUPPORTING_ROLES, Account, UsageLedger, added_up, start_of_hour

_LEAST_ANSWER = 256
_ANSWER_SHARE = 5
"""An answer is expected to have at least so many tokens, and one part in so many of the prompt."""

_IMAGE_TOKENS = 1_000

_Setting = Literal[
    "max_calls_per_hour",
    "max_tokens_per_hour",
    "max_calls_per_user_hour",
    "max_tokens_per_user_hour",
    "max_tokens_per_user_day",
]


@dataclass(frozen=True, slots=True)
class _CapWindow:
    setting: _Setting
    unit: Literal["calls", "tokens"]
    length: timedelta
    is_users: bool

    def start(self, now: datetime) -> datetime:
        hour = start_of_hour(now)
        return hour if self.length == _HOUR else hour.replace(hour=0)


_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_WINDOWS = (
    _CapWindow("max_calls_per_hour", "calls", _HOUR, is_users=False),
    _CapWindow("max_tokens_per_hour", "tokens", _HOUR, is_users=False),
    _CapWindow("max_calls_per_user_hour", "calls", _HOUR, is_users=True),
    _CapWindow("max_tokens_per_user_hour", "tokens", _HOUR, is_users=True),
    _CapWindow("max_tokens_per_user_day", "tokens", _DAY, is_users=True),
)


class CapState(Record):
    """A cap and how much of it is used in the window that `frees_at` ends."""

    setting: str
    limit: int
    used: int
    frees_at: datetime
    user_id: str | None = None  # None: it is everybody's together


@dataclass(frozen=True, slots=True, eq=False)
class _Running:
    user_id: str | None
    tokens: int


def has_windows(settings: Settings) -> bool:
    """Return whether there is a cap on an hour or a day."""
    return any(_limit(settings, window) is not None for window in _WINDOWS)


def expected_tokens(turns: Sequence[ChatTurn]) -> int:
    """Return about how many tokens a call will take, its answer included."""
    prompt = sum(count_tokens(turn.content) + _IMAGE_TOKENS * len(turn.images) for turn in turns)
    return prompt + max(_LEAST_ANSWER, prompt // _ANSWER_SHARE)


class Budget:
    """Lets calls of language models through, or says why not and when they may be made.

    Args:
        ledger: what was spent, by all processes that share the store.
        settings: the caps.
        clock: tells the time.
    """

    def __init__(self, ledger: UsageLedger, settings: Settings, *, clock: Callable[[], datetime]) -> None:
        self._ledger = ledger
        self._settings = settings
        self._clock = clock
        self._checking = asyncio.Lock()
        self._running: list[_Running] = []
        self._is_limited = has_windows(settings)
        self._limits_turns = settings.max_calls_per_turn is not None or settings.max_tokens_per_turn is not None

    @asynccontextmanager
    async def call(self, account: Account, turns: Sequence[ChatTurn]) -> AsyncGenerator[None]:
        """Hold the budget for one call while the block runs.

        Raises:
            BudgetExceededError: it would pass a cap.
            StoreError: the ledger could not be read.
        """
        if not (self._is_limited or (account.turn is not None and self._limits_turns)):
            yield
            return
        tokens = expected_tokens(turns)
        running = _Running(account.user_id, tokens)
        async with self._checking:
            self._check_turn(account, tokens)
            for state in await self.states(account.user_id):
                self._check_window(state, tokens)
            self._running.append(running)
        try:
            yield
        finally:
            self._running.remove(running)

    async def states(self, user_id: str | None) -> list[CapState]:
        """Return the caps on hours and days that are set: everybody's, and those of a user if one is named."""
        now = self._clock()
        states: list[CapState] = []
        for window in _WINDOWS:
            limit = _limit(self._settings, window)
            if limit is None or (window.is_users and user_id is None):
                continue
            whose = user_id if window.is_users else None
            start = window.start(now)
            rows = await self._ledger.read(whose, since=start, until=start + window.length, by_user=False)
            used = _spent(rows, window.unit) + self._under_way(whose, window.unit)
            frees_at = start + window.length
            states.append(CapState(setting=window.setting, limit=limit, used=used, frees_at=frees_at, user_id=whose))
        return states

    def _under_way(self, user_id: str | None, unit: Literal["calls", "tokens"]) -> int:
        calls = [one for one in self._running if user_id in (None, one.user_id)]
        return len(calls) if unit == "calls" else sum(one.tokens for one in calls)

    def _check_turn(self, account: Account, tokens: int) -> None:
        if account.turn is None:
            return
        made = [call for call in account.turn.calls if call.role not in SUPPORTING_ROLES]
        spent = sum(call.prompt_tokens + call.completion_tokens for call in made)
        for setting, limit, needed in (
            ("max_calls_per_turn", self._settings.max_calls_per_turn, len(made) + 1),
            ("max_tokens_per_turn", self._settings.max_tokens_per_turn, spent + tokens),
        ):
            if limit is not None and needed > limit:
                raise BudgetExceededError(
                    f"A further call of the model would pass {setting} ({limit:,}): ask for less, or raise it.",
                    setting=setting,
                    limit=limit,
                )

    def _check_window(self, state: CapState, tokens: int) -> None:
        one = 1 if "calls" in state.setting else tokens
        if state.used + one <= state.limit:
            return
        fits = one <= state.limit
        whose = "" if state.user_id is None else f" of user {state.user_id!r}"
        when = f"{state.frees_at:%Y-%m-%d %H:%M} UTC"
        remedy = (
            f"{state.used:,} are used, more are free at {when}; or raise it."
            if fits
            else f"one call takes about {one:,} alone; raise it."
        )
        raise BudgetExceededError(
            f"A call of the model would pass {state.setting}{whose} ({state.limit:,}): {remedy}",
            setting=state.setting,
            limit=state.limit,
            user_id=state.user_id,
            frees_at=state.frees_at,
            fits=fits,
        )


def _limit(settings: Settings, window: _CapWindow) -> int | None:
    limit: int | None = getattr(settings, window.setting)
    return limit


def _spent(rows: Sequence[UsageRow], unit: Literal["calls", "tokens"]) -> int:
    total = added_up(row for row in rows if row.role not in SUPPORTING_ROLES)
    return total.calls if unit == "calls" else total.prompt_tokens + total.completion_tokens
