"""What only the Neo4j store has: the graph as people see it, its server's moods, and what a hub costs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import neo4j
import pytest
from support.neo4j_server import Neo4jAddress
from support.records import NOW, days, entity, fact, mention, message, summary
from support.vectors import vector, vector_of

from memary.errors import (
    EmbeddingMismatchError,
)
from memary.filters import parse_filters
from memary.languages.terms import terms
from memary.queries import (
    EVERYTHING,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    SearchQuery,
    StretchQuery,
    View,
)
from memary.stores.base import StoredRecord
from memary.stores.neo4j import Neo4jStore
from memary.stores.neo4j.queries import mention_counts
from memary.stores.neo4j.queries.conditions import fact_filter
from memary.stores.neo4j.queries.filters import condition
from memary.stores.neo4j.queries.graph import WINDOW, hop_statement
from memary.stores.neo4j.rows import edge_type, entity_label
from memary.stores.snapshot import together
from memary.stores.statements import statements_noted
from memary.types import (
    BEGINNING,
    FOREVER,
    Entity,
    Fact,
    FactKind,
    Mention,
    Message,
    Scope,
)
from stores.conformance.reads.ranking import check_long_streams
from stores.conformance.steps import put, say_stored

pytestmark = pytest.mark.anyio


HARD_NAMES = ['O\'Neill "the" `Great`', "a`]-(x) DETACH DELETE n //", "wait…", "co-op", "朝阳区", "\\u0060", "{x} $y"]


async def seen(browser: Any, user: str) -> list[list[Any]]:
    """The relationships between a user's entities: from, type, to, statement."""
    return await browser(
        "MATCH (a:Entity {user_id: $user})-[r]->(b:Entity) RETURN a.name, type(r), b.name, r.statement",
        user=user,
    )


async def test_people_see_typed_nodes_and_relationships(store: Neo4jStore, browser: Any, user: str) -> None:
    [said] = await say_stored(store, message(user, "Ada moved to Berlin " + "and talked on " * 9, session_id="s1"))
    ada, berlin = entity(user, "Ada", type="person"), entity(user, "Berlin", type="work place")
    lives = fact(ada, "lives in", berlin, source_ids=(said.id,))
    await put(
        store,
        user,
        entities=(ada, berlin),
        facts=(lives,),
        mentions=(mention(ada, said),),
        summaries=(summary(user, "s1"),),
        embeddings={ada.id: vector(1)},
    )
    assert await seen(browser, user) == [["Ada", "LIVES_IN", "Berlin", "Ada lives in Berlin"]]
    [[labels, embedding]] = await browser("MATCH (e:Entity {id: $id}) RETURN labels(e), e.embedding", id=ada.id)
    assert set(labels) == {"__Node__", "__Entity__", "Entity", "Person"}
    assert embedding == [1.0] + [0.0] * 7
    [[caption, at]] = await browser(
        "MATCH (:User {id: $user})-[:HAS_SESSION]->(:Session {id: 's1'})-[:HAS_MESSAGE]->(m)-[:MENTIONS]->(:Person) "
        "RETURN m.caption, m.created_at",
        user=user,
    )
    assert (len(caption), caption[-1]) == (60, "…")
    assert at.to_native() == NOW
    [[subject, object, source, relation]] = await browser(
        "MATCH (f:Fact {id: $id}), (f)-[:SUBJECT]->(s), (f)-[:OBJECT]->(o:WorkPlace), (f)-[:STATED_IN]->(m:Message), "
        "(s)-[r:LIVES_IN {fact_id: f.id}]->(o) RETURN s.name, o.name, m.id, r.triplet_source_id",
        id=lives.id,
    )
    assert [subject, object, source, relation] == ["Ada", "Berlin", said.id, said.id]


