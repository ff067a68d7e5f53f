"""The examples run, and show what they promise.

Those for AutoGen and AgentScope need an environment of their own, which `uv run` makes: they run where
RUN_EXAMPLES_WITH_UV is set.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from programs.starting import Start

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
REMEMBERED = "I remember: "


def run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", [name])
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for setting in [name for name in os.environ if name.startswith(("MEMARY_", "OPENAI_"))]:
        monkeypatch.delenv(setting)
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def started(command: list[str], name: str) -> list[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMARY_", "OPENAI_"))}
    done = subprocess.run(
        [*command, str(EXAMPLES / name)], env=kept, capture_output=True, text=True, encoding="utf-8", timeout=580
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_llama_index(start: Start) -> None:
    # as a program of its own: LlamaIndex never closes its store of the talk
    done = start(str(EXAMPLES / "llama_index_chat.py")).ended()
    assert done.code == 0, done.stderr
    said = done.lines
    assert said[1] == "monday assistant: Noted."
    assert re.fullmatch(rf"friday assistant: {REMEMBERED}.*My sister Mary lives in Lisbon\.", said[3])


def test_langgraph(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = run("langgraph_store.py", monkeypatch, capsys).splitlines()
    assert said[3] == f"assistant: {REMEMBERED}My sister Mary lives in Lisbon."
    assert said[5] == "assistant: I do not know that."


def test_mem0(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = run("mem0_drop_in.py", monkeypatch, capsys).splitlines()
    assert said == [
        "added: ['User lives in Berlin.', 'User likes tea.']",
        "found: User lives in Berlin.",
        "all: ['Loves green tea.']",
        "history: ADD None -> User likes tea.",
        "history: UPDATE User likes tea. -> Loves green tea.",
    ]


@pytest.mark.skipif("RUN_EXAMPLES_WITH_UV" not in os.environ, reason="set RUN_EXAMPLES_WITH_UV: it installs packages")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["autogen_chat.py", "agentscope_chat.py"])
def test_in_an_environment_of_its_own(name: str) -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        pytest.skip("uv is not installed")
    said = started([uv, "run", "--quiet"], name)
    assert said[1] == "monday assistant: Noted."
    assert re.fullmatch(rf"friday assistant: {REMEMBERED}.*My sister Mary lives in Lisbon\.", said[3])
