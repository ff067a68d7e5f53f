"""What "yesterday" means: the day before a message was said, on the clock of who said it, for rules and models."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from support.model_server import ModelServer, prompt_text

from ingestion.talks import USER, extraction, opened
from memary import Memary
from memary.languages.prompt.stamps import local_time, stamp
from memary.types import ZONE_KEY

SAID = "2026-04-01T01:00:00+08:00"  # in UTC it is still the last day of March
TOLD = [
    ("I moved to Berlin yesterday.", "Berlin", datetime(2026, 3, 30, 16, tzinfo=UTC)),
    ("I moved to Berlin last month.", "Berlin", datetime(2026, 2, 28, 16, tzinfo=UTC)),
    ("I moved to Berlin.", "Berlin", datetime(2026, 3, 31, 17, tzinfo=UTC)),
    ("我昨天搬到了柏林。", "柏林", datetime(2026, 3, 30, 16, tzinfo=UTC)),
    ("我上个月搬到了柏林。", "柏林", datetime(2026, 2, 28, 16, tzinfo=UTC)),
    ("我搬到了柏林。", "柏林", datetime(2026, 3, 31, 17, tzinfo=UTC)),
]


@pytest.fixture(params=["UTC", "America/New_York"])
def memory(request: pytest.FixtureRequest) -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone=request.param) as opened:
        yield opened


@pytest.mark.parametrize(("text", "place", "since"), TOLD)
def test_rules_read_times_from_the_day_a_message_was_said(
    memory: Memary, text: str, place: str, since: datetime
) -> None:
    memory.add({"content": text, "created_at": SAID}, user_id=USER)
    memory.flush()
    (fact,) = memory.facts.list(user_id=USER)
    assert (fact.object, fact.valid_at) == (place, since)
    (message,) = memory.messages.list(user_id=USER)
    assert message.created_at == datetime(2026, 3, 31, 17, tzinfo=UTC)


def test_a_message_without_a_zone_of_its_own_is_read_in_that_of_the_memory() -> None:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="Asia/Shanghai") as memory:
        memory.add({"content": "I moved to Berlin yesterday.", "created_at": "2026-03-31T17:00:00Z"}, user_id=USER)
        memory.flush()
        (fact,) = memory.facts.list(user_id=USER)
        assert fact.valid_at == datetime(2026, 3, 30, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("我去年在华为工作。", None),
        ("2020年，我在华为工作。", None),
        ("我去年住在上海。", None),
        ("下个月起，我在华为工作。", None),
        ("我上个月开始在华为工作。", datetime(2026, 2, 28, 16, tzinfo=UTC)),
        ("2020年以来，我在华为工作。", datetime(2019, 12, 31, 16, tzinfo=UTC)),
    ],
)
def test_a_chinese_time_without_a_beginning_may_be_over(memory: Memary, text: str, begins: datetime | None) -> None:
    memory.add({"content": text, "created_at": SAID}, user_id=USER)
    memory.flush()
    assert [fact.valid_at for fact in memory.facts.list(user_id=USER)] == ([begins] if begins else [])


def test_the_rest_of_a_sentence_is_not_moved_in_time(memory: Memary) -> None:
    texts = ["I moved to Berlin tomorrow.", "I like the tea from yesterday.", "I moved to Rome in 2019 and in 2021."]
    memory.add([{"content": text, "created_at": SAID} for text in texts], user_id=USER)
    memory.flush()
    assert {fact.valid_at for fact in memory.facts.list(user_id=USER, include_past=True)} == {
        datetime(2026, 3, 31, 17, tzinfo=UTC)
    }


@pytest.mark.parametrize(
    ("text", "weekday"), [("I moved to Berlin yesterday.", "Wednesday"), ("我昨天搬到了柏林。", "星期三")]
)
def test_the_model_sees_the_day_on_the_clock_of_who_speaks(text: str, weekday: str) -> None:
    with ModelServer() as server:
        server.respond(extraction())
        with opened(server, timezone="UTC") as memory:
            memory.add({"content": text, "created_at": SAID}, user_id=USER)
            memory.flush()
        assert f"2026-04-01 01:00 {weekday}" in prompt_text(server.requests[-1].body)


def test_the_zone_is_kept_but_is_no_metadata_of_a_hit(memory: Memary) -> None:
    said = {"content": "I moved to Berlin.", "created_at": SAID, "metadata": {"k": "v"}}
    memory.add(said, user_id=USER)
    (message,) = memory.messages.list(user_id=USER)
    assert message.metadata == {"k": "v", ZONE_KEY: "+08:00"}
    assert [hit.metadata for hit in memory.search("Berlin", user_id=USER, kinds={"message"})] == [{"k": "v"}]
    assert memory.search("Berlin", user_id=USER, filters={ZONE_KEY: "+08:00"}) == []
    assert stamp(local_time(message), language="zh") == "2026-04-01 01:00 星期三"


def test_a_zone_that_cannot_be_read_is_passed_over(memory: Memary) -> None:
    said = {"content": "I moved to Berlin.", "created_at": "2026-03-31T17:00:00Z", "metadata": {ZONE_KEY: "moon"}}
    memory.add(said, user_id=USER)
    assert local_time(memory.messages.list(user_id=USER)[0]) == datetime(2026, 3, 31, 17, tzinfo=UTC)
