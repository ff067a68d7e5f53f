"""Runs a Neo4j 5.26 Community server from Maven Central: no Docker, no installer, only a Java.

The first start assembles the jars in a cache folder; later starts need no network. The server keeps its data
in a home folder, listens on the loopback address only and lives exactly as long as this process: Java holds
the read end of a pipe and stops when the other end is gone, even if this process was killed.

``python scripts/neo4j/launch.py`` prints one line on standard output when clients can connect::

    READY bolt://127.0.0.1:7687 http://127.0.0.1:7474/browser/ auth=neo4j home=/home/ada/graph

Only the standard library is used, so any Python from 3.11 on can run it. Tests use :class:`Neo4jServer`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

import class_archive
from java_runtime import find_java
from launch_error import AssemblyFailed, JavaMissing, LaunchError, last_lines, say
from neo4j_assembly import assemble, xdg_folder

__all__ = [
    "USERNAME",
    "AssemblyFailed",
    "JavaMissing",
    "LaunchError",
    "Neo4jServer",
    "ReadyLine",
    "ServerFailed",
    "ServerOptions",
    "assemble",
    "default_home",
    "find_java",
    "main",
    "prepare",
]

HOST = "127.0.0.1"
USERNAME = "neo4j"
START_SECONDS = 300.0
STOP_SECONDS = 60.0

_MINIMUM_PASSWORD = 8  # the server's own limit


class ServerFailed(LaunchError):
    """The server did not start, or stopped by itself."""


@dataclass(frozen=True)
class ReadyLine:
    """The addresses of a server that answers: Bolt, and Neo4j Browser unless HTTP is off."""

    bolt: str
    browser: str | None = None

    @classmethod
    def parse(cls, line: str) -> ReadyLine:
        """Read a ``READY bolt://… http://…/browser/ …`` line; words after the addresses are ignored.

        Raises ValueError when the line is something else.
        """
        word, *rest = line.split() or [""]
        if word != "READY" or not rest or not rest[0].startswith("bolt://"):
            raise ValueError(f"Not a READY line with a bolt:// address: {line!r}")
        browser = next((part for part in rest[1:2] if part.startswith("http://")), None)
        return cls(bolt=rest[0], browser=browser)


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """How to run a server.

    A port of 0 takes a free one; ``http_port=None`` leaves out HTTP and the Browser. An empty password turns
    authentication off. ``short_lived`` collects garbage in one thread, compiles quickly instead of well and plans no
    query anew because counts, or the sizes of its parameters, have changed: right for the few minutes and the small
    data of a test server, wrong for a large graph. What is ``read_only`` takes no writes. As it stops, it writes the
    classes that it loaded into the file ``archive``.
    """

    home: Path
    bolt_port: int = 7687
    http_port: int | None = 7474
    password: str = field(default="", repr=False)
    apoc: bool = True
    heap: str = "1g"
    page_cache: str = "256m"
    short_lived: bool = False
    read_only: bool = False
    archive: Path | None = None


def default_home(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the ``neo4j`` folder inside ``$MEMARY_HOME``, or else inside memary's user data folder."""
    if named := environ.get("MEMARY_HOME"):
        return Path(named).expanduser() / "neo4j"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "memary" / "neo4j"
    return xdg_folder(environ, "XDG_DATA_HOME", default=".local/share") / "memary" / "neo4j"


def prepare() -> Path:
    """Assemble the server, have it archive the classes that its start loads, and return its folder.

    Raises LaunchError when it cannot be assembled or started.
    """
    jars = assemble()
    archive = class_archive.archive_file(jars, find_java())
    if not archive.exists():
        class_archive.pack_server(jars)
        with tempfile.TemporaryDirectory(dir=jars, ignore_cleanup_errors=True) as folder:
            written = Path(folder, "classes.jsa")
            options = ServerOptions(
                home=Path(folder), bolt_port=0, http_port=None, apoc=False, short_lived=True, archive=written
            )
            with Neo4jServer(options):
                pass
            if written.exists():  # a Java without an archive of its own writes none
                written.rename(archive)
    return jars


# ── running ─────────────────────────────────────────────────────────────────────────────────────────────────


