from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest
from support.model_server import Fault, ModelServer
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user
from support.samples.canaries import places_of

from interfaces.cli.conftest import Run, Start


def test_an_export_of_one_store_is_imported_into_another(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    written = ok("export", "ada.jsonl", "--user", "ada", "--json").json["records"]
    assert ok("import", "ada.jsonl", "--store", "sqlite:///other.db", "--json").json["new"] == written
    again = ok("import", "ada.jsonl", "--store", "sqlite:///other.db").stdout
    assert again == f"0 new records read from ada.jsonl; {written} were there already.\n"
    assert "Berlin" in ok("facts", "--user", "ada", "--store", "sqlite:///other.db").stdout


def test_an_export_is_for_its_owner_alone(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    Path("ada.jsonl").touch(0o644)
    ok("export", "ada.jsonl")
    assert oct(Path("ada.jsonl").stat().st_mode)[-3:] == "600"


def test_an_export_is_looked_at_before_it_comes_in(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    written = ok("export", "ada.jsonl", "--user", "ada", "--json").json["records"]
    look = ("import", "ada.jsonl", "--store", "sqlite:///other.db", "--dry-run")

    says = f"Nothing was written. It would bring {written} new records; read from ada.jsonl.\n"
    assert ok(*look).stdout == says
    assert not Path("other.db").exists()
    assert run("facts", "--user", "ada", "--store", "sqlite:///other.db").code == 2
    ok(*look[:-1])
    assert ok(*look, "--json").json == {"file": "ada.jsonl", "dry_run": True, "new": 0, "known": written}
    ok("add", "I like tea.", "--user", "bob", "--store", "sqlite:///other.db")
    assert "two memories cannot be mixed" in run(*look, "--as-user", "bob").error


def test_an_import_can_be_held_to_one_user(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    ok("export", "ada.jsonl", "--user", "ada")
    refused = run("import", "ada.jsonl", "--user", "bob", "--store", "sqlite:///other.db")
    assert refused.code == 2
    assert "holds memory of 'ada', not of user 'bob' alone: nothing was imported." in refused.error
    assert run("facts", "--user", "ada", "--store", "sqlite:///other.db").code == 2
    assert ok("import", "ada.jsonl", "--user", "ada", "--store", "sqlite:///other.db", "--json").json["new"] > 0


def test_an_import_becomes_the_memory_of_another_user_who_has_none(run: Run, ok: Run) -> None:
    ok("add", "I live in Graz.", "--user", "ada", "--session", "s1")
    ok("add", "I moved to Berlin.", "--user", "ada", "--session", "s1")
    ok("export", "ada.jsonl", "--user", "ada")
    again = ("import", "ada.jsonl", "--as-user", "bob")
    assert ok(*again, "--json").json["new"] > 0
    assert ok(*again, "--json").json["new"] == 0
    ok("export", "bob.jsonl", "--user", "bob")
    ada, bob = (Path(name).read_text().splitlines() for name in ("ada.jsonl", "bob.jsonl"))
    assert [line.replace('"user_id":"ada"', '"user_id":"bob"') for line in ada] == bob
    assert ok("doctor", "--check").code == 0
    assert "Berlin" in ok("facts", "--user", "ada").stdout
    ok("add", "I like tea.", "--user", "bob")
    assert "has memory that is not in this export, and two memories cannot be mixed" in run(*again).error
    assert "--as-user is for exports" in run("import", "ada.jsonl", "--from", "mem0", "--as-user", "bob").error


def test_an_export_to_a_dash_goes_to_stdout_and_comes_back(
    ok: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ok("add", "I moved to Berlin.", "--user", "ada")
    printed = ok("export", "-", "--user", "ada")
    assert "records written" in printed.stderr
    assert not (tmp_path / "-").exists()
    (tmp_path / "ada.jsonl").write_text(printed.stdout, encoding="utf-8")
    ok("import", tmp_path / "ada.jsonl", "--store", "copy.db")
    assert "Berlin" in ok("facts", "--user", "ada", "--store", "copy.db").stdout


def test_a_store_named_by_its_path_in_a_folder_that_is_not_there_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "does not exist: create it" in run("add", "Hi.", "--store", "misspelt/ada.db").error
    assert not (tmp_path / "misspelt").exists()


def test_what_is_to_be_forgotten_and_is_not_known_by_name_is_met_with_the_way_to_find_it(run: Run, ok: Run) -> None:
    ok("add", "I do not eat shellfish at sea.", "--user", "ada", "--no-infer")
    unknown = run("forget", "--entity", "shell fish", "--dry-run", "--user", "ada")
    assert "`memary search 'shell fish'` lists the messages and facts that tell of it" in unknown.error
    unnamed = run("forget", "shellfish", "--yes", "--user", "ada")
    assert "memary forget --entity shellfish" in unnamed.error
    assert len(ok("messages", "--user", "ada", "--json").json) == 1


def test_forgetting_a_user_has_to_be_confirmed(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    outcome = run("forget")
    assert outcome.code == 2
    assert "--yes" in outcome.error
    assert ok("forget", "--yes").stdout.startswith("Forgotten: 1 message, 1 fact, ")
    assert run("facts").code == 2


def test_what_would_go_is_shown_and_stays(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--session", "s1")
    told = ok("forget", "--session", "s1", "--dry-run").stdout
    assert told.startswith("To be forgotten: 1 message, 1 fact, ")
    assert "  fact: User lives in Berlin." in told
    assert "  message: I moved to Berlin." in told
    would = ok("forget", "--dry-run", "--json").json
    assert (len(would["message_ids"]), would["facts"]) == (1, 1)
    refused = run("forget", "--session", "s1")
    assert (refused.code, "nobody can be asked" in refused.error) == (2, True)
    assert "Berlin" in ok("facts").stdout


def test_after_a_user_is_forgotten_keys_and_logins_that_still_open_the_name_are_told(ok: Run) -> None:
    for user in ("ada", "bob"):
        ok("add", "I moved to Berlin.", "--user", user, "--session", "s1")
        ok("add", "I like opera.", "--user", user)
    ok("api-key", "--user", "bob", "--name", "bob's phone")
    ok("api-key", "--user", "cleo")
    ok("ui-login", "--user", "bob", given="correct horse\n")
    assert ok("forget", "--user", "bob", "--session", "s1", "--yes").stderr == ""
    assert ok("forget", "--user", "ada", "--yes").stderr == ""
    told = " ".join(ok("forget", "--user", "bob", "--yes").stderr.split())
    assert """The API key "bob's phone" still opens the name 'bob'""" in told
    assert "`memary ui-login --user bob --remove` ends that." in told
    ok("api-key", "--revoke", "bob's phone", "--user", "bob")
    ok("ui-login", "--user", "bob", "--remove")
    ok("add", "I moved to Berlin.", "--user", "bob")
    assert ok("forget", "--user", "bob", "--yes").stderr == ""


def test_a_key_ends_when_it_is_told_to(run: Run, ok: Run) -> None:
    ok("api-key", "--user", "bob", "--name", "laptop", "--expires", "2999-01-31")
    ok("api-key", "--user", "bob", "--name", "phone", "--expires", "90d")
    told = ok("api-key", "--list").stdout
    assert "2999-01-31" in told
    assert "never" not in told
    for when, why in (("yesterday", "is over already"), ("99999999999d", "too far away"), ("soon", "cannot be read")):
        refused = run("api-key", "--user", "bob", "--expires", when)
        assert (refused.code, why in " ".join(refused.stderr.split())) == (2, True)


def test_what_somebody_wrote_in_spaces_is_shown_as_such_before_it_goes(run: Run, ok: Run) -> None:
    ok("spaces", "create", "Desk", "--user", "bob")
    ok("spaces", "create", "Hall", "--user", "ada")
    ok("spaces", "grant", "Hall", "bob", "--role", "writer", "--user", "ada")
    ok("spaces", "join", "Hall", "--user", "bob")
    ok("add", "I live in Porto.", "--user", "bob")
    ok("add", "I work at Acme.", "--space", "Desk", "--user", "bob")
    ok("add", "I like opera.", "--space", "Hall", "--user", "bob")
    ok("spaces", "leave", "Hall", "--user", "bob")
    told = ok("forget", "--user", "bob", "--dry-run").stdout.splitlines()
    assert told[1:5] == [
        "  fact: User lives in Porto.",
        "  message: I live in Porto.",
        "  fact in the space Desk: bob works at Acme.",
        "  message in the space Desk: I work at Acme.",
    ]
    assert told[5].startswith("  1 message, 1 fact in the space space:")
    assert len(told) == 6
    assert "nobody can be asked" in run("forget", "--user", "bob").error
    done = ok("forget", "--user", "bob", "--yes").stdout
    assert done.splitlines()[0] == told[0].replace("To be forgotten", "Forgotten")


def test_what_is_true_again_in_a_space_is_counted(ok: Run) -> None:
    ok("spaces", "create", "Hall", "--user", "ada")
    ok("spaces", "grant", "Hall", "bob", "--role", "writer", "--user", "ada")
    ok("spaces", "join", "Hall", "--user", "bob")
    ok("add", "Mia lives in Leeds.", "--space", "Hall", "--user", "ada")
    ok("add", "Mia moved to York.", "--space", "Hall", "--user", "bob")
    assert "  true again in the space Hall: 1 fact" in ok("forget", "--user", "bob", "--dry-run").stdout
    assert "  true again in the space Hall: 1 fact" in ok("forget", "--user", "bob", "--yes").stdout
    assert "Leeds" in ok("facts", "--space", "Hall", "--user", "ada").stdout


def test_what_was_said_twice_in_the_same_words_is_listed_once(ok: Run) -> None:
    for session in ("s1", "s2"):
        ok("add", "My sister Lena lives in Linz. I like tea.", "--session", session)
    told = ok("forget", "--entity", "Lena", "--dry-run").stdout.splitlines()
    assert [line for line in told if "part of" in line] == [
        "  part of a message, 2 times: My sister Lena lives in Linz."
    ]
    assert not any("more" in line for line in told)


def test_what_was_forgotten_is_restored_as_long_as_it_is_held(
    run: Run, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("add", "I moved to Berlin.", "--session", "s1")
    ok("add", "I like tea.", "--session", "s2")
    assert "Nothing can be restored." in ok("restore").stderr
    monkeypatch.setenv("MEMARY_RESTORABLE_DAYS", "30")
    gone = ok("forget", "--session", "s1", "--yes")
    assert "`memary restore " in gone.stdout
    assert "Berlin" not in ok("facts").stdout
    (held,) = ok("restore", "--json").json
    assert held["counts"]["messages"] == 1
    listed = ok("restore").stdout
    assert held["id"][-8:] in listed
    assert "Berlin" not in listed
    assert ok("restore", held["id"][-8:]).stdout.startswith("Restored: 1 message, 1 fact, ")
    assert "Berlin" in ok("facts").stdout
    assert "There is nothing to restore" in run("restore", held["id"]).error
    assert "memary restore" not in ok("forget", "--session", "s1", "--yes", "--for-good").stdout
    ok("forget", "--session", "s2", "--yes")
    (held,) = ok("restore", "--json").json
    assert ok("restore", held["id"][-8:], "--for-good").stdout == "Gone for good: 1 of what was held.\n"
    assert ok("restore", "--json").json == []


def test_all_that_is_held_goes_for_good_only_where_somebody_says_yes(
    run: Run, ok: Run, program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_RESTORABLE_DAYS", "30")
    for said in ("I moved to Berlin.", "I like tea."):
        ok("add", said, "--session", said[-4:-1])
        ok("forget", "--session", said[-4:-1], "--yes")
    refused = run("restore", "--for-good")
    assert (refused.code, "nobody can be asked" in refused.error) == (2, True)
    declined = answered(program, "no\n", "restore", "--for-good")
    assert "All that is held of what was forgotten goes: 2" in declined
    assert "Nothing was let go." in declined
    assert len(ok("restore", "--json").json) == 2
    assert "Gone for good: 2 of what was held." in answered(program, "yes\n", "restore", "--for-good")
    assert ok("restore", "--for-good").stdout == "Gone for good: 0 of what was held.\n"
    ok("add", "I like chess.", "--session", "s3")
    ok("forget", "--session", "s3", "--yes")
    assert ok("restore", "--for-good", "--yes").stdout == "Gone for good: 1 of what was held.\n"


def answered(program: Start, answer: str, *arguments: str) -> str:
    """Run a command at a terminal, answer its question, and return all it says."""
    terminal, its_end = pty.openpty()
    try:
        running = program(*arguments, stdin=its_end)
        os.write(terminal, answer.encode())
        return "".join(running.communicate(timeout=60))
    finally:
        os.close(terminal)
        os.close(its_end)


def test_what_is_true_again_without_what_goes_is_named(ok: Run) -> None:
    ok("add", "I live in Leeds.")
    ok("add", "I moved to York.")
    york = next(fact for fact in ok("facts", "--json").json if fact["object"] == "York")
    would = ok("forget", "--fact", york["id"][-8:], "--dry-run").stdout
    assert "  true again: User lives in Leeds." in would
    done = ok("forget", "--fact", york["id"][-8:], "--yes").stdout
    assert "  true again: User lives in Leeds." in done
    assert "Leeds" in ok("facts").stdout


def test_single_things_can_be_forgotten(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--session", "s1")
    ok("add", "I like opera.", "--session", "s2")
    assert ok("forget", "--session", "s2", "--yes", "--json").json["messages"] == 1
    (fact,) = ok("facts", "--json").json
    assert ok("forget", "--fact", fact["id"][-8:], "--keep-messages", "--yes", "--json").json["facts"] == 1
    (message,) = ok("search", "Berlin", "--json").json
    assert ok("forget", "--message", message["id"][-8:], "--yes").stdout.startswith("Forgotten: 1 message")


def test_the_bytes_of_what_was_forgotten_may_be_left_to_a_command(
    ok: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMARY_SCRUB", "false")
    store, word = tmp_path / "own" / "memary.db", "xylophonequartz"
    store.parent.mkdir()
    ok("add", f"I keep the {word} in the cellar. " * 50, "--store", f"sqlite:///{store}")
    told = ok("forget", "--yes", "--store", f"sqlite:///{store}").stderr
    assert "`memary scrub` writes over them" in told
    assert places_of([word], store.parent)
    assert ok("scrub", "--store", f"sqlite:///{store}").stdout == "What was forgotten is written over.\n"
    assert not places_of([word], store.parent)


def test_over_neo4j_nothing_is_called_written_over(
    ok: Run, monkeypatch: pytest.MonkeyPatch, apoc_neo4j_address: Neo4jAddress
) -> None:
    address = apoc_neo4j_address
    monkeypatch.setenv("NEO4J_URI", address.uri)
    monkeypatch.setenv("NEO4J_USERNAME", address.username)
    monkeypatch.setenv("NEO4J_PASSWORD", address.password)
    monkeypatch.setenv("MEMARY_SCRUB", "false")
    user = fresh_user()
    ok("add", "I moved to Berlin.", "--user", user)
    forgotten = ok("forget", "--user", user, "--yes")
    scrubbed = ok("scrub")
    assert scrubbed.stdout == "No query finds what was forgotten.\n"
    said = " ".join(scrubbed.stderr.split())
    assert "may stand on the disk of the Neo4j server" in said
    assert "until it uses their space again" in said
    assert not any("over them" in each.stderr or "written over" in each.stdout for each in (forgotten, scrubbed))


def test_a_store_that_is_not_there_has_nothing_to_write_over(run: Run, tmp_path: Path) -> None:
    refused = run("scrub", "--store", f"sqlite:///{tmp_path}/typo.db")
    assert (refused.code, refused.error.startswith("This memory is empty (sqlite:///")) == (2, True), refused
    assert not (tmp_path / "typo.db").exists()


def test_what_is_not_there_cannot_be_forgotten(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    for option in ("--entity", "--fact", "--message"):
        assert run("forget", option, "nothing").code == 2
    assert run("forget", "--session", "a", "--fact", "b").code == 2


def test_dead_letters_are_listed_and_can_be_replayed(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_EXTRACTION_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_EXTRACTION_MODEL", "scripted")
        monkeypatch.setenv("MEMARY_MAX_RETRIES", "0")
        monkeypatch.setenv("MEMARY_MAX_ATTEMPTS", "1")
        model.respond(Fault.status(400, message="too odd"))
        added = ok("add", "I moved to Berlin.")
        assert added.stdout == "Kept 1 message, no facts added.\n"
        assert "memary worker --status" in added.stderr
        status = ok("worker", "--status", "--json").json
        assert (status["pending"], status["failed"]) == (0, 1)
        assert "too odd" in status["dead_letters"][0]["error"]
        assert "--replay" in ok("worker", "--status").stderr
        monkeypatch.delenv("MEMARY_EXTRACTION_BASE_URL")
        monkeypatch.delenv("MEMARY_EXTRACTION_MODEL")
    assert ok("worker", "--replay").stdout == "Read 1 message, 1 fact added.\n"
    assert ok("worker", "--status").stdout == "0 pending; 0 failed.\n"


def test_a_model_that_is_down_leaves_messages_for_later(run: Run, ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_EXTRACTION_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_EXTRACTION_MODEL", "scripted")
        monkeypatch.setenv("MEMARY_MAX_RETRIES", "0")
        model.respond(Fault.status(503))
        assert "1 message waiting" in ok("add", "I moved to Berlin.").stderr
        flushed = run("flush")
        assert flushed.code == 1
        assert "1 message still waiting" in flushed.stderr
        monkeypatch.delenv("MEMARY_EXTRACTION_BASE_URL")
        monkeypatch.delenv("MEMARY_EXTRACTION_MODEL")
    assert ok("worker", "--once").stdout == "Read 1 message, 1 fact added.\n"


def test_everything_can_be_learnt_again(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    assert ok("worker", "--relearn").stdout.startswith("Read 1 message, ")
    assert len(ok("facts", "--json").json) == 1


def test_only_one_thing_is_asked_of_the_worker(run: Run) -> None:
    assert run("worker", "--once", "--replay").code == 2


def test_flush_of_a_user_leaves_the_others(run: Run, ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada", "--no-wait")
    ok("add", "I moved to Graz.", "--user", "bob", "--no-wait")
    told = ok("flush", "--user", "ada", "--json").json
    assert (told["done"], told["operations"]["fact ADD"]) == (1, 1)
    assert ok("worker", "--status", "--json").json["pending"] == 1
    assert run("flush", "--user", "eve").code == 2


def test_reindex_makes_all_vectors_anew(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    assert ok("reindex", "--json").json["left"] == 0


def test_a_file_that_cannot_be_written_is_named(run: Run, ok: Run) -> None:
    ok("add", "hi")
    outcome = run("export", Path("no/such/folder/x.jsonl"))
    assert outcome.code == 2
    assert "no/such/folder/x.jsonl" in outcome.error


def test_a_fact_goes_with_its_messages_and_all_before_a_time_goes(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    (fact,) = ok("facts", "--json").json
    forgotten = ok("forget", "--fact", fact["id"][-8:], "--yes", "--json").json
    assert (forgotten["facts"], forgotten["messages"]) == (1, 1)
    ok("add", "I like opera.")
    assert ok("forget", "--before", "2999-01-01", "--yes", "--json").json["messages"] == 1


def test_what_is_derived_can_be_made_anew(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    assert ok("reindex", "--derived", "--json").json == {"faults": []}
