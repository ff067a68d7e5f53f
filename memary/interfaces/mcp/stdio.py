"""Serve over stdin and stdout, for programs that start their servers themselves.

A line that cannot be read, such as one with broken Unicode or nested too deep, is answered with an error that names
its request; the SDK drops it, and whoever asked would wait for ever.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import Future
from threading import Thread
from typing import Any

import anyio
from anyio.abc import ObjectSendStream
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

from memary.event_loop import awaited

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}]+|"', re.DOTALL)
_ID = re.compile(r'"id"\s*:\s*(-?\d{1,18}\b|"(?:[^"\\]|\\.){1,200}")')


class StdioServer(MCPServer):
    """An MCP server that leaves no request over stdio without an answer."""

    async def run_stdio_async(self) -> None:
        """Serve until stdin ends."""
        readable, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        async with stdio_server() as (received, sent), anyio.create_task_group() as group:
            group.start_soon(_relay, received, readable, sent)
            options = self._lowlevel_server.create_initialization_options()
            await self._lowlevel_server.run(incoming, sent, options)


async def _relay(received: Any, readable: ObjectSendStream[Any], sent: Any) -> None:
    """Hand on what can be read, and answer what cannot."""
    async with readable:
        async for item in received:
            if isinstance(item, ValidationError) and (answer := answer_to(item)) is not None:
                await sent.send(SessionMessage(answer))
            else:
                await readable.send(item)


def answer_to(error: ValidationError) -> JSONRPCError | None:
    """Return what to say to a line that could not be read; None where it names no request."""
    first = error.errors(include_url=False)[0]
    line = first["input"]
    id_ = request_id(line) if isinstance(line, str) else None
    if id_ is None:
        return None
    message = "The request cannot be read: send valid Unicode, and arguments that are less nested."
    return JSONRPCError(jsonrpc="2.0", id=id_, error=ErrorData(code=PARSE_ERROR, message=message))


def request_id(line: str) -> int | str | None:
    """Return the id of a request that is no readable JSON: it stands in the outermost object."""
    depth = 0
    outer: list[str] = []
    for token in _TOKEN.findall(line):
        depth += (token in "[{") - (token in "]}")
        if depth == 1:
            outer.append(token)
    found = _ID.search("".join(outer))
    try:
        id_ = json.loads(found[1]) if found else None
        return str(id_).encode().decode() if isinstance(id_, str) else id_
    except ValueError:  # broken itself
        return None


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
    awaited(ended)


def _run(server: MCPServer) -> None:
    try:
        server.run("stdio")
    except* BrokenPipeError:
        pass  # the client has gone
