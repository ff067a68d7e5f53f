"""The memory stream over time: periods, peaks, shifts of the subject."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.records import NOW, days, entity, mention, message, minutes

from memary.errors import InputError
from memary.stream.entries import Step, StreamEntryRow, gather, peaks, timeline, without_regulars
from memary.stream.topic_segments import topic_shifts
from memary.types import Entity, Message

BERLIN = ZoneInfo("Europe/Berlin")
NODES: dict[str, Entity] = {}


def seen(name: str, at: datetime, *, session: str = "s", source: str | None = None) -> StreamEntryRow:
    node = NODES.setdefault(name, entity("ada", name))
    return StreamEntryRow(node, at, source or at.isoformat(), session)


def at(day: str, hour: int = 12) -> datetime:
    return datetime.fromisoformat(f"{day}T{hour:02}:00:00+00:00")


def daily(*counts: int) -> list[StreamEntryRow]:
    """So many mentions on each day from 1 June 2026 on."""
    first = at("2026-06-01")
    return [
        seen("tea", first + days(day) + minutes(number))
        for day, count in enumerate(counts)
        for number in range(count)
    ]


def test_days_without_mentions_are_there_with_nothing() -> None:
    periods = timeline(daily(2, 0, 0, 1), by="day", zone=UTC)
    assert [(period.start.day, period.count, period.messages) for period in periods] == [
        (1, 2, 2), (2, 0, 0), (3, 0, 0), (4, 1, 1),
    ]  # fmt: skip


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    said = [seen("tea", at("2025-12-31")), seen("tea", at("2026-01-05"))]
    weeks = timeline(said, by="week", zone=UTC)
    assert [(f"{week.start:%F}", f"{week.end:%F}", week.count) for week in weeks] == [
        ("2025-12-29", "2026-01-05", 1),
        ("2026-01-05", "2026-01-12", 1),
    ]
    months = timeline(said, by="month", zone=UTC)
    assert [f"{month.start:%F}" for month in months] == ["2025-12-01", "2026-01-01"]


def test_a_day_is_one_of_the_users_zone() -> None:
    late = [seen("tea", datetime(2026, 5, 31, 22, 30, tzinfo=UTC))]
    (month,) = timeline(late, by="month", zone=BERLIN)
    assert month.start == datetime(2026, 6, 1, tzinfo=BERLIN)
    assert month.start.utcoffset() == timedelta(hours=2)


def test_a_period_tells_what_came_up_most_in_how_many_messages() -> None:
    said = [seen("tea", NOW), seen("milk", NOW), seen("tea", NOW + minutes(1))]
    (day,) = timeline(said, by="day", zone=UTC)
    assert (day.count, day.messages, day.entities, day.top) == (3, 2, 2, ("tea", "milk"))


def test_the_range_asked_for_is_shown_whole() -> None:
    days_ = timeline(daily(1), by="day", zone=UTC, since=at("2026-05-30", 0), until=at("2026-06-03", 0))
    assert [period.count for period in days_] == [0, 0, 1, 0]
    assert timeline([], by="day", zone=UTC) == []
    assert timeline([], by="day", zone=UTC, since=NOW, until=NOW) == []


@pytest.mark.long
@given(
    st.lists(st.datetimes(datetime(2025, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC)), max_size=20),
    st.sampled_from(["day", "week", "month"]),
    st.sampled_from(["UTC", "Europe/Berlin", "Asia/Shanghai", "America/Los_Angeles"]),
)
def test_every_entry_is_counted_in_one_period_and_periods_leave_no_gap(
    times: list[datetime], by: Step, zone: str
) -> None:
    periods = timeline([seen("tea", time) for time in times], by=by, zone=ZoneInfo(zone))
    assert sum(period.count for period in periods) == len(times)
    assert all(one.end == other.start for one, other in pairwise(periods))
    assert all(any(period.start <= time < period.end for period in periods) for time in times)


def test_a_range_of_too_many_periods_is_an_error() -> None:
    with pytest.raises(InputError, match="too many days"):
        timeline(daily(1), by="day", zone=UTC, since=at("1990-01-01"), until=at("2026-01-01"))


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_the_ends_of_the_calendar_are_periods_like_others(zone: str) -> None:
    first, last = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
    with pytest.raises(InputError, match="too many weeks"):
        timeline(daily(1), by="week", zone=ZoneInfo(zone), since=first)
    assert gather([mention(NODES["tea"], message("ada", at=first))], {NODES["tea"].id: NODES["tea"]}, {}, zone=UTC)
    assert timeline([seen("tea", first)], by="day", zone=ZoneInfo(zone))[0].count == 1
    assert timeline([seen("tea", last)], by="month", zone=ZoneInfo(zone))[0].count == 1


def test_a_peak_stands_out_from_the_days_on_which_anything_came_up() -> None:
    # median 4, MAD 1: a peak is above 4 + 2.5 * 1.4826 * 1 = 7.7
    said = daily(4, 0, 3, 5, 0, 0, 8, 4, 3, 5)
    (peak,) = peaks(timeline(said, by="day", zone=UTC))
    assert (peak.start.day, peak.count, peak.deviation) == (7, 8, pytest.approx(2.7, abs=0.01))
    assert peaks(timeline(daily(4, 0, 3, 5, 0, 0, 7, 4, 3, 5), by="day", zone=UTC)) == []


def test_where_most_days_are_alike_the_mean_deviation_stands_in() -> None:
    # median 2, MAD 0, mean deviation 8/7: a peak is above 2 + 2.5 * 1.2533 * 8/7 = 5.6
    (peak,) = peaks(timeline(daily(2, 2, 2, 2, 2, 2, 10), by="day", zone=UTC))
    assert peak.count == 10


def test_even_days_and_few_days_have_no_peak() -> None:
    assert peaks(timeline(daily(3, 3, 3, 3, 3), by="day", zone=UTC)) == []
    assert peaks(timeline(daily(1, 1, 50), by="day", zone=UTC)) == []


def talk(session: str, day: int, **counts: int) -> list[StreamEntryRow]:
    start = NOW + days(day)
    names = [name for name, count in counts.items() for _ in range(count)]
    return [seen(name, start + minutes(turn), session=session) for turn, name in enumerate(names)]


def test_the_subject_shifts_where_other_things_come_up() -> None:
    said = [
        *talk("a", 0, react=4, css=4),
        *talk("b", 1, react=4, css=3, kafka=1),
        *talk("c", 2, kafka=4, postgres=4),
    ]
    (shift,) = topic_shifts(said)
    assert (shift.at, shift.before, shift.after) == (NOW + days(2), ("b",), ("c",))
    # react 1/4, css 3/16, postgres 1/4, and kafka with a share of 1/8 and then 1/2: 0.0869
    assert shift.divergence == pytest.approx(0.7744, abs=1e-4)
    assert (shift.went, shift.came) == (("react", "css"), ("postgres",))


def test_divergence_is_nothing_for_the_same_shares_and_one_for_nothing_in_common() -> None:
    assert topic_shifts([*talk("a", 0, tea=6), *talk("b", 1, tea=12)], threshold=0.01) == []
    (shift,) = topic_shifts([*talk("a", 0, tea=6), *talk("b", 1, milk=6)])
    assert shift.divergence == 1.0


def test_what_chance_would_make_of_one_talk_is_no_shift() -> None:
    first = {f"once{number}": 1 for number in range(6)}
    second = {f"twice{number}": 1 for number in range(6)}
    assert topic_shifts([*talk("a", 0, **first), *talk("b", 1, **second)]) == []


def test_short_sessions_are_joined_with_the_next() -> None:
    said = [*talk("a", 0, tea=6), *talk("b", 1, milk=3), *talk("c", 2, milk=3), *talk("d", 3, milk=2)]
    (shift,) = topic_shifts(said)
    assert (shift.before, shift.after) == (("a",), ("b", "c", "d"))
    assert topic_shifts(talk("a", 0, tea=2)) == []


def spoken(speaker: str, session: str | None, text: str = "x") -> Message:
    return message("ada", f"{text} {session}", session_id=session, speaker=speaker)


def test_mentions_know_the_session_of_their_message_or_else_their_day() -> None:
    tea = entity("ada", "tea")
    inside, alone = spoken("Ada", "s1"), spoken("Ada", None)
    found = gather(
        [mention(tea, inside), mention(tea, alone), mention(entity("ada", "gone"), alone)],
        {tea.id: tea},
        {inside.id: inside, alone.id: alone},
        zone=UTC,
    )
    assert [one.session for one in found] == ["s1", "2026-05-01"]


def test_those_who_talk_are_no_topic_but_a_guest_is() -> None:
    messages = [spoken("Caroline", "1"), spoken("Melanie Smith", "1"), spoken("Caroline", "2"), spoken("Ben", "3"),
                spoken("Melanie Smith", "3"), spoken("Caroline", "4")]  # fmt: skip
    names = ("Caroline", "Melanie", "Smith", "Ben", "Mel", "User", "tea")
    kept = without_regulars([seen(name, NOW) for name in names], messages)
    assert [one.entity.name for one in kept] == ["Ben", "Mel", "tea"]


def test_a_name_that_only_begins_like_that_of_a_speaker_is_a_topic_but_a_short_form_is_not() -> None:
    messages = [spoken("Annabel", "1"), spoken("Elizabeth Ray", "1")]
    kept = without_regulars([seen(name, NOW) for name in ("Ann", "Anna", "Liz", "Annabel")], messages)
    assert [one.entity.name for one in kept] == ["Ann", "Anna"]
