"""Looking at the ledger, taking decisions back, making two entities one."""

from __future__ import annotations

from pathlib import Path

from interfaces.cli.conftest import Run
from memary import Memary


def test_a_mistake_is_found_in_the_ledger_and_taken_back(run: Run, ok: Run) -> None:
    ok("add", "I live in Rome.")
    ok("add", "I moved to Oslo.")
    rows = ok("operations", "--json").json
    move = rows[-1]
    assert move["id"][-8:] in ok("operations").stdout
    first = run("undo", rows[0]["id"])
    assert (first.code, f"Undo {move['id']} first" in first.error) == (2, True)
    outcome = ok("undo", move["id"][-8:])
    assert outcome.stdout.startswith("Undone: UPDATE ")
    assert "Rome" in outcome.stdout
    assert "Rome" in ok("facts").stdout
    assert "Oslo" not in ok("facts", "--all").stdout
    assert len(ok("operations", "--json").json) == len(rows) - 1


def test_an_operation_that_is_not_there_is_an_error(run: Run, ok: Run) -> None:
    ok("add", "I live in Rome.")
    outcome = run("undo", "nothing")
    assert (outcome.code, "no operation 'nothing'" in outcome.error) == (2, True)


def test_two_entities_are_merged_and_parted_again(ok: Run) -> None:
    ok("add", "I live in Rome.", "--user", "ada")
    ok("add", "I moved to Roma.", "--user", "ada")
    merged = ok("merge", "Roma", "Rome", "--user", "ada")
    assert merged.stdout.startswith("Roma is part of Rome now.")
    (row,) = ok("operations", "--limit", "1", "--user", "ada", "--json").json
    assert row["action"] == "MERGE"
    assert {name["entity"]["name"] for name in ok("entities", "--user", "ada", "--json").json} == {"Rome"}
    assert ok("undo", row["id"], "--user", "ada").stdout.startswith("Undone: MERGE Rome")
    assert {name["entity"]["name"] for name in ok("entities", "--user", "ada", "--json").json} == {"Rome", "Roma"}


def test_two_entities_are_kept_apart_by_the_ends_of_ids_that_are_listed(ok: Run) -> None:
    ok("add", "Ada lives in Rome.", "--user", "ada")
    ok("add", "My name is Ada.", "--user", "ada")
    (pair,) = ok("duplicates", "--user", "ada", "--json").json
    ends = [pair[one]["id"][-8:] for one in ("one", "other")]
    assert ok("distinguish", *ends, "--user", "ada").stdout.startswith(f"{ends[0]} and {ends[1]} are two.")
    assert ok("duplicates", "--user", "ada", "--json").json == []
    (row,) = ok("operations", "--limit", "1", "--user", "ada", "--json").json
    assert row["action"] == "DISTINCT"
    assert ok("undo", row["id"], "--user", "ada").stdout.startswith("Undone: DISTINCT Ada")
    assert ok("merge", *ends, "--user", "ada").stdout.startswith(f"{ends[0]} is part of Ada now.")


def test_a_fact_without_history_that_is_not_in_doubt_is_confirmed_in_vain(ok: Run, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/memary.db"
    with Memary.open(store, worker=False) as memory:
        said = memory.add(["I live in Rome.", "Rome is my home."], user_id="ada", infer=False).ids
        fact = {"subject": "User", "predicate": "lives_in", "object": "Rome", "source_ids": list(said)}
        id_ = memory.facts.add([fact], user_id="ada")[0].target_id
        memory.forget(user_id="ada", message_id=said[0])
        assert memory.facts.history(id_, user_id="ada") == []
    assert "It is not in doubt" in ok("confirm", id_, "--user", "ada", "--store", store).stdout


def test_undo_alone_names_no_row_of_a_name_that_came_up_beside_a_fact(ok: Run) -> None:
    ok("add", "My cat is called Momo. We met Jonas Weber in Oslo.", "--user", "ada")
    outcome = ok("undo", "--user", "ada")
    named = [row for row in ok("undo", "--user", "ada", "--json").json if row["id"][-8:] in outcome.stderr]
    assert [row["action"] for row in named] == ["ADD"]
    assert "cat is Momo" in outcome.stdout
    assert "Jonas" not in outcome.stdout


def test_the_ledger_lists_the_newest_first_and_its_sentences_are_not_broken(ok: Run) -> None:
    ok("add", "I live in Rome.", "--user", "ada")
    ok("add", "I moved to Lisbon.", "--user", "ada")
    lines = ok("operations", "--user", "ada").stdout.splitlines()
    (moved,) = [i for i, line in enumerate(lines) if "User lives in Lisbon." in line]
    before, was = (i for i, line in enumerate(lines) if "User lives in Rome." in line)
    assert moved < before < was
    assert "worker/rule" in lines[moved + 1]
    assert "before: User lives in Rome." in lines[before]
    assert "it replaces what was true before" in lines[before + 1]


def test_undo_alone_lists_what_may_be_taken_back_and_changes_nothing(ok: Run) -> None:
    ok("add", "I live in Rome.", "--user", "ada")
    ok("add", "I like tea.", "--user", "ada")
    outcome = ok("undo", "--user", "ada")
    last = ok("operations", "--user", "ada", "--json").json[-1]["id"][-8:]
    assert last in outcome.stdout
    assert f"`memary undo {last}`" in outcome.stderr
    assert len(ok("facts", "--user", "ada", "--json").json) == 2
