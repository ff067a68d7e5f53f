"""What tests of what the rules read have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memary import Memary


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    """A memory of a module, each of whose tests has a user of its own."""
    with Memary.open("sqlite:///:memory:", worker=False, scrub=False) as opened:
        yield opened
