"""A memory that is read by a scripted model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.model_server import ModelServer

from memary import Memary


@pytest.fixture
def memory(server: ModelServer) -> Iterator[Memary]:
    settings: dict[str, Any] = {
        "base_url": server.base_url,
        "model": "scripted",
        "api_key": "test",
        "reflect_after": 0,
    }
    with Memary.open("sqlite://", worker=False, **settings) as opened:
        yield opened
