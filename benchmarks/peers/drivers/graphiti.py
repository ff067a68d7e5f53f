"""Graphiti over Neo4j, one episode per call of `add`.

Each folder is a group of its own in the same database.
"""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from importlib.metadata import version

from benchmarks.peers.drivers.protocol import Hit, Message, Place, line, serve


class Driver:
    """A `Graphiti`.

    Its schema is made with the first operation.
    """

    version = version("graphiti-core")

    def __init__(self, place: Place) -> None:
        os.environ.update(GRAPHITI_TELEMETRY_ENABLED="false", EMBEDDING_DIM=str(place.dimensions))
        from graphiti_core import Graphiti  # noqa: PLC0415  reads the environment at import
        from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient  # noqa: PLC0415
        from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig  # noqa: PLC0415
        from graphiti_core.llm_client.config import LLMConfig  # noqa: PLC0415
        from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient  # noqa: PLC0415

        endpoint = {"api_key": "none", "base_url": place.base_url}
        model = LLMConfig(model="scripted", small_model="scripted", **endpoint)
        self._graphiti = Graphiti(
            *place.neo4j,
            llm_client=OpenAIGenericClient(model),
            embedder=OpenAIEmbedder(
                OpenAIEmbedderConfig(embedding_model="scripted", embedding_dim=place.dimensions, **endpoint)
            ),
            cross_encoder=OpenAIRerankerClient(model),
        )
        self._group = hashlib.sha256(str(place.folder).encode()).hexdigest()[:16]
        self._has_schema = False
        self._count = 0

    async def _ready(self) -> None:
        if not self._has_schema:
            await self._graphiti.build_indices_and_constraints()
            self._has_schema = True

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        await self._ready()
        if not infer:
            raise NotImplementedError("Graphiti takes in no episode without extraction.")
        self._count += 1
        await self._graphiti.add_episode(
            name=f"turn {self._count}",
            episode_body="\n".join(line(m) for m in messages),
            source_description="chat",
            reference_time=datetime.fromisoformat(messages[-1]["created_at"]),
            group_id=self._group,
        )

    async def settle(self) -> None:
        pass  # everything has happened when `add_episode` returns

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        await self._ready()
        edges = await self._graphiti.search(query, group_ids=[self._group], num_results=k)
        return [{"text": edge.fact} for edge in edges]

    async def kept(self) -> list[str]:
        await self._ready()
        now = datetime.now(UTC)
        episodes = await self._graphiti.retrieve_episodes(now, 1000, group_ids=[self._group])
        return [episode.content for episode in episodes]


if __name__ == "__main__":
    serve(Driver)
