"""Limit how large a request may be, how long it may take, and how many answers are made at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memary.interfaces.server.problems import Problem

_log = logging.getLogger("memary")

_SILENCE = 20.0
"""Seconds; programs send what they have at once."""

_LAST = {"Connection": "close"}
"""Header of answers that do not wait for the rest of the body."""


class RequestLimits:
    """Middleware that refuses too large bodies, and gives up on requests that take too long.

    It ends those that outlast the server, too.

    Args:
        app: what it stands before.
        max_bytes: most bytes of a body.
        seconds: longest time until the answer begins, the sending of the request included. An answer that streams
            may go on for longer.
        silence: longest time between two pieces of a body.
    """

    def __init__(self, app: ASGIApp, *, max_bytes: int, seconds: float, silence: float = _SILENCE) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._silence = silence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request within the limits."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if _announced(scope) > self._max_bytes:
            problem = Problem.of(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._too_large)
            await problem.response(_LAST)(scope, receive, send)
            return
        has_begun = False
        try:
            async with asyncio.timeout(self._seconds) as limit:

                async def begin(message: Message) -> None:
                    nonlocal has_begun
                    has_begun = True
                    limit.reschedule(None)
                    await send(message)

                await self._app(scope, self._counted(receive), begin)
        except TimeoutError:
            detail = f"It was not done within {self._seconds:g} seconds: try again, or with less at a time."
            await Problem.of(HTTPStatus.SERVICE_UNAVAILABLE, detail).response()(scope, receive, send)
        except asyncio.CancelledError:  # the server ends, and has waited for its answers as long as it does
            if not has_begun:
                detail = "The server ends before this was done: try again in a moment."
                await Problem.of(HTTPStatus.SERVICE_UNAVAILABLE, detail).response(_LAST)(scope, receive, send)

    def _counted(self, receive: Receive) -> Receive:
        seen, is_whole = 0, False

        async def counted() -> Message:
            nonlocal seen, is_whole
            try:
                async with asyncio.timeout(None if is_whole else self._silence):
                    message = await receive()
            except TimeoutError as error:
                detail = f"Nothing more of the body came for {self._silence:g} seconds: send all of it at once."
                raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, detail, _LAST) from error
            is_whole = is_whole or not message.get("more_body", False)
            seen += len(message.get("body", b""))
            if seen > self._max_bytes:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._too_large, _LAST)
            return message

        return counted

    @property
    def _too_large(self) -> str:
        return f"The body has more than the {self._max_bytes:,} bytes that one request may have: send less at a time."


def _announced(scope: Scope) -> int:
    """Return the length that a request says it has."""
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


class Writing:
    """Tells the log once when the store cannot be written any more, and when it can be again."""

    def __init__(self) -> None:
        self._refused: str | None = None

    def note(self, refused: str | None) -> None:
        """Note what keeps a write from the store now; None: nothing."""
        if refused == self._refused:
            return
        self._refused = refused
        _log.warning("%s", refused or "The store can be written again.")


class Chats:
    """Counts the answers in the making.

    Args:
        most: how many there may be at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._running = 0

    @contextmanager
    def one_more(self) -> Generator[None]:
        """Count one for the time of the block.

        Raises:
            HTTPException: there are as many as there may be.
        """
        if self._running >= self._most:
            detail = f"{self._most} answers are in the making, as many as there may be: try again in a moment."
            raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, detail, {"Retry-After": "1"})
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
