"""Folders and files that the user may not write or look into: commands say so in one sentence, or do without."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from programs import starting
from programs.command import CommandProcess
from programs.starting import Interpreter, interpreter

from memary import Memary
from memary.stores.sqlite import schema

_WITHOUT_RIGHTS = Path(starting.__file__).with_name("without_rights.py")
_AS_USER = (sys.executable, "-S", str(_WITHOUT_RIGHTS)) if os.geteuid() == 0 else ()


@pytest.fixture(scope="module")
def python(python: Interpreter, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interpreter]:
    """A Python with its imports done, that starts commands as somebody without rights over files of others."""
    given_up = [_WITHOUT_RIGHTS.stem] if _AS_USER else []
    with interpreter(tmp_path_factory.mktemp("python"), given_up, before=python) as started:
        yield started


@pytest.fixture
def home(tmp_path: Path, python: Interpreter) -> Iterator[Path]:
    """A home with a store in it, all of it open again at the end."""
    home = tmp_path / "home"
    with Memary.open(f"sqlite:///{home}/memary.db", worker=False) as memory:
        memory.add("I live in Graz.", user_id="ada")
    yield home
    for path in (home, tmp_path / "here"):
        if path.exists():
            path.chmod(0o700)


Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said_by(python: Interpreter) -> Said:
    """Runs a command in a folder; returns its exit code and all it says."""

    def run(home: Path, *command: str, here: Path | None = None) -> tuple[int, str]:
        started = CommandProcess(python, command, {}, folder=here or home.parent, environment=environment_of(home))
        try:
            stdout, stderr = started.communicate(timeout=90)
            return started.wait(), stdout + stderr
        finally:
            started.clear_away()

    return run


def environment_of(home: Path) -> dict[str, str]:
    """The environment of somebody with a home."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "MEMARY_HOME": str(home)}


def test_a_new_store_in_a_folder_that_may_not_be_written_is_refused(home: Path, said_by: Said) -> None:
    (home / "memary.db").unlink()
    home.chmod(0o555)
    code, said = said_by(home, "add", "I live in Rome.", "--user", "ada")
    assert (code, said.count("\n")) == (1, 1)
    assert "memary.db cannot be opened (Permission denied): check the path and its permissions" in said


def test_a_home_that_may_not_be_looked_into_is_named(home: Path, said_by: Said) -> None:
    home.chmod(0)
    code, said = said_by(home, "search", "Graz", "--user", "ada")
    assert (code, said.count("\n")) == (1, 1)
    assert f"{home}/memary.db cannot be opened" in said


def test_a_file_that_may_only_be_read_is_read_and_not_written(home: Path, said_by: Said) -> None:
    (home / "memary.db").chmod(0o444)
    code, said = said_by(home, "search", "Graz", "--user", "ada")
    assert (code, "I live in Graz." in said) == (0, True)
    code, said = said_by(home, "add", "I live in Rome.", "--user", "ada")
    assert (code, said.count("\n")) == (1, 1)
    assert "cannot be written" in said


def test_a_store_in_a_folder_that_may_only_be_read_is_read_and_exported(
    home: Path, said_by: Said, tmp_path: Path
) -> None:
    for log in home.glob("memary.db-*"):
        log.unlink()
    home.chmod(0o555)
    code, said = said_by(home, "search", "Graz", "--user", "ada")
    assert (code, "I live in Graz." in said) == (0, True), said
    out = tmp_path / "out"
    out.mkdir(mode=0o777)
    code, said = said_by(home, "export", "../out/ada.jsonl", "--user", "ada", here=out)
    assert code == 0, said
    assert "I live in Graz." in (out / "ada.jsonl").read_text(encoding="utf-8")
    code, said = said_by(home, "doctor")
    assert (code, "BROKEN  store:" in said, "cannot be written (no permission)" in said) == (1, True, True), said
    code, said = said_by(home, "add", "I live in Rome.", "--user", "ada")
    assert (code, said.count("\n")) == (1, 1)
    assert "cannot be written" in said
    assert [file.name for file in home.iterdir()] == ["memary.db"]


_READS = """
import sys
from memary import Memary
with Memary.open(sys.argv[1], worker=False) as memory:
    for _ in sys.stdin:
        kept = [message.content for message in memory.messages.list(user_id="ada")]
        print(kept, [hit.text for hit in memory.search("Rome", user_id="ada", top_k=1)], flush=True)
"""


def test_who_may_only_read_sees_what_others_write_meanwhile(home: Path) -> None:
    home.chmod(0o555)
    store = f"sqlite:///{home}/memary.db"
    words = [*_AS_USER, sys.executable, "-P", "-c", _READS, store]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdin
        assert reader.stdout

        def seen() -> str:
            print(file=reader.stdin, flush=True)
            return reader.stdout.readline() if reader.stdout else ""

        assert "Rome" not in seen()
        home.chmod(0o755)
        with Memary.open(store, worker=False) as memory:
            memory.add("I live in Rome.", user_id="ada")
            home.chmod(0o555)
            assert seen().count("I live in Rome.") == 2
            home.chmod(0o755)
            memory.add("I like tea.", user_id="ada")
        home.chmod(0o555)
        assert "I like tea." in seen()
        home.chmod(0o755)
        with Memary.open(store, worker=False) as memory:
            memory.forget(user_id="ada")
            memory.add("I like chess.", user_id="ada")
        home.chmod(0o555)
        after = seen()
        assert ("Rome" in after, "I like chess." in after) == (False, True)
        reader.stdin.close()


def test_an_older_store_that_may_only_be_read_says_that_it_has_to_be_brought_up_to_date(
    home: Path, said_by: Said
) -> None:
    with closing(sqlite3.connect(home / "memary.db")) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) - 1}")
    for log in home.glob("memary.db-*"):
        log.unlink()
    home.chmod(0o555)
    code, said = said_by(home, "search", "Graz", "--user", "ada")
    assert (code, said.count("\n")) == (1, 1), said
    assert "is of an older version of memary, and may only be read: open it once" in said


def test_a_working_folder_that_may_not_be_looked_into_is_done_without(home: Path, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    command = [sys.executable, "-P", "-m", "memary", "search", "Graz", "--user", "ada"]
    closed = ["sh", "-c", 'chmod 0 . && exec "$@"', "sh", *command]  # who stands in a folder may lose the right to it
    done = subprocess.run(
        [*_AS_USER, *closed], cwd=here, env=environment_of(home), capture_output=True, text=True, timeout=90
    )
    assert (done.returncode, "I live in Graz." in done.stdout) == (0, True), done.stdout + done.stderr


def test_settings_that_may_not_be_read_are_named(home: Path, said_by: Said, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / ".env").write_text("MEMARY_TOP_K=3")
    (here / ".env").chmod(0)
    code, said = said_by(home, "search", "Graz", "--user", "ada", here=here)
    assert (code, said.count("\n")) == (2, 1)
    assert "The settings file .env cannot be read: [Errno 13] Permission denied" in said
