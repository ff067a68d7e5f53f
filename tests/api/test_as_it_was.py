"""Insights, the profile and categories as they were at a time, without what became of them later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from memary import InputError, Memary

NOW = datetime.now(UTC).replace(microsecond=0)
THEN = NOW - timedelta(days=60)


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC", embedding="hash") as opened:
        yield opened


def say(memory: Memary, text: str, at: datetime, **more: str) -> None:
    memory.add([{"content": text, "created_at": at} | more], user_id="ada")
    memory.flush(user_id="ada")


def test_the_profile_of_a_time_has_what_was_true_then(memory: Memary) -> None:
    say(memory, "I live in Leipzig. I'm so stressed today.", THEN - timedelta(days=3))
    say(memory, "I live in Graz. I'm so happy now.", NOW - timedelta(days=3))
    today, then = (memory.insights.profile(user_id="ada", as_of=time) for time in (None, THEN))
    assert [line.text for line in today.section("basics")] == ["User lives in Graz."]
    assert [line.text for line in then.section("basics")] == ["User lives in Leipzig."]
    assert "happy" not in then.text
    assert "stressed" in then.section("mood")[0].text
    assert "Graz" not in then.text
    assert (today.as_of, then.as_of) == (None, THEN)
    assert memory.insights.profile(user_id="ada", as_of=THEN - timedelta(days=30)).sections == ()


def test_the_profile_of_a_time_in_chinese(memory: Memary) -> None:
    say(memory, "我住在武汉。我喜欢喝茶。", THEN - timedelta(days=3))
    say(memory, "我搬到深圳了。", NOW - timedelta(days=3))
    then = memory.insights.profile(user_id="ada", as_of=THEN)
    assert then.language == "zh"
    assert ("武汉" in then.text, "深圳" in then.text) == (True, False)
    assert "深圳" in memory.insights.profile(user_id="ada").text


def test_what_was_known_well_then_is_not_what_came_up_later(memory: Memary) -> None:
    for day in range(5):
        say(memory, "I was in Graz.", THEN - timedelta(days=9 - day))
        say(memory, "I was in Rome.", NOW - timedelta(days=9 - day))
    assert [line.source_ids for line in memory.insights.profile(user_id="ada").section("depth")] != []
    assert ["Graz" in line.text for line in memory.insights.profile(user_id="ada", as_of=THEN).section("depth")] == [
        True
    ]


def test_what_memory_learnt_later_is_left_out_of_what_it_knew(memory: Memary) -> None:
    say(memory, "I live in Leipzig.", THEN - timedelta(days=3))
    before = datetime.now(UTC)
    say(memory, "I like tea.", THEN - timedelta(days=2))
    assert "tea" in memory.insights.profile(user_id="ada", as_of=THEN).text
    assert "tea" not in memory.insights.profile(user_id="ada", as_of=THEN, known_at=before).text


def test_insights_of_a_time_are_those_that_held_then(memory: Memary) -> None:
    say(memory, "I'm so stressed today.", NOW - timedelta(days=10))
    memory.insights.reflect(user_id="ada")
    say(memory, "I'm so happy now.", NOW - timedelta(days=2))
    memory.insights.reflect(user_id="ada")
    moods = {
        days: [one.object for one in memory.insights.list(user_id="ada", as_of=NOW - timedelta(days=days))]
        for days in (20, 5, 1)
    }
    assert moods == {20: [], 5: ["stressed"], 1: ["happy"]}
    assert [one.object for one in memory.insights.list(user_id="ada")] == ["happy"]
    assert memory.insights.list(user_id="ada", known_at=NOW - timedelta(days=1)) == []
    drawn = memory.insights.profile(user_id="ada", as_of=NOW - timedelta(days=5)).section("insights")
    assert ["stressed" in line.text for line in drawn] == [True]
    with pytest.raises(InputError, match=r"as_of .* has no time zone"):
        memory.insights.list(user_id="ada", as_of=datetime(2026, 1, 1))


def test_categories_are_those_of_the_knowledge_store_at_that_time(memory: Memary) -> None:
    say(memory, "I was in Graz.", THEN - timedelta(days=3))
    memory.entities.categorize("Graz", user_id="ada", categories=["trips"])
    say(memory, "I was in Graz and in Rome.", NOW - timedelta(days=3))
    assert [(one.name, one.mentions) for one in memory.entities.categories(user_id="ada", as_of=THEN)] == [
        ("trips", 1)
    ]
    now = {one.name: (one.entities, one.mentions) for one in memory.entities.categories(user_id="ada")}
    assert now == {"trips": (1, 2), "other": (1, 1)}
    assert memory.entities.categories(user_id="ada", as_of=THEN, known_at=THEN) == []
    say(memory, "I saw Oslo.", NOW - timedelta(days=2), expires_at=(NOW - timedelta(days=1)).isoformat())
    assert {one.name: (one.entities, one.mentions) for one in memory.entities.categories(user_id="ada")} == now
    for category, (entities, mentions) in now.items():
        listed = memory.entities.list(user_id="ada", category=category)
        assert (len(listed), sum(one.count for one in listed)) == (entities, mentions)


def test_a_profile_of_a_time_is_plain_json(memory: Memary) -> None:
    say(memory, "I live in Leipzig.", THEN - timedelta(days=3))
    data = json.loads(memory.insights.profile(user_id="ada", as_of=THEN).model_dump_json())
    assert data["as_of"].startswith(f"{THEN:%Y-%m-%dT%H:%M:%S}")
