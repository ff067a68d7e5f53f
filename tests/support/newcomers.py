"""Users of whom nothing is known yet: to tell another one costs half of what forgetting the last one does."""

from __future__ import annotations

import itertools

_NUMBERS = itertools.count(1)


def newcomer() -> str:
    """Return the id of a user that no test of this process has had."""
    return f"newcomer {next(_NUMBERS)}"
