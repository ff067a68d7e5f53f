"""Relate a time to another one: a part of it, beside it, up to it, between two.

Each function takes the meaning of an expression and returns that of a larger one: "the Friday after 9 June 2023" is
`weekday_near(4, june_9, after=True)`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from memary.languages.times.meaning import unit
from memary.languages.times.periods import (
    OPEN_END,
    OPEN_START,
    Granularity,
    Meaning,
    Moment,
    Span,
    day_span,
    period,
    pick,
    shift,
)

Third = Literal["early", "mid", "late", "first days", "last days"]
Part = Literal["small hours", "morning", "midday", "afternoon", "dusk", "evening", "night"]

_PARTS: dict[Part, tuple[int, int]] = {
    "small hours": (0, 6),
    "morning": (6, 12),
    "midday": (11, 14),
    "afternoon": (12, 18),
    "dusk": (17, 20),
    "evening": (18, 24),
    "night": (18, 30),  # up to the morning after
}
_THIRDS: dict[Granularity, tuple[Granularity, Granularity, int, int]] = {
    # of a: (granularity of the part, unit to count in, start of the middle, start of the last)
    "week": ("day", "day", 2, 4),
    "month": ("week", "day", 10, 20),
    "quarter": ("month", "month", 1, 2),
    "season": ("month", "month", 1, 2),
    "year": ("quarter", "month", 4, 8),
    "decade": ("year", "year", 4, 7),
}


def _derived(anchor: Meaning, derive: Callable[[Span], Span | None]) -> Meaning:
    """Derive a span from another; where that lands in the future unasked, from the one before it.

    On Wednesday morning, "Wednesday evening" is that of last week.
    """

    def meaning(moment: Moment) -> Span | None:
        span = anchor(moment)
        found = span and derive(span)
        if span and found and span.floating and not moment.ahead and found.start > moment.now:
            span = anchor(moment.just_before(span.start))
            found = span and derive(span)
        return found

    return meaning


def within(inner: Meaning, outer: Meaning) -> Meaning:
    """Return the `inner` that lies in `outer`: May of last year, Friday of last week, the Mondays of May."""

    def meaning(moment: Moment) -> Span | None:
        around = outer(moment)
        found = around and inner(moment.just_before(around.end))
        if around and found and found.weekdays:
            return Span(around.start, around.end, found.granularity, around.floating, found.weekdays)
        if not around or not found or not around.start <= found.start < around.end:
            return None
        return Span(found.start, found.end, found.granularity, around.floating)

    return meaning


def containing(inner: Meaning, granularity: Granularity) -> Meaning:
    """Return the unit that a time lies in: the week of May 8."""
    return _derived(inner, lambda span: period(span.start, granularity, floating=span.floating))


def day_of_month(month: Meaning, day: int) -> Meaning:
    """Return a day of a month."""
    return _derived(month, lambda span: day_span(span.start.year, span.start.month, day, floating=span.floating))


def beside(anchor: Meaning, granularity: Granularity, *, after: bool) -> Meaning:
    """Return the unit of time that ends where the anchor starts or, `after`, starts where it ends."""
    if granularity == "weekend":
        return _derived(anchor, lambda span: _weekend_beside(span, after=after))
    return stretch_beside(anchor, granularity, 1 if after else -1)


def _weekend_beside(span: Span, *, after: bool) -> Span:
    edge = span.end if after else span.start
    weekends = [period(shift(edge, "week", week), "weekend", floating=span.floating) for week in (-1, 0, 1)]
    if after:
        return next(found for found in weekends if found.start >= span.end)
    return next(found for found in reversed(weekends) if found.end <= span.start)


def weekday_near(number: int, anchor: Meaning, *, after: bool) -> Meaning:
    """Return the last such weekday before the anchor, or the first after it."""

    def derive(span: Span) -> Span:
        if after:
            day = span.end + timedelta(days=(number - span.end.weekday()) % 7)
        else:
            day = span.start - timedelta(days=(span.start.weekday() - number - 1) % 7 + 1)
        return period(day, "day", floating=span.floating)

    return _derived(anchor, derive)


def away_from(anchor: Meaning, granularity: Granularity, count: int) -> Meaning:
    """Return the unit that is `count` units after the start of the anchor: three days before 9 June."""
    return _derived(
        anchor, lambda span: period(shift(span.start, granularity, count), granularity, floating=span.floating)
    )


def stretch_beside(anchor: Meaning, granularity: Granularity, count: int) -> Meaning:
    """Return all of the `count` units after the anchor, or before it if negative."""

    def derive(span: Span) -> Span:
        if count > 0:
            return Span(span.end, shift(span.end, granularity, count), granularity, span.floating)
        return Span(shift(span.start, granularity, count), span.start, granularity, span.floating)

    return _derived(anchor, derive)


def third(anchor: Meaning, which: Third) -> Meaning:
    """Return the early, mid or late part of a period.

    Days 1-10, 11-20 and 21-end of a month, else a third of it. The beginning and the end of a year ("first days",
    "last days") are two months long, not four.
    """

    def derive(span: Span) -> Span | None:
        if span.granularity not in _THIRDS:
            return None
        granularity, step, first, second = _THIRDS[span.granularity]
        if span.granularity == "year" and which in ("first days", "last days"):
            granularity, first, second = "month", 2, 10
        one, two = shift(span.start, step, first), shift(span.start, step, second)
        start, end = {"early": (span.start, one), "mid": (one, two)}.get(
            which, (span.start, one) if which == "first days" else (two, span.end)
        )
        return Span(start, end, granularity, span.floating)

    return _derived(anchor, derive)


def latest_third(granularity: Granularity, which: Third) -> Meaning:
    """Return a third of the month or year that is meant by the moment: 月底."""
    thirds = [third(unit(granularity, offset), which) for offset in (-1, 0, 1)]
    return lambda moment: pick([span for meaning in thirds if (span := meaning(moment))], moment)


def nth(anchor: Meaning, granularity: Granularity, number: int) -> Meaning:
    """Return the nth or (-1) last day, week, month or quarter of a period.

    Weeks are sevens from its start.
    """

    def derive(span: Span) -> Span | None:
        start = shift(span.end, granularity, -1) if number < 0 else shift(span.start, granularity, number - 1)
        end = shift(start, granularity, 1)
        return Span(start, end, granularity, span.floating) if span.start <= start and end <= span.end else None

    return _derived(anchor, derive)


def nth_weekday_of(anchor: Meaning, weekday: int, number: int, granularity: Granularity = "day") -> Meaning:
    """Return the nth or (-1) last such weekday of a period.

    With granularity `weekend`, the weekend it begins.
    """

    def derive(span: Span) -> Span | None:
        if number < 0:
            last = span.end - timedelta(days=1)
            start = last - timedelta(days=(last.weekday() - weekday) % 7)
        else:
            start = span.start + timedelta(days=(weekday - span.start.weekday()) % 7 + 7 * (number - 1))
        return period(start, granularity, floating=span.floating) if span.start <= start < span.end else None

    return _derived(anchor, derive)


def half(anchor: Meaning, number: int) -> Meaning:
    """Return the first or second half of a year."""

    def derive(span: Span) -> Span | None:
        if span.granularity != "year":
            return None
        middle = shift(span.start, "month", 6)
        start, end = (span.start, middle) if number == 1 else (middle, span.end)
        return Span(start, end, "quarter", span.floating)

    return _derived(anchor, derive)


def part_of_day(day: Meaning, part: Part) -> Meaning:
    """Return a part of a day; a night ends at six on the morning after."""
    first, last = _PARTS[part]

    def derive(span: Span) -> Span | None:
        if span.granularity != "day":
            return None
        return Span(span.start + timedelta(hours=first), span.start + timedelta(hours=last), "hour", span.floating)

    return _derived(day, derive)


def clock(day: Meaning, hour: int, minute: int | None) -> Meaning:
    """Return a time of a day: its minute or, if only the hour was said, that hour."""

    def derive(span: Span) -> Span | None:
        if span.granularity != "day":
            return None
        at = span.start + timedelta(hours=hour, minutes=minute or 0)
        return period(at, "hour" if minute is None else "minute", floating=span.floating)

    return _derived(day, derive)


def since(anchor: Meaning) -> Meaning:
    """Return what lies between the start of the anchor and now."""

    def meaning(moment: Moment) -> Span | None:
        span = anchor(moment)
        return Span(span.start, moment.now, span.granularity) if span else None

    return meaning


def until(anchor: Meaning) -> Meaning:
    """Return any time up to the end of the anchor."""
    return lambda moment: (span := anchor(moment)) and Span(OPEN_START, span.end, span.granularity)


def before(anchor: Meaning) -> Meaning:
    """Return any time before the anchor starts."""
    return lambda moment: (span := anchor(moment)) and Span(OPEN_START, span.start, span.granularity)


def after(anchor: Meaning) -> Meaning:
    """Return any time after the anchor has ended."""
    return lambda moment: (span := anchor(moment)) and Span(span.end, OPEN_END, span.granularity)


def starting(anchor: Meaning) -> Meaning:
    """Return any time from the start of the anchor on."""
    return lambda moment: (span := anchor(moment)) and Span(span.start, OPEN_END, span.granularity)


def between(first: Meaning, last: Meaning) -> Meaning:
    """Return what lies from the start of one to the end of the other.

    One without a year follows the other.
    """

    def meaning(moment: Moment) -> Span | None:
        start, end = first(moment), last(moment)
        if not start or not end:
            return None
        if start.floating:
            start = first(moment.just_before(end.end))
        elif end.floating:
            end = last(moment.looking_ahead(start.start))
        if not start or not end or start.start >= end.end:
            return None
        is_floating = start.floating and end.floating
        return Span(start.start, end.end, start.granularity, is_floating, closing=end.granularity)

    return meaning
