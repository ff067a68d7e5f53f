"""How commands behave: errors as JSON, times in words, completion, folders that are not there, what is left out."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from stores.sqlite.files import without_removed_vectors
from typer.main import get_group

from memary import Memary
from memary.interfaces.cli.start import HOME_OF, app_for
from tests.interfaces.cli.conftest import Run


def test_with_json_an_error_is_json_in_the_place_of_the_result(run: Run) -> None:
    failed = run("search", "tea", "--user", "nobody", "--json")
    assert failed.code == 2
    assert "memory is empty" in failed.json["error"]
    assert failed.stderr == ""


def test_a_command_that_is_named_first_is_loaded_alone_and_any_other_among_all() -> None:
    everything = get_group(app_for("--user")).commands
    assert everything.keys() == {*HOME_OF, "eval"}
    alone = {name: get_group(app_for(name)).commands for name in HOME_OF}
    assert {name for name, commands in alone.items() if name not in commands or len(commands) > 8} == set()
    assert all(commands[name].help == everything[name].help for name, commands in alone.items())


def test_one_line_says_that_an_older_store_was_upgraded(ok: Run, home: Path) -> None:
    ok("add", "I live in Rome.")
    with closing(sqlite3.connect(home / "memary.db")) as raw:  # as schema 12 was
        without_removed_vectors(raw)
        raw.executescript("DROP TRIGGER sketches_removed; DROP TABLE sketches; PRAGMA user_version = 12;")
    looked = ok("facts", "--json")
    assert looked.json[0]["object"] == "Rome"
    assert "was upgraded from schema 12 to" in " ".join(looked.stderr.split())
    assert ok("facts").stderr == ""


def test_times_may_be_told_in_words_in_both_languages(run: Run) -> None:
    run("add", "I live in Rome.", "--at", "2020-01-01T00:00:00Z")
    told = run("add", "I moved to Berlin.", "--at", "yesterday", "--json")
    assert told.code == 0
    assert "yesterday: 20" in told.stderr
    for words in ("last year", "去年", "3 days ago", "2021-05-01"):
        assert "Rome" in run("facts", "--as-of", words).stdout, words
        assert "Berlin" not in run("facts", "--as-of", words).stdout
    assert "or in words, like yesterday" in run("facts", "--as-of", "when I was happy").error


def test_a_store_in_a_folder_that_is_not_there_is_not_made(run: Run) -> None:
    refused = run("ask", "hello", "--store", "sqlite:///nope/x.db")
    missing = Path("nope").absolute()
    missing_folder = f"The folder {missing} of the store sqlite:///nope/x.db does not exist"
    assert refused.error == f"{missing_folder}: create it, or correct the store."
    assert not Path("nope").exists()


def test_a_file_that_is_not_there_is_told_in_a_sentence(run: Run) -> None:
    refused = run("import", "nowhere.json", "--from", "mem0", "--user", "ada")
    assert refused.error == "The file nowhere.json cannot be read: No such file or directory."


def test_a_graph_that_is_cut_says_so_and_can_be_whole(run: Run) -> None:
    with Memary.open(settings=None, store=None, worker=False) as memory:
        facts = [{"subject": "Mia", "predicate": "knows", "object": f"Person {number}"} for number in range(40)]
        memory.facts.add(facts, user_id="default")
    cut = run("graph", "Mia", "--depth", "1")
    assert cut.stderr == "30 of 40 facts of Mia are drawn: --all draws all.\n"
    whole = run("graph", "Mia", "--depth", "1", "--all")
    assert whole.stderr == ""
    assert whole.stdout.count("Person") == 40


def test_emptying_the_stream_can_be_tried_first(run: Run) -> None:
    run("add", "My sister is called Mia.")
    assert run("prune", "--all", "--dry-run").stdout == "Would be removed: 1 entry.\n"
    assert run("prune", "--older-than", "3", "--dry-run").stdout == "Would be removed: nothing.\n"
    assert run("stream", "--json").json


@pytest.mark.skipif(sys.platform == "win32", reason="bash")
def test_the_shell_completes_commands() -> None:
    asked = {"_MEMARY_COMPLETE": "complete_bash", "COMP_WORDS": "memary forg", "COMP_CWORD": "1"}
    done = subprocess.run(
        [Path(sys.executable).parent / "memary"], env={**os.environ, **asked}, capture_output=True, text=True
    )
    assert done.stdout.split() == ["forget"]


def test_tables_have_chinese_headings_where_the_environment_is_chinese(
    ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("add", "我住在上海。", "--user", "ada")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert ok("entities", "--user", "ada").stdout.split()[:3] == ["实体", "类别", "提及"]
    assert ok("categories", "--user", "ada").stdout.split()[0] == "类别"
    assert ok("facts", "--user", "ada").stdout.split()[0] == "事实"
    assert ok("operations", "--user", "ada").stdout.split()[-1] != "Id"
    monkeypatch.setenv("LC_ALL", "C")
    assert ok("entities", "--user", "ada").stdout.split()[0] == "Entity"


def test_a_chat_explains_its_commands_in_chinese_where_the_environment_is_chinese(
    ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    told = ok("chat", "--user", "ada", given="/help\n/facts\n").stderr.splitlines()
    assert [line for line in told if line.strip() and not re.search("[\u4e00-\u9fff]", line)] == []
    assert told[-1] == "还什么都没有。"


def test_of_what_was_told_by_its_day_tables_show_no_hour(ok: Run) -> None:
    ok("add", "My sister is called Mia.", "--at", "2025-05-01", "--user", "ada", "--session", "s1")
    for table in ("entities", "stream", "sessions", "messages"):
        shown = ok(table, "--user", "ada").stdout
        assert "2025-05-01" in shown
        assert "2025-05-01 0" not in shown
