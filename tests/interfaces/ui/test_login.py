"""The web interface where logins are set up: one comes in with a password, and sees one's own memory alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest
from support.web.app_page import APP, PATIENCE, everything, open_tab, press, talk

from memary.interfaces.logins import remove_login, set_password
from memary.interfaces.ui.shared_memory import open_memory

pytestmark = pytest.mark.timeout(300)

PASSWORD = "correct horse"


@pytest.fixture
def logins(own_memory: None, tmp_path: Path) -> Path:
    file = tmp_path / "logins.toml"
    set_password(file, "ada", PASSWORD)
    return file


@pytest.fixture
def guarded(logins: Path) -> AppTest:
    """A page before which one has to log in, over the memories of Ada and Ben."""
    for user in ("ada", "ben"):
        open_memory().add(f"The secret of {user}.", user_id=user, session_id="s1", infer=False)
    return AppTest.from_file(APP, default_timeout=PATIENCE).run()


def log_in(page: AppTest, user: str, password: str) -> None:
    name, word = page.text_input
    name.set_value(user)
    word.set_value(password)
    next(button for button in page.button if button.label == "Log in").click().run()


def test_without_a_login_nothing_is_shown(guarded: AppTest) -> None:
    assert not guarded.exception
    assert "secret" not in everything(guarded)
    assert "memary.db" not in everything(guarded)
    assert [box.label for box in guarded.text_input] == ["User", "Password"]
    assert [one.key for one in guarded.selectbox] == []


@pytest.mark.parametrize(("user", "password"), [("ada", "wrong horse"), ("ben", PASSWORD), ("", ""), ("nobody", "")])
def test_a_wrong_password_opens_nothing(
    guarded: AppTest, user: str, password: str, caplog: pytest.LogCaptureFixture
) -> None:
    log_in(guarded, user, password)
    known = f"user {user!r}" if user == "ada" else "nobody has this name"
    assert [record.getMessage() for record in caplog.records if record.name == "memary.logins"] == [
        f"failed login: {known}"
    ]
    assert "do not fit" in guarded.error[0].value
    assert "secret" not in everything(guarded)


def test_after_five_wrong_passwords_the_right_one_has_to_wait(guarded: AppTest) -> None:
    for _ in range(5):
        log_in(guarded, "ada", "wrong horse")
    log_in(guarded, "ada", PASSWORD)
    assert "do not fit" in guarded.error[0].value
    assert "secret" not in everything(guarded)


def test_who_logs_in_sees_the_own_memory_whatever_the_address_says(
    guarded: AppTest, caplog: pytest.LogCaptureFixture
) -> None:
    guarded.query_params["user"] = "ben"
    with caplog.at_level("INFO", "memary"):
        log_in(guarded, "ada", PASSWORD)
    assert "login: user 'ada'" in caplog.messages
    assert not guarded.exception
    assert talk(guarded) == ["The secret of ada."]
    assert "user" not in guarded.query_params
    assert "ben" not in everything(guarded)
    assert "user" not in {one.key for one in guarded.selectbox}
    open_tab(guarded, "Health")
    assert not guarded.exception
    assert "memary.db" not in everything(guarded).replace("\\", "")
    press(guarded, "log-out")
    assert "secret" not in everything(guarded)
    assert [box.label for box in guarded.text_input] == ["User", "Password"]


@pytest.mark.parametrize("is_removed", [True, False], ids=["removed", "another password"])
def test_a_login_that_is_changed_ends_at_once(guarded: AppTest, logins: Path, is_removed: bool) -> None:
    log_in(guarded, "ada", PASSWORD)
    assert talk(guarded) == ["The secret of ada."]
    if is_removed:
        remove_login(logins, "ada")
    else:
        set_password(logins, "ada", "battery staple")
    guarded.run()
    assert "secret" not in everything(guarded)
    assert [box.label for box in guarded.text_input] == ["User", "Password"]


def test_a_broken_file_of_logins_lets_nobody_in(guarded: AppTest, logins: Path) -> None:
    logins.write_text("no toml")
    guarded.run()
    assert "logins.toml" in guarded.error[0].value.replace("\\", "")
    assert "secret" not in everything(guarded)


def test_secrets_that_cannot_be_read_open_nothing(own_memory: None, tmp_path: Path) -> None:
    open_memory().add("The secret of ada.", user_id="ada", session_id="s1", infer=False)
    (tmp_path / "secrets.toml").write_text("[auth\n")
    files = config.get_option("secrets.files")
    config.set_option("secrets.files", [str(tmp_path / "secrets.toml")])
    try:
        page = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    finally:
        config.set_option("secrets.files", files)
    assert "cannot be read" in everything(page)
    assert "The secret of ada." not in everything(page)
