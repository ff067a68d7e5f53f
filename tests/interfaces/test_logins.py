"""The file of logins: what it holds, whom it lets in, and what it refuses."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from memary.errors import ConfigurationError, InputError
from memary.interfaces.logins import login_with, read_logins, remove_login, set_password


def opens(file: Path, user: str, password: str) -> bool:
    return login_with(read_logins(file) or (), user, password) is not None


def test_a_password_lets_its_user_in_and_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "home" / "logins.toml"
    assert read_logins(file) is None
    set_password(file, "ada", "correct horse")
    set_password(file, "林夏", "正确的马与电池和订书钉")
    assert opens(file, "ada", "correct horse")
    assert opens(file, "林夏", "正确的马与电池和订书钉")
    assert not opens(file, "ada", "正确的马与电池和订书钉")
    assert not opens(file, "ben", "correct horse")
    assert not opens(file, "nobody", "")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "horse" not in file.read_text(encoding="utf-8")


def test_a_new_password_ends_the_old_one_and_a_removed_login_opens_nothing(tmp_path: Path) -> None:
    file = tmp_path / "logins.toml"
    set_password(file, "ada", "correct horse")
    set_password(file, "ada", "battery staple")
    assert not opens(file, "ada", "correct horse")
    assert opens(file, "ada", "battery staple")
    remove_login(file, "ada")
    assert read_logins(file) == (), "the door stays shut"
    with pytest.raises(InputError, match="'ada'"):
        remove_login(file, "ada")


@pytest.mark.parametrize(("user", "password"), [("ada", "short"), ("", "correct horse"), ("*", "correct horse")])
def test_what_is_no_login_is_refused(user: str, password: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        set_password(tmp_path / "logins.toml", user, password)
    assert not (tmp_path / "logins.toml").exists()


@pytest.mark.parametrize(
    "text", ["[[logins]]\nuser = 1", "no toml", '[[logins]]\nuser = "a"\nsalt = "x"\ndigest = ""']
)
def test_a_file_that_is_no_file_of_logins_lets_nobody_in(text: str, tmp_path: Path) -> None:
    (tmp_path / "logins.toml").write_text(text)
    with pytest.raises(ConfigurationError, match=r"logins\.toml"):
        read_logins(tmp_path / "logins.toml")