class Neo4jServer:
    """A server process as a context manager: entering waits until clients can connect, leaving stops it."""

    def __init__(self, options: ServerOptions, *, start_seconds: float = START_SECONDS) -> None:
        """Take the options; nothing starts before the ``with`` block is entered."""
        self._options = options
        self._start_seconds = start_seconds
        self._log = options.home / "logs" / "server.log"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __enter__(self) -> ReadyLine:
        """Start the server and return its addresses.

        Raises LaunchError when it could not be assembled or did not start, with its last output.
        """
        _check_options(self._options)
        jars = assemble()
        self._options.home.mkdir(parents=True, exist_ok=True)
        self._log.parent.mkdir(exist_ok=True)
        try:
            return self._start(_java_command(self._options, jars))
        except BaseException:
            self.stop()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server."""
        self.stop()

    @property
    def pid(self) -> int | None:
        """The id of the server's process; None when none runs."""
        return self._process and self._process.pid

    def wait(self) -> None:
        """Block as long as the server runs.

        Raises ServerFailed when it stopped by itself.
        """
        if self._process is not None:
            self._process.wait()
            raise self._failure("Neo4j stopped by itself")

    def pause(self) -> None:
        """Stop the server cleanly, but keep its process, in which it starts again sooner.

        Raises ServerFailed when it does not stop.
        """
        self._ask("stop")

    def resume(self, options: ServerOptions) -> ReadyLine:
        """Start a paused server again with these options, which name the same home, and return its addresses.

        Raises ServerFailed when it does not start.
        """
        _write_configuration(options)
        return ReadyLine.parse(self._ask("start"))

    def stop(self) -> None:
        """Stop the server cleanly, or after a minute by force; does nothing when none runs."""
        self._end(STOP_SECONDS)

    def kill(self) -> None:
        """Stop the server by SIGKILL, as the kernel does that runs out of memory; does nothing when none runs."""
        self._end(0)

    def _end(self, seconds: float) -> None:
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        if seconds:
            process.stdin.close()
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            process.stdin.close()
        if self._reader is not None:
            self._reader.join()
        process.stdout.close()

    def _start(self, command: Sequence[str]) -> ReadyLine:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "NEO4J_PASSWORD": self._options.password},
                start_new_session=True,  # Ctrl-C reaches this process alone, which stops the server in order
            )
        self._reader = threading.Thread(
            target=_forward_answers, args=(self._process.stdout, self._answers), daemon=True
        )
        self._reader.start()
        return ReadyLine.parse(self._answer())

    def _ask(self, what: str) -> str:
        """Ask the process for something, and return its answer."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process
        try:
            line = self._answers.get(timeout=self._start_seconds)
        except queue.Empty:
            raise self._failure(f"Neo4j was not ready after {self._start_seconds:.0f} s") from None
        if not line:
            self._process.wait()
            raise self._failure("Neo4j stopped before it was ready")
        return line

    def _failure(self, what: str) -> ServerFailed:
        code = self._process.poll() if self._process else None
        ended = "" if code is None else f" (exit code {code})"
        output = self._log.read_text(errors="replace")
        return ServerFailed(f"{what}{ended}; its logs are in {self._log.parent}.\n{last_lines(output)}")


def _forward_answers(stdout: IO[str], lines: queue.SimpleQueue[str]) -> None:
    """Pass on READY and STOPPED lines, then an empty one at the end.

    Warnings of the Java machine come between.
    """
    for line in stdout:
        if line.startswith(("READY ", "STOPPED")):
            lines.put(line)
    lines.put("")


def _check_options(options: ServerOptions) -> None:
    if 0 < len(options.password) < _MINIMUM_PASSWORD:
        raise ServerFailed(
            f"NEO4J_PASSWORD has {len(options.password)} characters, but Neo4j wants {_MINIMUM_PASSWORD} "
            "or more. Choose a longer one, or none to run without authentication."
        )
    for option, port in (("--bolt-port", options.bolt_port), ("--http-port", options.http_port or 0)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError as error:
                raise ServerFailed(
                    f"Port {port} of {HOST} cannot be used: {error.strerror}. Stop what listens there, "
                    f"or choose another port with {option} (0 takes a free one)."
                ) from error


def _java_command(options: ServerOptions, jars: Path) -> list[str]:
    """Return the command that starts the server; its configuration is written into the home folder."""
    home, configuration = options.home.absolute(), _write_configuration(options)
    machine = [f"-Xmx{options.heap}", "-XX:+ExitOnOutOfMemoryError", "-Dlog4j2.disable.jmx=true"]
    for package in ("java.nio", "java.io", "sun.nio.ch"):
        machine.append(f"--add-opens=java.base/{package}=ALL-UNNAMED")
    if options.short_lived:
        # for quickly compiled code alone so little room is kept that it is thrown away and compiled again
        machine += ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m"]
        machine.append(
            "-XX:CompileThresholdScaling=0.1"
        )  # most of what planning a statement runs, it runs a few times
    java = find_java()
    if options.archive:
        machine.append(f"-XX:ArchiveClassesAtExit={options.archive}")
    elif (archive := class_archive.archive_file(jars, java)).exists():
        machine.append(f"-XX:SharedArchiveFile={archive}")
    class_path = class_archive.class_path(jars)
    arguments = [str(home), str(configuration)]
    if options.apoc:
        # APOC also extends the kernel, and such extensions are looked for on the class path only.
        class_path.append(f"{jars}/plugins/*")
        arguments.append(f"{jars}/plugins")
    return [java, *machine, "-cp", os.pathsep.join(class_path), "Neo4jServer", *arguments]


def _write_configuration(options: ServerOptions) -> Path:
    configuration = options.home.absolute() / "conf" / "neo4j.conf"
    configuration.parent.mkdir(exist_ok=True)
    lines = [f"{name}={value}" for name, value in _settings(options).items()]
    configuration.write_text("\n".join(["# Written anew at every start.", *lines, ""]))
    return configuration


def _settings(options: ServerOptions) -> dict[str, str]:
    settings = {
        "server.bolt.enabled": "true",
        "server.bolt.listen_address": f"{HOST}:{options.bolt_port}",
        "server.bolt.advertised_address": f"{HOST}:{options.bolt_port}",  # 0 advertises the port it got
        "server.http.enabled": "false",
        "server.memory.pagecache.size": options.page_cache,
        "dbms.security.auth_enabled": "true" if options.password else "false",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",  # Neo4j Browser tells its maker nothing either
        "db.tx_log.preallocate": "false",  # else an empty database takes 256 MB
        # What was forgotten shall not stay in the logs: new ones are begun soon, and old ones dropped at once.
        "db.tx_log.rotation.retention_policy": "keep_none",
        "db.tx_log.rotation.size": "512K",
        "db.checkpoint.interval.time": "10s",
        "internal.dbms.bolt.local_enabled": "false",
        # Without these the server spends ten seconds listening for stragglers after its databases are closed.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period": "0",
        "internal.server.bolt.connection_shutdown_wait_time": "5s",
        "internal.server.bolt.thread_pool_shutdown_wait_time": "5s",
    }
    if options.short_lived:
        settings["dbms.cypher.min_replan_interval"] = "1d"
        # else a statement is planned once for each order of magnitude of each list and text that it is given
        settings["internal.cypher.use_parameter_size"] = "false"
    if options.read_only:
        settings["server.databases.default_to_read_only"] = "true"
    if options.http_port is not None:
        settings["server.http.enabled"] = "true"
        settings["server.http.listen_address"] = f"{HOST}:{options.http_port}"
    if options.apoc:
        settings["dbms.security.procedures.unrestricted"] = "apoc.*"
    return settings


# ── the command line ────────────────────────────────────────────────────────────────────────────────────────


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 after an ordered stop, 1 with a message otherwise.

    A signal before the server is ready ends with 128 and its number, as in a shell.
    """
    arguments = _parser().parse_args(argv)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    if arguments.watch_stdin:
        threading.Thread(target=_leave_at_end_of_input, daemon=True).start()
    try:
        if arguments.download_only:
            say(f"Neo4j is assembled in {prepare()}")
        else:
            _serve(_options(arguments))
    except LaunchError as error:
        say(f"error: {error}")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="launch.py",
        description="Run a Neo4j 5.26 Community server on this machine, without Docker. Ctrl-C stops it.",
        epilog="The environment variable NEO4J_PASSWORD sets the password of the user neo4j; "
        "without it the server asks for none. It listens on the loopback address only.",
    )
    parser.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help="where the data live (default: neo4j in $MEMARY_HOME, else in the user's data folder)",
    )
    parser.add_argument("--bolt-port", type=_port, default=7687, metavar="N", help="0 takes a free one (7687)")
    parser.add_argument("--http-port", type=_port, default=7474, metavar="N", help="0 takes a free one (7474)")
    parser.add_argument("--heap", default="1g", metavar="SIZE", help="memory for Java (1g)")
    parser.add_argument(
        "--download-only", action="store_true", help="fetch the server, and do what makes later starts quick"
    )
    parser.add_argument("--watch-stdin", action="store_true", help="stop when standard input closes")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a number from 0 to 65535")
    return int(text)


def _options(arguments: argparse.Namespace) -> ServerOptions:
    return ServerOptions(
        home=(arguments.home or default_home()).expanduser(),
        bolt_port=arguments.bolt_port,
        http_port=arguments.http_port,
        password=os.environ.get("NEO4J_PASSWORD", ""),
        heap=arguments.heap,
    )


def _serve(options: ServerOptions) -> None:
    auth = USERNAME if options.password else "none"
    server = Neo4jServer(options)
    # From here on a signal is the ordered end, not an interruption.
    with server as ready, contextlib.suppress(SystemExit):
        sys.stdout.write(f"READY {ready.bolt} {ready.browser} auth={auth} home={options.home.absolute()}\n")
        sys.stdout.flush()
        server.wait()


def _leave(number: int, frame: object) -> None:
    """Unwind the main thread, so that the server stops in order; a second signal must not cut that short."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _leave_at_end_of_input() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
