"""Procedural memory: runs kept word by word, found again for a like task, and gone on with where they stopped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from memary import InputError, Memary, NotFoundError
from memary.checks.bounds import QUERY_CHARS
from memary.process import is_gone
from memary.queries import cursor_of

USER = "ada"
RESULT = 'HTTP 409 {"error": "seat taken"}\n  try again\t☹'
BOOKING: dict[str, Any] = {
    "objective": "Book a flight to Lisbon",
    "progress": "found two flights",
    "steps": [
        {"action": "search flights", "result": "TP 123, LH 456", "findings": "TP 123 is cheaper"},
        {"action": "reserve TP 123", "result": RESULT, "errors": "the seat was taken"},
    ],
    "context": "on page 2 of the form",
}


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


def test_a_run_is_kept_whole_and_no_facts_are_read_out_of_it(memory: Memary) -> None:
    run = memory.runs.record(BOOKING, user_id=USER, agent_id="travel")
    memory.flush()
    assert [step.result for step in run.steps] == ["TP 123, LH 456", RESULT]
    assert "2. reserve TP 123\n   Result: HTTP 409" in run.text
    assert memory.runs.list(user_id=USER, agent_id="travel") == [run]
    assert memory.runs.list(user_id=USER, agent_id="other") == []
    assert (memory.facts.list(user_id=USER), memory.entities.list(user_id=USER)) == ([], [])
    assert memory.search("flight Lisbon", user_id=USER) == []


def test_an_interrupted_task_resumes_in_another_process(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/ada.db"
    with Memary.open(store, worker=False) as memory:
        id_ = memory.runs.record(BOOKING, user_id=USER, agent_id="travel").id
        memory.runs.update(id_, user_id=USER, status="interrupted", context="the form asks for a passport")
    with Memary.open(store, worker=False) as memory:
        (open_run,) = memory.runs.list(user_id=USER, agent_id="travel", status="interrupted")
        run = memory.runs.resume(open_run.id, user_id=USER)
        assert (len(run.steps), run.progress) == (2, "found two flights")
        assert run.context == "the form asks for a passport"
        step = {"action": "reserve LH 456", "result": "ok, PNR X7"}
        done = memory.runs.update(id_, user_id=USER, status="done", progress="booked", steps=[step])
        assert [one.action for one in done.steps] == ["search flights", "reserve TP 123", "reserve LH 456"]
        assert memory.runs.list(user_id=USER, status="interrupted") == []


def test_a_run_that_nobody_is_at_any_more_is_read_as_interrupted(memory: Memary) -> None:
    later, before = "2999-01-01T00:00:00Z", "2026-01-01T00:00:00Z"
    held = memory.runs.record(BOOKING | {"alive_until": later}, user_id=USER)
    assert held.status == "running"
    assert memory.runs.update(held.id, user_id=USER, alive_until=before).status == "interrupted"
    assert memory.runs.update(held.id, user_id=USER, alive_until=later).status == "running"
    machine, number, started = held.owner.split(":")
    assert not is_gone(held.owner)
    assert not is_gone(f"elsewhere:{number}:{started}")
    gone = f"{machine}:{number}:{int(started) - 1}"  # another process that had this number before
    lost = memory.runs.record(BOOKING | {"alive_until": later, "owner": gone}, user_id=USER)
    assert lost.status == "interrupted"
    assert [run.id for run in memory.runs.list(user_id=USER, status="interrupted")] == [lost.id]
    assert memory.runs.update(lost.id, user_id=USER, status="done").status == "done"


@pytest.mark.parametrize(
    ("objective", "task", "near"),
    [
        ("Book a flight to Lisbon", "Please book me a flight to Porto", True),
        ("Book a flight to Lisbon", "What did I eat?", False),
        ("Send the invoice to ACME", "Where is my invoice from the dentist?", False),
        ("Book a flight to Lisbon", "Is the flight of birds beautiful in spring?", False),
        ("预订去里斯本的机票", "帮我预订去北京的机票", True),
        ("预订去里斯本的机票", "今天天气怎么样？", False),
    ],
)
def test_a_like_task_finds_earlier_runs_and_another_none(
    memory: Memary, objective: str, task: str, near: bool
) -> None:
    run = memory.runs.record(BOOKING | {"objective": objective}, user_id=USER)
    assert memory.runs.earlier(task, user_id=USER) == ([run] if near else [])
    assert memory.runs.earlier(task, user_id="ben") == []


def test_a_task_of_any_length_is_looked_up_by_its_beginning_and_its_end(memory: Memary) -> None:
    run, chat, task = memory.runs.record(BOOKING, user_id=USER), "ok " * QUERY_CHARS, "flight to Lisbon"
    for ask in (memory.runs.earlier, memory.runs.similar):
        assert ask(f"{task}, {chat}", user_id=USER) == [run]
        assert ask(f"{chat}{task}", user_id=USER) == [run]
        assert ask(f"{chat}{task}, {chat}", user_id=USER) == []


def test_a_run_in_one_line_says_what_was_learnt_and_what_went_wrong(memory: Memary) -> None:
    brief = memory.runs.record(BOOKING, user_id=USER).brief
    assert brief == (
        "[running] Book a flight to Lisbon · found two flights · TP 123 is cheaper · the seat was taken · "
        "on page 2 of the form"
    )


def test_runs_that_make_no_sense_are_refused(memory: Memary) -> None:
    with pytest.raises(InputError):
        memory.runs.record({"objective": ""}, user_id=USER)
    with pytest.raises(NotFoundError):
        memory.runs.update("nothing", user_id=USER, status="done")
    with pytest.raises(InputError):
        memory.runs.update(memory.runs.record(BOOKING, user_id=USER).id, user_id=USER)


def test_a_limit_keeps_the_first_and_one_below_0_is_refused(memory: Memary) -> None:
    for number in range(2):
        memory.runs.record(BOOKING | {"context": f"page {number}"}, user_id=USER)
    assert [run.context for run in memory.runs.list(user_id=USER, limit=1)] == ["page 1"]
    assert memory.runs.list(user_id=USER, limit=0) == []
    for ask in (memory.runs.list, partial(memory.runs.similar, "flight"), partial(memory.runs.earlier, "flight")):
        with pytest.raises(InputError, match="limit is -1: give 0 or more"):
            ask(user_id=USER, limit=-1)


def test_whoever_takes_on_a_like_task_sees_how_earlier_runs_went(memory: Memary) -> None:
    memory.runs.record(BOOKING, user_id=USER)
    window = memory.context(BOOKING["objective"], user_id=USER)
    shown = next(block for block in window.blocks if block.name == "runs")
    assert BOOKING["objective"] in shown.text
    other = memory.context("What is the capital of Peru?", user_id=USER)
    assert "runs" not in other.account()


@pytest.mark.parametrize(
    ("fit", "long", "task"),
    [
        ("Book a flight to Porto", "Write the monthly report", "Please book a flight to Porto"),
        ("Book a flight to Porto in May", "Book a flight", "Please book a flight to Porto"),
        ("预订去波尔图的机票", "写每月的报告", "帮我预订去波尔图的机票"),
    ],
)
def test_a_long_run_does_not_come_before_one_that_fits_better(memory: Memary, fit: str, long: str, task: str) -> None:
    wanted = memory.runs.record({"objective": fit}, user_id=USER)
    other = memory.runs.record({"objective": long}, user_id=USER)
    for number in range(60):
        step = {"action": f"{task}, part {number}", "result": f"{task}: {task}"}
        memory.runs.update(other.id, user_id=USER, steps=[step], progress=task)
    assert memory.runs.similar(task, user_id=USER)[0].id == wanted.id
    assert memory.runs.earlier(task, user_id=USER)[0].id == wanted.id
    assert other.id in [run.id for run in memory.runs.similar(task, user_id=USER)]


def test_search_shows_a_run_as_it_stands(memory: Memary) -> None:
    run = memory.runs.record(
        {"objective": "Move billing", "steps": [{"action": "dump", "result": "ok"}]}, user_id=USER
    )
    memory.runs.update(run.id, user_id=USER, status="done", steps=[{"action": "load", "result": "loaded 42"}])
    (hit,) = memory.search("Move billing", user_id=USER, kinds={"run"})
    assert hit.text == memory.runs.resume(run.id, user_id=USER).text


def test_a_task_of_something_else_has_no_similar_runs(memory: Memary) -> None:
    run = memory.runs.record(BOOKING, user_id=USER)
    assert memory.runs.similar("How do I bake bread?", user_id=USER) == []
    assert memory.runs.similar("passport seat Lisbon flight", user_id=USER)[0].id == run.id


def test_a_list_of_runs_goes_on_where_a_page_ended(memory: Memary) -> None:
    made = [memory.runs.record({"objective": f"task {number}"}, user_id="ada") for number in range(5)]
    newest = [run.id for run in reversed(made)]
    first = memory.runs.list(user_id="ada", limit=2)
    memory.runs.record({"objective": "a later task"}, user_id="ada")
    second = memory.runs.list(user_id="ada", before=first[-1], limit=2)
    third = memory.runs.list(user_id="ada", before=cursor_of(second[-1]))
    assert [run.id for run in (*first, *second, *third)] == newest
    memory.add("Hello.", user_id="ada")
    message = memory.messages.list(user_id="ada")[0]
    with pytest.raises(InputError, match="belongs to a list of messages"):
        memory.runs.list(user_id="ada", before=cursor_of(message))
