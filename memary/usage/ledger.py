"""The usage ledger: every answered call of a model, booked on the user it served, kept in the store.

Calls are noted at once and written right after, those of small models with the next write or a moment later; what the
store does not take for the moment stays here and goes with the next write. Whoever works for a user says so with
`attribute_usage`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Self, cast

from memary.errors import StoreError
from memary.models.calls import ModelCall, Usage
from memary.queries import UsageQuery
from memary.stores.store import Store
from memary.types import DropReason, Record, UsageRow
from memary.types.access import AccessRow

_log = logging.getLogger("memary")

SUPPORTING_ROLES = frozenset({"embedding", "rerank"})
"""Roles of small models: in the ledger, but neither priced nor counted against caps."""

_ADMITTED, _REFUSED = "access ", "refused "
_DROPPED = "dropped "
"""How the roles of rows begin that tell accesses, or facts that were not kept, instead of calls of models."""

_A_MOMENT = 0.5
"""Seconds that calls of small models wait for others to be written with."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens of a language model cost, in whatever currency; None: not known."""

    prompt: float | None = None
    completion: float | None = None

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return what tokens cost, None where no price is set."""
        if self.prompt is None and self.completion is None:
            return None
        return (prompt_tokens * (self.prompt or 0.0) + completion_tokens * (self.completion or 0.0)) / 1_000_000


class RoleUsage(Record):
    """What the models of one role, or all of them, came to."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


class UsageReport(Record):
    """Rows of the ledger, and what they come to.

    `cost` is that of language models, None where no price is set. `dropped` are the facts that models proposed and
    that were not kept, by reason.
    """

    rows: tuple[UsageRow, ...] = ()
    total: RoleUsage = RoleUsage()
    roles: dict[str, RoleUsage] = {}  # noqa: RUF012  pydantic copies it
    cost: float | None = None
    dropped: dict[DropReason, int] = {}  # noqa: RUF012

    @classmethod
    def of(cls, rows: Sequence[UsageRow], prices: Prices, *, dropped: Mapping[DropReason, int]) -> Self:
        """Add rows up."""
        roles = {role: added_up(row for row in rows if row.role == role) for role in sorted({r.role for r in rows})}
        spoken = added_up(row for row in rows if row.role not in SUPPORTING_ROLES)
        return cls(
            rows=tuple(rows),
            total=added_up(rows),
            roles=roles,
            cost=prices.cost(spoken.prompt_tokens, spoken.completion_tokens),
            dropped=dict(dropped),
        )


def added_up(rows: Iterable[UsageRow]) -> RoleUsage:
    """Return the sum of rows."""
    listed = list(rows)
    return RoleUsage(
        calls=sum(row.calls for row in listed),
        prompt_tokens=sum(row.prompt_tokens for row in listed),
        completion_tokens=sum(row.completion_tokens for row in listed),
        seconds=round(sum(row.seconds for row in listed), 3),
    )


@dataclass(frozen=True, slots=True)
class Account:
    """Who is served, and the usage of the turn that it is part of, if it is part of one."""

    user_id: str | None = None
    turn: Usage | None = None


_NOBODY = Account()
_account: ContextVar[Account] = ContextVar("memary_account", default=_NOBODY)


def current_account() -> Account:
    """Return whom the running work serves."""
    return _account.get()


@contextmanager
def attribute_usage(user_id: str | None, *, turn: Usage | None = None, alone: bool = False) -> Generator[None]:
    """Book the model calls inside the block on a user.

    Args:
        user_id: whom they serve.
        turn: what the turn has used so far, where one begins; default: the turn that is running goes on.
        alone: they belong to no turn.
    """
    token = _account.set(Account(user_id, None if alone else turn or _account.get().turn))
    try:
        yield
    finally:
        _account.reset(token)


