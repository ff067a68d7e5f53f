"""Measuring recall: a conversation with questions goes in, and how much of the evidence is found comes out.

It stands above the client and uses `Memary` as any program does, so the figures are those that a user gets. Names are
loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memary.evaluation.locomo import read_corpus
    from memary.evaluation.protocol import read_audit
    from memary.evaluation.report import Report
    from memary.evaluation.run import Answer, Options, evaluate
    from memary.evaluation.tables import render

_HOMES = {
    "Answer": "run",
    "Options": "run",
    "Report": "report",
    "evaluate": "run",
    "read_audit": "protocol",
    "read_corpus": "locomo",
    "render": "tables",
}

__all__ = ["Answer", "Options", "Report", "evaluate", "read_audit", "read_corpus", "render"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'memary.evaluation' has no attribute {name!r}")
    value = getattr(import_module(f"memary.evaluation.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
