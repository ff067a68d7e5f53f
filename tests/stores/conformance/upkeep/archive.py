"""Export and import, re-embedding, opening and closing."""

from __future__ import annotations

import asyncio

import pytest
from support.records import NOW, entity, fact, message, minutes
from support.vectors import vector, vector_of

from memary.errors import EmbeddingMismatchError, InputError, RevisionConflictError, StoreUnavailableError
from memary.queries import EntityQuery, MessageQuery, SearchQuery
from memary.stores.base import StoredRecord
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import (
    EmbeddingSpec,
    Entity,
    Fact,
    GraphDelta,
    Mention,
    Message,
    MessageState,
    Operation,
    Scope,
    Summary,
)
from stores.conformance.reads.scopes import remember
from stores.conformance.steps import dumped, put, say
from stores.opening import SPEC

KINDS = [Message, Entity, Fact, Mention, Operation, Summary]


async def remember_much(store: Store, user: str) -> None:
    for number in range(3):
        await remember(store, user, session=f"s{number}", minute=-number)
    await say(store, message(user, "still waiting", metadata={"k": [1, {"z": None}]}, at=NOW + minutes(5)))


async def test_a_dump_comes_kind_by_kind_in_a_fixed_order(store: Store, user: str) -> None:
    await remember_much(store, user)
    records = [stored.record for stored in await dumped(store, user)]
    positions = [KINDS.index(type(record)) for record in records]
    assert positions == sorted(positions)
    assert set(positions) == set(range(6))
    for kind in (Message, Entity, Fact, Operation):
        found = [record.id for record in records if isinstance(record, kind)]
        assert found == sorted(found)
    rows = [(row.at, row.source_id, row.entity_id) for row in records if isinstance(row, Mention)]
    assert rows == sorted(rows)
    sessions = [row.session_id for row in records if isinstance(row, Summary)]
    assert sessions == ["s0", "s1", "s2"]


async def test_a_dump_carries_vectors(store: Store, user: str) -> None:
    await remember_much(store, user)
    for stored in await dumped(store, user):
        match stored.record:
            case Message(content=content):
                assert stored.embedding == vector_of(content)
            case Entity() | Fact():
                assert stored.embedding == vector(1)
            case _:
                assert stored.embedding is None


async def test_what_is_dumped_loads_elsewhere_and_dumps_alike(store: Store, second_store: Store, user: str) -> None:
    await remember_much(store, user)
    dump = await dumped(store, user)
    await store.forget_user(user)
    assert await second_store.load(dump, due_at=NOW) == len(dump)
    assert await dumped(second_store, user) == dump
    hits = await second_store.read(SearchQuery(Scope(user_id=user), Message, terms=["berlin"], vector=vector(1)))
    assert len(hits) == 4
    batch = await second_store.claim(Claim(worker_id="w", now=NOW, lease=minutes(1), limit=9, user_id=user))
    assert batch is not None


