"""A time that a question names raises what lies in it, and hides nothing unless that is asked for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.records import fresh_user
from support.samples.graphs import edge

from memary import Memary

MARCH, JULY = datetime(2025, 3, 12, 9, tzinfo=UTC), datetime(2025, 7, 2, 9, tzinfo=UTC)


def talked(memory: Memary, user: str, *lines: tuple[datetime, str]) -> None:
    memory.add([{"content": text, "created_at": at} for at, text in lines], user_id=user, infer=False)


@pytest.mark.words
@pytest.mark.parametrize(
    ("line", "other", "question"),
    [
        ("I went sailing with Ana.", "I went sailing with Luka.", "Who did I go sailing with in March 2025?"),
        ("我和小安去划船了。", "我和小李去划船了。", "2025年3月我和谁去划船了？"),
    ],
)
def test_what_was_said_then_comes_first_and_alone_if_asked_for(
    either: Memary, line: str, other: str, question: str
) -> None:
    user = fresh_user()
    talked(either, user, (MARCH, line), (JULY, other))
    assert [hit.text for hit in either.search(question, user_id=user)] == [line, other]
    assert [hit.text for hit in either.search(question, user_id=user, only_then=True)] == [line]


def test_facts_are_those_that_were_true_then(memory: Memary) -> None:
    lived = edge("Ada", "lives_in", "Porto", valid_at=datetime(2024, 1, 1, tzinfo=UTC), invalid_at=MARCH)
    lives = edge("Ada", "lives_in", "Split", valid_at=JULY)
    memory.facts.add([lived, lives], user_id="ada")
    hits = memory.search("Where did Ada live in February 2025?", user_id="ada", kinds="fact", only_then=True)
    assert [hit.text for hit in hits] == [lived["statement"]]


def test_named_weekdays_are_kept(memory: Memary) -> None:
    tuesday, wednesday = datetime(2025, 3, 11, 9, tzinfo=UTC), MARCH
    talked(memory, "ada", (tuesday, "I ran along the river."), (wednesday, "I ran in the park."))
    question = "Where did I run on Tuesdays in March 2025?"
    assert [hit.text for hit in memory.search(question, user_id="ada", only_then=True)] == ["I ran along the river."]


def test_a_question_without_a_time_finds_all(memory: Memary) -> None:
    talked(memory, "ada", (MARCH, "I went sailing."), (JULY, "I went sailing again."))
    assert len(memory.search("sailing", user_id="ada", only_then=True)) == 2
