"""Everything at once, for some seconds: afterwards the books balance.

`python -m benchmarks.soak` does the same for minutes, and on Neo4j too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from reliability.soak.stage import Soak

SECONDS = 10


@pytest.mark.timeout(400)  # a dozen processes start, on a machine that may be busy with others
def test_after_everything_at_once_the_books_balance(tmp_path: Path) -> None:
    outcome = Soak(f"sqlite:///{tmp_path}/memory.db", tmp_path, seed=1).run(SECONDS)
    assert outcome.faults == []
    assert outcome.struck
    assert len(outcome.journal.kept) > SECONDS
