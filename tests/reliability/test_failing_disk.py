"""SQLite on a disk that is full, locked, read-only or gone: nothing half-written, one sentence, and on it goes."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from programs.starting import Start
from support.chatting import NO_NEWS
from support.model_server import ModelServer, prompt_text
from support.web.http_connection import Body

from memary import Memary
from memary.errors import StoreFullError, StoreUnavailableError
from memary.stores.sqlite.driver import connection
from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import ChildProcess, Place, work
from reliability.waiting import until

USER = "ada"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 16 megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16m", "memary-test", str(folder)]
    if os.geteuid() != 0 or not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path, *, leave: int = 0) -> Path:
    """Fill a disk up to some bytes; return the file to remove."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
        if leave:
            file.truncate(max(file.tell() - leave, 0))
    return ballast


def test_at_a_limit_on_the_size_of_files_it_says_what_to_raise(start: Start, tmp_path: Path) -> None:
    told, found = start("limited_files.py", str(tmp_path / "memory.db")).ended().lines
    assert "ulimit -f" in told
    assert found == "I live in Graz."


@pytest.mark.parametrize("leave", [0, 8_192, 40_960])
def test_on_a_full_disk_nothing_is_stored_until_there_is_space_again(
    small_disk: Path, model: ModelServer, leave: int
) -> None:
    place = Place(f"sqlite:///{small_disk}/memory.db", USER, settings(model))
    with place.open() as memory:
        memory.add(talk.turn(0), user_id=USER)
        memory.flush()
        assert memory.admin.health().not_writable is None
        ballast = fill(small_disk, leave=leave)
        assert "No space is left" in str(memory.admin.health().not_writable)
        kept = 1 + add_while_there_is_space(memory, range(1, 100))
        assert [message.content for message in memory.messages.list(user_id=USER)] == [
            talk.turn(number)["content"] for number in range(kept)
        ]
        ballast.unlink()
        for number in range(kept, 12):
            memory.add(talk.turn(number), user_id=USER)
        total = max(kept, 12)
        until(lambda: memory.admin.stats().pending == 0, "the worker reads on by itself")
        assert talk.faults(memory, USER, range(total)) == []


def test_messages_that_are_kept_before_the_disk_is_full_are_acknowledged(
    small_disk: Path, model: ModelServer, start: Start
) -> None:
    twice = iter((True, True))

    def fills(body: Body) -> bool:
        return "I live in Rome" in prompt_text(body) and next(twice, False) and bool(fill(small_disk))

    model.when(fills, NO_NEWS)
    place = Place(f"sqlite:///{small_disk}/memory.db", USER, settings(model))
    with place.open(worker=False) as memory:
        memory.add(talk.turn(0), user_id=USER, wait=True)
        receipt = memory.add("I live in Rome.", user_id=USER, wait=True)
        assert len(receipt.ids) == receipt.pending == 1
        assert [error[:22] for error in receipt.errors] == ["No space is left for t"]
        (small_disk / "ballast").unlink()
        done = start("memary_command.py", "add", "I live in Rome, too.", "--user", USER, **place.environment).ended()
        assert done.code == 0
        assert "Kept 1 message" in done.stdout
        assert "No space is left" in done.stderr
        (small_disk / "ballast").unlink()
        memory.flush()
        assert [message.content for message in memory.messages.list(user_id=USER)][1:] == [
            "I live in Rome.",
            "I live in Rome, too.",
        ]


def test_what_is_forgotten_on_a_full_disk_is_said_to_be_so(small_disk: Path, model: ModelServer) -> None:
    with Place(f"sqlite:///{small_disk}/memory.db", USER, settings(model)).open(worker=False) as memory:
        memory.add([talk.turn(number) for number in range(40)], user_id=USER, infer=False)
        memory.add("I live in Rome.", user_id="ben", infer=False)
        ballast = fill(small_disk, leave=300_000)
        assert not memory.forget(user_id=USER).is_scrubbed
        assert memory.admin.users() == ["ben"]
        ballast.unlink()
        memory.admin.scrub()


def test_a_worker_survives_a_full_disk(small_disk: Path, tmp_path: Path, model: ModelServer) -> None:
    log = tmp_path / "log"
    place = Place(f"sqlite:///{small_disk}/memory.db", USER, settings(model))
    with place.open(worker=False) as memory:
        for number in range(12):
            memory.add(talk.turn(number), user_id=USER)
        ballast = fill(small_disk)
        worker = ChildProcess(work, place, str(log), "--verbose")
        until(
            lambda: log.exists() and "worker: No space is left" in log.read_text(), "the worker meets the full disk"
        )
        assert worker.process.is_alive()
        assert memory.admin.stats().facts == 0
        ballast.unlink()
        until(lambda: memory.admin.stats().pending == 0, "the worker reads on by itself")
        worker.kill()
        assert talk.faults(memory, USER, range(12)) == []


