"""What the scripted model server can say: replies, faults, and the OpenAI-shaped bodies made from them.

Nothing here does I/O; `model_server.py` does the talking.
"""

from __future__ import annotations

import base64
import itertools
import json
import math
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal, TypeAlias, cast

from support.web.http_connection import Body

_CJK = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_CREATED = 1_700_000_000

Times: TypeAlias = int | Literal["forever"] | None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool the model wants to call.

    Arguments given as a str are sent as they are, valid JSON or not.
    """

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict[str, Any])
    id: str | None = None

    @property
    def arguments_text(self) -> str:
        given = self.arguments
        return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says.

    `usage` overrides numbers of the estimate; `report_usage=False` hides them.
    """

    text: str = ""
    tool_calls: Sequence[ToolCall] = ()
    finish_reason: str | None = None  # None: "tool_calls" when there are some, else "stop"
    usage: Mapping[str, Any] | None = None
    report_usage: bool = True
    delta_chars: int = 8  # how much of the text one event of a stream carries
    streams: bool | None = None  # None: as the request asks; else what this server does whatever it is asked

    @property
    def reason(self) -> str:
        return self.finish_reason or ("tool_calls" if self.tool_calls else "stop")


@dataclass(frozen=True, slots=True)
class Fault:
    """A way for a request to go wrong; build one with the class methods.

    `times` is how many requests it spoils, a number or "forever". None means once in a queue, and every time
    as a rule or default.
    """

    kind: str
    times: Times = None
    code: int = 200
    body: Body = field(default_factory=dict[str, Any])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    text: str = ""

    @classmethod
    def status(cls, code: int, *, message: str = "", error_code: str | None = None, times: Times = None) -> Fault:
        """An HTTP error with OpenAI's JSON error body."""
        kind = "server_error" if code >= 500 else "rate_limit_error" if code == 429 else "invalid_request_error"
        error = {
            "message": message or HTTPStatus(code).phrase,
            "type": kind,
            "param": None,
            "code": error_code,
        }
        return cls("status", times, code, {"error": error})

    @classmethod
    def rate_limit(
        cls,
        *,
        retry_after: float | None = 0.01,
        retry_after_ms: float | None = None,
        times: Times = None,
    ) -> Fault:
        """A 429 with Retry-After (seconds), retry-after-ms, both, or neither."""
        values = {"Retry-After": retry_after, "retry-after-ms": retry_after_ms}
        headers = {name: f"{value:g}" for name, value in values.items() if value is not None}
        error = cls.status(429, message="Rate limit reached.", error_code="rate_limit_exceeded")
        return cls("status", times, 429, error.body, headers)

    @classmethod
    def stall(cls, *, times: Times = None) -> Fault:
        """No answer, until the client leaves or the server stops."""
        return cls("stall", times)

    @classmethod
    def reset(cls, *, times: Times = None) -> Fault:
        """A TCP reset instead of an answer."""
        return cls("reset", times)

    @classmethod
    def cut_stream(cls, text: str, *, after: int | None = None, times: Times = None) -> Fault:
        """A stream that ends cleanly after `after` characters (None: all), without finish_reason or [DONE].

        A request that is not streamed gets half a JSON body instead; so do the next two.
        """
        return cls("cut_stream", times, text=text[:after])

    @classmethod
    def reset_stream(cls, text: str, *, after: int | None = None, times: Times = None) -> Fault:
        """A stream that ends in a TCP reset after `after` characters (None: all)."""
        return cls("reset_stream", times, text=text[:after])

    @classmethod
    def stall_stream(cls, text: str, *, after: int | None = None, times: Times = None) -> Fault:
        """A stream that falls silent after `after` characters until the client leaves."""
        return cls("stall_stream", times, text=text[:after])

    @classmethod
    def malformed_body(cls, *, times: Times = None) -> Fault:
        """A 200 whose JSON breaks off; in a stream, an event that does."""
        return cls("malformed_body", times)

    @classmethod
    def html(cls, *, times: Times = None) -> Fault:
        """A 200 with a web page, as a captive portal or a wrong base URL gives."""
        return cls("html", times)

    @classmethod
    def empty_choices(cls, *, times: Times = None) -> Fault:
        """A well-formed answer with nothing in it (embeddings: no data; rerank: no results)."""
        return cls("empty_choices", times)

    @classmethod
    def empty_text(cls, *, times: Times = None) -> Fault:
        """A chat answer whose content is the empty string; elsewhere like `empty_choices`."""
        return cls("empty_text", times)


# A dict is sent as the JSON body as it is; None means what the server answers when nothing is scripted.
Answer: TypeAlias = str | Reply | Fault | Body | None
Scripted: TypeAlias = Answer | Callable[[Body], Answer]


@dataclass(slots=True)
class ScriptedTurn:
    """One scripted answer and how many more requests it serves."""

    answer: Scripted
    left: float
    matches: Callable[[Body], bool] = lambda _: True

    @classmethod
    def of(cls, answer: Scripted, *, otherwise: float) -> ScriptedTurn:
        times = answer.times if isinstance(answer, Fault) else None
        return cls(answer, otherwise if times is None else math.inf if times == "forever" else times)


class Script:
    """What one endpoint was told to answer: a queue, then rules, then a default."""

    def __init__(self) -> None:
        self.queue: deque[ScriptedTurn] = deque()
        self.rules: list[ScriptedTurn] = []
        self.default: ScriptedTurn | None = None

    def extend(self, answers: Sequence[Scripted]) -> None:
        self.queue.extend(ScriptedTurn.of(answer, otherwise=1) for answer in answers)

    def choose(self, body: Body) -> Scripted:
        """The next answer.

        Only the server's loop calls this, so requests take turns in order of arrival.
        """
        if self.queue:
            turn = self.queue[0]
            if turn.left <= 1:
                self.queue.popleft()
        else:
            standing = [*self.rules, *([self.default] if self.default else [])]
            turn = next((rule for rule in standing if rule.left > 0 and rule.matches(body)), None)
        if turn is None:
            return None
        turn.left -= 1
        return turn.answer


def checked_answer(answer: object) -> Answer:
    """The answer itself.

    Raises TypeError when a test scripted what is none.
    """
    if not isinstance(answer, str | Reply | Fault | dict | None):
        raise TypeError(f"A scripted answer is a str, Reply, Fault, dict or None, not {answer!r}.")
    return cast("Answer", answer)


def estimate_tokens(text: str) -> int:
    """One token per CJK character and one per four other characters, rounded up."""
    cjk = len(re.findall(f"[{_CJK}]", text))
    return cjk + math.ceil((len(text) - cjk) / 4)


def prompt_text(body: Body) -> str:
    """All message contents of a chat request, strings and text parts, one per line."""
    contents = [message.get("content") or "" for message in body.get("messages", [])]
    parts = [[{"text": content}] if isinstance(content, str) else content for content in contents]
    return "\n".join(part["text"] for part in itertools.chain.from_iterable(parts) if part.get("text"))


def input_texts(body: Body) -> list[str]:
    """The texts of an embedding request; arrays of token ids are written out as numbers."""
    given = body["input"]
    several = not isinstance(given, str) and not isinstance(given[0], int)
    items: list[Any] = list(given) if several else [given]
    return [item if isinstance(item, str) else " ".join(map(str, item)) for item in items]


def embed(text: str, dimensions: int) -> list[float]:
    """A unit vector of hashed character bigrams: same text, same vector; shared words, closer vectors."""
    vector = [0.0] * dimensions
    for pair in itertools.pairwise(f" {' '.join(text.lower().split())} "):
        code = zlib.crc32("".join(pair).encode())
        vector[code % dimensions] += 1.0 if code & 0x8000_0000 else -1.0
    norm = math.hypot(*vector)
    return [value / norm for value in vector] if norm else [1.0] + [0.0] * (dimensions - 1)


def chat_usage(body: Body, reply: Reply) -> Body:
    """What a chat costs, by estimate unless the reply says otherwise."""
    said = reply.text + "".join(call.name + call.arguments_text for call in reply.tool_calls)
    counts = {
        "prompt_tokens": estimate_tokens(prompt_text(body)),
        "completion_tokens": estimate_tokens(said),
        **(reply.usage or {}),
    }
    return {"total_tokens": counts["prompt_tokens"] + counts["completion_tokens"], **counts}


