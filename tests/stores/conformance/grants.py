"""Spaces: who belongs to one stands in the store, and goes with the space and with the member."""

from __future__ import annotations

import pytest
from support.records import NOW, message, minutes

from memary.errors import InputError, NotFoundError
from memary.queries import GrantQuery, MessageQuery
from memary.stores.store import Store
from memary.types import Scope
from memary.types.spaces import Grant, SpaceRole
from stores.conformance.steps import contents, say_stored


async def made(store: Store, owner: str) -> str:
    """Make a space, and return its id; no test shares it."""
    space_id = f"space:{owner}"
    await store.make_space(space_id, "Family", owner=owner, at=NOW)
    return space_id


async def test_whoever_makes_a_space_owns_it(store: Store, user: str) -> None:
    space = await made(store, user)
    mine = Grant(space_id=space, space="Family", member=user, role=SpaceRole.OWNER, since=NOW, joined=True)
    assert await store.read(GrantQuery(member=user)) == [mine]
    assert await store.read(GrantQuery(space_id=space)) == [mine]
    assert await store.check(user_id=space) == []


async def test_a_space_is_counted_as_no_user(store: Store, user: str) -> None:
    await say_stored(store, message(user, "Hello."))
    before = await store.stats()
    await made(store, user)
    assert (await store.stats()).users == before.users


async def test_a_role_replaces_the_one_before(store: Store, user: str, other_user: str) -> None:
    space = await made(store, user)
    await store.grant(space, other_user, SpaceRole.READER, at=NOW)
    await store.grant(space, other_user, SpaceRole.WRITER, at=NOW + minutes(1))
    (theirs,) = await store.read(GrantQuery(other_user, space))
    assert (theirs.role, theirs.since) == (SpaceRole.WRITER, NOW + minutes(1))


async def test_whoever_is_invited_may_join_and_keeps_that_in_another_role(
    store: Store, user: str, other_user: str
) -> None:
    space = await made(store, user)
    with pytest.raises(NotFoundError):
        await store.join(space, other_user)
    await store.grant(space, other_user, SpaceRole.READER, at=NOW)
    assert [grant.joined for grant in await store.read(GrantQuery(other_user))] == [False]
    await store.join(space, other_user)
    await store.grant(space, other_user, SpaceRole.WRITER, at=NOW)
    assert [grant.joined for grant in await store.read(GrantQuery(other_user))] == [True]
    await store.grant(space, other_user, None, at=NOW)
    with pytest.raises(NotFoundError):
        await store.join(space, other_user)


async def test_a_grant_that_is_taken_away_is_gone(store: Store, user: str, other_user: str) -> None:
    space = await made(store, user)
    await store.grant(space, other_user, SpaceRole.READER, at=NOW)
    await store.grant(space, other_user, None, at=NOW)
    assert await store.read(GrantQuery(member=other_user)) == []
    with pytest.raises(NotFoundError):
        await store.grant(space, other_user, None, at=NOW)


async def test_a_space_always_has_an_owner(store: Store, user: str, other_user: str) -> None:
    space = await made(store, user)
    await store.grant(space, other_user, SpaceRole.WRITER, at=NOW)
    for role in (None, SpaceRole.WRITER):
        with pytest.raises(InputError, match="owner"):
            await store.grant(space, user, role, at=NOW)
    assert [grant.role for grant in await store.read(GrantQuery(user, space))] == [SpaceRole.OWNER]
    await store.grant(space, other_user, SpaceRole.OWNER, at=NOW)
    with pytest.raises(InputError, match="owner"):  # who is only invited looks after nothing
        await store.grant(space, user, None, at=NOW)
    await store.join(space, other_user)
    await store.grant(space, user, None, at=NOW)
    assert [grant.member for grant in await store.read(GrantQuery(space_id=space))] == [other_user]


async def test_a_renamed_space_has_its_new_name_for_all_its_members(store: Store, user: str, other_user: str) -> None:
    space = await made(store, user)
    await store.grant(space, other_user, SpaceRole.READER, at=NOW)
    before = await store.read(GrantQuery(space_id=space))
    await store.rename_space(space, "The Novaks")
    after = await store.read(GrantQuery(space_id=space))
    assert after == [grant.model_copy(update={"space": "The Novaks"}) for grant in before]
    assert await store.check(user_id=space) == []


async def test_what_is_no_space_cannot_be_renamed(store: Store, user: str) -> None:
    await say_stored(store, message(user))
    for nowhere in (user, "space:nowhere"):
        with pytest.raises(NotFoundError):
            await store.rename_space(nowhere, "Family")
    assert await store.read(GrantQuery(member=user)) == []


async def test_what_is_no_space_has_no_members(store: Store, user: str, other_user: str) -> None:
    await say_stored(store, message(user))
    for nowhere in (user, "space:nowhere"):
        with pytest.raises(NotFoundError):
            await store.grant(nowhere, other_user, SpaceRole.READER, at=NOW)
        assert await store.read(GrantQuery(space_id=nowhere)) == []


async def test_what_is_shared_stays_when_a_member_is_forgotten_and_goes_with_the_space(
    store: Store, user: str, other_user: str
) -> None:
    space = await made(store, user)
    await store.grant(space, other_user, SpaceRole.READER, at=NOW)
    await say_stored(store, message(space, "We fly to Oslo"), message(other_user, "Mine"))
    await store.forget_user(other_user)
    assert [grant.member for grant in await store.read(GrantQuery(space_id=space))] == [user]
    assert contents(await store.read(MessageQuery(Scope(user_id=space)))) == ["We fly to Oslo"]
    await store.forget_user(space)
    assert await store.read(GrantQuery(member=user)) == []
    assert await store.read(MessageQuery(Scope(user_id=space))) == []
