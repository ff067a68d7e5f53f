"""Make the vectors that records lack since a model was down, or since another model makes them now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

from memary.errors import ModelError
from memary.models.base import Embedder
from memary.stores.base import Unembedded
from memary.stores.commands import DueQuery, UnembeddedQuery
from memary.stores.snapshot import Reads
from memary.stores.store import Store
from memary.types import Embedding

_log = logging.getLogger("memary")

_MOST = 256
"""Records embedded by one call."""


class MissingVectors:
    """Embeds what a store lists as without a vector.

    Args:
        store: where the records are.
        embedder: makes the vectors.
    """

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._given_up: set[Unembedded] = set()  # listed although the store was given a vector

    async def listed(self, reads: Reads, *, limit: int = _MOST) -> list[Unembedded]:
        """Return records that lack a vector, beside other reads."""
        return await reads.read(UnembeddedQuery(limit + len(self._given_up)))

    async def listed_with_due(self, user_id: str | None) -> tuple[datetime | None, list[Unembedded]]:
        """Return when the next message of a user, or of any, can be claimed, with the records that lack a vector."""

        async def both(reads: Reads) -> tuple[datetime | None, list[Unembedded]]:
            return await reads.read(DueQuery(user_id)), await self.listed(reads)

        return await self._store.at_once(both)

    async def fill(
        self, *, limit: int = _MOST, wait: float | None = None, listed: Sequence[Unembedded] | None = None
    ) -> int:
        """Embed records that lack a vector, for about `wait` seconds at most; return how many.

        An outage leaves them for later. A record that the store keeps no vector of is given up, with a warning.
        `listed` are those that lack one, where that was read just now.
        """
        filled = 0
        last: set[Unembedded] = set()
        loop = asyncio.get_running_loop()
        deadline = None if wait is None else loop.time() + wait
        while rows := await self._next(limit, last, listed):
            listed = None
            try:
                vectors = await self._embedder.embed([row.text for row in rows])
            except ModelError as error:
                _log.warning("embedding: %s", error)
                break
            by_user: dict[str, dict[str, Embedding]] = {}
            for row, vector in zip(rows, vectors, strict=True):
                by_user.setdefault(row.user_id, {})[row.id] = vector
            for user_id, found in by_user.items():
                await self._store.put_embeddings(user_id, found)
            filled += len(rows)
            last = set(rows)
            if deadline is not None and loop.time() > deadline:
                break
        return filled

    async def _next(self, limit: int, last: set[Unembedded], listed: Sequence[Unembedded] | None) -> list[Unembedded]:
        """Return what to embed.

        What the last round did and is listed again would be so for ever.
        """
        rows = await self.listed(self._store, limit=limit) if listed is None else listed
        if again := last.intersection(rows):
            self._given_up |= again
            named = ", ".join(sorted(f"{row.kind} {row.id!r} of {row.user_id!r}" for row in again)[:3])
            _log.warning("embedding: %d record(s) stay without a vector, such as %s", len(again), named)
        return [row for row in rows if row not in self._given_up]
