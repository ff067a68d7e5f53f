"""Clients of the scripted model server: the real OpenAI client, and bare HTTP."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Awaitable, Callable
from typing import Any

import openai
from support.model_server import ModelServer


def ask(server: ModelServer, use: Callable[[openai.AsyncOpenAI], Awaitable[Any]], **options: Any) -> Any:
    """Run `use` with an OpenAI client that neither retries nor waits long, unless told to."""

    async def run() -> Any:
        settings = {"api_key": "sk-test", "max_retries": 0, "timeout": 10.0, **options}
        async with openai.AsyncOpenAI(base_url=server.base_url, **settings) as client:
            return await use(client)

    return asyncio.run(run())


def chat(server: ModelServer, text: str = "Hi", *, client: dict[str, Any] | None = None, **options: Any) -> Any:
    messages: Any = [{"role": "user", "content": text}]
    return ask(
        server,
        lambda c: c.chat.completions.create(model="m", messages=messages, **options),
        **(client or {}),
    )


def stream(server: ModelServer, text: str = "Hi", *, client: dict[str, Any] | None = None, **options: Any) -> Any:
    """All chunks of a streamed chat, and the error that ended it, if any."""
    messages: Any = [{"role": "user", "content": text}]

    async def use(c: openai.AsyncOpenAI) -> tuple[list[Any], Exception | None]:
        chunks: list[Any] = []
        try:
            async for chunk in await c.chat.completions.create(model="m", messages=messages, stream=True, **options):
                chunks.append(chunk)
        except (openai.OpenAIError, ValueError) as error:
            return chunks, error
        return chunks, None

    return ask(server, use, **(client or {}))


def text_of(chunks: list[Any]) -> str:
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


def post(server: ModelServer, path: str, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(server.base_url.split("/")[2], timeout=10)
    connection.request("POST", path, json.dumps(body), headers or {})
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer
