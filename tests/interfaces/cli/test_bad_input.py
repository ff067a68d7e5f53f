"""Whatever goes wrong: one sentence on stderr that names the value and the remedy, an exit code, and no traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Run


def test_an_unknown_setting_is_named_with_the_one_that_is_near(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_MODLE", "x")
    outcome = run("facts")
    assert (outcome.code, outcome.error) == (
        2,
        "Unknown setting MEMARY_MODLE in the environment: did you mean MEMARY_MODEL?",
    )


def test_a_setting_in_the_env_file_of_the_folder_counts_and_is_checked(run: Run) -> None:
    Path(".env").write_text("MEMARY_USER=ada\nSOMETHING_ELSE=1\n")
    assert run("config", "--json").json["user"] == {"value": "ada", "source": ".env"}
    Path(".env").write_text("MEMARY_TOP_K=many\n")
    outcome = run("facts")
    assert outcome.code == 2
    assert outcome.error == "The setting MEMARY_TOP_K (from .env) is 'many': give a whole number."


def test_a_wrong_scheme_is_told_which_there_are(run: Run) -> None:
    outcome = run("facts", "--store", "postgres://localhost/x")
    assert outcome.code == 2
    assert "'postgres://localhost/x' is not a store" in outcome.error
    assert "sqlite:///file.db" in outcome.error


def test_a_dead_neo4j_server_is_said_to_be_dead(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "secret-word")
    monkeypatch.setattr("memary.stores.neo4j.driver.connection.RETRY_TIME", 0.1)
    outcome = run("facts", "--store", "bolt://127.0.0.1:9")
    assert outcome.code == 1
    assert "bolt://127.0.0.1:9" in outcome.error
    assert "secret-word" not in outcome.error


def test_a_model_without_a_key_is_told_what_to_set(run: Run) -> None:
    outcome = run("ask", "hi", "--model", "gpt-5-mini")
    assert outcome.code == 2
    assert "'gpt-5-mini'" in outcome.error
    assert "OPENAI_API_KEY" in outcome.error


def test_vectors_of_another_model_are_refused_until_they_are_made_anew(
    run: Run, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("add", "I moved to Berlin.")
    monkeypatch.setenv("MEMARY_EMBEDDING_DIMENSIONS", "64")
    outcome = run("search", "Berlin")
    assert outcome.code == 1
    assert "memary reindex" in outcome.error
    assert "records embedded by " in ok("reindex").stdout
    assert "Berlin" in ok("search", "Berlin").stdout


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "The message is empty: give some text, a tool call or a tool result."),
        (" \n ", "The message is empty: give some text, a tool call or a tool result."),
        ("x" * 10_000_000, "The message has 10,000,000 characters, more than the 1,000,000 one message may have"),
        ("GIF89a\0\1\2", "The message looks like binary data"),
        (b"\xff\xfe\x00a", "What was piped in is not UTF-8 text: convert it first."),
    ],
    ids=["empty", "blank", "ten megabytes", "control characters", "bytes"],
)
def test_what_is_no_message_is_refused(run: Run, given: str | bytes, sentence: str) -> None:
    outcome = run("add", "-", given=given)
    assert outcome.code == 2
    assert outcome.error.startswith(sentence)


EMPTY_VALUES = {
    "a time": (("add", "hi", "--at", ""), "''"),
    "a date to hide it": (("add", "hi", "--expires", ""), "''"),
    "a name to forget": (("forget", "--entity", "", "--yes"), "There is no entity ''"),
    "a file to write": (("export", ""), "name the file"),
    "a file to read": (("import", ""), "Name the export"),
    "a subject": (("profile", "--about", ""), "There is no entity ''"),
}


@pytest.mark.parametrize(("arguments", "told"), EMPTY_VALUES.values(), ids=EMPTY_VALUES)
def test_a_value_that_is_empty_is_refused(run: Run, ok: Run, arguments: tuple[str, ...], told: str) -> None:
    ok("add", "I moved to Berlin.")
    outcome = run(*arguments)
    assert outcome.code == 2
    assert told in outcome.error


def test_a_time_without_a_zone_is_refused(run: Run) -> None:
    outcome = run("add", "hi", "--at", "2026-05-01T09:00:00")
    assert outcome.code == 2
    assert outcome.error.startswith("The time 2026-05-01T09:00:00 has no time zone: write 2026-05-01T09:00:00Z")


@pytest.mark.parametrize("option", [("stream", "--since"), ("facts", "--as-of"), ("search", "x", "--as-of")])
def test_a_time_that_is_none_is_refused(run: Run, ok: Run, option: tuple[str, ...]) -> None:
    ok("add", "hi")
    outcome = run(*option, "sometime")
    assert outcome.code == 2
    assert "The time 'sometime' cannot be read: write it like 2026-05-01" in outcome.error


def test_a_file_that_is_not_there_or_no_text_is_named(run: Run) -> None:
    assert run("add", "--file", "gone.md").error == "The file gone.md cannot be read: No such file or directory."
    assert run("add", "--file", ".").error == "The file . cannot be read: Is a directory."
    Path("cat.txt").write_bytes(b"\xff\xd8\xff\xe0")
    outcome = run("add", "--file", "cat.txt")
    assert (outcome.code, outcome.error) == (2, "The file cat.txt is not UTF-8 text: convert it first.")


def test_what_is_no_export_is_not_imported(run: Run) -> None:
    Path("talk.jsonl").write_text('{"content": "hi"}\n')
    outcome = run("import", "talk.jsonl")
    assert outcome.code == 2
    assert outcome.error.startswith("This is not a memary export")
    assert run("import", "gone.jsonl").code == 2


def test_names_that_cannot_be_used_are_shown(run: Run) -> None:
    outcome = run("add", "hi", "--user", " ")
    assert outcome.code == 2
    assert outcome.error == "user_id is '': give some text."
    assert run("add", "hi", "--session", "a\nb").error == "session_id is 'a\\nb': take out the control characters."
    assert run("add", "hi", "--user", "*").error == "user_id is '*', which stands for all users: name one."


def test_metadata_is_pairs(run: Run) -> None:
    assert (
        run("add", "hi", "--meta", "x").error == "The metadata 'x' is not a pair: write it like --meta topic=music."
    )


LOOKING = (
    "facts",
    "search x",
    "context x",
    "spaces list",
    "usage",
    "worker --status",
    "doctor",
    "access",
    "export x.jsonl",
)


@pytest.mark.parametrize("command", LOOKING)
def test_a_misspelt_file_is_not_made_by_looking_into_it(run: Run, command: str, home: Path) -> None:
    run(*command.split(), "--store", "sqlite:///misspelt.db", "--user", "ada")
    run(*command.split(), "--store", "sqlite:///misspelt.db", "--user", "ada", "--space", "Family")
    assert not Path("misspelt.db").exists()
    assert not (home / "memary.db").exists()


def test_doctor_says_that_a_store_is_not_there_yet(run: Run) -> None:
    assert "sqlite:///misspelt.db is not there yet" in run("doctor", "--store", "sqlite:///misspelt.db").stdout


def test_an_empty_memory_says_how_to_begin(run: Run) -> None:
    outcome = run("facts")
    assert outcome.code == 2
    assert outcome.error.startswith("This memory is empty (sqlite:///")
    assert outcome.error.endswith(
        "): add something with `memary add` or `memary chat`, or name another one with --store."
    )


def test_without_a_command_a_pipe_is_told_what_to_do(run: Run) -> None:
    outcome = run(given="hi\n")
    assert outcome.code == 2
    assert "memary chat" in outcome.error


def test_details_are_shown_when_asked_for(run: Run) -> None:
    outcome = run("facts", "--store", "postgres://x", "--verbose")
    assert "Traceback" in outcome.stderr
    assert outcome.stderr.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("search", "x", "--at", "now"), "No such option: --at"),
        (("search",), "Missing argument"),
        (("serch",), "No such command 'serch'"),
        (("frobnicate",), "`memary --help` lists the commands"),
        (("facts", "--limit", "many"), "Invalid value for '--limit'"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_told_as_json_to_programs(
    run: Run, arguments: tuple[str, ...], says: str
) -> None:
    outcome = run(*arguments, "--json")
    assert outcome.code == 2
    assert says in outcome.json["error"]
    assert outcome.stderr == ""


def test_a_month_may_be_written_small(run: Run) -> None:
    run("add", "I live in Berlin.", "--at", "2020-01-01")
    assert "Berlin" in run("facts", "--as-of", "last may").stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
def test_an_export_takes_no_pipe_or_device_the_place_away(run: Run) -> None:
    run("add", "I live in Berlin.")
    os.mkfifo("pipe")
    assert "is not a regular file" in run("export", "pipe").error
    assert Path("pipe").is_fifo()


def test_what_a_conversation_takes_after_a_command_the_command_line_takes_too(run: Run, ok: Run) -> None:
    ok("add", "My sister Nora lives in Galway.")
    ok("add", "My cat Pixel is 4 years old.")
    assert "Galway" in ok("facts", "Nora").stdout
    assert "4 years" not in ok("facts", "Nora").stdout
    assert "Nora" in ok("profile", "Nora").stdout
    assert "Nora" in ok("rewind", "today").stdout
    (age,) = [fact["id"] for fact in ok("facts", "Pixel", "--json").json if fact["object"] == "4"]
    ok("update", age, "Pixel is 5 years old.")
    assert "5 years" in ok("facts", "Pixel").stdout
    twice = run("facts", "Nora", "--about", "Pixel")
    assert twice.code == 2
    assert "given twice" in twice.stderr


def test_to_be_forgotten_only_what_is_nearly_the_same_word_is_offered(run: Run, ok: Run) -> None:
    ok("add", "My sister Ella lives in Galway.")
    assert "did you mean" not in run("forget", "--entity", "Tesla", "--dry-run").stderr
    assert "did you mean 'Ella'" in run("forget", "--entity", "Elle", "--dry-run").stderr
    assert "did you mean 'Ella'" in run("facts", "Tesla").stderr