async def test_a_retired_fact_loses_its_relationship_and_is_tied_to_its_successor(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    ada, berlin, paris = (entity(user, name) for name in ("Ada", "Berlin", "Paris"))
    old = fact(ada, "lives in", berlin)
    await put(store, user, entities=(ada, berlin, paris), facts=(old,))
    retired = old.model_copy(update={"invalid_at": NOW + days(1), "expired_at": NOW + days(2)})
    new = fact(ada, "lives in", paris, at=NOW + days(1), supersedes=(old.id,))
    rival = fact(ada, "lives in", berlin, conflicts_with=(new.id,), expired_at=NOW)
    await put(store, user, facts=(retired, new, rival))
    assert await seen(browser, user) == [["Ada", "LIVES_IN", "Paris", "Ada lives in Paris"]]
    ties = await browser(
        "MATCH (f:Fact {user_id: $user})-[r:SUPERSEDES|CONFLICTS_WITH]->(g) "
        "RETURN f.id, type(r), g.id ORDER BY type(r)",
        user=user,
    )
    assert ties == [[rival.id, "CONFLICTS_WITH", new.id], [new.id, "SUPERSEDES", old.id]]
    await put(store, user, facts=(old,), removed_facts=(new.id,))  # an undo
    assert await seen(browser, user) == [["Ada", "LIVES_IN", "Berlin", "Ada lives in Berlin"]]


async def test_an_insight_is_tied_to_the_facts_and_messages_that_it_was_drawn_from(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    [said] = await say_stored(store, message(user, "I had tea again."))
    ada, tea = entity(user, "Ada"), entity(user, "tea")
    likes = fact(ada, "likes", tea)
    drawn = fact(ada, "favourite drink", tea, kind=FactKind.INSIGHT, source_ids=(likes.id, said.id))
    await put(store, user, entities=(ada, tea), facts=(drawn, likes))
    ties = await browser(
        "MATCH (:Fact {id: $id})-[r:DRAWN_FROM|STATED_IN]->(ground) RETURN type(r), ground.id ORDER BY type(r)",
        id=drawn.id,
    )
    assert ties == [["DRAWN_FROM", likes.id], ["STATED_IN", said.id]]
    assert await store.check(user_id=user) == []


async def test_a_fact_that_ended_in_the_past_is_not_drawn_and_one_with_a_planned_end_is(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    over = fact(ada, "visited", berlin, at=NOW - days(9_000), invalid_at=NOW - days(8_000))
    planned = fact(ada, "rents in", berlin, invalid_at=FOREVER - days(365))
    await put(store, user, entities=(ada, berlin), facts=(over, planned))
    assert [row[1] for row in await seen(browser, user)] == ["RENTS_IN"]


async def test_a_moved_fact_is_drawn_once_from_where_it_is_now(store: Neo4jStore, browser: Any, user: str) -> None:
    ada, double, berlin = (entity(user, name) for name in ("Ada", "Ada L.", "Berlin"))
    lives = fact(double, "lives in", berlin)
    await put(store, user, entities=(ada, double, berlin), facts=(lives,))
    moved = lives.model_copy(update={"subject_id": ada.id, "subject": "Ada", "predicate": "resides in"})
    await put(store, user, facts=(moved,))
    assert [row[:3] for row in await seen(browser, user)] == [["Ada", "RESIDES_IN", "Berlin"]]


async def test_a_value_is_no_node_for_people_until_it_becomes_one(store: Neo4jStore, browser: Any, user: str) -> None:
    evan, phrase = entity(user, "Evan", type="person"), entity(user, "get up early", type="value")
    wants = fact(evan, "wants to", phrase)
    await put(store, user, entities=(evan, phrase), facts=(wants,))
    labels = "MATCH (e:Entity {id: $id}) RETURN labels(e)"
    assert await browser(labels, id=phrase.id) == [[["Entity", "Value"]]]
    assert await seen(browser, user) == []
    await put(store, user, entities=(phrase.model_copy(update={"type": "topic"}),))
    [[found]] = await browser(labels, id=phrase.id)
    assert set(found) == {"__Node__", "__Entity__", "Entity", "Topic"}
    assert len(await seen(browser, user)) == 1
    await put(store, user, entities=(phrase,))
    assert await browser(labels, id=phrase.id) == [[["Entity", "Value"]]]
    assert await seen(browser, user) == []


async def test_a_changed_type_changes_the_label(store: Neo4jStore, browser: Any, user: str) -> None:
    ada = entity(user, "Ada", type="thing")
    await put(store, user, entities=(ada,))
    await put(store, user, entities=(ada.model_copy(update={"type": "person"}),))
    [[labels]] = await browser("MATCH (e:Entity {id: $id}) RETURN labels(e)", id=ada.id)
    assert set(labels) == {"__Node__", "__Entity__", "Entity", "Person"}


@pytest.mark.parametrize("name", HARD_NAMES)
async def test_any_name_type_and_predicate_is_safe(store: Neo4jStore, browser: Any, user: str, name: str) -> None:
    ada, other = entity(user, "Ada"), entity(user, name, type=name, aliases=(name * 3,))
    stated = fact(ada, name, other)
    await put(store, user, entities=(ada, other), facts=(stated,))
    assert await store.read(FactQuery(Scope(user_id=user))) == [stated]
    assert await store.read(EntityQuery(Scope(user_id=user), keys=[other.key])) == [other]
    [[start, relation, end, statement]] = await seen(browser, user)
    assert (start, end, statement) == ("Ada", name, stated.statement)
    assert relation == edge_type(name)


def test_labels_and_types_never_collide_with_memarys_own() -> None:
    assert [entity_label(name) for name in ("person", "user", "message", "work place", "人物", "…", "")] == [
        "Person",
        "UserEntity",
        "MessageEntity",
        "WorkPlace",
        "人物",
        "Thing",
        "Thing",
    ]
    assert [edge_type(name) for name in ("mentions", "lives in", "居住于")] == [
        "MENTIONS_RELATION",
        "LIVES_IN",
        "居住于",
    ]


async def test_an_entity_of_type_user_is_no_user(store: Neo4jStore, browser: Any, user: str) -> None:
    somebody, other = entity(user, "Somebody", type="user"), entity(user, "Other")
    await put(store, user, entities=(somebody, other), facts=(fact(somebody, "mentions", other),))
    assert (await store.stats(user)).mentions == 0
    assert somebody.id not in await store.users()
    assert await browser("MATCH (u:User {id: $id}) RETURN u", id=somebody.id) == []


async def test_a_zero_vector_is_kept_and_never_near(store: Neo4jStore, user: str) -> None:
    ada, bob = entity(user, "Ada"), entity(user, "Bob")
    await put(store, user, entities=(ada, bob), embeddings={ada.id: vector(), bob.id: vector(1)})
    hits = await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector(1)))
    assert [hit.record for hit in hits] == [bob]
    assert await store.read(SearchQuery(Scope(user_id=user), Entity, vector=vector())) == []
    dump = {
        stored.record.id: stored.embedding async for stored in store.dump(user) if isinstance(stored.record, Entity)
    }
    assert dump == {ada.id: vector(), bob.id: vector(1)}
    assert (await store.stats(user)).unembedded == 0


async def test_a_vector_of_another_dimension_is_refused(store: Neo4jStore, user: str) -> None:
    short = vector(1)[:8]
    with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
        await store.read(SearchQuery(Scope(user_id=user), Message, vector=short))
    with pytest.raises(EmbeddingMismatchError, match="2 dimensions"):
        await store.put_embeddings("anybody", {"any": short})


async def test_many_rows_are_searched_through_the_vector_index(
    store: Neo4jStore, user: str, other_user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memary.stores.neo4j.queries.search.EXACT_ROWS", 2)
    mine = [message(user, f"mine {n}") for n in range(5)]
    theirs = [message(other_user, f"theirs {n}") for n in range(50)]
    await say_stored(store, *mine, *theirs)
    wanted = vector_of("mine 3")
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, vector=wanted, limit=3))
    assert len(hits) == 3
    best = max(hits, key=lambda hit: hit.vector or 0)
    assert (best.record.content, best.vector) == ("mine 3", pytest.approx(1.0, abs=1e-5))


