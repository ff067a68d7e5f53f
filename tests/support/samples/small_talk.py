"""Some months of talk about few things: Mira and Graz in winter, Kafka in spring, and most of it in one week."""

from __future__ import annotations

from memary import Memary

TALK = (
    ("2026-01-12", "I met Mira in Graz."),
    ("2026-01-19", "Mira is fond of Graz."),
    ("2026-01-26", "Mira left Graz."),
    ("2026-02-09", "Mira has gone to Vienna."),
    ("2026-03-02", "I read about Kafka all day."),
    ("2026-03-09", "Mira says Kafka is hard."),
    ("2026-03-16", "We use Kafka now."),
    *(("2026-03-23", f"Kafka and Debezium, attempt {number}.") for number in range(8)),
)


def remember_talk(memory: Memary, user: str) -> None:
    """Add the talk, a session a day, and what was stated in it as facts."""
    ids: list[str] = []
    for minute, (day, text) in enumerate(TALK):
        said = {"content": text, "created_at": f"{day}T09:{minute:02}:00Z"}
        ids += memory.add(said, user_id=user, session_id=day).ids
    memory.flush(user_id=user)
    memory.facts.add(
        [
            {"subject": "Mira", "predicate": "lives_in", "object": "Graz", "subject_type": "person",
             "statement": "Mira lives in Graz.", "valid_at": "2026-01-12", "source_ids": ids[:1]},
            {"subject": "Mira", "predicate": "lives_in", "object": "Vienna", "subject_type": "person",
             "statement": "Mira lives in Vienna.", "valid_at": "2026-02-09", "source_ids": ids[3:4]},
        ],
        user_id=user,
    )  # fmt: skip
