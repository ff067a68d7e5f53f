"""Offer `memary.access`: say who may use a user's memory, and list who did."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from contextlib import AbstractContextManager

from pydantic import ValidationError

from memary.api.group import Group
from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.event_loop import on_loop, sync_twin
from memary.times import GivenTime, time_given
from memary.types import scope_of
from memary.types.access import AccessRow, ClientAccess, MemoryState, Permissions, acting_as


class Access(Group):
    """Pause and archive memories and clients, say who may do what, and list who did."""

    _first = "get"

    @on_loop
    async def aget(self, *, user_id: str) -> Permissions:
        """Return who may use a user's memory; everybody may where nothing was said."""
        return await self._core.guard.permissions(scope_of(user_id).user_id)

    get = sync_twin(aget)

    @on_loop
    async def aset(
        self,
        *,
        user_id: str,
        state: MemoryState | None = None,
        others: ClientAccess | None = None,
        clients: Mapping[str, ClientAccess] | None = None,
    ) -> Permissions:
        """Say who may use a user's memory, and return what goes now.

        What is not said stays as it is. It counts at once, in other processes within a second, for every read and
        write, at every door. Each change is a row of the ledger.

        Args:
            user_id: whose memory.
            state: "open"; "paused": nobody reads or changes it; "archived": it is only read.
            others: what clients may that are not named: "write", "read", "paused" or "archived".
            clients: what single clients may, by their names: those of API keys, `mcp:NAME`, `cli`, `ui`, or what the
                setting `client` says.

        Raises:
            InputError: nothing is said, or a value is none of these.
        """
        if state is others is None and not clients:
            raise InputError("No change is given: give a state, what others may do, or what a client may do.")
        known = await self.aget(user_id=user_id)
        said = {"state": state, "others": others, "clients": clients}
        wanted = known.model_dump() | {name: value for name, value in said.items() if value is not None}
        if isinstance(clients, Mapping):
            wanted["clients"] = {**known.clients, **clients}
        try:
            permissions = Permissions.model_validate(wanted)
        except ValidationError as error:
            raise InputError(f"The access cannot be set: {first_fault(error, wanted)}.") from error
        return await self._core.guard.change(permissions)

    set = sync_twin(aset)

    @on_loop
    async def alog(
        self,
        *,
        user_id: str,
        since: GivenTime | None = None,
        until: GivenTime | None = None,
        client: str | None = None,
    ) -> builtins.list[AccessRow]:
        """Return who read or changed what of a user's memory, how often in which hour, and who was refused.

        Nothing is noted unless the setting `access_log` is on. The rows go with the user.

        Args:
            user_id: whose memory.
            since: from this time on.
            until: before this time.
            client: only this one.
        """
        return await self._core.guard.log(
            scope_of(user_id).user_id,
            since=time_given("since", since),
            until=time_given("until", until),
            client=client,
        )

    log = sync_twin(alog)

    def acting_as(self, client: str) -> AbstractContextManager[None]:
        """Make all calls inside a `with` block under the name of a client, as a server does for its callers."""
        if not client:
            raise InputError("The client's name is empty: give one.")
        return acting_as(client)
