"""One client's HTTP/1.1 connection, close enough to the socket to break it on purpose.

A web framework would hide what the model server's faults need: a true TCP reset, half a body, a stream that
just ends. Any method may raise ConnectionError when the client has left; whoever serves it ends there.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias, cast

Body: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Request:
    """One request as it arrived; `usage` is what its answer cost, empty unless it was answered in full."""

    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: Body
    answered: bool = False
    usage: Body = field(default_factory=dict[str, Any])
    target: str = ""  # the path as it was asked for, with its query

    @property
    def authorization(self) -> str:
        return self.headers.get("authorization", "")

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))


class HttpConnection:
    """Reads requests; writes whole answers or server-sent events; hangs up politely or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> Request | None:
        """The next request, or None once either side has closed.

        A body that is no JSON object is {}.
        """
        if self._writer.is_closing():
            return None
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
            start, *lines = head.decode("latin-1").strip().split("\r\n")
            method, target, _ = start.split(" ", 2)
            fields = (line.partition(":") for line in lines)
            headers = {name.strip().lower(): value.strip() for name, _, value in fields}
            if headers.get("expect", "").lower() == "100-continue":
                self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            raw = await self._reader.readexactly(int(headers.get("content-length", "0")))
        except asyncio.IncompleteReadError:
            return None
        return Request(method, target.partition("?")[0], headers, _json_object(raw), target=target)

    async def send(
        self, code: int, content_type: str, content: bytes, headers: Mapping[str, str] | None = None
    ) -> None:
        """A whole answer."""
        self._write_head(code, {"Content-Type": content_type, "Content-Length": str(len(content)), **(headers or {})})
        self._writer.write(content)
        await self._writer.drain()

    async def send_json(self, code: int, body: Body, headers: Mapping[str, str] | None = None) -> None:
        await self.send(code, "application/json", json.dumps(body, ensure_ascii=False).encode(), headers)

    async def send_half(self, content: bytes) -> None:
        """The first half of an answer whose Content-Length promises as much again."""
        self._write_head(200, {"Content-Type": "application/json", "Content-Length": str(2 * len(content))})
        self._writer.write(content)
        await self._writer.drain()

    async def send_events(self, events: Iterable[Body | str]) -> None:
        """The start of a stream of server-sent events; `end_events` ends it."""
        self._write_head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        for event in events:
            data = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
            chunk = f"data: {data}\n\n".encode()
            self._writer.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            await self._writer.drain()

    async def end_events(self) -> None:
        """The last, empty chunk: to HTTP the stream is complete, whatever its events say."""
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    async def wait_for_client_to_leave(self) -> None:
        await self._reader.read()

    def close(self) -> None:
        """Hang up once everything is sent."""
        self._writer.close()

    def reset(self) -> None:
        """A TCP reset: the client's next read fails, as when a load balancer drops the connection."""
        sock: socket.socket = self._writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    def _write_head(self, code: int, headers: Mapping[str, str]) -> None:
        lines = [f"HTTP/1.1 {code} {HTTPStatus(code).phrase}", *(f"{k}: {v}" for k, v in headers.items())]
        self._writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))


def _json_object(raw: bytes) -> Body:
    try:
        value: Any = json.loads(raw)
    except ValueError:
        return {}
    return cast("Body", value) if isinstance(value, dict) else {}
