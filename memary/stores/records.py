"""Records made anew from what a store kept of them; times as stores count them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar

from memary.types import FOREVER, Record

T = TypeVar("T", bound=Record)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_stamp(time: datetime) -> int:
    """Return a time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


_FOREVER = to_stamp(FOREVER)


def to_time(stamp: int) -> datetime:
    """Return microseconds since 1970 as a time in UTC."""
    return FOREVER if stamp == _FOREVER else _EPOCH + timedelta(0, 0, stamp)


def made(model: type[T], values: dict[str, Any]) -> T:
    """Return a record of values that were valid when they were written: they are not checked again, as in unpickling.

    A recall reads hundreds of records, and checking them took longer than reading them.

    Args:
        model: the class of the record.
        values: a value for each of its fields, in their order and of their exact types; the record keeps the dict.
    """
    record = model.__new__(model)
    _set(record, "__dict__", values)
    _set(record, "__pydantic_fields_set__", _fields_set(model))
    _set(record, "__pydantic_extra__", None)
    _set(record, "__pydantic_private__", None)
    return record


_set = object.__setattr__  # as `BaseModel.model_construct` does it, which looks at each field anew


@cache
def _fields_set(model: type[Record]) -> set[str]:
    return set(model.__pydantic_fields__)
