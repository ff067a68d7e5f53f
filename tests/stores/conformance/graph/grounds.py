"""What facts rest on: kept as it is told, found by it, gone with its fact, and in every dump."""

from __future__ import annotations

from support.records import NOW, days, entity, fact, message

from memary.queries import FactQuery, View
from memary.stores.store import Store
from memary.types import Fact, Ground, Scope
from stores.conformance.steps import dumped, ids, put, say_stored


async def chain(store: Store, user: str) -> tuple[Fact, Fact, Fact]:
    """She works at Acme, swims there because of it, and owns goggles because of that."""
    said = message(user, "I swim there because it is below the office.")
    await say_stored(store, said)
    ada, acme, baths, goggles = (entity(user, name) for name in ("Ada", "Acme", "Baths", "Goggles"))
    works = fact(ada, "works at", acme)
    because = Ground(
        fact_id=works.id, words='because it is “below” the "office"', known_at=NOW, source_ids=(said.id,)
    )
    swims = fact(ada, "swims at", baths, source_ids=(said.id,), rests_on=(because,))
    owns = fact(ada, "owns", goggles, rests_on=(Ground(fact_id=swims.id, known_at=NOW, released_at=NOW + days(1)),))
    await put(store, user, entities=(ada, acme, baths, goggles), facts=(owns, works, swims))
    return works, swims, owns


async def test_what_a_fact_rests_on_comes_back_as_it_was_given(store: Store, user: str) -> None:
    works, swims, owns = await chain(store, user)
    found = await store.read(FactQuery(Scope(user_id=user)))
    assert {one.id: one.rests_on for one in found} == {one.id: one.rests_on for one in (works, swims, owns)}
    assert await store.check(user_id=user) == []


async def test_facts_are_found_by_what_they_rest_on(store: Store, user: str) -> None:
    works, swims, owns = await chain(store, user)
    scope = Scope(user_id=user)
    assert ids(await store.read(FactQuery(scope, ground_ids=[works.id]))) == [swims.id]
    both = await store.read(FactQuery(scope, ground_ids=[works.id, swims.id]))
    assert set(ids(both)) == {swims.id, owns.id}
    assert await store.read(FactQuery(scope, ground_ids=[works.id], view=View(known_at=NOW - days(1)))) == []
    assert await store.read(FactQuery(scope, ground_ids=[])) == []
    assert await store.read(FactQuery(Scope(user_id=f"{user}-other"), ground_ids=[works.id])) == []


async def test_a_fact_that_is_written_anew_is_found_by_its_new_grounds_alone(store: Store, user: str) -> None:
    works, swims, owns = await chain(store, user)
    free = swims.model_copy(update={"rests_on": (Ground(fact_id=None, known_at=NOW, gone_at=NOW + days(2)),)})
    await put(store, user, facts=(free,))
    scope = Scope(user_id=user)
    assert await store.read(FactQuery(scope, ground_ids=[works.id])) == []
    assert await store.read(FactQuery(scope, ids=[swims.id])) == [free]
    assert ids(await store.read(FactQuery(scope, ground_ids=[swims.id]))) == [owns.id]
    await put(store, user, removed_facts=(works.id,))
    assert await store.check(user_id=user) == []


async def test_a_ground_that_is_not_stored_is_reported(store: Store, user: str) -> None:
    _, swims, _ = await chain(store, user)
    loose = swims.model_copy(update={"rests_on": (Ground(fact_id="no-such-fact", known_at=NOW),)})
    await put(store, user, facts=(loose,))
    faults = await store.check(user_id=user)
    assert len(faults) == 1
    assert swims.id in faults[0]


async def test_grounds_are_in_a_dump_and_made_anew_with_the_rest(store: Store, user: str) -> None:
    works, swims, _ = await chain(store, user)
    before = await dumped(store, user)
    await store.rebuild(user_id=user)
    assert await dumped(store, user) == before
    await store.forget_user(user)
    await store.load(before, due_at=NOW)
    assert await dumped(store, user) == before
    assert ids(await store.read(FactQuery(Scope(user_id=user), ground_ids=[works.id]))) == [swims.id]
    assert await store.check(user_id=user) == []