def add_while_there_is_space(memory: Memary, numbers: range) -> int:
    """Add turns until the store refuses one; return how many it took."""
    for taken, number in enumerate(numbers):
        try:
            memory.add(talk.turn(number), user_id=USER)
        except StoreFullError as error:
            assert re.search("No space is left for the store .* this was not written", str(error))  # noqa: PT017
            return taken
    raise AssertionError("the disk was never full")


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Another process that has begun to write and does not end."""
    program = (
        "import sqlite3, sys\n"
        f"connection = sqlite3.connect({str(path)!r}, isolation_level=None)\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], **pipes) as other:  # type: ignore[call-overload]
        assert other.stdout.readline() == b"locked\n"
        yield
        other.communicate()


def test_a_lock_that_stays_is_reported_and_the_worker_outlives_it(
    tmp_path: Path, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_TIMEOUT", 0.2)
    path = tmp_path / "memory.db"
    with Place(f"sqlite:///{path}", USER, settings(model)).open() as memory:
        memory.add(talk.turn(0), user_id=USER)
        with locked(path):
            Place(f"sqlite:///{path}", USER, settings(model)).open(worker=False).close()  # to read, it is open
            for number in (1, 2):
                with pytest.raises(StoreUnavailableError, match=r"locked by another process .* try again"):
                    memory.add(talk.turn(number), user_id=USER)
            assert memory.search("who owns what", user_id=USER)
        until(lambda: memory.admin.stats().pending == 0, "the worker reads on by itself")
        for number in (1, 2):
            memory.add(talk.turn(number), user_id=USER)
        memory.flush()
        assert talk.faults(memory, USER, range(3)) == []


@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_store_removed_under_a_running_process_takes_nothing_more(
    tmp_path: Path, model: ModelServer, what: str
) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    path = folder / "memory.db"
    with Place(f"sqlite:///{path}", USER, settings(model)).open(worker=False) as memory:
        memory.add(talk.turn(0), user_id=USER)
        moved = folder if what == "folder" else path
        moved.rename(elsewhere)
        with pytest.raises(StoreUnavailableError, match="removed or replaced while it was in use"):
            memory.add(talk.turn(1), user_id=USER)
        with pytest.raises(StoreUnavailableError, match="removed or replaced"):
            memory.messages.list(user_id=USER)
        assert not path.exists()
        elsewhere.rename(moved)
        memory.add(talk.turn(1), user_id=USER)
        memory.flush()
        assert talk.faults(memory, USER, range(2)) == []


@pytest.mark.parametrize("is_folder_closed", [False, True])
def test_a_file_that_may_only_be_read_is_read_and_refuses_to_be_written(
    model: ModelServer, monkeypatch: pytest.MonkeyPatch, is_folder_closed: bool
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="memary-readonly-"))
    monkeypatch.setenv("MEMARY_HOME", str(folder))
    path = folder / "memory.db"
    place = Place(f"sqlite:///{path}", USER, settings(model))
    try:
        with place.open(worker=False) as memory:
            memory.add(talk.turn(0), user_id=USER)
        path.chmod(0o444)
        folder.chmod(0o555 if is_folder_closed else 0o777)
        with as_nobody():
            if is_folder_closed:  # there SQLite cannot keep the list of who reads
                with pytest.raises(StoreUnavailableError, match="check the path and its permissions"):
                    place.open(worker=False)
                return
            with place.open(worker=False) as memory:
                assert len(memory.messages.list(user_id=USER)) == 1
                with pytest.raises(StoreUnavailableError, match="permissions"):
                    memory.add(talk.turn(1), user_id=USER)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def as_nobody() -> Generator[None]:
    """Give up root's right to write everywhere for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("harm", ["cut off", "overwritten", "gone"])
def test_a_log_harmed_after_a_kill_costs_its_last_writes_at_most(
    tmp_path: Path, model: ModelServer, harm: str
) -> None:
    """The write-ahead log of a killed process is checked frame by frame: what is whole in it counts."""
    path, copy = tmp_path / "memory.db", tmp_path / "copy" / "memory.db"
    copy.parent.mkdir()
    with Place(f"sqlite:///{path}", USER, settings(model)).open(worker=False) as memory:
        for number in range(30):
            memory.add(talk.turn(number), user_id=USER)
        for ending in ("", "-wal"):  # as a killed process leaves them
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    log = Path(f"{copy}-wal")
    whole = log.read_bytes()
    if harm == "gone":
        log.unlink()
    else:
        half = len(whole) * 3 // 4
        log.write_bytes(whole[:half] + (b"\xff" * (len(whole) - half) if harm == "overwritten" else b""))
    place = Place(f"sqlite:///{copy}", USER, settings(model))
    try:
        with place.open(worker=False) as memory:
            known = [m.content for m in memory.messages.list(user_id=USER)] if USER in memory.admin.users() else []
            assert known == [talk.turn(number)["content"] for number in range(len(known))]
            for number in range(30):
                memory.add(talk.turn(number), user_id=USER)
            memory.flush()
            assert talk.faults(memory, USER, range(30)) == []
    except StoreUnavailableError as error:
        assert "is damaged" in str(error)  # noqa: PT017
    with closing(sqlite3.connect(copy)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
