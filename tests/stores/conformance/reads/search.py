"""Search by words and by vectors."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
from support.records import NOW, days, entity, fact, message, minutes
from support.vectors import cosine, vector, vector_of

from memary.errors import EmbeddingMismatchError, InputError
from memary.filters import And, Compare, Filter, Or
from memary.languages.terms import terms
from memary.queries import EntityQuery, MessageQuery, SaidQuery, SearchQuery, View
from memary.stores.store import Store
from memary.text import describing
from memary.types import BEGINNING, Entity, Fact, Message, Role, Said, Scope
from stores.conformance.steps import put, say_stored


async def found(store: Store, user: str, question: str, **options: Any) -> list[str]:
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, terms=terms(question), **options))
    return [hit.record.content for hit in sorted(hits, key=lambda hit: -(hit.text or 0))]


async def test_english_words_find_their_messages(store: Store, user: str) -> None:
    await say_stored(store, message(user, "I moved to Berlin last spring"), message(user, "My cat likes tuna"))
    assert await found(store, user, "When did she move to Berlin?") == ["I moved to Berlin last spring"]


async def test_what_messages_say_is_found_and_read_as_their_records_are(
    store: Store, user: str, other_user: str
) -> None:
    scope = Scope(user_id=user)
    told = message(user, "green tea", speaker="Grace", session_id="s", metadata={"k": [1]}, expires_at=NOW + days(1))
    others = [message(user, "green shoes", role=Role.ASSISTANT, at=NOW + minutes(1)), message(user, "a hat")]
    await say_stored(store, told, *others, message(other_user, "green leaves"))
    options: dict[str, Any] = {"terms": terms("green"), "vector": vector_of("a hat"), "limit": 2}
    records = await store.read(SearchQuery(scope, Message, **options))
    said = await store.read(SearchQuery(scope, Said, **options))
    assert _as_said(one.record for one in records) == sorted(one.record for one in said)
    assert {one.record.id: one[1:] for one in records} == {one.record.id: one[1:] for one in said}

    for view in (View(), View(alive_at=NOW + days(2)), View(until=NOW + minutes(1)), View(known_at=NOW - days(9))):
        ids = [told.id, *(one.id for one in others), "unknown"]
        asked = await store.read(MessageQuery(scope, ids=ids, view=view))
        assert sorted(await store.read(SaidQuery(scope, ids, view=view))) == _as_said(asked)
    in_session = Scope(user_id=user, session_id="s")
    assert [one.content for one in await store.read(SaidQuery(in_session, ids))] == ["green tea"]


def _as_said(messages: Iterable[Message]) -> list[Said]:
    return sorted(Said(*(getattr(one, name) for name in Said._fields)) for one in messages)


async def test_two_character_chinese_words_find_their_messages(store: Store, user: str) -> None:
    await say_stored(store, message(user, "我上周从上海搬到了北京"), message(user, "我喜欢吃火锅"))
    assert await found(store, user, "北京") == ["我上周从上海搬到了北京"]
    assert await found(store, user, "火锅") == ["我喜欢吃火锅"]


async def test_any_of_the_terms_may_match_and_more_of_them_rank_higher(store: Store, user: str) -> None:
    both, one = message(user, "green tea and ginger"), message(user, "green shoes and ribbons")
    await say_stored(store, one, both, *(message(user, f"filler number {n} text") for n in range(8)))
    assert await found(store, user, "green ginger") == [both.content, one.content]


async def test_rare_words_weigh_more_than_common_ones(store: Store, user: str) -> None:
    common = [message(user, f"coffee again today number {n}") for n in range(20)]
    await say_stored(store, *common, message(user, "quokka again today number x"))
    assert (await found(store, user, "coffee quokka"))[0] == "quokka again today number x"


@pytest.mark.parametrize("term", ['"', "*", "NEAR(", "AND", "a:b", "-x", "'", "(", "^y", "\\", "~", "/", "x/y", "["])
async def test_operators_of_a_query_language_are_just_text(store: Store, user: str, term: str) -> None:
    await say_stored(store, message(user, "some harmless text"))
    assert await store.read(SearchQuery(Scope(user_id=user), Message, terms=[term])) == []
    assert len(await store.read(SearchQuery(Scope(user_id=user), Message, terms=[term, *terms("harmless")]))) == 1


async def test_speakers_statements_names_and_aliases_are_searched(store: Store, user: str) -> None:
    await say_stored(store, message(user, "hello", speaker="Grace"))
    ada, notes = entity(user, "Ada", aliases=("Countess",)), entity(user, "Notes")
    wrote = fact(ada, "wrote", notes, statement="Ada composed the famous commentary")
    await put(store, user, entities=(ada, notes), facts=(wrote,))
    scope = Scope(user_id=user)
    assert len(await store.read(SearchQuery(scope, Message, terms=terms("Grace")))) == 1
    assert [hit.record for hit in await store.read(SearchQuery(scope, Fact, terms=terms("commentary")))] == [wrote]
    assert [hit.record for hit in await store.read(SearchQuery(scope, Entity, terms=terms("Countess")))] == [ada]


async def test_an_entity_is_searched_by_its_description_apart_from_its_names(store: Store, user: str) -> None:
    ida, tom = entity(user, "Ida", description="a partner"), entity(user, "Partner")
    await put(store, user, entities=(ida, tom))

    async def found(term: str) -> list[Entity]:
        query = SearchQuery(Scope(user_id=user), Entity, terms=[term])
        return [hit.record for hit in await store.read(query)]

    assert (await found("partner"), await found(describing("partner"))) == ([tom], [ida])
    changed = ida.model_copy(update={"description": "a neighbour"})
    await put(store, user, entities=(changed,))
    assert (await found(describing("partner")), await found(describing("neighbour"))) == ([], [changed])


async def test_without_terms_and_vector_nothing_is_found(store: Store, user: str) -> None:
    await say_stored(store, message(user))
    assert await store.read(SearchQuery(Scope(user_id=user), Message)) == []


async def test_vector_search_is_exact(store: Store, user: str) -> None:
    dice = random.Random(7)
    said = [message(user, f"text {n}", at=NOW + minutes(n)) for n in range(120)]
    vectors = {m.id: vector(*(dice.uniform(-1, 1) for _ in range(8))) for m in said}
    await store.append(said, embeddings=vectors, due_at=NOW)
    query = vector(*(dice.uniform(-1, 1) for _ in range(8)))
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, vector=query, limit=10))
    scores = {id: cosine(query, stored) for id, stored in vectors.items()}
    best = sorted(scores, key=lambda id: -scores[id])[:10]
    assert {hit.record.id for hit in hits} == set(best)
    for hit in hits:
        assert hit.vector == pytest.approx(scores[hit.record.id], abs=1e-5)
        assert hit.text is None


async def test_new_and_replaced_vectors_are_seen_at_once(store: Store, user: str) -> None:
    scope = Scope(user_id=user)
    first, second = message(user, "one"), message(user, "two")
    await store.append([first], embeddings={first.id: vector(1)}, due_at=NOW)
    assert [hit.record.id for hit in await store.read(SearchQuery(scope, Message, vector=vector(1), limit=1))] == [
        first.id
    ]
    await store.append([second], embeddings={second.id: vector(1, 0.1)}, due_at=NOW)
    assert len(await store.read(SearchQuery(scope, Message, vector=vector(1)))) == 2
    await store.put_embeddings(user, {first.id: vector(0, 1)})
    [hit] = await store.read(SearchQuery(scope, Message, vector=vector(1), limit=1))
    assert hit.record.id == second.id


async def test_by_their_vectors_only_those_are_found_that_are_near_enough(store: Store, user: str) -> None:
    near, far, worded = (message(user, text) for text in ("brew", "chess", "tea"))
    await store.append(
        [near, far, worded],
        embeddings={near.id: vector(1, 0.2), far.id: vector(0.5, 1), worded.id: vector(0, 1)},
        due_at=NOW,
    )
    for least, expected in (
        (-1.0, {"brew", "chess", "tea"}),
        (0.4, {"brew", "chess", "tea"}),
        (0.7, {"brew", "tea"}),
    ):
        asked = SearchQuery(Scope(user_id=user), Message, terms=terms("tea"), vector=vector(1), least=least)
        hits = await store.read(asked)
        assert {hit.record.content for hit in hits} == expected
        assert all(hit.text is not None or (hit.vector or 0) >= least for hit in hits)


@pytest.mark.parametrize("ended", [0, 1, 3])
async def test_of_the_facts_that_ended_those_are_found_that_fit(store: Store, user: str, ended: int) -> None:
    ada, tea = entity(user, "Ada"), entity(user, "tea")
    facts = [
        fact(ada, f"drank{n}", tea, statement=f"Ada drank tea {n}", at=NOW - days(30), invalid_at=NOW - days(n + 1))
        for n in range(ended)
    ]
    open_end = fact(ada, "drinks", tea, statement="Ada drinks tea", at=NOW - days(30))
    await put(store, user, entities=(ada, tea), facts=(*facts, open_end), embeddings={open_end.id: vector(1)})
    for days_ago, expected in ((0, {one.id for one in facts}), (2, {one.id for one in facts[1:]})):
        over = View(where=And((Compare("invalid_at", "lte", (NOW - days(days_ago),)),)))
        asked = SearchQuery(Scope(user_id=user), Fact, terms=terms("tea"), vector=vector(1), view=over)
        assert {hit.record.id for hit in await store.read(asked)} == expected


async def test_both_signals_are_united(store: Store, user: str) -> None:
    words, meaning, both = (message(user, text) for text in ("tea", "brew", "tea time"))
    await store.append(
        [words, meaning, both],
        embeddings={words.id: vector(0, 1), meaning.id: vector(1), both.id: vector(1, 0.2)},
        due_at=NOW,
    )
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, terms=terms("tea"), vector=vector(1), limit=2))
    signals = {hit.record.content: (hit.text is not None, hit.vector is not None) for hit in hits}
    assert signals == {"tea": (True, False), "brew": (False, True), "tea time": (True, True)}


async def test_a_message_is_findable_by_words_before_it_has_a_vector(store: Store, user: str) -> None:
    await store.append([message(user, "fresh news")], embeddings={}, due_at=NOW)
    [hit] = await store.read(SearchQuery(Scope(user_id=user), Message, terms=terms("news"), vector=vector(1)))
    assert (hit.text is not None, hit.vector) == (True, None)


async def test_filters_apply_before_the_best_are_taken(store: Store, user: str) -> None:
    loud = [message(user, "tea tea tea", at=NOW + minutes(n), role=Role.ASSISTANT) for n in range(80)]
    quiet = message(user, "one cup of tea in a long and winding sentence", at=NOW - days(1), session_id="s")
    await store.append(
        [*loud, quiet], embeddings={m.id: vector(1) for m in loud} | {quiet.id: vector(0.1, 1)}, due_at=NOW
    )
    for scope, filters in (
        (Scope(user_id=user), {"roles": [Role.USER]}),
        (Scope(user_id=user), {"until": NOW}),
        (Scope(user_id=user, session_id="s"), {}),
    ):
        for query in ({"terms": ["tea"]}, {"vector": vector(1)}):
            hits = await store.read(SearchQuery(scope, Message, limit=3, **query, **filters))
            assert [hit.record for hit in hits] == [quiet]


async def test_a_period_of_messages_includes_its_start_only(store: Store, user: str) -> None:
    await say_stored(store, *(message(user, f"tea {n}", at=NOW + minutes(n)) for n in range(4)))
    period = {"since": NOW + minutes(1), "until": NOW + minutes(3)}
    assert sorted(await found(store, user, "tea", **period)) == ["tea 1", "tea 2"]


async def test_facts_that_are_over_are_found_by_the_periods_that_they_were_true_in(store: Store, user: str) -> None:
    ada = entity(user, "Ada")
    homes = [entity(user, name) for name in ("Bonn", "Cork", "Dover", "Essen")]
    starts = [NOW - days(ago) for ago in (400, 300, 200, 100)]
    facts = [
        fact(ada, "lives in", home, at=start, invalid_at=start + days(50))
        for home, start in zip(homes, starts, strict=True)
    ]
    await put(store, user, entities=(ada, *homes), facts=facts, embeddings={one.id: vector(1) for one in facts})
    over = Compare("invalid_at", "lte", (NOW,))

    def within(*periods: tuple[datetime, datetime]) -> Filter:
        parts = ((Compare("valid_at", "lt", (end,)), Compare("invalid_at", "gt", (start,))) for start, end in periods)
        return Or(tuple(And(each) for each in parts))

    two = within((starts[0] - days(9), starts[0] + days(1)), (starts[2] + days(49), starts[3]))
    for wanted, expected in (
        (And((over, two)), {"Bonn", "Dover"}),
        (And((And((over, two)), within((BEGINNING, starts[1])))), {"Bonn"}),
        (And((two, over, Compare("invalid_at", "lte", (starts[1],)))), {"Bonn"}),
        (And((over, within((starts[0] + days(50), starts[1])))), set[str]()),
    ):
        for signal in ({"terms": ["ada"]}, {"vector": vector(1)}):
            asked = SearchQuery(Scope(user_id=user), Fact, view=View(where=wanted), **signal)
            assert {hit.record.object for hit in await store.read(asked)} == expected


async def test_facts_are_found_as_of_a_time(store: Store, user: str) -> None:
    ada, berlin, paris = (entity(user, name) for name in ("Ada", "Berlin", "Paris"))
    moved = NOW - days(10)
    before = fact(ada, "lives in", berlin, at=NOW - days(90), invalid_at=moved, expired_at=NOW)
    after = fact(ada, "lives in", paris, at=moved)
    await put(
        store,
        user,
        entities=(ada, berlin, paris),
        facts=(before, after),
        embeddings={before.id: vector(1), after.id: vector(1)},
    )
    scope = Scope(user_id=user)
    for at, expected in (
        (NOW, [after]),
        (moved, [after]),
        (moved - timedelta(seconds=1), [before]),
        (None, [before, after]),
    ):
        for query in ({"terms": terms("Ada lives")}, {"vector": vector(1)}):
            hits = await store.read(SearchQuery(scope, Fact, view=View(true_at=at), **query))
            assert sorted(hit.record.id for hit in hits) == sorted(record.id for record in expected)
    since = await store.read(SearchQuery(scope, Fact, terms=terms("Ada"), since=moved))
    until = await store.read(SearchQuery(scope, Fact, terms=terms("Ada"), until=moved))
    assert [hit.record for hit in since] == [after]
    assert [hit.record for hit in until] == [before]


async def test_a_vector_of_another_dimension_is_refused(store: Store, user: str) -> None:
    given = message(user)
    with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
        await store.append([given], embeddings={given.id: b"\0\0\x80\x3f"}, due_at=NOW)
    assert await store.read(MessageQuery(Scope(user_id=user))) == []
    await say_stored(store, given)
    with pytest.raises((EmbeddingMismatchError, InputError)):
        await store.read(SearchQuery(Scope(user_id=user), Message, vector=b"\0\0\x80\x3f"))


async def test_a_limit_bounds_each_signal(store: Store, user: str) -> None:
    await say_stored(store, *(message(user, f"tea {n}") for n in range(9)))
    scope = Scope(user_id=user)
    assert len(await store.read(SearchQuery(scope, Message, terms=["tea"], limit=4))) == 4
    assert len(await store.read(SearchQuery(scope, Message, vector=vector_of("x"), limit=4))) == 4


async def test_values_are_stored_but_neither_found_nor_counted(store: Store, user: str) -> None:
    evan, phrase = entity(user, "Evan"), entity(user, "eat healthier", type="value")
    wants = fact(evan, "wants to", phrase, statement="Evan wants to eat healthier")
    vectors = {one.id: vector_of(one.name) for one in (evan, phrase)}
    await put(store, user, entities=(evan, phrase), facts=(wants,), embeddings=vectors)
    scope, words = Scope(user_id=user), terms("eat healthier")
    query = SearchQuery(scope, Entity, terms=words, vector=vector_of("eat healthier"))
    assert phrase.id not in {hit.record.id for hit in await store.read(query)}
    assert [hit.record for hit in await store.read(SearchQuery(scope, Fact, terms=words))] == [wants]
    assert (await store.stats(user)).entities == 1
    assert [one.id for one in await store.read(EntityQuery(scope, keys=["eat healthier"]))] == [phrase.id]
    await put(store, user, entities=(phrase.model_copy(update={"type": "topic"}),))
    assert phrase.id in {hit.record.id for hit in await store.read(query)}
    assert (await store.stats(user)).entities == 2
    assert await store.check(user_id=user) == []
