"""The command as a program of its own: exit codes, pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from programs.command import CommandProcess
from support.model_server import ModelServer

from interfaces.cli.terminal import PATIENCE
from memary import Memary

from .conftest import Run, Start


def test_results_errors_and_exit_codes_leave_the_program_apart(program: Start) -> None:
    added = program("add", "I moved to Berlin.")
    assert added.communicate(timeout=PATIENCE) == ("Kept 1 message, 1 fact added.\n", "")
    assert added.returncode == 0
    unknown = program("facts", "--user", "bob")
    stdout, stderr = unknown.communicate(timeout=PATIENCE)
    assert (unknown.returncode, stdout) == (2, "")
    assert stderr == "Error: There is no memory of user 'bob'. Known users: default (--user NAME).\n"
    wrong = program("facts", "--depth-of-field", "3")
    assert "Traceback" not in wrong.communicate(timeout=PATIENCE)[1]
    assert wrong.returncode == 2


def test_a_piped_conversation_has_answers_only(program: Start) -> None:
    chat = program("chat")
    stdout, stderr = chat.communicate("I moved to Berlin.\nWhat do you know about Berlin?\n", timeout=PATIENCE)
    assert (chat.returncode, stderr) == (0, "Learnt: User lives in Berlin\n")
    assert "Learnt" not in stdout
    assert "Berlin" in stdout
    assert "\x1b" not in stdout


def test_a_reader_who_leaves_is_no_error(program: Start, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    listing = program("config", "--json")
    assert listing.stdout is not None
    assert listing.stderr is not None
    listing.stdout.close()
    assert listing.stderr.read() == ""
    assert listing.wait(PATIENCE) == 141
    listing.stderr.close()
    assert listing.stdin is not None
    listing.stdin.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_result_for_which_there_is_no_room_is_told(options: tuple[str, ...], program: Start, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    with open("/dev/full", "w") as full:
        listing = program("facts", *options, stdout=full)
        assert "could not be written: No space left on device" in listing.communicate(timeout=PATIENCE)[1]
    assert listing.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_error_for_which_there_is_no_room_is_told(program: Start, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    with open("/dev/full", "w") as full:
        listing = program("facts", "--json", "--user", "bob", stdout=full)
        told = listing.communicate(timeout=PATIENCE)[1]
    assert told == "Error: There is no memory of user 'bob'. Known users: default (--user NAME).\n"
    assert listing.returncode == 2


def test_who_interrupts_the_reading_of_one_long_text_is_told_of_one_message(
    program: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    story = tmp_path / "story.txt"
    story.write_text("\n\n".join(f"On day {n} we walked on to the next village." for n in range(1_000)))
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        running: list[CommandProcess] = []

        def interrupt(_: object) -> None:
            running[0].send_signal(signal.SIGINT)

        model.script(interrupt)
        running.append(program("add", "--file", story))
        _, stderr = running[0].communicate(timeout=PATIENCE)
    assert running[0].returncode == 130, stderr
    assert "1 of 1 messages are kept" in stderr


def test_an_interrupted_import_keeps_whole_chunks_and_goes_on_when_repeated(
    program: Start, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    total = 1_500
    talk = tmp_path / "talk.jsonl"
    talk.write_text("".join(json.dumps({"content": f"Message number {n}."}) + "\n" for n in range(total)))
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_EMBEDDING", "openai:scripted")
        monkeypatch.setenv("MEMARY_EMBEDDING_BASE_URL", model.base_url)
        arguments = ("add", "--file", talk, "--no-infer", "--json")
        running: list[CommandProcess] = []

        def interrupt(_: object) -> None:
            running[0].send_signal(signal.SIGINT)

        model.script_embeddings(*[None] * 8, interrupt)
        running.append(program(*arguments))
        stdout, stderr = running[0].communicate(timeout=PATIENCE)
        assert running[0].returncode == 130
        assert stdout == ""
        assert "messages are kept; the same command goes on from there" in stderr
        assert stderr.endswith("Stopped.\n")
        kept = run("doctor", "--json")
        assert kept.code == 0
        again = run(*arguments).json
        assert 0 < again["new"] < total
        assert len(set(again["ids"])) == total
        assert (total - again["new"]) % 200 == 0


def test_ctrl_c_while_the_command_is_still_loading_ends_it_without_a_traceback(
    tmp_path: Path,
) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    command = [sys.executable, "-m", "memary", "facts"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    loading = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert (loading.returncode, loading.stdout, loading.stderr) == (130, "", "Stopped.\n")


def test_a_piped_conversation_prints_answers_alone_and_can_undo(program: Start, ok: Run) -> None:
    talk = program("chat")
    stdout, stderr = talk.communicate("I live in Paris.\n/undo\n", timeout=PATIENCE)
    assert stdout.count("\n") == 1
    assert "Learnt" not in stdout + stderr
    assert "Gone: User lives in Paris" in stderr
    assert ok("facts", "--json").json == []


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_said_and_learnt_elsewhere_is_watched_as_it_comes(program: Start, options: tuple[str, ...]) -> None:
    program("add", "I like tea.", "--user", "ada", "--wait").communicate(timeout=PATIENCE)
    watching = program("watch", "--user", "ada", "--last", "0", "--every", "0.05", *options)
    assert watching.stderr is not None
    assert watching.stdout is not None
    assert watching.stderr.readline().startswith("Watching the memory of ada.")
    program("add", "I moved to Graz.", "--user", "ada", "--wait").communicate(timeout=PATIENCE)
    lines = [watching.stdout.readline(), watching.stdout.readline()]
    assert "I moved to Graz." in lines[0]
    assert "User lives in Graz." in lines[1]
    assert "tea" not in "".join(lines)
    watching.send_signal(signal.SIGINT if options else signal.SIGTERM)
    watching.communicate(timeout=PATIENCE)
    assert watching.returncode == 0


def say_without_a_worker(text: str) -> None:
    """Leave a message for the next worker to read."""
    with Memary.open(worker=False) as memory:
        memory.add(text, user_id="default")


def test_a_worker_that_is_told_to_end_reads_what_it_has_in_hand(
    program: Start, ok: Run, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "60")
    workers: list[CommandProcess] = []
    say_without_a_worker("I moved to Berlin.")

    def told_to_end(_: object) -> str:
        workers[0].send_signal(signal.SIGTERM)
        return json.dumps({"facts": [{"subject": "User", "predicate": "lives in", "object": "Berlin"}]})

    model.respond(told_to_end)
    workers.append(program("worker"))
    _, stderr = workers[0].communicate(timeout=180)
    assert (workers[0].returncode, stderr.endswith("Stopped.\n")) == (0, True)
    assert "Berlin" in ok("facts").stdout


def test_a_second_ctrl_c_ends_a_worker_at_once_and_what_it_had_in_hand_waits(
    program: Start, ok: Run, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "600")
    workers: list[CommandProcess] = []
    hangs = threading.Event()
    say_without_a_worker("I moved to Berlin.")

    def told_to_end(_: object) -> str:
        workers[0].send_signal(signal.SIGINT)
        hangs.wait(PATIENCE)
        return ""

    model.respond(told_to_end)
    workers.append(program("worker"))
    assert workers[0].stderr is not None
    while "another Ctrl-C" not in workers[0].stderr.readline():
        assert workers[0].poll() is None
    workers[0].send_signal(signal.SIGINT)
    workers[0].communicate(timeout=PATIENCE)
    hangs.set()
    assert workers[0].returncode == 130
    assert ok("messages", "--json").json[0]["state"] == "pending"


def test_a_worker_ends_when_it_is_told_to(program: Start) -> None:
    worker = program("worker")
    assert worker.stderr is not None
    assert worker.stderr.readline().startswith("Working on what comes (by rules")
    worker.send_signal(signal.SIGTERM)
    _, stderr = worker.communicate(timeout=PATIENCE)
    assert worker.returncode == 0
    assert stderr.endswith("Stopped.\n")
