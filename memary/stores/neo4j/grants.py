"""Spaces, users of their own that bear a name, and the `MEMBER_OF` of those who belong to them."""

from __future__ import annotations

from memary.queries import GrantQuery
from memary.stores.commands import Join, MakeSpace, PutGrant, RenameSpace
from memary.stores.conflicts import no_member, no_such_space, without_owner
from memary.stores.neo4j import writes
from memary.stores.neo4j.driver.connection import Transaction
from memary.types.spaces import Grant, SpaceRole

_READ = """
MATCH (m:User{member})-[g:MEMBER_OF]->(s:User{space})
WITH s.id AS space_id, s.name AS space, m.id AS member, g ORDER BY space, space_id, member
RETURN collect({{space_id: space_id, space: space, member: member, role: g.role, since: g.since, joined: g.joined}})
"""
_NAME = "MATCH (s:User {id: $space}) SET s.name = $name"
_IS_SPACE = "MATCH (s:User {id: $space}) WHERE s.name IS NOT NULL RETURN s.id AS id"
_PUT = """
MATCH (s:User {id: $space}) MATCH (m:User {id: $member})
MERGE (m)-[g:MEMBER_OF]->(s)
ON CREATE SET g.joined = false
SET g.role = $role, g.since = $since
"""
_JOIN = """
MATCH (:User {id: $member})-[g:MEMBER_OF]->(:User {id: $space})
SET g.joined = true
RETURN count(*) AS members
"""
_REMOVE = """
MATCH (:User {id: $member})-[g:MEMBER_OF]->(:User {id: $space})
DELETE g
RETURN count(*) AS gone
"""
_OWNED = """
MATCH (:User)-[g:MEMBER_OF {role: $role, joined: true}]->(:User {id: $space})
RETURN count(g) AS owners
"""


async def read(tx: Transaction, query: GrantQuery) -> list[Grant]:
    """Return who belongs to which spaces; see `GrantQuery`."""
    statement = _READ.format(
        member="" if query.member is None else " {id: $user}",
        space="" if query.space_id is None else " {id: $space}",
    )
    found = await tx.collected(statement, user=query.member, space=query.space_id)
    return [Grant.model_validate(row | {"role": SpaceRole(row["role"])}) for row in found]


async def make_space(tx: Transaction, command: MakeSpace) -> None:
    """Make a space with its first owner; see `Store.make_space`."""
    await writes.make_user(tx, command.space_id)
    await tx.run(_NAME, space=command.space_id, name=command.name)
    await _put(tx, PutGrant(command.space_id, command.owner, SpaceRole.OWNER, command.at))
    await join(tx, Join(command.space_id, command.owner))


async def rename_space(tx: Transaction, command: RenameSpace) -> None:
    """Give a space another name; see `Store.rename_space`."""
    if not await tx.row(_IS_SPACE, space=command.space_id):
        raise no_such_space(command.space_id)
    await tx.run(_NAME, space=command.space_id, name=command.name)


async def put(tx: Transaction, command: PutGrant) -> None:
    """Give or take a role; see `Store.grant`.

    Locking the space keeps other changes of its members waiting.
    """
    space, member = command.space_id, command.member
    if await writes.lock_user(tx, space) is None or not await tx.row(_IS_SPACE, space=space):
        raise no_such_space(space)
    if command.role is not None:
        await _put(tx, command)
    else:
        removed = await tx.row(_REMOVE, space=space, member=member)
        if removed is None or not removed["gone"]:
            raise no_member(member)
    owned = await tx.row(_OWNED, space=space, role=SpaceRole.OWNER.value)
    if owned is None or not owned["owners"]:
        raise without_owner()


async def join(tx: Transaction, command: Join) -> None:
    """Note that a member takes part; see `Store.join`."""
    found = await tx.row(_JOIN, space=command.space_id, member=command.member)
    if found is None or not found["members"]:
        raise no_member(command.member)


async def _put(tx: Transaction, command: PutGrant) -> None:
    role = command.role.value if command.role else None
    await writes.make_user(tx, command.member)
    await tx.run(_PUT, space=command.space_id, member=command.member, role=role, since=command.at)
