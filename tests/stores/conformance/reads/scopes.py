"""Scopes: nobody sees another user's memory; agents and sessions narrow one's own."""

from __future__ import annotations

from support.records import NOW, entity, fact, mention, message, minutes, operation, summary
from support.vectors import vector, vector_of

from memary.queries import (
    CountQuery,
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    SearchQuery,
    SessionQuery,
    SubgraphQuery,
    SummaryQuery,
    View,
)
from memary.stores.store import Store
from memary.types import Entity, EntityCount, Fact, Message, Scope
from stores.conformance.steps import contents, put, say_stored


async def remember(store: Store, user: str, *, session: str = "s", agent: str | None = None, minute: int = 0):
    """One message with its two entities, a fact and mentions, all told in one session."""
    told = message(user, "Ada lives in Berlin", session_id=session, agent_id=agent, at=NOW + minutes(minute))
    [said] = await say_stored(store, told)
    ada, berlin = entity(user, "Ada"), entity(user, "Berlin")
    lives = fact(ada, "lives in", berlin, at=NOW + minutes(minute), source_ids=(said.id,))
    mentions = (mention(ada, said), mention(berlin, said))
    await put(
        store,
        user,
        entities=(ada, berlin),
        facts=(lives,),
        mentions=mentions,
        operations=(operation(user, lives.id),),
        summaries=(summary(user, session, f"of {user}"),),
        embeddings={record.id: vector(1) for record in (ada, berlin, lives)},
    )
    return said, (ada, berlin), lives, mentions


async def test_two_users_with_the_same_memories_see_only_their_own(store: Store, user: str, other_user: str) -> None:
    for name in (user, other_user):
        await remember(store, name)
    for name in (user, other_user):
        scope = Scope(user_id=name)
        for found in (
            await store.read(MessageQuery(scope)),
            await store.read(EntityQuery(scope)),
            await store.read(EntityQuery(scope, keys=["ada", "berlin"])),
            await store.read(FactQuery(scope)),
            await store.read(MentionQuery(scope)),
            await store.read(OperationQuery(scope)),
        ):
            assert {record.user_id for record in found} == {name}
        for kind, vec in ((Message, vector_of("Ada lives in Berlin")), (Entity, vector(1)), (Fact, vector(1))):
            hits = await store.read(SearchQuery(scope, kind, terms=["ada", "berlin"], vector=vec))
            assert {hit.record.user_id for hit in hits} == {name}
        assert {count.entity.user_id for count in await store.read(CountQuery(scope))} == {name}
        found_summary = await store.read(SummaryQuery(name, "s"))
        assert found_summary is not None
        assert found_summary.text == f"of {name}"
        assert await store.read(SessionQuery(name)) == [("s", 1, NOW)]


async def test_ids_of_another_user_are_unknown(store: Store, user: str, other_user: str) -> None:
    said, (ada, berlin), lives, _ = await remember(store, other_user)
    await remember(store, user)
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope, ids=[said.id])) == []
    assert await store.read(EntityQuery(scope, ids=[ada.id, berlin.id])) == []
    assert await store.read(FactQuery(scope, ids=[lives.id])) == []
    assert await store.read(FactQuery(scope, entity_ids=[ada.id])) == []
    assert await store.read(FactQuery(scope, source_ids=[said.id])) == []
    assert await store.read(MentionQuery(scope, entity_ids=[ada.id])) == []
    assert await store.read(OperationQuery(scope, target_ids=[lives.id])) == []
    graph = await store.read(SubgraphQuery(scope, [ada.id], depth=2, view=View(true_at=NOW)))
    assert (graph.facts, dict(graph.entities)) == ((), {})


async def test_a_small_user_is_not_crowded_out_of_full_text(store: Store, user: str, other_user: str) -> None:
    loud = [message(other_user, "berlin berlin berlin", at=NOW + minutes(n)) for n in range(300)]
    await say_stored(store, *loud, message(user, "A long story in which the word Berlin comes up only once"))
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, terms=["berlin"], limit=3))
    assert [hit.record.user_id for hit in hits] == [user]


