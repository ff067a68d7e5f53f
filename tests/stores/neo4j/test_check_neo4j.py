"""What is at odds in a Neo4j is told of whose it is: of one user, from their records alone, or of all."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from neo4j import AsyncGraphDatabase, AsyncSession
from support.neo4j_server import Neo4jAddress
from support.records import entity, fact, fresh_user, mention, message

from memary.stores.neo4j import Neo4jStore
from stores.conformance.steps import put, say_stored

pytestmark = pytest.mark.anyio

DAMAGES = {
    "leads to a record of another user": "MATCH (a:Entity {user_id: $user}), (b:Entity {user_id: $other}) "
    "WITH a, b LIMIT 1 CREATE (a)-[:ODD]->(b)",
    "does not stand between its source and its entity": "MATCH ()-[m:MENTIONS {user_id: $user}]->() "
    "SET m.source_id = 'another'",
    "is not tied to its ends": "MATCH (:Fact {user_id: $user})-[tie:SUBJECT]->() DELETE tie",
    "is not tied to its sources": "MATCH (:Fact {user_id: $user})-[tie:STATED_IN]->() DELETE tie",
    "is not tied to the facts that it names": "MATCH (f:Fact {user_id: $user}) CREATE (f)-[:SUPERSEDES]->(f)",
    "is not tied to what it rests on": "MATCH (f:Fact {user_id: $user}) CREATE (f)-[:RESTS_ON]->(f)",
    "is not drawn as it is": "MATCH (:Entity {user_id: $user})-[drawn]->() WHERE drawn.fact_id IS NOT NULL "
    "DELETE drawn",
    "stands for a fact that is not stored": "MATCH (e:Entity {user_id: $user}) "
    "CREATE (e)-[:ODD {fact_id: 'gone'}]->(e)",
    "has a count that differs from its mentions": "MATCH (e:Entity {user_id: $user}) SET e.mention_count = 7",
    "is of no entity": "MATCH (:EntityKey {user_id: $user})-[tie:KEY_OF]->() DELETE tie",
    "is of no session or user": "MATCH ()-[tie:HAS_MESSAGE]->(:Message {user_id: $user}) DELETE tie",
    "is not marked as its vector is": "MATCH (m:Message {user_id: $user}) "
    "SET m.unembedded = CASE WHEN m.unembedded IS NULL THEN true END",
}


@pytest.fixture
async def session(neo4j_address: Neo4jAddress) -> AsyncIterator[AsyncSession]:
    address = neo4j_address
    async with AsyncGraphDatabase.driver(address.uri, auth=address.auth) as driver, driver.session() as opened:
        yield opened


@pytest.fixture
async def users(session: AsyncSession) -> AsyncIterator[dict[str, str]]:
    """A user for each thing that can be at odds; nothing of them is left for other tests to find."""
    named = {told: fresh_user() for told in DAMAGES}
    yield named
    theirs = "MATCH (n) WHERE n.user_id IN $users OR n:User AND n.id IN $users DETACH DELETE n"
    await (await session.run(theirs, users=[*named.values()])).consume()


@pytest.mark.looks_through
async def test_what_is_at_odds_is_told_of_its_user_and_of_no_other(
    store: Neo4jStore, session: AsyncSession, users: dict[str, str], user: str
) -> None:
    for one in (user, *users.values()):
        ada, bob = entity(one, "Ada"), entity(one, "Bob")
        (said,) = await say_stored(store, message(one, "Ada met Bob.", session_id="s"))
        met = fact(ada, "met", bob, source_ids=(said.id,))
        mentions = (mention(ada, said), mention(bob, said))
        await put(store, one, entities=(ada, bob), facts=(met,), mentions=mentions)
    for told, one in users.items():
        await (await session.run(DAMAGES[told], user=one, other=user)).consume()
    of_all = await store.check()
    for told, one in users.items():
        found = await store.check(user_id=one)
        assert any(told in fault for fault in found)
        assert sorted(found) == sorted(fault for fault in of_all if repr(one) in fault)
    assert await store.check(user_id=user) == []
