"""Define the base of the records, and their fields: ids, times, names, metadata, vectors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from reprlib import Repr
from typing import Annotated, Any, Self, TypeVar
from unicodedata import category

import uuid_utils
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, JsonValue, StringConstraints

DEFAULT_LANGUAGE = "en"
"""What a text is taken for that is in no language known, and what memary writes where it cannot write another."""

FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The open end of an interval."""

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""The open start of an interval."""


def new_id() -> str:
    """Return a new id: a UUIDv7, sortable by creation."""
    return str(uuid_utils.uuid7())


def utc_now() -> datetime:
    """Return the current time, aware, in UTC."""
    return datetime.now(UTC)


def _to_utc(value: datetime) -> datetime:
    try:
        utc = value.astimezone(UTC)
    except OverflowError:  # the first or last hours of the calendar, seen from another zone: an open end
        return BEGINNING if value.year == 1 else FOREVER
    return FOREVER if utc.year >= 9999 else utc


def readable(value: str) -> str:
    """Return a text that names something.

    One with control characters raises ValueError, as pydantic wants it.
    """
    if not value.isprintable() and any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in value):
        raise ValueError("take out the control characters")
    return value


Time = Annotated[AwareDatetime, AfterValidator(_to_utc)]

ScopeName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=256), AfterValidator(readable)
]

RecordId = Annotated[str, StringConstraints(min_length=1, max_length=256), AfterValidator(readable)]

Metadata = dict[str, JsonValue]

Embedding = bytes
"""A vector as little-endian float32; its length is four times its dimension."""

_BRIEFLY = Repr()

_BRIEFLY.maxstring = _BRIEFLY.maxother = 200

_BRIEFLY.maxtuple = _BRIEFLY.maxlist = _BRIEFLY.maxdict = 3


class Record(BaseModel):
    """Base of the records: frozen, and unknown fields are errors.

    Its `repr` leaves out what is as by default, and shortens what is long.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __repr_str__(self, join_str: str) -> str:
        fields = type(self).model_fields
        shown = {
            name: value for name, value in self if fields[name].repr and value not in (fields[name].default, (), {})
        }
        return join_str.join(f"{name}={_BRIEFLY.repr(value)}" for name, value in shown.items())

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values, which are not checked; a search copies what it marks and orders."""
        return (
            super().model_copy(update=update, deep=True)
            if deep
            else construct(type(self), {**self.__dict__, **(update or {})})
        )


T = TypeVar("T", bound=Record)


def construct(model: type[T], values: dict[str, Any]) -> T:
    """Return a record of values that are valid: they are not checked again, as in unpickling.

    A recall reads hundreds of records and makes dozens, and checking them took longer than reading them.

    Args:
        model: the class of the record.
        values: a value for each of its fields, in their order and of their exact types; the record keeps the dict.
    """
    record = _new(model)
    _set_values(record, values)
    _set_fields_set(record, _fields_set(model))
    _set_extra(record, None)
    _set_private(record, None)
    return record


# as `BaseModel.model_construct` does it, which looks at each field again, and for each slot by its name
_new = object.__new__
_set_values, _set_fields_set, _set_extra, _set_private = (
    vars(BaseModel)[name].__set__ for name in BaseModel.__slots__
)


@cache
def _fields_set(model: type[Record]) -> set[str]:
    return set(model.__pydantic_fields__)
