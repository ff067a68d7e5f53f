"""Chinese time expressions."""

from __future__ import annotations

from memary.text.timeref.chinese.grammar import read_chinese

__all__ = ["read_chinese"]
