"""Times are shown on the clock of those who told them, unless the settings name a zone for all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from memary import Memary
from memary.agent.chat_agent import ChatAgent
from memary.conversation.context_window import ContextWindow

MOVED = {"content": "I moved to Graz today.", "created_at": "2026-07-29T07:00:00+08:00"}  # the 28th in UTC


def opened(**options: str) -> Memary:
    return Memary.open("sqlite:///:memory:", worker=False, embedding="hash", **options)  # type: ignore[arg-type]


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Memary]:
    monkeypatch.delenv("MEMARY_TIMEZONE", raising=False)
    with opened() as made:
        yield made


def tell(memory: Memary, message: dict[str, str], *, user: str = "ada") -> None:
    memory.add(message, user_id=user, session_id="s")
    memory.flush()


def block(window: ContextWindow, name: str) -> str:
    return next((one.text for one in window.blocks if one.name == name), "")


def test_the_context_shows_facts_days_and_messages_in_the_users_zone(memory: Memary) -> None:
    tell(memory, MOVED)
    window = memory.context("Where do I live?", user_id="ada", session_id="s", history="none")
    assert "- User lives in Graz. (since 2026-07-29)" in block(window, "facts")
    assert "- [2026-07-29 07:00 Wednesday] User: I moved" in block(window, "passages")
    assert "- Graz 1×" in block(window, "entities")
    last = memory.context("Where do I live?", user_id="ada", session_id="s")
    assert "[2026-07-29 07:00 Wednesday] User: I moved" in block(last, "messages")


@pytest.mark.parametrize(
    ("said", "asked", "shown"),
    [
        ("I moved to Graz.", "Where do I live?", "[2026-03-02 Monday] User: I moved"),
        ("我搬到深圳了。", "我住在哪里？", "[2026-03-02 星期一] 用户: 我搬到"),
    ],
)
def test_a_message_of_which_the_day_alone_is_told_has_no_hour(
    memory: Memary, said: str, asked: str, shown: str
) -> None:
    tell(memory, {"content": said, "created_at": "2026-03-02"})
    assert shown in block(memory.context(asked, user_id="ada", session_id="s"), "messages")
    assert shown in block(memory.context(asked, user_id="ada", history="none"), "passages")


def test_in_chinese_as_well(memory: Memary) -> None:
    tell(memory, {"content": "我昨天搬到深圳了。", "created_at": "2026-07-29T10:00:00+08:00"})
    window = memory.context("我住在哪里？", user_id="ada")
    assert "自2026-07-28起" in block(window, "facts")
    assert "2026-07-29 10:00 星期三" in block(window, "passages")


def test_each_message_is_shown_in_its_own_zone_and_facts_in_the_last_one_told(memory: Memary) -> None:
    tell(memory, MOVED)
    tell(memory, {"content": "I like tea from Graz.", "created_at": "2026-07-30T20:00:00-07:00"})
    tell(memory, {"content": "Graz is quiet.", "created_at": "2026-08-01T12:00:00Z"})  # tells no zone
    window = memory.context("What of Graz?", user_id="ada")
    assert "[2026-07-29 07:00 Wednesday]" in block(window, "passages")
    assert "[2026-07-30 20:00 Thursday]" in block(window, "passages")
    assert "lives in Graz. (since 2026-07-28)" in block(window, "facts")
    assert datetime.now(memory.admin.zones_of(user_id="ada").main).utcoffset() == timedelta(hours=-7)


def test_where_nobody_tells_a_zone_it_is_the_systems(memory: Memary) -> None:
    tell(memory, MOVED)
    tell(memory, {"content": "I live in Rome.", "created_at": "2026-07-28T23:00:00Z"}, user="ben")
    local = datetime(2026, 7, 28, 23, tzinfo=UTC).astimezone(memory.core.zones.main)
    window = memory.context("Where do I live?", user_id="ben")
    assert f"(since {local:%Y-%m-%d})" in block(window, "facts")
    assert f"[{local:%Y-%m-%d %H:%M} " in block(window, "passages")


def test_a_zone_that_the_settings_name_is_for_all() -> None:
    with opened(timezone="America/New_York") as memory:
        tell(memory, MOVED)
        window = memory.context("Where do I live?", user_id="ada")
        assert "(since 2026-07-28)" in block(window, "facts")
        assert "[2026-07-28 19:00 Tuesday]" in block(window, "passages")


def test_a_zone_that_cannot_be_read_is_passed_over(memory: Memary) -> None:
    tell(memory, MOVED)
    odd = {"content": "Graz again.", "created_at": "2026-07-29T12:00:00Z", "metadata": {"memary.zone": 5}}
    memory.add(odd, user_id="ada")
    window = memory.context("Graz", user_id="ada")
    assert "(since 2026-07-29)" in block(window, "facts")
    assert "Graz again." in block(window, "passages")


def test_the_profile_and_its_moods_are_told_in_the_users_zone(memory: Memary) -> None:
    at = datetime.now(UTC).replace(hour=23, minute=0, second=0, microsecond=0) - timedelta(days=2)
    there = (at + timedelta(hours=8)).replace(tzinfo=None)
    tell(memory, {"content": "I'm so stressed today.", "created_at": f"{there.isoformat()}+08:00"})
    (mood,) = memory.insights.profile(user_id="ada").section("mood")
    assert mood.text.startswith(f"{there:%Y-%m-%d} 07:00")
    drawn = memory.insights.reflect(user_id="ada").added
    assert [f"{there:%Y-%m-%d}" in one.statement for one in drawn if one.object == "stressed"] == [True]


def test_days_of_the_stream_are_the_users(memory: Memary) -> None:
    tell(memory, MOVED)
    (day,) = memory.stream.timeline(user_id="ada", by="day")
    assert day.start == datetime(2026, 7, 28, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "question", "line"),
    [
        ("My birthday is 3 May.", "When is my birthday?", "- User's birthday is 3 May."),
        ("My name is Ada Novak.", "What is my name?", "- User is called Ada Novak."),
        ("I was born in Riga.", "Where was I born?", "- User was born in Riga."),
        ("My sister is called Mia.", "Who is my sister?", "- User's sister is Mia."),
        ("I'm allergic to nuts.", "What must I not eat?", "- User is allergic to nuts."),
        ("我的生日是5月3日。", "我的生日是哪天？", "- 用户的生日是5月3日。"),
        ("我来自成都。", "我是哪里人？", "- 用户来自成都。"),
        ("I've had asthma since 2012.", "What illness do I have?", "- User has asthma. (since 2012)"),
    ],
)
def test_what_has_no_beginning_is_shown_without_the_day_on_which_it_was_told(
    said: str, question: str, line: str
) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        memory.add(said, user_id="ada", wait=True)
        answer = ChatAgent(memory, user_id="ada", keep=False).chat(question).text
    assert line in answer.splitlines()


def test_a_name_that_took_the_place_of_another_is_shown_with_when_it_did() -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        memory.add("My name is Ada Novak.", user_id="ada", wait=True)
        memory.add("My name is now Ada Berg.", user_id="ada", wait=True)
        answer = ChatAgent(memory, user_id="ada", keep=False).chat("What is my name?").text
    assert "- User is called Ada Berg. (since " in answer
