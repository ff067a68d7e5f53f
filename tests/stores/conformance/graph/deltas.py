"""Writing the graph: whole deltas or nothing, revisions, replacement, removal with all that hangs on it."""

from __future__ import annotations

import asyncio

import pytest
from support.records import NOW, days, entity, fact, mention, message, minutes, operation, summary
from support.vectors import vector, vector_of

from memary.errors import InputError, LeaseLostError, MemaryError, RevisionConflictError
from memary.languages.terms import terms
from memary.queries import (
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    SearchQuery,
    SummaryQuery,
)
from memary.stores.store import Store
from memary.types import Action, Entity, Fact, FactKind, GraphDelta, Message, Origin, Scope
from stores.conformance.steps import ids, put, say_stored


async def test_records_come_back_as_they_were_given(store: Store, user: str) -> None:
    ada = entity(
        user,
        "Ada Lovelace",
        type="person",
        categories=("people", "数学"),
        aliases=("Countess", "Ada"),
        description="She wrote “Notes”.",
    )
    engine = entity(user, "Analytical Engine")
    wrote = fact(
        ada,
        "wrote about",
        engine,
        kind=FactKind.INSIGHT,
        at=NOW - days(3),
        invalid_at=NOW + days(3),
        created_at=NOW,
        expired_at=NOW + minutes(1),
        origin=Origin.EXTERNAL,
        extractor="rule",
        confidence=0.25,
        importance=3,
        language="zh",
        quote="她写了",
        supersedes=("f0",),
        conflicts_with=("f1", "f2"),
        source_ids=("m9", "m1"),
    )
    row = operation(
        user,
        wrote.id,
        Action.UPDATE,
        before={"x": {"id": 1, "n": None}},
        after={"y": [1, 2.5, "三"]},
        source_ids=("m2", "m1"),
    )
    await put(store, user, entities=(ada, engine), facts=(wrote,), operations=(row,))
    scope = Scope(user_id=user)
    assert await store.read(EntityQuery(scope, ids=[ada.id])) == [ada]
    assert await store.read(FactQuery(scope)) == [wrote]
    assert await store.read(OperationQuery(scope)) == [row]


async def test_each_apply_moves_the_revision_by_one(store: Store, user: str) -> None:
    assert await store.revision(user) == 0
    await put(store, user, entities=(entity(user),))
    first = await store.revision(user)
    assert first > 0
    await put(store, user)
    assert await store.revision(user) == first + 1
    assert user in await store.users()


async def test_a_delta_from_an_old_revision_is_refused_as_a_whole(store: Store, user: str) -> None:
    await put(store, user, entities=(entity(user, "first"),))
    first = await store.revision(user)
    for other in (0, first - 1, first + 1):
        with pytest.raises(RevisionConflictError):
            await store.apply(GraphDelta(user_id=user, revision=other, entities=(entity(user, "second"),)))
    assert [found.name for found in await store.read(EntityQuery(Scope(user_id=user)))] == ["first"]
    assert await store.revision(user) == first


async def test_of_twenty_writers_from_one_revision_one_wins(store: Store, user: str) -> None:
    async def write(number: int, revision: int) -> bool:
        delta = GraphDelta(user_id=user, revision=revision, entities=(entity(user, f"by {number}"),))
        try:
            await store.apply(delta)
        except RevisionConflictError:
            return False
        return True

    for _ in range(2):
        revision = await store.revision(user)
        assert sum(await asyncio.gather(*(write(number, revision) for number in range(20)))) == 1
    assert await store.revision(user) == revision + 1
    assert len(await store.read(EntityQuery(Scope(user_id=user)))) == 2


async def test_twenty_writers_that_read_again_all_get_through(store: Store, user: str) -> None:
    async def write(number: int) -> None:
        while True:
            try:
                return await put(store, user, entities=(entity(user, f"by {number}"),))
            except RevisionConflictError:
                continue

    await put(store, user, entities=(entity(user, "before"),))
    first = await store.revision(user)
    await asyncio.gather(*(write(number) for number in range(20)))
    assert await store.revision(user) == first + 20
    assert len(await store.read(EntityQuery(Scope(user_id=user)))) == 21


async def test_a_fact_without_its_entities_is_refused_with_its_whole_delta(store: Store, user: str) -> None:
    ada, stranger = entity(user, "Ada"), entity(user, "never stored")
    with pytest.raises(InputError):
        await put(
            store, user, entities=(ada,), facts=(fact(ada, "knows", stranger),), summaries=(summary(user, "s"),)
        )
    assert await store.read(EntityQuery(Scope(user_id=user))) == []
    assert await store.read(FactQuery(Scope(user_id=user))) == []
    assert await store.read(SummaryQuery(user, "s")) is None
    assert await store.revision(user) == 0