async def test_what_is_asked_together_is_answered_as_if_each_were_asked_alone(
    store: Neo4jStore, user: str, other_user: str
) -> None:
    said = [message(user, f"harbour {n}") for n in range(3)]
    await say_stored(store, *said, message(other_user, "theirs"))
    scope = Scope(user_id=user)
    found = [
        SearchQuery(scope, Message, terms=terms("harbour"), limit=2),
        SearchQuery(scope, Message, vector=vector_of("harbour 1"), limit=1, view=View(alive_at=NOW)),
    ]
    listed = [MessageQuery(Scope(user_id=other_user), limit=5), MessageQuery(scope, ids=[said[0].id])]
    answers = await store.at_once(lambda reads: together(reads, *map(reads.read, found), *map(reads.read, listed)))
    assert [len(each) for each in answers] == [2, 1, 1, 1]
    assert [*answers] == [await store.read(each) for each in found] + [await store.read(each) for each in listed]


async def test_a_hub_costs_what_a_leaf_costs(store: Neo4jStore, neo4j_address: Neo4jAddress, user: str) -> None:
    hub = await a_hub(store, user)
    chosen = fact_filter(Scope(user_id=user), EVERYTHING)
    chosen.add("n.valid_at <= $at", at=NOW + days(1_000), forever=FOREVER, window=WINDOW)
    found, plan = profiled(neo4j_address, hop_statement(chosen, past=False), hub, **chosen.parameters)
    assert found == 10
    # one index entry a fact and one to start with for each of four parts, then some of the facts' properties
    assert hits_of(plan, "NodeIndexSeek") <= 2 * 10
    assert hits_of(plan, "") <= 2 * 10 + 10 * 10


