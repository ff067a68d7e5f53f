"""The page of the settings, from the fields of `Settings` and the comments between them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import AliasChoices, SecretStr
from pydantic.fields import FieldInfo

from memary.settings import Settings
from scripts.reference_pages.markdown import NOTE, joined, table

_BOUNDS = {Ge: ("ge", "at least"), Gt: ("gt", "above"), Le: ("le", "at most")}
_WORDS: dict[object, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def settings_page() -> str:
    """Every setting: its variable, type, default and meaning."""
    parts = [
        NOTE,
        "# Settings",
        "What goes first: an argument (`Memary.open(top_k=5)`, `memary --user ada`), the environment, a `.env` in "
        "the current folder (command line and web interface alone), `memary.toml`, the default. The file is the one "
        "that `MEMARY_CONFIG` names, else `memary.toml` in the home folder. A setting `MEMARY_TOP_K` of the "
        "environment is `top_k` in the file and as an argument. An unknown name is an error. `memary config` prints "
        "what is in force and where it comes from.",
    ]
    for heading, names in _setting_groups():
        title, _, rest = heading.partition(":")
        parts.append(f"## {title[:1].upper()}{title[1:]}")
        if rest:
            parts.append(f"{rest.strip()[:1].upper()}{rest.strip()[1:]}.")
        rows = [_setting_row(name, Settings.model_fields[name]) for name in names]
        parts.append(table(("variable", "type", "default", "what it says"), rows))
    return joined(parts)


def _setting_groups() -> list[tuple[str, list[str]]]:
    """The comments between the fields of `Settings`, each with the fields below it."""
    groups: list[tuple[str, list[str]]] = []
    for line in inspect.getsource(Settings).splitlines():
        if heading := re.fullmatch(r"    # (.+)", line):
            groups.append((heading[1], []))
        elif (field := re.match(r"    (\w+): ", line)) and field[1] in Settings.model_fields:
            groups[-1][1].append(field[1])
    return groups


def _setting_row(name: str, field: FieldInfo) -> tuple[str, ...]:
    variables = [f"MEMARY_{name.upper()}"]
    if isinstance(field.validation_alias, AliasChoices):
        variables += [str(choice) for choice in field.validation_alias.choices[2:]]
    made = field.get_default(call_default_factory=True, validated_data={})
    default = "by the platform" if isinstance(made, Path) else _setting_default(made)
    kind = _with_bounds(_kind(field.annotation), field.metadata)
    return (", ".join(f"`{one}`" for one in variables), kind, default, field.description or "")


def _setting_default(value: object) -> str:
    if isinstance(value, tuple):
        value = ",".join(map(str, cast("tuple[object, ...]", value)))
    if value in (None, ""):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _kind(annotation: Any) -> str:
    """Say in words what a setting holds."""
    origin, given = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        metadata = [part for one in given[1:] for part in getattr(one, "metadata", [one])]
        return _with_bounds(_kind(given[0]), metadata)
    if origin is Literal:
        return ", ".join(f"`{one}`" for one in given)
    if origin in (Union, UnionType):
        return " or ".join(_kind(one) for one in given if one is not type(None))
    if origin is tuple:
        choices = _kind(given[0])
        return "list, with commas" if choices == "text" else f"list of {choices}"
    if origin is dict:
        return "JSON object"
    if annotation is SecretStr:
        return "secret"
    return "path" if annotation is Path else _WORDS[annotation]


def _with_bounds(kind: str, metadata: Iterable[object]) -> str:
    """Add the least and the greatest value, if there are such."""
    bounds = [
        (word, getattr(one, name)) for one in metadata for of, (name, word) in _BOUNDS.items() if type(one) is of
    ]
    return ", ".join([kind, *(f"{word} {value:,g}" for word, value in bounds)])
