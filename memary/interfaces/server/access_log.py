"""The access log: who asked for what and how it ended, without a word of what was said."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("memary.access")


class AccessLog:
    """Middleware that writes a line per request: method, path, status, milliseconds, name of the key.

    What stands behind the question mark is left out: it may hold words of the user.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and write it down."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        status = 500
        begun = perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            path = bytes(scope["raw_path"]).decode("ascii", "replace")
            took = (perf_counter() - begun) * 1000
            _log.info("%s %s %d %.0f ms %s", scope["method"], path, status, took, state.get("client", "-"))