async def test_the_past_of_a_hub_is_read_in_windows(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str
) -> None:
    hub = await a_hub(store, user)
    window = 20
    view = View(true_at=NOW + days(300), known_at=NOW + days(200))
    chosen = fact_filter(Scope(user_id=user), view)
    chosen.parameters |= {"window": window}
    found, plan = profiled(neo4j_address, hop_statement(chosen, past=True), hub, **chosen.parameters)
    assert found >= 10
    assert hits_of(plan, "NodeIndexSeek") <= 4 * (window + 1) + 4  # it is the object of none
    assert hits_of(plan, "") <= 4 * (window + 1) * 10 + 4 * 10 * len(Fact.model_fields)


async def test_what_stands_beside_messages_is_read_without_those_far_away(
    store: Neo4jStore, neo4j_address: Neo4jAddress, user: str
) -> None:
    said = [message(user, f"line {n}", session_id="s", at=NOW + days(n)) for n in range(300)]
    await store.load([StoredRecord(one) for one in said], due_at=NOW)
    some = [one.id for one in said[100:140:4]]
    with statements_noted() as noted:
        found = await store.read(StretchQuery(Scope(user_id=user), [(some, 2)], ()))
    assert [one.content for one in found.said] != []
    with neo4j.GraphDatabase.driver(neo4j_address.uri, auth=neo4j_address.auth) as driver:
        plan: Any = driver.execute_query("PROFILE " + noted[-1].text, noted[-1].parameters).summary.profile
    assert hits_of(plan, "IndexScan") == 0
    assert hits_of(plan, "IndexSeek") <= len(some) * 30


async def a_hub(store: Neo4jStore, user: str) -> Entity:
    """A node with 400 facts, learnt one a day; every other one was retired on the 500th day."""
    hub = entity(user, "Hub")
    leaves = [entity(user, f"leaf {n}") for n in range(400)]
    ended = {"invalid_at": NOW + days(500), "expired_at": NOW + days(500)}
    edges = [fact(hub, "knows", leaf, at=NOW + days(n), **(ended if n % 2 else {})) for n, leaf in enumerate(leaves)]
    await store.load([StoredRecord(record) for record in (hub, *leaves, *edges)], due_at=NOW)
    return hub


def profiled(address: Neo4jAddress, statement: str, node: Entity, **parameters: Any) -> tuple[int, dict[str, Any]]:
    """How many rows a hop from the node reads, ten a part, and its profiled plan."""
    with neo4j.GraphDatabase.driver(address.uri, auth=address.auth) as driver:
        found = driver.execute_query("PROFILE " + statement, {"nodes": [node.id], "limit": 10, **parameters})
    plan: Any = found.summary.profile
    return len(found.records[0].value()), plan


def hits_of(plan: dict[str, Any], operator: str) -> int:
    """The db hits of a profiled plan's operators of that name, of all with an empty one."""
    own = plan["dbHits"] if operator in plan["operatorType"] else 0
    return own + sum(hits_of(child, operator) for child in plan.get("children", []))


async def test_a_mention_of_an_imported_source_that_is_not_there_is_passed_over(store: Neo4jStore, user: str) -> None:
    ada = entity(user, "Ada")
    stray = Mention(user_id=user, entity_id=ada.id, source_id="gone", at=BEGINNING)
    assert await store.load([StoredRecord(ada), StoredRecord(stray)], due_at=NOW) == 1
    assert await store.read(MentionQuery(Scope(user_id=user))) == []


async def test_facts_are_found_by_sources_that_are_no_messages(store: Neo4jStore, user: str) -> None:
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    stated = fact(ada, "lives in", berlin, source_ids=("https://example.org/a",))
    await put(store, user, entities=(ada, berlin), facts=(stated,))
    assert await store.read(FactQuery(Scope(user_id=user), source_ids=["https://example.org/a"])) == [stated]


async def test_an_emptied_session_goes(store: Neo4jStore, browser: Any, user: str) -> None:
    [said] = await say_stored(store, message(user, session_id="s"))
    await put(store, user, removed_messages=(said.id,))
    assert await browser("MATCH (s:Session {user_id: $user}) RETURN s", user=user) == []


