"""A Neo4j apart from that of other tests, with APOC.

Some stop it, kill it, fill it up, and start it again.
"""

from __future__ import annotations

import resource
import secrets
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import neo4j

from support.neo4j_server import HEAP, PAGE_CACHE, Neo4jAddress, launcher, skip


class OwnServer:
    """A Neo4j that can be stopped and started again with its data."""

    def __init__(self, home: Path) -> None:
        self._launch = launcher()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        self._options = self._launch.ServerOptions(
            home=home,
            bolt_port=port,
            http_port=None,
            password=secrets.token_urlsafe(12),
            apoc=True,
            heap=HEAP,
            page_cache=PAGE_CACHE,
            short_lived=True,
        )
        self._server = self._launch.Neo4jServer(self._options)
        self.address = Neo4jAddress(f"neo4j://127.0.0.1:{port}", self._launch.USERNAME, self._options.password)
        self.takes_writes = False

    @property
    def access(self) -> dict[str, str]:
        """What a memory over it has to be opened with."""
        return {"neo4j_username": self.address.username, "neo4j_password": self.address.password}

    def driver(self) -> neo4j.Driver:
        """A driver of it, to be closed."""
        return neo4j.GraphDatabase.driver(self.address.uri, auth=self.address.auth)

    @property
    def data(self) -> Path:
        """The folder that it keeps its data in."""
        return self._options.home / "data"

    def start(self, *, read_only: bool = False) -> None:
        options = replace(self._options, read_only=read_only)
        if self._server.pid:
            self._server.resume(options)
        else:
            self._server = self._launch.Neo4jServer(options)
            self._server.__enter__()
        self.takes_writes = not read_only

    def stop(self) -> None:
        """Stop it in order; its process is kept, in which it starts again sooner."""
        self.takes_writes = False
        self._server.pause()

    def start_again(self, *, read_only: bool = False) -> None:
        self.stop()
        self.start(read_only=read_only)

    def kill(self) -> None:
        """Stop it by SIGKILL."""
        self.takes_writes = False
        self._server.kill()

    def end(self) -> None:
        """End its process."""
        self._server.stop()

    def limit_files(self, size: int) -> None:
        """Let no file of its grow beyond so many bytes from now on, as on a full disk.

        A size of -1 lifts that.
        """
        assert self._server.pid
        _, most = resource.prlimit(self._server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._server.pid, resource.RLIMIT_FSIZE, (size, most))


@contextmanager
def own_server_or_skip(home: Path) -> Generator[OwnServer]:
    """Yield a running server; where none can be made skip the test, or fail where CI is set."""
    launch = launcher()
    try:
        launch.assemble()
    except (launch.JavaMissing, launch.AssemblyFailed) as error:
        skip(f"No Neo4j can be assembled here: {error}")
    server = OwnServer(home)
    server.start()
    try:
        yield server
    finally:
        server.end()
