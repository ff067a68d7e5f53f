"""English time expressions."""

from __future__ import annotations

from memary.retrieval.timeref.english.grammar import read_english

__all__ = ["read_english"]
