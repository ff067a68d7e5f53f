"""Offer `memary.spaces`: memory that several users share, and who belongs to it."""

from __future__ import annotations

import builtins

from pydantic import TypeAdapter, ValidationError

from memary.api.access.scope import check_role, grant_of
from memary.api.group import Group
from memary.checks.faults import first_fault, shown
from memary.errors import InputError
from memary.event_loop import on_loop, sync_twin
from memary.forgetting.plan import Manifest
from memary.queries import GrantQuery
from memary.types import SPACE_PREFIX, ScopeName, new_id, scope_of
from memary.types.spaces import Grant, SpaceRole, is_space

_NAME: TypeAdapter[str] = TypeAdapter(ScopeName)


class Spaces(Group):
    """Share memory: make and name spaces, say who may read and write them, join and leave them."""

    @on_loop
    async def acreate(self, name: str, *, user_id: str) -> Grant:
        """Make a space that this user owns.

        What is to be in it is added to it: `add("…", user_id=space.user_id)`.

        Args:
            name: what it is called; others may have one of the same name.
            user_id: who owns it.

        Raises:
            InputError: the name is empty, longer than 256 characters, not readable, like the id of a space, or that
                of a space to which the user belongs.
        """
        owner = scope_of(user_id).user_id
        await self._core.store.admit(owner, "spaces", writes=True)
        space_id, called = f"{SPACE_PREFIX}{new_id()}", _checked_name(name)
        await self._check_free(called, owner)
        await self._core.store.make_space(space_id, called, owner=owner, at=self._core.clock())
        return await grant_of(self._core.store, space_id, owner)

    create = sync_twin(acreate)

    @on_loop
    async def alist(self, *, user_id: str) -> builtins.list[Grant]:
        """Return the spaces of a user, by name, with their role.

        `joined` is False where they are only invited.
        """
        member = scope_of(user_id).user_id
        await self._core.store.admit(member, "spaces", writes=False)
        return await self._core.store.read(GrantQuery(member=member))

    list = sync_twin(alist)

    @on_loop
    async def aget(self, space: str, *, user_id: str) -> Grant:
        """Return a space as one of its members has it, by its name or id.

        `grant.user_id` is what the other methods of memary take for a user's id, to act in the space.

        Raises:
            NotFoundError: the user belongs to no such space.
            InputError: the user belongs to several of that name.
        """
        return await grant_of(self._core.store, space, scope_of(user_id).user_id)

    get = sync_twin(aget)

    @on_loop
    async def amembers(self, space: str, *, user_id: str) -> builtins.list[Grant]:
        """Return who belongs to a space, and who is invited; for those who have joined it.

        Raises:
            NotFoundError: the user belongs to no such space.
            NotAllowedError: the user has not joined it.
        """
        own = await self._granted(space, user_id, SpaceRole.READER)
        return await self._core.store.read(GrantQuery(space_id=own.space_id))

    members = sync_twin(amembers)

    @on_loop
    async def arename(self, space: str, name: str, *, user_id: str) -> Grant:
        """Give a space another name, for all its members; its id and what is in it stay.

        Only owners may.

        Args:
            space: its name or id.
            name: what it is called from now on; others may have one of the same name.
            user_id: who says so.

        Raises:
            NotFoundError: the user belongs to no such space.
            NotAllowedError: the user does not own it.
            InputError: the name is empty, longer than 256 characters, not readable, like the id of a space, or that
                of another space to which the user belongs.
        """
        own, called = await self._granted(space, user_id, SpaceRole.OWNER), _checked_name(name)
        if called != own.space:
            await self._check_free(called, own.member)
        await self._core.store.rename_space(own.space_id, called)
        return await grant_of(self._core.store, own.space_id, own.member)

    rename = sync_twin(arename)

    @on_loop
    async def agrant(
        self, space: str, member: str, role: SpaceRole | str = SpaceRole.READER, *, user_id: str
    ) -> Grant:
        """Invite a user to a space, or give a member another role; for owners.

        Whoever is invited sees the space in `list`, and nothing of it until they `join`.

        Args:
            space: its name or id.
            member: the user.
            role: "reader", "writer" or "owner".
            user_id: who says so.

        Raises:
            NotFoundError: the user belongs to no such space.
            NotAllowedError: the user does not own it.
            InputError: there is no such role, or nobody would be left who owns the space.
        """
        own = await self._granted(space, user_id, SpaceRole.OWNER)
        whom = scope_of(member).user_id
        await self._core.store.grant(own.space_id, whom, _role(role), at=self._core.clock())
        return await grant_of(self._core.store, own.space_id, whom)

    grant = sync_twin(agrant)

    @on_loop
    async def ajoin(self, space: str, *, user_id: str) -> Grant:
        """Take part in a space that one is invited to: from now on it is recalled beside one's own memory.

        Raises:
            NotFoundError: the user is not invited to such a space.
            InputError: the user belongs to several of that name.
        """
        invited = await grant_of(self._core.store, space, scope_of(user_id).user_id, writes=True)
        await self._core.store.join(invited.space_id, invited.member)
        return await grant_of(self._core.store, invited.space_id, invited.member)

    join = sync_twin(ajoin)

    @on_loop
    async def arevoke(self, space: str, member: str, *, user_id: str) -> None:
        """Take a member out of a space, who reads nothing of it from then on; what they wrote stays.

        Only owners may.

        Raises:
            NotFoundError: the user belongs to no such space, or the member does not.
            NotAllowedError: the user does not own it.
            InputError: nobody would be left who owns the space.
        """
        own = await self._granted(space, user_id, SpaceRole.OWNER)
        await self._core.store.grant(own.space_id, scope_of(member).user_id, None, at=self._core.clock())

    revoke = sync_twin(arevoke)

    @on_loop
    async def aleave(self, space: str, *, user_id: str) -> None:
        """Leave a space, or decline to join it.

        What was shared stays in it, and nothing of one's own was ever there.

        Raises:
            NotFoundError: the user belongs to no such space.
            InputError: nobody would be left who owns the space.
        """
        own = await grant_of(self._core.store, space, scope_of(user_id).user_id, writes=True)
        await self._core.store.grant(own.space_id, own.member, None, at=self._core.clock())

    leave = sync_twin(aleave)

    @on_loop
    async def adelete(self, space: str, *, user_id: str, dry_run: bool = False) -> Manifest:
        """Forget a space with all that is in it, for all its members.

        Only owners may. A dry run changes nothing, and tells how much would go.

        Raises:
            NotFoundError: the user belongs to no such space.
            NotAllowedError: the user does not own it.
        """
        own = await self._granted(space, user_id, SpaceRole.OWNER)
        if dry_run:
            return Manifest.of(await self._core.store.stats(own.space_id))
        return await self._core.written_over(Manifest.of(await self._core.store.forget_user(own.space_id)))

    delete = sync_twin(adelete)

    async def _check_free(self, name: str, member: str) -> None:
        """Refuse a name by which a user would mean two spaces."""
        grants = await self._core.store.read(GrantQuery(member=member))
        if any(one.joined and one.space == name for one in grants):
            raise InputError(f"{shown(member)} already belongs to a space called {shown(name)}: choose another name.")

    async def _granted(self, space: str, user_id: str, role: SpaceRole) -> Grant:
        member = scope_of(user_id).user_id
        grant = await grant_of(self._core.store, space, member, writes=role is not SpaceRole.READER)
        check_role(grant, role)
        return grant


def _checked_name(name: str) -> str:
    """Return the name of a space.

    Raises:
        InputError: it cannot be used.
    """
    if is_space(name.strip()):
        raise InputError(
            f"The name is {shown(name)}: names that begin with {SPACE_PREFIX!r} are ids of spaces, so choose another."
        )
    try:
        return _NAME.validate_python(name)
    except ValidationError as error:
        raise InputError(f"The name {shown(name)} cannot be used: {first_fault(error)}.") from error


def _role(name: SpaceRole | str) -> SpaceRole:
    """Return a role by its name.

    Raises:
        InputError: there is none.
    """
    try:
        return SpaceRole(name)
    except ValueError as error:
        raise InputError(f"role is {shown(name)}: choose from {', '.join(SpaceRole)}.") from error
