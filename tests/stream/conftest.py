"""A memory over one SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.records import fresh_user

from memary import Memary
from stream.saying import Open


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Open]:
    """Opens the same SQLite file each time."""
    with ExitStack() as stack:

        def open_one(**options: Any) -> Memary:
            given = {"worker": False, "timezone": "UTC"} | options
            return stack.enter_context(Memary.open(f"sqlite:///{tmp_path}/memary.db", **given))

        yield open_one


@pytest.fixture
def memory(opens: Open) -> Memary:
    return opens()


@pytest.fixture
def user() -> str:
    return fresh_user()
