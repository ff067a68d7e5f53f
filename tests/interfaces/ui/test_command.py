"""The command `memary ui`: how the web interface is started, and what it says when it cannot be."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memary.interfaces.cli.app import app
from memary.interfaces.cli.commands.admin import serve


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the process would become."""
    calls: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *call: calls.append(call))
    return calls


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_it_serves_the_page_on_this_machine_and_tells_nobody(started: list[Any], tmp_path: Path) -> None:
    port = free_port()
    result = CliRunner(env={"MEMARY_HOME": str(tmp_path)}).invoke(app, ["--user", "ada", "ui", "--port", str(port)])
    assert result.exit_code == 0
    assert f"http://127.0.0.1:{port}" in result.stderr
    [(_, arguments, environment)] = started
    options = dict(zip(arguments[5::2], arguments[6::2], strict=True))
    assert options["--server.address"] == "127.0.0.1"
    assert options["--browser.gatherUsageStats"] == "false"
    assert Path(arguments[4]).is_file()
    assert environment["MEMARY_USER"] == "ada"


def test_ctrl_c_while_streamlit_is_still_loading_ends_it_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "streamlit.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nsignal.pause()\n")
    _, *command = serve.server_arguments("127.0.0.1", free_port())
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    loading = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, timeout=60)
    assert (loading.returncode, loading.stdout, loading.stderr) == (-signal.SIGINT, "", "")


def test_a_port_in_use_is_told_in_one_sentence(started: list[Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = CliRunner().invoke(app, ["ui", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "Choose another --host or --port" in result.stderr
    assert started == []


def test_without_the_extra_it_says_what_to_install(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    result = CliRunner().invoke(app, ["ui"])
    assert result.exit_code == 2
    assert 'pip install "memary[ui]"' in result.stderr
    assert started == []
