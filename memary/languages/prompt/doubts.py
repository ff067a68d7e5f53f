"""Say in words why a fact is in doubt."""

from __future__ import annotations

from datetime import tzinfo

from memary.languages.pack.texts import Texts
from memary.languages.prompt.quotation import one_line
from memary.languages.prompt.stamps import day
from memary.languages.scripts import PLAIN_STOPS
from memary.types import Doubt


def told_doubt(doubt: Doubt, words: Texts, *, zone: tzinfo | None) -> str:
    """Return in words since when a fact is in doubt, and why."""
    start, ground = day(doubt.since, zone=zone), one_line(doubt.because).rstrip(PLAIN_STOPS)
    if not ground:
        return words.doubt_unsaid.format(start=start)
    told = words.doubt_wrong if doubt.reason == "wrong" else words.doubt_ended
    return told.format(start=start, ground=ground)
