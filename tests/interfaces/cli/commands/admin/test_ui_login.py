"""`memary ui-login`: who may log in to the web interface."""

from __future__ import annotations

from pathlib import Path

from interfaces.cli.conftest import Run
from memary.interfaces.logins import login_with, read_logins


def test_a_password_is_read_and_kept_as_a_digest(ok: Run, home: Path) -> None:
    outcome = ok("ui-login", "--user", "ada", given="correct horse\n")
    assert "'ada' may log in now" in outcome.stderr
    assert "horse" not in outcome.stdout + outcome.stderr
    assert login_with(read_logins(home / "logins.toml") or (), "ada", "correct horse")


def test_a_login_is_taken_away(ok: Run, run: Run, home: Path) -> None:
    ok("ui-login", "--user", "ada", given="correct horse\n")
    ok("ui-login", "--user", "ada", "--remove")
    assert read_logins(home / "logins.toml") == ()
    assert "no login of user 'ada'" in run("ui-login", "--user", "ada", "--remove").error


def test_a_short_password_is_refused(run: Run, home: Path) -> None:
    outcome = run("ui-login", "--user", "ada", given="short\n")
    assert outcome.code == 2
    assert "8 or more" in outcome.error
    assert not (home / "logins.toml").exists()
