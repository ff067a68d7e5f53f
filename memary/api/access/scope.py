"""Turn what a caller gives for a user's id into the scope that is read or written.

Nothing else makes a scope. A user's own id is taken as it is. The address of a space is looked up among the grants,
each time: whoever belongs to it no more reads nothing from then on. A method that does not ask here is refused spaces
by `scope_of`.
"""

from __future__ import annotations

from collections.abc import Collection

from memary.checks.faults import shown
from memary.errors import InputError, NotAllowedError, NotFoundError
from memary.queries import GrantQuery, MessageQuery
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.types import Scope, scope_of
from memary.types.spaces import AUTHOR_KEY, Grant, SpaceRole, address_of, is_space


async def scope_for(
    store: Store,
    user_id: str,
    agent_id: str | None = None,
    session_id: str | None = None,
    *,
    role: SpaceRole = SpaceRole.READER,
) -> Scope:
    """Return the scope of a user, or of a space in which the named member has this role.

    Raises:
        InputError: an id cannot be used.
        NotFoundError: there is no such space that the member belongs to.
        NotAllowedError: the member's role does not allow it.
    """
    address = address_of(user_id.strip())
    if address is None:
        return scope_of(user_id, agent_id, session_id)
    if address.member is None:
        raise InputError(
            f"user_id is {shown(user_id)}, which is a space: add the member who asks, like {user_id.strip()}:ada."
        )
    member = scope_of(address.member, agent_id, session_id)
    grant = await grant_of(store, address.space_id, member.user_id, writes=role is not SpaceRole.READER)
    check_role(grant, role)
    return member.model_copy(update={"user_id": grant.space_id, "member": grant.member})


async def scope_to_forget(
    store: Store, user_id: str, session_id: str | None = None, *, message_ids: Collection[str] = ()
) -> Scope:
    """Return the scope in which something may be forgotten.

    In a space its owners may forget anything, and other members the messages that they wrote.

    Raises:
        NotFoundError: there is no such space that the member belongs to.
        NotAllowedError: they own neither the space nor all of the messages.
    """
    if message_ids:
        scope = await scope_for(store, user_id, role=SpaceRole.WRITER)
        if scope.member is None:
            return scope
        said = await store.read(MessageQuery(scope, ids=message_ids))
        if all(message.metadata.get(AUTHOR_KEY) == scope.member for message in said):
            return scope
    return await scope_for(store, user_id, session_id=session_id, role=SpaceRole.OWNER)


async def grant_of(store: Store, space: str, member: str, *, writes: bool = False) -> Grant:
    """Return what a user may do in a space, given by its id or its name.

    Of several spaces with one name it is the one that they joined.

    Args:
        store: where it is.
        space: its id or its name.
        member: who asks.
        writes: whether it is to change something, which their memory may be closed to.

    Raises:
        AccessDeniedError: the client that asks may not use the member's memory so.
        NotFoundError: the user belongs to no such space.
        InputError: the user belongs to several of that name.
    """
    await store.admit(member, "spaces", writes=writes)
    found = await store.read(GrantQuery(member, space if is_space(space) else None))
    named = [grant for grant in found if space in (grant.space_id, grant.space)]
    named = [grant for grant in named if grant.joined] or named
    if not named:
        raise NotFoundError(f"There is no space {shown(space)} that {shown(member)} belongs to.")
    if len(named) > 1:
        ids = ", ".join(grant.space_id for grant in named)
        raise InputError(f"{shown(member)} belongs to several spaces called {shown(space)}: give the id, of {ids}.")
    return named[0]


async def joined(reads: Reads, user_id: str) -> list[Grant]:
    """Return the spaces that a user has joined."""
    return [grant for grant in await reads.read(GrantQuery(user_id)) if grant.joined]


async def readable(store: Store, user_id: str, chosen: Collection[str]) -> list[Grant]:
    """Return the spaces chosen, by id or name, to be recalled beside a user's own memory.

    Raises:
        NotFoundError: the user belongs to no such space.
        NotAllowedError: the user has not joined it.
    """
    grants = {one.space_id: one for one in [await grant_of(store, space, user_id) for space in chosen]}
    for grant in grants.values():
        check_role(grant, SpaceRole.READER)
    return list(grants.values())


def check_role(grant: Grant, role: SpaceRole) -> None:
    """Refuse whoever has not joined the space, or whose role there does not include another one.

    Raises:
        NotAllowedError: it does not.
    """
    member, space = shown(grant.member), shown(grant.space)
    if not grant.joined:
        raise NotAllowedError(f"{member} is invited to the space {space}: join it first.")
    if not grant.role.includes(role):
        raise NotAllowedError(f"{member} is {grant.role} of the space {space}, and that takes {role}.")
