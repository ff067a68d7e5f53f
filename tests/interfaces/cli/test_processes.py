"""The command as a program of its own: exit codes, pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from programs.command import CommandProcess
from support.model_server import ModelServer

from memary import Memary

from .conftest import Run, Start

_PATIENCE = 60


def test_results_errors_and_exit_codes_leave_the_program_apart(program: Start) -> None:
    added = program("add", "I moved to Berlin.")
    assert added.communicate(timeout=_PATIENCE) == ("Kept 1 message, 1 fact added.\n", "")
    assert added.returncode == 0
    unknown = program("facts", "--user", "bob")
    stdout, stderr = unknown.communicate(timeout=_PATIENCE)
    assert (unknown.returncode, stdout) == (2, "")
    assert stderr == "Error: There is no memory of user 'bob'. Known users: default (--user NAME).\n"
    wrong = program("facts", "--depth-of-field", "3")
    assert "Traceback" not in wrong.communicate(timeout=_PATIENCE)[1]
    assert wrong.returncode == 2


def test_a_piped_conversation_has_answers_only(program: Start) -> None:
    chat = program("chat")
    stdout, stderr = chat.communicate("I moved to Berlin.\nWhat do you know about Berlin?\n", timeout=_PATIENCE)
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
    assert listing.wait(_PATIENCE) == 141
    listing.stderr.close()
    assert listing.stdin is not None
    listing.stdin.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_result_for_which_there_is_no_room_is_told(options: tuple[str, ...], program: Start, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    with open("/dev/full", "w") as full:
        listing = program("facts", *options, stdout=full)
        assert "could not be written: No space left on device" in listing.communicate(timeout=_PATIENCE)[1]
    assert listing.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_error_for_which_there_is_no_room_is_told(program: Start, ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    with open("/dev/full", "w") as full:
        listing = program("facts", "--json", "--user", "bob", stdout=full)
        told = listing.communicate(timeout=_PATIENCE)[1]
    assert told == "Error: There is no memory of user 'bob'. Known users: default (--user NAME).\n"
    assert listing.returncode == 2


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
        stdout, stderr = running[0].communicate(timeout=_PATIENCE)
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


class Terminal:
    """A program at a terminal, as a person uses it."""

    def __init__(self, start: Callable[..., Any], *arguments: str) -> None:
        self._own, other = pty.openpty()
        self.program = start(*arguments, stdin=other, stdout=other, stderr=other)
        os.close(other)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._own, text.encode())

    def wait_for(self, text: str) -> str:
        """Read until a text appears; return what was written up to it."""
        while text not in self.seen:
            assert select.select([self._own], [], [], _PATIENCE)[0], f"{text!r} did not come: {self.seen!r}"
            piece = self._read()
            assert piece, f"the program ended before {text!r} came: {self.seen!r}"
            self.seen += piece
        before, self.seen = self.seen.split(text, 1)
        return before

    def interrupt(self) -> None:
        """Press Ctrl-C once the program waits for a key: readline misses a signal that comes while it works."""
        state = Path(f"/proc/{self.program.pid}/stat")
        looks = iter(range(_PATIENCE * 100))
        while state.read_text().rsplit(")", 1)[1].split()[0] != "S":
            assert next(looks, None) is not None, "the program does not come to rest"
            select.select([], [], [], 0.01)
        self.program.send_signal(signal.SIGINT)

    def end(self) -> int:
        while self.program.poll() is None:
            assert select.select([self._own], [], [], _PATIENCE)[0], f"it goes on: {self.seen!r}"
            if not (piece := self._read()):
                break
            self.seen += piece
        os.close(self._own)
        return self.program.wait(_PATIENCE)

    def _read(self) -> str:
        try:
            return os.read(self._own, 65_536).decode(errors="replace")
        except OSError:  # the program has closed its end
            return ""


def test_ctrl_c_while_the_command_is_still_loading_ends_it_without_a_traceback(
    tmp_path: Path,
) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    command = [sys.executable, "-m", "memary", "facts"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    loading = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_PATIENCE)
    assert (loading.returncode, loading.stdout, loading.stderr) == (130, "", "Stopped.\n")


def test_without_a_command_a_terminal_starts_a_conversation(home: Path) -> None:
    terminal = Terminal(partial(subprocess.Popen, [sys.executable, "-m", "memary"]))
    greeting = terminal.wait_for("/help")
    assert "OFFLINE" in greeting
    assert "OPENAI_API_KEY" in greeting
    assert "user: default" in greeting
    terminal.wait_for("> ")
    terminal.type("/facts\n")
    terminal.wait_for("There is nothing yet.")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_the_arrow_keys_bring_back_what_was_typed_before_and_nothing_that_was_forgotten(
    program: Start, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_FORGET_ON_REQUEST", "true")
    home.mkdir()
    (home / "history").write_text("My gate code is 4711.\n")  # of an earlier version
    terminal = Terminal(program, "chat", "--user", "ada")
    for said in ("I live in Paris.", "My gate code is 4711."):
        terminal.wait_for("> ")
        terminal.type(f"{said}\n")
    terminal.wait_for("> ")
    terminal.type("Please forget my gate code.\n")
    terminal.wait_for("Forgotten for good")
    terminal.wait_for("> ")
    terminal.type("\x1b[A\x1b[A")
    terminal.wait_for("I live in Paris.")
    terminal.type("\n")
    assert "4711" not in terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert not any("4711" in path.read_text(errors="replace") for path in home.rglob("*") if path.is_file())


def test_a_conversation_tells_what_was_learnt_and_takes_it_back(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("I live in Paris.\n")
    terminal.wait_for("Learnt: User lives in Paris (/undo)")
    terminal.wait_for("> ")
    terminal.type("我搬到北京了。\n")
    terminal.wait_for("不再成立: User lives in Paris (/undo)")
    terminal.wait_for("> ")
    terminal.type("How are you?\n")
    assert "Learnt" not in terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("As before: User lives in Paris")
    terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("Gone: User lives in Paris")
    terminal.wait_for("> ")
    terminal.type("/undo\n")
    terminal.wait_for("There is nothing to undo")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_single_message_at_a_terminal_tells_what_it_taught(program: Start) -> None:
    terminal = Terminal(program, "ask", "I live in Porto.")
    terminal.wait_for("Learnt: User lives in Porto")
    assert terminal.end() == 0


def test_a_piped_conversation_prints_answers_alone_and_can_undo(program: Start, ok: Run) -> None:
    talk = program("chat")
    stdout, stderr = talk.communicate("I live in Paris.\n/undo\n", timeout=_PATIENCE)
    assert stdout.count("\n") == 1
    assert "Learnt" not in stdout + stderr
    assert "Gone: User lives in Paris" in stderr
    assert ok("facts", "--json").json == []


def test_a_pasted_block_is_one_message(program: Start, ok: Run) -> None:
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("First I moved to Berlin.\nThen came the cat.\nHer name is Semicolon.\n")
    terminal.wait_for("Noted.")
    terminal.wait_for("> ")
    terminal.type("/quit\n")
    assert terminal.end() == 0
    hits = ok("search", "Berlin", "--kind", "message", "--json").json
    assert [hit["text"] for hit in hits if hit["role"] == "user"] == [
        "First I moved to Berlin.\nThen came the cat.\nHer name is Semicolon."
    ]


def test_ctrl_c_stops_an_answer_and_the_conversation_goes_on(program: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        terminal = Terminal(program, "chat")
        assert "Model: scripted" in terminal.wait_for("Store:")
        terminal.wait_for("> ")

        def interrupt(_: object) -> str:
            terminal.program.send_signal(signal.SIGINT)
            return "Thought: too late\nAnswer: too late"

        model.script(interrupt)
        model.respond("Thought: in time\nAnswer: Here I am.")
        terminal.type("hello\n")
        terminal.wait_for("Stopped. Your message is kept.")
        terminal.wait_for("> ")
        terminal.type("still there?\n")
        terminal.wait_for("Here I am.")
        terminal.wait_for("> ")
        terminal.program.send_signal(signal.SIGINT)
        terminal.type("\x04")  # readline misses a signal that comes while it writes the prompt
        assert terminal.end() == 0


def test_leaving_beside_a_model_that_hangs_waits_for_nothing_and_keeps_the_message(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "600")
    hangs = threading.Event()
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_BASE_URL", model.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        terminal = Terminal(program, "chat")
        terminal.wait_for("> ")

        def hang(_: object) -> str:
            terminal.program.send_signal(signal.SIGINT)
            hangs.wait(_PATIENCE)
            return ""

        model.script(hang)
        model.respond(lambda _: str(hangs.wait(_PATIENCE)))
        terminal.type("I moved to Graz.\n")
        terminal.wait_for("Stopped. Your message is kept.")
        terminal.wait_for("> ")
        terminal.type("/quit\n")
        assert "1 message still to be read" in terminal.wait_for("does it.")
        assert terminal.end() == 0
        hangs.set()
    assert "I moved to Graz." in ok("search", "Graz", "--kind", "message").stdout


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_said_and_learnt_elsewhere_is_watched_as_it_comes(program: Start, options: tuple[str, ...]) -> None:
    program("add", "I like tea.", "--user", "ada", "--wait").communicate(timeout=_PATIENCE)
    watching = program("watch", "--user", "ada", "--last", "0", "--every", "0.05", *options)
    assert watching.stderr is not None
    assert watching.stdout is not None
    assert watching.stderr.readline().startswith("Watching the memory of ada.")
    program("add", "I moved to Graz.", "--user", "ada", "--wait").communicate(timeout=_PATIENCE)
    lines = [watching.stdout.readline(), watching.stdout.readline()]
    assert "I moved to Graz." in lines[0]
    assert "User lives in Graz." in lines[1]
    assert "tea" not in "".join(lines)
    watching.send_signal(signal.SIGINT if options else signal.SIGTERM)
    watching.communicate(timeout=_PATIENCE)
    assert watching.returncode == 0


def test_a_worker_that_is_told_to_end_reads_what_it_has_in_hand(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "60")
    workers: list[CommandProcess] = []
    with ModelServer() as model:
        for name, value in (("OPENAI_BASE_URL", model.base_url), ("OPENAI_API_KEY", "test"), ("MEMARY_MODEL", "m")):
            monkeypatch.setenv(name, value)
        with Memary.open(worker=False) as memory:
            memory.add("I moved to Berlin.", user_id="default")

        def told_to_end(_: object) -> str:
            workers[0].send_signal(signal.SIGTERM)
            return json.dumps({"facts": [{"subject": "User", "predicate": "lives in", "object": "Berlin"}]})

        model.respond(told_to_end)
        workers.append(program("worker"))
        _, stderr = workers[0].communicate(timeout=180)
    assert (workers[0].returncode, stderr.endswith("Stopped.\n")) == (0, True)
    assert "Berlin" in ok("facts").stdout


def test_a_second_ctrl_c_ends_a_worker_at_once_and_what_it_had_in_hand_waits(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_GRACE", "600")
    workers: list[CommandProcess] = []
    hangs = threading.Event()
    with ModelServer() as model:
        for name, value in (("OPENAI_BASE_URL", model.base_url), ("OPENAI_API_KEY", "test"), ("MEMARY_MODEL", "m")):
            monkeypatch.setenv(name, value)
        with Memary.open(worker=False) as memory:
            memory.add("I moved to Berlin.", user_id="default")

        def told_to_end(_: object) -> str:
            workers[0].send_signal(signal.SIGINT)
            hangs.wait(_PATIENCE)
            return ""

        model.respond(told_to_end)
        workers.append(program("worker"))
        assert workers[0].stderr is not None
        while "another Ctrl-C" not in workers[0].stderr.readline():
            assert workers[0].poll() is None
        workers[0].send_signal(signal.SIGINT)
        workers[0].communicate(timeout=_PATIENCE)
        hangs.set()
    assert workers[0].returncode == 130
    assert ok("messages", "--json").json[0]["state"] == "pending"


def test_a_conversation_beside_a_model_server_that_is_down_says_so_before_anybody_waits(
    program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("MEMARY_BASE_URL", f"http://127.0.0.1:{port}/v1")
    monkeypatch.setenv("MEMARY_MODEL", "scripted")
    terminal = Terminal(program, "chat")
    terminal.wait_for(f"Warning: The model server at http://127.0.0.1:{port}/v1 does not answer:")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_ctrl_c_before_a_message_is_in_memory_keeps_it(
    program: Start, ok: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = threading.Event()
    with ModelServer() as model:
        monkeypatch.setenv("MEMARY_EMBEDDING", "openai:scripted")
        monkeypatch.setenv("MEMARY_EMBEDDING_BASE_URL", model.base_url)
        terminal = Terminal(program, "chat")
        terminal.wait_for("> ")

        def hang(_: object) -> None:
            terminal.program.send_signal(signal.SIGINT)
            hangs.wait(_PATIENCE)

        model.script_embeddings(hang)
        terminal.type("I moved to Graz.\n")
        terminal.wait_for("Stopped. Your message is kept.")
        hangs.set()
        terminal.wait_for("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "I moved to Graz." in ok("messages").stdout


def test_a_worker_ends_when_it_is_told_to(program: Start) -> None:
    worker = program("worker")
    assert worker.stderr is not None
    assert worker.stderr.readline().startswith("Working on what comes (by rules")
    worker.send_signal(signal.SIGTERM)
    _, stderr = worker.communicate(timeout=_PATIENCE)
    assert worker.returncode == 0
    assert stderr.endswith("Stopped.\n")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs to see whether a program waits")
def test_ctrl_c_drops_a_line_that_was_begun(program: Start, ok: Run) -> None:
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("I live in Ro")
    terminal.wait_for("I live in Ro")
    terminal.interrupt()
    terminal.wait_for("> ")
    terminal.type("I live in Graz.\n")
    terminal.wait_for("Learnt: User lives in Graz")
    terminal.wait_for("> ")
    terminal.program.send_signal(signal.SIGINT)
    terminal.type("\x04")  # readline misses a signal that comes while it writes the prompt
    assert terminal.end() == 0
    assert [fact["object"] for fact in ok("facts", "--json").json] == ["Graz"]


def test_tab_completes_a_command_and_the_name_that_it_takes(program: Start, ok: Run) -> None:
    ok("add", "My sister is called Katharina.", "--wait")
    terminal = Terminal(program, "chat")
    terminal.wait_for("> ")
    terminal.type("/prof\tkath\t\n")
    terminal.wait_for("What memory knows about Katharina")
    terminal.wait_for("> ")
    terminal.type("/s\t\t")
    for name in ("/same", "/search", "/session", "/sessions", "/sources", "/steps", "/stream"):
        terminal.wait_for(name)
    terminal.type("\n")
    terminal.wait_for("There is no command /s: /help lists them.")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_conversation_asks_once_whether_who_has_the_users_name_is_the_user(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("Ada lives in Rome.\n")
    terminal.wait_for("Learnt: Ada lives in Rome (/undo)")
    terminal.wait_for("> ")
    terminal.type("My name is Ada.\n")
    terminal.wait_for("Are you Ada, of whom you told before? Yes or /same makes them one, no or")
    terminal.wait_for("> ")
    terminal.type("I like tea.\n")
    assert "/same" not in terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("They are one now. `memary undo ")
    terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("Nothing was asked")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("name", "first", "then", "city", "asked", "done"),
    [
        ("Ada Novak", "I moved to Tallinn.", "I have a dog.", "Tallinn", "Are you Ada Novak", "They are one now."),
        ("小红", "我搬到北京了。", "我有一只狗。", "北京", "之前说到的小红就是你吗", "现在是同一个人了。"),
    ],
)
def test_a_conversation_asks_once_whether_the_user_is_who_speaks_in_what_was_brought_in(
    program: Start, name: str, first: str, then: str, city: str, asked: str, done: str
) -> None:
    with Memary.open(worker=False) as memory:
        memory.add([{"role": "user", "name": name, "content": "Hello."}], user_id="ada", infer=False)
        lives = {"subject": name, "subject_type": "person", "predicate": "lives_in", "object": "Oslo"}
        memory.facts.add([lives], user_id="ada")
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type(f"{first}\n")
    terminal.wait_for(asked)
    terminal.wait_for("> ")
    terminal.type(f"{then}\n")
    assert asked not in terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for(done)
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    with Memary.open(worker=False) as memory:
        assert [fact.object for fact in memory.facts.list(user_id="ada")] == [city]


def test_who_is_said_to_be_somebody_else_in_a_conversation_is_kept_apart(program: Start) -> None:
    terminal = Terminal(program, "chat", "--user", "ada")
    terminal.wait_for("> ")
    terminal.type("小红住在上海。\n")
    terminal.wait_for("新记住")
    terminal.wait_for("> ")
    terminal.type("我叫小红。\n")
    terminal.wait_for("/different 表示不是同一个。")
    terminal.wait_for("> ")
    terminal.type("不是，那是别人。\n")
    terminal.wait_for("记下了，不是同一个。")
    terminal.wait_for("> ")
    terminal.type("/same\n")
    terminal.wait_for("没有问过什么")
    terminal.wait_for("> ")
    terminal.type("\x04")
    assert terminal.end() == 0
