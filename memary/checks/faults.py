"""Tell what is wrong with a value: which one, what was given, and what to give instead.

Every check of what comes from outside ends here, pydantic's as well as memary's own. So a fault reads alike in
Python, on the command line, over HTTP and over MCP, and what was given never makes a sentence long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import Repr
from typing import Any, cast

from pydantic import ValidationError

_SHOWN_CHARS = 60
"""So much of a value is repeated in a message."""

_MOST_DIGITS = 40

_A_TIME = "give a time with its zone, like 2026-05-01T09:00:00Z"
_REMEDIES = {
    "string_type": "give a text",
    "string_unicode": "give valid Unicode",
    "string_too_long": "give at most {max_length:,} characters",
    "string_pattern_mismatch": "give a text that matches {pattern}",
    "finite_number": "give a finite number",
    "greater_than": "give more than {gt:g}",
    "greater_than_equal": "give {ge:g} or more",
    "less_than": "give less than {lt:g}",
    "less_than_equal": "give {le:g} or less",
    "literal_error": "give {expected}",
    "enum": "give {expected}",
    "too_short": "give at least {min_length:,}",
    "too_long": "give at most {max_length:,}",
    "is_instance_of": "give a value of the kind {class}",
    "callable_type": "give a function",
    "recursion_loop": "leave out what holds itself",
    "invalid-json-value": "give a value that JSON can hold",
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "give a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "give a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "give true or false"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type", "iterable_type"), "give a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type", "model_attributes_type"), "give a mapping"),
    **dict.fromkeys(("path_type", "path_not_file", "path_not_directory"), "give a path"),
}
"""What to give, by pydantic's name of the fault."""


class _Brief(Repr):
    """Shows values in short, and never fails at it."""

    def __init__(self) -> None:
        super().__init__()
        self.maxother = self.maxlong = _SHOWN_CHARS
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 3
        self.maxlevel = 3

    def repr_str(self, x: str, level: int) -> str:
        return repr(x if len(x) <= _SHOWN_CHARS else f"{x[: _SHOWN_CHARS - 1]}…")

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**_MOST_DIGITS else f"a number of more than {_MOST_DIGITS} digits"

    def repr_instance(self, x: object, level: int) -> str:
        if isinstance(x, str):
            return self.repr_str(x, level)
        if type(x).__repr__ is object.__repr__:
            return a(type(x).__name__)
        return super().repr_instance(x, level)


_BRIEF = _Brief()


def shown(value: object) -> str:
    """Return a value as it may stand in a sentence: whole where it is short, else its beginning."""
    return _BRIEF.repr(value)


def a(name: str) -> str:
    """Return a name with its article."""
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def listed(words: Sequence[str]) -> str:
    """Return words as a choice: "a, b or c"."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one value.

    Attributes:
        where: the names that lead to it, joined by dots; "" for the whole.
        told: what is wrong, as the end of a sentence, without its full stop.
        kind: pydantic's name of the fault.
    """

    where: str
    told: str
    kind: str

    def __str__(self) -> str:
        return f"{self.where or 'it'} {self.told}"


def faults_of(details: Iterable[Mapping[str, Any]], given: object = None, *, shows: bool = True) -> list[Fault]:
    """Return what pydantic found, one fault a value.

    Args:
        details: pydantic's account, as `errors()` returns it.
        given: what was checked; it tells the names of fields from those of types, which pydantic puts between them.
        shows: whether what was given is repeated.
    """
    found: dict[str, Fault] = {}
    for one in details:
        where = ".".join(map(_named, _place(one, given)))
        found.setdefault(where, Fault(where, _told(one, shows=shows), str(one["type"])))
    return list(found.values())


def first_fault(
    error: ValidationError, given: object = None, *, known: Iterable[str] = (), shows: bool = True
) -> str:
    """Return the first of what is wrong as a text without its full stop.

    For a name that is unknown it lists the known ones.
    """
    fault = faults_of(error.errors(include_url=False), given, shows=shows)[0]
    names = f" (known are {', '.join(known)})" if known and fault.kind == "extra_forbidden" else ""
    return f"{fault}{names}"


def _place(one: Mapping[str, Any], given: object) -> list[str | int]:
    """Return the names and numbers that lead to a value, without those of the types that were tried."""
    loc = cast("tuple[str | int, ...]", one["loc"])
    if given is None:
        return list(loc)
    place: list[str | int] = []
    value: Any = given
    for part in loc:
        try:
            value = _within(value, part)
        except (LookupError, TypeError, AttributeError):
            if one["type"] != "missing" or part != loc[-1]:
                continue
        place.append(part)
    return place


def _named(part: str | int) -> str:
    """Return a name as it is, unless the caller's own is long or cannot be printed."""
    text = str(part)
    return text if text.isprintable() and len(text) <= _SHOWN_CHARS else shown(text)


def _within(value: Any, part: str | int) -> object:
    """Return what stands in a mapping, a list or a record under a name or at a number."""
    if isinstance(part, str) and not isinstance(value, Mapping):
        return getattr(value, part)
    return cast("Any", value)[part]


def _told(one: Mapping[str, Any], *, shows: bool) -> str:
    kind, about = str(one["type"]), cast("Mapping[str, Any]", one.get("ctx") or {})
    match kind:
        case "missing" | "missing_argument" | "missing_keyword_only_argument":
            return "is missing"
        case "extra_forbidden":
            return "is unknown"
        case "bounds":
            return str(about["fault"])
        case _:
            is_told = shows and "input" in one
            return f"is {shown(one['input'])}: {_remedy(one)}" if is_told else f"cannot be used: {_remedy(one)}"


def _remedy(one: Mapping[str, Any]) -> str:
    kind, about = str(one["type"]), cast("Mapping[str, Any]", one.get("ctx") or {})
    if kind in ("value_error", "assertion_error"):  # memary's own words
        return str(about.get("error") or one["msg"])
    if kind == "string_too_short":
        return f"give at least {about['min_length']:,} characters" if about["min_length"] > 1 else "give some text"
    if kind.startswith(("datetime_", "date_", "time_", "timezone_")):
        return _A_TIME
    if kind in _REMEDIES:
        return _REMEDIES[kind].format(**about)
    return f"it {str(one['msg']).removeprefix('Input ')}"
