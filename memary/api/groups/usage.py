"""Offer `memary.usage`: what models cost, what caps leave, and what reading messages would cost."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import TYPE_CHECKING, Any

from memary.api.group import Group
from memary.event_loop import on_loop, sync_twin
from memary.ingestion.estimate import Estimate, estimate
from memary.ingestion.load import Given, load
from memary.times import GivenTime, time_given
from memary.usage.budget import CapState
from memary.usage.ledger import Prices, UsageReport, start_of_hour


class UsageReports(Group):
    """Tell what models cost, what caps leave, and what reading messages would cost."""

    @on_loop
    async def areport(self, *, user_id: str | None = None, since: GivenTime | None = None) -> UsageReport:
        """Return what models cost, by user, role, model and hour, with sums; of all users unless one is named.

        Every answered call counts, with the tokens that its server reported (an estimate where it reports none). The
        cost is known where `price_prompt` or `price_completion` is set. `dropped` tells how many facts that a model
        proposed were not kept, by reason.

        Args:
            user_id: whose calls; default: everybody's, and those that served nobody in particular.
            since: from the hour on that this time falls in.

        Raises:
            AccessDeniedError: the client that asks may not read this user's memory.
            InputError: `since` lacks its zone.
        """
        begin = time_given("since", since)
        whose = await self._readable(user_id)
        hour = begin and start_of_hour(begin.astimezone(UTC))
        rows = await self._core.ledger.read(whose, since=hour)
        dropped = await self._core.ledger.dropped(whose, since=hour)
        return UsageReport.of(rows, self._prices, dropped=dropped)

    report = sync_twin(areport)

    if TYPE_CHECKING:
        __call__ = report
    else:

        def __call__(self, **asked: Any) -> UsageReport:
            """Return `report`, for short."""
            return self.report(**asked)

    @on_loop
    async def acaps(self, *, user_id: str | None = None) -> list[CapState]:
        """Return the caps per hour and day with what is used of them, overall and by the user if named.

        Raises:
            AccessDeniedError: the client that asks may not read this user's memory.
        """
        return await self._core.budget.states(await self._readable(user_id))

    caps = sync_twin(acaps)

    @on_loop
    async def aestimate(
        self,
        messages: Given | Iterable[Given],
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
    ) -> Estimate:
        """Return what reading the facts out of messages would cost, before they are added.

        Nothing is kept or asked. Takes what `add` takes. Messages that memory has already cost nothing. Tokens are
        counted on the prompts as the worker would send them now; the facts and entities that the messages themselves
        bring are not known yet, and each later call will see some of them.

        Raises:
            InputError: a message cannot be used.
        """
        records = load(
            messages,
            scope=await self._core.scope(user_id, agent_id, session_id),
            now=self._core.clock(),
            max_chars=self._core.settings.max_message_chars,
        )
        past = await self._core.ledger.read(None, by_user=False)
        return await estimate(
            self._core.worker.reader,
            self._core.store,
            records,
            settings=self._core.settings,
            past=past,
            prices=self._prices,
        )

    estimate = sync_twin(aestimate)

    async def _readable(self, user_id: str | None) -> str | None:
        """Return under which id a user's calls are booked; who may not read the memory learns nothing of them."""
        whose = await self._core.owner_id(user_id)
        if whose is not None:
            await self._core.store.admit(whose, "usage", writes=False)
        return whose

    @property
    def _prices(self) -> Prices:
        return Prices(self._core.settings.price_prompt, self._core.settings.price_completion)
