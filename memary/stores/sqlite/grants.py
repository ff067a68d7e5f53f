"""Spaces and who belongs to them.

All of it happens inside the caller's transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from memary.queries import GrantQuery
from memary.stores.commands import Join, MakeSpace, PutGrant, RenameSpace
from memary.stores.conflicts import no_member, no_such_space, without_owner
from memary.stores.sqlite.driver.connection import once_a_snapshot
from memary.stores.sqlite.queries.conditions import owner_of
from memary.stores.sqlite.rows import to_stamp, to_time
from memary.stores.sqlite.writes import make_user, upsert
from memary.types.spaces import Grant, SpaceRole

_READ = """
SELECT s.user_id AS space_id, n.name AS space, m.user_id AS member, g.role AS role, g.since AS since,
  g.joined AS joined
FROM grants g
JOIN spaces n ON n.owner = g.owner JOIN users s ON s.number = g.owner JOIN users m ON m.number = g.member
WHERE (:member IS NULL OR g.member = :member) AND (:space IS NULL OR g.owner = :space)
ORDER BY n.name, s.user_id, m.user_id
"""


def read(connection: sqlite3.Connection, query: GrantQuery) -> list[Grant]:
    """Return who belongs to which spaces; see `GrantQuery`."""
    values: dict[str, int | None] = {"member": None, "space": None}
    for name, user_id in (("member", query.member), ("space", query.space_id)):
        if user_id is not None:
            values[name] = owner_of(connection, user_id)
            if values[name] is None:
                return []
    return [*_granted(connection, values["member"], values["space"])]


@once_a_snapshot
def _granted(connection: sqlite3.Connection, member: int | None, space: int | None) -> Sequence[Grant]:
    return [
        Grant(
            space_id=row["space_id"],
            space=row["space"],
            member=row["member"],
            role=SpaceRole(row["role"]),
            since=to_time(row["since"]),
            joined=bool(row["joined"]),
        )
        for row in connection.execute(_READ, {"member": member, "space": space})
    ]


def make_space(connection: sqlite3.Connection, command: MakeSpace) -> None:
    """Make a space with its first owner; see `Store.make_space`."""
    number = make_user(connection, command.space_id)
    upsert(connection, "spaces", {"owner": number, "name": command.name}, key=("owner",))
    _put(connection, number, command.owner, SpaceRole.OWNER, command.at)
    join(connection, Join(command.space_id, command.owner))


def rename_space(connection: sqlite3.Connection, command: RenameSpace) -> None:
    """Give a space another name; see `Store.rename_space`."""
    values = (command.name, owner_of(connection, command.space_id))
    if not connection.execute("UPDATE spaces SET name = ? WHERE owner = ?", values).rowcount:
        raise no_such_space(command.space_id)


def put(connection: sqlite3.Connection, command: PutGrant) -> None:
    """Give or take a role; see `Store.grant`."""
    space = owner_of(connection, command.space_id)
    if space is None or not connection.execute("SELECT 1 FROM spaces WHERE owner = ?", (space,)).fetchone():
        raise no_such_space(command.space_id)
    if command.role is not None:
        _put(connection, space, command.member, command.role, command.at)
    else:
        ends = (space, owner_of(connection, command.member))
        if not connection.execute("DELETE FROM grants WHERE owner = ? AND member = ?", ends).rowcount:
            raise no_member(command.member)
    owned = (space, SpaceRole.OWNER.value)
    if not connection.execute("SELECT 1 FROM grants WHERE owner = ? AND role = ? AND joined", owned).fetchone():
        raise without_owner()


def join(connection: sqlite3.Connection, command: Join) -> None:
    """Note that a member takes part; see `Store.join`."""
    ends = (owner_of(connection, command.space_id), owner_of(connection, command.member))
    if not connection.execute("UPDATE grants SET joined = 1 WHERE owner = ? AND member = ?", ends).rowcount:
        raise no_member(command.member)


def _put(connection: sqlite3.Connection, space: int, member: str, role: SpaceRole, at: datetime) -> None:
    number = make_user(connection, member)
    values = {"owner": space, "member": number, "role": role.value, "since": to_stamp(at)}
    upsert(connection, "grants", values, key=("owner", "member"))
