"""Call a chat model on any OpenAI-compatible server: OpenAI, Ollama, vLLM, LM Studio, Perplexity."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, SecretStr

from memary.errors import ModelUnavailableError
from memary.models.base import ChatTurn, Completion
from memary.models.chat_call import ChatCall
from memary.models.openai.client import OPENAI_URL, OpenAIConnection
from memary.models.openai.completion_body import Piece, TokenCounts, TooLongError, joined, pieces_of
from memary.models.openai.endpoint import Endpoint, sendable, server_detail
from memary.types import Role

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream

_USAGE_WAIT = 3.0  # seconds for the count of tokens that follows a finished stream
_STREAM_TIMEOUTS = 10
"""A streamed answer may take so many times the time-out of a call."""

_BYTES_PER_TOKEN, _EVENT_BYTES_PER_TOKEN = 64, 1_024
"""Most bytes of a whole body, and of a stream of events, for each token of the model's window."""


class OpenAIChat:
    """A `ChatModel` over the chat completions of one server and model.

    `timeout` (seconds) bounds a whole call with its retries; for a stream, the wait for the first piece and for each
    next one, and ten times that for all of it. A server that needs no key is asked with a placeholder. `temperature`,
    the JSON schema and the like are left out for endpoints that refuse them; a server that always or never streams is
    read as it answers. Without `base_url`, OpenAI itself is asked.
    """

    is_offline = False
    provider = "openai"

    def __init__(
        self,
        *,
        role: str,
        model: str,
        base_url: str | None = None,
        api_key: SecretStr | str | None = None,
        context_window: int,
        temperature: float = 0.0,
        timeout: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        key = SecretStr(api_key) if isinstance(api_key, str) else api_key
        self._endpoint = Endpoint(role=role, model=model, url=base_url or OPENAI_URL, api_key=key)
        self._connection = OpenAIConnection(self._endpoint, timeout=timeout, max_retries=max_retries)
        self._context_window = context_window
        self._temperature = temperature

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(role={self._endpoint.role!r}, model={self.name!r}, at={self._endpoint.address!r})"
        )

    @property
    def name(self) -> str:
        """Return the model's name as the server knows it."""
        return self._endpoint.model

    @property
    def address(self) -> str:
        """Return the address without secrets."""
        return self._endpoint.address

    @property
    def context_window(self) -> int:
        """Return the context window: the most tokens of prompt and answer together."""
        return self._context_window

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer as a whole; with `schema`, ask for JSON of that shape, if the endpoint can be asked so.

        Raises:
            ModelUnavailableError: no answer in time, or none that can be read.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: the answer is empty, was filtered, or is JSON that was cut off at its length.
        """
        call = ChatCall(self._endpoint.role, self.name, turns)
        arguments = self._arguments(turns, max_tokens)
        if schema is not None:
            arguments["response_format"] = response_format(schema)
        answer = await self._connection.request(self._whole, arguments)
        if answer.error and not answer.choices:
            raise self._connection.reported(_code(answer.error), server_detail(answer.error))
        completion = _answered(call, answer.choice.said.text, answer.usage)
        self._check(answer, completion.text, needs_whole=schema is not None)
        return completion

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        Raises:
            ModelUnavailableError: no piece came in time, the answer broke off, or took longer than any does.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: the answer is empty, was filtered, or does not end.
        """
        call, now = ChatCall(self._endpoint.role, self.name, turns), asyncio.get_running_loop().time
        patience = self._connection.timeout
        began = now()
        latest, limit = began + patience * _STREAM_TIMEOUTS, began + patience
        arguments = self._arguments(turns, max_tokens) | {"stream": True, "stream_options": {"include_usage": True}}
        body = await self._connection.request(_open, arguments)
        pieces = self._pieces(body)
        text, last, usage, has_thoughts = "", Piece(), None, False
        try:
            while (piece := await self._next(pieces, limit, is_over=bool(last.choice.finish_reason))) is not None:
                usage = piece.usage or usage
                has_thoughts = has_thoughts or piece.choice.said.has_thoughts
                if piece.choice.finish_reason:
                    last = piece
                    patience = min(patience, _USAGE_WAIT)
                if said := piece.choice.said.text:
                    text += said
                    yield said
                limit = now() + patience
                if limit > latest + patience:
                    raise self._endpoint.endless(latest - began)
        finally:
            await pieces.aclose()
            await body.close()
            if text or usage or last.choice.finish_reason:  # also when it broke off or nobody listens any more
                _answered(call, text, usage)
        if not last.choice.finish_reason:
            raise self._endpoint.cut_off()
        self._check(last, text, needs_whole=False, has_thoughts=has_thoughts)

    async def aclose(self) -> None:
        """Release connections."""
        await self._connection.aclose()

    def _arguments(self, turns: Sequence[ChatTurn], max_tokens: int | None) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": self.name,
            "messages": [_message(turn) for turn in turns],
            "temperature": self._temperature,
        }
        return arguments | ({"max_tokens": max_tokens} if max_tokens else {})

    def _pieces(self, body: AsyncStream[object]) -> AsyncGenerator[Piece]:
        window = self._context_window
        most, most_whole = window * _EVENT_BYTES_PER_TOKEN, window * _BYTES_PER_TOKEN
        return pieces_of(body.response.aiter_bytes(), most=most, most_whole=most_whole)

    async def _whole(self, client: AsyncOpenAI, arguments: dict[str, Any]) -> Piece:
        """Ask, and read the whole answer."""
        body = await _open(client, arguments)
        try:
            with self._unending():
                pieces = [piece async for piece in self._pieces(body)]
        finally:
            await body.close()
        answer = joined(pieces)
        if any(piece.choice.delta for piece in pieces) and not (answer.choice.finish_reason or answer.error):
            raise self._endpoint.cut_off()
        return answer

    async def _next(self, pieces: AsyncGenerator[Piece], limit: float, *, is_over: bool) -> Piece | None:
        """Return the next piece, or None at the end: also when only the count of tokens fails to come."""
        try:
            with self._connection.errors(), self._unending():
                async with asyncio.timeout_at(limit):
                    piece = await anext(pieces, None)
        except ModelUnavailableError:
            if is_over:
                return None
            raise
        if piece and piece.error and not piece.choices:
            raise self._connection.reported(_code(piece.error), server_detail(piece.error))
        return piece

    @contextmanager
    def _unending(self) -> Generator[None]:
        try:
            yield
        except TooLongError as error:
            raise self._endpoint.unusable(
                f"sent more than fits its window of {self._context_window:,} tokens, and was stopped: try again, or "
                "raise MEMARY_CONTEXT_WINDOW if it can read more"
            ) from error

    def _check(self, answer: Piece, text: str, *, needs_whole: bool, has_thoughts: bool = False) -> None:
        """Raise ModelOutputError unless the answer can be used."""
        choice, said = answer.choice, answer.choice.said
        if not answer.choices:
            raise self._endpoint.unusable("answered without any choice")
        if choice.finish_reason == "content_filter":
            raise self._endpoint.unusable("answered nothing that its content filter let through")
        if needs_whole and choice.finish_reason == "length":
            raise self._endpoint.unusable("was cut off before its JSON was complete: allow more tokens or send less")
        if not text.strip() and said.refusal:
            raise self._endpoint.unusable("refused to answer")
        if not text.strip() and (has_thoughts or said.has_thoughts or choice.finish_reason == "length"):
            raise self._endpoint.unusable("spent its tokens on reasoning and answered nothing: allow more tokens")
        if not text.strip():
            raise self._endpoint.empty()


