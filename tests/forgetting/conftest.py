"""What several tests of forgetting start from."""

from __future__ import annotations

import pytest
from support.records import fresh_user


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()
