"""memary as it is by default, with the scripted model for extraction and embeddings."""

from __future__ import annotations

import memary
from benchmarks.peers.drivers.protocol import Hit, Message, Place, serve

USER = "peer"


class Driver:
    """memary over SQLite."""

    version = memary.__version__

    def __init__(self, place: Place) -> None:
        self._memory = memary.Memary.open(
            f"sqlite:///{place.folder}/memory.db",
            base_url=place.base_url,
            api_key="none",
            model="scripted",
            embedding="openai:scripted",
            embedding_dimensions=place.dimensions,
            home=place.folder,
        )

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        fields = ("role", "speaker", "content", "created_at", "session_id")
        given = [{name: m[name] for name in fields} | {"metadata": {"turn": m["id"]}} for m in messages]
        await self._memory.aadd(given, user_id=USER, infer=infer)

    async def settle(self) -> None:
        await self._memory.aflush(user_id=USER)

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        kinds = {"kinds": {"message"}} if messages_only else {}
        hits = await self._memory.asearch(query, user_id=USER, top_k=k, **kinds)
        return [{"text": hit.text, "id": hit.metadata.get("turn")} for hit in hits]

    async def kept(self) -> list[str]:
        return [message.content for message in await self._memory.messages.alist(user_id=USER, limit=1000)]


if __name__ == "__main__":
    serve(Driver)
