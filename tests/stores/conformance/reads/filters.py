"""Filters: every way of reading keeps exactly the records that the reference evaluator keeps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import pytest
from support.filtered_rows import entity_row, fact_row, message_row
from support.records import NOW, days, entity, fact, mention, message
from support.vectors import vector

from memary.filters import FIELDS, Filter, Row, matches, parse_filters
from memary.queries import (
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    SearchQuery,
    SubgraphQuery,
    View,
)
from memary.stores.store import Store
from memary.types import Entity, Fact, FactKind, Mention, Message, Origin, Role, Scope
from stores.conformance.steps import ids, put, say_stored

TEXTS = ("food", "Food", "FOOD", "1", "true", "", "a'b\"c", "über", "ÜBER", "北京", "𝄞", "%", "_", "x\\y")
NUMBERS = (0, 1, -1, 1.0, 0.1, 2.5, 2**53 + 1, float(2**53), 10**20, -0.0)
SCALARS = (*TEXTS, *NUMBERS, True, False)
KEYS = ("topic", "n", "a.b", "a.b.c", "weird 'key\"", "category", "键", "𝄞", "$x", "`")
DAYS = tuple((NOW + days(number)).isoformat() for number in range(-3, 4))


@dataclass(frozen=True)
class Rows:
    """A user's records, and each as filters see it."""

    messages: dict[str, Row]
    facts: dict[str, Row]
    entities: dict[str, Row]


def some_metadata(dice: random.Random) -> dict[str, Any]:
    """Metadata with nested keys, lists, null and values of every sort."""
    data: dict[str, Any] = {}
    for key in dice.sample(KEYS, dice.randint(0, 4)):
        data[key] = dice.choice((dice.choice(SCALARS), dice.choices(SCALARS, k=2), None, [], {}))
    if dice.random() < 0.4:
        data["a"] = {"b": dice.choice((*SCALARS, {"c": dice.choice(SCALARS)}))}
    return data


OPERATORS: dict[str, tuple[str, ...]] = {
    "text": ("eq", "ne", "in", "nin", "contains", "icontains", "gt", "lte", "*"),
    "time": ("eq", "ne", "gt", "gte", "lt", "lte", "*"),
    "number": ("eq", "ne", "in", "gt", "gte", "lt", "lte", "*"),
}
VALUES: dict[str, tuple[Any, ...]] = {
    "role": tuple(Role),
    "speaker": ("Ada", "ada", "Bo"),
    "session_id": ("s1", "s2"),
    "agent_id": ("helper",),
    "language": ("en", "zh"),
    "kind": ("message", "entity", *FactKind),
    "origin": tuple(Origin),
    "predicate": ("likes", "lives_in"),
    "category": ("food", "place", "1"),
    **dict.fromkeys(("created_at", "valid_at", "invalid_at", "expires_at"), DAYS),
    **dict.fromkeys(("importance", "confidence", "rating"), (0, 1, 0.5, 2, -1)),
}


