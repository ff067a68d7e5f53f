"""cognee as it is by default: its embedded stores (SQLite, LanceDB, Ladybug), and `remember` and `recall`."""

from __future__ import annotations

import asyncio
import os
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from benchmarks.peers.drivers.protocol import Hit, Message, Place, line, serve

DATASET = "peer"


class Driver:
    """cognee's module, which keeps one state per process; the environment tells it where."""

    version = version("cognee")

    def __init__(self, place: Place) -> None:
        os.environ.update(
            SYSTEM_ROOT_DIRECTORY=str(place.folder / "system"),
            DATA_ROOT_DIRECTORY=str(place.folder / "data"),
            CACHE_ROOT_DIRECTORY=str(place.folder / "cache"),
            COGNEE_LOGS_DIR=str(place.folder / "logs"),
            LLM_PROVIDER="openai",
            LLM_MODEL="openai/gpt-4o-mini",  # a name that it knows the tokenizer and the abilities of
            LLM_ENDPOINT=place.base_url,
            LLM_API_KEY="none",
            EMBEDDING_PROVIDER="openai_compatible",
            EMBEDDING_MODEL="scripted",
            EMBEDDING_ENDPOINT=place.base_url,
            EMBEDDING_API_KEY="none",
            EMBEDDING_DIMENSIONS=str(place.dimensions),
            TELEMETRY_DISABLED="1",
            TIKTOKEN_CACHE_DIR=_tokenizers(),
            HF_HUB_OFFLINE="1",  # no look-up of a tokenizer for a model that exists only here
            LITELLM_LOCAL_MODEL_COST_MAP="True",
        )
        import cognee  # noqa: PLC0415  reads the environment at import

        self._cognee = cognee

    async def add(self, messages: list[Message], *, infer: bool) -> None:
        lines = [line(m) for m in messages]
        # verbatim, each turn is a document of its own; it is extracted from all the same, else it would not be found
        await self._cognee.remember("\n".join(lines) if infer else lines, dataset_name=DATASET)

    async def settle(self) -> None:
        pass  # everything has happened when `remember` returns

    async def search(self, query: str, *, k: int, messages_only: bool) -> list[Hit]:
        kind = {"query_type": self._cognee.SearchType.CHUNKS} if messages_only else {}
        found = await self._cognee.recall(query, datasets=[DATASET], top_k=k, **kind)
        return [{"text": str(getattr(one, "text", one))} for one in found]

    async def kept(self) -> list[str]:
        datasets = await self._cognee.datasets.list_datasets()
        rows = [row for dataset in datasets for row in await self._cognee.datasets.list_data(dataset.id)]
        files = [Path(row.raw_data_location.removeprefix("file://")) for row in rows]
        return await asyncio.to_thread(lambda: [file.read_text(encoding="utf-8") for file in files])


def _tokenizers() -> str:
    """The folder in which LiteLLM brings the tokenizer that cognee would download."""
    found = find_spec("litellm")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).parent / "litellm_core_utils" / "tokenizers")


if __name__ == "__main__":
    serve(Driver)
