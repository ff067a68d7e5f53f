"""A Neo4j of a test's own, which can be stopped, killed and started again with its data."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from support.neo4j_server import HEAP, PAGE_CACHE, launcher


class OwnServer:
    """A Neo4j that can be stopped and started again with its data."""

    def __init__(self, home: Path) -> None:
        launch = launcher()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        options = launch.ServerOptions(
            home=home,
            bolt_port=port,
            http_port=None,
            password="",
            apoc=False,
            heap=HEAP,
            page_cache=PAGE_CACHE,
            short_lived=True,
        )
        self._server = launch.Neo4jServer(options)
        self.uri = f"neo4j://127.0.0.1:{port}"

    def start(self) -> None:
        self._server.__enter__()

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """Stop it by SIGKILL."""
        self._server.kill()


@contextmanager
def own_server(home: Path) -> Generator[OwnServer]:
    server = OwnServer(home)
    server.start()
    try:
        yield server
    finally:
        server.stop()
