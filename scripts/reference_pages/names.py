"""The page of the Python API, from the public names, their signatures and docstrings."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, cast

from propcache.api import cached_property
from pydantic import BaseModel

import memary
from memary import Memary, Settings, errors
from memary.api.group import Group
from scripts.reference_pages.markdown import NOTE, code, docstring, joined, table

_WIDTH = 100
_PROPERTIES: tuple[type, ...] = (property, cached_property)
_BOUNDS = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}


def api_page() -> str:
    """The public names: signatures, docstrings, fields, errors."""
    values = {name: getattr(memary, name) for name in memary.__all__}
    records = {name: one for name, one in values.items() if _is_record(one)}
    failures = {name: one for name, one in values.items() if inspect.isclass(one) and issubclass(one, Exception)}
    return joined(
        [
            NOTE,
            "# Python API",
            "All names are imported from `memary`. Every method of `Memary`, its groups and `ChatAgent` that waits "
            "has an async twin with an `a` in front and the same parameters: `await memory.aadd(…)`, `await "
            "memory.facts.alist(…)`. What is only async is shown with `await`.",
            *_class_parts("Memary", values["Memary"], called="memory"),
            *(part for name, group in _groups().items() for part in _class_parts(name, group, called=name)),
            *_class_parts("ChatAgent", values["ChatAgent"], called="agent"),
            "## Settings",
            docstring(values["Settings"]),
            "All of them are listed in [Settings](settings.md).",
            *_method_parts(values["Settings"], "settings", "###"),
            "## Records",
            "Records cannot be changed. What is behind a `#` says more about a field. "
            "`pydantic_core.to_jsonable_python(record)` makes plain data for JSON of every record and report that "
            'memary returns; most are Pydantic models, and have `model_dump(mode="json")` as well.',
            *(part for name, one in records.items() for part in _record_parts(name, one)),
            "## Errors",
            "Every error that memary raises on purpose is a `MemaryError`, and its text says what to do. Those that "
            "`memary` itself does not name are in `memary.errors`.",
            code("text", _tree()),
            table(("error", "when", "exit code"), [_error_row(name, one) for name, one in failures.items()]),
            "`BudgetExceededError` tells more:",
            _bullets_of(errors.BudgetExceededError),
            "## Constants",
            "- `FOREVER`: the time of an end that is open, the last day of the year 9999.\n"
            "- `__version__`: the version of memary, as a text.",
        ]
    )


def _is_record(value: Any) -> bool:
    if not inspect.isclass(value) or value is Settings:
        return False
    return issubclass(value, (BaseModel, Enum)) or is_dataclass(value)


def _groups() -> dict[str, type]:
    """The groups of methods of an open memory, by their names."""
    with Memary.open("sqlite:///:memory:", settings=Settings(), worker=False) as memory:
        return {f"memory.{name}": type(one) for name, one in vars(memory).items() if isinstance(one, Group)}


def _class_parts(name: str, cls: type, *, called: str) -> list[str]:
    parts = [f"## {name}", docstring(cls)]
    for base in cls.__mro__[:-1]:
        parts += _method_parts(base, called, "###") if base is not Group else []
    return parts


def _method_parts(cls: type, called: str, level: str) -> list[str]:
    parts: list[str] = []
    for name, value in vars(cls).items():
        if name.startswith(("_", "settings_customise", "model_")) or _is_twin(cls, name) or not _is_told(value):
            continue
        if isinstance(value, _PROPERTIES):
            parts += [f"{level} {name}", code("python", f"{called}.{name}{_returned(_getter(value))}")]
        else:
            parts += [f"{level} {name}", code("python", _call(cls, name, called))]
        parts.append(docstring(_documented(cls, name)))
    return parts


def _documented(cls: type, name: str) -> object:
    value = inspect.getattr_static(cls, name)
    return value if isinstance(value, _PROPERTIES) else getattr(cls, name)


def _getter(value: Any) -> Any:
    return value.fget if isinstance(value, property) else value.func


def _is_told(value: object) -> bool:
    return isinstance(value, (*_PROPERTIES, classmethod)) or inspect.isfunction(value)


def _is_twin(cls: type, name: str) -> bool:
    """Whether a method is the async twin of another."""
    return name.startswith("a") and hasattr(cls, name[1:])


def _call(cls: type, name: str, called: str) -> str:
    method = getattr(cls, name)
    signature = inspect.signature(method)
    owner = cls.__name__ if isinstance(inspect.getattr_static(cls, name), classmethod) else called
    parameters = [one for one in signature.parameters.values() if one.name != "self"]
    wait = "await " if inspect.iscoroutinefunction(method) else ""
    return _signature(f"{wait}{owner}.{name}", parameters, _returned(method))


def _signature(head: str, parameters: list[inspect.Parameter], tail: str) -> str:
    """Write a signature on one line, or with a line for each parameter."""
    told: list[str] = []
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and "*" not in told:
            told.append("*")
        told.append(_parameter(one))
    line = f"{head}({', '.join(told)}){tail}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{head}(", *(f"    {one}," for one in told), f"){tail}"])


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = f"{stars}{parameter.name}"
    if parameter.annotation is not inspect.Parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is inspect.Parameter.empty:
        return text
    return f"{text} = {_shown(parameter.default)}"


def _shown(default: Any) -> str:
    """Write a default alike in every process, where a set is in any order and a function at any address."""
    if isinstance(default, frozenset):
        return f"{{{', '.join(sorted(map(repr, cast('frozenset[object]', default))))}}}"
    return str(default) if isinstance(default, Enum) else getattr(default, "__name__", repr(default))


def _returned(function: Any) -> str:
    annotation = inspect.signature(function).return_annotation
    return "" if annotation is inspect.Signature.empty else f" -> {_annotation(annotation)}"


def _annotation(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _record_parts(name: str, cls: type) -> list[str]:
    return [
        f"### {name}",
        docstring(cls),
        code("python", "\n".join(_fields(cls))),
        *_bullets(_record_methods(cls)),
    ]


def _fields(cls: type) -> list[str]:
    """The fields that a class declares, a line each, with what is said about them."""
    source = textwrap.dedent(inspect.getsource(cls))
    lines, body = source.splitlines(), ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    declared = [one for one in body.body if isinstance(one, (ast.AnnAssign, ast.Assign)) and not _is_hidden(one)]
    return [_field(one, lines[(one.end_lineno or one.lineno) - 1]) for one in declared]


def _field(node: ast.AnnAssign | ast.Assign, line: str) -> str:
    """Write a field as `name: type = default  # what is said about it`.

    `line` is its last one in the source.
    """
    said = [comment for comment in re.findall(r"  # (.*)", line) if not comment.startswith("noqa")]
    value = node.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) in ("Field", "field"):
        given = {one.arg: one.value for one in value.keywords}
        said += [str(ast.literal_eval(given["description"]))] if "description" in given else []
        said += [f"{word} {ast.unparse(given[name])}" for name, word in _BOUNDS.items() if name in given]
        value = given.get("default") or (
            ast.Call(given["default_factory"], [], []) if "default_factory" in given else None
        )
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    kind = f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
    default = f" = {ast.unparse(value)}" if value else ""
    comment = f"  # {', '.join(said)}" if said else ""
    return f"{ast.unparse(target)}{kind}{default}{comment}"


def _is_hidden(node: ast.AnnAssign | ast.Assign) -> bool:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return isinstance(target, ast.Name) and (target.id.startswith("_") or target.id == "model_config")


def _record_methods(cls: type) -> Iterator[str]:
    for name, value in vars(cls).items():
        if name.startswith(("_", "model_")) or not _is_told(value) or not inspect.getdoc(value):
            continue
        said = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
        if isinstance(value, _PROPERTIES):
            yield f"`.{name}{_returned(_getter(value))}`: {said}"
        else:
            method = getattr(cls, name)
            parameters = [one for one in inspect.signature(method).parameters.values() if one.name != "self"]
            told = ", ".join(map(_parameter, parameters))
            yield f"`.{name}({told}){_returned(method)}`: {said}"


def _bullets(lines: Iterable[str]) -> list[str]:
    found = [f"- {line}" for line in lines]
    return ["\n".join(found)] if found else []


def _tree() -> str:
    """The drawing of the errors in the docstring of their module."""
    found = re.search(r"^(    MemaryError\n(?:    .*\n)+)", inspect.getsource(errors), re.MULTILINE)
    assert found, "memary/errors.py has no tree in its docstring"
    return textwrap.dedent(found[1]).rstrip()


def _error_row(name: str, cls: type[Exception]) -> tuple[str, ...]:
    said = " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())
    return (f"`{name}`", said, str(getattr(cls, "exit_code", 1)))


def _bullets_of(cls: type) -> str:
    """The bullets of a docstring's arguments."""
    return docstring(cls).partition("Takes:\n\n")[2]
