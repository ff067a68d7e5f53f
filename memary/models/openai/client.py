"""Connect to an OpenAI-compatible server, for the chat and the embedding client alike.

It makes openai's client when it is first needed, bounds every call by one deadline (retries and the waits that a
server asks for included), leaves out optional parameters that an endpoint refuses or breaks on, asks for a stream
where there is nothing else, and turns what goes wrong into memary's errors.

openai 2 stands on httpx, openai 3 on its fork httpx2, and some of their errors pass through openai unwrapped. Errors
of both are caught, without importing what is not in use.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from memary.errors import ModelError
from memary.models.openai.endpoint import Endpoint, server_detail
from memary.models.replies.refusal_body import cut_refusal

if TYPE_CHECKING:
    from openai import APIError, AsyncOpenAI

OPENAI_URL = "https://api.openai.com/v1"
"""Where models are asked when no base URL is given."""

_NO_KEY = "none"  # openai's client wants a key; local servers ignore it
_REFUSAL_STATUS = frozenset({400, 404, 422, 500, 501})
_SAYS_NOTHING = re.compile(
    r"(?:(?:internal )?server error|bad request|unprocessable (?:entity|content)|invalid request|error)?\W*"
)
# What an endpoint's refusal says when the fault lies with one parameter that the call can do without.
_OPTIONAL = {
    "response_format": re.compile(r"response[_ ]?format|json[_ ]schema|structured|grammar|requested parameters"),
    "stream": re.compile(r"stream(?:ing)?\b.{0,40}(?:not|n't|un) ?support|not support.{0,20} stream"),
    "stream_options": re.compile(r"stream_options|include_usage"),
    "temperature": re.compile(r"temperature"),
    "max_tokens": re.compile(r"unsupported parameter.*max_tokens|use .?max_completion_tokens"),
    "dimensions": re.compile(r"dimensions|matryoshka"),
}

_DOUBTFUL = {400: ("response_format", "temperature"), 422: ("response_format", "temperature")} | dict.fromkeys(
    (500, 501), ("response_format",)
)
"""What is left out, one after the other, where a server refuses or breaks without a word on why."""

_DOUBTS = 2
"""So many calls that went well only without a parameter show that it is to blame."""

_STREAMS_ONLY = re.compile(r"(?:only|must|requires?)\b.{0,30}\bstream|\bstream.{0,30}\b(?:only|must|required|true)\b")

_Result = TypeVar("_Result")


class OpenAIConnection:
    """A server, a model and what is known about the parameters it takes.

    `timeout` is in seconds and bounds a whole call. One connection serves one event loop at a time; when another loop
    uses it, a new client is made.
    """

    def __init__(self, endpoint: Endpoint, *, timeout: float, max_retries: int) -> None:
        self.endpoint = endpoint
        self.timeout = timeout
        self._max_retries = max_retries
        self._refused: frozenset[str] = frozenset()
        self._doubts: Counter[str] = Counter()
        self._streams_only = False
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def request(
        self, send: Callable[[AsyncOpenAI, dict[str, Any]], Awaitable[_Result]], arguments: Mapping[str, Any]
    ) -> _Result:
        """Await `send(client, arguments)`, again without each optional parameter that the endpoint refuses.

        What was refused is remembered once a call without it has gone well; where the endpoint did not say what it
        refuses, once two have. An endpoint that says it only streams is asked for a stream.

        Raises:
            ModelUnavailableError: no answer in time, or none that can be read.
            ModelAccessError: the key, the model or the address is wrong.
            ModelRejectedError: the server refused this request.
        """
        client = self._open()
        refused, doubted, streams = self._refused, frozenset[str](), self._streams_only
        with self.errors():
            async with asyncio.timeout(self.timeout):
                while True:
                    offered = _without(arguments, refused | doubted) | ({"stream": True} if streams else {})
                    try:
                        result = await send(client, offered)
                    except _openai_errors() as error:
                        if _streams_only(error, offered):
                            streams = True
                        elif name := _refused_parameter(error, offered):
                            refused |= {name}
                        elif name := _doubtful_parameter(error, offered):
                            doubted |= {name}
                        else:
                            raise
                    else:
                        self._learn(refused, doubted, streams_only=streams)
                        return result

    def _learn(self, refused: frozenset[str], doubted: frozenset[str], *, streams_only: bool) -> None:
        self._doubts.update(doubted)
        self._refused = refused | {name for name in doubted if self._doubts[name] >= _DOUBTS}
        self._streams_only = streams_only

    @contextmanager
    def errors(self) -> Generator[None]:
        """Raise memary's errors for those of openai, the HTTP client below it, and unreadable answers."""
        try:
            yield
        except TimeoutError as error:
            raise self.endpoint.silent(self.timeout) from error
        except (ValidationError, json.JSONDecodeError, UnicodeDecodeError) as error:
            raise self.endpoint.unreadable() from error
        except _transport_errors() as error:
            raise self._meaning(error) from error

    async def aclose(self) -> None:
        """Close the client; a later call opens a new one."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    def _open(self) -> AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            from memary.models.openai.sdk import Client, HttpClient  # noqa: PLC0415  a second to import

            self._loop = loop
            self._client = Client(
                api_key=self.endpoint.key or _NO_KEY,
                base_url=self.endpoint.base_url,
                default_query=self.endpoint.query,
                default_headers=self.endpoint.headers,
                timeout=self.timeout,
                max_retries=self._max_retries,
                http_client=HttpClient(event_hooks={"response": [cut_refusal]}),
            )
        return self._client

    def _meaning(self, error: Exception) -> ModelError:
        import openai  # noqa: PLC0415  loaded long since: it raised this

        if isinstance(error, openai.APITimeoutError):
            return self.endpoint.silent(self.timeout)
        if isinstance(error, openai.APIStatusError):
            detail, wait = server_detail(error.body) or error.message, error.response.headers.get("retry-after")
            return self.endpoint.refused(error.status_code, detail, retry_after=wait)
        if isinstance(error, openai.APIError) and not isinstance(error, openai.APIConnectionError):
            return self.reported(error.code, server_detail(error.body) or error.message)
        cause = error.__cause__ or error
        return self.endpoint.unreachable(str(cause) or type(cause).__name__)

    def reported(self, code: object, detail: str) -> ModelError:
        """Return the error that a gateway reports inside a 200 answer, with or without a status."""
        status = str(code)
        if status.isdecimal() and 400 <= int(status) <= 599:
            return self.endpoint.refused(int(status), detail)
        return self.endpoint.failed(detail)


def _without(arguments: Mapping[str, Any], refused: frozenset[str]) -> dict[str, Any]:
    kept = {name: value for name, value in arguments.items() if name not in refused}
    if "max_tokens" in refused and "max_tokens" in arguments:
        kept["max_completion_tokens"] = arguments["max_tokens"]  # its newer name
    return kept


def _refused_parameter(error: APIError, offered: Mapping[str, Any]) -> str | None:
    """Return the optional parameter that the error is about, if it is about one."""
    if getattr(error, "status_code", None) not in _REFUSAL_STATUS:
        return None
    said = f"{error.message} {error.body}".lower()
    return next((name for name, sign in _OPTIONAL.items() if name in offered and sign.search(said)), None)


def _doubtful_parameter(error: APIError, offered: Mapping[str, Any]) -> str | None:
    """Return the parameter to leave out next if the error names none."""
    if not _SAYS_NOTHING.fullmatch((server_detail(error.body) or "").strip().lower()):
        return None
    names = _DOUBTFUL.get(getattr(error, "status_code", 0), ())
    return next((name for name in names if name in offered), None)


def _streams_only(error: APIError, offered: Mapping[str, Any]) -> bool:
    """Return whether the error says that the endpoint only streams, and was not asked to."""
    if getattr(error, "status_code", None) not in _REFUSAL_STATUS or "messages" not in offered or "stream" in offered:
        return False
    return bool(_STREAMS_ONLY.search(f"{error.message} {error.body}".lower()))


def _openai_errors() -> type[APIError]:
    from openai import APIError  # noqa: PLC0415  a second to import

    return APIError


def _transport_errors() -> tuple[type[Exception], ...]:
    from openai import OpenAIError  # noqa: PLC0415  a second to import

    clients = [sys.modules[name] for name in ("httpx", "httpx2") if name in sys.modules]
    return (OpenAIError, OSError, *(client.HTTPError for client in clients))
