"""Where words stand, as it is kept between searches, is where they stand: all scores as where nothing is kept."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from support.records import NOW, entity, fact, message, operation

from memary.facts.ledger import before_after
from memary.queries import SearchQuery
from memary.stores.sqlite import SqliteStore
from memary.stores.store import Store
from memary.types import Action, Entity, Fact, Message, Operation, Said, Scope
from stores.conformance.steps import put, say_stored
from stores.opening import opened_store

pytestmark = pytest.mark.anyio

ADA = Scope(user_id="ada")
WORDS = ("tea", "mate", "bern", "rome", "harbour", "boat", "green", "night", "茶", "don't")


def some_text(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))


def written_again(record: Fact | Entity, chance: random.Random) -> Fact | Entity:
    field = "statement" if isinstance(record, Fact) else "name"
    return record.model_copy(update={field: some_text(chance)})


def rows(
    there: Mapping[str, Fact | Entity], written: Sequence[Fact | Entity], gone: Sequence[str]
) -> tuple[Operation, ...]:
    """What the ledger says of a change."""
    before = [there[id_] for id_ in (*(one.id for one in written), *gone) if id_ in there]
    held = {"before": before_after(before), "after": before_after(written)}
    return (operation("ada", "some", Action.UPDATE, **held),)


async def scored(store: Store, words: Sequence[str]) -> list[list[tuple[str, float]]]:
    found: list[list[tuple[str, float]]] = []
    for kind in (Fact, Entity):
        hits = await store.read(SearchQuery(ADA, kind, terms=words, limit=50))
        found.append(sorted((hit.record.id, round(hit.text or 0.0, 9)) for hit in hits))
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_told", [True, False])
async def test_after_any_changes_words_score_as_in_a_store_that_keeps_none(
    store: SqliteStore, path: Path, seed: int, is_told: bool
) -> None:
    chance = random.Random(seed)
    ends = [entity("ada", "Ada"), entity("ada", "Oslo")]
    await put(store, "ada", entities=tuple(ends))
    await put(store, "ben", entities=(entity("ben", "tea mate tea"),))
    there: dict[str, Fact | Entity] = {}
    async with opened_store("sqlite-file", path) as other:
        for _ in range(20):
            new = [fact(*ends[:1], "knows", ends[1], at=NOW, statement=some_text(chance)) for _ in range(2)]
            nodes = [entity("ada", some_text(chance)) for _ in range(chance.randrange(2))]
            gone = chance.sample([*there], 1) if len(there) > 8 else []
            again = [one for one in chance.sample([*there.values()], min(1, len(there))) if one.id not in gone]
            written = [*new, *nodes, *(written_again(one, chance) for one in again)]
            writer = store if chance.random() < 0.8 else other
            await put(
                writer,
                "ada",
                facts=tuple(one for one in written if isinstance(one, Fact)),
                entities=tuple(one for one in written if isinstance(one, Entity)),
                removed_facts=tuple(id_ for id_ in gone if isinstance(there[id_], Fact)),
                removed_entities=tuple(id_ for id_ in gone if isinstance(there[id_], Entity)),
                operations=rows(there, written, gone) if is_told else (),
            )
            there |= {one.id: one for one in written}
            for id_ in gone:
                del there[id_]
            asked = chance.sample(["tea", "mate", "bern", "rome", "harbour", "boat", "green", "night", "茶"], 4)
            async with opened_store("sqlite-file", path) as fresh:
                assert await scored(store, asked) == await scored(fresh, asked)


@pytest.mark.parametrize("seed", range(4))
async def test_after_messages_are_said_rewritten_and_removed_their_words_score_as_in_a_store_that_keeps_none(
    store: SqliteStore, path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    there: dict[str, Message] = {}

    async def found(where: Store, words: Sequence[str]) -> list[tuple[str, str, float]]:
        hits = await where.read(SearchQuery(ADA, Said, terms=words, limit=50))
        return sorted((hit.record.id, hit.record.content, round(hit.text or 0.0, 9)) for hit in hits)

    async with opened_store("sqlite-file", path) as other:
        for _ in range(20):
            writer = store if chance.random() < 0.8 else other
            if (step := chance.random()) < 0.4 or len(there) < 4:
                said = [message(user, some_text(chance)) for user in ("ada", "ben")]
                await say_stored(writer, *said)
                there[said[0].id] = said[0]
            elif step < 0.7:
                one = chance.choice([*there.values()])
                there[one.id] = one.model_copy(update={"content": some_text(chance)})
                await put(writer, "ada", messages=(there[one.id],))
            elif step < 0.9:
                await put(writer, "ada", removed_messages=(chance.choice([*there]),))
                there = {one.id: one async for one in writer.dump("ada") if isinstance(one, Message)}
            for _ in range(2):
                asked = chance.sample(WORDS, 4)
                async with opened_store("sqlite-file", path) as fresh:
                    assert await found(store, asked) == await found(fresh, asked)
