"""Time expressions become intervals, in English and Chinese, and nothing is made of what is not one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import each

from memary.text.times.intervals import TimeRef, find_times, overlap
from memary.types import BEGINNING, FOREVER
from text.times import chinese_cases, english_cases

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime.fromisoformat(english_cases.NOW).replace(tzinfo=SHANGHAI)
_NEW_YORK = ZoneInfo("America/New_York")


def local(text: str, *, open_end: datetime = FOREVER) -> datetime:
    return open_end if text == ".." else datetime.fromisoformat(text).replace(tzinfo=SHANGHAI)


def only(text: str, *, now: datetime = NOW) -> TimeRef:
    (found,) = find_times(text, now=now)
    return found


@each(("text", "words", "interval", "granularity", "weekdays"), english_cases.WEEKDAYS)
def test_days_of_the_week_that_come_again_are_read_as_all_of_them(
    text: str, words: str, interval: str, granularity: str, weekdays: tuple[int, ...]
) -> None:
    start, end = interval.split("/")
    ref = only(text)
    assert (ref.text, ref.granularity) == (words, granularity)
    assert (ref.start, ref.end) == (local(start, open_end=BEGINNING), local(end))
    assert ref.weekdays == set(weekdays)


def test_a_time_on_another_day_of_the_week_does_not_fit() -> None:
    late = datetime(2026, 11, 16, 23, 30, tzinfo=SHANGHAI)
    early = datetime(2026, 11, 16, 0, 30, tzinfo=SHANGHAI)  # still Sunday in UTC
    assert [overlap(only("on Mondays"), time) for time in (late, early)] == [1.0, 1.0]
    assert overlap(only("on Mondays"), early - timedelta(hours=1)) == 0.0


@each(("text", "words", "interval", "granularity"), english_cases.ENGLISH + chinese_cases.CHINESE)
def test_an_expression_is_read_as_its_interval(text: str, words: str, interval: str, granularity: str) -> None:
    start, end = interval.split("/")
    found = {ref.text: ref for ref in find_times(text, now=NOW)}
    assert words in found, f"read {list(found)}"
    ref = found[words]
    assert (ref.start, ref.end) == (local(start, open_end=BEGINNING), local(end))
    assert ref.granularity == granularity
    assert ref.start.tzinfo is UTC
    assert ref.end.tzinfo is UTC


@each("text", english_cases.ENGLISH_NOTHING + chinese_cases.CHINESE_NOTHING)
def test_a_vague_or_ambiguous_word_is_no_time(text: str) -> None:
    assert find_times(text, now=NOW) == []


def test_the_cases_are_many_in_both_languages() -> None:
    for positive, nothing in (
        (english_cases.ENGLISH, english_cases.ENGLISH_NOTHING),
        (chinese_cases.CHINESE, chinese_cases.CHINESE_NOTHING),
    ):
        assert len(positive) >= 80
        assert len(nothing) >= 25


def test_expressions_come_in_their_order_and_the_longest_counts() -> None:
    text = "Yesterday I dreamt of 昨天晚上, of 2024-06-03 and of three days before 9 June 2023."
    assert [ref.text for ref in find_times(text, now=NOW)] == [
        "Yesterday",
        "昨天晚上",
        "2024-06-03",
        "three days before 9 June 2023",
    ]


def test_both_languages_mean_the_same() -> None:
    pairs = [
        ("last Friday", "上周五"),
        ("two weeks ago", "两周前"),
        ("in May 2023", "2023年5月"),
        ("last night", "昨晚"),
    ]
    for english, chinese in pairs:
        one, other = only(english), only(chinese)
        assert (one.start, one.end, one.granularity) == (other.start, other.end, other.granularity)


def test_a_given_language_is_read_alone_and_digits_in_any() -> None:
    text = "yesterday 昨天 2024-06-03"
    assert [ref.text for ref in find_times(text, now=NOW, language="en")] == ["yesterday", "2024-06-03"]
    assert [ref.text for ref in find_times(text, now=NOW, language="zh")] == ["昨天", "2024-06-03"]
    assert [ref.text for ref in find_times(text, now=NOW, language="ru")] == ["2024-06-03"]


def test_the_future_is_meant_only_in_the_sentence_that_says_so() -> None:
    first, second = find_times("I met Tom on Friday. I will call him on Friday.", now=NOW)
    assert first.start == local("2026-11-13")
    assert second.start == local("2026-11-20")


def test_a_day_is_the_day_of_the_speakers_zone() -> None:
    now = datetime(2026, 11, 18, 22, 30, tzinfo=_NEW_YORK)  # the 19th in UTC
    assert only("today", now=now).start == datetime(2026, 11, 18, tzinfo=_NEW_YORK)
    assert only("yesterday", now=now.astimezone(UTC)).start == datetime(2026, 11, 18, tzinfo=UTC)


def test_days_are_whole_and_hours_are_real_where_the_clock_changes() -> None:
    now = datetime(2026, 11, 1, 9, 15, tzinfo=_NEW_YORK)  # that night had 25 hours
    today = only("today", now=now)
    assert today.end - today.start == timedelta(hours=25)
    assert only("10 hours ago", now=now).start == now.astimezone(UTC) - timedelta(hours=10, minutes=15)


def test_an_interval_that_contradicts_itself_or_the_calendar_is_left_out() -> None:
    for text in ("30 February 2023", "2月30日", "2023-02-29", "2023-13-01", "since tomorrow", "9999 years ago"):
        assert find_times(text, now=NOW) == []


def test_a_lunar_feast_beyond_the_known_years_is_left_out() -> None:
    assert find_times("2050年春节", now=NOW) == []


def test_the_time_of_speech_needs_a_zone() -> None:
    with pytest.raises(ValueError, match="time zone"):
        find_times("today", now=datetime(2026, 11, 18))


def test_a_time_inside_overlaps_fully_and_one_outside_less_with_every_unit() -> None:
    last_week = only("last week")
    inside, a_week_off, two_weeks_off = (last_week.end + timedelta(days=days) for days in (-1, 7, 14))
    assert overlap(last_week, inside) == 1.0
    assert overlap(last_week, last_week.start) == 1.0
    assert overlap(last_week, a_week_off) == pytest.approx(0.5)
    assert overlap(last_week, two_weeks_off) == pytest.approx(0.25)
    assert overlap(last_week, last_week.start - timedelta(days=7)) == pytest.approx(0.5)


def test_an_open_end_overlaps_whatever_lies_beyond() -> None:
    assert overlap(only("before 2020"), datetime(1970, 1, 1, tzinfo=UTC)) == 1.0
    assert overlap(only("after 2020"), datetime(2090, 1, 1, tzinfo=UTC)) == 1.0
    assert overlap(only("20 minutes ago"), datetime(1970, 1, 1, tzinfo=UTC)) == 0.0


_WORDS = (
    "the last next this two half an a since before after of in on at from to between and until days weeks ago May 7 "
    "31 2023 2024-06 3pm 25:61 Friday weekend Christmas summer Q3 90s "
    "昨天 上 周 五 年 月 日 号 三 十 前 后 个 半 点 春节 去年 从 到 底"
)
_PIECES = st.sampled_from(_WORDS.split())
_TEXTS = st.one_of(st.text(), st.lists(_PIECES).map(" ".join), st.lists(_PIECES).map("".join))
_ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_MOMENTS = st.one_of(st.just(NOW), st.datetimes(timezones=_ZONES))


@given(text=_TEXTS, now=_MOMENTS, language=st.sampled_from([None, "en", "zh", "de"]))
def test_any_text_gives_ordered_proper_intervals(text: str, now: datetime, language: str | None) -> None:
    end_of_last = 0
    for ref in find_times(text, now=now, language=language):
        at = text.find(ref.text, end_of_last)
        assert ref.text
        assert at >= 0
        end_of_last = at + len(ref.text)
        assert ref.start < ref.end
        assert ref.start >= BEGINNING
        assert ref.end <= FOREVER
        assert 0.0 <= overlap(ref, NOW) <= 1.0
