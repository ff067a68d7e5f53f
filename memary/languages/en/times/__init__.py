"""English time expressions."""

from __future__ import annotations

from memary.languages.en.times.grammar import read_english

__all__ = ["read_english"]
