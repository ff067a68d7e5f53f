"""What stands in front of memary does over Neo4j what it does over SQLite."""

from __future__ import annotations

import anyio
from interfaces.server.serving import client, key, served
from llama_index.core.base.llms.types import ChatMessage
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import Memary
from memary.integrations.langgraph import MemaryStore
from memary.integrations.llama_index import MemaryBlock
from memary.integrations.mem0 import Memory
from memary.interfaces.server import KeyRing

LIVES, QUESTION = "User lives in Lisbon.", "Where do I live?"


def test_the_http_api_and_the_adapters_work_over_neo4j(neo4j_address: Neo4jAddress) -> None:
    address, user = neo4j_address, fresh_user("ada")
    with Memary.open(address.uri, worker=False, embedding=SmallEmbedder(), **address.options) as memory:
        _over_http(memory, user)
        _as_mem0(memory, user)
        _as_langgraph_store(memory, fresh_user("bo"))
        _as_llama_index_block(memory, user)


def _over_http(memory: Memary, user: str) -> None:
    keys = KeyRing([key("mk_ada", user), key("mk_other", fresh_user("other"))])
    with served(memory, keys=keys) as address, client(address, "mk_ada") as api, client(address, "mk_other") as other:
        sent = api.post("/v1/messages", json={"messages": [{"content": "I live in Lisbon."}]})
        assert sent.status_code == 201
        assert api.post("/v1/flush").json()["pending"] == 0
        (fact,) = api.get("/v1/facts").json()
        assert (fact["statement"], fact["source_ids"]) == (LIVES, sent.json()["ids"])
        found = api.post("/v1/search", json={"query": QUESTION}).json()
        assert {LIVES, "I live in Lisbon."} <= {hit["text"] for hit in found}
        assert other.get("/v1/facts").json() == other.post("/v1/search", json={"query": QUESTION}).json() == []


def _as_mem0(memory: Memary, user: str) -> None:
    mem0 = Memory(memary=memory)
    (added,) = mem0.add("I like tea.", user_id=user)["results"]
    mem0.update(added["id"], "Likes green tea.")
    found = mem0.search("What does the user like?", filters={"user_id": user})["results"]
    assert "Likes green tea." in [one["memory"] for one in found]
    assert [row["event"] for row in mem0.history(added["id"])] == ["ADD", "UPDATE"]
    mem0.delete(added["id"])
    assert [one["memory"] for one in mem0.get_all(filters={"user_id": user})["results"]] == [LIVES]


def _as_langgraph_store(memory: Memary, user: str) -> None:
    store, namespace = MemaryStore(memory, user_label=1), ("memories", user)
    store.put(namespace, "food", {"text": "Bo eats pizza on Fridays."})
    store.put(namespace, "work", {"text": "Bo works at Acme."})
    assert [item.key for item in store.search(namespace, query="Bo eats pizza on Fridays.", limit=1)] == ["food"]
    assert [item.key for item in store.search(namespace, filter={"text": "Bo works at Acme."})] == ["work"]
    store.delete(namespace, "food")
    assert store.get(namespace, "food") is None


def _as_llama_index_block(memory: Memary, user: str) -> None:
    block = MemaryBlock(memory, user_id=user)
    assert LIVES in str(anyio.run(block.aget, [ChatMessage(QUESTION)]))
