"""Define spaces: memory that several users share, and who may do what in one.

A space owns records as a user does, under an id that no user may take; so all that holds for a user's memory holds
for it. Who belongs to it stands in grants. A member acts in it by an address: what is given for a user's id says
which space, and on whose behalf. Whoever takes an address looks the grant up, each time.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from memary.types import SPACE_PREFIX, Action, Entity, Fact, Message, Record, Said, ScopeName, Time
from memary.types.scope import key_in

AUTHOR_KEY = "memary.author"
"""Metadata in which a message of a space keeps the user who wrote it there; hits tell it in `said_by`."""

GIVEN = (Action.ADD, Action.UPDATE)
"""By a row of these, without a message behind it, somebody gives memory a fact."""


class SpaceRole(StrEnum):
    """What a member may do in a space; each role includes those before it."""

    READER = "reader"  # recall and look at all of it
    WRITER = "writer"  # also add, correct and undo, and take back what one has said oneself
    OWNER = "owner"  # also forget anything of it, say who belongs to it, and delete it

    @property
    def rank(self) -> int:
        """How much it allows: 0 for a reader, 2 for an owner."""
        return [*SpaceRole].index(self)

    def includes(self, other: SpaceRole) -> bool:
        """Return whether whoever has this role may do what the other one allows."""
        return self.rank >= other.rank


class Grant(Record):
    """That a user belongs to a space.

    Attributes:
        space_id: of the space: under it its records are kept.
        space: its name, which several spaces may share.
        member: the user.
        role: what they may do there, once they have joined.
        since: when they got that role.
        joined: whether they took part; as long as they have not, it is an invitation, and nothing of it reaches them.
    """

    space_id: ScopeName
    space: str
    member: ScopeName
    role: SpaceRole
    since: Time
    joined: bool

    @property
    def user_id(self) -> str:
        """What this member gives for a user's id, to act in the space.

        `memory.add("…", user_id=grant.user_id)`.
        """
        return f"{self.space_id}:{self.member}"


class Address(NamedTuple):
    """A space, and the member on whose behalf something is done there; None where none is named."""

    space_id: str
    member: str | None


def address_of(user_id: str) -> Address | None:
    """Return which space and member are given for a user's id; None where it is a user's."""
    if not is_space(user_id):
        return None
    id_, _, member = user_id.removeprefix(SPACE_PREFIX).partition(":")
    return Address(SPACE_PREFIX + id_, member or None)


def space_of(record: Message | Said | Fact | Entity) -> str | None:
    """Return the id of the space that a record is from; None where it is a user's own."""
    return record.user_id if is_space(record.user_id) else None


def key_of(record: Message | Said | Fact | Entity) -> str:
    """Return what stands for a record where several memories are read as one."""
    return key_in(record.user_id, record.id)


def is_space(user_id: str) -> bool:
    """Return whether an id is of a space, or of a member of one, and not of a user."""
    return user_id.startswith(SPACE_PREFIX)
