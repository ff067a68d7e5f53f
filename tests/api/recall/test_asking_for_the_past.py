"""The facade's `as_of` and `known_at`: what was true, said or known then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.records import NOW, days

from memary import Memary
from memary.errors import InputError
from memary.types import utc_now

ASKED: dict[str, Callable[..., Any]] = {
    "search": lambda memory, **times: memory.search("Where does Ada live?", user_id="ada", **times),
    "context": lambda memory, **times: memory.context("Where does Ada live?", user_id="ada", **times),
    "facts": lambda memory, **times: memory.facts.list(user_id="ada", **times),
    "entities": lambda memory, **times: memory.entities.list(user_id="ada", **times),
    "graph": lambda memory, **times: memory.entities.graph("Ada", user_id="ada", **times),
    "stream": lambda memory, **times: memory.stream.entries(user_id="ada", **times),
}
TIMES_OF_METHODS = [(name, "known_at") for name in ASKED] + [(name, "as_of") for name in ASKED if name != "stream"]


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False) as opened:
        yield opened


def tell(memory: Memary, text: str, city: str, *, said: datetime, **fields: Any) -> datetime:
    """A message and the fact that it states; returns the time by which both are known."""
    message = {"content": text, "created_at": said}
    [source] = memory.add(message, user_id="ada", session_id="s", infer=False).ids
    given = {"subject": "Ada", "predicate": "lives_in", "object": city, "valid_at": said, "source_ids": [source]}
    memory.facts.add([given | fields], user_id="ada")
    return utc_now()


def move(memory: Memary) -> tuple[datetime, datetime]:
    """Ada lived in Berlin, then in Paris; returns when memary knew the first, and when the second."""
    first = tell(memory, "Ada lives in Berlin.", "Berlin", said=NOW - days(100))
    return first, tell(memory, "Ada lives in Paris.", "Paris", said=NOW - days(10))


ENDS_OF_THE_CALENDAR = ("0001-01-01T00:00:00+09:00", "9999-12-31T23:59:00-09:00")


@pytest.mark.parametrize(("method", "argument"), TIMES_OF_METHODS)
def test_the_ends_of_the_calendar_are_times_like_others(memory: Memary, method: str, argument: str) -> None:
    tell(memory, "Ada lives in Berlin.", "Berlin", said=NOW - days(100))
    first, last = (ASKED[method](memory, **{argument: time}) for time in ENDS_OF_THE_CALENDAR)
    assert ("Berlin" in str(first), "Berlin" in str(last)) == (False, True)


def texts(memory: Memary, **times: Any) -> set[str]:
    return {hit.text for hit in memory.search("Where does Ada live? Berlin Paris", user_id="ada", **times)}


def test_a_search_as_of_a_time_finds_what_was_true_and_said_by_then(memory: Memary) -> None:
    move(memory)
    assert texts(memory, as_of=NOW - days(50)) == {"Ada lives in Berlin.", "Ada lives in Berlin"}
    assert "Ada lives in Berlin" not in texts(memory)
    assert texts(memory) >= {"Ada lives in Berlin.", "Ada lives in Paris.", "Ada lives in Paris"}


def test_what_was_said_at_that_very_moment_is_found(memory: Memary) -> None:
    move(memory)
    assert "Ada lives in Paris." in texts(memory, as_of=NOW - days(10))
    assert "Ada lives in Paris." not in texts(memory, as_of=NOW - days(10) - timedelta(microseconds=1))


def test_a_search_as_known_then_finds_what_memory_took_to_be_true(memory: Memary) -> None:
    first, second = move(memory)
    assert texts(memory, known_at=first) == {"Ada lives in Berlin.", "Ada lives in Berlin"}
    assert "Ada lives in Berlin" not in texts(memory, known_at=second)
    [hit] = memory.search("Ada Berlin", user_id="ada", kinds={"fact"}, known_at=first)
    [now] = memory.search("Ada Berlin", user_id="ada", kinds={"fact"}, as_of=NOW - days(50))
    assert (hit.id, hit.invalid_at.year if hit.invalid_at else None, now.invalid_at) == (now.id, 9999, NOW - days(10))


def test_a_context_of_the_past_shows_nothing_that_came_later(memory: Memary) -> None:
    first, _ = move(memory)
    for times in ({"as_of": NOW - days(50)}, {"known_at": first}):
        window = memory.context("Where does Ada live?", user_id="ada", session_id="s", **times)
        assert "Berlin" in window.text
        assert "Paris" not in window.text
    assert "Paris" in memory.context("Where does Ada live?", user_id="ada", session_id="s").text


def test_entities_stream_and_graph_of_the_past_know_of_nothing_that_came_later(memory: Memary) -> None:
    first, _ = move(memory)
    for times in ({"as_of": NOW - days(50)}, {"known_at": first}):
        assert {known.entity.name for known in memory.entities.list(user_id="ada", **times)} == {"Ada", "Berlin"}
        assert [fact.object for fact in memory.entities.graph("Ada", user_id="ada", **times).facts] == ["Berlin"]
        assert [fact.object for fact in memory.facts.list(user_id="ada", **times)] == ["Berlin"]
    assert {entity.name for _, entity in memory.stream.entries(user_id="ada", known_at=first)} == {"Ada", "Berlin"}
    assert [fact.object for fact in memory.facts.list(user_id="ada", include_past=True, known_at=first)] == ["Berlin"]
    assert len(memory.facts.list(user_id="ada", include_past=True)) == 2


def test_before_anything_was_known_nothing_is_found(memory: Memary) -> None:
    before = utc_now()
    move(memory)
    assert texts(memory, known_at=before) == set()
    assert memory.facts.list(user_id="ada", known_at=before) == []
    assert memory.entities.list(user_id="ada", known_at=before) == []


@pytest.mark.parametrize(("method", "name"), TIMES_OF_METHODS)
def test_a_time_without_a_zone_is_refused(memory: Memary, method: str, name: str) -> None:
    move(memory)
    with pytest.raises(InputError, match=f"{name} .* has no time zone"):
        ASKED[method](memory, **{name: NOW.replace(tzinfo=None)})


@pytest.mark.parametrize(("method", "name"), TIMES_OF_METHODS)
def test_a_time_may_be_given_as_a_text_or_a_date(memory: Memary, method: str, name: str) -> None:
    move(memory)
    day = NOW.replace(hour=0, minute=0, second=0, microsecond=0) - days(50)
    read = [ASKED[method](memory, **{name: given}) for given in (day, day.isoformat(), day.date(), f"{day:%Y-%m-%d}")]
    assert all(repr(each) == repr(read[0]) for each in read)


@pytest.mark.parametrize(("method", "name"), TIMES_OF_METHODS)
def test_what_is_no_time_is_refused(memory: Memary, method: str, name: str) -> None:
    move(memory)
    for given in ("yesterday", "", 5):
        with pytest.raises(InputError, match=f"{name} .*2026-05-01T09:00:00Z"):
            ASKED[method](memory, **{name: given})


@pytest.mark.parametrize(
    ("asked", "alone"),
    [
        ("Where did we live in October?", "Where did I live in October?"),
        ("我们十月住在哪里？", "我十月住在哪里？"),
    ],
)
def test_what_is_asked_of_us_is_found_as_what_is_asked_of_me(memory: Memary, asked: str, alone: str) -> None:
    october, november = datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 11, 7, tzinfo=UTC)
    stay = {
        "subject": "User",
        "predicate": "stays_with",
        "object": "Mei",
        "valid_at": october,
        "invalid_at": november,
    }
    home = {"subject": "User", "predicate": "lives_in", "object": "Cotham Hill", "valid_at": november}
    dad = {"subject": "Arthur", "predicate": "lives_in", "object": "Clevedon", "valid_at": october}
    memory.facts.add([stay, home, dad], user_id="ada")
    for times in ({}, {"as_of": october + timedelta(days=14)}):
        ours, own = (memory.search(text, user_id="ada", **times) for text in (asked, alone))
        assert [hit.text for hit in ours] == [hit.text for hit in own]
    ours, own = (memory.context(text, user_id="ada").text for text in (asked, alone))
    assert ours.replace(asked, alone) == own
