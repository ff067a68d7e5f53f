"""A memory beside whose users somebody else lives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.whole import settle_neighbour
from memary import Memary


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memary]:
    """A memory for many examples, each of a user of its own."""
    home = tmp_path_factory.mktemp("home")
    with Memary.open(f"sqlite:///{home}/memory.db", worker=False, timezone="UTC", home=home, scrub=False) as memory:
        settle_neighbour(memory)
        yield memory


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where examples write their files."""
    return tmp_path_factory.mktemp("files")
