"""Memories without a model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import Memary


@pytest.fixture
def memory() -> Iterator[Memary]:
    """An empty memory, offline; nothing is extracted."""
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened
