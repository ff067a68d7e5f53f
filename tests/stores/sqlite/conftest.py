"""A store in a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memary.stores.sqlite import SqliteStore
from stores.opening import opened_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memary.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with opened_store("sqlite-file", path) as opened:
        assert isinstance(opened, SqliteStore)
        yield opened
