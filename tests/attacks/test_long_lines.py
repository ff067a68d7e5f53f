"""A long line without a stop costs the rules as much as it is long, and keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from support.tables import each

from memary.api.core import _times_named  # pyright: ignore[reportPrivateUsage]
from memary.ingestion.extraction.prompt import ExtractionInput
from memary.ingestion.extraction.rules.extractor import RuleExtractor
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.ingestion.load import load
from memary.types import Message, Scope

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def _said(text: str) -> list[Message]:
    return load(text, scope=Scope(user_id="ada"), now=NOW)


def _calls(text: str) -> int:
    """Return how many functions, Python's own among them, are called to read a text for facts."""
    messages, calls = _said(text), 0

    def count(_frame: object, event: str, _function: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        extract_by_rules(messages, self_name="User", times=_times_named)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.long
@each(
    "piece",
    [
        *("on 2026-05-01 ", "on Monday ", "2026年5月1日，", "Anna: ", "Anna Bob Carl ", "小明和小红"),
        *("I live in Rome, ", "I like tea and ", "我喜欢喝茶，", "我住在北京", "7411 ", "http://example.org/a?b=1 "),
        *('"so" ', '{"name": "Anna", "n": 5}, ', "| Anna | 5 |\n", "😀", "dGVh"),
    ],
)
def test_a_line_twice_as_long_takes_about_twice_the_work(piece: str) -> None:
    length = 800 // len(piece)
    _calls(piece * (length + 1))  # patterns are compiled by now
    once, twice = _calls(piece * length), _calls(piece * 2 * length)
    assert twice < 2.3 * once, f"{once:,} calls, then {twice:,}"


def test_hundreds_of_forms_do_not_look_at_each_time_of_a_sentence_one_by_one() -> None:
    _calls("on 2026-05-01 " * 3)
    few, more = _calls("on 2026-05-01 " * 50), _calls("on 2026-05-01 " * 100)
    assert (more - few) / 50 < 500


def test_while_a_long_message_is_read_others_are_served() -> None:
    served = threading.Event()
    waited = list[bool]()

    def times(_text: str, _said_at: datetime) -> Sequence[tuple[datetime, str]]:
        waited.append(served.wait(10))
        return ()

    async def both() -> None:
        reading = asyncio.create_task(
            RuleExtractor(times=times).extract(ExtractionInput(_said("I live in Rome and I like it. " * 50)))
        )
        await asyncio.sleep(0)
        served.set()
        await reading

    asyncio.run(both())
    assert waited
    assert all(waited)
