"""Ada's conversation with the facts in it, as scripts/neo4j/sample_graph.py writes it to any store."""

from __future__ import annotations

import importlib

from memary import Memary
from support.neo4j_server import launcher


def fill_with_sample(memory: Memary, user_id: str) -> None:
    """Add the sample to one user's memory."""
    launcher()  # its folder is on the path from here on
    importlib.import_module("sample_graph").fill(memory, user_id=user_id)
