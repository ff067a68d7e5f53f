"""A memory over each kind of store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from api.verbs.telling import Open
from memary import Memary


@pytest.fixture(params=["sqlite-memory", "sqlite-file", "neo4j"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens memories over one kind of store; the same place each time, but for the one in memory."""
    address = request.getfixturevalue("neo4j_address") if request.param == "neo4j" else None
    stores = {"sqlite-memory": "sqlite:///:memory:", "sqlite-file": f"sqlite:///{tmp_path}/memary.db"}
    with ExitStack() as stack:

        def opens(**options: Any) -> Memary:
            defaults: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder()}
            if address:
                defaults |= address.options
            store = address.uri if address else stores[request.param]
            return stack.enter_context(Memary.open(store, **(defaults | options)))

        yield opens


@pytest.fixture
def memory(opening: Open) -> Memary:
    """An open memory without a language model."""
    return opening()


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()
