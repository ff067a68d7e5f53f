"""Reading the past: what was true then, and what memary knew then."""

from __future__ import annotations

import random
from datetime import datetime

from support.records import NOW, days, entity, fact, mention, message
from support.vectors import vector

from memary.facts.intervals import retire
from memary.languages.terms import terms
from memary.queries import (
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    SearchQuery,
    SubgraphQuery,
    TraversalLimits,
    View,
)
from memary.stores.store import Store
from memary.types import FOREVER, Entity, Fact, Message, MessageState, Scope
from stores.conformance.steps import contents, ids, put, say, sources

EVERYTHING = TraversalLimits(per_seed=1_000, frontier=1_000, per_node=1_000)


def retired(given: Fact, *, known: datetime, ended: datetime) -> Fact:
    """The fact once memary has learnt its end."""
    return retire(given, ended_at=ended, now=known)


async def seen_ids(store: Store, user: str, hub: Entity, view: View) -> dict[str, set[str]]:
    """What each way of reading facts shows of a hub."""
    scope = Scope(user_id=user)
    others = [each.id for each in await store.read(EntityQuery(scope))]
    graph = await store.read(SubgraphQuery(scope, [hub.id], depth=1, view=view, breadth=EVERYTHING))
    return {
        "facts": set(ids(await store.read(FactQuery(scope, view=view)))),
        "of entity": set(ids(await store.read(FactQuery(scope, entity_ids=[hub.id], view=view)))),
        "of predicate": set(
            ids(await store.read(FactQuery(scope, entity_ids=[hub.id], predicates=["to"], view=view)))
        ),
        "of a pair": set(ids(await store.read(FactQuery(scope, entity_ids=[hub.id], object_ids=others, view=view)))),
        "words": {
            hit.record.id for hit in await store.read(SearchQuery(scope, Fact, terms=["hub"], limit=1_000, view=view))
        },
        "vectors": {
            hit.record.id for hit in await store.read(SearchQuery(scope, Fact, vector=vector(1), limit=99, view=view))
        },
        "walk": set(graph.hops),
    }


async def test_a_retired_fact_is_seen_as_it_was_believed_before(store: Store, user: str) -> None:
    ada, berlin, paris = (entity(user, name, created_at=NOW) for name in ("hub", "Berlin", "Paris"))
    learnt, moved = NOW + days(10), NOW + days(5)
    before = retired(fact(ada, "to", berlin), known=learnt, ended=moved)
    after = fact(ada, "to", paris, at=moved, created_at=learnt)
    await put(
        store,
        user,
        entities=(ada, berlin, paris),
        facts=(before, after),
        embeddings={before.id: vector(1), after.id: vector(1)},
    )
    for true_at, known_at, expected in (
        (NOW + days(7), NOW + days(7), before),  # she had moved, and nobody had told
        (NOW + days(7), learnt, after),
        (NOW + days(3), learnt, before),
        (NOW + days(99), NOW + days(9), before),
        (NOW + days(99), NOW + days(99), after),
    ):
        seen = await seen_ids(store, user, ada, View(true_at=true_at, known_at=known_at))
        assert seen == {way: {expected.id} for way in seen}


async def test_nothing_is_seen_before_it_was_learnt(store: Store, user: str) -> None:
    ada, berlin = entity(user, "hub"), entity(user, "Berlin")
    told_later = fact(ada, "to", berlin, at=NOW - days(900), created_at=NOW + days(1))
    await put(store, user, entities=(ada, berlin), facts=(told_later,), embeddings={told_later.id: vector(1)})
    unknown = await seen_ids(store, user, ada, View(true_at=NOW, known_at=NOW))
    assert unknown == {way: set() for way in unknown}
    known = await seen_ids(store, user, ada, View(true_at=NOW - days(800), known_at=NOW + days(1)))
    assert known == {way: {told_later.id} for way in known}


