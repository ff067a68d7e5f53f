"""Who is called by a name, as it is kept between reads, is who is called so: all as where nothing is kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.records import entity, operation

from memary.facts.ledger import before_after
from memary.queries import EntityQuery
from memary.stores.sqlite import SqliteStore
from memary.stores.sqlite.kept import keys
from memary.stores.store import Store
from memary.text import entity_key
from memary.types import Action, Entity, Scope
from stores.conformance.steps import put
from stores.opening import opened_store

pytestmark = pytest.mark.anyio

ADA = Scope(user_id="ada")
NAMES = ("Tom", "Mei", "陆涛", "Lu Tao", "Tao Lu", "Oslo", "The Hague", "don't", "tea")
ASKED = [*map(entity_key, NAMES), "hague", "pinyin:lutao", "nobody"]


def some_entity(chance: random.Random, like: Entity | None = None) -> Entity:
    name, *aliases = chance.sample(NAMES, 3)
    told = {"name": name, "key": entity_key(name), "aliases": tuple(aliases[: chance.randrange(3)])}
    return (like or entity("ada", name)).model_copy(update=told)


async def called(store: Store, some: list[str]) -> list[Entity]:
    return await store.read(EntityQuery(ADA, keys=some))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("most", [3, 2_048])
async def test_after_any_changes_those_of_a_name_are_those_of_a_store_that_keeps_none(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch, *, seed: int, is_told: bool, most: int
) -> None:
    monkeypatch.setattr(keys, "_MOST_KEYS", most)
    chance = random.Random(seed)
    await put(store, "ada", entities=(entity("ada", "Ada"),))
    await put(store, "ben", entities=(entity("ben", "Tom"), entity("ben", "Nobody")))
    there: dict[str, Entity] = {}
    async with opened_store("sqlite-file", path) as other:
        for _ in range(20):
            gone = chance.sample([*there], 1) if len(there) > 5 else []
            again = [one for one in chance.sample([*there.values()], min(1, len(there))) if one.id not in gone]
            written = [some_entity(chance), *(some_entity(chance, one) for one in again)]
            before = [there[id_] for id_ in (*(one.id for one in written), *gone) if id_ in there]
            row = operation("ada", "some", Action.UPDATE, before=before_after(before), after=before_after(written))
            await put(
                store if chance.random() < 0.8 else other,
                "ada",
                entities=tuple(written),
                removed_entities=tuple(gone),
                operations=(row,) if is_told else (),
            )
            there |= {one.id: one for one in written}
            for id_ in gone:
                del there[id_]
            asked = chance.sample(ASKED, 5)
            async with opened_store("sqlite-file", path) as fresh:
                assert await called(store, asked) == await called(fresh, asked)
