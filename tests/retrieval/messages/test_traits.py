"""What is kept of messages between searches: it is true of each message as it is now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memary.kept_texts import let_go
from memary.retrieval.messages import traits
from memary.retrieval.messages.traits import as_said
from memary.types import FOREVER, Role, Said

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(id_: str, content: str = "The sea is calm.", *, minutes: float = 0, session: str | None = "s") -> Said:
    at = START + timedelta(minutes=minutes)
    return Said(id_, "ada", session, Role.USER, None, content, at, {}, "en", FOREVER)


def seen(*messages: Said) -> list[tuple[str, float, float]]:
    ordered, found = as_said(messages)
    return [(one.id, found.states[place], found.first_person[place]) for place, one in enumerate(ordered)]


def test_messages_stand_talk_by_talk_as_they_were_said_and_those_of_one_moment_by_their_ids() -> None:
    late, early, other = said("a", minutes=5), said("b", minutes=1), said("c", minutes=3, session="t")
    again, before = said("e", minutes=9), said("d", minutes=9)
    ordered, found = as_said([late, other, early, again, before])
    assert [one.id for one in ordered if one.session_id == "s"] == ["b", "a", "d", "e"]
    assert len({*found.talk.tolist()}) == 2
    assert found.said_at.tolist() == [one.created_at.timestamp() for one in ordered]


def test_a_session_that_goes_on_another_day_is_another_conversation() -> None:
    _, found = as_said([said("a"), said("b", minutes=24 * 60)])
    assert found.talk[0] != found.talk[1]


def test_a_message_that_was_changed_is_read_again_and_the_former_one_where_it_is_still_seen() -> None:
    former, changed = said("x", "We paint boats."), said("x", "Is the sea calm?")
    for _ in range(2):  # two processes, or a snapshot of before beside one of now
        assert seen(former) == [("x", 1.0, 1.0)]
        assert seen(changed) == [("x", 0.0, 0.0)]
    assert seen(former._replace(content="The sea is calm.")) == [("x", 1.0, 0.0)]


def test_more_messages_than_are_kept_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "MOST", 10)
    let_go()
    many = [said(f"{n:02}", "Is it?" if n % 2 else "It is.", minutes=n) for n in range(25)]
    expected = [(one.id, float(n % 2 == 0), 0.0) for n, one in enumerate(many)]
    assert seen(*many) == expected
    for _ in range(2):
        assert [row for n in range(0, 25, 4) for row in seen(*many[n : n + 4])] == expected
    let_go()


def test_nothing_is_kept_of_messages_once_texts_are_let_go_of() -> None:
    seen(said("x"))
    assert traits._kept.cache_info().currsize  # pyright: ignore[reportPrivateUsage]
    let_go()
    assert not traits._kept.cache_info().currsize  # pyright: ignore[reportPrivateUsage]