async def test_a_corrected_fact_is_seen_only_by_who_asks_for_the_error(store: Store, user: str) -> None:
    ada, berlin = entity(user, "hub"), entity(user, "Berlin")
    wrong = retired(fact(ada, "to", berlin), known=NOW + days(2), ended=NOW)
    await put(store, user, entities=(ada, berlin), facts=(wrong,), embeddings={wrong.id: vector(1)})
    believed = await seen_ids(store, user, ada, View(true_at=NOW + days(9), known_at=NOW + days(1)))
    assert believed == {way: {wrong.id} for way in believed}
    corrected = await seen_ids(store, user, ada, View(true_at=NOW + days(1), known_at=NOW + days(2)))
    assert corrected == {way: set() for way in corrected}


async def test_before_a_fact_was_retired_its_stated_end_counted(store: Store, user: str) -> None:
    ada, job = entity(user, "hub"), entity(user, "job")
    planned = fact(ada, "to", job, invalid_at=NOW + days(30), stated_end=NOW + days(30))
    ended = retired(planned, known=NOW + days(10), ended=NOW + days(5))
    await put(store, user, entities=(ada, job), facts=(ended,), embeddings={ended.id: vector(1)})
    assert await store.read(FactQuery(Scope(user_id=user))) == [ended]  # with its stated end
    for true_at, known_at, expected in (
        (NOW + days(20), NOW + days(9), {ended.id}),
        (NOW + days(30), NOW + days(9), set[str]()),
        (NOW + days(20), NOW + days(10), set[str]()),
    ):
        seen = await seen_ids(store, user, ada, View(true_at=true_at, known_at=known_at))
        assert seen == dict.fromkeys(seen, expected)


async def test_an_end_that_was_moved_twice_is_seen_as_it_was_at_each_time(store: Store, user: str) -> None:
    ada, job = entity(user, "hub"), entity(user, "job")
    once = retired(fact(ada, "to", job), known=NOW + days(10), ended=NOW + days(8))
    twice = retired(once, known=NOW + days(20), ended=NOW + days(4))
    await put(store, user, entities=(ada, job), facts=(twice,), embeddings={twice.id: vector(1)})
    assert await store.read(FactQuery(Scope(user_id=user))) == [twice]
    for known, last_day in ((9, 99), (10, 7), (19, 7), (20, 3)):
        for day in (3, 7, 99):
            seen = await seen_ids(store, user, ada, View(true_at=NOW + days(day), known_at=NOW + days(known)))
            assert seen == {way: {twice.id} if day <= last_day else set() for way in seen}


async def test_every_way_of_reading_agrees_with_the_rule_on_any_facts(store: Store, user: str) -> None:
    dice = random.Random(11)
    hub = entity(user, "hub", created_at=NOW - days(99))
    leaves = [entity(user, f"leaf {n}") for n in range(5)]

    def some_fact() -> Fact:
        start, learnt = NOW + days(dice.randint(0, 20)), NOW + days(dice.randint(0, 20))
        end = dice.choice([FOREVER, start + days(dice.randint(1, 20))])
        ends = dice.sample([hub, dice.choice(leaves)], 2) if dice.random() < 0.9 else [hub, hub]
        given = fact(ends[0], "to", ends[1], at=start, created_at=learnt, invalid_at=end, stated_end=end)
        if dice.random() < 0.4:
            return given
        for known in sorted(dice.sample(range(20), dice.choice([1, 1, 2, 3]))):
            given = retired(given, known=learnt + days(known), ended=start + days(dice.randint(0, 20)))
        return given

    facts = [some_fact() for _ in range(80)]
    vectors = {given.id: vector(1) for given in facts}
    await put(store, user, entities=(hub, *leaves), facts=tuple(facts), embeddings=vectors)
    for _ in range(15):
        view = View(
            true_at=NOW + days(dice.randint(0, 42)), known_at=NOW + days(dice.choice([*range(-1, 37), 10_000]))
        )
        seen = await seen_ids(store, user, hub, view)
        expected = {given.id for given in facts if given.is_visible(view.when)}
        as_subject = {given.id for given in facts if given.is_visible(view.when) and given.subject_id == hub.id}
        assert seen == dict.fromkeys(seen, expected) | dict.fromkeys(("of predicate", "of a pair"), as_subject)


