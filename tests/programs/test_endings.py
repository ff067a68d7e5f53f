"""Programs as users write them, one process each: they end, as they were meant to, and quietly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.model_server import Fault, ModelServer

from memary import Memary
from memary.types import Message, MessageState
from programs.conftest import Run
from programs.starting import PATIENCE, Start, environment

TWO_LINES = "from memary import Memary; memory = Memary.open()\nmemory.add('I live in Berlin.', user_id='ada')\n"
PLACES = ("local", "class", "cycle", "default", "generator", "context", "module", "weak", "many", "thread")


@pytest.mark.parametrize("arguments", [["-c", TWO_LINES], ["-q", "-i"]], ids=["one command", "typed in"])
def test_what_is_typed_at_a_prompt_ends(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, *arguments],
        input="" if "-c" in arguments else f"{TWO_LINES}print('typed')\n",
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    said = done.stderr.replace(">>> ", "").strip()
    assert (done.returncode, said) == (0, "")
    assert "Receipt(" in done.stdout or "-c" in arguments


@pytest.mark.parametrize(
    ("ending", "code", "printed", "said"),
    [
        ("last line", 0, [], ""),
        ("exit", 3, [], ""),
        ("exception", 1, [], "ValueError: mine"),
        ("recursion", 1, [], "RecursionError: maximum recursion depth exceeded"),
        ("os._exit", 4, [], ""),
        ("exec", 0, ["another program"], ""),
        ("closed twice", 0, [], ""),
    ],
)
def test_a_memory_that_nobody_closes_keeps_no_program_from_its_end(
    run: Run, tmp_path: Path, ending: str, code: int, printed: list[str], said: str
) -> None:
    ended = run("endings/kept_as_a_global.py", ending)
    assert (ended.code, ended.lines) == (code, ["I live in Berlin.", *printed])
    assert ended.stderr.count("Traceback") == bool(said)
    assert (ended.stderr.splitlines() or [""])[-1].startswith(said)
    assert "ignored" not in ended.stderr
    assert [m.content for m in kept(tmp_path)] == ["I live in Berlin."]


@pytest.mark.parametrize("place", PLACES)
def test_wherever_a_memory_is_kept_the_program_ends(run: Run, place: str) -> None:
    ended = run("endings/kept_somewhere.py", place)
    assert (ended.code, ended.lines[0], ended.stderr) == (0, "last line", "")


def test_a_memory_that_is_garbage_on_its_own_thread_goes_quietly(run: Run) -> None:
    ended = run("endings/garbage_on_its_own_loop.py")
    assert (ended.code, ended.stdout, ended.stderr) == (0, "collected\n", "")


@pytest.mark.parametrize("how", ["closed", "not closed"])
def test_a_worker_that_waits_for_a_model_keeps_nobody_waiting(
    start: Start, model: ModelServer, asked: dict[str, str], how: str, tmp_path: Path
) -> None:
    model.respond(Fault.stall())
    program = start("endings/busy_worker.py", how, given="\n", **asked, MEMARY_LINGER="0")
    ended = program.ended()
    assert (ended.code, ended.stdout, ended.stderr) == (0, "last line\n", "")
    assert [message.state for message in kept(tmp_path)] == [MessageState.PENDING]


@pytest.mark.parametrize(
    ("script", "arguments", "printed"),
    [
        ("endings/asyncio_twice.py", [], ["10"]),
        ("endings/own_atexit.py", ["after"], ["41"]),
        ("endings/own_atexit.py", ["before"], ["41"]),
        ("endings/daemon_threads.py", [], ["last line"]),
        ("mem0_async.py", [], ["User lives in Berlin."]),
        ("path_as_store.py", [], ["True"]),
        ("agent_turns.py", [], ["It is 12 degrees."]),
    ],
)
def test_programs_as_others_write_them_do_what_they_were_meant_to(
    run: Run, script: str, arguments: list[str], printed: list[str]
) -> None:
    ended = run(script, *arguments)
    assert (ended.code, ended.lines, ended.stderr) == (0, printed, "")


def test_a_session_fixture_needs_no_teardown(run: Run) -> None:
    ended = run("endings/session_fixture.py")
    assert (ended.code, ended.stderr) == (0, "")
    assert ended.lines[-1].startswith("4 passed")


def test_ten_programs_that_write_at_once_lose_nothing(start: Start, tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/memary.db", worker=False, home=tmp_path):
        running = [start("adds_twenty.py", str(number)) for number in range(10)]
        for program in running:
            ended = program.ended()
            assert (ended.code, len(ended.lines), ended.stderr) == (0, 20, "")
    assert len({message.content for message in kept(tmp_path)}) == 200


def test_a_chat_loop_written_for_mem0_ends_when_its_user_does(
    run: Run, model: ModelServer, asked: dict[str, str]
) -> None:
    model.when("relevant facts", "{}")
    model.respond("Nice.")
    ended = run("mem0_chat.py", given="I like tea.\nWhat do I like?\nexit\n", **asked)
    assert (ended.code, ended.lines) == (0, ["AI: Nice.", "AI: Nice.", "Goodbye!"])
    assert "Traceback" not in ended.stderr


def test_thoughts_are_neither_heard_nor_kept(run: Run, model: ModelServer, asked: dict[str, str]) -> None:
    model.respond("<think>\nAnswer: Paris, I guess.\nAction: search\n</think>\nThought: I know.\nAnswer: In Berlin.")
    ended = run("chats.py", **asked)
    assert (ended.code, ended.lines) == (0, ["In Berlin.", "In Berlin.", "{'In Berlin.'}"])


def test_a_model_of_ones_own_that_raises_is_an_error_of_the_model(run: Run) -> None:
    ended = run("own_model_raises.py")
    assert (ended.code, ended.lines[0], ended.lines[-1]) == (0, "flush: True", "I live in Berlin.")
    assert ended.lines[1].startswith("Model")


def test_another_text_under_a_known_id_is_refused(run: Run) -> None:
    ended = run("own_id_again.py")
    assert (ended.code, len(ended.lines), ended.stderr) == (0, 2, "")
    assert "m-1" in ended.lines[0]
    assert ended.lines[1] == "['I live in Berlin.']"


def test_what_is_printed_can_be_read(run: Run) -> None:
    ended = run("printed.py")
    assert (ended.code, ended.stderr) == (0, "")
    assert all(len(line) < 1_000 and "object at 0x" not in line for line in ended.lines)
    assert "Berlin" in ended.lines[0]


def kept(home: Path) -> list[Message]:
    """The messages that a program has left, in a store without fault."""
    with Memary.open(f"sqlite:///{home}/memary.db", worker=False) as memory:
        assert memory.admin.check() == []
        return memory.messages.list(user_id="ada")
