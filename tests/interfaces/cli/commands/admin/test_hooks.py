"""The commands `hooks`: put in, shown, taken out; and what `doctor` says of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interfaces.cli.conftest import Run


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "claude" / "settings.json"


def test_hooks_are_put_in_shown_and_taken_out(run: Run, settings: Path) -> None:
    looked = run("hooks", "install", "claude-code", "--dry-run")
    assert "+          " in looked.stdout
    assert not settings.exists()
    done = run("hooks", "install", "claude-code", "--store", "sqlite:///work.db")
    assert done.stdout == f"Claude Code remembers from its next session on ({settings}).\n"
    entry = json.loads(settings.read_text())["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    assert entry["command"] == f"{sys.executable} -m memary hooks run claude-code --store sqlite:///work.db"
    again = run("hooks", "install", "claude-code", "--store", "sqlite:///work.db")
    assert again.stdout == f"Nothing to change in {settings}.\n"
    shown = run("hooks", "show")
    assert f"Claude Code: SessionStart, UserPromptSubmit, Stop, SessionEnd ({settings})" in shown.stdout
    assert "What is said here goes to the memory of project:here-" in shown.stdout
    assert "hooks: Claude Code has them" in run("doctor").stdout
    assert run("hooks", "remove", "claude-code").code == 0
    assert json.loads(settings.read_text()) == {}


def test_hooks_of_one_project_stand_in_its_folder(run: Run) -> None:
    assert run("hooks", "install", "cursor", "--here", "--json").json["changed"] is True
    assert json.loads(Path(".cursor/hooks.json").read_text())["version"] == 1


def test_an_agent_whose_hooks_are_not_known_is_told(run: Run) -> None:
    assert run("hooks", "install", "vim").error == (
        "There are no hooks for 'vim': choose from claude-code, cursor, codex, gemini."
    )


def test_the_command_in_the_settings_runs_and_what_it_met_is_told(
    run: Run, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("hooks", "install", "claude-code")
    hook = json.loads(settings.read_text())["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"]
    sent = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "s1",
        "cwd": str(tmp_path),
        "prompt": "Mia likes tea.",
    }
    done = subprocess.run(hook, shell=True, input=json.dumps(sent), capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("{}\n", "")
    monkeypatch.chdir(tmp_path)
    user = run("hooks", "show", "--json").json["user"]
    assert "Mia likes tea." in run("search", "Who likes tea?", "--user", user).stdout
    broken = subprocess.run(hook, shell=True, input="oops", capture_output=True, text=True, check=True)
    assert broken.stdout == "{}\n"
    assert "The input of the hook is not JSON" in run("doctor").stdout
