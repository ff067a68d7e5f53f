"""Take in the rest of a body whose request was answered before all of it came.

Every refusal is such an answer.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SECONDS = 10.0
_SILENCE = 1.0


class RestOfBody:
    """Middleware that reads and drops the rest of a body after the answer, so that the answer arrives.

    A connection that is closed over bytes nobody has read is reset: a client that is still sending would see that,
    and never the answer.

    Args:
        app: what it stands before.
        seconds: longest time for the rest; then the connection is closed over it.
        silence: longest time between two pieces of it.
    """

    def __init__(self, app: ASGIApp, *, seconds: float = _SECONDS, silence: float = _SILENCE) -> None:
        self._app = app
        self._seconds = seconds
        self._silence = silence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and hold back the end of its answer until its body is whole."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_whole = False

        async def noting() -> Message:
            nonlocal is_whole
            message = await receive()
            is_whole = is_whole or not message.get("more_body", False)
            return message

        async def take_rest() -> None:
            while not is_whole:
                async with asyncio.timeout(self._silence):
                    await noting()

        async def ending(message: Message) -> None:
            is_end = message["type"] == "http.response.body" and not message.get("more_body", False)
            if not is_end or is_whole:
                await send(message)
                return
            await send({**message, "more_body": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await take_rest()
            await send({"type": "http.response.body"})

        await self._app(scope, noting, ending)
