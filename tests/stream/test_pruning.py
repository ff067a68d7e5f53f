"""Entries are taken out of the stream, one by one or all that are old, and put back."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from support.records import fresh_user

from memary import Memary
from memary.errors import InputError, NotFoundError
from memary.types import Action
from stream.saying import Open, counts, say, told

# every door


def faults(memory: Memary, user: str) -> list[str]:
    """What is at odds with the records of one user; a server holds those of other tests, too."""
    return memory.loop.start(partial(memory.core.store.check, user_id=user)).result()


# taking entries out


def test_an_entry_is_taken_out_and_put_back(either: Memary, user: str) -> None:
    first = say(either, user, "I met Mira in Graz.", session="a")
    say(either, user, "Mira left Graz.", "2026-05-02", session="b")
    row = either.stream.remove(user_id=user, entity="Mira", source_id=first)
    assert (row.action, row.reason) == (Action.DELETE, "1 entry removed from the memory stream")
    assert counts(either, user) == {"Graz": 2, "Mira": 1}
    either.operations.undo(user_id=user, id=row.id)
    assert counts(either, user) == {"Graz": 2, "Mira": 2}
    either.stream.remove(user_id=user, session_id="b")
    assert sorted(told(either, user)) == [("05-01", "Graz"), ("05-01", "Mira")]
    assert faults(either, user) == []


def test_the_entry_at_a_place_is_taken_out(memory: Memary, user: str) -> None:
    for day in (1, 2, 3):
        say(memory, user, "I met Mira.", f"2026-05-0{day}")
    memory.stream.remove(user_id=user, index=1)
    assert told(memory, user) == [("05-01", "Mira"), ("05-03", "Mira")]
    memory.stream.remove(user_id=user, entity="Mira", index=-1)
    assert told(memory, user) == [("05-01", "Mira")]
    with pytest.raises(NotFoundError, match="no such entry"):
        memory.stream.remove(user_id=user, index=1)


def test_an_entry_that_came_back_by_itself_does_not_hinder_the_undo(memory: Memary, user: str) -> None:
    say(memory, user, "I met Mira.")
    row = memory.stream.remove(user_id=user, entity="Mira")
    memory.admin.replay(user_id=user, everything=True)
    memory.flush(user_id=user)
    assert counts(memory, user) == {"Mira": 1}
    memory.operations.undo(user_id=user, id=row.id)
    assert counts(memory, user) == {"Mira": 1}


def test_forgetting_a_message_takes_its_removed_entries_along(memory: Memary, user: str) -> None:
    id_ = say(memory, user, "I met Mira.")
    say(memory, user, "I met Mira.", "2026-05-02")
    memory.stream.remove(user_id=user, entity="Mira")
    memory.forget(user_id=user, message_id=id_)
    assert id_ not in json.dumps([row.model_dump(mode="json") for row in memory.operations.list(user_id=user)])


def test_what_is_asked_for_has_to_be_there(memory: Memary, user: str) -> None:
    say(memory, user, "I met Mira.")
    with pytest.raises(InputError, match="Say which entries to remove"):
        memory.stream.remove(user_id=user)
    with pytest.raises(NotFoundError, match="no such entry"):
        memory.stream.remove(user_id=user, source_id="nothing")


@pytest.mark.one_store
def test_old_entries_are_pruned_for_good_and_entities_stay(either: Memary, user: str) -> None:
    old = (datetime.now(UTC) - timedelta(days=40)).date().isoformat()
    new = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    say(either, user, "I live in Berlin.", old)
    say(either, user, "I met Mira.", new)
    assert either.stream.prune(user_id=user, older_than=30) == 1
    assert counts(either, user) == {"Mira": 1}
    assert [fact.object for fact in either.facts.list(user_id=user, about="Berlin")] == ["Berlin"]
    row = either.operations.list(user_id=user, limit=1)[0]
    assert (row.action, row.before, row.after) == (Action.FORGET, {}, {})
    with pytest.raises(InputError, match="cannot be undone"):
        either.operations.undo(user_id=user, id=row.id)
    assert either.stream.prune(user_id=user, older_than=timedelta(days=30)) == 0
    say(either, user, "Berlin is loud.", new)
    assert counts(either, user) == {"Berlin": 1, "Mira": 1}
    assert faults(either, user) == []


def test_a_cleared_stream_stays_clear_and_fills_again(memory: Memary, opens: Open, user: str) -> None:
    other = fresh_user()
    for one in (user, other):
        say(memory, one, "I met Mira in Graz.")
    assert memory.stream.clear(user_id=user) == 2
    assert (told(opens(), user), counts(opens(), user)) == ([], {})
    assert counts(memory, other) == {"Graz": 1, "Mira": 1}
    assert memory.stream.clear(user_id=user) == 0
    say(memory, user, "Mira is back.", "2026-05-02")
    assert counts(opens(), user) == {"Mira": 1}
    assert (memory.admin.check(), memory.admin.stats(user_id=user).messages) == ([], 2)


def test_the_facts_behind_pruned_entries_can_still_be_undone(memory: Memary, user: str) -> None:
    say(memory, user, "I live in Berlin.")
    memory.stream.clear(user_id=user)
    (added,) = [row for row in memory.operations.list(user_id=user) if row.action is Action.ADD]
    memory.operations.undo(user_id=user, id=added.id)
    assert (memory.facts.list(user_id=user), told(memory, user), memory.admin.check()) == ([], [], [])


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({}, "Give an age or a time"),
        ({"older_than": 1, "before": datetime(2026, 5, 1, tzinfo=UTC)}, "Give an age or a time"),
        ({"older_than": -1}, "give 0 or more days"),
        ({"older_than": timedelta(days=-1)}, "give 0 or more days"),
        ({"older_than": float("nan")}, "older_than is nan: give 0 or more days"),
        ({"older_than": float("inf")}, "older_than is inf"),
        ({"older_than": 1e12}, "at most those since the year 1"),
        ({"older_than": 1e6}, "at most those since the year 1"),
        ({"before": datetime(2026, 5, 1)}, "has no time zone"),
    ],
)
def test_what_to_prune_has_to_be_clear(memory: Memary, user: str, given: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        memory.stream.prune(user_id=user, **given)
