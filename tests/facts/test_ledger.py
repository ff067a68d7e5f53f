"""What rows of the ledger hold, and how one is taken out of it."""

from __future__ import annotations

import pytest
from support.records import days, entity, fact, mention, message, operation

from memary.errors import InputError
from memary.facts.intervals import retire
from memary.facts.ledger import (
    GraphRecord,
    Present,
    before_after,
    changes,
    key_of,
    keys_of,
    plan_undo,
    subject_of,
    undone_changes,
)
from memary.types import Action, Mention, Operation

ADA, ROME, OSLO = entity("ada", "Ada"), entity("ada", "Rome"), entity("ada", "Oslo")
SAID = message("ada", "I live in Rome.")
LIVES = fact(ADA, "lives_in", ROME, source_ids=(SAID.id,))
IN_ROME = mention(ROME, SAID)


def row(
    *after: GraphRecord, before: tuple[GraphRecord, ...] = (), action: Action = Action.ADD, **fields: object
) -> Operation:
    target = next((record.id for record in after if not isinstance(record, Mention)), "")
    return operation("ada", target, action, before=before_after(before), after=before_after(after), **fields)


def present(*records: GraphRecord, rows: list[Operation], needed: tuple[str, ...] = ()) -> Present:
    held = {key_of(record): record for record in records}
    return Present(held, rows, needed, sources={SAID.id})


def test_a_row_gives_back_what_it_was_given() -> None:
    made = row(LIVES, ROME, IN_ROME, before=(LIVES, OSLO))
    found = changes(made)
    assert (found[LIVES.id].before, found[LIVES.id].after) == (LIVES, LIVES)
    assert (found[ROME.id].before, found[OSLO.id].after) == (None, None)
    assert found[ROME.id, SAID.id].after == IN_ROME
    assert keys_of(made) == set(found) == {LIVES.id, ROME.id, OSLO.id, (ROME.id, SAID.id)}


def test_a_row_tells_in_words_what_it_is_about_and_what_undoing_it_came_to() -> None:
    old = retire(LIVES, ended_at=LIVES.valid_at + days(9), now=LIVES.valid_at + days(9))
    new = fact(ADA, "lives_in", OSLO)
    moved = operation(
        "ada", new.id, Action.UPDATE, before=before_after([LIVES]), after=before_after([old, new, OSLO])
    )
    assert subject_of(moved) == "Ada lives_in Oslo"
    assert undone_changes(moved) == (["Ada lives_in Rome"], ["Ada lives_in Oslo"])
    assert (subject_of(operation("ada", "", Action.NONE)), undone_changes(operation("ada", ""))) == ("", ([], []))


def test_what_a_row_made_goes_and_what_it_changed_comes_back() -> None:
    old = retire(LIVES, ended_at=LIVES.valid_at + days(9), now=LIVES.valid_at + days(9))
    new = fact(ADA, "lives_in", OSLO)
    moved = row(old, new, OSLO, before=(LIVES,), action=Action.UPDATE)
    undoing = plan_undo(moved, present(old, new, OSLO, rows=[moved]))
    assert undoing.facts == [LIVES]
    assert (undoing.removed_facts, undoing.removed_entities) == ([new.id], [OSLO.id])


def test_a_node_that_is_needed_stays_and_the_next_row_that_speaks_of_it_takes_it_over() -> None:
    first, loves = row(LIVES, ROME, IN_ROME), fact(ADA, "loves", ROME)
    second = row(loves, IN_ROME, before=(IN_ROME,))
    undoing = plan_undo(first, present(LIVES, ROME, IN_ROME, rows=[first, second], needed=(ROME.id,)))
    assert (undoing.removed_entities, undoing.removed_mentions) == ([], [])
    assert changes(undoing.operations[second.id])[ROME.id].is_made
    assert changes(undoing.operations[second.id])[ROME.id, SAID.id].is_made


def test_a_node_that_is_needed_by_what_has_no_row_just_stays() -> None:
    first = row(LIVES, ROME)
    undoing = plan_undo(first, present(LIVES, ROME, rows=[first], needed=(ROME.id,)))
    assert (undoing.removed_facts, undoing.removed_entities, undoing.operations) == ([LIVES.id], [], {})


def test_the_last_row_that_was_built_on_it_is_named() -> None:
    first = row(LIVES)
    known = LIVES.model_copy(update={"importance": 3})
    surer = known.model_copy(update={"confidence": 0.5})
    second, third = row(known, before=(LIVES,)), row(surer, before=(known,))
    rows = [first, second, third]
    for undone_row, blocking in ((first, second), (second, third)):
        with pytest.raises(InputError, match=f"Undo {blocking.id} first"):
            plan_undo(undone_row, present(surer, rows=rows))
    assert plan_undo(third, present(surer, rows=rows)).facts == [known]


def test_a_row_that_rests_on_a_fact_holds_it_in_place() -> None:
    first, beside = row(LIVES), row(LIVES, fact(ADA, "lives_in", OSLO), before=(LIVES,))
    with pytest.raises(InputError, match=f"Undo {beside.id} first"):
        plan_undo(first, present(LIVES, rows=[first, beside]))


def test_what_was_forgotten_since_is_passed_over() -> None:
    first = row(LIVES, ROME, IN_ROME)
    undoing = plan_undo(first, present(ROME, rows=[first]))
    assert (undoing.removed_facts, undoing.removed_entities, undoing.removed_mentions) == ([], [ROME.id], [])


def test_what_forgetting_changed_since_cannot_be_put_back() -> None:
    ended = retire(LIVES, ended_at=LIVES.valid_at, now=LIVES.valid_at)
    last = row(ended, before=(LIVES,), action=Action.DELETE)
    without = ended.model_copy(update={"source_ids": (), "quote": ""})
    with pytest.raises(InputError, match="changed since"):
        plan_undo(last, present(without, rows=[last]))
    with pytest.raises(InputError, match="cannot be undone"):
        plan_undo(operation("ada", "", Action.FORGET), present(rows=[]))


def test_a_mention_comes_back_only_where_its_source_is_still_there() -> None:
    merged = row(ADA, before=(ADA, ROME, IN_ROME, mention(ROME, LIVES)), action=Action.MERGE)
    undoing = plan_undo(merged, present(ADA, rows=[merged]))
    assert (undoing.entities, undoing.mentions) == ([ROME], [IN_ROME])
