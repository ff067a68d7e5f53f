"""Forgetting a user: nothing stays, nobody else loses anything."""

from __future__ import annotations

import pytest
from support.records import NOW, entity, fact, message, minutes, operation, summary
from support.vectors import vector, vector_of

from memary.errors import LeaseLostError, NotFoundError, RevisionConflictError
from memary.queries import CountQuery, MessageQuery, OperationQuery, SearchQuery, SessionQuery, SummaryQuery
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import Entity, Fact, GraphDelta, HeldPart, Message, MessageState, Scope, StoreStats, UsageRow
from stores.conformance.reads.scopes import remember
from stores.conformance.steps import dumped, put, say, say_stored


async def test_a_forgotten_user_leaves_nothing(store: Store, user: str) -> None:
    await remember(store, user)
    await store.forget_user(user)
    scope = Scope(user_id=user)
    assert user not in await store.users()
    assert await dumped(store, user) == []
    assert await store.stats(user) == StoreStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert await store.revision(user) == 0
    assert await store.read(SessionQuery(user)) == []
    assert await store.read(SummaryQuery(user, "s")) is None
    assert await store.read(CountQuery(scope)) == []
    for kind, vec in ((Message, vector_of("Ada lives in Berlin")), (Entity, vector(1)), (Fact, vector(1))):
        assert await store.read(SearchQuery(scope, kind, terms=["ada", "berlin"], vector=vec)) == []
    assert await store.check(user_id=user) == []


async def test_forgetting_tells_what_there_was(store: Store, user: str) -> None:
    await remember(store, user)
    stats = await store.forget_user(user)
    assert (stats.users, stats.messages, stats.entities, stats.facts) == (1, 1, 2, 1)
    assert (stats.mentions, stats.operations) == (2, 1)


@pytest.mark.replans
async def test_forgetting_touches_nobody_else(store: Store, user: str, other_user: str) -> None:
    await remember(store, user)
    await remember(store, other_user)
    before = await dumped(store, other_user)
    await store.forget_user(user)
    await store.scrub()
    assert await dumped(store, other_user) == before
    hits = await store.read(SearchQuery(Scope(user_id=other_user), Message, terms=["berlin"]))
    assert len(hits) == 1


async def test_an_unknown_user_cannot_be_forgotten(store: Store, user: str) -> None:
    with pytest.raises(NotFoundError, match=user):
        await store.forget_user(user)


async def test_a_user_can_come_back_as_a_stranger(store: Store, user: str) -> None:
    await remember(store, user)
    assert await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)))
    await store.forget_user(user)
    ada = entity(user, "Someone else")
    await put(store, user, entities=(ada,), embeddings={ada.id: vector(0, 1)})
    hits = await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)))
    assert [hit.record for hit in hits] == [ada]


async def test_what_was_computed_from_a_forgotten_user_is_not_kept_for_one_of_the_same_name(
    store: Store, user: str
) -> None:
    await say_stored(store, message(user, "I am ill."))
    revision = await store.revision(user)
    late = GraphDelta(user_id=user, revision=revision, summaries=(summary(user, "s"),))
    await store.forget_user(user)
    with pytest.raises(RevisionConflictError):
        await store.apply(late)
    assert user not in await store.users()
    await say_stored(store, message(user, "I am well."))
    with pytest.raises(RevisionConflictError):
        await store.apply(late)
    assert await store.read(SummaryQuery(user, "s")) is None


async def test_who_comes_late_to_a_forgotten_user_makes_none(store: Store, user: str) -> None:
    [said] = await say(store, message(user))
    batch = await store.claim(Claim(worker_id="w1", now=NOW, lease=minutes(1), limit=1, user_id=user))
    assert batch
    await store.forget_user(user)
    await store.release(batch, state=MessageState.PENDING, error="the model is down", due_at=NOW)
    with pytest.raises(LeaseLostError):
        await store.renew(batch, until=NOW + minutes(2))
    for revision in (0, 1):
        with pytest.raises(LeaseLostError):
            await store.apply(
                GraphDelta(user, revision, entities=(entity(user),), settled=(said.id,), worker_id="w1")
            )
    await store.apply(GraphDelta(user, 0, removed_messages=(said.id,)))
    await store.put_embeddings(user, {said.id: vector(1)})
    await store.record_usage([UsageRow(user_id=user, role="chat", model="m", hour=NOW, calls=1)])
    assert await store.requeue(user, states=list(MessageState), due_at=NOW) == 0
    assert await store.claim(Claim(worker_id="w1", now=NOW, lease=minutes(1), limit=1, user_id=user)) is None
    assert [each async for each in store.dump(user, alone=True)] == []
    await store.rebuild(user_id=user)
    with pytest.raises(NotFoundError):
        await store.forget_user(user)
    assert user not in await store.users()


