"""`memary import --from`: what came in is said, what was left out is named, and nothing comes in twice."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from memary.interfaces.cli.app import app
from tests.integrations.importers.exports import EXPORTS

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for setting in [name for name in os.environ if name.startswith(("MEMARY_", "OPENAI_", "NEO4J_"))]:
        monkeypatch.delenv(setting)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return lambda *given: CliRunner().invoke(app, [str(one) for one in given], prog_name="memary")


def test_a_file_of_mem0_comes_in(run: Run) -> None:
    done = run("import", EXPORTS / "mem0.json", "--from", "mem0")

    assert done.exit_code == 0
    assert done.stdout.startswith("New: 3 messages, 1 fact; read from ")
    assert done.stdout.endswith("mem0.json, for ada, bob.\n")
    assert "Left out, since it has no text or no id: memory 6a1f3b0e-0004" in done.stderr
    assert "Lisbon" in run("search", "Where does she live?", "--user", "ada").stdout
    again = run("import", EXPORTS / "mem0.json", "--from", "mem0")
    assert again.stdout.startswith("New: nothing; read from ")
    assert "4 were there already" in again.stdout


def test_a_file_of_graphiti_becomes_one_users_memory(run: Run) -> None:
    done = run("import", EXPORTS / "graphiti.apoc.jsonl", "--from", "graphiti", "--user", "me", "--json")

    report = json.loads(done.stdout)
    assert (report["users"], report["messages"], report["facts"]) == (["me"], 2, 2)
    assert {"what": "entity coffee machine", "why": "no fact names it"} in report["left"]
    assert "Globex" in run("facts", "--user", "me").stdout


def test_what_names_no_user_goes_to_the_user_of_the_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_USER", "cleo")

    nameless = run("import", EXPORTS / "movies.neo4j.jsonl", "--from", "neo4j", "--json")
    assert json.loads(nameless.stdout)["users"] == ["cleo"]
    assert "Night Ferry" in run("facts").stdout
    named = run("import", EXPORTS / "mem0.json", "--from", "mem0", "--json")
    assert json.loads(named.stdout)["users"] == ["ada", "bob"]


def test_a_neo4j_graph_is_looked_at_before_it_comes_in(run: Run, tmp_path: Path) -> None:
    whole = ["import", EXPORTS / "movies.neo4j.jsonl", "--from", "neo4j", "--user", "ada"]
    looked = run(*whole, "--dry-run")
    assert not list(tmp_path.rglob("*.db*"))

    assert "relationship ACTED_IN → acted_in (1)\n" in looked.stdout
    assert "Nothing was written. It would bring 3 facts; read from " in looked.stdout
    assert "no property names it: say which in the mapping (names): 1 × Log" in looked.stderr
    assert run("facts", "--user", "ada").exit_code == 2
    assert "New: 3 facts; read from " in run(*whole).stdout
    assert "Mara Lind acted in Night Ferry" in run("facts", "--user", "ada").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["mem0.json", "--from", "zep"],
            "'zep' cannot be imported: choose from mem0, graphiti, memoryscope, langmem, letta, hindsight,",
        ),
        (["mem0.json", "--from", "mem0", "--user", "ada"], "holds memory of 'ada', 'bob'"),
        (["mem0.json", "--infer"], "--infer goes with --from"),
        (["mem0.json", "--dry-run"], "is not a memary export. It looks like one of mem0: add --from mem0."),
        (["movies.neo4j.jsonl", "--from", "neo4j"], "does not say whose memory it is: name the user"),
        (["movies.neo4j.jsonl", "--from", "neo4j", "--map", "none.toml"], "The mapping none.toml cannot be read"),
        (["mem0.json"], "is not a memary export. It looks like one of mem0: add --from mem0."),
        (
            ["mem0.json", "--from", "letta"],
            "no data of letta that can be imported. It looks like one of mem0",
        ),
        (["movies.neo4j.jsonl", "--map", "none.toml"], "--map goes with --from neo4j"),
        (
            ["notes", "--from", "mem0"],
            "notes holds no data of mem0 that can be imported. It looks like one of markdown",
        ),
        (["notes"], "notes is not a memary export. It looks like one of markdown: add --from markdown."),
        (["README.md"], "No such file"),
        (["nothing.json", "--from", "mem0"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(run: Run, arguments: list[str], says: str) -> None:
    done = run("import", EXPORTS / arguments[0], *arguments[1:])

    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_address_is_read_of_neo4j_alone(run: Run) -> None:
    done = run("import", "http://127.0.0.1:1", "--from", "letta", "--user", "ada")
    assert done.exit_code == 2
    assert "http://127.0.0.1:1 is an address, but letta is imported from a file" in done.stderr


def test_what_could_not_be_used_is_told_with_the_reason_and_no_other_system(run: Run, tmp_path: Path) -> None:
    (tmp_path / "todo.md").write_text("")
    (tmp_path / "odd.md").write_bytes(b"\xff\xfe")
    (tmp_path / "none.json").write_text("")
    told = {
        name: run("import", name, "--from", system, "--user", "ada").stderr
        for name, system in (("todo.md", "markdown"), ("odd.md", "markdown"), ("none.json", "mem0"))
    }

    assert told["todo.md"] == (
        "Error: The empty file todo.md holds no data of markdown that can be imported. "
        "Left out, since it is empty: todo.md.\n"
    )
    assert told["odd.md"] == (
        "Error: The file odd.md holds no data of markdown that can be imported. "
        "Left out, since The file odd.md is not UTF-8 text: convert it first: odd.md.\n"
    )
    assert told["none.json"] == "Error: The empty file none.json holds no data of mem0 that can be imported.\n"


def test_a_note_whose_name_is_of_another_encoding_comes_in(run: Run, tmp_path: Path) -> None:
    (tmp_path / "caf\udce9.md").write_text("The café at the corner opens at eight.")

    assert run("import", tmp_path, "--from", "markdown", "--user", "ada").stdout.startswith("New: 1 message; ")
    assert "opens at eight" in run("search", "When does the café open?", "--user", "ada").stdout
