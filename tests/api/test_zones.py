"""One zone per user: what a question means by "yesterday evening", days, stamps and today's date go by it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.chatting import answer
from support.model_server import ModelServer

from memary import ChatAgent, InputError, Memary
from memary.languages.prompt.stamps import Zones
from memary.types import ZONE_KEY
from memary.zones import SYSTEM_ZONE, in_zone, name_of, zone_named

BERLIN, SHANGHAI = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Shanghai")


def opened(**options: Any) -> Memary:
    return Memary.open("sqlite:///:memory:", worker=False, embedding="hash", **options)


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Memary]:
    monkeypatch.delenv("MEMARY_TIMEZONE", raising=False)
    with opened() as made:
        yield made


def say(memory: Memary, text: str, at: datetime | str, *, user: str = "ada", **more: Any) -> None:
    memory.add([{"content": text, "created_at": at} | more], user_id=user)
    memory.flush(user_id=user)


# zones by name


def test_a_zone_is_named_by_its_iana_name_or_its_offset() -> None:
    assert zone_named("Europe/Berlin") == BERLIN
    assert zone_named("+08:00") == timezone(timedelta(hours=8))
    for name in ("", "Europe", "../etc/passwd", "Nowhere/Land", "x" * 300, "Europe/Berlin\0", "now"):
        assert zone_named(name) is None
    assert name_of(datetime(2026, 7, 1, tzinfo=BERLIN)) == "Europe/Berlin"
    assert name_of(datetime(2026, 1, 1, tzinfo=ZoneInfo("Europe/London"))) == "Europe/London"  # as far as UTC then
    assert name_of(datetime(2026, 7, 1, tzinfo=timezone(timedelta(hours=5, minutes=30)))) == "+05:30"
    assert name_of(datetime(2026, 7, 1, tzinfo=UTC)) is None
    assert in_zone(datetime(1, 1, 1, tzinfo=UTC), ZoneInfo("America/New_York")) == datetime(1, 1, 1, tzinfo=UTC)


def test_a_message_of_which_the_day_alone_was_told_shows_no_hour(memory: Memary) -> None:
    say(memory, "The roof leaks.", "2026-03-02")
    say(memory, "It is mended.", "2026-03-03T08:00:00+08:00")  # the same moment as that day's beginning in UTC
    shown = [
        Zones(BERLIN).minute(one.created_at, one.metadata.get(ZONE_KEY))
        for one in memory.messages.list(user_id="ada")
    ]
    assert shown == ["2026-03-02", "2026-03-03 08:00"]


@pytest.fixture
def machine_in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("machine_in_berlin")
@given(st.datetimes(datetime(1990, 1, 1), datetime(2036, 1, 1)))
def test_the_zone_of_the_machine_has_its_summer_time(moment: datetime) -> None:
    at = moment.replace(tzinfo=UTC)
    mine, berlin = at.astimezone(SYSTEM_ZONE), at.astimezone(BERLIN)
    assert (mine.replace(tzinfo=None), mine.fold) == (berlin.replace(tzinfo=None), berlin.fold)
    assert (mine.utcoffset(), mine.astimezone(UTC)) == (berlin.utcoffset(), at)


@pytest.mark.usefixtures("machine_in_berlin")
def test_the_hour_that_comes_twice_is_told_apart_and_far_times_have_an_offset() -> None:
    for hour, offset in ((0, 2), (1, 1)):
        at = datetime(2026, 10, 25, hour, 30, tzinfo=UTC).astimezone(SYSTEM_ZONE)
        assert (at.hour, at.utcoffset()) == (2, timedelta(hours=offset))
    assert datetime(9999, 12, 30, tzinfo=UTC).astimezone(SYSTEM_ZONE).utcoffset() is not None
    assert datetime(2026, 1, 1, tzinfo=SYSTEM_ZONE).tzname() == "CET"


# which zone is the user's


def zone_of(memory: Memary, user: str = "ada") -> Any:
    return memory.admin.zones_of(user_id=user).main


def test_a_zone_by_name_is_kept_by_name(memory: Memary) -> None:
    say(memory, "I moved to Graz.", datetime(2026, 1, 15, 9, tzinfo=BERLIN))
    assert zone_of(memory) == BERLIN
    assert memory.messages.list(user_id="ada")[0].metadata[ZONE_KEY] == "Europe/Berlin"
    say(memory, "我到了武汉。", "2026-01-15T19:00:00+08:00[Asia/Shanghai]")
    assert zone_of(memory) == SHANGHAI
    say(memory, "Back in Graz.", "2026-01-16T09:00[Europe/Berlin]")
    assert (zone_of(memory), memory.messages.list(user_id="ada")[-1].created_at) == (
        BERLIN, datetime(2026, 1, 16, 8, tzinfo=UTC),
    )  # fmt: skip
    say(memory, "Now by metadata.", "2026-01-17T09:00:00Z", metadata={ZONE_KEY: "Asia/Shanghai"})
    assert zone_of(memory) == SHANGHAI


@pytest.mark.parametrize("at", ["2026-01-16T09:00[Nowhere/Land]", "2026-01-16T09:00[Europe/Berlin", "now[UTC]"])
def test_a_time_in_no_zone_that_there_is_is_refused(memory: Memary, at: str) -> None:
    with pytest.raises(InputError, match="is not an ISO 8601 time"):
        memory.add([{"content": "x", "created_at": at}], user_id="ada")


def test_the_zone_that_the_user_says_is_theirs_goes_before_that_of_messages(memory: Memary) -> None:
    say(memory, "I moved to Graz.", "2026-01-15T09:00:00+08:00")
    assert zone_of(memory) == timezone(timedelta(hours=8))
    fact = {
        "subject": "user",
        "predicate": "timezone_is",
        "object": "Europe/Berlin",
        "valid_at": "2026-01-01T00:00:00Z",
    }
    memory.facts.add([fact], user_id="ada")
    assert zone_of(memory) == BERLIN
    assert zone_of(memory, "ben") != BERLIN
    later = fact | {"object": "Asia/Shanghai", "valid_at": "2026-02-01T00:00:00Z"}
    memory.facts.add([later], user_id="ada")
    assert zone_of(memory) == SHANGHAI
    memory.facts.add([fact | {"object": "the sea", "valid_at": "2026-03-01T00:00:00Z"}], user_id="ada")
    assert zone_of(memory) == timezone(timedelta(hours=8))
    with opened(timezone="America/New_York") as fixed:
        fixed.facts.add([fact], user_id="ada")
        assert zone_of(fixed) == ZoneInfo("America/New_York")


# what goes by it


def test_winter_and_summer_days_are_both_right_where_the_zone_is_known(memory: Memary) -> None:
    say(memory, "I moved to Graz.", datetime(2026, 1, 15, 23, 30, tzinfo=BERLIN))  # 22:30 UTC
    say(memory, "I moved to Rome.", datetime(2026, 7, 15, 0, 30, tzinfo=BERLIN))  # 22:30 UTC the day before
    days = [f"{day.start:%m-%d %z}" for day in memory.stream.timeline(user_id="ada", by="day") if day.count]
    assert days == ["01-15 +0100", "07-15 +0200"]
    window = memory.context("Where do I live?", user_id="ada", history="none")
    shown = "\n".join(block.text for block in window.blocks)
    assert "[2026-01-15 23:30 Thursday]" in shown
    assert "[2026-07-15 00:30 Wednesday]" in shown
    assert "(since 2026-07-15)" in shown


def test_the_day_the_clock_is_changed_has_23_hours_and_the_week_begins_at_midnight(memory: Memary) -> None:
    for hour in (0, 23):
        say(memory, "I was in Graz.", datetime(2026, 3, 29, hour, 30, tzinfo=BERLIN))
    (day,) = memory.stream.timeline(user_id="ada", by="day")
    assert (day.count, day.end.astimezone(UTC) - day.start.astimezone(UTC)) == (2, timedelta(hours=23))
    (week,) = memory.stream.timeline(user_id="ada", by="week")
    assert (f"{week.start:%F %R}", f"{week.end:%F %R}") == ("2026-03-23 00:00", "2026-03-30 00:00")
    assert week.end.astimezone(UTC) - week.start.astimezone(UTC) == timedelta(days=7) - timedelta(hours=1)


@pytest.mark.parametrize(
    ("question", "said", "zone"),
    [
        ("What did I do yesterday evening?", "I cooked laksa.", SHANGHAI),
        ("我昨天晚上做了什么？", "我做了一锅汤。", SHANGHAI),
        ("What did I do yesterday evening?", "I cooked laksa.", ZoneInfo("America/New_York")),
    ],
)
def test_the_times_of_a_question_are_meant_in_the_users_zone(
    memory: Memary, question: str, said: str, zone: ZoneInfo
) -> None:
    say(memory, said, datetime(2026, 5, 3, 20, 30, tzinfo=zone))  # the evening before, there
    say(memory, said, datetime(2026, 5, 3, 9, 30, tzinfo=zone))
    asked = datetime(2026, 5, 4, 0, 30, tzinfo=zone).astimezone(UTC)  # just after midnight there
    first, second = memory.search(question, user_id="ada", kinds={"message"}, as_of=asked)
    assert (first.created_at, first.score > second.score) == (datetime(2026, 5, 3, 20, 30, tzinfo=zone), True)


@pytest.mark.parametrize("question", ["Where did I live yesterday?", "我昨天住在哪里？"])
def test_what_was_true_yesterday_is_asked_on_the_users_calendar(memory: Memary, question: str) -> None:
    moved = datetime.now(SHANGHAI).replace(hour=0, minute=5, second=0, microsecond=0)  # today there
    for city, since in (("Wuhan", moved - timedelta(days=90)), ("Shenzhen", moved)):
        fact = {"subject": "user", "predicate": "lives_in", "object": city, "valid_at": since}
        memory.facts.add([fact], user_id="ada")
    say(memory, "Good morning.", moved - timedelta(days=3))
    told = [hit.text for hit in memory.search(question, user_id="ada", kinds={"fact"})]
    assert any("Wuhan" in text for text in told)


@pytest.mark.parametrize(("text", "home"), [("Hi.", BERLIN), ("你好。", SHANGHAI)])
def test_the_agent_is_told_todays_date_in_the_users_zone(text: str, home: ZoneInfo) -> None:
    with ModelServer() as server:
        options = {"base_url": server.base_url, "model": "scripted", "api_key": "test"}
        with opened(**options) as memory:
            fact = {"subject": "user", "predicate": "timezone_is", "object": str(home)}
            memory.facts.add([fact], user_id="ada")
            server.script(answer("OK."))
            before = datetime.now(home).date()
            ChatAgent(memory, user_id="ada").chat(text)
            days = {before, datetime.now(home).date()}
            prompt = str(server.last_chat)
    assert any(day.isoformat() in prompt for day in days)


@pytest.mark.parametrize("home", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])  # a day apart at any time
def test_today_differs_between_users_of_one_memory(home: str) -> None:
    with ModelServer() as server, opened(base_url=server.base_url, model="scripted", api_key="test") as memory:
        memory.facts.add([{"subject": "user", "predicate": "timezone_is", "object": home}], user_id="ada")
        server.script(answer("OK."))
        today: date = datetime.now(ZoneInfo(home)).date()
        ChatAgent(memory, user_id="ada").chat("Hi.")
        assert today.isoformat() in str(server.last_chat)


def test_said_without_a_zone_yesterday_is_that_of_the_users_zone(memory: Memary) -> None:
    memory.facts.add([{"subject": "user", "predicate": "timezone_is", "object": "Asia/Shanghai"}], user_id="ada")
    say(memory, "我昨天搬到深圳了。", "2026-07-28T16:30:00Z")  # half past midnight on the 29th there
    (moved,) = [fact for fact in memory.facts.list(user_id="ada") if fact.object == "深圳"]
    assert moved.valid_at == datetime(2026, 7, 27, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "home"), [("My time zone is Europe/Berlin.", BERLIN), ("我的时区是Asia/Shanghai。", SHANGHAI)]
)
def test_what_the_user_says_of_their_zone_is_read_without_a_model(memory: Memary, said: str, home: ZoneInfo) -> None:
    say(memory, said, "2026-01-15T09:00:00Z")
    assert zone_of(memory) == home
