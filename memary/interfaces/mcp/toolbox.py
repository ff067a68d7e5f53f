"""Make tools of the SDK from methods of `MemoryTools`: the user, strict arguments, readable errors.

Who the user is, the configuration says, or the key that the caller shows. A parameter `user_id` exists only where
callers may choose; where it does not, naming a user is an unknown argument, and unknown arguments are refused. A
parameter `space` leads from the user's own memory into a space that the user belongs to.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from types import MethodType
from typing import TYPE_CHECKING, Annotated, Any, cast

import anyio
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from mcp.types import Tool as Listed
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from memary.checks.faults import faults_of
from memary.errors import MemaryError, told_outside
from memary.interfaces.mcp.callers import caller, may_write
from memary.interfaces.mcp.results import Result
from memary.types.access import acting_as

if TYPE_CHECKING:
    from mcp.server.mcpserver.context import Context

_log = logging.getLogger("memary")

Method = Callable[..., Coroutine[Any, Any, Result]]
_FORMER_NAMES = {"memory_context": {"question": "query"}}
"""Names of parameters that earlier versions listed, by tool, with those of today."""

_USER_ID = Annotated[
    str | None, Field(min_length=1, max_length=256, description="Whose memory. Default: the server's user.")
]


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose memory a tool works on: the caller's, unless the call says otherwise.

    Attributes:
        may_name_user: whether a caller may name another user.
        space: what the parameter `space` is for; None: the tool works in no space.
        in_space: returns what stands for a user's id in a space of the user's, given both.
    """

    may_name_user: bool
    space: str | None
    in_space: Callable[[str, str], Coroutine[Any, Any, str]]

    async def of(self, *, user_id: str | None = None, space: str | None = None) -> str:
        """Return what stands for the id of whoever is meant by these arguments."""
        user = user_id or caller().user_id
        return user if space is None else await self.in_space(user, space)


class _Plain(GenerateJsonSchema):
    """A schema as a model needs it: without titles, null for what may be left out, bounds and counts."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: Any) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        told = super().default_schema(schema)
        return {name: value for name, value in told.items() if name != "default" or isinstance(value, str)}

    def update_with_validations(self, json_schema: Any, core_schema: Any, mapping: Any) -> None:
        """Leave the bounds out."""

    def dict_schema(self, schema: Any) -> JsonSchemaValue:
        return {"type": "object"}


class MemoryTool(Tool):
    """A tool whose errors are sentences: memary's own as they are, and what is wrong with an argument."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run the tool.

        A write that has begun is brought to its end, also when the caller has left.

        Raises:
            ToolError: it could not do its work, or the caller may not; the message is for the caller.
            UnexpectedToolError: something went wrong that nobody foresaw; the caller learns nothing of it.
        """
        arguments = _named_as_now(self.name, arguments)
        writes = changes_memory(self)
        if writes and not may_write():
            raise ToolError("The key is read-only: use one with write access.")
        try:
            with anyio.CancelScope(shield=writes), acting_as(_client_of(context)):
                result: Result = await super().run(arguments, context)
                return result_shown(result) if convert_result else result
        except UnexpectedToolError as error:
            if isinstance(error.__cause__, MemaryError):
                raise ToolError(told_to_caller(error.__cause__)) from error.__cause__
            raise
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(self._reason(error.__cause__)) from error.__cause__
            raise

    def _reason(self, error: ValidationError) -> str:
        """Say what is wrong with the arguments."""
        faults = faults_of(error.errors(include_url=False))
        is_unknown = any(fault.kind == "extra_forbidden" for fault in faults)
        known = f" ({self.name} takes {', '.join(self.parameters['properties'])})" if is_unknown else ""
        return f"The arguments of {self.name} cannot be used: {'; '.join(map(str, faults))}{known}."


def changes_memory(tool: Tool | Listed) -> bool:
    """Return whether a tool does more than look."""
    return tool.annotations is None or not tool.annotations.read_only_hint


def _named_as_now(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments under the names of today; those that earlier versions listed are still taken."""
    renamed = {old: new for old, new in _FORMER_NAMES.get(tool, {}).items() if new not in arguments}
    return {renamed.get(name, name): value for name, value in arguments.items()}


def _client_of(context: Context[Any, Any]) -> str:
    """Return how the client that calls a tool is named in permissions and the access log."""
    if name := caller().name:
        return name
    told = context.session.client_params
    return f"mcp:{told.client_info.name}" if told is not None else "mcp"


def told_to_caller(error: MemaryError) -> str:
    """Return what a caller is told; what is left out of it stands in the log."""
    if (told := told_outside(error)) != str(error):
        _log.warning("%s: %s", type(error).__name__, error)
    return told


def tool_of(method: Method, *, title: str, annotations: ToolAnnotations, whose: Whose) -> MemoryTool:
    """Make a method a tool.

    Args:
        method: takes the user first; its docstring is the description.
        title: for people.
        annotations: what the tool does to memory.
        whose: whose memory it works on.
    """
    described = _described(cast("MethodType", method).__func__, whose.may_name_user, whose.space)
    return described.model_copy(update={"fn": _settled(method, whose), "title": title, "annotations": annotations})


@cache
def _described(function: Method, may_name_user: bool, space: str | None) -> MemoryTool:
    """Return the tool that a method makes, but for whom it works: what it takes is worked out once in a process."""
    signature = inspect.signature(function, eval_str=True)
    _, _, *own = signature.parameters.values()
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _chosen(may_name_user, space).items()
    ]

    async def call(**_: Any) -> None: ...

    call.__dict__["__signature__"] = signature.replace(parameters=parameters)
    description = " ".join((inspect.getdoc(function) or "").split())
    tool = Tool.from_function(call, name=function.__name__, description=description, structured_output=False)
    arguments = _strict(tool.fn_metadata.arg_model, tool.name)
    schema = arguments.model_json_schema(schema_generator=_Plain)
    return MemoryTool(
        fn=call,
        name=tool.name,
        title=None,
        description=tool.description,
        parameters={name: part for name, part in schema.items() if name != "title"},
        fn_metadata=tool.fn_metadata.model_copy(update={"arg_model": arguments}),
        is_async=tool.is_async,
        context_kwarg=None,
        annotations=None,
    )


def _strict(arguments: type[BaseModel], name: str) -> type[BaseModel]:
    """Return the model of arguments as one that refuses those it does not know."""

    class Strict(arguments):
        model_config = ConfigDict(extra="forbid", title=name)

    return Strict


def result_shown(result: Result) -> CallToolResult:
    """Return a result as text alone: many clients hand a model both, and it reads the same twice."""
    return CallToolResult(content=[TextContent(type="text", text=result.shown)])


def _settled(method: Method, whose: Whose) -> Method:
    """Return the method with its first parameter settled."""
    chosen = _chosen(whose.may_name_user, whose.space)

    async def call(**given: Any) -> Any:
        user = await whose.of(**{name: given.pop(name, None) for name in chosen})
        return await method(user, **given)

    return call


def _chosen(may_name_user: bool, space: str | None) -> dict[str, Any]:
    """Return the types of the parameters by which a caller says whose memory a tool works on."""
    told = {"space": Annotated[str | None, Field(min_length=1, max_length=256, description=space)]} if space else {}
    return told | ({"user_id": _USER_ID} if may_name_user else {})
