"""What a person's correction of one record does to others of the same matter."""

from __future__ import annotations

from datetime import UTC, datetime

from memary import Memary

USER = "ada"


def test_correcting_one_side_of_a_conflict_leaves_the_other_its_past() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        lives = {"subject": "Ada", "predicate": "lives_in"}
        memory.facts.add(
            [
                lives | {"object": "Copenhagen", "valid_at": "2026-02-28T00:00:00Z", "origin": "user"},
                lives | {"object": "Leipzig", "valid_at": "2026-05-22T00:00:00Z", "origin": "import"},
            ],
            user_id=USER,
        )
        wrong = next(fact for fact in memory.facts.list(user_id=USER) if fact.object == "Leipzig")
        memory.facts.update(wrong.id, user_id=USER, object="Aarhus")

        def lived_in(month: int) -> list[str]:
            then = datetime(2026, month, 1, tzinfo=UTC)
            return [fact.object for fact in memory.facts.list(user_id=USER, as_of=then)]

        assert (lived_in(4), lived_in(6)) == (["Copenhagen"], ["Aarhus"])
