"""Time expressions of a question or a message as intervals: English and Chinese, by rules, without a model."""

from __future__ import annotations

from memary.text.timeref.find import TimeRef, find_times, overlap, time_stretches
from memary.text.timeref.past import past_words

__all__ = ["TimeRef", "find_times", "overlap", "past_words", "time_stretches"]
