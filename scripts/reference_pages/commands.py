"""The page of the command line, from the Typer app and the signatures of its commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import typer
from typer.models import ArgumentInfo, OptionInfo

from memary.interfaces.cli.app import app
from scripts.reference_pages.markdown import NOTE, code, joined, table

_SHARED_PANEL = "Options of every command"
_METAVARS: dict[object, str] = {str: "TEXT", int: "NUMBER", float: "NUMBER", Path: "PATH"}


def cli_page() -> str:
    """Every command with its options."""
    shared = [
        (name, option, hint)
        for name, option, hint in _parameters(app.registered_callback and app.registered_callback.callback)
        if option.rich_help_panel == _SHARED_PANEL
    ]
    parts = [
        NOTE,
        "# Command line",
        "Results go to stdout, everything else to stderr. The exit code is 0, 1 if something failed, 2 if the call "
        "has to be corrected, 130 after Ctrl-C; `serve`, `ui` and `worker`, which run until then, and a chat at its "
        "prompt end with 0. "
        'With `--json` an error is `{"error": …}` on stdout. '
        'A TIME is written as ISO 8601 (`2026-05-01`) or in words (`yesterday`, `"last may"`, `上个月`), '
        "which mean its beginning. "
        "`memary --install-completion` lets the shell complete commands and options. "
        "`memary COMMAND --help` prints what stands here.",
        f"## {_SHARED_PANEL}",
        "They stand before or after the command.",
        _option_table(shared),
    ]
    panel = ""
    for name, path, function, headline in _commands(app):
        if headline != panel:
            panel = headline
            parts.append(f"## {panel}")
        parts += _command_parts(name, path, function)
    return joined(parts)


def _commands(typer_app: typer.Typer, path: str = "memary", panel: str = "") -> Iterator[tuple[str, str, Any, str]]:
    """Yield name, path, function and panel of each command, panel by panel."""
    found = [
        (info.name or str(getattr(info.callback, "__name__", "")).replace("_", "-"), info)
        for info in typer_app.registered_commands
        if not info.hidden  # what programs call
    ]
    panels = dict.fromkeys(str(info.rich_help_panel or panel) for _, info in found)
    groups = [(info, str(info.rich_help_panel)) for info in typer_app.registered_groups if info.typer_instance]
    for one in panels:
        yield from (
            (name, f"{path} {name}", info.callback, one)
            for name, info in found
            if str(info.rich_help_panel or panel) == one
        )
        for info, group_panel in groups:
            if group_panel == one and info.typer_instance:
                yield from _commands(info.typer_instance, f"{path} {info.name}", one)


def _command_parts(name: str, path: str, function: Callable[..., Any]) -> list[str]:
    said, *examples = re.split(r"\s*Example:\s+", inspect.getdoc(function) or "")
    own = [one for one in _parameters(function) if one[1].rich_help_panel != _SHARED_PANEL]
    arguments = [_argument(*one) for one in own if isinstance(one[1], ArgumentInfo)]
    usage = " ".join([path, *arguments, *(["[OPTIONS]"] if len(arguments) < len(own) else [])])
    lines = [line.strip() for example in examples for line in re.split(r"\s{2,}or\s{2,}", example)]
    parts = [f"### {path.removeprefix('memary ')}", f"`{usage}`", said]
    if lines:
        parts.append(code("sh", "\n".join(lines)))
    if own:
        parts.append(_option_table(own))
    return parts


_Parameter = tuple[inspect.Parameter, ArgumentInfo | OptionInfo, str]


def _parameters(function: Callable[..., Any] | None) -> list[_Parameter]:
    """Return what a command takes: the parameter, what Typer knows of it, and what its value looks like."""
    found: list[_Parameter] = []
    for parameter in inspect.signature(function, eval_str=True).parameters.values() if function else ():
        for info in get_args(parameter.annotation)[1:]:
            if isinstance(info, (ArgumentInfo, OptionInfo)):
                found.append((parameter, info, _value_of(parameter, info)))
    return found


def _value_of(parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo) -> str:
    kind = get_args(parameter.annotation)[0]
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not type(None))
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    if kind is bool:
        return ""
    if info.metavar:
        return info.metavar
    choices = list(kind) if inspect.isclass(kind) and issubclass(kind, Enum) else get_args(kind)
    return "|".join(map(str, choices)) or _METAVARS[kind]


def _is_list(parameter: inspect.Parameter) -> bool:
    return "list[" in str(get_args(parameter.annotation)[0])


def _argument(parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo, value: str) -> str:
    if info.metavar and info.metavar.startswith("["):
        return info.metavar
    name = (info.metavar or parameter.name).upper()
    name = f"{name}..." if _is_list(parameter) else name
    return name if parameter.default in (inspect.Parameter.empty, ...) else f"[{name}]"


def _option_table(parameters: Iterable[_Parameter]) -> str:
    return table(("", "what it does"), [_option_row(*one) for one in parameters])


def _option_row(parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo, value: str) -> tuple[str, str]:
    told = [info.help or ""]
    default = parameter.default
    if default is inspect.Parameter.empty and isinstance(info, OptionInfo):
        told.append("Required.")
    elif type(default) in (str, int, float) and default != "" and "default" not in told[0]:
        told.append(f"Default: `{default}`.")
    if isinstance(info, ArgumentInfo):
        return (f"`{_argument(parameter, info, value)}`", " ".join(told))
    long = f"--{parameter.name.strip('_').replace('_', '-')}"
    # the first name stands where Typer has the default in its older form
    declared = [one for one in (info.default, *(info.param_decls or ())) if str(one).startswith("-")]
    names = declared or ([long] if value else [long, f"--no-{long[2:]}"])
    return (", ".join(f"`{name} {value}`" if value else f"`{name}`" for name in names), " ".join(told))
