"""Reading entities, facts, the memory stream, counts and the ledger."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from support.records import NOW, days, entity, fact, mention, message, minutes, operation

from memary.filters import parse_filters
from memary.queries import (
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    OperationQuery,
    SummaryQuery,
    View,
    place_of,
)
from memary.stores.snapshot import Reads, together
from memary.stores.store import Store
from memary.types import Action, Entity, EntityCount, Fact, FactKind, MessageState, Scope, utc_now
from stores.conformance.steps import ids, put, say, say_stored, sources


async def test_entities_are_found_by_key_and_by_alias_key(store: Store, user: str) -> None:
    ada = entity(user, "Ada Lovelace", aliases=("The Countess",))
    beijing = entity(user, "北京", aliases=("Beijing",))
    await put(store, user, entities=(ada, beijing))
    scope = Scope(user_id=user)
    countess = entity(user, "The Countess").key
    assert await store.read(EntityQuery(scope, keys=[ada.key])) == [ada]
    assert await store.read(EntityQuery(scope, keys=[countess])) == [ada]
    assert await store.read(EntityQuery(scope, keys=[beijing.key])) == [beijing]
    assert await store.read(EntityQuery(scope, keys=[entity(user, "Beijing").key, "unknown"])) == [beijing]
    assert await store.read(EntityQuery(scope, keys=[ada.key, countess])) == [ada]
    assert await store.read(EntityQuery(scope, keys=[])) == []


async def test_an_alias_that_was_taken_away_is_not_found(store: Store, user: str) -> None:
    ada = entity(user, "Ada", aliases=("Countess",))
    await put(store, user, entities=(ada,))
    await put(store, user, entities=(ada.model_copy(update={"aliases": ()}),))
    assert await store.read(EntityQuery(Scope(user_id=user), keys=[entity(user, "Countess").key])) == []


async def test_two_entities_may_share_a_name(store: Store, user: str) -> None:
    city, person = entity(user, "Paris", type="place"), entity(user, "Paris", type="person")
    await put(store, user, entities=(city, person))
    both = await store.read(EntityQuery(Scope(user_id=user), keys=[city.key]))
    assert sorted(ids(both)) == sorted([city.id, person.id])


async def test_entities_are_found_by_id_and_limited(store: Store, user: str) -> None:
    nodes = [entity(user, f"node {n}") for n in range(5)]
    await put(store, user, entities=tuple(nodes))
    scope = Scope(user_id=user)
    assert await store.read(EntityQuery(scope, ids=[nodes[3].id, "unknown"])) == [nodes[3]]
    assert await store.read(EntityQuery(scope, ids=[])) == []
    assert len(await store.read(EntityQuery(scope, limit=2))) == 2
    assert len(await store.read(EntityQuery(scope))) == 5


async def test_facts_come_by_time_and_id(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    late = fact(ada, "late", berlin, at=NOW + minutes(1))
    together = [fact(ada, f"p{n}", berlin) for n in range(4)]
    await put(store, user, entities=(ada, berlin), facts=(late, *reversed(together)))
    scope = Scope(user_id=user)
    expected = [*sorted(ids(together)), late.id]
    assert ids(await store.read(FactQuery(scope))) == expected
    assert ids(await store.read(FactQuery(scope, newest_first=True))) == expected[::-1]
    assert ids(await store.read(FactQuery(scope, newest_first=True, limit=2))) == expected[::-1][:2]
    assert ids(await store.read(FactQuery(scope, limit=2))) == expected[:2]


async def test_facts_are_narrowed_by_entity_source_id_and_time(store: Store, user: str) -> None:
    ada, berlin, bob = (entity(user, name) for name in ("Ada", "Berlin", "Bob"))
    lives = fact(ada, "in", berlin, source_ids=("m1", "m2"))
    knows = fact(bob, "knows", ada, at=NOW + days(1), source_ids=("m2",))
    away = fact(bob, "in", berlin, at=NOW - days(9), invalid_at=NOW - days(1), source_ids=("m3",))
    await put(store, user, entities=(ada, berlin, bob), facts=(lives, knows, away))
    scope = Scope(user_id=user)
    assert await store.read(FactQuery(scope, entity_ids=[ada.id])) == [lives, knows]
    assert await store.read(FactQuery(scope, entity_ids=[ada.id, berlin.id])) == [away, lives, knows]
    assert await store.read(FactQuery(scope, source_ids=["m2"])) == [lives, knows]
    assert await store.read(FactQuery(scope, source_ids=["m2"], entity_ids=[bob.id])) == [knows]
    assert await store.read(FactQuery(scope, ids=[away.id, lives.id])) == [away, lives]
    assert await store.read(FactQuery(scope, view=View(true_at=NOW))) == [lives]
    assert await store.read(FactQuery(scope, view=View(true_at=NOW - days(1)))) == []
    assert await store.read(FactQuery(scope, view=View(true_at=NOW - days(9)))) == [away]
    never = fact(bob, "in", berlin, at=NOW + days(2), invalid_at=NOW + days(2), expired_at=NOW)
    await put(store, user, facts=(never,))
    assert await store.read(FactQuery(scope, view=View(true_at=NOW, ahead=True))) == [lives, knows]
    assert await store.read(FactQuery(scope, view=View(true_at=NOW + days(1), ahead=True))) == [lives, knows]
    for nothing in ({"ids": []}, {"entity_ids": []}, {"source_ids": []}):
        assert await store.read(FactQuery(scope, **nothing)) == []


async def test_facts_of_a_predicate_are_those_whose_subject_is_asked_for(store: Store, user: str) -> None:
    ada, bob, berlin = (entity(user, name) for name in ("Ada", "Bob", "Berlin"))
    old = fact(ada, "lives_in", berlin, at=NOW - days(9), invalid_at=NOW - days(1), expired_at=NOW)
    lives, knows, known = (
        fact(ada, "lives_in", berlin),
        fact(ada, "knows", bob, at=NOW + minutes(1)),
        fact(bob, "knows", ada, at=NOW + minutes(2)),
    )
    await put(store, user, entities=(ada, bob, berlin), facts=(old, lives, knows, known))
    scope = Scope(user_id=user)
    assert await store.read(FactQuery(scope, entity_ids=[ada.id], predicates=["knows"])) == [knows]
    assert await store.read(
        FactQuery(scope, entity_ids=[ada.id], predicates=["lives_in"], view=View(true_at=NOW))
    ) == [lives]
    assert await store.read(FactQuery(scope, entity_ids=[ada.id], predicates=["lives_in", "knows"])) == [
        old,
        lives,
        knows,
    ]
    assert await store.read(FactQuery(scope, entity_ids=[berlin.id], predicates=["lives_in"])) == []
    assert await store.read(FactQuery(scope, predicates=["knows"])) == [knows, known]
    assert await store.read(FactQuery(scope, entity_ids=[ada.id], object_ids=[berlin.id, ada.id])) == [old, lives]
    assert await store.read(FactQuery(scope, object_ids=[berlin.id], predicates=["knows"])) == []
    assert await store.read(FactQuery(scope, entity_ids=[ada.id], predicates=[])) == []


async def test_the_newest_facts_of_an_entity_are_the_first_of_all_of_them(store: Store, user: str) -> None:
    ada, others = entity(user, "Ada"), [entity(user, f"friend {n}") for n in range(6)]
    said = await say_stored(store, *(message(user, str(n), session_id=f"s{n}") for n in range(2)))
    kinds: list[dict[str, Any]] = [
        {"source_ids": (said[0].id,)},
        {"invalid_at": NOW + minutes(30), "source_ids": (said[1].id,)},
        {"invalid_at": NOW + days(1), "expires_at": NOW + days(2)},
        {"kind": FactKind.INSIGHT, "source_ids": (said[0].id, said[1].id)},
    ]
    facts: list[Fact] = []
    for n, (other, more) in enumerate(product(others, kinds)):
        one, two = (ada, other) if n % 3 else (other, ada)
        facts.append(fact(one, "knows", two, at=NOW + minutes(n % 9), **more))
    await put(store, user, entities=(ada, *others), facts=tuple(facts))
    scope = Scope(user_id=user)
    for asked in (
        FactQuery(scope, entity_ids=[ada.id]),
        FactQuery(scope, entity_ids=[ada.id, others[0].id, "unknown"]),
        FactQuery(scope, entity_ids=[ada.id], source_ids=[said[1].id]),
        FactQuery(scope, entity_ids=[ada.id], ids=[one.id for one in facts[::2]]),
        FactQuery(scope.model_copy(update={"session_id": "s0"}), entity_ids=[ada.id]),
        FactQuery(scope, entity_ids=[ada.id], view=View(true_at=NOW + minutes(5))),
        FactQuery(scope, entity_ids=[ada.id], view=View(true_at=NOW + days(3), alive_at=NOW + days(3))),
        FactQuery(scope, entity_ids=[ada.id], view=View(where=parse_filters({"kind": "insight"}))),
        FactQuery(scope, view=View(where=parse_filters({"kind": "insight"}))),
    ):
        every = await store.read(replace(asked, newest_first=True))
        assert every == (await store.read(asked))[::-1]
        for limit in (1, 5, 99):
            assert await store.read(replace(asked, newest_first=True, limit=limit)) == every[:limit]
        for place, one in enumerate(every):
            page = replace(asked, before=place_of(one), newest_first=True, limit=3)
            assert await store.read(page) == every[place + 1 : place + 4]


async def test_the_stream_comes_in_order_and_narrows(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    said = await say_stored(store, *(message(user, str(n), at=NOW + minutes(n)) for n in range(4)))
    rows = [mention(ada, m) for m in said] + [mention(berlin, said[1])]
    await put(store, user, entities=(ada, berlin), mentions=tuple(reversed(rows)))
    scope = Scope(user_id=user)
    expected = sorted(rows, key=lambda row: (row.at, row.source_id, row.entity_id))
    assert await store.read(MentionQuery(scope)) == expected
    assert await store.read(MentionQuery(scope, newest_first=True)) == expected[::-1]
    assert await store.read(MentionQuery(scope, newest_first=True, limit=2)) == expected[::-1][:2]
    assert await store.read(MentionQuery(scope, entity_ids=[berlin.id])) == [rows[-1]]
    assert len(await store.read(MentionQuery(scope, source_ids=[said[1].id]))) == 2
    period = await store.read(
        MentionQuery(scope, entity_ids=[ada.id], since=NOW + minutes(1), until=NOW + minutes(3))
    )
    assert sources(period) == [said[1].id, said[2].id]
    assert await store.read(MentionQuery(scope, entity_ids=[])) == []
    assert await store.read(MentionQuery(scope, source_ids=[])) == []


async def test_mention_counts_equal_the_mentions(store: Store, user: str) -> None:
    nodes = [entity(user, f"node {n}") for n in range(3)]
    said = await say_stored(store, *(message(user, str(n), at=NOW + minutes(n)) for n in range(6)))
    rows = [mention(node, m) for n, node in enumerate(nodes) for m in said[: (2, 6, 4)[n]]]
    await put(store, user, entities=(*nodes, entity(user, "never mentioned")), mentions=tuple(rows))
    scope = Scope(user_id=user)
    counts = await store.read(CountQuery(scope))
    assert counts == [
        EntityCount(nodes[1], 6, NOW, NOW + minutes(5)),
        EntityCount(nodes[2], 4, NOW, NOW + minutes(3)),
        EntityCount(nodes[0], 2, NOW, NOW + minutes(1)),
    ]
    assert sum(count.count for count in counts) == len(await store.read(MentionQuery(scope)))


async def test_mention_counts_of_a_period_count_that_period(store: Store, user: str) -> None:
    ada, bob = entity(user, "Ada"), entity(user, "Bob")
    said = await say_stored(store, *(message(user, str(n), at=NOW + minutes(n)) for n in range(5)))
    await put(store, user, entities=(ada, bob), mentions=(*(mention(ada, m) for m in said), mention(bob, said[0])))
    counts = await store.read(CountQuery(Scope(user_id=user), since=NOW + minutes(1), until=NOW + minutes(3)))
    assert counts == [EntityCount(ada, 2, NOW + minutes(1), NOW + minutes(2))]


async def test_the_ledger_is_oldest_first_and_a_limit_keeps_the_newest(store: Store, user: str) -> None:
    rows = [operation(user, f"t{n % 2}", at=NOW + minutes(n)) for n in range(6)]
    await put(store, user, operations=tuple(reversed(rows)))
    scope = Scope(user_id=user)
    assert await store.read(OperationQuery(scope)) == rows
    assert await store.read(OperationQuery(scope, limit=2)) == rows[-2:]
    assert await store.read(OperationQuery(scope, before=place_of(rows[2]), limit=1)) == rows[1:2]
    assert await store.read(OperationQuery(scope, target_ids=["t1"])) == rows[1::2]
    assert await store.read(OperationQuery(scope, target_ids=["t1"], limit=1)) == rows[-1:]
    assert await store.read(OperationQuery(scope, target_ids=[])) == []
    told = operation(user, "t0", at=NOW + minutes(9)).model_copy(update={"action": Action.DISTINCT})
    await put(store, user, operations=(told,))
    assert await store.read(OperationQuery(scope, actions=[Action.DISTINCT, Action.MERGE])) == [told]
    assert await store.read(OperationQuery(scope, ids=[rows[0].id, rows[2].id, "unknown"])) == [rows[0], rows[2]]


async def test_the_ledger_tells_what_a_message_caused(store: Store, user: str) -> None:
    sources = [("m1",), ("m2", "m1"), (), ("m2",), ("m10",)]
    rows = [
        operation(user, "t", at=NOW + minutes(n)).model_copy(update={"source_ids": ids})
        for n, ids in enumerate(sources)
    ]
    await put(store, user, operations=tuple(rows))
    scope = Scope(user_id=user)
    assert await store.read(OperationQuery(scope, source_ids=["m1"])) == rows[:2]
    assert await store.read(OperationQuery(scope, source_ids=["m1", "m10"], limit=2)) == [rows[1], rows[4]]
    assert await store.read(OperationQuery(scope, source_ids=["m2"], since=NOW + minutes(2))) == [rows[3]]
    assert await store.read(OperationQuery(scope, source_ids=[])) == []


async def test_stats_count_each_kind_of_row(store: Store, user: str) -> None:
    before = await store.stats()
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    [said, *_] = await say(
        store,
        message(user, "a"),
        message(user, "b", state=MessageState.FAILED),
        message(user, "c", state=MessageState.DONE),
    )
    current = fact(ada, "in", berlin)
    retired = fact(ada, "was in", berlin, at=NOW - days(2), invalid_at=NOW - days(1), expired_at=NOW)
    past = fact(ada, "moved to", berlin, at=NOW - days(2), invalid_at=NOW - days(1))  # told when it was over
    wrong = fact(ada, "never in", berlin, at=NOW - days(2), invalid_at=NOW - days(2), expired_at=NOW)
    ends = fact(ada, "stays in", berlin, invalid_at=utc_now() + days(9), expired_at=NOW)
    await put(
        store,
        user,
        entities=(ada, berlin),
        facts=(current, retired, past, wrong, ends),
        mentions=(mention(ada, said),),
        operations=(operation(user, current.id),),
        embeddings={current.id: b"\0" * 32},
    )
    mine = await store.stats(user)
    assert (mine.users, mine.messages, mine.pending, mine.failed) == (1, 3, 1, 1)
    assert (mine.entities, mine.facts, mine.current_facts) == (2, 5, 2)
    assert (mine.mentions, mine.operations, mine.unembedded) == (1, 1, 6)
    everyone = await store.stats()
    assert everyone.users - before.users == 1
    assert everyone.messages - before.messages == 3
    assert everyone.facts - before.facts == 5
    assert everyone.current_facts - before.current_facts == 2


async def test_there_is_no_summary_until_one_is_written(store: Store, user: str) -> None:
    assert await store.read(SummaryQuery(user, "s")) is None


async def test_reads_that_follow_each_other_are_one_work(store: Store, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives = fact(ada, "lives_in", berlin)
    await put(store, user, entities=(ada, berlin), facts=(lives,))
    scope = Scope(user_id=user)

    async def around(reads: Reads) -> tuple[list[Entity], list[Fact]]:
        found = await reads.read(EntityQuery(scope, keys=[ada.key]))
        ends, facts = await together(
            reads,
            reads.read(EntityQuery(scope, keys=[berlin.key])),
            reads.read(FactQuery(scope, entity_ids=ids(found))),
        )
        return [*found, *ends], facts

    assert await store.at_once(around) == ([ada, berlin], [lives])


async def test_work_that_fails_between_its_reads_fails_as_it_is(store: Store, user: str) -> None:
    async def failing(reads: Reads) -> None:
        await reads.read(EntityQuery(Scope(user_id=user)))
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        await store.at_once(failing)
    assert await store.read(EntityQuery(Scope(user_id=user))) == []
