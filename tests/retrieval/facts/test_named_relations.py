"""A fact is found by the words of its relation, and one that is over comes with what is so in its place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from support.tables import each

from memary import Memary
from memary.retrieval.hits import Hit

MARCH, MAY, JULY = (datetime(2026, month, 1, 9, tzinfo=UTC) for month in (3, 5, 7))
TOLD = (
    ("acme-shop", "has_production_host", "pluto.acme.dev", "acme-shop's live traffic goes to pluto.acme.dev."),
    ("Mira", "has_blood_type", "0 negative", "Mira is 0 negative."),
    ("Tom", "has_shoe_size", "43", "Tom wears 43."),
    ("orders", "has_retention_period", "7 years", "Orders are kept for 7 years."),
    ("网站", "生产主机", "织女", "网站现在跑在织女上。"),
    ("Ben", "hosts", "summer party", "Ben hosts the summer party."),
    ("Priya", "owns", "the hosts", "Priya owns the hosts."),
    ("Mira", "types", "fast", "Mira types fast."),
    ("Ada", "works_in", "film production", "Ada works in film production."),
    ("Mira", "measures", "blood pressure", "Mira measures her blood pressure every day."),
    ("Tom", "has", "new shoes", "Tom has new shoes."),
    ("Ben", "had", "a trial period", "Ben had a trial period of six months."),
    ("小王", "管", "生产线", "小王管生产线。"),
)
OLD, NEW = TOLD[0][3], "The live traffic goes to neptun.acme.dev."


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", embedding="hash", worker=False, timezone="UTC") as opened:
        for user in ("then", "now"):
            given = [{"subject": a, "predicate": p, "object": b, "statement": said} for a, p, b, said in TOLD]
            opened.facts.add([{**one, "valid_at": MARCH, "origin": "user"} for one in given], user_id=user)
        _replaced(opened, "pluto.acme.dev", by="neptun.acme.dev", at=MAY)
        _replaced(opened, "neptun.acme.dev", by="saturn.acme.dev", at=JULY)
        yield opened


def _replaced(memory: Memary, old: str, *, by: str, at: datetime) -> None:
    (known,) = [one for one in memory.facts.list(user_id="now") if one.object == old]
    new = {
        "subject": "acme-shop",
        "predicate": "has_production_host",
        "object": by,
        "statement": f"The live traffic goes to {by}.",
        "valid_at": at,
        "op": "UPDATE",
        "target_id": known.id,
        "origin": "user",
    }
    memory.facts.add([new], user_id="now")


def facts(memory: Memary, question: str, user: str, **options: object) -> list[Hit]:
    return [*memory.search(question, user_id=user, kinds={"fact"}, **options)]  # type: ignore[arg-type]


@each(
    ("question", "expected"),
    [
        ("What is the production host?", "pluto"),
        ("Which host is production on?", "pluto"),
        ("What is Mira's blood type?", "0 negative"),
        ("What's Tom's shoe size?", "wears 43"),
        ("How long is the retention period?", "7 years"),
        ("生产主机是哪台？", "织女"),
    ],
)
def test_a_question_that_names_a_relation_finds_its_fact_first(memory: Memary, question: str, expected: str) -> None:
    first = facts(memory, question, "then")[0]
    assert expected in first.text
    assert not first.weak
    assert first.score > 0.5


def test_a_fact_that_is_over_comes_with_what_holds_now_however_often_that_changed(memory: Memary) -> None:
    question, now = "What was the production host before?", "The live traffic goes to saturn.acme.dev."
    found = {hit.text: hit for hit in facts(memory, question, "now", top_k=2)}
    assert {OLD, NEW} == found.keys()
    for hit in found.values():
        (over,) = hit.over
        assert (over.fact_id, over.statement, over.instead) == (hit.id, hit.text, now)
        assert over.since == JULY
    assert not any(hit.over for hit in facts(memory, question, "now") if "acme" in hit.text)  # it is a hit itself


def test_at_an_earlier_time_nobody_tells_what_came_later(memory: Memary) -> None:
    (hit,) = (hit for hit in facts(memory, "What is the production host?", "now", as_of=MARCH) if "acme" in hit.text)
    assert (hit.text, hit.over) == (OLD, ())
