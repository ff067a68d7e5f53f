"""Ctrl-C and SIGTERM while a program is at something, with and without a `with`."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from support.chatting import answer, call
from support.model_server import Fault, ModelServer

from memary import ChatAgent, Memary
from programs.starting import Ended, Program, Start

BY_ITSELF = ("adding", "searching", "idle", "opening", "in_threads")
WITH_A_MODEL = ("flushing", "chatting", "streaming")


@pytest.fixture
def silent(model: ModelServer) -> threading.Event:
    """Set once the model was asked; it never answers."""
    was_asked = threading.Event()

    def say_nothing(_: Any) -> Fault:
        was_asked.set()
        return Fault.stall()

    model.respond(say_nothing)
    return was_asked


@pytest.mark.parametrize("how", ["with", "without"])
@pytest.mark.parametrize("what", [*BY_ITSELF, *WITH_A_MODEL])
def test_ctrl_c_ends_a_program_at_whatever_it_is(
    start: Start, asked: dict[str, str], silent: threading.Event, tmp_path: Path, what: str, how: str
) -> None:
    options = asked | {"MEMARY_WORKER": "false"} if what in WITH_A_MODEL else {}
    program = start("signals/interrupted.py", what, how, **options)
    if what in WITH_A_MODEL:
        assert silent.wait(30)
    else:
        program.printed("ready")
    program.signal(signal.SIGINT)
    ended = program.ended()
    assert ended.code == -signal.SIGINT
    assert ended.stderr.splitlines()[-1] == "KeyboardInterrupt"
    assert not any(noise in ended.stderr for noise in ("ignored", "retrieved", "RuntimeError", "MemaryError"))
    assert acknowledged(ended) <= said_in(tmp_path)


def test_a_run_whose_process_was_killed_in_a_tool_is_interrupted_and_gone_on_with(
    start: Start, asked: dict[str, str], model: ModelServer, tmp_path: Path
) -> None:
    model.script(call("alpha"), call("book", seat="9A"))
    program = start("signals/agent_in_a_tool.py", MEMARY_WORKER="false", **asked)
    program.printed("ready")
    given = {"base_url": model.base_url, "model": "scripted", "api_key": "test", "worker": False}
    with Memary.open(f"sqlite:///{tmp_path / 'ada.db'}", **given) as memory:
        (run,) = memory.runs.list(user_id="ada", status="running")
        program.signal(signal.SIGKILL)
        assert program.ended().code == -signal.SIGKILL
        run = memory.runs.resume(run.id, user_id="ada")
        assert (run.status, [step.result for step in run.steps]) == ("interrupted", ["RESULT-alpha"])
        assert (run.progress, "9A" in run.context) == ("1 of 1 steps brought a result: alpha", True)
        model.script(answer("Seat 9A was booked."))
        ChatAgent(memory, user_id="ada").chat("Go on.", resume=run.id)
        told = str(model.last_chat["messages"][0]["content"])
        assert ("RESULT-alpha" in told, "may or may not have happened" in told) == (True, True)
        assert memory.runs.get(run.id, user_id="ada").status == "done"


@pytest.mark.parametrize("what", ["chatting", "streaming"])
def test_ctrl_c_is_noticed_although_it_wakes_nobody(
    start: Start, asked: dict[str, str], silent: threading.Event, tmp_path: Path, what: str
) -> None:
    program = start("signals/interrupted_elsewhere.py", what, MEMARY_WORKER="false", **asked)
    assert silent.wait(30)
    (tmp_path / "now").touch()
    ended = program.ended()
    assert (ended.code, ended.stderr.splitlines()[-1]) == (-signal.SIGINT, "KeyboardInterrupt")


@pytest.mark.parametrize("what", ["adding", "idle"])
def test_sigterm_ends_a_program(start: Start, tmp_path: Path, what: str) -> None:
    program: Program = start("signals/interrupted.py", what, "with")
    program.printed("ready")
    program.signal(signal.SIGTERM)
    ended = program.ended()
    assert (ended.code, ended.stderr) == (-signal.SIGTERM, "")
    assert acknowledged(ended) <= said_in(tmp_path)


def acknowledged(ended: Ended) -> set[str]:
    """What a program has said that it added."""
    return {f"I live in house {line}." for line in ended.lines if line.isdigit()}


def said_in(home: Path) -> set[str]:
    """What is kept, in a store without fault."""
    with Memary.open(f"sqlite:///{home}/memary.db", worker=False) as memory:
        assert memory.admin.check() == []
        return {message.content for message in memory.messages.list(user_id="ada")}
