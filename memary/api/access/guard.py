"""Guard a store: let each read and write of a user's memory through, or refuse it, and note it.

Permissions are rows of the user's ledger, so that they move with an export and go with the user. They
are looked up at most once a second, so that a change counts in every process within that time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from math import inf
from time import monotonic

from pydantic import JsonValue, ValidationError

from memary.errors import AccessDeniedError
from memary.facts.transaction import retry_on_conflict
from memary.queries import OperationQuery
from memary.stores.store import Store
from memary.types import Action, GraphDelta, Operation, Scope
from memary.types.access import ACCESS, ITSELF, AccessRow, Permissions, acting_as, current_client
from memary.usage.ledger import UsageLedger

_FRESH = 1.0
_KEPT = 1_000


class AccessGuard:
    """Admits clients to memories.

    Args:
        store: where permissions are.
        ledger: where accesses are noted.
        client: the name of calls that come under no other.
        notes: whether accesses are noted.
        clock: tells the time.
    """

    def __init__(
        self, store: Store, ledger: UsageLedger, *, client: str, notes: bool, clock: Callable[[], datetime]
    ) -> None:
        self._store, self._ledger, self._clock = store, ledger, clock
        self._client, self._notes = client, notes
        self._known: dict[str, tuple[float, Permissions]] = {}

    def unknown(self, user_id: str) -> OperationQuery | None:
        """See `Guard.unknown`."""
        known = self._known.get(user_id)
        is_fresh = known is not None and monotonic() - known[0] < _FRESH
        return None if is_fresh else _asked(user_id)

    def learn(self, user_id: str, rows: Sequence[Operation]) -> None:
        """See `Guard.learn`."""
        if len(self._known) >= _KEPT:
            self._known.pop(next(iter(self._known), ""), None)
        self._known[user_id] = (monotonic(), _told_by(rows, user_id))

    def drop(self, user_id: str) -> None:
        """See `Guard.drop`."""
        if known := self._known.get(user_id):  # what was said last holds for who is about to be checked by it
            self._known[user_id] = (-inf, known[1])

    def check(self, user_id: str, what: str, *, writes: bool) -> None:
        """See `Guard.check`."""
        client = current_client()
        client = self._client if client is None else client
        known = self._known.get(user_id)
        permissions = known[1] if known else Permissions(user_id=user_id)
        refusal = permissions.refusal(client, writes=writes)
        if self._notes:
            self._ledger.note_access(user_id, client, what, refused=bool(refusal))
        if refusal:
            raise AccessDeniedError(refusal)

    async def permissions(self, user_id: str) -> Permissions:
        """Return who may use a user's memory."""
        with acting_as(ITSELF):
            return _told_by(await self._store.read(_asked(user_id)), user_id)

    async def change(self, wanted: Permissions) -> Permissions:
        """Put permissions down, by the client that is calling."""
        user_id, actor = wanted.user_id, current_client() or self._client

        async def step() -> Permissions:
            revision = await self._store.revision(user_id)
            held: dict[str, JsonValue] = {ACCESS: wanted.model_dump_json()}
            row = Operation(
                user_id=user_id,
                at=self._clock(),
                actor=actor,
                action=Action.NONE,
                target_id=ACCESS,
                reason=_told(wanted),
                after=held,
            )
            await self._store.apply(GraphDelta(user_id=user_id, revision=revision, operations=(row,)))
            return wanted

        with acting_as(ITSELF):
            return await retry_on_conflict(step)

    async def log(
        self, user_id: str, *, since: datetime | None, until: datetime | None, client: str | None
    ) -> list[AccessRow]:
        """Return the accesses that were noted."""
        rows = await self._ledger.accesses(user_id, since=since, until=until)
        return [row for row in rows if client in (None, row.client)]


def _asked(user_id: str) -> OperationQuery:
    return OperationQuery(Scope(user_id=user_id), target_ids=[ACCESS])


def _told_by(rows: Sequence[Operation], user_id: str) -> Permissions:
    permissions = next((row.after[ACCESS] for row in reversed(rows) if ACCESS in row.after), None)
    if permissions is None:
        return Permissions(user_id=user_id)
    try:
        found = Permissions.model_validate_json(str(permissions))
    except ValidationError:  # an import may bring anything: closed until somebody says it again
        return Permissions(user_id=user_id, state="paused")
    return found.model_copy(update={"user_id": user_id})  # an import may have given it to another


def _told(wanted: Permissions) -> str:
    named = ", ".join(f"{name}: {may}" for name, may in sorted(wanted.clients.items()))
    return f"memory {wanted.state}; others: {wanted.others}" + (f"; {named}" if named else "")
