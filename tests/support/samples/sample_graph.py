"""Ada's conversation with the facts in it, as scripts/neo4j/sample_graph.py writes it to any store."""

from __future__ import annotations

import importlib
from types import ModuleType

from memary import Memary
from support.neo4j_server import launcher


def fill_with_sample(memory: Memary, user_id: str) -> None:
    """Add the sample to one user's memory."""
    _script().fill(memory, user_id=user_id)


def fill_with_doubts(memory: Memary, user_id: str) -> None:
    """Add facts that rest on a job which has ended since to one user's memory."""
    _script().fill_with_doubts(memory, user_id=user_id)


def _script() -> ModuleType:
    launcher()  # its folder is on the path from here on
    return importlib.import_module("sample_graph")
