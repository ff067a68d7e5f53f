"""LlamaIndex's own property graph store and index open the graph that memary wrote, and leave it sound."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import numpy as np
import pytest
from llama_index.core import PropertyGraphIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.indices.property_graph import VectorContextRetriever
from llama_index.core.llms import MockLLM
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore
from support.neo4j_server import Neo4jAddress

from memary import Memary
from memary.models.built_in.hash_embedding import HashEmbedder


class HashVectors(BaseEmbedding):
    """memary's built-in embedder, as LlamaIndex asks for one."""

    async def _aget_query_embedding(self, query: str) -> list[float]:
        [vector] = await HashEmbedder().embed([query])
        return np.frombuffer(vector, dtype="<f4").tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        raise NotImplementedError("Only queries are embedded here, and only in async code.")

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_query_embedding(text)


@pytest.fixture(scope="module")
def graph(apoc_neo4j_address: Neo4jAddress, sample_memory: Memary) -> Iterator[Neo4jPropertyGraphStore]:
    """LlamaIndex's store, with the indexes and the schema that it makes for itself."""
    address = apoc_neo4j_address
    store = Neo4jPropertyGraphStore(url=address.uri, username=address.username, password=address.password)
    yield store
    asyncio.run(store._async_driver.close())
    store.close()


def test_llamaindex_finds_entities_in_neo4j_by_name_with_their_type(
    graph: Neo4jPropertyGraphStore, sample_user: str
) -> None:
    [leila] = graph.get(properties={"name": "Leila", "user_id": sample_user})
    assert leila.properties["type"] == "person"
    assert "Leila" in str(leila)


def test_llamaindex_sees_in_neo4j_what_is_true_now_as_typed_relations(
    graph: Neo4jPropertyGraphStore, sample_user: str
) -> None:
    ada = graph.get(properties={"name": "Ada Novak", "user_id": sample_user})
    found = {
        (relation.label, target.properties.get("name"))
        for _, relation, target in graph.get_rel_map(ada, depth=1, limit=500)
    }
    assert {("WORKS_AT", "Vindkant"), ("LIVES_IN", "Copenhagen"), ("HAS_PET", "Semicolon")} <= found
    assert ("WORKS_AT", "Kassenhaus") not in found


def test_llamaindex_reads_the_schema_of_the_graph_in_neo4j(graph: Neo4jPropertyGraphStore) -> None:
    schema = graph.get_schema_str()
    assert "Person" in schema
    assert "LIVES_IN" in schema


@pytest.mark.anyio
async def test_a_property_graph_index_retrieves_from_the_graph_in_neo4j(graph: Neo4jPropertyGraphStore) -> None:
    vectors = HashVectors()
    index = PropertyGraphIndex.from_existing(graph, llm=MockLLM(), embed_model=vectors)
    near = VectorContextRetriever(
        graph, embed_model=vectors, include_text=False, include_properties=True, similarity_top_k=3, path_depth=1
    )
    found = await index.as_retriever(sub_retrievers=[near]).aretrieve("Leila")
    assert any("Leila works for Apple, on keyboard layouts." in node.text for node in found)


def test_memary_goes_on_in_neo4j_beside_llamaindex(
    graph: Neo4jPropertyGraphStore, sample_memory: Memary, sample_user: str
) -> None:
    sample_memory.facts.add([{"subject": "Leila", "predicate": "lives_in", "object": "Dublin"}], user_id=sample_user)
    assert sample_memory.admin.check(user_id=sample_user) == []
    leila = graph.get(properties={"name": "Leila", "user_id": sample_user})
    assert "Dublin" in {target.properties.get("name") for _, _, target in graph.get_rel_map(leila, depth=1)}
