"""When something began of which a month or year alone is told, beside what was told of the time before."""

from __future__ import annotations

from datetime import datetime

import pytest
from support.model_server import ModelServer

from ingestion.extraction.model.replies import USER, fact, tell
from memary import Memary

_TWO = list[tuple[str, str | None, str | None]]


def _times(memory: Memary) -> _TWO:
    def day(time: datetime) -> str | None:
        return None if time.year > 9000 or time.year < 1000 else f"{time:%m-%d %H}"

    told = memory.facts.list(user_id=USER, include_past=True)
    return [(one.object, day(one.valid_at), day(one.invalid_at)) for one in sorted(told, key=lambda f: f.created_at)]


@pytest.mark.parametrize(
    ("first", "old", "then", "new"),
    [
        (
            "Dad takes 10 mg.",
            "Dad | takes | 10 mg of it",
            "The GP has halved it, so 5 mg.",
            "Dad | takes | 5 mg of it",
        ),
        (
            "我每周四上中文课。",
            "User | 上中文课的时间 | 每周四晚上",
            "中文课换到星期一晚上了。",
            "User | 上中文课的时间 | 每周一晚上",
        ),
    ],
)
@pytest.mark.parametrize("since", ["2026-10", "2026"])
def test_a_change_that_is_told_as_news_came_when_it_was_told(
    memory: Memary, server: ModelServer, first: str, old: str, then: str, new: str, since: str
) -> None:
    tell(memory, server, first, fact(old, first), on="2026-10-05T09:00:00Z")
    change = fact(new, then, op="UPDATE", since=since, of=old)
    tell(memory, server, then, change, on="2026-10-28T09:00:00Z")
    was, is_ = (line.rsplit(" | ", 1)[1] for line in (old, new))
    assert _times(memory) == [(was, "10-05 09", "10-28 09"), (is_, "10-28 09", None)]


@pytest.mark.parametrize(
    ("first", "old", "then", "new"),
    [
        ("I live in Leeds.", "User | lives_in | Leeds", "I moved to York in May.", "User | lives_in | York"),
        ("我住在成都。", "User | 居住在 | 成都", "我五月搬到了重庆。", "User | 居住在 | 重庆"),
    ],
)
@pytest.mark.parametrize("is_update", [True, False])
def test_what_began_in_a_month_began_no_sooner_than_the_former_was_told_last(
    memory: Memary, server: ModelServer, first: str, old: str, then: str, new: str, *, is_update: bool
) -> None:
    tell(memory, server, first, fact(old, first), on="2026-05-12T09:00:00Z")
    change = {"op": "UPDATE", "of": old} if is_update else {}
    tell(memory, server, then, fact(new, then, since="2026-05", **change), on="2026-06-20T09:00:00Z")
    was, is_ = (line.rsplit(" | ", 1)[1] for line in (old, new))
    assert _times(memory) == [(was, "05-12 09", "05-13 00"), (is_, "05-13 00", None)]


def test_what_began_in_a_year_began_no_sooner_than_the_former_was_told_last(
    memory: Memary, server: ModelServer
) -> None:
    said = "I take 10 mg of it."
    tell(memory, server, said, fact("User | takes | 10 mg", said, since="2025-03"), on="2026-03-05T09:00:00Z")
    said = "It has been 5 mg since some time in 2026."
    change = fact("User | takes | 5 mg", said, op="UPDATE", since="2026", of="User | takes")
    tell(memory, server, said, change, on="2027-01-20T09:00:00Z")
    assert _times(memory) == [("10 mg", "03-01 00", "03-06 00"), ("5 mg", "03-06 00", None)]


def test_what_began_in_a_month_began_no_sooner_than_the_former_did(memory: Memary, server: ModelServer) -> None:
    said = "From 12 October I run on Wednesdays."
    tell(
        memory, server, said, fact("User | runs_on | Wednesdays", said, since="2026-10-12"), on="2026-10-09T09:00:00Z"
    )
    said = "In October I changed that to Fridays."
    change = fact("User | runs_on | Fridays", said, op="UPDATE", since="2026-10", of="User | runs_on")
    tell(memory, server, said, change, on="2026-11-09T09:00:00Z")
    assert _times(memory)[1] == ("Fridays", "10-12 00", None)


@pytest.mark.parametrize(
    ("told_on", "since", "over", "begun"),
    [("2026-04-12", "2026-05", "05-01 00", "05-01 00"), ("2026-05-12", "2026-05-20", "05-20 00", "05-20 00")],
)
def test_a_month_in_which_nothing_else_was_told_and_a_day_stay_as_told(
    memory: Memary, server: ModelServer, told_on: str, since: str, over: str, begun: str
) -> None:
    said = "I live in Leeds."
    tell(memory, server, said, fact("User | lives_in | Leeds", said), on=f"{told_on}T09:00:00Z")
    said = "I moved to York in May."
    change = fact("User | lives_in | York", said, op="UPDATE", since=since, of="User | lives_in")
    tell(memory, server, said, change, on="2026-06-20T09:00:00Z")
    (_, _, end), (_, start, _) = _times(memory)
    assert (end, start) == (over, begun)


def test_what_happened_once_in_a_month_ends_nothing_before_that_was_told(memory: Memary, server: ModelServer) -> None:
    said = "I promised Lise forty mugs."
    promised = fact("User | promised | forty mugs to Lise", said, since="2026-02")
    tell(memory, server, said, promised, on="2026-04-10T09:00:00Z")
    said = "I sold all forty mugs last month."
    sold = fact(
        "User | sold | all forty mugs", said, op="UPDATE", since="2026-04", until="2026-04", of="User | promised"
    )
    tell(memory, server, said, sold, on="2026-05-20T09:00:00Z")
    assert _times(memory) == [
        ("forty mugs to Lise", "02-01 00", "04-11 00"),
        ("all forty mugs", "04-01 00", "05-01 00"),
    ]


def test_a_correction_began_with_the_mistake_that_it_corrects(memory: Memary, server: ModelServer) -> None:
    said = "I live in Leeds."
    tell(memory, server, said, fact("User | lives_in | Leeds", said, since="2026-04"), on="2026-05-12T09:00:00Z")
    said = "Sorry, it is York, since May."
    right = fact("User | lives_in | York", said, op="UPDATE", since="2026-05", correction=True, of="User | lives_in")
    tell(memory, server, said, right, on="2026-05-20T09:00:00Z")
    assert _times(memory)[1] == ("York", "04-01 00", None)
