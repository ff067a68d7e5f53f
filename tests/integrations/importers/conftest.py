"""An open memory for what comes in."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from memary import Memary


@pytest.fixture
def memory() -> Generator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened
