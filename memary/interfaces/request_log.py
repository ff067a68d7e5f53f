"""The log of a server: a line per request, with who asked and how it ended, and no word of what was said.

Each line that a request causes begins with its id: the one that the client or a proxy sent as `X-Request-Id`, or else
a new one. The answer has it, too.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from time import perf_counter
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from memary.text.redaction.logs import KeylessFormatter

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-Id"

_header = HEADER.lower().encode()
_USABLE = re.compile(rb"[A-Za-z0-9._:/+=@-]{1,128}")
_request_id: ContextVar[str] = ContextVar("_request_id", default="")
_log = logging.getLogger("memary.requests")


class RequestLog:
    """Middleware that writes a line per request: method, path, status, milliseconds, name of the key, outcome.

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
        state["request_id"] = request_id = _id_of(scope)
        carry(scope)  # to the end of the server's task for this request, which logs what nobody foresaw
        status = 500
        begun = perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (_header, request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            path = bytes(scope["raw_path"]).decode("ascii", "replace")
            took = (perf_counter() - begun) * 1000
            told = [state.get("client", "-"), *filter(None, [state.get("outcome")])]
            _log.info("%s %s %d %.0f ms %s", scope["method"], path, status, took, " ".join(told))


def note_outcome(scope: Scope, outcome: str | None) -> None:
    """Let the line of a request tell how it ended, beside its status."""
    scope.setdefault("state", {})["outcome"] = outcome


def note_client(scope: Scope, name: str | None) -> None:
    """Let the line of a request tell who asked."""
    scope.setdefault("state", {})["client"] = name or "-"


def carry(scope: Scope) -> None:
    """Let what is logged from here on, in this task and those that it starts, bear the id of a request."""
    _request_id.set(scope.get("state", {}).get("request_id", ""))


def log_to_stderr(level: int, *, secrets: Callable[[], Iterable[str]] = tuple) -> None:
    """Write the log of memary, and what goes wrong beside it, to stderr.

    Args:
        level: from which on.
        secrets: gives the keys that no line may show.
    """
    handler = logging.StreamHandler()
    handler.addFilter(_with_id)
    handler.setFormatter(KeylessFormatter(secrets=secrets))
    for name, least in (("memary", level), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False


def _with_id(record: logging.LogRecord) -> bool:
    if request_id := _request_id.get():
        record.request = f"[{request_id}] "
    return True


def _id_of(scope: Scope) -> str:
    given = next((value for name, value in scope["headers"] if name == _header), b"")
    return given.decode() if _USABLE.fullmatch(given) else uuid4().hex