async def test_a_session_narrows_the_past_as_well(store: Store, user: str) -> None:
    here = message(user, "here", session_id="s")
    elsewhere = message(user, "elsewhere", session_id="t")
    await say(store, here, elsewhere)
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    facts = [
        retired(fact(ada, "to", berlin, source_ids=(said.id,)), known=NOW + days(2), ended=NOW)
        for said in (here, elsewhere)
    ]
    mentions = tuple(mention(node, said) for node in (ada, berlin) for said in (here, elsewhere))
    await put(store, user, entities=(ada, berlin), facts=tuple(facts), mentions=mentions)
    scope, view = Scope(user_id=user, session_id="s"), View(true_at=NOW + days(1), known_at=NOW + days(1))
    assert await store.read(FactQuery(scope, view=view)) == [facts[0]]
    assert (await store.read(SubgraphQuery(scope, [ada.id], depth=2, view=view))).facts == (facts[0],)
    later = View(true_at=NOW + days(1), known_at=NOW + days(2))
    assert (await store.read(SubgraphQuery(scope, [ada.id], depth=2, view=later))).facts == ()


async def test_what_a_hub_learnt_since_does_not_crowd_out_what_was_known(store: Store, user: str) -> None:
    hub, leaf = entity(user, "hub"), entity(user, "leaf")
    known = [
        fact(hub, "to", leaf, at=NOW - days(1)),
        retired(fact(leaf, "to", hub, at=NOW - days(2)), known=NOW + days(5), ended=NOW - days(1)),
    ]
    # more than a store looks at, all newer in the world too
    since = [fact(hub, "since", leaf, created_at=NOW + days(1)) for _ in range(600)]
    await put(store, user, entities=(hub, leaf), facts=(*known, *since))
    graph = await store.read(
        SubgraphQuery(Scope(user_id=user), [hub.id], depth=1, view=View(true_at=NOW, known_at=NOW))
    )
    assert set(graph.hops) == {given.id for given in known}


async def test_a_walk_starts_from_what_was_known_then(store: Store, user: str) -> None:
    ada, bob = entity(user, "Ada"), entity(user, "Bob", created_at=NOW + days(1))
    knows = fact(ada, "knows", bob, created_at=NOW + days(1))
    await put(store, user, entities=(ada, bob), facts=(knows,))
    scope, seeds = Scope(user_id=user), [ada.id, bob.id]
    graph = await store.read(SubgraphQuery(scope, seeds, depth=1, view=View(true_at=NOW + days(9), known_at=NOW)))
    assert (graph.seeds, graph.facts) == ((ada.id,), ())
    graph = await store.read(SubgraphQuery(scope, seeds, depth=1, view=View(true_at=NOW + days(9))))
    assert (set(graph.seeds), graph.facts) == (set(seeds), (knows,))


