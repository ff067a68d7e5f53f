"""LlamaIndex's `Memory` with its fact and its vector block, over files of SQLite and of an embedded Qdrant.

By default nothing reaches the blocks before 21,000 tokens of talk. Here the limit is so low that each turn but the
latest does, as in a memory that is meant to learn at once.
"""

from __future__ import annotations

import re
from importlib.metadata import version

from llama_index.core.llms import ChatMessage
from llama_index.core.memory import FactExtractionMemoryBlock, Memory, VectorMemoryBlock
from llama_index.embeddings.openai_like import OpenAILikeEmbedding
from llama_index.llms.openai_like import OpenAILike
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import AsyncQdrantClient

from benchmarks.peers.drivers.protocol import Hit, Message, Place, line, serve

_MESSAGE = re.compile(r"<message role='\w+'>(.*?)</message>", re.DOTALL)


class Driver:
    """A `Memory` of one session."""

    version = version("llama-index-core")

    def __init__(self, place: Place) -> None:
        endpoint = {"api_base": place.base_url, "api_key": "none"}
        client = AsyncQdrantClient(path=str(place.folder / "qdrant"))
        self._vectors = VectorMemoryBlock(
            vector_store=QdrantVectorStore("memory", aclient=client),
            embed_model=OpenAILikeEmbedding(model_name="scripted", dimensions=place.dimensions, **endpoint),
        )
        self._facts = FactExtractionMemoryBlock(llm=OpenAILike(model="scripted", is_chat_model=True, **endpoint))
        self._memory = Memory.from_defaults(
            session_id="peer",
            token_limit=60,
            token_flush_size=1,
            memory_blocks=[self._facts, self._vectors],
            async_database_uri=f"sqlite+aiosqlite:///{place.folder}/chat.db",
        )

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        if infer:
            await self._memory.aput_messages([ChatMessage(role=m["role"], content=m["content"]) for m in messages])
            return
        for m in messages:  # verbatim, each turn by itself
            said = [ChatMessage(role="user", content=line(m))]
            await self._vectors.aput(said, from_short_term_memory=True, session_id="peer")

    async def settle(self) -> None:
        pass  # everything has happened when `put` returns

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        self._vectors.similarity_top_k = k
        if messages_only:
            text = await self._vectors.aget([ChatMessage(role="user", content=query)], session_id="peer")
            return [{"text": said} for said in _MESSAGE.findall(text)]
        return [{"text": message.content or ""} for message in await self._memory.aget(input=query)]

    async def kept(self) -> list[str]:
        return [message.content or "" for message in await self._memory.aget_all()]


if __name__ == "__main__":
    serve(Driver)
