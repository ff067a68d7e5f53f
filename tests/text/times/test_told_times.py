"""Ends of facts read as they were told: a month as a month, the last day as that day."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memary.text.times.told_times import start_of, told_days, told_since, told_until
from memary.types import BEGINNING, FOREVER


def _day(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("start", "sentence", "shown"),
    [
        (_day(2026, 5, 1), "Ada has lived in Rome since May.", "2026-05"),
        (_day(2026, 5, 1), "Ada has lived in Rome since 1 May.", "2026-05-01"),
        (_day(2026, 5, 1), "Ada moved to Rome on May 1st, 2026.", "2026-05-01"),
        (_day(2026, 5, 1), "Ada lives in Rome.", "2026-05-01"),
        (_day(2026, 5, 1), "Ada signed the lease in the week of 8 May 2026.", "2026-05"),
        (_day(2026, 1, 1), "Ada has lived in Rome since 2026.", "2026"),
        (_day(2026, 1, 1), "Ada has lived in Rome since January 2026.", "2026-01"),
        (_day(2026, 5, 1), "用户从五月起住在柏林。", "2026-05"),
        (_day(2026, 5, 1), "用户从5月1日起住在柏林。", "2026-05-01"),
        (_day(2026, 5, 1, 9), "Ada has lived in Rome since May.", "2026-05-01"),
        (BEGINNING, "Ada lived in Rome.", "…"),
    ],
)
def test_what_began_with_a_month_or_year_is_shown_as_finely_as_it_was_told(
    start: datetime, sentence: str, shown: str
) -> None:
    assert told_since(start, sentence) == shown


@pytest.mark.parametrize(
    ("end", "sentence", "shown"),
    [
        (_day(2026, 3, 15), "Ada stays in Rome until 14 March.", "2026-03-14"),
        (_day(2026, 8, 1), "Ada stays in Rome until July.", "2026-07"),
        (_day(2026, 8, 1), "Ada stays in Rome until 31 July.", "2026-07-31"),
        (_day(2026, 8, 1), "Ada stays in Rome.", "2026-07-31"),
        (_day(2027, 7, 1), "Ada stays in Rome from 5 October 2026 until June 2027.", "2027-06"),
        (_day(2027, 7, 1), "Ada stays in Rome from October 2026 until 30 June 2027.", "2027-06-30"),
        (_day(2027, 7, 1), "艾达从2026年10月5日到2027年6月住在罗马。", "2027-06"),
        (_day(2026, 8, 1), "Ada paid for Rome; on 18 July 2026 it was paid back.", "2026-07"),
        (_day(2026, 3, 15), "用户住在罗马到3月14日。", "2026-03-14"),
        (_day(2026, 3, 15, 18, 30), "Ada stays in Rome until half past six.", "2026-03-15"),
        (_day(2027, 1, 1), "The rent is to be raised from December 2026 on.", "2026-12"),
        (_day(2027, 1, 1), "房租从2026年12月起要涨到7500。", "2026-12"),
        (FOREVER, "Ada stays in Rome.", ""),
    ],
)
def test_what_ends_is_shown_with_the_last_day_on_which_it_is_true(end: datetime, sentence: str, shown: str) -> None:
    assert told_until(end, sentence) == shown


def test_a_day_that_was_told_is_the_same_in_every_zone_and_a_moment_is_not() -> None:
    for zone in (ZoneInfo("America/New_York"), ZoneInfo("Asia/Shanghai")):
        assert told_since(_day(2026, 5, 7), "Ada lives in Rome.", zone=zone) == "2026-05-07"
        assert told_until(_day(2026, 5, 8), "Ada lives in Rome.", zone=zone) == "2026-05-07"
    assert told_until(_day(2026, 5, 8, 23), "Ada lives in Rome.", zone=ZoneInfo("Asia/Shanghai")) == "2026-05-09"


def test_a_model_that_reads_on_is_shown_the_month_unless_a_day_is_told() -> None:
    assert told_since(_day(2026, 5, 1), "Ada lives in Rome.", is_rough=True) == "2026-05"
    assert told_since(_day(2026, 5, 1), "Ada lives in Rome since 1 May.", is_rough=True) == "2026-05-01"
    assert told_until(_day(2026, 1, 1), "Ada lived in Rome.", is_rough=True) == "2025"
    assert told_until(_day(2027, 1, 1), "房租从2026年12月起要涨到7500。", is_rough=True) == "2026-12"


@pytest.mark.parametrize(
    ("sentence", "looked_at", "shown"),
    [
        ("Ada does back exercises.", _day(2026, 2, 3), "2026-01"),
        ("Ada does back exercises.", _day(2027, 2, 3), "2026"),
        ("On 22 January 2026 Ada said that beer is too bitter for her now.", _day(2027, 2, 3), "2026-01"),
        ("Ada has done back exercises since 2026.", _day(2026, 2, 3), "2026"),
        ("As of June 2030, Ada has been married for four years.", _day(2030, 6, 3), "2026"),
        ("艾达在做腰部锻炼。", _day(2026, 2, 3), "2026-01"),
        ("艾达2026年1月22日说,现在觉得啤酒太苦。", _day(2027, 2, 3), "2026-01"),
        ("艾达从2026年起做腰部锻炼。", _day(2026, 2, 3), "2026"),
    ],
)
def test_a_january_is_not_shown_as_its_year_unless_it_is_looked_back_on(
    sentence: str, looked_at: datetime, shown: str
) -> None:
    assert told_since(_day(2026, 1, 1), sentence, is_rough=True, looked_at=looked_at) == shown


@pytest.mark.parametrize(
    ("end", "sentence", "first", "last"),
    [
        (_day(2026, 12, 10), "Ada goes to Porto from 4 to 9 December.", "2026-12-04", "2026-12-09"),
        (_day(2027, 1, 4), "Ada stays from 28 December to 3 January.", "2026-12-28", "2027-01-03"),
        (_day(2027, 1, 1), "In December, from 29 to 31 December, Ada rests.", "2026-12-29", "2026-12-31"),
        (_day(2026, 11, 9), "Ada paints next week.", "2026-11-02", "2026-11-08"),
        (_day(2027, 5, 1), "Ada tours from February to April 2027.", "2027-02", "2027-04"),
        (_day(2026, 12, 10), "用户计划12月4日到9日去葡萄牙。", "2026-12-04", "2026-12-09"),
    ],
)
def test_what_is_to_come_is_shown_from_the_first_of_its_days(
    end: datetime, sentence: str, first: str, last: str
) -> None:
    start = start_of(sentence, end, _day(2026, 10, 29, 21))
    assert told_days(start, end, sentence) == (first, last)


@pytest.mark.parametrize(
    ("end", "sentence", "shown"),
    [
        (_day(2026, 12, 10), "Ada applies until 9 December.", "2026-12-09"),
        (_day(2026, 12, 10), "Ada goes to Porto from 4 to 8 December.", "2026-12-09"),
        (_day(2027, 3, 1), "Ada moves to Oslo in February.", "2027-02"),
        (_day(2028, 1, 1), "Ada reads more in 2027.", "2027"),
        (_day(2026, 12, 10), "Ada goes to Porto.", "2026-12-09"),
    ],
)
def test_what_is_told_by_one_time_has_that_alone(end: datetime, sentence: str, shown: str) -> None:
    start = start_of(sentence, end, _day(2026, 10, 29, 21))
    assert (start is None or start.day == end.day - 1, told_days(start, end, sentence)) == (True, (shown, shown))
