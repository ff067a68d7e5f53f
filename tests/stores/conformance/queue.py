"""The queue: one worker at a time per user, leases that expire, fencing, retries."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from support.records import NOW, entity, message, minutes

from memary.errors import LeaseLostError
from memary.queries import EntityQuery, MessageQuery
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import Batch, GraphDelta, MessageState, Scope
from stores.conformance.steps import contents, ids, put, say

LEASE = minutes(10)


async def claim(
    store: Store,
    user: str,
    worker: str = "w1",
    *,
    now: datetime = NOW,
    limit: int = 10,
    ignore_due: bool = False,
) -> Batch | None:
    return await store.claim(
        Claim(worker_id=worker, now=now, lease=LEASE, limit=limit, user_id=user, ignore_due=ignore_due)
    )


async def claimed(store: Store, user: str, worker: str = "w1", *, now: datetime = NOW, limit: int = 10) -> Batch:
    batch = await claim(store, user, worker, now=now, limit=limit)
    assert batch is not None
    return batch


def settling(batch: Batch, revision: int, **parts: object) -> GraphDelta:
    return GraphDelta(
        user_id=batch.user_id,
        revision=revision,
        settled=tuple(ids(batch.messages)),
        worker_id=batch.worker_id,
        **parts,  # pyright: ignore[reportArgumentType]
    )


async def states(store: Store, user: str) -> list[MessageState]:
    return [found.state for found in await store.read(MessageQuery(Scope(user_id=user)))]


async def test_a_claim_takes_one_sessions_messages_oldest_first(store: Store, user: str) -> None:
    await say(
        store,
        message(user, "s1 second", session_id="s1", at=NOW - minutes(1)),
        message(user, "s2 first", session_id="s2", agent_id="a", at=NOW - minutes(9)),
        message(user, "s2 second", session_id="s2", agent_id="a", at=NOW - minutes(2)),
        message(user, "s1 first", session_id="s1", at=NOW - minutes(5)),
    )
    batch = await claimed(store, user)
    assert contents(batch.messages) == ["s2 first", "s2 second"]
    assert (batch.user_id, batch.session_id, batch.agent_id) == (user, "s2", "a")
    assert (batch.worker_id, batch.lease_until) == ("w1", NOW + LEASE)


async def test_a_claim_takes_at_most_the_limit(store: Store, user: str) -> None:
    await say(store, *(message(user, str(n), session_id="s", at=NOW + minutes(n)) for n in range(5)))
    assert contents((await claimed(store, user, limit=2)).messages) == ["0", "1"]


async def test_messages_without_a_session_are_a_batch_of_their_own(store: Store, user: str) -> None:
    await say(store, message(user, "none"), message(user, "s", session_id="s", at=NOW + minutes(1)))
    batch = await claimed(store, user)
    assert (batch.session_id, contents(batch.messages)) == (None, ["none"])


async def test_nothing_pending_means_nothing_to_claim(store: Store, user: str) -> None:
    await say(store, message(user, state=MessageState.STORED))
    assert await claim(store, user) is None
    assert await store.next_due(user) is None


async def test_a_claim_counts_an_attempt(store: Store, user: str) -> None:
    await say(store, message(user))
    assert [m.attempts for m in (await claimed(store, user)).messages] == [1]
    assert [m.attempts for m in await store.read(MessageQuery(Scope(user_id=user)))] == [1]


async def test_a_leased_user_is_passed_over_with_all_sessions(store: Store, user: str) -> None:
    await say(store, message(user, "a", session_id="s1"), message(user, "b", session_id="s2"))
    await claimed(store, user, "w1")
    assert await claim(store, user, "w2", now=NOW + minutes(1)) is None


async def test_an_expired_lease_is_taken_over(store: Store, user: str) -> None:
    await say(store, message(user))
    await claimed(store, user, "w1")
    batch = await claimed(store, user, "w2", now=NOW + LEASE + minutes(1))
    assert batch.worker_id == "w2"
    assert [m.attempts for m in batch.messages] == [2]


async def test_a_worker_gets_again_what_it_lost(store: Store, user: str) -> None:
    await say(store, message(user))
    first = await claimed(store, user)
    again = await claimed(store, user, now=NOW + LEASE)
    assert ids(again.messages) == ids(first.messages)


async def test_a_worker_that_claims_again_has_the_oldest_in_hand_and_only_those(store: Store, user: str) -> None:
    await say(store, *(message(user, str(n), session_id="s", at=NOW + minutes(n)) for n in range(3)))
    first = await claimed(store, user, limit=2)
    again = await claimed(store, user, now=NOW + minutes(1), limit=1)
    assert [(one.content, one.attempts) for one in again.messages] == [("0", 2)]
    with pytest.raises(LeaseLostError):
        await store.apply(settling(first, await store.revision(user)))
    await store.apply(settling(again, await store.revision(user)))
    assert contents((await claimed(store, user, "w2")).messages) == ["1", "2"]


async def test_a_batch_that_is_settled_in_part_is_held_for_the_rest(store: Store, user: str) -> None:
    await say(store, *(message(user, str(n), session_id="s", at=NOW + minutes(n)) for n in range(2)))
    one, other = ids((await claimed(store, user)).messages)
    await put(store, user, settled=(one,), worker_id="w1")
    assert await claim(store, user, "w2") is None
    await put(store, user, settled=(other,), worker_id="w1")
    assert await states(store, user) == [MessageState.DONE, MessageState.DONE]


async def test_a_batch_whose_messages_are_rewritten_or_removed_is_held_no_longer(store: Store, user: str) -> None:
    await say(store, *(message(user, str(n), session_id="s", at=NOW + minutes(n)) for n in range(3)))
    one, other = (await claimed(store, user, limit=2)).messages
    await put(store, user, messages=(one.model_copy(update={"content": "", "state": MessageState.STORED}),))
    assert await claim(store, user, "w2") is None  # the other is still in hand
    await put(store, user, removed_messages=(other.id,))
    assert contents((await claimed(store, user, "w2")).messages) == ["2"]


async def test_a_renewed_lease_holds_longer(store: Store, user: str) -> None:
    await say(store, message(user))
    batch = await claimed(store, user, "w1")
    await store.renew(batch, until=NOW + LEASE * 3)
    assert await claim(store, user, "w2", now=NOW + LEASE * 2) is None
    assert await claim(store, user, "w2", now=NOW + LEASE * 4) is not None


async def test_a_lost_lease_cannot_be_renewed(store: Store, user: str) -> None:
    await say(store, message(user))
    batch = await claimed(store, user, "w1")
    await claimed(store, user, "w2", now=NOW + LEASE * 2)
    with pytest.raises(LeaseLostError):
        await store.renew(batch, until=NOW + LEASE * 9)


async def test_settling_makes_messages_done_and_ends_the_lease(store: Store, user: str) -> None:
    await say(store, message(user, "a", session_id="s1"), message(user, "b", session_id="s2", at=NOW + minutes(1)))
    batch = await claimed(store, user, "w1")
    await store.apply(settling(batch, await store.revision(user)))
    assert await states(store, user) == [MessageState.DONE, MessageState.PENDING]
    assert contents((await claimed(store, user, "w2")).messages) == ["b"]


async def test_settling_clears_the_error(store: Store, user: str) -> None:
    await say(store, message(user))
    await store.release(await claimed(store, user), state=MessageState.PENDING, error="model is down")
    await store.apply(settling(await claimed(store, user), await store.revision(user)))
    [settled] = await store.read(MessageQuery(Scope(user_id=user)))
    assert (settled.state, settled.error, settled.attempts) == (MessageState.DONE, None, 2)


async def test_a_worker_that_lost_its_lease_writes_nothing(store: Store, user: str) -> None:
    await say(store, message(user))
    stale = await claimed(store, user, "w1")
    await claimed(store, user, "w2", now=NOW + LEASE * 2)
    revision = await store.revision(user)
    with pytest.raises(LeaseLostError):
        await store.apply(settling(stale, revision, entities=(entity(user),)))
    assert await store.read(EntityQuery(Scope(user_id=user))) == []
    assert await store.revision(user) == revision
    assert await states(store, user) == [MessageState.PENDING]


async def test_what_is_written_under_a_lease_leaves_it_as_it_is_and_is_refused_without_it(
    store: Store, user: str
) -> None:
    await say(store, message(user))
    first = await claimed(store, user, "w1")
    held = ids(first.messages)
    await put(store, user, entities=(entity(user, "Ada"),), leased=held, worker_id="w1")
    await claimed(store, user, "w2", now=NOW + LEASE * 2)
    with pytest.raises(LeaseLostError):
        await put(store, user, entities=(entity(user, "Ben"),), leased=held, worker_id="w1")
    assert [one.name for one in await store.read(EntityQuery(Scope(user_id=user)))] == ["Ada"]
    await put(store, user, leased=held, settled=held, worker_id="w2")
    assert await states(store, user) == [MessageState.DONE]


async def test_a_batch_cannot_be_settled_twice(store: Store, user: str) -> None:
    await say(store, message(user))
    batch = await claimed(store, user)
    revision = await store.revision(user)
    await store.apply(settling(batch, revision))
    with pytest.raises(LeaseLostError):
        await store.apply(settling(batch, revision + 1))
    assert await store.revision(user) == revision + 1


async def test_what_was_never_claimed_cannot_be_settled(store: Store, user: str) -> None:
    [waiting] = await say(store, message(user))
    with pytest.raises(LeaseLostError):
        await put(store, user, settled=(waiting.id,), worker_id="w1")
    assert await states(store, user) == [MessageState.PENDING]


async def test_released_messages_wait_until_they_are_due_again(store: Store, user: str) -> None:
    await say(store, message(user))
    batch = await claimed(store, user)
    await store.release(batch, state=MessageState.PENDING, error="time-out", due_at=NOW + minutes(30))
    [waiting] = await store.read(MessageQuery(Scope(user_id=user)))
    assert (waiting.state, waiting.error, waiting.attempts) == (MessageState.PENDING, "time-out", 1)
    assert await claim(store, user, now=NOW + minutes(29)) is None
    assert await store.next_due(user) == NOW + minutes(30)
    assert await claim(store, user, now=NOW + minutes(30)) is not None


async def test_an_outage_does_not_count_as_an_attempt(store: Store, user: str) -> None:
    await say(store, message(user))
    await store.release(await claimed(store, user), state=MessageState.PENDING, count_attempt=False)
    assert [m.attempts for m in await store.read(MessageQuery(Scope(user_id=user)))] == [0]


async def test_a_failed_message_is_a_dead_letter_until_requeued(store: Store, user: str) -> None:
    await say(store, message(user))
    await store.release(await claimed(store, user), state=MessageState.FAILED, error="not JSON")
    assert await claim(store, user, now=NOW + minutes(99)) is None
    assert (await store.stats(user)).failed == 1
    assert await store.requeue(user, states=[MessageState.FAILED], due_at=NOW) == 1
    [again] = (await claimed(store, user)).messages
    assert again.attempts == 1


async def test_requeue_takes_only_the_named_states(store: Store, user: str) -> None:
    await say(store, message(user, "kept", state=MessageState.STORED), message(user, "done", state=MessageState.DONE))
    assert await store.requeue(user, states=[MessageState.DONE], due_at=NOW) == 1
    assert await store.requeue(user, states=[], due_at=NOW) == 0
    assert contents((await claimed(store, user)).messages) == ["done"]


async def test_a_late_release_changes_nothing(store: Store, user: str) -> None:
    await say(store, message(user))
    stale = await claimed(store, user, "w1")
    fresh = await claimed(store, user, "w2", now=NOW + LEASE * 2)
    await store.release(stale, state=MessageState.FAILED, error="late")
    [held] = await store.read(MessageQuery(Scope(user_id=user)))
    assert (held.state, held.error) == (MessageState.PENDING, None)
    await store.apply(settling(fresh, await store.revision(user)))
    await store.release(fresh, state=MessageState.FAILED, error="after the end")
    assert await states(store, user) == [MessageState.DONE]


async def test_messages_that_are_not_due_wait_unless_told_otherwise(store: Store, user: str) -> None:
    await store.append([message(user)], embeddings={}, due_at=NOW + minutes(5))
    assert await claim(store, user) is None
    assert await store.next_due(user) == NOW + minutes(5)
    assert await claim(store, user, ignore_due=True) is not None


async def test_the_next_due_time_waits_for_the_lease(store: Store, user: str) -> None:
    await say(store, message(user, "a", session_id="s1"), message(user, "b", session_id="s2"))
    assert await store.next_due(user) == NOW
    await claimed(store, user)
    assert await store.next_due(user) == NOW + LEASE


@pytest.mark.parametrize("jump", [timedelta(days=-2), timedelta(hours=-2), timedelta(days=2)])
async def test_a_clock_that_jumps_holds_up_neither_what_is_due_nor_what_is_leased(
    store: Store, user: str, other_user: str, jump: timedelta
) -> None:
    now = NOW + jump
    await store.append([message(user)], embeddings={}, due_at=NOW + minutes(1))
    await say(store, message(other_user))
    assert await claim(store, other_user, "of the old clock")
    assert await claimed(store, user, now=now)
    batch = await claimed(store, other_user, "w2", now=now)
    await store.apply(settling(batch, await store.revision(other_user)))
    assert await states(store, other_user) == [MessageState.DONE]


async def test_a_lease_and_a_due_time_of_clocks_that_nearly_agree_hold(store: Store, user: str) -> None:
    await store.append([message(user)], embeddings={}, due_at=NOW + minutes(59))
    assert await claim(store, user) is None
    assert await claim(store, user, ignore_due=True)
    assert await claim(store, user, "w2", now=NOW - LEASE + minutes(1), ignore_due=True) is None


async def test_of_two_workers_exactly_one_gets_the_batch(store: Store, user: str) -> None:
    await say(store, message(user))
    batches = await asyncio.gather(*(claim(store, user, f"w{n}") for n in range(8)))
    assert len([batch for batch in batches if batch]) == 1


async def test_a_claim_for_anybody_finds_this_user_too(store: Store, user: str) -> None:
    given = message(user)
    await say(store, given)
    seen: set[str] = set()
    while given.id not in seen:  # other users may have work waiting as well
        batch = await store.claim(Claim(worker_id=f"w-{user}", now=NOW, lease=LEASE, limit=100))
        assert batch is not None
        assert seen.isdisjoint(ids(batch.messages))
        seen.update(ids(batch.messages))
        await store.apply(settling(batch, await store.revision(batch.user_id)))
    assert await states(store, user) == [MessageState.DONE]


async def test_a_lease_holds_its_own_user_only(store: Store, user: str, other_user: str) -> None:
    await say(store, message(user), message(other_user))
    await claimed(store, user, "w1")
    assert (await claimed(store, other_user, "w2")).user_id == other_user


async def test_batches_of_one_user_follow_each_other_until_nothing_is_left(store: Store, user: str) -> None:
    texts = [f"{session} {n}" for session in ("s1", "s2") for n in range(5)]
    await say(store, *(message(user, text, session_id=text[:2], at=NOW + minutes(n)) for n, text in enumerate(texts)))
    seen: list[str] = []
    while batch := await claim(store, user, limit=3):
        seen += contents(batch.messages)
        await store.apply(settling(batch, await store.revision(user)))
    assert seen == texts
    assert set(await states(store, user)) == {MessageState.DONE}


async def test_a_release_lets_another_worker_in_at_once(store: Store, user: str) -> None:
    await say(store, message(user))
    await store.release(await claimed(store, user, "w1"), state=MessageState.PENDING)
    assert (await claimed(store, user, "w2")).worker_id == "w2"


async def test_requeue_of_another_user_leaves_this_one_alone(store: Store, user: str, other_user: str) -> None:
    await say(store, message(user, state=MessageState.FAILED), message(other_user, state=MessageState.FAILED))
    assert await store.requeue(other_user, states=[MessageState.FAILED], due_at=NOW) == 1
    assert await states(store, user) == [MessageState.FAILED]
