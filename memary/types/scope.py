"""Define whose memory is meant, and as of when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from pydantic import Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.types.record import FOREVER, Record, ScopeName

EVERYBODY = "*"
"""Stands for all users, and names none."""

SPACE_PREFIX = "space:"
"""Begins the id of a space, see `memary.types.spaces`, and none of a user."""

_WITHIN = "\x1f"
"""Stands between a space and the id of a record in a key; neither may hold a control character."""


def key_in(user_id: str | None, id_: str) -> str:
    """Return what stands for a record where several memories are read as one: ids are unique within one memory only.

    A record of a user's own goes by its id.

    Args:
        user_id: whose memory the record is of; None: one's own.
        id_: the id of the record there.
    """
    return f"{user_id}{_WITHIN}{id_}" if user_id and user_id.startswith(SPACE_PREFIX) else id_


def id_in_key(key: str) -> str:
    """Return the id that a record has within its memory."""
    return key.rpartition(_WITHIN)[2]


class Scope(Record):
    """Whose memory is meant.

    Without an agent or a session it is all of the user's. Where it is a space's, `member` is the user on whose
    behalf it is read or written.
    """

    user_id: ScopeName
    agent_id: ScopeName | None = None
    session_id: ScopeName | None = None
    member: ScopeName | None = Field(default=None, exclude=True)


@lru_cache(maxsize=1_024)
def scope_in_use(user_id: str, agent_id: str | None = None) -> Scope:
    """Return the scope of a user, and of an agent, that records have: these are not checked again and again."""
    return Scope(user_id=user_id, agent_id=agent_id)


def scope_of(user_id: str, agent_id: str | None = None, session_id: str | None = None) -> Scope:
    """Return the scope of a user.

    Raises:
        InputError: an id is empty, too long or not readable, the user is that which stands for all, or a space.
    """
    try:
        scope = Scope(user_id=user_id, agent_id=agent_id, session_id=session_id)
    except ValidationError as error:
        raise InputError(f"{first_fault(error)}.") from error
    if scope.user_id.startswith(SPACE_PREFIX):
        raise InputError(
            f"user_id is {scope.user_id!r}: "
            f"ids that begin with {SPACE_PREFIX!r} are spaces, which this does not work on."
        )
    if scope.user_id == EVERYBODY:
        raise InputError(f"user_id is {EVERYBODY!r}, which stands for all users: name one.")
    return scope


@dataclass(frozen=True, slots=True)
class When:
    """A point on both clocks: what was true in the world at `true_at`, as known at `known_at`."""

    true_at: datetime
    known_at: datetime

    @classmethod
    def now(cls, now: datetime) -> When:
        """Return what is true now, as far as memary knows, also by a writer whose clock is ahead of ours."""
        return cls(true_at=now, known_at=FOREVER)
