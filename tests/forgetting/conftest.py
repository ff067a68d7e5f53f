"""What several tests of forgetting start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import Memary


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


@pytest.fixture
def open_on(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Memary]]:
    """Opens a memory without a language model on a kind of store, until the test ends."""
    with ExitStack() as stack:

        def opened(kind: str, **options: Any) -> Memary:
            where = "sqlite:///:memory:" if kind == "sqlite-memory" else f"sqlite:///{tmp_path}/memary.db"
            if kind == "neo4j":
                address = request.getfixturevalue("neo4j_address")
                where, options = address.uri, options | address.options
            options = {"embedding": SmallEmbedder()} | options
            return stack.enter_context(Memary.open(where, worker=False, **options))

        yield opened
