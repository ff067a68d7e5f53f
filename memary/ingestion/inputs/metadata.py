"""Read metadata as callers have it, as JSON: times, ids and paths as text, foreign numbers as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any, cast
from uuid import UUID

from pydantic_core import PydanticCustomError

from memary.checks.bounds import fault_of_shape


def given_json(value: Any) -> Any:
    """Return metadata as JSON; what is nested too deep or too large is refused unread.

    Raises:
        PydanticCustomError: it is too deep or too large.
    """
    if fault := fault_of_shape(value):
        raise PydanticCustomError("bounds", "It {fault}", {"fault": fault})
    return as_json(value)


def as_json(value: Any, *, within: tuple[int, ...] = ()) -> Any:
    """Return a value with what JSON does not know turned into what it does.

    What has no such form stays as it is. Datetimes, dates and times are told in ISO 8601, UUIDs and paths as text,
    members of enums by their value, decimal numbers and those of numpy as numbers (a decimal that a float cannot hold
    as text), tuples and sets as lists.
    """
    match value:
        case Enum():
            return as_json(value.value, within=within)
        case None | bool() | str():
            return value
        case int() | float():
            return value if type(value) in (int, float) else _number(value)
        case date() | time():
            return value.isoformat()
        case UUID() | PurePath():
            return str(value)
        case Decimal():
            return _plain(value)
        case Mapping() | list() | tuple() | set() | frozenset():
            return _each(cast("Any", value), within)
        case _ if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):  # a number of numpy
            return as_json(value.item(), within=within)
        case _:
            return value


def _each(value: Any, within: tuple[int, ...]) -> Any:
    if id(value) in within:
        return value
    inside = (*within, id(value))
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value).items()
        return {_name(name): as_json(one, within=inside) for name, one in pairs}
    listed = sorted(cast("set[Any]", value), key=str) if isinstance(value, set | frozenset) else value
    return [as_json(one, within=inside) for one in cast("list[Any]", listed)]


def _name(name: Any) -> Any:
    """Return a key as text where it is simple, as JSON writes it."""
    told: Any = name if hasattr(name, "__iter__") else as_json(name)
    return str(told) if isinstance(told, int | float) and not isinstance(told, bool) else told


def _number(value: float) -> float:
    """Return a number of a subclass, such as numpy's, as a plain one."""
    return int(value) if isinstance(value, int) else float(value)


def _plain(value: Decimal) -> float | str:
    if value.is_finite() and value == value.to_integral_value() and abs(value) < 2**53:
        return int(value)
    return float(value) if value.is_finite() and Decimal(str(float(value))) == value else str(value)