async def test_more_than_one_statement_writes_is_loaded_whole_and_once(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    said = [
        message(user, f"word {n}", at=NOW + minutes(n), session_id=f"s{n % 30}" if n % 7 else None)
        for n in range(601)
    ]
    known = [fact(ada, "met", berlin, at=NOW + minutes(n), statement=f"met {n}") for n in range(601)]
    records = [
        *(StoredRecord(one, vector_of(one.content)) for one in said),
        *map(StoredRecord, (ada, berlin)),
        *(StoredRecord(one, vector_of(one.statement) if n % 2 else None) for n, one in enumerate(known)),
    ]
    assert await store.load([*records, StoredRecord(said[0])], due_at=NOW) == len(records)
    assert await store.load(records, due_at=NOW) == 0
    by_id = {
        each.record.id: each for each in await dumped(store, user) if not isinstance(each.record, Mention | Summary)
    }
    assert by_id == {each.record.id: each for each in records}


async def test_loading_again_adds_nothing(store: Store, user: str) -> None:
    await remember_much(store, user)
    dump = await dumped(store, user)
    assert await store.load(dump, due_at=NOW) == 0
    assert await dumped(store, user) == dump


async def test_loading_keeps_what_is_there(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    await put(store, user, entities=(ada,))
    old = StoredRecord(ada.model_copy(update={"name": "Old Ada"}))
    new = StoredRecord(entity(user, "Bob"), vector(1))
    assert await store.load([old, new], due_at=NOW) == 1
    assert {found.name for found in await store.read(EntityQuery(Scope(user_id=user)))} == {"Ada", "Bob"}


async def test_loading_makes_what_was_read_before_stale(store: Store, user: str) -> None:
    # a delta computed before an import must not be written over it
    await put(store, user, entities=(entity(user, "Ada"),))
    revision = await store.revision(user)
    await store.load([StoredRecord(entity(user, "Bob"))], due_at=NOW)
    with pytest.raises(RevisionConflictError):
        await store.apply(GraphDelta(user_id=user, revision=revision, entities=(entity(user, "Cleo"),)))


async def test_a_load_that_fails_half_way_leaves_nothing(store: Store, user: str) -> None:
    ada, stranger = entity(user, "Ada"), entity(user, "not in the file")
    records = [StoredRecord(message(user)), StoredRecord(ada), StoredRecord(fact(ada, "knows", stranger))]
    with pytest.raises(InputError):
        await store.load(records, due_at=NOW)
    assert await dumped(store, user) == []


async def test_a_dump_of_nobody_is_empty(store: Store, user: str) -> None:
    assert await dumped(store, user) == []


async def test_large_dumps_come_complete(store: Store, user: str) -> None:
    nodes = tuple(entity(user, f"node {n}") for n in range(1_203))
    await put(store, user, entities=nodes)
    assert [stored.record for stored in await dumped(store, user)] == sorted(nodes, key=lambda node: node.id)


async def test_records_without_vectors_are_listed_until_they_have_one(store: Store, user: str) -> None:
    ada, bob = entity(user, "Ada", type="person", description="writes"), entity(user, "Bob")
    said = message(user, "hello", speaker="Ada", state=MessageState.STORED)
    await store.append([said], embeddings={}, due_at=NOW)
    await put(store, user, entities=(ada, bob), embeddings={bob.id: vector(1)})
    missing = {row.id: (row.kind, row.text) for row in await store.unembedded(limit=100_000)}
    assert missing[said.id] == ("message", "hello")
    assert missing[ada.id] == ("entity", "Ada (person): writes")
    assert bob.id not in missing
    await store.put_embeddings(user, {said.id: vector(1), ada.id: vector(1), "gone": vector(1)})
    left = {row.id for row in await store.unembedded(limit=100_000)}
    assert left.isdisjoint({said.id, ada.id})
    assert (await store.stats(user)).unembedded == 0
    hits = await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)))
    assert {hit.record.id for hit in hits} == {ada.id, bob.id}


async def test_the_list_of_missing_vectors_is_limited(store: Store, user: str) -> None:
    await put(store, user, entities=tuple(entity(user, f"{n}") for n in range(5)))
    assert len(await store.unembedded(limit=3)) == 3


async def test_another_model_or_dimension_is_refused(store: Store) -> None:
    for other in (EmbeddingSpec("another", SPEC.dimensions), EmbeddingSpec(SPEC.name, 5)):
        with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
            await store.migrate(other)
    await store.migrate(SPEC)


async def test_a_store_knows_the_model_of_its_vectors(store: Store) -> None:
    assert await store.stored_embedding() == SPEC


@pytest.mark.replans
async def test_resetting_vectors_makes_room_for_another_model(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    await put(store, user, entities=(ada,), embeddings={ada.id: vector(1)})
    assert await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)))
    smaller = EmbeddingSpec("smaller", 2)
    try:
        await store.reset_embeddings(smaller)
        await store.migrate(smaller)
        assert ada.id in {row.id for row in await store.unembedded(limit=100_000)}
        await store.put_embeddings(user, {ada.id: vector(1)[:8]})
        [hit] = await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)[:8]))
        assert hit.vector == pytest.approx(1.0, abs=1e-5)
    finally:
        await store.reset_embeddings(SPEC)  # a shared database goes back to what the other tests expect


async def test_migrating_again_and_at_the_same_time_is_safe(store: Store, user: str) -> None:
    await put(store, user, entities=(entity(user),))
    await asyncio.gather(*(store.migrate(SPEC) for _ in range(4)))
    assert len(await store.read(EntityQuery(Scope(user_id=user)))) == 1


async def test_the_location_names_no_secret(store: Store) -> None:
    assert "://" in store.location
    assert "@" not in store.location


async def test_a_closed_store_says_so(second_store: Store, user: str) -> None:
    await second_store.aclose()
    await second_store.aclose()
    with pytest.raises(StoreUnavailableError, match="closed"):
        await second_store.read(MessageQuery(Scope(user_id=user)))
    with pytest.raises(StoreUnavailableError, match="closed"):
        await second_store.apply(GraphDelta(user_id=user, revision=0))
    with pytest.raises(StoreUnavailableError, match="closed"):
        await dumped(second_store, user)


async def test_reads_and_writes_may_run_side_by_side(store: Store, user: str) -> None:
    async def read() -> int:
        return len(await store.read(MessageQuery(Scope(user_id=user))))

    async def write(number: int) -> int:
        return len(await say(store, message(user, str(number), at=NOW + minutes(number))))

    await asyncio.gather(*(write(n) if n % 2 else read() for n in range(30)))
    assert await read() == 15