async def test_a_mention_of_an_unknown_entity_is_refused(store: Store, user: str) -> None:
    [said] = await say_stored(store, message(user))
    first = await store.revision(user)
    with pytest.raises(InputError):
        await put(store, user, mentions=(mention(entity(user, "never stored"), said),))
    assert await store.revision(user) == first


async def test_a_record_of_another_user_is_refused(store: Store, user: str, other_user: str) -> None:
    with pytest.raises(InputError):
        await put(store, user, entities=(entity(other_user, "Mallory"),))
    assert await store.read(EntityQuery(Scope(user_id=other_user))) == []
    assert await store.read(EntityQuery(Scope(user_id=user))) == []


async def test_the_id_of_anothers_record_gives_no_power_over_it(store: Store, user: str, other_user: str) -> None:
    theirs = entity(other_user, "Ada")
    await put(store, other_user, entities=(theirs,))
    try:
        await put(store, user, entities=(entity(user, "Eve", id=theirs.id),))
        await put(store, user, removed_entities=(theirs.id,))
    except MemaryError:
        pass  # a store may refuse the id as well
    assert await store.read(EntityQuery(Scope(user_id=other_user))) == [theirs]


async def test_a_refused_settlement_leaves_nothing_of_its_delta(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    [said] = await say_stored(store, message(user))
    with pytest.raises(LeaseLostError):
        await put(
            store,
            user,
            entities=(ada, berlin),
            facts=(fact(ada, "lives in", berlin),),
            mentions=(mention(ada, said),),
            operations=(operation(user, ada.id),),
            settled=(said.id,),
            worker_id="nobody",
        )
    stats = await store.stats(user)
    assert (stats.entities, stats.facts, stats.mentions, stats.operations) == (0, 0, 0, 0)


async def test_records_replace_those_of_the_same_id(store: Store, user: str) -> None:
    ada, berlin, paris = (entity(user, name) for name in ("Ada", "Berlin", "Paris"))
    lives = fact(ada, "lives in", berlin, source_ids=("m1",))
    await put(store, user, entities=(ada, berlin, paris), facts=(lives,), summaries=(summary(user, "s", "old"),))
    renamed = ada.model_copy(update={"name": "Ada L.", "aliases": ("Ada",)})
    moved = lives.model_copy(
        update={"object_id": paris.id, "object": "Paris", "statement": "in Paris", "source_ids": ("m2",)}
    )
    talk = summary(user, "s", "new", open=("Call Ben.", "付账单"))
    await put(store, user, entities=(renamed,), facts=(moved,), summaries=(talk,))
    scope = Scope(user_id=user)
    assert await store.read(EntityQuery(scope, ids=[ada.id])) == [renamed]
    assert await store.read(FactQuery(scope)) == [moved]
    assert await store.read(FactQuery(scope, entity_ids=[berlin.id])) == []
    assert await store.read(FactQuery(scope, source_ids=["m1"])) == []
    assert await store.read(FactQuery(scope, source_ids=["m2"])) == [moved]
    assert (await store.read(SummaryQuery(user, "s"))) == talk


async def test_a_replaced_record_is_found_by_its_new_words_only(store: Store, user: str) -> None:
    ada = entity(user, "Ada Lovelace")
    await put(store, user, entities=(ada,))
    await put(store, user, entities=(ada.model_copy(update={"name": "Augusta King"}),))
    scope = Scope(user_id=user)
    assert await store.read(SearchQuery(scope, Entity, terms=terms("lovelace"))) == []
    assert len(await store.read(SearchQuery(scope, Entity, terms=terms("augusta")))) == 1


async def test_a_retired_fact_keeps_its_vector(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives = fact(ada, "lives in", berlin)
    await put(store, user, entities=(ada, berlin), facts=(lives,), embeddings={lives.id: vector(1)})
    retired = lives.model_copy(update={"expired_at": NOW + days(1), "invalid_at": NOW + days(1)})
    await put(store, user, facts=(retired,))
    [hit] = await store.read(SearchQuery(Scope(user_id=user), Fact, vector=vector(1)))
    assert hit.record == retired
    assert hit.vector == pytest.approx(1.0, abs=1e-5)


async def test_a_record_whose_text_changes_waits_for_a_new_vector(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    await put(store, user, entities=(ada,), embeddings={ada.id: vector(1)})
    await put(store, user, entities=(ada.model_copy(update={"name": "Zoe"}),))
    assert await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1))) == []
    assert (await store.stats(user)).unembedded == 1


