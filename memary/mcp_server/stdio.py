"""Serving over stdin and stdout, as programs do that start their servers themselves."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread

from mcp.server import MCPServer


def serve_stdio(server: MCPServer) -> None:
    """Serve until stdin ends, or nobody reads stdout any more.

    The server runs in a daemon thread: nothing can interrupt one that waits for a line of stdin, so Ctrl-C leaves it
    behind.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
    """
    ended: Future[None] = Future()

    def serve() -> None:
        try:
            _run(server)
        except BaseException as error:  # noqa: BLE001  raised where the end is waited for
            ended.set_exception(error)
        else:
            ended.set_result(None)

    Thread(target=serve, name="memary-mcp", daemon=True).start()
    ended.result()


def _run(server: MCPServer) -> None:
    try:
        server.run("stdio")
    except* BrokenPipeError:
        pass  # the client has gone
