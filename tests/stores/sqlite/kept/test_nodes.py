"""The newest facts at nodes, as they are kept between reads, are those that stand there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.records import NOW, entity, fact, minutes

from memary.queries import EntityQuery, FactQuery
from memary.stores.sqlite import SqliteStore
from memary.stores.store import Store
from memary.types import Fact, Scope
from stores.conformance.steps import put
from stores.opening import opened_store

pytestmark = pytest.mark.anyio

ADA = Scope(user_id="ada")
NODES = [entity("ada", name) for name in ("Ada", "Tea", "Mate", "Bern", "Rome")]


async def newest(store: Store, *names: str, limit: int) -> list[Fact]:
    ids = [node.id for node in NODES if node.name in names]
    return await store.read(FactQuery(ADA, entity_ids=ids, newest_first=True, limit=limit))


def some_fact(chance: random.Random) -> Fact:
    subject, object_ = chance.sample(NODES, 2)
    return fact(subject, "knows", object_, at=NOW + minutes(chance.randrange(100)))


def changed(one: Fact, chance: random.Random) -> Fact:
    """A fact that ends, begins at another time, or is about something else."""
    other = chance.choice(NODES)
    update = chance.choice(
        [
            {"invalid_at": one.valid_at + minutes(1), "expired_at": NOW + minutes(200)},
            {"valid_at": NOW + minutes(chance.randrange(100))},
            {"object_id": other.id, "object": other.name},
        ]
    )
    return one.model_copy(update=update)


@pytest.mark.parametrize("seed", range(6))
async def test_after_any_changes_the_newest_facts_at_nodes_are_those_of_a_store_that_keeps_none(
    store: SqliteStore, path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    await put(store, "ada", entities=tuple(NODES))
    there: dict[str, Fact] = {}
    async with opened_store("sqlite-file", path) as other:
        for _ in range(25):
            new = [some_fact(chance) for _ in range(chance.randrange(3))]
            again = [changed(one, chance) for one in chance.sample([*there.values()], min(2, len(there)))]
            gone = chance.sample([*there], 1) if len(there) > 8 else []
            again = [one for one in again if one.id not in gone]
            writer = store if chance.random() < 0.8 else other
            await put(writer, "ada", facts=(*new, *again), removed_facts=tuple(gone))
            there |= {one.id: one for one in (*new, *again)}
            for id_ in gone:
                del there[id_]
            names = chance.sample([node.name for node in NODES], chance.randint(1, 3))
            limit = chance.choice([2, 5, 100])
            async with opened_store("sqlite-file", path) as fresh:
                assert await newest(store, *names, limit=limit) == await newest(fresh, *names, limit=limit)


async def test_the_facts_of_a_node_that_is_removed_are_found_at_no_other(store: SqliteStore) -> None:
    ada, tea, mate, *_ = NODES
    await put(store, "ada", entities=tuple(NODES), facts=(likes := fact(ada, "likes", mate), fact(ada, "likes", tea)))
    assert len(await newest(store, "Ada", limit=10)) == 2
    await put(store, "ada", removed_entities=(tea.id,))
    assert await newest(store, "Ada", limit=10) == [likes]


async def test_entities_are_read_by_their_ids_as_they_are_now_in_the_order_of_these(store: SqliteStore) -> None:
    ada, tea, mate, *_ = NODES
    await put(store, "ada", entities=tuple(NODES))
    asked = EntityQuery(ADA, ids=[mate.id, "of-none", ada.id, tea.id])
    assert await store.read(asked) == sorted((ada, tea, mate), key=lambda one: one.id)
    await put(store, "ada", entities=(green := tea.model_copy(update={"description": "green"}),))
    assert await store.read(asked) == sorted((ada, green, mate), key=lambda one: one.id)