@pytest.mark.replans
async def test_scrubbing_keeps_everything_that_was_not_forgotten(store: Store, user: str) -> None:
    said = await say_stored(store, message(user, "keep the word marigold", at=NOW))
    await store.scrub()
    await store.scrub()
    assert await store.read(MessageQuery(Scope(user_id=user))) == said
    assert len(await store.read(SearchQuery(Scope(user_id=user), Message, terms=["marigold"]))) == 1


async def test_the_ledger_is_read_by_what_its_rows_name(store: Store, user: str) -> None:
    ada, rome = entity(user, "Ada"), entity(user, "Rome")
    lives = fact(ada, "lives in", rome, supersedes=("f-old",))
    target = operation(user, lives.id)
    source = operation(user, "x", source_ids=("m1",))
    pictured = operation(user, "y", after={lives.id: lives.model_dump(mode="json")})
    await put(store, user, operations=(target, source, pictured, operation(user, "z")))
    scope = Scope(user_id=user)
    for ids, rows in (
        ([lives.id], {target.id, pictured.id}),
        (["m1"], {source.id}),
        (["f-old", ada.id], {pictured.id}),
        ([], set[str]()),
        ([f"no-{number}" for number in range(300)] + ["m1", "f-old"], {source.id, pictured.id}),
    ):
        assert {row.id for row in await store.read(OperationQuery(scope, touching=ids))} == rows


def held(user: str, id: str, *, over_in: int = 60) -> HeldPart:
    """A part that is held aside for some minutes."""
    counts = {"messages": 1, "facts": 2}
    until = NOW + minutes(over_in)
    return HeldPart(
        id=id, user_id=user, at=NOW, until=until, actor="user", counts=counts, content='{"marks": ["Rom"]}'
    )


async def test_what_is_held_aside_is_read_by_nothing_else_and_goes_with_its_user(
    store: Store, user: str, other_user: str
) -> None:
    await remember(store, user)
    await remember(store, other_user)
    before, counted = await dumped(store, user), await store.stats(user)
    first, second = held(user, f"{user}-1"), held(user, f"{user}-2")
    await put(store, user, held=(second, first))
    await put(store, other_user, held=(held(other_user, f"{user}-1"),))
    assert await store.held(user) == [first, second]
    assert (await dumped(store, user), await store.stats(user)) == (before, counted)
    assert await store.check(user_id=user) == []
    await put(store, user, removed_held=(first.id,))
    assert await store.held(user) == [second]
    await store.forget_user(user)
    assert await store.held(user) == []
    assert [part.user_id for part in await store.held(other_user)] == [other_user]


async def test_what_was_held_aside_is_found_by_when_its_time_is_over(
    store: Store, user: str, other_user: str
) -> None:
    await remember(store, user)
    await remember(store, other_user)
    soon, later = held(user, "soon", over_in=1), held(user, "later", over_in=9)
    others = held(other_user, "soon", over_in=1)
    await put(store, user, held=(soon, later))
    await put(store, other_user, held=(others,))
    assert await store.held(user, over_at=NOW) == []
    assert await store.held(user, over_at=NOW + minutes(1)) == [soon]
    everybody = await store.held(None, over_at=NOW + minutes(1))
    assert sorted(part.user_id for part in everybody if part.id == "soon") == sorted((user, other_user))
    await put(store, other_user, removed_held=("soon",))
    await store.forget_user(user)


async def test_a_message_that_is_put_back_is_found_again_and_waits_as_it_did(store: Store, user: str) -> None:
    said = message(user, "I keep the word marigold.", session_id="s", metadata={"k": ["v", 1]})
    [kept] = await say(store, said)
    await put(store, user, removed_messages=(said.id,))
    assert await store.read(MessageQuery(Scope(user_id=user))) == []
    await put(store, user, returned=(kept,))
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope, digests=[said.digest])) == [kept]
    assert await store.read(MessageQuery(scope, digests=["another"])) == []
    assert [hit.record for hit in await store.read(SearchQuery(scope, Message, terms=["marigold"]))] == [kept]
    batch = await store.claim(Claim(worker_id="w1", now=NOW + minutes(9), lease=minutes(1), limit=1, user_id=user))
    assert batch is not None
    assert [one.id for one in batch.messages] == [said.id]
    await put(store, user, returned=(kept,))
    assert len(await store.read(MessageQuery(scope))) == 1
