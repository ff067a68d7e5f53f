"""Opens each kind of store that the conformance suite runs over."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from support.vectors import DIMENSIONS

from memary.stores.store import Store
from memary.types import EmbeddingSpec

STORE_KINDS = ("sqlite-memory", "sqlite-file", "neo4j")
SPEC = EmbeddingSpec("test", DIMENSIONS)


def make_store(kind: str, path: Path, neo4j_address: Any = None) -> Store:
    """A store that is not opened yet.

    `neo4j_address` has `uri`, `username` and `password`.
    """
    if kind == "neo4j":
        from memary.stores.neo4j import Neo4jStore  # noqa: PLC0415

        return Neo4jStore(
            neo4j_address.uri,
            username=neo4j_address.username,
            password=neo4j_address.password,
            database="neo4j",
        )
    from memary.stores.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(":memory:" if kind == "sqlite-memory" else path)


@asynccontextmanager
async def opened_store(kind: str, path: Path, neo4j_address: Any = None) -> AsyncGenerator[Store, None]:
    """A migrated store, closed at the end."""
    store = make_store(kind, path, neo4j_address)
    try:
        await store.migrate(SPEC)
        yield store
    finally:
        await store.aclose()
