"""Read the body of a refusal as far as its message goes; the rest is left unread."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from typing import Any

_MOST_BYTES = 64 * 1024


async def cut_refusal(response: Any) -> None:
    """Let no more of a refusal be read than its message needs; to be called by a client for each response.

    The response is one of httpx or of its fork httpx2, whichever openai stands on.
    """
    if response.is_error:
        response.stream = _cut(response.stream)


def _cut(stream: Any) -> Any:
    library: Any = sys.modules[type(stream).__module__.partition(".")[0]]

    class FirstBytes(library.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            left = _MOST_BYTES
            async for chunk in stream:
                yield chunk[:left]
                left -= len(chunk)
                if left <= 0:
                    break

        async def aclose(self) -> None:
            await stream.aclose()

    return FirstBytes()