def chat_body(body: Body, reply: Reply, *, number: int) -> Body:
    """A `chat.completion` object."""
    message: Body = {"role": "assistant", "content": reply.text}
    if reply.tool_calls:
        message |= {"content": reply.text or None, "tool_calls": _tool_calls(reply, number)}
    answer = _envelope(body, "chat.completion", number)
    answer["choices"] = [{"index": 0, "message": message, "finish_reason": reply.reason}]
    return answer | ({"usage": chat_usage(body, reply)} if reply.report_usage else {})


def chat_events(body: Body, reply: Reply, *, number: int) -> Iterator[Body]:
    """The `chat.completion.chunk` objects of a stream: role, content, tool calls, finish_reason, usage."""
    yield from opening_events(body, reply.text, number=number, delta_chars=reply.delta_chars)
    for index, call in enumerate(_tool_calls(reply, number)):
        arguments = call["function"]["arguments"]
        call["function"]["arguments"] = ""
        yield _chunk(body, number, {"tool_calls": [{"index": index, **call}]})
        for piece in _pieces(arguments, reply.delta_chars):
            delta = {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
            yield _chunk(body, number, delta)
    yield _chunk(body, number, {}, finish_reason=reply.reason)
    options: Body = body.get("stream_options") or {}
    if reply.report_usage and options.get("include_usage"):
        usage = chat_usage(body, reply)
        yield _envelope(body, "chat.completion.chunk", number) | {"choices": [], "usage": usage}


def opening_events(body: Body, text: str, *, number: int, delta_chars: int = 8) -> Iterator[Body]:
    """The first events of a stream: the role, then the text, and no end."""
    yield _chunk(body, number, {"role": "assistant", "content": ""})
    for piece in _pieces(text, delta_chars):
        yield _chunk(body, number, {"content": piece})


def embeddings_body(body: Body, *, dimensions: int) -> Body:
    """A list of vectors, as numbers or as base64 of little-endian float32."""
    texts = input_texts(body)
    vectors = [embed(text, body.get("dimensions") or dimensions) for text in texts]
    as_base64 = body.get("encoding_format") == "base64"
    tokens = sum(map(estimate_tokens, texts))
    return {
        "object": "list",
        "model": body.get("model", ""),
        "data": [
            {"object": "embedding", "index": index, "embedding": _base64(vector) if as_base64 else vector}
            for index, vector in enumerate(vectors)
        ],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def rerank_body(body: Body) -> Body:
    """Documents by the share of the query's words they hold, best first, `top_n` of them."""
    query: str = body.get("query", "")
    documents: list[str] = [_document_text(document) for document in body["documents"]]
    wanted = _words(query)
    scores = [len(wanted & _words(document)) / max(1, len(wanted)) for document in documents]
    best = sorted(range(len(documents)), key=lambda index: -scores[index])[: body.get("top_n")]
    tokens = sum(map(estimate_tokens, [query, *documents]))
    return {
        "model": body.get("model", ""),
        "results": [{"index": index, "relevance_score": scores[index]} for index in best],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def models_body(names: Sequence[str]) -> Body:
    """The list of models."""
    models = [{"id": name, "object": "model", "created": _CREATED, "owned_by": "tests"} for name in names]
    return {"object": "list", "data": models}


def _envelope(body: Body, kind: str, number: int) -> Body:
    return {"id": f"chatcmpl-{number}", "object": kind, "created": _CREATED, "model": body.get("model", "")}


def _chunk(body: Body, number: int, delta: Body, *, finish_reason: str | None = None) -> Body:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return _envelope(body, "chat.completion.chunk", number) | {"choices": [choice]}


def _tool_calls(reply: Reply, number: int) -> list[Body]:
    return [
        {
            "id": call.id or f"call_{number}_{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments_text},
        }
        for index, call in enumerate(reply.tool_calls)
    ]


def _pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _base64(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def _document_text(document: str | Body) -> str:
    return document if isinstance(document, str) else str(document.get("text", ""))


def _words(text: str) -> set[str]:
    return set(re.findall(f"[{_CJK}]|[^\\W{_CJK}]+", text.lower()))
