"""mem0 as it is by default: an embedded Qdrant and SQLite, with the scripted model for extraction and embeddings."""

from __future__ import annotations

import os
from importlib.metadata import version

from benchmarks.peers.drivers.protocol import Hit, Message, Place, line, serve

USER = "peer"


class Driver:
    """mem0's `Memory`, called as its async users call it: in a thread, since it blocks."""

    version = version("mem0ai")

    def __init__(self, place: Place) -> None:
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=str(place.folder))
        from mem0 import Memory  # noqa: PLC0415  reads the environment at import

        endpoint = {"model": "scripted", "api_key": "none", "openai_base_url": place.base_url}
        sizes = {"path": str(place.folder / "qdrant"), "embedding_model_dims": place.dimensions, "on_disk": True}
        self._memory = Memory.from_config(
            {
                "llm": {"provider": "openai", "config": endpoint},
                "embedder": {"provider": "openai", "config": endpoint | {"embedding_dims": place.dimensions}},
                "vector_store": {"provider": "qdrant", "config": sizes},
                "history_db_path": str(place.folder / "history.db"),
            }
        )

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        if infer:
            given = [{"role": m["role"], "content": m["content"]} for m in messages]
            self._memory.add(given, user_id=USER, infer=True)
            return
        for m in messages:  # metadata belongs to a call, not to a message
            said = [{"role": m["role"], "content": line(m)}]
            self._memory.add(said, user_id=USER, infer=False, metadata={"turn": m["id"]})

    async def settle(self) -> None:
        pass  # everything has happened when `add` returns

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        found = self._memory.search(query, top_k=k, filters={"user_id": USER}, threshold=0.0)
        return [{"text": hit["memory"], "id": (hit.get("metadata") or {}).get("turn")} for hit in found["results"]]

    async def kept(self) -> list[str]:
        latest = self._memory.db.get_last_messages(f"user_id={USER}", limit=10)  # it keeps no more
        return [message["content"] for message in latest]


if __name__ == "__main__":
    serve(Driver)
