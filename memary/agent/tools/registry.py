"""Keep the tools that an agent may call; they can be added and removed while it runs.

The registry stands between the model and the functions: it checks arguments, bounds time and output, and turns every
failure into a `ToolError`, one sentence that both the model and the user may read.
"""

from __future__ import annotations

import dataclasses
import inspect
import keyword
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Lock
from traceback import format_exception
from typing import Any, cast

import anyio
import anyio.to_thread
from pydantic import BaseModel
from pydantic_core import to_json

from memary.agent.tools.arguments import Arguments
from memary.checks.faults import shown
from memary.errors import InputError, MemaryError, NotFoundError, ToolError
from memary.telemetry import SpanOperation, span
from memary.text.redaction.logs import redact

_log = logging.getLogger("memary")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")  # what model endpoints accept as a function name


@dataclass(frozen=True, slots=True)
class Tool:
    """A function the model may call.

    `function` may be sync or async and return anything. `description` is what the model reads to choose it.
    `unavailable` says why the tool is switched off and what to set; None when it works.
    """

    name: str
    description: str
    function: Callable[..., Any]
    unavailable: str | None = None


class ToolRegistry:
    """Named tools, in the order they were added.

    May be used from several threads.

    `timeout` bounds one call, in seconds; `max_chars` bounds its answer, in characters, the note about what was
    cut included. With `shows_content`, arguments and answers are written into spans, see `memary.telemetry`.
    """

    def __init__(
        self,
        tools: Iterable[Tool] = (),
        *,
        timeout: float = 60.0,
        max_chars: int = 8_000,
        shows_content: bool = False,
    ) -> None:
        self._timeout = timeout
        self._shows_content = shows_content
        self._max_chars = max_chars
        self._lock = Lock()
        self._tools: dict[str, tuple[Tool, Arguments]] = {}
        for tool in tools:
            self.add(tool)

    def add(
        self,
        function_or_tool: Callable[..., Any] | Tool,
        *,
        name: str | None = None,
        description: str | None = None,
        replace: bool = False,
    ) -> Tool:
        """Make a function or a `Tool` callable by the model, from its next step on.

        The name defaults to the function's, the description to the first paragraph of its docstring. A replaced tool
        keeps its place.

        Raises:
            InputError: the name is missing, malformed or taken, or the signature cannot be read.
        """
        tool = _as_tool(function_or_tool, name, description)
        arguments = Arguments(tool.name, tool.function)
        with self._lock:
            if tool.name in self._tools and not replace:
                raise InputError(f"There is already a tool {tool.name!r}: pass replace=True or another name.")
            self._tools[tool.name] = (tool, arguments)
        return tool

    def remove(self, name: str) -> Tool:
        """Take a tool away and return it.

        Raises NotFoundError for an unknown name.
        """
        with self._lock:
            tool, _ = self._find(name)
            del self._tools[name]
        return tool

    def get(self, name: str) -> Tool:
        """Return the tool of that name.

        Raises NotFoundError for an unknown name.
        """
        with self._lock:
            return self._find(name)[0]

    def arguments_model(self, name: str) -> type[BaseModel]:
        """Return the pydantic model of a tool's arguments; `model_json_schema()` of it is what a model reads.

        Raises:
            NotFoundError: there is no such tool.
        """
        with self._lock:
            return self._find(name)[1].model

    def names(self) -> list[str]:
        """Return the names of all tools, in order."""
        return [tool.name for tool in self]

    def enabled(self) -> list[Tool]:
        """Return the tools that are not switched off, in order."""
        return [tool for tool in self if tool.unavailable is None]

    def __iter__(self) -> Iterator[Tool]:
        with self._lock:
            return iter([tool for tool, _ in self._tools.values()])

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    async def call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool and return its answer as text.

        Arguments are checked and converted by the function's annotations. A sync function runs in a thread; after a
        time-out its answer is dropped, though the thread itself runs on. Text is returned as it is, everything else
        as JSON.

        A function that wants to tell the model what went wrong raises `ToolError`; of any other exception only the
        kind is told, since its text may hold keys. The log has its traceback.

        Raises:
            NotFoundError: there is no such tool.
            ToolError: it is switched off, an argument is wrong, it failed or took too long.
        """
        with self._lock:
            tool, signature = self._find(name)
        about = {"gen_ai.tool.name": name, "gen_ai.tool.type": "function"}
        with span(SpanOperation.EXECUTE_TOOL, name, attributes=about) as opened:
            opened.show({"gen_ai.tool.call.arguments": arguments}, when=self._shows_content)
            answer = await self._answer(tool, signature, arguments)
            opened.show({"gen_ai.tool.call.result": answer}, when=self._shows_content)
            return answer

    async def _answer(self, tool: Tool, signature: Arguments, arguments: Mapping[str, Any]) -> str:
        if tool.unavailable is not None:
            raise ToolError(tool.unavailable)
        positional, named = signature.bind(arguments)
        try:
            with anyio.move_on_after(self._timeout):
                return await self._run(partial(tool.function, *positional, **named))
        except MemaryError as error:
            raise ToolError(redact(str(error))) from error
        except (Exception, SystemExit) as error:  # anyone's code runs here; a turn must outlive it
            _log.warning("the tool %r failed:\n%s", tool.name, redact("".join(format_exception(error))))
            raise ToolError(f"The tool {tool.name!r} failed with {type(error).__name__}.") from error
        raise ToolError(f"The tool {tool.name!r} did not answer within {self._timeout:g} seconds.")

    async def _run(self, call: Callable[[], Any]) -> str:
        if inspect.iscoroutinefunction(call):
            return self._text(await call())
        answer = await anyio.to_thread.run_sync(self._run_sync, call, abandon_on_cancel=True)
        return answer if isinstance(answer, str) else self._text(await answer)

    def _run_sync(self, call: Callable[[], Any]) -> Any:
        result = call()
        return result if inspect.isawaitable(result) else self._text(result)

    def _text(self, result: Any) -> str:
        if result is None:
            text = "The tool returned nothing."
        elif isinstance(result, str):
            text = result.encode("utf-8", "replace").decode()  # half of an emoji would break the next request
        else:
            text = to_json(result, fallback=str, bytes_mode="base64").decode()
        if len(text) <= self._max_chars:
            return text
        note = f"\n[cut: the answer has {len(text):,} characters, these are the first]"
        return text[: max(0, self._max_chars - len(note))] + note

    def _find(self, name: str) -> tuple[Tool, Arguments]:
        found = self._tools.get(name)
        if found is None:
            known = ", ".join(self._tools) or "none"
            raise NotFoundError(f"There is no tool {shown(name)}. Known tools: {known}.")
        return found


def _as_tool(function_or_tool: Callable[..., Any] | Tool, name: str | None, description: str | None) -> Tool:
    if isinstance(function_or_tool, Tool):
        tool = dataclasses.replace(
            function_or_tool,
            name=function_or_tool.name if name is None else name,
            description=function_or_tool.description if description is None else description,
        )
    else:
        tool = _from_function(function_or_tool, name, description)
    if not _NAME.fullmatch(tool.name) or keyword.iskeyword(tool.name):
        raise InputError(
            f"{shown(tool.name)} is not a valid tool name: use up to 64 letters, digits and underscores, and no "
            "digit first."
        )
    return tool


def _from_function(function: Callable[..., Any], name: str | None, description: str | None) -> Tool:
    if not callable(function):
        raise InputError(f"A tool must be callable, and {shown(function)} is not.")
    if name is None:
        name = cast("str | None", getattr(function, "__name__", None))
    if name is None or name == "<lambda>":
        raise InputError("This function has no name, as a lambda has none: pass name=.")
    if description is None:
        documented: Any = function.func if isinstance(function, partial) else function
        paragraph = (inspect.getdoc(documented) or name).split("\n\n")[0]
        description = " ".join(paragraph.split())
    return Tool(name, description, cast("Callable[..., Any]", function))