async def test_forgetting_a_user_leaves_no_node(store: Neo4jStore, browser: Any, user: str) -> None:
    [said] = await say_stored(store, message(user, session_id="s"))
    ada = entity(user, "Ada", aliases=("Lovelace",))
    await put(
        store,
        user,
        entities=(ada,),
        facts=(fact(ada, "is", ada),),
        mentions=(mention(ada, said),),
        summaries=(summary(user, "s"),),
    )
    await store.forget_user(user)
    assert await browser("MATCH (n) WHERE n.user_id = $user OR n.id = $user RETURN labels(n)", user=user) == []


@pytest.mark.parametrize("label", ["Message", "Fact", "Entity"])
def test_the_server_plans_one_statement_for_filters_of_all_shapes(label: str) -> None:
    def planned(*parts: dict[str, Any]) -> str:
        return condition(parse_filters({"AND": [{"k": 1}, *parts]}), label)[0]

    assert (
        len(
            {
                planned(*given)
                for given in (
                    (),
                    ({"role": "user"}, {"k": {"gt": 2}}, {"speaker": "*"}),
                    (
                        {"NOT": [{"OR": [{"created_at": {"lt": NOW - days(at)}}, {"a.b": {"contains": "x"}}]}]}
                        for at in range(50)
                    ),
                    ({"language": {"in": ["en", "zh"]}}, {"OR": [{"kind": "message"}, {"importance": {"gte": 1}}]}),
                    ({"category": "trip"},),
                )
            }
        )
        == 1
    )


@pytest.mark.parametrize("latest", [5, 60])
async def test_the_best_of_a_long_stream_are_found_without_counting_all_of_it(
    store: Neo4jStore, user: str, other_user: str, monkeypatch: pytest.MonkeyPatch, latest: int
) -> None:
    monkeypatch.setattr(mention_counts, "_LATEST", latest)  # a stream is long from then on
    await check_long_streams(store, user, other_user, Random(latest))


async def test_entities_bear_how_often_they_came_up_whatever_is_removed(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    ada, bob, carl = (entity(user, name) for name in ("Ada", "Bob", "Carl"))
    met, likes = fact(ada, "met", bob), fact(carl, "likes", ada)
    said = await say_stored(store, *(message(user, text) for text in ("Ada met Bob.", "Ada again.", "Bob and Carl.")))
    mentions = [mention(ada, said[0]), mention(bob, said[0]), mention(ada, said[1])]
    mentions += [mention(bob, said[2]), mention(carl, said[2])]
    mentions += [Mention(user_id=user, entity_id=each.id, source_id=met.id, at=NOW) for each in (ada, bob)]
    mentions.append(Mention(user_id=user, entity_id=ada.id, source_id=likes.id, at=NOW))

    async def borne() -> list[int | None]:
        rows_ = await browser("MATCH (e:Entity {user_id: $user}) RETURN e.mention_count ORDER BY e.name", user=user)
        return [count for (count,) in rows_]

    await put(store, user, entities=(ada, bob, carl), facts=(met, likes), mentions=tuple(mentions))
    assert await borne() == [4, 3, 1]
    await put(store, user, mentions=tuple(mentions))  # once more, as a repeated transaction does
    assert await borne() == [4, 3, 1]
    await put(store, user, removed_messages=(said[0].id,))
    assert await borne() == [3, 2, 1]
    await put(store, user, removed_facts=(met.id,))
    assert await borne() == [2, 1, 1]
    await put(store, user, removed_mentions=((bob.id, said[2].id),))
    assert await borne() == [2, None, 1]
    await put(store, user, removed_entities=(carl.id,))  # and what Carl likes with him
    assert await borne() == [1, None]
    assert await store.check(user_id=user) == []


async def test_a_count_of_mentions_that_is_wrong_is_found_and_made_right(
    store: Neo4jStore, browser: Any, user: str
) -> None:
    ada, bob = entity(user, "Ada"), entity(user, "Bob")
    [said] = await say_stored(store, message(user, "Ada met Bob."))
    await put(store, user, entities=(ada, bob), mentions=(mention(ada, said), mention(bob, said)))
    await browser("MATCH (e:Entity {user_id: $user, name: 'Bob'}) SET e.mention_count = 7", user=user)
    assert await store.check(user_id=user) == [
        f"Of {user!r}: entity {bob.id} has a count that differs from its mentions."
    ]
    await store.rebuild(user_id=user)
    assert await store.check(user_id=user) == []


async def test_metadata_is_readable_json(store: Neo4jStore, browser: Any, user: str) -> None:
    [said] = await say_stored(store, message(user, metadata={"城市": ["上海"]}))
    [[text]] = await browser("MATCH (m:Message {id: $id}) RETURN m.metadata", id=said.id)
    assert json.loads(text) == {"城市": ["上海"]}
    assert "上海" in text
