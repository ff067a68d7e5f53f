"""Read times as callers give them: one reading for arguments, records, bodies and texts."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Annotated, overload

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from memary.checks.faults import shown
from memary.errors import InputError
from memary.types import Time
from memary.zones import zone_named

GivenTime = datetime | date | str
"""A time as a caller gives it: with its zone, or a day, month or year alone; see `parse_time`."""

_PERIODS = re.compile(r"\d{4}(?P<month>-\d\d)?")


def parse_time(value: object, *, where: str = "The time") -> datetime:
    """Return an aware time from a datetime, a date or an ISO 8601 text.

    A text may name its zone as in RFC 9557. An example is 2026-05-01T09:00:00+02:00[Europe/Berlin]; the offset tells
    the moment, and may be left out. A day, month or year alone, like 2026-05-01 or 2026, is its beginning in UTC.
    Numbers are no times: 2026 may be a year, or seconds.

    Raises:
        InputError: it cannot be read, or lacks a time zone.
    """
    try:
        return _read(value)
    except ValueError as error:
        raise InputError(f"{where} {error}.") from error


def start_of_period(text: str) -> datetime | None:
    """Return the beginning, in UTC, of a year, month or day in ISO 8601; None for any other text."""
    period = _PERIODS.fullmatch(text)
    with suppress(ValueError):
        return _start(date.fromisoformat(f"{text}{'-01' if period['month'] else '-01-01'}" if period else text))
    return None


def _start(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _read(value: object) -> datetime:
    time = _read_text(value.strip()) if isinstance(value, str) else value
    if not isinstance(time, date):
        raise ValueError(
            f"is {shown(time)}: give a datetime with a time zone, a date, or a text like 2026-05-01T09:00:00Z"
        )
    if not isinstance(time, datetime):
        return _start(time)
    if time.tzinfo is None:
        raise ValueError(
            f"{time.isoformat()} has no time zone: write {time.isoformat()}Z, or with the offset, "
            f"like {time.isoformat()}+02:00"
        )
    return time


def _read_text(text: str) -> datetime:
    if (start := start_of_period(text)) is not None:
        return start
    written, bracket, name = text.removesuffix("]").partition("[")
    zone = zone_named(name) if bracket else None
    try:
        if bracket and (zone is None or not text.endswith("]")):
            raise ValueError(name)
        time = datetime.fromisoformat(written)
        if zone is None:
            return time
        return time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{shown(text)} is not an ISO 8601 time: write it like 2026-05-01T09:00:00Z") from error


def _field(value: object) -> datetime:
    try:
        return _read(value)
    except ValueError as error:
        raise PydanticCustomError("bounds", "It {fault}", {"fault": str(error)}) from error


_reads = BeforeValidator(_field, json_schema_input_type=datetime | date)

ReadTime = Annotated[Time, _reads]
"""A field for a time that a caller gives, read by `parse_time`, and kept in UTC."""

ZonedTime = Annotated[datetime, _reads]
"""The same for a time whose zone matters, too: where somebody was who said something."""


@overload
def time_given(name: str, given: GivenTime) -> datetime: ...
@overload
def time_given(name: str, given: GivenTime | None) -> datetime | None: ...
def time_given(name: str, given: object) -> datetime | None:
    """Return a time that a caller gave as the argument `name`; None where none was given.

    Raises:
        InputError: it is no time, or lacks a time zone.
    """
    return None if given is None else parse_time(given, where=name)