async def test_messages_and_entities_are_there_from_when_they_were_known(store: Store, user: str) -> None:
    old = message(user, "old tea", at=NOW - days(3), state=MessageState.STORED)
    imported = message(user, "imported tea", at=NOW - days(900), added_at=NOW, state=MessageState.STORED)
    await store.append([old, imported], embeddings={m.id: vector(1) for m in (old, imported)}, due_at=NOW)
    ada, tea = entity(user, "Ada tea", created_at=NOW - days(3)), entity(user, "green tea", created_at=NOW)
    await put(store, user, entities=(ada, tea), embeddings={ada.id: vector(1), tea.id: vector(1)})
    scope, before = Scope(user_id=user), NOW - days(1)
    assert contents(await store.read(MessageQuery(scope, view=View(known_at=before)))) == ["old tea"]
    assert contents(await store.read(MessageQuery(scope, view=View(known_at=NOW)))) == ["imported tea", "old tea"]
    assert await store.read(MessageQuery(scope, ids=[imported.id], view=View(known_at=before))) == []
    assert await store.read(EntityQuery(scope, view=View(known_at=before))) == [ada]
    assert await store.read(EntityQuery(scope, keys=[tea.key], view=View(known_at=before))) == []
    assert await store.read(EntityQuery(scope, keys=[tea.key], view=View(known_at=NOW))) == [tea]
    for query in ({"terms": terms("tea")}, {"vector": vector(1)}):
        for view, count in (
            (View(true_at=NOW, known_at=before), 1),
            (View(true_at=NOW, known_at=NOW), 2),
            (View(true_at=before, known_at=NOW), 2),
            (View(), 2),
        ):
            assert len(await store.read(SearchQuery(scope, Message, view=view, **query))) == count
            assert len(await store.read(SearchQuery(scope, Entity, view=view, **query))) == count


async def test_mentions_are_there_from_when_their_source_was_known(store: Store, user: str) -> None:
    ada, tea = entity(user, "Ada"), entity(user, "tea")
    said = message(user, "now", at=NOW - days(9), state=MessageState.STORED)
    imported = message(user, "late", at=NOW - days(900), added_at=NOW, state=MessageState.STORED)
    await say(store, said, imported)
    given = fact(ada, "likes", tea, at=NOW - days(900), created_at=NOW)
    mentions = (mention(ada, said), mention(ada, imported), mention(ada, given), mention(tea, given))
    await put(store, user, entities=(ada, tea), facts=(given,), mentions=mentions)
    scope, before = Scope(user_id=user), NOW - days(1)
    assert sources(await store.read(MentionQuery(scope, view=View(known_at=before)))) == [said.id]
    assert sources(await store.read(MentionQuery(scope, entity_ids=[tea.id], view=View(known_at=before)))) == []
    assert len(await store.read(MentionQuery(scope, view=View(known_at=NOW)))) == 4
    [counted] = await store.read(CountQuery(scope, view=View(known_at=before)))
    assert (counted.entity, counted.count, counted.first_at) == (ada, 1, said.created_at)
    assert [row.count for row in await store.read(CountQuery(scope, view=View(known_at=NOW)))] == [3, 1]
    long_ago = CountQuery(scope, until=before - days(99), view=View(known_at=NOW))
    assert [row.count for row in await store.read(long_ago)] == [2, 1]


async def test_facts_of_all_times_are_those_learnt_by_then(store: Store, user: str) -> None:
    ada, tea = entity(user, "Ada"), entity(user, "tea")
    early, late = (fact(ada, "likes", tea, at=NOW + days(9), created_at=NOW + days(day)) for day in (0, 2))
    await put(store, user, entities=(ada, tea), facts=(early, late))
    scope = Scope(user_id=user)
    assert await store.read(FactQuery(scope, view=View(known_at=NOW + days(1)))) == [early]
    assert set(ids(await store.read(FactQuery(scope, view=View(known_at=NOW + days(2)))))) == {early.id, late.id}


async def test_an_end_that_moved_three_times_is_seen_as_it_was_before_the_first(store: Store, user: str) -> None:
    ada, rome = entity(user, "Ada"), entity(user, "Rome")
    lives = fact(ada, "lives_in", rome)
    for learnt, end in ((10, 20), (30, 19), (40, 18)):
        lives = retire(lives, ended_at=NOW + days(end), now=NOW + days(learnt))
    await put(store, user, entities=(ada, rome), facts=(lives,))
    for known, last in ((5, 25), (15, 19.5), (35, 18.5)):
        for at, seen in ((last, [lives]), (last + 1, [lives] if known == 5 else [])):
            view = View(true_at=NOW + days(at), known_at=NOW + days(known))
            assert await store.read(FactQuery(Scope(user_id=user), view=view)) == seen