async def test_a_mention_is_kept_once_per_entity_and_source(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    [said] = await say_stored(store, message(user))
    await put(store, user, entities=(ada,), mentions=(mention(ada, said), mention(ada, said)))
    await put(store, user, mentions=(mention(ada, said),))
    assert await store.read(MentionQuery(Scope(user_id=user))) == [mention(ada, said)]


async def test_removing_a_message_removes_its_text_vector_and_mentions(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    gone, kept = await say_stored(store, message(user, "Ada gone"), message(user, "Ada kept", at=NOW + minutes(1)))
    await put(store, user, entities=(ada,), mentions=(mention(ada, gone), mention(ada, kept)))
    await put(store, user, removed_messages=(gone.id,))
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope)) == [kept]
    found = await store.read(SearchQuery(scope, Message, terms=["ada", "gone"], vector=vector_of("Ada gone")))
    assert [hit.record for hit in found] == [kept]
    assert await store.read(MentionQuery(scope)) == [mention(ada, kept)]
    assert await store.read(EntityQuery(scope)) == [ada]


async def test_removing_an_entity_removes_its_facts_and_mentions(store: Store, user: str) -> None:
    ada, berlin, bob = (entity(user, name) for name in ("Ada", "Berlin", "Bob"))
    out, back, other = fact(ada, "in", berlin), fact(bob, "knows", ada), fact(bob, "in", berlin)
    by_fact = mention(berlin, out)
    await put(
        store,
        user,
        entities=(ada, berlin, bob),
        facts=(out, back, other),
        mentions=(mention(ada, other), by_fact, mention(bob, other)),
        embeddings={out.id: vector(1), ada.id: vector(1)},
    )
    await put(store, user, removed_entities=(ada.id,))
    scope = Scope(user_id=user)
    assert sorted(ids(await store.read(EntityQuery(scope)))) == sorted([berlin.id, bob.id])
    assert await store.read(FactQuery(scope)) == [other]
    assert await store.read(MentionQuery(scope)) == [mention(bob, other)]
    assert await store.read(SearchQuery(scope, Fact, vector=vector(1))) == []
    assert await store.read(SearchQuery(scope, Entity, terms=["ada"], vector=vector(1))) == []


async def test_an_entity_can_be_merged_into_another(store: Store, user: str) -> None:
    ada, double, berlin = entity(user, "Ada"), entity(user, "Ada L."), entity(user, "Berlin")
    [said] = await say_stored(store, message(user))
    lives = fact(double, "in", berlin)
    await put(
        store,
        user,
        entities=(ada, double, berlin),
        facts=(lives,),
        mentions=(mention(double, said),),
        embeddings={lives.id: vector(1)},
    )
    moved = lives.model_copy(update={"subject_id": ada.id, "subject": ada.name})
    await put(store, user, facts=(moved,), mentions=(mention(ada, said),), removed_entities=(double.id,))
    scope = Scope(user_id=user)
    assert await store.read(FactQuery(scope)) == [moved]
    assert await store.read(MentionQuery(scope)) == [mention(ada, said)]
    assert len(await store.read(SearchQuery(scope, Fact, vector=vector(1)))) == 1


async def test_removing_a_fact_removes_the_mentions_that_rest_on_it(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives = fact(ada, "in", berlin)
    [said] = await say_stored(store, message(user))
    await put(
        store,
        user,
        entities=(ada, berlin),
        facts=(lives,),
        mentions=(mention(ada, lives), mention(ada, said)),
    )
    await put(store, user, removed_facts=(lives.id,))
    assert await store.read(FactQuery(Scope(user_id=user))) == []
    assert await store.read(MentionQuery(Scope(user_id=user))) == [mention(ada, said)]


async def test_operations_and_summaries_can_be_removed(store: Store, user: str) -> None:
    row, kept = operation(user, "x"), operation(user, "y")
    await put(store, user, operations=(row, kept), summaries=(summary(user, "s1"), summary(user, "s2")))
    await put(store, user, removed_operations=(row.id,), removed_summaries=("s1",))
    assert await store.read(OperationQuery(Scope(user_id=user))) == [kept]
    assert await store.read(SummaryQuery(user, "s1")) is None
    assert await store.read(SummaryQuery(user, "s2")) == summary(user, "s2")


async def test_a_mention_can_be_removed_alone(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives = fact(ada, "in", berlin)
    [said] = await say_stored(store, message(user))
    kept = (mention(ada, said), mention(berlin, lives))
    gone = (mention(ada, lives), mention(berlin, said))
    await put(store, user, entities=(ada, berlin), facts=(lives,), mentions=(*kept, *gone))
    await put(store, user, removed_mentions=tuple((one.entity_id, one.source_id) for one in gone))
    found = await store.read(MentionQuery(Scope(user_id=user)))
    assert {(one.entity_id, one.source_id) for one in found} == {(one.entity_id, one.source_id) for one in kept}
    assert len(await store.read(EntityQuery(Scope(user_id=user)))) == 2
    assert await store.check(user_id=user) == []


async def test_removing_what_is_not_there_is_no_error(store: Store, user: str) -> None:
    await put(
        store,
        user,
        removed_messages=("x",),
        removed_entities=("x",),
        removed_facts=("x",),
        removed_mentions=(("x", "x"),),
        removed_operations=("x",),
        removed_summaries=("x",),
    )
    assert user not in await store.users()