def response_format(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the `response_format` that asks for JSON of the shape of `schema`."""
    name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.__name__)[:64]
    return {"type": "json_schema", "json_schema": {"name": name, "schema": compact_schema(schema)}}


@lru_cache(maxsize=64)
def compact_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema without titles, descriptions and defaults: explaining is the prompt's part."""
    return _compact(schema.model_json_schema())


def _compact(node: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs"):  # here the keys are names, and a field may be called "title"
            kept[key] = {name: _compact(part) for name, part in value.items()}
        elif key not in ("title", "description", "default"):
            kept[key] = _compact_value(value)
    return kept


def _compact_value(value: Any) -> Any:
    if isinstance(value, dict):
        return _compact(cast("dict[str, Any]", value))
    if isinstance(value, list):
        return [_compact_value(item) for item in cast("list[Any]", value)]
    return value


def _message(turn: ChatTurn) -> dict[str, Any]:
    # a tool's answer without the call it belongs to is refused by most servers: it reads as the user's
    role = "user" if turn.role is Role.TOOL else turn.role.value
    text = sendable(turn.content)
    if not turn.images:
        return {"role": role, "content": text}
    images = [{"type": "image_url", "image_url": {"url": image}} for image in turn.images]
    return {"role": role, "content": [{"type": "text", "text": text}, *images]}


def _answered(call: ChatCall, text: str, usage: TokenCounts | None) -> Completion:
    told = usage or TokenCounts()
    return call.answered(text, told.prompt_tokens, told.completion_tokens)


def _code(error: object) -> object:
    return cast("dict[str, Any]", error).get("code") if isinstance(error, dict) else None


async def _open(client: AsyncOpenAI, arguments: dict[str, Any]) -> AsyncStream[object]:
    """Ask, and return the body of the answer, which is to be closed."""
    from openai import AsyncStream  # noqa: PLC0415  a second to import

    # not by the method for chats: it walks through all of the arguments, the schema included, to give them its form
    # and by the whole address: of a path alone the client makes one anew each time
    return await client.post(
        f"{str(client.base_url).rstrip('/')}/chat/completions",
        cast_to=object,
        body=arguments,
        stream=True,
        stream_cls=AsyncStream[object],
    )