async def test_a_small_user_is_not_crowded_out_of_vectors(store: Store, user: str, other_user: str) -> None:
    loud = [message(other_user, "near", at=NOW + minutes(n)) for n in range(300)]
    mine = message(user, "far")
    await store.append(
        [*loud, mine], embeddings={m.id: vector(1) for m in loud} | {mine.id: vector(0.1, 1)}, due_at=NOW
    )
    hits = await store.read(SearchQuery(Scope(user_id=user), Message, vector=vector(1), limit=3))
    assert [hit.record.id for hit in hits] == [mine.id]


async def test_a_session_narrows_all_kinds_of_records(store: Store, user: str) -> None:
    said, people, lives, mentions = await remember(store, user, session="s1")
    await remember(store, user, session="s2", minute=1)
    scope = Scope(user_id=user, session_id="s1")
    assert await store.read(MessageQuery(scope)) == [said]
    assert {found.id for found in await store.read(EntityQuery(scope))} == {record.id for record in people}
    assert await store.read(FactQuery(scope)) == [lives]
    assert set(await store.read(MentionQuery(scope))) == set(mentions)
    counts = await store.read(CountQuery(scope))
    assert counts == [EntityCount(record, 1, NOW, NOW) for record in people]


async def test_an_agent_narrows_all_kinds_of_records(store: Store, user: str) -> None:
    said, people, lives, _ = await remember(store, user, agent="scout")
    await remember(store, user, agent="cook", minute=1)
    scope = Scope(user_id=user, agent_id="scout")
    assert await store.read(MessageQuery(scope)) == [said]
    assert {found.id for found in await store.read(EntityQuery(scope))} == {record.id for record in people}
    assert await store.read(FactQuery(scope)) == [lives]
    assert {found.source_id for found in await store.read(MentionQuery(scope))} == {said.id}


async def test_agent_and_session_must_both_match(store: Store, user: str) -> None:
    await say_stored(
        store,
        message(user, "both", agent_id="a", session_id="s"),
        message(user, "agent only", agent_id="a", session_id="t"),
        message(user, "session only", agent_id="b", session_id="s"),
        message(user, "neither"),
    )
    assert contents(await store.read(MessageQuery(Scope(user_id=user, agent_id="a", session_id="s")))) == ["both"]


async def test_search_stays_in_the_session(store: Store, user: str) -> None:
    said, people, lives, _ = await remember(store, user, session="s1")
    await remember(store, user, session="s2", minute=1)
    scope = Scope(user_id=user, session_id="s1")
    words = ["ada", "berlin"]
    texts = await store.read(SearchQuery(scope, Message, terms=words, vector=vector_of(said.content)))
    assert [hit.record for hit in texts] == [said]
    assert [hit.record for hit in await store.read(SearchQuery(scope, Fact, terms=words, vector=vector(1)))] == [
        lives
    ]
    nodes = await store.read(SearchQuery(scope, Entity, terms=words, vector=vector(1)))
    assert {hit.record.id for hit in nodes} == {record.id for record in people}


async def test_the_neighbourhood_stays_in_the_session(store: Store, user: str) -> None:
    [first] = await say_stored(store, message(user, "1", session_id="s1"))
    [second] = await say_stored(store, message(user, "2", session_id="s2"))
    ada, berlin, bob = (entity(user, name) for name in ("Ada", "Berlin", "Bob"))
    here = fact(ada, "in", berlin, source_ids=(first.id,))
    there = fact(ada, "knows", bob, source_ids=(second.id,))
    await put(
        store,
        user,
        entities=(ada, berlin, bob),
        facts=(here, there),
        mentions=(mention(ada, first), mention(berlin, first), mention(ada, second), mention(bob, second)),
    )
    graph = await store.read(
        SubgraphQuery(Scope(user_id=user, session_id="s1"), [ada.id], depth=2, view=View(true_at=NOW))
    )
    assert graph.facts == (here,)


async def test_the_ledger_is_not_narrowed_by_agent_or_session(store: Store, user: str) -> None:
    await remember(store, user, session="s1")
    assert len(await store.read(OperationQuery(Scope(user_id=user, session_id="other", agent_id="x")))) == 1
