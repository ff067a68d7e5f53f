"""Facts that a caller brings: refused with their position, or brought in through the same rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from ingestion.talks import USER, known
from memary import Memary
from memary.errors import InputError
from memary.types import BEGINNING, FOREVER, Action, Origin


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


LIVES = {"subject": "Ada", "predicate": "lives in", "object": "Rome"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"subject": ""}, "subject is '': give some text. Nothing was kept."),
        ({"subject": "   "}, "give some text"),
        ({"object": None}, "object is None: give a text"),
        ({"object": "x" * 501}, "xxx…': give at most 500 characters"),
        ({"colour": "red"}, "colour is unknown (known are subject, predicate"),
        ({"confidence": 2}, "confidence is 2: give 1 or less"),
        ({"importance": -1}, "importance"),
        ({"origin": "gossip"}, "origin is 'gossip': give 'user', 'import'"),
        ({"kind": "rumour"}, "kind"),
        ({"op": "MERGE"}, "op"),
        ({"valid_at": "yesterday"}, "'yesterday' is not an ISO 8601 time"),
        ({"valid_at": "2026-05-01T10:00:00"}, "has no time zone"),
        ({"valid_at": datetime(2026, 5, 1)}, "has no time zone"),
        ({"valid_at": "2026", "invalid_at": "2025"}, "is before valid_at"),
        ({"source_ids": "m1"}, "source_ids is 'm1': give a list"),
    ],
)
def test_a_bad_fact_is_named_by_its_position_and_nothing_is_written(
    memory: Memary, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError) as refusal:
        memory.facts.add([LIVES, LIVES | change], user_id=USER)
    assert str(refusal.value).startswith("Fact 2 cannot be used: ")
    assert sentence in str(refusal.value)
    assert memory.admin.stats(user_id=USER).facts == 0


def test_what_is_no_fact_at_all_is_refused(memory: Memary) -> None:
    for given in (["Ada lives in Rome"], [None]):
        with pytest.raises(InputError, match="Fact 1 cannot be used"):
            memory.facts.add(given, user_id=USER)  # pyright: ignore[reportArgumentType]


def test_a_source_has_to_be_a_message_of_the_user(memory: Memary) -> None:
    (other,) = memory.add("I live in Rome.", user_id="bob", infer=False).ids
    for source in ("nowhere", other):
        with pytest.raises(InputError, match=f"source_ids names {source!r}, which is not a message of user 'ada'"):
            memory.facts.add([LIVES | {"source_ids": [source]}], user_id=USER)


def test_a_fact_with_a_source_is_true_since_it_was_said(memory: Memary) -> None:
    said = {"content": "I live in Rome.", "created_at": "2020-02-02T10:00:00Z"}
    ids = memory.add(said, user_id=USER, infer=False).ids
    memory.facts.add([LIVES | {"source_ids": ids}], user_id=USER)
    (fact,) = memory.facts.list(user_id=USER)
    assert (fact.source_ids, fact.valid_at) == (ids, datetime(2020, 2, 2, 10, tzinfo=UTC))
    assert (fact.statement, fact.origin, fact.extractor) == ("Ada lives in Rome", Origin.IMPORT, "caller")


def test_bare_days_and_years_are_their_start(memory: Memary) -> None:
    memory.facts.add([LIVES | {"valid_at": "2020", "invalid_at": "2021-05-17"}], user_id=USER)
    (fact,) = memory.facts.list(user_id=USER, include_past=True)
    assert fact.valid_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert fact.invalid_at == datetime(2021, 5, 17, tzinfo=UTC)


def test_what_is_over_and_began_nobody_knows_when_is_history(memory: Memary) -> None:
    memory.facts.add([LIVES | {"invalid_at": "2020"}], user_id=USER)
    (fact,) = memory.facts.list(user_id=USER, include_past=True)
    assert (fact.valid_at, known(memory)) == (BEGINNING, set())
    assert memory.context("Where did Ada live?", user_id=USER)


def test_types_are_understood_and_tell_homonyms_apart(memory: Memary) -> None:
    memory.facts.add(
        [
            {"subject": "Ada", "predicate": "works at", "object": "Apple", "object_type": "company"},
            {"subject": "Ada", "predicate": "likes", "object": "Apple", "object_type": "food", "subject_type": "人"},
        ],
        user_id=USER,
    )
    kinds = {row.entity.name: row.entity.type for row in memory.entities.list(user_id=USER)}
    ends = {fact.object_id for fact in memory.facts.list(user_id=USER)}
    assert len(ends) == 2
    assert kinds["Ada"] == "person"


def test_operations_end_and_replace(memory: Memary) -> None:
    memory.facts.add([LIVES | {"valid_at": "2020"}], user_id=USER)
    memory.facts.add([LIVES | {"object": "Oslo"}], user_id=USER)
    assert known(memory) == {("Ada", "lives_in", "Oslo")}
    rows = memory.facts.add([LIVES | {"object": "Oslo", "op": "DELETE"}], user_id=USER)
    assert [row.action for row in rows] == [Action.DELETE]
    assert known(memory) == set()


def test_facts_given_twice_are_kept_once(memory: Memary) -> None:
    facts = [LIVES | {"valid_at": "2020"}, {"subject": "Ada", "predicate": "likes", "object": "tea"}]
    for _ in range(3):
        memory.facts.add(facts, user_id=USER)
    assert len(memory.facts.list(user_id=USER, include_past=True)) == 2
    assert {row.entity.name: row.count for row in memory.entities.list(user_id=USER)} == {
        "Ada": 2,
        "Rome": 1,
        "tea": 1,
    }


def test_a_batch_of_opposites_leaves_the_last(memory: Memary) -> None:
    tea = {"subject": "Ada", "object": "tea"}
    memory.facts.add([tea | {"predicate": "likes"}, tea | {"predicate": "hates"}], user_id=USER)
    assert known(memory) == {("Ada", "hates", "tea")}


@pytest.mark.long
def test_many_facts_about_one_subject_go_in_by_parts(memory: Memary) -> None:
    facts = [{"subject": "Ada", "predicate": "likes", "object": f"Thing {n}"} for n in range(500)]
    told: list[int] = []
    memory.facts.add(facts, user_id=USER, on_progress=told.append)
    assert sum(told) == 500
    assert max(told) <= 200
    stats = memory.admin.stats(user_id=USER)
    assert (stats.facts, stats.entities, stats.mentions) == (500, 501, 1_000)


def test_facts_have_open_ends_unless_told(memory: Memary) -> None:
    memory.facts.add([LIVES], user_id=USER)
    assert memory.facts.list(user_id=USER)[0].invalid_at == FOREVER
