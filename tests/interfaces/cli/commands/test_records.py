"""Single records, runs of agents, conflicts, and what memory knew at an earlier time, on the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from interfaces.cli.conftest import Run
from memary import Memary, RunRecord

ADA = ("--user", "ada")


@pytest.fixture
def runs(ok: Run) -> list[RunRecord]:
    """Two runs that agents recorded: one that stopped, one that is done."""
    with Memary.open(worker=False) as memory:
        booking = memory.runs.record(
            {"objective": "Book a flight to Graz", "steps": [{"action": "search", "result": "three flights"}]},
            user_id="ada",
            agent_id="clerk",
        )
        memory.runs.update(booking.id, user_id="ada", status="interrupted", context="page 2 of the form")
        report = memory.runs.record({"objective": "Write the report", "status": "done"}, user_id="ada")
        return [memory.runs.resume(run.id, user_id="ada") for run in (booking, report)]


# -- pages of a list ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["messages", "facts", "operations"])
def test_a_list_that_goes_on_tells_how(ok: Run, command: str) -> None:
    with Memary.open() as memory:
        memory.add([f"I like {thing}." for thing in ("tea", "rain", "chess", "dogs", "jazz")], user_id="ada")
        memory.flush(user_id="ada")
    every = ok(command, *ADA, "--limit", "100", "--json")
    assert "older" not in every.stderr
    page = ok(command, *ADA, "--limit", "2", "--json")
    shown = page.json
    while "older" in page.stderr:
        before = page.stderr.partition("--before ")[2].partition("`")[0]
        page = ok(command, *ADA, "--limit", "2", "--json", "--before", before)
        shown = [*page.json, *shown]
    assert shown == every.json


# -- one record -----------------------------------------------------------------------------------------------------


def test_a_message_a_fact_and_an_entity_are_shown_by_the_end_of_their_id(ok: Run) -> None:
    message = ok("add", "I moved to Berlin.", *ADA, "--meta", "topic=home", "--json").json["ids"][0]
    (fact,) = ok("facts", *ADA, "--json").json
    for id_, told in ((message, "I moved to Berlin."), (fact["id"], "lives_in"), (fact["object_id"], "Berlin")):
        shown = ok("get", id_[-8:], *ADA)
        assert told in shown.stdout
        assert shown.stdout == ok("get", id_, *ADA).stdout
    assert ok("get", fact["id"], *ADA, "--json").json == fact
    assert '"topic": "home"' in ok("get", message, *ADA).stdout
    assert "expires at" not in ok("get", message, *ADA).stdout


def test_a_fact_that_has_ended_is_shown_too(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    (rome,) = ok("facts", *ADA, "--json").json
    ok("add", "I moved to Oslo.", *ADA)
    assert "Rome" not in ok("facts", *ADA).stdout
    assert ok("get", rome["id"][-8:], *ADA, "--json").json["object"] == "Rome"


def test_a_record_of_another_user_or_of_nobody_is_an_error(run: Run, ok: Run) -> None:
    id_ = ok("add", "I moved to Berlin.", *ADA, "--json").json["ids"][0]
    ok("add", "I moved to Graz.", "--user", "bob")
    for given in (id_, "nothing"):
        outcome = run("get", given, "--user", "bob")
        assert (outcome.code, outcome.error) == (2, f"There is no record {given!r} in the memory of user 'bob'.")


def test_a_fact_is_corrected_by_its_sentence_or_its_object(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    (rome,) = ok("facts", *ADA, "--json").json
    said = ok("update", rome["id"][-8:], *ADA, "--statement", "User lives in Rome, by the river.")
    assert said.stdout == f"Corrected: User lives in Rome, by the river. (id {rome['id'][-8:]})\n"
    graz = ok("update", rome["id"], *ADA, "--object", "Graz", "--json").json
    assert (graz["object"], graz["supersedes"]) == ("Graz", [rome["id"]])
    assert [fact["object"] for fact in ok("facts", *ADA, "--json").json] == ["Graz"]
    assert "never true" in ok("facts", *ADA, "--all").stdout


def test_since_when_and_until_when_a_fact_is_true_is_corrected_by_days(ok: Run, run: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    (rome,) = ok("facts", *ADA, "--json").json
    moved = ok("update", rome["id"], *ADA, "--since", "2024-05-01", "--until", "2999-12-03", "--json").json
    assert (moved["valid_at"][:10], moved["invalid_at"][:10]) == ("2024-05-01", "2999-12-04")
    assert "is not an ISO 8601 time" in run("update", rome["id"], *ADA, "--until", "soon").error


def test_the_history_of_a_fact_shows_what_it_took_the_place_of(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    ok("add", "I moved to Graz.", *ADA)
    (graz,) = ok("facts", *ADA, "--json").json
    assert "before: User lives in Rome." in ok("history", graz["id"], *ADA).stdout
    ok("update", graz["id"], *ADA, "--statement", "User lives in Graz, by the Mur.")
    assert "before: User lives in Graz. (" in ok("history", graz["id"], *ADA).stdout


def test_a_correction_that_says_nothing_is_one_sentence(run: Run, ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    (rome,) = ok("facts", *ADA, "--json").json
    outcome = run("update", rome["id"], *ADA)
    assert (outcome.code, "give the new statement, object or time, or several of these" in outcome.error) == (2, True)
    elsewhere = run("update", rome["id"], *ADA, "--statement", "User moved to Graz.")
    assert (elsewhere.code, "does not name 'Rome'" in elsewhere.error) == (2, True)
    assert "There is no fact 'nothing'" in run("update", "nothing", *ADA, "--object", "Graz").error


# -- runs -----------------------------------------------------------------------------------------------------------


def test_runs_are_listed_and_narrowed(ok: Run, runs: list[RunRecord]) -> None:
    booking, report = runs
    listed = ok("runs", *ADA).stdout
    assert "Book a flight to Graz" in listed
    assert booking.id[-8:] in listed
    for options, wanted in (
        ((), [report.id, booking.id]),
        (("--status", "interrupted"), [booking.id]),
        (("--agent", "clerk"), [booking.id]),
        (("--limit", "1"), [report.id]),
        (("--like", "a flight", "--limit", "1"), [booking.id]),
    ):
        assert [run["id"] for run in ok("runs", *ADA, *options, "--json").json] == wanted, options


def test_a_run_is_printed_with_where_it_stands(ok: Run, runs: list[RunRecord]) -> None:
    text = ok("runs", runs[0].id[-8:], *ADA).stdout
    assert text == runs[0].text + "\n"
    assert "Status: interrupted" in text
    assert "three flights" in text
    assert "page 2 of the form" in text
    assert ok("runs", runs[0].id, *ADA, "--json").json["context"] == "page 2 of the form"


def test_runs_that_are_not_there_are_said_to_be_so(run: Run, ok: Run, runs: list[RunRecord]) -> None:
    assert ok("runs", *ADA, "--status", "failed").stderr == "There are no such runs.\n"
    assert run("runs", "nothing", *ADA).error == "There is no run 'nothing' in the memory of user 'ada'."
    assert run("runs", runs[0].id, *ADA, "--limit", "1").code == 2
    assert run("runs", *ADA, "--status", "lost").code == 2
    assert run("runs", *ADA, "--like", " ").code == 2


# -- conflicts, and earlier knowledge -------------------------------------------------------------------------------


def test_conflicts_are_listed_as_pairs_the_more_trusted_first(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    assert ok("facts", *ADA, "--conflicts").stderr == "There are no conflicts.\n"
    with Memary.open(worker=False) as memory:
        claim = {"subject": "User", "predicate": "lives_in", "object": "Oslo", "origin": "external"}
        memory.facts.add([claim], user_id="ada")
    ((trusted, doubted),) = ok("facts", *ADA, "--conflicts", "--json").json
    assert (trusted["object"], doubted["object"]) == ("Rome", "Oslo")
    rows = ok("facts", *ADA, "--conflicts").stdout.splitlines()[1:]
    assert [row.split()[-1] for row in rows if row.strip()] == [doubted["id"][-8:], trusted["id"][-8:]]
    ok("forget", "--fact", doubted["id"], "--keep-messages", "--yes", *ADA)
    assert ok("facts", *ADA, "--conflicts", "--json").json == []


def test_what_is_in_doubt_says_since_when_and_why_until_it_is_confirmed(ok: Run) -> None:
    with Memary.open(worker=False) as memory:
        works = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "valid_at": "2026-01-05"}
        swims = {"subject": "Ada", "predicate": "swims_at", "object": "Baths", "valid_at": "2026-01-12"}
        (row,) = memory.facts.add([works], user_id="ada")
        because = {"fact_id": row.target_id, "words": "below the office"}
        (swim,) = memory.facts.add([swims | {"rests_on": [because]}], user_id="ada")
        assert swim.target_id
        assert ok("facts", *ADA, "--doubted").stderr == "There are no such facts.\n"
        memory.facts.add([works | {"object": "Bolt", "valid_at": "2026-03-02"}], user_id="ada")
    why = "in doubt since 2026-03-02: “Ada works at Acme” is over"
    (doubted,) = ok("facts", *ADA, "--doubted", "--json").json
    assert (doubted["id"], doubted["in_doubt"]["because"]) == (swim.target_id, "Ada works at Acme")
    for looked in (
        ok("facts", *ADA).stdout,
        ok("get", swim.target_id, *ADA).stdout,
        ok("search", "Where does Ada swim?", "--kind", "fact", *ADA).stdout,
        ok("history", swim.target_id, *ADA).stderr,
        ok("graph", "Ada", *ADA).stdout,
    ):
        assert why.removeprefix("in doubt ") in " ".join(looked.split()), looked
    ok("graph", "Ada", *ADA, "--html", "ada.html")
    drawn = Path("ada.html").read_text(encoding="utf-8")
    assert "no longer certain since 2026-03-02, because this is over: Ada works at Acme" in drawn
    assert drawn.count('<line class="doubted"') == 1
    assert "“below the office”" in " ".join(ok("get", swim.target_id, *ADA).stdout.split())
    confirmed = ok("confirm", swim.target_id[-8:], *ADA).stdout
    assert confirmed.startswith("Confirmed: Ada swims at Baths\n`memary undo ")
    assert ok("facts", *ADA, "--doubted", "--json").json == []
    assert "(no more since" in " ".join(ok("get", swim.target_id, *ADA).stdout.split())
    assert ok("confirm", swim.target_id, *ADA).stdout == "It is not in doubt: Ada swims at Baths\n"
    ok("undo", confirmed.split("memary undo ")[1][:8], *ADA)
    assert ok("facts", *ADA, "--doubted", "--json").json == [doubted]


def test_a_found_message_says_what_of_it_is_over(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA, "--at", "2026-01-10T12:00:00Z")
    ok("add", "I moved to Oslo.", *ADA, "--at", "2026-03-10T12:00:00Z")
    found = " ".join(ok("search", "Where do I live?", "--kind", "message", *ADA).stdout.split())
    assert "I live in Rome. since 2026-03-10: User lives in Oslo" in found
    assert found.count("since 2026-03-10: User") == 1
    listed = " ".join(ok("messages", *ADA).stdout.split())
    assert listed.count("since 2026-03-10") == 1
    assert [len(row["over"]) for row in ok("messages", *ADA, "--json").json] == [1, 0]


def test_a_chinese_message_says_in_chinese_what_of_it_is_over(ok: Run) -> None:
    ok("add", "我住在成都。", *ADA, "--at", "2026-01-10T12:00:00Z")
    ok("add", "我搬到了重庆。", *ADA, "--at", "2026-03-10T12:00:00Z")
    found = "".join(ok("search", "我住在哪里？", "--kind", "message", *ADA).stdout.split())
    assert "自2026-03-10起：用户居住在重庆" in found


def test_every_look_can_be_at_what_memory_knew_then(ok: Run) -> None:
    before = datetime.now(UTC).isoformat()
    ok("add", "I live in Rome.", *ADA, "--at", "2026-01-10T22:30:00Z")
    between = datetime.now(UTC).isoformat()
    ok("add", "I moved to Oslo.", *ADA, "--at", "2026-03-10T22:30:00Z")
    for arguments in (
        ("facts",),
        ("search", "Where do I live?", "--kind", "fact"),
        ("entities",),
        ("stream",),
        ("graph", "User"),
    ):
        known = ok(*arguments, *ADA, "--known-at", between, "--json").stdout
        assert '"Rome"' in known, arguments
        assert '"Oslo"' not in known, arguments
        assert '"Oslo"' in ok(*arguments, *ADA, "--json").stdout, arguments
    assert "Oslo" not in ok("context", "Where?", *ADA, "--known-at", between).stdout
    assert "Rome" in ok("context", "Where?", *ADA, "--known-at", between).stdout
    assert ok("facts", *ADA, "--known-at", before).stderr == "There are no such facts.\n"


def test_the_context_the_graph_and_the_entities_can_be_of_an_earlier_day(ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA, "--at", "2026-01-10T22:30:00Z")
    ok("add", "I moved to Oslo.", *ADA, "--at", "2026-03-10T22:30:00Z")
    for arguments in (("context", "Where?"), ("graph", "User"), ("entities",)):
        then = ok(*arguments, *ADA, "--as-of", "2026-02-01").stdout
        assert "Rome" in then, arguments
        assert "Oslo" not in then, arguments


def test_a_time_that_cannot_be_read_is_one_sentence(run: Run, ok: Run) -> None:
    ok("add", "I live in Rome.", *ADA)
    for command in (("facts",), ("entities",), ("graph", "User"), ("search", "x"), ("context", "x"), ("stream",)):
        outcome = run(*command, *ADA, "--known-at", "soon")
        assert (outcome.code, "soon" in outcome.error) == (2, True)


def test_a_list_of_runs_goes_on_where_a_page_ended(ok: Run, run: Run) -> None:
    with Memary.open(worker=False) as memory:
        made = [memory.runs.record({"objective": f"task {number}"}, user_id="ada").id for number in range(3)]
    page = ok("runs", *ADA, "--limit", "2", "--json")
    cursor = page.stderr.partition("`--before ")[2].partition("`")[0]
    rest = ok("runs", *ADA, "--before", cursor, "--json")
    assert [one["id"] for one in (*page.json, *rest.json)] == made[::-1]
    assert "--before" not in rest.stderr
    assert "no pages" in run("runs", *ADA, "--like", "task", "--before", cursor).error
