"""What models cost: the ledger of their calls, the caps, and an estimate beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

from memary.facade.opened import Opened
from memary.ingestion.estimate import Estimate, estimate
from memary.ingestion.load import Given, load
from memary.looping import blocking, on_loop
from memary.memory.budget import CapState
from memary.memory.usage import Prices, UsageReport, start_of_hour
from memary.times import GivenTime, time_given


class Costs(Opened):
    """The part of `Memary` that counts."""

    @on_loop
    async def ausage(self, *, user_id: str | None = None, since: GivenTime | None = None) -> UsageReport:
        """What models cost, by user, role, model and hour, with sums; of all users unless one is named.

        Every answered call counts, with the tokens that its server reported (an estimate where it reports none). The
        cost is known where `price_prompt` or `price_completion` is set.

        Args:
            user_id: whose calls; default: everybody's, and those that served nobody in particular.
            since: from the hour on that this time falls in.

        Raises:
            InputError: `since` lacks its zone.
        """
        begin = time_given("since", since)
        whose = None if user_id is None else self._scope(user_id).user_id
        rows = await self._ledger.read(whose, since=begin and start_of_hour(begin.astimezone(UTC)))
        return UsageReport.of(rows, self._prices)

    usage = blocking(ausage)

    @on_loop
    async def acaps(self, *, user_id: str | None = None) -> list[CapState]:
        """The caps on hours and days that are set, with what is used: everybody's, and those of a user if named."""
        return await self.budget.states(None if user_id is None else self._scope(user_id).user_id)

    caps = blocking(acaps)

    @on_loop
    async def aestimate(
        self,
        messages: Given | Iterable[Given],
        *,
        user_id: str,
        agent_id: str | None = None,
        session_id: str | None = None,
    ) -> Estimate:
        """What reading the facts out of messages would cost, before they are added. Nothing is kept or asked.

        Takes what `add` takes. Messages that memory has already cost nothing. Tokens are counted on the prompts as
        the worker would send them now; the facts and entities that the messages themselves bring are not known yet,
        and each later call will see some of them.

        Raises:
            InputError: a message cannot be used.
        """
        records = load(
            messages,
            scope=self._scope(user_id, agent_id, session_id),
            now=self._clock(),
            infer=True,
            metadata=None,
            max_chars=self.settings.max_message_chars,
        )
        past = await self._ledger.read(None, by_user=False)
        return await estimate(
            self._worker.reader, self.store, records, settings=self.settings, past=past, prices=self._prices
        )

    estimate = blocking(aestimate)

    @property
    def _prices(self) -> Prices:
        return Prices(self.settings.price_prompt, self.settings.price_completion)
