"""English time expressions."""

from __future__ import annotations

from memary.text.timeref.english.grammar import read_english

__all__ = ["read_english"]
