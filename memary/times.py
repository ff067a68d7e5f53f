"""Read times as callers give them."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import overload

from memary.checks.faults import shown
from memary.errors import InputError
from memary.zones import zone_named

GivenTime = datetime | date | str
"""A time as a caller gives it: with its zone, or a date alone; see `parse_time`."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def parse_time(value: GivenTime, *, where: str = "The time") -> datetime:
    """Return an aware time from a datetime, a date or an ISO 8601 text.

    A text may name its zone as in RFC 9557. An example is 2026-05-01T09:00:00+02:00[Europe/Berlin]; the offset tells
    the moment, and may be left out. A date alone, like 2026-05-01, is its beginning in UTC, as it is for facts.

    Raises:
        InputError: it cannot be read, or lacks a time zone.
    """
    if isinstance(value, str):
        value = _read_time(value.strip(), where=where)
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    if value.tzinfo is None:
        raise InputError(
            f"{where} {value.isoformat()} has no time zone: write {value.isoformat()}Z, or with the offset, "
            f"like {value.isoformat()}+02:00."
        )
    return value


def _read_time(text: str, *, where: str) -> datetime | date:
    if _DATE.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
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
        raise InputError(
            f"{where} {shown(text)} is not an ISO 8601 time: write it like 2026-05-01T09:00:00Z."
        ) from error


@overload
def time_given(name: str, given: GivenTime) -> datetime: ...
@overload
def time_given(name: str, given: GivenTime | None) -> datetime | None: ...
def time_given(name: str, given: object) -> datetime | None:
    """Return a time that a caller gave as the argument `name`; None where none was given.

    Raises:
        InputError: it is no time, or lacks a time zone.
    """
    if given is None:
        return None
    if not isinstance(given, date | str):
        raise InputError(
            f"{name} is {shown(given)}: give a datetime with a time zone, a date, or a text like "
            "2026-05-01T09:00:00Z."
        )
    return parse_time(given, where=name)
