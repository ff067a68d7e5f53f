"""Check the periods of time for which the memory stream is asked."""

from __future__ import annotations

from datetime import datetime, timedelta

from memary.errors import InputError
from memary.types import BEGINNING, utc_now


def two_periods(
    since: datetime, until: datetime | None, compared_since: datetime | None
) -> tuple[datetime, datetime, datetime]:
    """Return the beginning of the earlier of two periods, where the later one follows, and its end.

    Raises:
        InputError: they are not in order.
    """
    end = until or utc_now()
    try:
        begin = compared_since or since - (end - since)
    except OverflowError:  # it would be before the calendar
        begin = BEGINNING
    if since >= end:
        last = "the present, where until is by default" if until is None else f"until {until.isoformat()}"
        raise InputError(f"The times are not in order: since {since.isoformat()} is not before {last}.")
    if begin >= since:
        first = "the beginning of the calendar" if compared_since is None else f"compared_since {begin.isoformat()}"
        raise InputError(f"The times are not in order: since {since.isoformat()} is not after {first}.")
    return begin, since, end


def time_before(age: timedelta | float) -> datetime:
    """Return the time that was so long ago; a number is one of days.

    Raises:
        InputError: it is below 0, or before the calendar.
    """
    fault = f"older_than is {age}: give 0 or more days, at most those since the year 1."
    try:
        span = age if isinstance(age, timedelta) else timedelta(days=age)
        time = utc_now() - span
    except (ValueError, OverflowError) as error:
        raise InputError(fault) from error
    if span < timedelta():
        raise InputError(fault)
    return time