def some_test(dice: random.Random) -> dict[str, Any]:
    """One comparison, written as callers write it."""
    sort = dice.choice(("text", "time", "number", "metadata", "metadata"))
    if sort == "metadata":
        name, values = dice.choice((*KEYS, "metadata.topic", "a")), SCALARS
        operators = ("eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "contains", "icontains", "*")
    else:
        name = dice.choice([each for each, kind in FIELDS.items() if kind == sort])
        values, operators = VALUES[name], OPERATORS[sort]
    operator = dice.choice(operators)
    if operator == "*":
        return {name: "*"}
    if operator in ("in", "nin"):
        return {name: {operator: dice.choices(values, k=dice.randint(0, 3))}}
    if operator in ("contains", "icontains"):
        return {name: {operator: dice.choice([value for value in values if isinstance(value, str)])}}
    if operator in ("gt", "gte", "lt", "lte"):
        values = [value for value in values if not isinstance(value, bool)]
    return {name: {operator: dice.choice(values)}}


def some_filter(dice: random.Random, depth: int = 2) -> dict[str, Any]:
    """A filter of up to three levels."""
    if depth == 0 or dice.random() < 0.4:
        return some_test(dice)
    parts = [some_filter(dice, depth - 1) for _ in range(dice.randint(1, 3))]
    return {dice.choice(("AND", "OR", "NOT")): parts}


async def stored_rows(store: Store, user: str, dice: random.Random) -> Rows:
    """Store some of every kind of record that differ in all fields that filters know."""
    said = [
        message(
            user,
            f"tea {number}",
            at=NOW + days(dice.randint(-3, 3)),
            role=dice.choice(list(Role)),
            speaker=dice.choice((None, "Ada", "ada", "Bo")),
            session_id=dice.choice((None, "s1", "s2")),
            agent_id=dice.choice((None, "helper")),
            language=dice.choice(("en", "zh")),
            metadata=some_metadata(dice),
            **({"expires_at": NOW + days(dice.randint(-3, 3))} if dice.random() < 0.5 else {}),
        )
        for number in range(40)
    ]
    stored = await say_stored(store, *said)
    nodes = [
        entity(user, f"tea{number}", categories=tuple(dice.sample(("food", "place", "1"), dice.randint(0, 2))))
        for number in range(8)
    ]
    facts = [
        fact(
            *((ends := dice.sample(nodes, 2))[0], dice.choice(("likes", "lives_in")), ends[1]),
            at=NOW + days(dice.randint(-3, 0)),
            statement=f"tea fact {number}",
            kind=dice.choice(list(FactKind)),
            origin=dice.choice(list(Origin)),
            language=dice.choice(("en", "zh")),
            importance=dice.randint(0, 3),
            confidence=dice.choice((0.5, 1.0, 0.25)),
            rating=dice.randint(-3, 3),
            source_ids=tuple(ids(dice.sample(stored, dice.choice((0, 1, 2))))),
            **({"expires_at": NOW + days(dice.randint(-3, 3))} if dice.random() < 0.5 else {}),
        )
        for number in range(40)
    ]
    mentions = [mention(node, source) for node in nodes[:-1] for source in dice.sample(stored, 4)]
    vectors = {record.id: vector(1) for record in (*nodes, *facts)}
    await put(store, user, entities=nodes, facts=facts, mentions=mentions, embeddings=vectors)
    return rows_of(stored, nodes, facts, mentions)


def rows_of(
    messages: Sequence[Message], nodes: Sequence[Entity], facts: Sequence[Fact], mentions: Sequence[Mention]
) -> Rows:
    """Each record with what it has from others."""
    node_of = {node.id: node for node in nodes}

    def mentioning(node: Entity) -> list[Message]:
        sources = {each.source_id for each in mentions if each.entity_id == node.id}
        return [each for each in messages if each.id in sources]

    def categories(of: Message) -> list[str]:
        found = [each.entity_id for each in mentions if each.source_id == of.id]
        return [word for id_ in found for word in node_of[id_].categories]

    return Rows(
        messages={each.id: message_row(each, categories=categories(each)) for each in messages},
        facts={
            each.id: fact_row(
                each,
                sources=[source for source in messages if source.id in each.source_ids],
                categories=node_of[each.subject_id].categories + node_of[each.object_id].categories,
            )
            for each in facts
        },
        entities={each.id: entity_row(each, sources=mentioning(each)) for each in nodes},
    )


def kept(rows: dict[str, Row], wanted: Filter) -> set[str]:
    """The ids that the reference evaluator keeps."""
    return {id_ for id_, row in rows.items() if matches(wanted, row)}


async def assert_kept(store: Store, user: str, rows: Rows, given: dict[str, Any]) -> int:
    """Check what every kind of read keeps; how many messages that is."""
    wanted = parse_filters(given)
    scope = Scope(user_id=user)
    expected = kept(rows.messages, wanted)
    assert set(ids(await store.read(MessageQuery(scope, view=View(where=wanted))))) == expected, given
    assert set(ids(await store.read(FactQuery(scope, view=View(where=wanted))))) == kept(rows.facts, wanted), given
    found = await store.read(SearchQuery(scope, Entity, vector=vector(1), limit=99, view=View(where=wanted)))
    assert {hit.record.id for hit in found} == kept(rows.entities, wanted), given
    return len(expected)


@pytest.mark.long
async def test_a_store_keeps_what_the_reference_evaluator_keeps(store: Store, store_kind: str, user: str) -> None:
    dice = random.Random(11)
    rows = await stored_rows(store, user, dice)
    rounds = 60 if store_kind == "neo4j" else 400  # which answers each over the network
    told = {await assert_kept(store, user, rows, some_filter(dice)) for _ in range(rounds)}
    assert len(told) > min(10, rounds // 3)  # the filters were neither all true nor all false


async def test_parts_of_one_shape_are_joined_like_others(store: Store, user: str) -> None:
    rows = await stored_rows(store, user, random.Random(17))
    named: list[dict[str, Any]] = [
        {"OR": [{"n": 1}, {"n": "x"}, {"category": "food"}, {"category": "1"}]},
        {"a.b": "*"},
    ]
    for given in (
        {"OR": [{"n": {"gt": 2}}, {"n": {"gt": "b"}}, {"topic": "1"}, {"n": {"gt": 4.5}}, {"topic": "über"}]},
        {"NOT": [{"AND": [*named, {"role": role}, {"speaker": "*"}]} for role in ("user", "assistant")]},
        {"AND": [{"created_at": {"gte": NOW - days(at)}} for at in (1, 2)] + [{"n": {"ne": at}} for at in (1, "")]},
    ):
        await assert_kept(store, user, rows, given)


async def test_a_filter_of_nothing_keeps_all(store: Store, user: str) -> None:
    rows = await stored_rows(store, user, random.Random(23))
    for given in ({}, {"AND": [{}]}, {"OR": [{}, {"n": 1}]}, {"NOT": [{}]}):
        await assert_kept(store, user, rows, given)


async def test_every_operator_compares_every_kind_of_metadata(store: Store, user: str) -> None:
    said = await say_stored(store, *(message(user, f"tea {at}", metadata={"k": v}) for at, v in enumerate(SCALARS)))
    rows = rows_of(said, [], [], []).messages
    tests: list[dict[str, Any]] = [{"in": SCALARS[::2]}, {"nin": SCALARS[::2]}, {"in": []}, {"nin": []}]
    for value in SCALARS:
        operators = ["eq", "ne"] + ([] if isinstance(value, bool) else ["gt", "gte", "lt", "lte"])
        operators += ["contains", "icontains"] if isinstance(value, str) else []
        tests += [{operator: value} for operator in operators]
    for test in tests:
        wanted = parse_filters({"k": test})
        assert set(ids(await store.read(MessageQuery(Scope(user_id=user), view=View(where=wanted))))) == kept(
            rows, wanted
        ), test


async def test_every_field_is_compared_by_the_operators_of_its_kind(store: Store, user: str) -> None:
    dice = random.Random(13)
    rows = await stored_rows(store, user, dice)
    for name, sort in FIELDS.items():
        for operator in OPERATORS[sort]:
            values: Any = VALUES[name][:2] if operator in ("in", "nin") else VALUES[name][0]
            await assert_kept(store, user, rows, {name: "*" if operator == "*" else {operator: values}})


async def test_both_signals_of_a_search_keep_what_a_filter_keeps(store: Store, user: str) -> None:
    dice = random.Random(12)
    rows = await stored_rows(store, user, dice)
    scope = Scope(user_id=user)
    for _ in range(4):
        wanted = parse_filters(some_filter(dice))
        for kind, expected in ((Message, kept(rows.messages, wanted)), (Fact, kept(rows.facts, wanted))):
            for signal in ({"terms": ["tea"]}, {"vector": vector(1)}):
                found = await store.read(SearchQuery(scope, kind, limit=200, **signal, view=View(where=wanted)))
                assert {hit.record.id for hit in found} == expected


async def test_the_best_are_taken_after_filtering(store: Store, user: str) -> None:
    loud = [message(user, f"tea tea tea {number}", metadata={"topic": "noise"}) for number in range(60)]
    quiet = message(user, "a cup of tea among many other words in a long sentence", metadata={"topic": "food"})
    *_, quiet = await say_stored(store, *loud, quiet)
    wanted = parse_filters({"topic": "food"})
    scope = Scope(user_id=user)
    for signal in ({"terms": ["tea"]}, {"vector": vector(1)}):
        found = await store.read(SearchQuery(scope, Message, limit=3, **signal, view=View(where=wanted)))
        assert [hit.record for hit in found] == [quiet]
    assert await store.read(MessageQuery(scope, limit=3, newest_first=True, view=View(where=wanted))) == [quiet]


async def test_a_filter_sees_nobody_elses_records(store: Store, user: str, other_user: str) -> None:
    mine, theirs = (message(who, "tea", metadata={"topic": "food"}) for who in (user, other_user))
    mine, theirs = await say_stored(store, mine, theirs)
    for given in ({"topic": "food"}, {"NOT": [{"topic": "x"}]}, {"OR": [{"topic": "*"}, {"topic": {"ne": "y"}}]}):
        assert await store.read(MessageQuery(Scope(user_id=user), view=View(where=parse_filters(given)))) == [mine]


async def test_what_has_expired_is_left_out_where_that_is_asked(store: Store, user: str) -> None:
    past, soon = (message(user, f"tea {day}", at=NOW, expires_at=NOW + days(day)) for day in (-1, 1))
    always = message(user, "tea always")
    ada, old, new = (entity(user, name) for name in ("Ada", "Old", "New"))
    over = fact(ada, "likes", old, at=NOW - days(9), expires_at=NOW)
    lasting = fact(ada, "likes", new, at=NOW - days(9), expires_at=NOW + days(1))
    past, soon, always = await say_stored(store, past, soon, always)
    await put(store, user, entities=(ada, old, new), facts=(over, lasting), embeddings={over.id: vector(1)})
    scope = Scope(user_id=user)
    assert set(ids(await store.read(MessageQuery(scope)))) == {past.id, soon.id, always.id}
    assert set(ids(await store.read(MessageQuery(scope, view=View(alive_at=NOW))))) == {soon.id, always.id}
    found = await store.read(SearchQuery(scope, Message, terms=["tea"], vector=vector(1), view=View(alive_at=NOW)))
    assert {hit.record.id for hit in found} == {soon.id, always.id}
    assert ids(await store.read(FactQuery(scope, view=View(alive_at=NOW)))) == [lasting.id]
    assert await store.read(SearchQuery(scope, Fact, vector=vector(1), view=View(alive_at=NOW))) == []
    for view in (View(true_at=NOW), View(true_at=NOW, known_at=NOW)):
        walk = await store.read(SubgraphQuery(scope, [ada.id], depth=1, view=replace(view, alive_at=NOW)))
        assert set(walk.hops) == {lasting.id}
        assert len((await store.read(SubgraphQuery(scope, [ada.id], depth=1, view=view))).hops) == 2
    await put(
        store, user, mentions=(mention(ada, past), mention(ada, soon), mention(old, past), mention(new, lasting))
    )
    counts = await store.read(CountQuery(scope, view=View(alive_at=NOW)))
    assert {(row.entity.name, row.count) for row in counts} == {("Ada", 1), ("New", 1)}
    assert len(await store.read(CountQuery(scope))) == 3
    counted = await store.read(MentionQuery(scope, view=View(alive_at=NOW)))
    assert {(one.entity_id, one.source_id) for one in counted} == {(ada.id, soon.id), (new.id, lasting.id)}
    assert await store.read(MentionQuery(scope, newest_first=True, limit=1, view=View(alive_at=NOW))) == counted[-1:]
    assert await store.read(MentionQuery(scope, entity_ids=[old.id], view=View(alive_at=NOW))) == []
    assert len(await store.read(MentionQuery(scope))) == 4
    stored = {each.id: each for each in await store.read(MessageQuery(scope))}
    assert stored[soon.id] == soon


async def test_what_came_up_is_counted_in_the_messages_that_a_filter_names(store: Store, user: str) -> None:
    own = message(user, "tea", at=NOW - days(3))
    named = message(user, "tea and milk", speaker="Ben", at=NOW - days(2))
    part = message(user, "tea, a book", metadata={"part": 1, "parts": 2})
    answer = message(user, "milk", role=Role.ASSISTANT, speaker="memary")
    own, named, part, answer = await say_stored(store, own, named, part, answer)
    tea, milk = entity(user, "tea"), entity(user, "milk")
    told = fact(tea, "goes_with", milk)
    mentions = [mention(tea, said) for said in (own, named, part, told)]
    await put(
        store,
        user,
        entities=(tea, milk),
        facts=(told,),
        mentions=(*mentions, mention(milk, named), mention(milk, answer)),
    )

    async def counts(given: dict[str, Any], *, alive_at: datetime | None = None, **more: Any) -> dict[str, int]:
        view = View(where=parse_filters(given), alive_at=alive_at)
        found = await store.read(CountQuery(Scope(user_id=user), **more, view=view))
        read = Counter(
            one.entity_id for one in await store.read(MentionQuery(Scope(user_id=user), **more, view=view))
        )
        assert {row.entity.id: row.count for row in found} == read
        assert all(row.first_at <= row.last_at for row in found)
        return {row.entity.name: row.count for row in found}

    assert await counts({"role": "user"}) == {"tea": 3, "milk": 1}
    assert await counts({"role": "user", "NOT": [{"parts": "*"}]}) == {"tea": 2, "milk": 1}
    assert await counts({"speaker": {"in": ["Ben", "memary"]}}) == {"milk": 2, "tea": 1}
    assert await counts({"role": "user"}, entity_ids=[milk.id]) == {"milk": 1}
    assert await counts({"role": "user"}, entity_ids=[]) == {}
    assert await counts({"role": "user"}, since=NOW - days(2), alive_at=NOW) == {"tea": 2, "milk": 1}
    assert await counts({"role": "tool"}) == {}


async def test_a_walk_leaves_out_what_a_filter_does_not_let_through_and_goes_on_behind_it(
    store: Store, user: str
) -> None:
    ada, bob, tea = (entity(user, name) for name in ("Ada", "Bob", "tea"))
    knows, likes = fact(ada, "knows", bob), fact(bob, "likes", tea)
    await put(store, user, entities=(ada, bob, tea), facts=(knows, likes))
    view = View(true_at=NOW, where=parse_filters({"predicate": "likes"}))
    walk = await store.read(SubgraphQuery(Scope(user_id=user), [ada.id], depth=2, view=view))
    assert walk.facts == (likes,)
    assert walk.hops == {knows.id: 1, likes.id: 2}


async def test_entities_are_filtered_like_all_else(store: Store, user: str) -> None:
    ada, tea = entity(user, "Ada", categories=("people",)), entity(user, "tea", categories=("food",))
    await put(store, user, entities=(ada, tea))
    view = View(where=parse_filters({"category": "people"}))
    assert await store.read(EntityQuery(Scope(user_id=user), view=view)) == [ada]
    assert await store.read(EntityQuery(Scope(user_id=user), keys=[tea.key], view=view)) == []


async def test_metadata_is_filterable_after_a_move(store: Store, second_store: Store, user: str) -> None:
    said = message(user, "tea", metadata={"address": {"city": "Graz"}})
    await say_stored(store, said)
    records = [record async for record in store.dump(user)]
    if second_store.location == store.location:
        await store.forget_user(user)
    await second_store.load(records, due_at=NOW)
    wanted = parse_filters({"address.city": "Graz"})
    assert ids(await second_store.read(MessageQuery(Scope(user_id=user), view=View(where=wanted)))) == [said.id]