class UsageLedger:
    """Books model calls in the store.

    Args:
        store: where the ledger is kept.
        clock: tells the hour of a call.
    """

    def __init__(self, store: Store, *, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._noted: list[UsageRow] = []
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._later: asyncio.TimerHandle | None = None

    def note(self, user_id: str | None, calls: Iterable[ModelCall]) -> None:
        """Take calls down; the next `settle` writes them."""
        hour = start_of_hour(self._clock())
        self._noted += [
            UsageRow(
                user_id=user_id,
                role=call.role,
                model=call.model,
                hour=hour,
                calls=1,
                prompt_tokens=call.prompt_tokens,
                completion_tokens=call.completion_tokens,
                seconds=call.seconds,
            )
            for call in calls
        ]

    def note_access(self, user_id: str, client: str, what: str, *, refused: bool) -> None:
        """Take down that a client read or changed something, or was refused; it is written in a moment."""
        role = f"{_REFUSED if refused else _ADMITTED}{what}"
        self._noted.append(
            UsageRow(user_id=user_id, role=role, model=client, hour=start_of_hour(self._clock()), calls=1)
        )
        with suppress(RuntimeError):  # in the thread of a snapshot the next to note starts the writing
            self.settle_soon()

    async def note_dropped(self, user_id: str, dropped: Mapping[DropReason, int]) -> None:
        """Take down how many facts that a model proposed were not kept, and write it."""
        hour = start_of_hour(self._clock())
        self._noted += [
            UsageRow(user_id=user_id, role=f"{_DROPPED}{reason}", model="", hour=hour, calls=count)
            for reason, count in dropped.items()
        ]
        await self.settle()

    async def dropped(self, user_id: str | None = None, *, since: datetime | None = None) -> dict[DropReason, int]:
        """Return how many facts that models proposed were not kept, by reason, the most frequent first."""
        await self.aclose()
        rows = await self._store.read(UsageQuery(user_id, since=since))
        counts: Counter[str] = Counter()
        for row in rows:
            if row.role.startswith(_DROPPED):
                counts[row.role.removeprefix(_DROPPED)] += row.calls
        return {cast("DropReason", reason): count for reason, count in counts.most_common()}

    async def accesses(
        self, user_id: str, *, since: datetime | None = None, until: datetime | None = None
    ) -> list[AccessRow]:
        """Return who read or changed what of a user's memory."""
        await self.aclose()
        rows = await self._store.read(UsageQuery(user_id, since=since, until=until))
        return [
            AccessRow(
                hour=row.hour,
                client=row.model,
                what=row.role.removeprefix(_ADMITTED).removeprefix(_REFUSED),
                count=row.calls,
                refused=row.role.startswith(_REFUSED),
            )
            for row in rows
            if row.role.startswith((_ADMITTED, _REFUSED))
        ]

    async def settle(self) -> None:
        """Write what is noted.

        What a store that is down does not take is kept for the next time.
        """
        if self._noted:
            await asyncio.shield(self._start_writing())  # cancelled, it would not be known whether it is written

    def settle_soon(self) -> None:
        """Write in a moment what is noted, so that no caller waits for it.

        Needs a running loop.
        """
        if self._noted and self._later is None:
            self._later = asyncio.get_running_loop().call_later(_A_MOMENT, self._start_writing)

    async def aclose(self) -> None:
        """Write the rest."""
        await self.settle()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _start_writing(self) -> asyncio.Task[None]:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        task = asyncio.create_task(self._write())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _write(self) -> None:
        async with self._writing:
            rows, self._noted = self._noted, []
            if not rows:
                return
            try:
                await self._store.record_usage(_merged(rows))
            except StoreError as error:
                self._noted = rows + self._noted
                _log.warning("usage: %s", error)

    async def read(
        self,
        user_id: str | None = None,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        by_user: bool = True,
    ) -> list[UsageRow]:
        """Return rows as `Store.usage` does, with all that was noted before.

        Raises:
            StoreError: the store could not be used.
        """
        await self.aclose()
        rows = await self._store.read(UsageQuery(user_id, since=since, until=until, by_user=by_user))
        return [row for row in rows if not row.role.startswith((_ADMITTED, _REFUSED, _DROPPED))]


def start_of_hour(time: datetime) -> datetime:
    """Return when the hour of a time began."""
    return time.replace(minute=0, second=0, microsecond=0)


def _merged(rows: Sequence[UsageRow]) -> list[UsageRow]:
    groups: dict[tuple[str | None, str, str, datetime], list[UsageRow]] = {}
    for row in rows:
        groups.setdefault((row.user_id, row.role, row.model, row.hour), []).append(row)
    return [group[0].model_copy(update=added_up(group).model_dump()) for group in groups.values()]
