"""A memory on each kind of store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.small_embedder import SmallEmbedder

from memary import Memary


@pytest.fixture(params=["sqlite", "neo4j"])
def on_each_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memary]:
    """An open memory without a language model."""
    options: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder()}
    where = f"sqlite:///{tmp_path}/memory.db"
    if request.param == "neo4j":
        address = request.getfixturevalue("neo4j_address")
        options |= address.options
        where = address.uri
    with Memary.open(where, **options) as opened:
        yield opened
