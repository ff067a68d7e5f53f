"""Check the arguments with which a model wants to call a function against its signature.

Models write arguments as JSON, often with numbers as strings; pydantic turns them into what the signature asks for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticUserError

from memary.checks.arguments import signature_of
from memary.checks.faults import Fault, faults_of, shown
from memary.errors import InputError, ToolError


class Arguments:
    """The parameters of one function.

    Raises InputError when its signature cannot be read.
    """

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self._tool = name
        parameters = _signature(name, function).parameters.values()
        self._named = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        takes_more = any(p.kind is p.VAR_KEYWORD for p in parameters)
        # the fields get plain names, since a parameter may be called `schema`, `copy` or `_x`, which pydantic refuses
        self._fields = {f"argument_{number}": p for number, p in enumerate(self._named)}
        try:
            self.model = _model(name, self._fields, takes_more=takes_more)
        except (PydanticUserError, TypeError) as error:
            raise InputError(
                f"The parameters of the tool {name!r} cannot be checked: use types that pydantic knows ({error})."
            ) from error

    def bind(self, arguments: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return the positional and the named arguments to call with.

        Raises ToolError naming what is wrong.
        """
        try:
            checked = self.model.model_validate(dict(arguments))
        except ValidationError as error:
            raise ToolError(self._explain(error)) from error
        positional: list[Any] = []
        named = dict(checked.model_extra or {})
        for field, parameter in self._fields.items():
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(getattr(checked, field))
            elif field in checked.model_fields_set:
                named[parameter.name] = getattr(checked, field)
        return positional, named

    def _explain(self, error: ValidationError) -> str:
        return " ".join(map(self._explain_one, faults_of(error.errors(include_url=False))))

    def _explain_one(self, fault: Fault) -> str:
        name = shown(fault.where)
        if fault.kind == "missing":
            return f"The tool {self._tool!r} misses the argument {name}."
        if fault.kind == "extra_forbidden":
            known = ", ".join(p.name for p in self._named) or "none"
            return f"The tool {self._tool!r} has no argument {name}; its arguments are: {known}."
        return f"The argument {name} of the tool {self._tool!r} {fault.told}."


def _signature(name: str, function: Callable[..., Any]) -> inspect.Signature:
    try:
        return signature_of(function)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"The signature of the tool {name!r} cannot be read: wrap it in a function with named parameters."
        ) from error


def _model(name: str, fields: Mapping[str, inspect.Parameter], *, takes_more: bool) -> type[BaseModel]:
    config = ConfigDict(
        extra="allow" if takes_more else "forbid",
        arbitrary_types_allowed=True,
        coerce_numbers_to_str=True,
        hide_input_in_errors=True,
    )
    definitions: dict[str, Any] = {
        field: (_annotation(p), Field(default=... if p.default is p.empty else p.default, alias=p.name))
        for field, p in fields.items()
    }
    return create_model(f"{name}_arguments", __config__=config, **definitions)


def _annotation(parameter: inspect.Parameter) -> Any:
    unknown = parameter.annotation is parameter.empty or isinstance(parameter.annotation, str)
    return Any if unknown else parameter.annotation
