"""The usage ledger: what models cost adds up, per user, role, model and hour, and goes with its user."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from support.records import NOW, fresh_user, message, minutes

from memary.errors import NotFoundError
from memary.queries import UsageQuery
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import UsageRow
from stores.conformance.steps import dumped, say, say_stored

HOUR = timedelta(hours=1)


def spent(user_id: str | None, hour: datetime = NOW, *, role: str = "chat", **fields: int | float | str) -> UsageRow:
    defaults: dict[str, int | float | str] = {
        "model": "m",
        "calls": 1,
        "prompt_tokens": 100,
        "completion_tokens": 7,
        "seconds": 0.5,
    }
    return UsageRow.model_validate(defaults | {"user_id": user_id, "hour": hour, "role": role} | fields)


async def test_usage_adds_up_per_role_model_and_hour(store: Store, user: str) -> None:
    await say_stored(store, message(user))
    await store.record_usage([spent(user), spent(user), spent(user, role="extraction")])
    await store.record_usage([spent(user, prompt_tokens=1), spent(user, model="n"), spent(user, NOW + HOUR)])
    assert await store.read(UsageQuery(user)) == [
        spent(user, calls=3, prompt_tokens=201, completion_tokens=21, seconds=1.5),
        spent(user, model="n"),
        spent(user, role="extraction"),
        spent(user, NOW + HOUR),
    ]


async def test_usage_is_read_from_an_hour_until_before_another(store: Store, user: str) -> None:
    await say_stored(store, message(user))
    await store.record_usage([spent(user, NOW + HOUR * number) for number in range(4)])
    read = await store.read(UsageQuery(user, since=NOW + HOUR, until=NOW + HOUR * 3))
    assert [row.hour for row in read] == [NOW + HOUR, NOW + HOUR * 2]


async def test_usage_of_one_user_is_not_anothers(store: Store, user: str, other_user: str) -> None:
    await say_stored(store, message(user), message(other_user))
    await store.record_usage([spent(user), spent(other_user, calls=5)])
    assert [row.calls for row in await store.read(UsageQuery(user))] == [1]
    assert await store.read(UsageQuery(fresh_user())) == []


async def test_usage_of_all_names_its_users_or_adds_them_up(store: Store, user: str, other_user: str) -> None:
    await say_stored(store, message(user), message(other_user))
    model = fresh_user("model")  # a store may hold other rows too
    rows = [spent(whose, model=model) for whose in (user, other_user, None)]
    await store.record_usage(rows)
    named = [row for row in await store.read(UsageQuery()) if row.model == model]
    assert {row.user_id for row in named} == {user, other_user, None}
    (added,) = [row for row in await store.read(UsageQuery(by_user=False)) if row.model == model]
    assert (added.user_id, added.calls, added.prompt_tokens) == (None, 3, 300)


async def test_usage_of_an_unknown_user_is_nobodys_and_makes_no_user(store: Store, user: str) -> None:
    await store.record_usage([spent(user, model=user)])
    assert user not in await store.users()
    assert [row.user_id for row in await store.read(UsageQuery()) if row.model == user] == [None]


async def test_usage_goes_with_its_user_and_is_no_part_of_a_dump(store: Store, user: str) -> None:
    (kept,) = await say_stored(store, message(user))
    await store.record_usage([spent(user, model=user)])
    assert [stored.record for stored in await dumped(store, user)] == [kept]
    await store.forget_user(user)
    assert [row for row in await store.read(UsageQuery()) if row.model == user] == []
    with pytest.raises(NotFoundError):
        await store.forget_user(user)


async def test_usage_recorded_by_many_at_once_is_all_there(store: Store, user: str, other_user: str) -> None:
    await say_stored(store, message(user), message(other_user))
    rows = [spent(user), spent(other_user)]
    await asyncio.gather(*(store.record_usage(rows if n % 2 else rows[::-1]) for n in range(20)))
    for whose in (user, other_user):
        (row,) = await store.read(UsageQuery(whose))
        assert (row.calls, row.prompt_tokens, row.completion_tokens, row.seconds) == (20, 2000, 140, 10.0)


async def test_a_claim_passes_over_the_users_in_skip(store: Store, user: str, other_user: str) -> None:
    await say(store, message(user), message(other_user, at=NOW + minutes(1)))

    async def claimed(whose: str, skip: tuple[str, ...]) -> bool:
        batch = await store.claim(Claim(worker_id="w", now=NOW + HOUR, lease=HOUR, limit=5, user_id=whose, skip=skip))
        return batch is not None

    assert not await claimed(user, (user, other_user))
    assert await claimed(other_user, (user,))
    assert await claimed(user, ())
