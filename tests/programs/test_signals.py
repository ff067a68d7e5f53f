"""Ctrl-C and SIGTERM while a program is at something, with and without a `with`."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from support.model_server import Fault, ModelServer

from memary import Memary
from programs.conftest import Start
from programs.starting import Ended, Program

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
    program = start("interrupted.py", what, how, **options)
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


@pytest.mark.parametrize("what", ["chatting", "streaming"])
def test_ctrl_c_is_noticed_although_it_wakes_nobody(
    start: Start, asked: dict[str, str], silent: threading.Event, tmp_path: Path, what: str
) -> None:
    program = start("interrupted_elsewhere.py", what, MEMARY_WORKER="false", **asked)
    assert silent.wait(30)
    (tmp_path / "now").touch()
    ended = program.ended()
    assert (ended.code, ended.stderr.splitlines()[-1]) == (-signal.SIGINT, "KeyboardInterrupt")


@pytest.mark.parametrize("what", ["adding", "idle"])
def test_sigterm_ends_a_program(start: Start, tmp_path: Path, what: str) -> None:
    program: Program = start("interrupted.py", what, "with")
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
