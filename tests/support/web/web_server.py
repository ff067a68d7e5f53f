"""A web server on a loopback port that plays the services tools ask: maps, quotes, picture hosts.

    with WebServer({"/search": Page.json([])}) as server:
        ...  # ask server.url + "/search"
        assert server.requests[0].query["q"] == "Berlin"

A page is a `Page`, or a callable that makes one from the request. Other paths answer 404.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Page:
    """One answer.

    A `content` of chunks is sent without its length.
    """

    content: bytes | list[bytes] = b""
    content_type: str | None = "text/plain"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def json(cls, body: Any, *, status: int = 200) -> Page:
        return cls(json.dumps(body).encode(), "application/json", status)

    @classmethod
    def redirect(cls, location: str) -> Page:
        return cls(status=302, headers={"Location": location})


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]  # names in lower case


Route: TypeAlias = Page | Callable[[Asked], Page]


class WebServer:
    """The server, a context manager.

    `routes` may be changed while it runs.
    """

    def __init__(self, routes: Mapping[str, Route]) -> None:
        self.routes = dict(routes)
        self.requests: list[Asked] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), name="web-server")

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, asked: Asked) -> Page:
        self.requests.append(asked)
        route = self.routes.get(asked.path, Page(b"not here", status=404))
        return route if isinstance(route, Page) else route(asked)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                target = urlsplit(self.path)
                headers = {name.lower(): value for name, value in self.headers.items()}
                page = site.answer(Asked(target.path, dict(parse_qsl(target.query)), headers))
                self.send_response(page.status)
                if page.content_type is not None:
                    self.send_header("Content-Type", page.content_type)
                if isinstance(page.content, bytes) and "Content-Length" not in page.headers:
                    self.send_header("Content-Length", str(len(page.content)))
                for name, value in page.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    for chunk in [page.content] if isinstance(page.content, bytes) else page.content:
                        self.wfile.write(chunk)
                except ConnectionError:  # the client has seen enough
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler
