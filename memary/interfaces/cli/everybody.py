"""All memories of a store, for commands that go over everybody's: of each user, and of each space by an owner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memary.errors import InputError
from memary.types.spaces import SpaceRole

if TYPE_CHECKING:
    from memary import Grant, Memary
    from memary.interfaces.cli.command_line import CommandLine


@dataclass(frozen=True, slots=True)
class OneMemory:
    """The memory of a user or of a space.

    Attributes:
        name: of the user or the space.
        address: what stands for the id of a user in calls.
        member: the user, or an owner of the space.
        space_id: None: it is a user's.
    """

    name: str
    address: str
    member: str
    space_id: str | None = None

    @property
    def label(self) -> str:
        """What it is called beside others."""
        return self.name if self.space_id is None else f"the space {self.name}"

    @property
    def whose(self) -> dict[str, str]:
        """What it is called in data."""
        return {"user": self.name} if self.space_id is None else {"space": self.name, "space_id": self.space_id}


def everybody(memory: Memary) -> Iterator[OneMemory]:
    """Return the memories of all users, then those of all spaces."""
    owners: dict[str, Grant] = {}
    for user in memory.admin.users():
        yield OneMemory(user, user, user)
        for grant in memory.spaces.list(user_id=user):
            if grant.joined and grant.role is SpaceRole.OWNER:
                owners.setdefault(grant.space_id, grant)
    for grant in owners.values():
        yield OneMemory(grant.space, grant.user_id, grant.member, grant.space_id)


def check_nobody_is_named(line: CommandLine) -> None:
    """Make sure that a command over everybody's memory names nobody.

    Raises:
        InputError: it names a user or a space.
    """
    if line.user_option is not None or line.space is not None:
        raise InputError("--all-users means everybody, spaces too: leave out --user and --space.")
