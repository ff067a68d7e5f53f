"""Spaces from the terminal: make one, invite, join, write to it, and who may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from interfaces.cli.conftest import Run


def test_a_space_is_made_joined_written_to_and_recalled_with_whose_it_is(run: Run) -> None:
    assert run("spaces", "create", "Family", "--user", "ada").code == 0
    assert run("spaces", "grant", "Family", "ben", "--role", "writer", "--user", "ada").code == 0
    assert "writer, invited" in run("spaces", "list", "--user", "ben").stdout
    assert "join it first" in run("facts", "--space", "Family", "--user", "ben").error
    assert run("spaces", "join", "Family", "--user", "ben").code == 0
    assert run("add", "I work at Acme.", "--space", "Family", "--user", "ben").code == 0
    assert "ben works at Acme." in run("facts", "--space", "Family", "--user", "ada").stdout
    found = run("search", "Where does ben work?", "--user", "ada", "--json").json
    assert {(hit["space"], *hit["said_by"]) for hit in found} == {("Family", "ben")}
    assert "space Family, said by ben" in run("search", "Where does ben work?", "--user", "ada").stdout


def test_an_owner_renames_a_space_and_what_is_in_it_stays(run: Run) -> None:
    for words in (
        ("spaces", "create", "Family", "--user", "ada"),
        ("spaces", "grant", "Family", "ben", "--role", "writer", "--user", "ada"),
        ("spaces", "join", "Family", "--user", "ben"),
        ("add", "I work at Acme.", "--space", "Family", "--user", "ben"),
    ):
        assert run(*words).code == 0
    assert "takes owner" in run("spaces", "rename", "Family", "Ours", "--user", "ben").error
    assert run("spaces", "rename", "Family", "The Novaks", "--user", "ada").code == 0
    assert [one["space"] for one in run("spaces", "list", "--user", "ben", "--json").json] == ["The Novaks"]
    assert "ben works at Acme." in run("facts", "--space", "The Novaks", "--user", "ada").stdout
    assert "There is no space 'Family'" in run("facts", "--space", "Family", "--user", "ada").error


def test_a_writer_cannot_forget_and_who_was_taken_out_reads_nothing(run: Run) -> None:
    for words in (
        ("spaces", "create", "Family", "--user", "ada"),
        ("spaces", "grant", "Family", "ben", "--role", "writer", "--user", "ada"),
        ("spaces", "join", "Family", "--user", "ben"),
        ("add", "I work at Acme.", "--space", "Family", "--user", "ben"),
    ):
        assert run(*words).code == 0
    assert "takes owner" in run("forget", "--space", "Family", "--user", "ben", "--yes").error
    assert run("spaces", "revoke", "Family", "ben", "--user", "ada").code == 0
    assert "There is no space 'Family'" in run("facts", "--space", "Family", "--user", "ben").error
    assert "--dry-run" in run("spaces", "delete", "Family", "--user", "ada").error
    assert "There is no space 'Famly'" in run("spaces", "delete", "Famly", "--user", "ada").error
    assert "1 message" in run("spaces", "delete", "Family", "--user", "ada", "--dry-run").stdout
    assert run("spaces", "delete", "Family", "--user", "ada", "--yes").code == 0
    assert "belong to no space" in run("spaces", "list", "--user", "ada").stderr


def test_nobody_answers_in_a_space(run: Run) -> None:
    assert run("spaces", "create", "Family", "--user", "ada").code == 0
    for words in (("ask", "Where do we fly?"), ("chat",)):
        refused = run(*words, "--space", "Family", "--user", "ada").error
        assert refused.startswith("There is no chat in a space: leave out --space Family")


def test_notes_and_exports_come_into_a_space_and_into_nobodys_own_memory(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "prices.md").write_text("# Prices\n\nBrake bleeding costs 45 euro.\n", encoding="utf-8")
    bring = ("import", notes, "--from", "markdown", "--space", "Shop")
    for words in (
        ("spaces", "create", "Shop", "--user", "ada"),
        ("spaces", "grant", "Shop", "ben", "--user", "ada"),
        ("spaces", "join", "Shop", "--user", "ben"),
    ):
        assert run(*words).code == 0
    assert "takes writer" in run(*bring, "--user", "ben", "--dry-run").error
    assert "There is no space 'Shp'" in run(*bring[:-1], "Shp", "--user", "ada").error
    assert run(*bring, "--user", "ada").stdout.endswith("for the space Shop.\n")
    assert "Brake bleeding" in run("messages", "--space", "Shop", "--user", "ada").stdout
    assert not run("messages", "--user", "ada").stdout
    assert run(*bring, "--user", "ada").stdout.startswith("New: nothing;")

    export = tmp_path / "shop.jsonl"
    assert run("export", export, "--space", "Shop", "--user", "ada").code == 0
    assert run("spaces", "create", "Copy", "--user", "ada").code == 0
    refused = run("import", export, "--space", "Copy", "--as-user", "eve", "--user", "ada").error
    assert "leave out one" in refused
    assert run("import", export, "--space", "Copy", "--user", "ada").code == 0
    assert "Brake bleeding" in run("messages", "--space", "Copy", "--user", "ada").stdout


@pytest.mark.parametrize("words", [("doctor",), ("scrub",), ("worker", "--once"), ("config",)])
def test_what_works_in_no_space_says_so(run: Run, words: tuple[str, ...]) -> None:
    refused = run(*words, "--space", "Family", "--user", "ada").error
    assert refused == f"`memary {words[0]}` works in no space: leave out --space Family."
