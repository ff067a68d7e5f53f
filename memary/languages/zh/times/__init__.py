"""Chinese time expressions."""

from __future__ import annotations

from memary.languages.zh.times.grammar import read_chinese

__all__ = ["read_chinese"]
