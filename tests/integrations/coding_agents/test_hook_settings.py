"""The settings files of coding agents: hooks come in and go out, and all else in them stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memary.errors import InputError
from memary.integrations.coding_agents.agents import AGENTS, CLAUDE_CODE, CURSOR, GEMINI
from memary.integrations.coding_agents.projects import project_user
from memary.integrations.coding_agents.settings_file import commands_in, installed, removed

FORMATTER = {"matcher": "Edit", "hooks": [{"type": "command", "command": "ruff format"}]}


def command(agent: str) -> str:
    return f"/opt/venv/bin/python -m memary hooks run {agent}"


@pytest.mark.parametrize("agent", AGENTS.values(), ids=lambda agent: agent.name)
def test_hooks_are_put_in_once_and_taken_out_again(tmp_path: Path, agent: object) -> None:
    chosen = next(one for one in AGENTS.values() if one is agent)
    path = tmp_path / chosen.home / chosen.file
    installed(chosen, path, command(chosen.name)).write()
    assert commands_in(chosen, path) == dict.fromkeys(chosen.events, command(chosen.name))
    assert not installed(chosen, path, command(chosen.name)).is_one
    removed(chosen, path).write()
    assert commands_in(chosen, path) == {}
    assert json.loads(path.read_text()) == dict(chosen.extra)


def test_what_else_is_in_the_file_stays_with_its_order_and_indent(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    own = {
        "model": "opus",
        "hooks": {"PostToolUse": [FORMATTER], "Stop": [{"hooks": [{"type": "command", "command": "say 完成"}]}]},
        "permissions": {"allow": ["Bash(ls)"]},
    }
    path.write_text(json.dumps(own, indent=4, ensure_ascii=False) + "\n")
    path.chmod(0o640)
    installed(CLAUDE_CODE, path, command("claude-code")).write()
    text = path.read_text()
    assert text.startswith('{\n    "model": "opus",')
    assert "say 完成" in text
    assert path.stat().st_mode & 0o777 == 0o640
    told = json.loads(text)
    assert list(told) == ["model", "hooks", "permissions"]
    assert told["hooks"]["PostToolUse"] == [FORMATTER]
    assert len(told["hooks"]["Stop"]) == 2
    removed(CLAUDE_CODE, path).write()
    assert json.loads(path.read_text()) == own


def test_another_command_takes_the_place_of_the_former_one(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    installed(CURSOR, path, command("cursor")).write()
    installed(CURSOR, path, command("cursor") + " --store sqlite:///work.db").write()
    assert set(commands_in(CURSOR, path).values()) == {command("cursor") + " --store sqlite:///work.db"}
    assert len(json.loads(path.read_text())["hooks"]["sessionStart"]) == 1


def test_a_group_that_holds_others_as_well_keeps_those(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    theirs = {"type": "command", "command": "say done"}
    ours = {"type": "command", "command": command("claude-code")}
    path.write_text(json.dumps({"hooks": {"Stop": [{"matcher": "*", "hooks": [theirs, ours]}]}}))
    removed(CLAUDE_CODE, path).write()
    assert json.loads(path.read_text()) == {"hooks": {"Stop": [{"matcher": "*", "hooks": [theirs]}]}}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.json", tmp_path / "settings.json"
    real.write_text("{}")
    link.symlink_to(real)
    installed(CLAUDE_CODE, link, command("claude-code")).write()
    assert link.is_symlink()
    assert "memary" in real.read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1, // mine\n}', "is not plain JSON"),
        ("[]", "it is not a JSON object"),
        ('{"hooks": []}', "`hooks` in it is not a JSON object"),
        ('{"hooks": {"Stop": {}}}', "`hooks.Stop` is not a list"),
    ],
)
def test_a_file_that_is_not_as_documented_is_left_alone(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        installed(CLAUDE_CODE, path, command("claude-code"))
    assert path.read_text() == text


def test_times_are_told_in_the_units_of_the_agent(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for agent, timeout in ((CLAUDE_CODE, 15), (GEMINI, 15_000)):
        entry = json.loads(installed(agent, path, command(agent.name)).after)["hooks"]["SessionStart"][0]
        assert entry["hooks"][0]["timeout"] == timeout


@pytest.mark.parametrize(
    ("url", "user"),
    [
        ("git@github.com:ada/shop.git", "project:github.com/ada/shop"),
        ("https://github.com/ada/shop", "project:github.com/ada/shop"),
        ("https://ada:t0ken@GitHub.com/ada/shop.git", "project:github.com/ada/shop"),
        ("ssh://git@git.example.org:2222/team/shop.git/", "project:git.example.org/team/shop"),
    ],
)
def test_clones_of_a_remote_are_one_project(tmp_path: Path, url: str, user: str) -> None:
    for clone in ("one", "two"):
        config = tmp_path / clone / ".git" / "config"
        config.parent.mkdir(parents=True)
        config.write_text(f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {url}\n\tfetch = +refs/heads/*\n')
        (tmp_path / clone / "src").mkdir()
        assert project_user(tmp_path / clone / "src") == user


def test_a_worktree_is_the_project_of_its_repository(tmp_path: Path) -> None:
    git = tmp_path / "shop" / ".git"
    (git / "worktrees" / "fix").mkdir(parents=True)
    (git / "config").write_text('[remote "upstream"]\nurl = git@git.example.org:ada/shop.git\n')
    (git / "worktrees" / "fix" / "commondir").write_text("../..\n")
    (tmp_path / "fix").mkdir()
    (tmp_path / "fix" / ".git").write_text(f"gitdir: {git / 'worktrees' / 'fix'}\n")
    assert project_user(tmp_path / "fix") == "project:git.example.org/ada/shop"


def test_without_a_remote_a_project_is_its_folder(tmp_path: Path) -> None:
    one, two = tmp_path / "a" / "shop", tmp_path / "b" / "shop"
    (one / "src").mkdir(parents=True)
    two.mkdir(parents=True)
    (one / ".git").mkdir()
    assert project_user(one) == project_user(one / "src")
    assert project_user(one).startswith("project:shop-")
    assert project_user(one) != project_user(two)
    assert project_user(one, named="shop") == "project:shop"
    assert len(project_user(one, named="x" * 400)) < 256
