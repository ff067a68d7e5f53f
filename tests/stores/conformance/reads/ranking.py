"""The best of the entity knowledge store are those that ranking all of it in Python gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from support.records import NOW, days, entity, mention, message, minutes

from memary.filters import parse_filters
from memary.queries import CountQuery, View
from memary.stores.store import Store
from memary.stream.ranking import rank_entities
from memary.types import EntityCount, Scope
from stores.conformance.steps import put, say_stored

HALF_LIFE = 30.0
NAMES = ("Éva", "zoë", "Ada", "ada", "小红", "张伟", "C++", "Ole", "O'Neill", "😀")


async def _talk(store: Store, user: str) -> None:
    """Forty messages of two agents and sessions over two hundred days; many entities come up alike."""
    nodes = [entity(user, f"{name} {n}") for n in range(4) for name in NAMES]
    said = await say_stored(
        store,
        *(
            message(
                user,
                str(n),
                at=NOW - days(5 * (n % 20)) - minutes(n % 2),
                agent_id=f"agent {n % 3}",
                session_id=f"session {n % 2}",
                metadata={"topic": "work" if n % 4 else "home"},
                expires_at=NOW - days(1) if n % 7 == 0 else NOW + days(1),
            )
            for n in range(40)
        ),
    )
    mentions = [
        mention(node, said[n]) for place, node in enumerate(nodes) for n in range(place % 5, 40, 3 + place % 4)
    ]
    await put(store, user, entities=tuple(nodes), mentions=tuple(mentions))


def _best(counts: list[EntityCount], limit: int) -> list[EntityCount]:
    """What ranking all of them in Python finds best."""
    order = [one.entity.id for one in rank_entities(counts, now=NOW, half_life_days=HALF_LIFE)]
    return sorted(counts, key=lambda row: order.index(row.entity.id))[:limit]


async def test_the_best_of_the_knowledge_store_are_those_of_all_of_it(
    store: Store, user: str, other_user: str
) -> None:
    await _talk(store, user)
    await _talk(store, other_user)
    await check_best(store, user)


async def check_best(store: Store, user: str, limits: Sequence[int] = (0, 1, 7, 20, 99)) -> None:
    """Compare the best of the stream with what ranking all of it gives, from several points of view."""
    now = View(true_at=NOW)
    for query in (
        CountQuery(Scope(user_id=user), view=now),
        CountQuery(Scope(user_id=user), since=NOW - days(50), view=now),
        CountQuery(Scope(user_id=user, agent_id="agent 1"), view=now),
        CountQuery(Scope(user_id=user, session_id="session 1"), view=now),
        CountQuery(Scope(user_id=user), view=replace(now, alive_at=NOW)),
        CountQuery(Scope(user_id=user), view=replace(now, until=NOW - days(20))),
        CountQuery(Scope(user_id=user), view=replace(now, known_at=NOW - days(30))),
        CountQuery(Scope(user_id=user), view=replace(now, where=parse_filters({"topic": "home"}))),
        CountQuery(Scope(user_id="nobody"), view=now),
    ):
        every = await store.read(query)
        for limit in limits:
            found = await store.read(replace(query, half_life_days=HALF_LIFE, limit=limit))
            assert found == _best(every, limit)
            assert await store.read(replace(query, limit=limit)) == every[:limit]
        assert await store.read(replace(query, half_life_days=HALF_LIFE)) == _best(every, len(every))


async def check_long_streams(store: Store, user: str, other_user: str, dice: Random) -> None:
    """Compare the best of two streams with what ranking all of it gives, also once some of it is gone."""
    for whose in (user, other_user):
        nodes = [entity(whose, f"{dice.choice('abc')} {n}") for n in range(60)]
        said = await say_stored(
            store,
            *(
                message(
                    whose,
                    str(n),
                    at=NOW - days(dice.randrange(400)) + days(1) * (n % 2),
                    agent_id=f"agent {n % 3}",
                    session_id=f"session {n % 2}",
                    metadata={"topic": dice.choice(("home", "work"))},
                    expires_at=NOW + days(dice.choice((-1, 9))),
                )
                for n in range(200)
            ),
        )
        pairs = {(int(60 * dice.random() ** 3), n): said[n] for n in range(200) for _ in range(3)}
        await put(
            store,
            whose,
            entities=tuple(nodes),
            mentions=tuple(mention(nodes[place], one) for (place, _), one in pairs.items()),
        )
    await check_best(store, user, (1, 20))
    await put(store, other_user, removed_entities=(nodes[0].id,), removed_messages=tuple(one.id for one in said[::3]))
    await check_best(store, other_user, (1, 20))
    assert [*await store.check(user_id=user), *await store.check(user_id=other_user)] == []


async def test_of_some_entities_the_best_are_ranked_by_their_mentions_at_the_time_of_the_view(
    store: Store, user: str
) -> None:
    often, lately, never_asked = entity(user, "often"), entity(user, "lately"), entity(user, "most of all")
    said = await say_stored(store, *(message(user, str(n), at=NOW - days(n)) for n in range(100)))
    mentions = [
        *(mention(often, one) for one in said[70:]),
        *(mention(lately, one) for one in said[:8]),
        *(mention(never_asked, one) for one in said),
    ]
    await put(store, user, entities=(often, lately, never_asked), mentions=tuple(mentions))
    asked = CountQuery(
        Scope(user_id=user),
        entity_ids=[often.id, lately.id],
        half_life_days=HALF_LIFE,
        limit=1,
        view=View(true_at=NOW),
    )
    assert [row.entity for row in await store.read(asked)] == [lately]
    then = View(true_at=NOW - days(60), until=NOW - days(60))
    assert [row.entity for row in await store.read(replace(asked, view=then))] == [often]


async def test_an_entity_that_comes_up_no_more_leaves_its_place_to_the_next(store: Store, user: str) -> None:
    nodes = [entity(user, name) for name in ("first", "second", "third")]
    said = await say_stored(store, *(message(user, str(n), at=NOW - minutes(n)) for n in range(3)))
    mentions = [mention(node, one) for place, node in enumerate(nodes) for one in said[place:]]
    await put(store, user, entities=tuple(nodes), mentions=tuple(mentions))
    best = CountQuery(Scope(user_id=user), half_life_days=HALF_LIFE, limit=2, view=View(true_at=NOW))
    assert [row.entity.name for row in await store.read(best)] == ["first", "second"]
    await put(store, user, removed_entities=(nodes[0].id,))
    assert [row.entity.name for row in await store.read(best)] == ["second", "third"]


async def test_mentions_are_counted_no_further_than_is_enough(store: Store, user: str) -> None:
    tea, milk, rum = (entity(user, name) for name in ("tea", "milk", "rum"))
    said = await say_stored(
        store,
        *(message(user, str(n), at=NOW - days(n), metadata={"own": "yes" if n % 3 else "no"}) for n in range(30)),
    )
    mentions = [*(mention(tea, one) for one in said), *(mention(milk, one) for one in said[3:6])]
    await put(store, user, entities=(tea, milk, rum), mentions=(*mentions, mention(rum, said[3])))
    few = CountQuery(Scope(user_id=user), entity_ids=[tea.id, milk.id, rum.id])
    assert await store.read(replace(few, enough=5)) == [
        EntityCount(tea, 5, NOW - days(29), NOW),
        EntityCount(milk, 3, NOW - days(5), NOW - days(3)),
        EntityCount(rum, 1, NOW - days(3), NOW - days(3)),
    ]
    own = View(where=parse_filters({"own": "yes"}))
    assert await store.read(replace(few, enough=5, view=own)) == [
        EntityCount(tea, 5, NOW - days(29), NOW - days(1)),
        EntityCount(milk, 2, NOW - days(5), NOW - days(4)),
    ]
