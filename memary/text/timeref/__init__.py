"""Time expressions of a question or a message as intervals: English and Chinese, by rules, without a model."""

from __future__ import annotations

from memary.retrieval.timeref.find import TimeRef, find_times, overlap

__all__ = ["TimeRef", "find_times", "overlap"]
