"""A chat model behind any OpenAI-compatible server: OpenAI, Ollama, vLLM, LM Studio, Perplexity and their like."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, SecretStr

from memary.errors import ModelUnavailableError
from memary.llm.base import ChatTurn, Completion
from memary.llm.endpoint import Endpoint, sendable, server_detail
from memary.llm.openai_client import OPENAI_URL, OpenAIConnection
from memary.text.tokens import counter_for
from memary.tracing import ModelCall, record_usage
from memary.types import Role

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream

_USAGE_WAIT = 3.0  # seconds for the count of tokens that follows a finished stream


class _Part(BaseModel):
    text: str | None = None


class _Message(BaseModel):
    content: str | list[_Part] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content)
        return self.content or ""


class _Choice(BaseModel):
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Answer(BaseModel):
    """As much of a completion, or of a piece of one, as memary reads; all of it may be missing."""

    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: Any = None

    @property
    def choice(self) -> _Choice:
        return self.choices[0] if self.choices else _Choice()


class OpenAIChat:
    """A `ChatModel` over the chat completions of one server and model.

    `timeout` (seconds) bounds a whole call with its retries; for a stream, the wait for the first piece and for each
    next one. A server that needs no key is asked with a placeholder. `temperature`, the JSON schema and the like are
    left out for endpoints that refuse them. Without `base_url`, OpenAI itself is asked.
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
        """The model's name as the server knows it."""
        return self._endpoint.model

    @property
    def address(self) -> str:
        """Where it is asked, as people may see it."""
        return self._endpoint.address

    @property
    def context_window(self) -> int:
        """How many tokens prompt and answer may have together."""
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
        started = perf_counter()
        arguments = self._arguments(turns, max_tokens)
        if schema is not None:
            arguments["response_format"] = response_format(schema)
        body = await self._connection.request(_send, arguments)
        with self._connection.errors():
            answer = _Answer.model_validate_json(body)
        if answer.error and not answer.choices:
            raise self._connection.reported(_code(answer.error), server_detail(answer.error))
        completion = self._account(turns, _spoken(answer.choice), answer.usage, started)
        self._check(answer, completion.text, needs_whole=schema is not None)
        return completion

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Answer piece by piece.

        Raises:
            ModelUnavailableError: no piece came in time, or the answer broke off.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
            ModelOutputError: the answer is empty, or was filtered.
        """
        started = perf_counter()
        limit = asyncio.get_running_loop().time() + self._connection.timeout
        arguments = self._arguments(turns, max_tokens) | {"stream_options": {"include_usage": True}}
        events = await self._connection.request(_open_stream, arguments)
        text, last, usage = "", _Answer(), None
        try:
            while (piece := await self._next(events, limit, is_over=bool(last.choice.finish_reason))) is not None:
                usage = piece.usage or usage
                if piece.choice.finish_reason:
                    last = piece
                if said := _spoken(piece.choice):
                    text += said
                    yield said
                patience = self._connection.timeout
                if last.choice.finish_reason:
                    patience = min(patience, _USAGE_WAIT)
                limit = asyncio.get_running_loop().time() + patience
        finally:
            await events.close()
            if text or usage or last.choice.finish_reason:  # also when it broke off or nobody listens any more
                self._account(turns, text, usage, started)
        if not last.choice.finish_reason:
            raise self._endpoint.cut_off()
        self._check(last, text, needs_whole=False)

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

    async def _next(self, events: AsyncStream[Any], limit: float, *, is_over: bool) -> _Answer | None:
        """Return the next piece, or None at the end: also when only the count of tokens fails to come."""
        try:
            with self._connection.errors():
                async with asyncio.timeout_at(limit):
                    event = await anext(events, None)
                return None if event is None else _Answer.model_validate(event, from_attributes=True)
        except ModelUnavailableError:
            if is_over:
                return None
            raise

    def _account(self, turns: Sequence[ChatTurn], text: str, usage: _Usage | None, started: float) -> Completion:
        counted = usage or _Usage()
        prompt, written = counted.prompt_tokens, counted.completion_tokens
        count = counter_for(self.name)
        completion = Completion(  # some servers report 0 instead of nothing
            text=text,
            prompt_tokens=prompt or sum(count(turn.content) for turn in turns),
            completion_tokens=written or count(text),
        )
        record_usage(
            ModelCall(
                role=self._endpoint.role,
                model=self.name,
                prompt_tokens=completion.prompt_tokens,
                completion_tokens=completion.completion_tokens,
                seconds=perf_counter() - started,
            )
        )
        return completion

    def _check(self, answer: _Answer, text: str, *, needs_whole: bool) -> None:
        """Raise ModelOutputError unless the answer can be used."""
        choice = answer.choice
        said = choice.message or choice.delta or _Message()
        if not answer.choices:
            raise self._endpoint.unusable("answered without any choice")
        if choice.finish_reason == "content_filter":
            raise self._endpoint.unusable("answered nothing that its content filter let through")
        if needs_whole and choice.finish_reason == "length":
            raise self._endpoint.unusable("was cut off before its JSON was complete: allow more tokens or send less")
        if not text.strip() and said.refusal:
            raise self._endpoint.unusable("refused to answer")
        if not text.strip() and (said.reasoning_content or choice.finish_reason == "length"):
            raise self._endpoint.unusable("spent its tokens on reasoning and answered nothing: allow more tokens")
        if not text.strip():
            raise self._endpoint.unusable("answered nothing")


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


def _spoken(choice: _Choice) -> str:
    return (choice.message or choice.delta or _Message()).text


def _code(error: object) -> object:
    return cast("dict[str, Any]", error).get("code") if isinstance(error, dict) else None


async def _send(client: AsyncOpenAI, arguments: dict[str, Any]) -> bytes:
    create: Any = client.chat.completions.with_raw_response.create  # its overloads say nothing of plain dictionaries
    # as an extra body it goes out as it is: the client would walk through all of it, and through the schema
    return (await create(model=arguments["model"], messages=[], extra_body=arguments)).content


async def _open_stream(client: AsyncOpenAI, arguments: dict[str, Any]) -> AsyncStream[Any]:
    return await client.chat.completions.create(**arguments, stream=True)
