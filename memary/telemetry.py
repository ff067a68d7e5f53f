"""Spans and metrics of OpenTelemetry, named by its conventions for generative AI.

memary never sets OpenTelemetry up, nor does it import it: it writes to what the program around it has set up, and
where that has not even loaded the API, all of this does nothing. Texts of people and models are written only where
the setting `trace_content` says so.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from pydantic_core import to_json

from memary.models.calls import Usage

Value = str | int | float | bool | Sequence[str]
"""What an attribute may hold."""

_TOKENS = [4**power for power in range(14)]
_SECONDS = [0.01 * 2**power for power in range(14)]
_STOPPED = (GeneratorExit, asyncio.CancelledError)
_PORTS = {"http": 80, "https": 443}


class SpanOperation(StrEnum):
    """What a span stands for, as `gen_ai.operation.name`."""

    CHAT = "chat"
    EMBEDDINGS = "embeddings"
    RERANK = "rerank"  # the conventions have no name for it yet
    INVOKE_AGENT = "invoke_agent"
    EXECUTE_TOOL = "execute_tool"
    SEARCH_MEMORY = "search_memory"
    UPDATE_MEMORY = "update_memory"


@dataclass(frozen=True, slots=True)
class OpenSpan:
    """A span that is open, or nothing where nobody looks."""

    raw: Any = None

    @property
    def is_recorded(self) -> bool:
        """Whether it is worth gathering attributes."""
        return self.raw is not None and self.raw.is_recording()

    def note(self, attributes: Mapping[str, Value | None]) -> None:
        """Set attributes; those without a value are left out."""
        if self.is_recorded:
            self.raw.set_attributes(_given(attributes))

    def show(self, attributes: Mapping[str, Any], *, when: bool) -> None:
        """Set attributes that hold what people or models wrote, where that is wanted; all but texts as JSON."""
        if when and self.is_recorded:
            self.raw.set_attributes({name: _as_text(value) for name, value in attributes.items()})


@contextmanager
def span(
    operation: SpanOperation,
    target: str | None = None,
    *,
    user_id: str | None = None,
    attributes: Mapping[str, Value | None] | None = None,
    is_leaf: bool = False,
) -> Generator[OpenSpan]:
    """Open a span around a block.

    Args:
        operation: what the block does.
        target: the model, tool or agent; ends the span's name.
        user_id: whom it serves.
        attributes: further ones.
        is_leaf: a call that leaves the process. No other span is put beneath it, so that it may be open around the
            steps of an async generator, which may run in different contexts.

    An error that leaves the block is noted by its kind alone: its words may quote what people wrote.
    """
    api = sys.modules.get("opentelemetry.trace")
    if api is None:
        yield OpenSpan()
        return
    named = {"gen_ai.operation.name": operation.value, "user.id": user_id, **(attributes or {})}
    raw = _tracer(api).start_span(
        f"{operation} {target}" if target else operation.value,
        kind=api.SpanKind.CLIENT if is_leaf else api.SpanKind.INTERNAL,
        attributes=_given(named),
    )
    try:
        if is_leaf:
            yield OpenSpan(raw)
        else:
            with api.use_span(raw, record_exception=False, set_status_on_exception=False):
                yield OpenSpan(raw)
    except BaseException as error:
        raw.set_attribute("error.type", _kind(error))
        if not isinstance(error, _STOPPED):
            raw.set_status(api.StatusCode.ERROR)
        raise
    finally:
        raw.end()


@dataclass(frozen=True, slots=True)
class CalledModel:
    """A model as spans and metrics name it.

    Attributes:
        model: the object that asks it; says where it is served by `provider` and `address`, if it has them.
        name: of the model.
        role: of the model in memary.
    """

    model: object
    name: str
    role: str

    @property
    def attributes(self) -> dict[str, Value]:
        """What a span of every call says of it."""
        return {
            "gen_ai.provider.name": getattr(self.model, "provider", type(self.model).__module__.partition(".")[0]),
            "gen_ai.request.model": self.name,
            "memary.role": self.role,
            **_server(getattr(self.model, "address", "")),
        }


@contextmanager
def model_call(
    operation: SpanOperation,
    called: CalledModel,
    usage: Usage,
    *,
    user_id: str | None,
    attributes: Mapping[str, Value | None] | None = None,
) -> Generator[OpenSpan]:
    """Open a span around a call of a model, and measure the call when it is over.

    Args:
        operation: what is asked of the model.
        called: the model.
        usage: gathers, within the block, what the call took.
        user_id: whom it serves.
        attributes: further ones of the span.
    """
    if not _is_loaded():
        yield OpenSpan()
        return
    common: dict[str, Value] = {"gen_ai.operation.name": operation.value, **called.attributes}
    started = perf_counter()
    failure: str | None = None
    with span(
        operation, called.name, user_id=user_id, attributes={**common, **(attributes or {})}, is_leaf=True
    ) as opened:
        try:
            yield opened
        except BaseException as error:
            failure = _kind(error)
            raise
        finally:
            opened.note(tokens(usage))
            _measure(common, usage, perf_counter() - started, failure)


def tokens(usage: Usage) -> dict[str, Value | None]:
    """Return the tokens of calls as attributes; none where no call was counted."""
    if not usage.calls:
        return {}
    return {
        "gen_ai.usage.input_tokens": usage.prompt_tokens,
        "gen_ai.usage.output_tokens": usage.completion_tokens or None,
    }


def message(role: str, text: str) -> dict[str, Any]:
    """Return a message in the form of `gen_ai.input.messages` and `gen_ai.output.messages`."""
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _is_loaded() -> bool:
    """Return whether the program around memary has loaded a part of the API that calls of models are told to."""
    return "opentelemetry.trace" in sys.modules or "opentelemetry.metrics" in sys.modules


def _measure(common: Mapping[str, Value], usage: Usage, seconds: float, failure: str | None) -> None:
    api = sys.modules.get("opentelemetry.metrics")
    if api is None:
        return
    durations, counts = _histograms(api)
    durations.record(seconds, {**common, **({"error.type": failure} if failure else {})})
    for kind, count in (("input", usage.prompt_tokens), ("output", usage.completion_tokens)):
        if count:
            counts.record(count, {**common, "gen_ai.token.type": kind})


@cache
def _tracer(api: Any) -> Any:
    return api.get_tracer("memary", _version())  # finds its provider when it is used, also if that comes later


@cache
def _histograms(api: Any) -> tuple[Any, Any]:
    meter = api.get_meter("memary", _version())
    durations = meter.create_histogram(
        "gen_ai.client.operation.duration",
        unit="s",
        description="Time that calls of models took",
        explicit_bucket_boundaries_advisory=_SECONDS,
    )
    counts = meter.create_histogram(
        "gen_ai.client.token.usage",
        unit="{token}",
        description="Tokens that calls of models took",
        explicit_bucket_boundaries_advisory=_TOKENS,
    )
    return durations, counts


def _version() -> str:
    return str(sys.modules["memary"].__version__)


def _server(address: str) -> dict[str, Value]:
    parts = urlsplit(address)
    if not parts.hostname:
        return {}
    return {"server.address": parts.hostname, "server.port": parts.port or _PORTS[parts.scheme]}


def _kind(error: BaseException) -> str:
    return "cancelled" if isinstance(error, _STOPPED) else type(error).__name__


def _given(attributes: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in attributes.items() if value is not None}


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else to_json(value, fallback=str).decode()
