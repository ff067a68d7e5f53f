"""Which messages and facts fill the room of a context window beside the best ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memary import Hit
from memary.conversation.recall_room import filled

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(name: str, minute: float, words: int, *, session: str = "s") -> Hit:
    text = " ".join(f"{name}{place}" for place in range(words))
    when = NOON + timedelta(minutes=minute)
    return Hit(kind="message", id=name, text=text, score=1.0, created_at=when, session_id=session)


def shown(best: list[Hit], further: list[Hit], *, room: int) -> list[str]:
    return [hit.id for hit in filled(best, further, room=room, cost=lambda hit: len(hit.text.split()))]


def test_short_messages_right_beside_a_short_one_that_is_shown_come_before_better_ones() -> None:
    further = [
        said("better", 300, 20),
        said("answer", 2, 20),
        said("elsewhere", 2, 20, session="t"),
        said("late", 45, 20),
    ]
    assert shown([said("asked", 0, 20)], further, room=59) == ["asked", "answer"]
    assert shown([said("asked", 0, 20)], further, room=79) == ["asked", "answer", "better"]


def test_a_long_message_has_no_place_for_being_beside_a_short_one_nor_a_short_one_beside_a_long() -> None:
    further = [said("better", 300, 20), said("long", 2, 100), said("short", 3, 20)]
    assert shown([said("asked", 0, 20)], further[:2], room=62) == ["asked", "better"]
    assert shown([said("asked", 0, 100)], [further[0], further[2]], room=130) == ["asked", "better"]
