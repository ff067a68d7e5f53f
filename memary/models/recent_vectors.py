"""Keep the vectors of recent texts, so that a message is embedded only once on its way into the graph."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from memary.models.base import Embedder
from memary.types import Embedding, EmbeddingSpec

_MOST = 256


@dataclass(frozen=True, slots=True)
class RecentVectors:
    """An embedder that remembers its last answers by a digest of their texts, and no text."""

    embedder: Embedder
    _kept: OrderedDict[bytes, Embedding] = field(init=False, default_factory=OrderedDict[bytes, Embedding])

    @property
    def spec(self) -> EmbeddingSpec:
        """See `Embedder.spec`."""
        return self.embedder.spec

    async def prepare(self, stored: EmbeddingSpec | None = None) -> None:
        """See `Embedder.prepare`."""
        await self.embedder.prepare(stored)

    async def embed(self, texts: Sequence[str]) -> list[Embedding]:
        """See `Embedder.embed`."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        known = {key: vector for key in keys if (vector := self._kept.get(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            known |= dict(zip(missing, await self.embedder.embed(list(missing.values())), strict=True))
        for key in keys:
            self._kept[key] = known[key]
            self._kept.move_to_end(key)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return [known[key] for key in keys]

    async def aclose(self) -> None:
        """See `Embedder.aclose`."""
        await self.embedder.aclose()
