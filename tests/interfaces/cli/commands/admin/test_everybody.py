"""What goes over everybody's memory: a backup of all users and spaces, and a retention."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from interfaces.cli.conftest import Run


@pytest.fixture
def talked(ok: Run) -> None:
    """Ann and Bob have said something, Ann in a space, too."""
    ok("add", "I live in Graz.", "--user", "ann", "--wait")
    ok("add", "I like tea.", "--user", "bob/b", "--wait")
    ok("spaces", "create", "Desk", "--user", "ann")
    ok("spaces", "grant", "Desk", "bob/b", "--user", "ann")
    ok("add", "The door code is 7391.", "--space", "Desk", "--user", "ann")


@pytest.mark.usefixtures("talked")
def test_a_backup_of_everybody_brings_each_user_and_space_back(run: Run, ok: Run, tmp_path: Path) -> None:
    folder = tmp_path / "backup"
    told = ok("export", str(folder), "--all-users").stdout
    assert " ".join(told.split()).startswith(f"2 users, 1 space written to {folder}")
    ann, bob, desk = json.loads((folder / "index.json").read_text())
    assert (ann["user"], bob["user"], desk["space"]) == ("ann", "bob/b", "Desk")
    assert desk["members"] == {"ann": "owner", "bob/b": "reader"}
    files = [folder / one["file"] for one in (ann, bob, desk)]
    assert {stat.S_IMODE(file.stat().st_mode) for file in [*files, folder / "index.json"]} == {0o600}
    assert "is not empty" in run("export", str(folder), "--all-users").stderr
    for user in ("ann", "bob/b"):
        ok("forget", "--user", user, "--yes")
    for file in files[:2]:
        ok("import", str(file))
    ok("spaces", "create", "Desk", "--user", "ann")
    ok("import", str(files[2]), "--space", "Desk", "--user", "ann")
    assert "lives in Graz" in ok("facts", "--user", "ann").stdout
    assert "7391" in ok("search", "door code", "--space", "Desk", "--user", "ann").stdout


@pytest.mark.usefixtures("talked")
def test_what_everybody_said_before_a_time_is_forgotten_in_spaces_too(run: Run, ok: Run, home: Path) -> None:
    assert "nothing" in ok("forget", "--all-users", "--before", "2020-01-01", "--yes").stdout
    would = ok("forget", "--all-users", "--before", "2999-01-01", "--dry-run", "--json").json
    assert would["dry_run"] is True
    assert [(one.get("user"), one.get("space"), one["messages"]) for one in would["forgotten"]] == [
        ("ann", None, 1),
        ("bob/b", None, 1),
        (None, "Desk", 1),
    ]
    assert "Graz" in ok("facts", "--user", "ann").stdout
    assert "pass --yes" in run("forget", "--all-users", "--before", "2999-01-01").stderr
    told = ok("forget", "--all-users", "--before", "2999-01-01", "--yes").stdout
    assert "Forgotten: 3 messages" in told
    assert "the space Desk: 1 message" in told
    held = (home / "memary.db").read_bytes()
    assert not any(word in held for word in (b"Graz", b"7391", b"tea"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["forget", "--all-users", "--yes"],
        ["forget", "--all-users", "--before", "2020-01-01", "--session", "s1"],
        ["forget", "--all-users", "--before", "2020-01-01", "--user", "ann"],
        ["export", "folder", "--all-users", "--user", "ann"],
    ],
)
def test_everybody_is_meant_alone(run: Run, arguments: list[str]) -> None:
    refused = run(*arguments)
    assert (refused.code, "--all-users" in refused.stderr) == (2, True)
