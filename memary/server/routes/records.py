"""Single records by their ids."""

from __future__ import annotations

from typing import TypeVar

from memary.errors import NotFoundError
from memary.server.access import Caller
from memary.types import Entity, Fact, Message

R = TypeVar("R", Message, Fact, Entity)


async def record(caller: Caller, id_: str, kind: type[R]) -> R:
    """Return a record of a kind.

    Raises:
        NotFoundError: the user's memory has no such record.
    """
    found = await caller.memory.aget(id_, user_id=caller.user_id)
    if not isinstance(found, kind):
        raise NotFoundError(f"{id_} is no {kind.__name__.lower()}, but a {type(found).__name__.lower()}.")
    return found
