"""Bound how much of a record is taken in: a larger one could be written, but not always read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from typing import cast

MOST_LEVELS = 32
"""How deep metadata may be nested; readers of JSON give up at some hundred levels, each at its own."""

MOST_VALUES = 10_000
"""How many values metadata may hold, on all levels together: each is written down for filters to find."""

METADATA_CHARS = 1_000_000
"""Longest metadata, as JSON; as long as a message may be."""

_COPIES = 10
"""How often metadata of the largest size is kept: each part of a document has it."""

MOST_SOURCES = 100_000
"""How many messages, other facts or changes one fact of an import may name."""

PART_CHARS = 6_000
"""Longest text that is read for facts as one message; `add` cuts longer ones into parts."""

CAPTION_CHARS = 4_000
"""Longest that the captions of the pictures in one message are together; they come on top of its text."""

QUERY_CHARS = 4_000
"""So much of a question or task is looked up; the model is shown what there is room for."""


EARLIEST, LATEST = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
"""From when to before when something may have been said: the ends of the calendar leave no room for time zones."""


def in_calendar(time: datetime) -> datetime:
    """Return a time that every zone can show: the nearest one, for those at the ends of the calendar."""
    return min(max(time, EARLIEST), LATEST - timedelta(microseconds=1))


def looked_up(question: str) -> str:
    """Return what of a question is looked up.

    Of a very long one these are its beginning and its end, which often asks.
    """
    if len(question) <= QUERY_CHARS:
        return question
    half = QUERY_CHARS // 2
    return f"{question[:half]}\n{question[-half:]}"


def fault_of_metadata(data: Mapping[str, object], *, copies: int = 1) -> str | None:
    """Return in which way metadata could not be written by every store, or read by everybody.

    It is None where they can be written and read.

    Args:
        data: the metadata.
        copies: how often it is written: the more often, the less it may hold.
    """
    if not data:
        return None
    if fault := fault_of_shape(data, values=min(MOST_VALUES, _COPIES * MOST_VALUES // copies)):
        return fault
    most = min(METADATA_CHARS, _COPIES * METADATA_CHARS // copies)
    try:
        chars = len(json.dumps(data, ensure_ascii=False).encode().decode())
    except UnicodeEncodeError:
        return "is not valid Unicode (decode the text first)"
    if chars > most:
        return f"has {chars:,} characters as JSON, more than {most:,} (keep long texts as messages)"
    return None


def fault_of_shape(value: object, *, values: int = MOST_VALUES, levels: int = MOST_LEVELS) -> str | None:
    """Return whether mappings and lists are nested too deep or hold too many values.

    `value` itself counts as a level.
    """
    layer, left = [value], values
    for _ in range(levels + 1):
        inner = list(islice(chain.from_iterable(map(_within, layer)), left + 1))
        left -= len(inner)
        if left < 0:
            return f"holds more than {values:,} values (keep fewer, or make them a text)"
        if not inner:
            return None
        layer = inner
    return f"is nested more than {levels} levels deep (flatten it, or make it a text)"


def _within(value: object) -> Iterable[object]:
    """Return what stands right inside a mapping, a list or a set; nothing for any other value."""
    if isinstance(value, Mapping):
        return cast("Mapping[object, object]", value).values()
    if isinstance(value, list | tuple | set | frozenset):
        return cast("Iterable[object]", value)
    return ()


def is_unicode(value: object) -> bool:
    """Return whether all texts within a JSON value can be written down.

    Half of a pair of surrogates cannot.
    """
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
