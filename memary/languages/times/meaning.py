"""Give time expressions of any language a meaning: small functions build a `Meaning` out of others.

A grammar reads "last week" as `unit("week", -1)`; only when the moment of speech is known does that become an
interval. A language adds words, not arithmetic. `relations` has what stands in relation to another expression.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from memary.languages.times.periods import (
    OPEN_END,
    OPEN_START,
    Granularity,
    Meaning,
    Moment,
    Span,
    day_span,
    elapsed,
    midnight,
    period,
    pick,
    shift,
)

Which = Literal["last", "this", "next", "coming"]

HALVES: dict[Granularity, tuple[Granularity, int]] = {
    "hour": ("minute", 30),
    "day": ("hour", 12),
    "month": ("day", 15),
    "year": ("month", 6),
    "decade": ("year", 5),
}
"""What half of a unit is, in whole smaller ones."""

_SEASON_START = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_YEARS_AROUND = 9  # 29 February is at most eight years off


def unit(granularity: Granularity, offset: int) -> Meaning:
    """Return a calendar unit counted from the present one: `unit("week", -1)` is last week."""
    return lambda moment: period(shift(moment.now, granularity, offset), granularity)


def ago(granularity: Granularity, count: int, *, on_day: bool = False) -> Meaning:
    """Return the unit or the day that lies `count` units off; a negative count is in the past."""
    return lambda moment: period(elapsed(moment, granularity, count), "day" if on_day else granularity)


FEW = 3
"""How many days or weeks "a few" are."""


def rolling(granularity: Granularity, count: int) -> Meaning:
    """Return the last `-count` units up to now, from the start of a day on; or the next `count` units."""

    def meaning(moment: Moment) -> Span:
        other = elapsed(moment, granularity, count)
        if count > 0:
            return Span(moment.now, other, granularity)
        return Span(other if granularity in ("minute", "hour") else midnight(other), moment.now, granularity)

    return meaning


def yearly(in_year: Callable[[int], Span | None]) -> Meaning:
    """Return what comes once a year, in the year that is meant by the moment."""

    def meaning(moment: Moment) -> Span | None:
        now = moment.now
        if moment.ahead:
            found = _first(in_year, _from_last_year_on(now), lambda span: span.end > now)
        else:
            found = _first(in_year, _from_this_year_back(now), lambda span: span.start <= now)
        return found and Span(found.start, found.end, found.granularity, floating=True)

    return meaning


def yearly_relative(in_year: Callable[[int], Span | None], which: Which) -> Meaning:
    """Return what comes once a year, as last, this, next or the coming one."""

    def meaning(moment: Moment) -> Span | None:
        now = moment.now
        if which == "last":
            return _first(in_year, _from_this_year_back(now), lambda span: span.end <= now)
        if which == "this":
            return _nearest_of_this_year(in_year, now)
        return _first(in_year, _from_last_year_on(now), lambda span: span.start > now)

    return meaning


def _from_this_year_back(now: datetime) -> range:
    return range(now.year, max(0, now.year - _YEARS_AROUND), -1)


def _from_last_year_on(now: datetime) -> range:
    return range(max(1, now.year - 1), min(9999, now.year + _YEARS_AROUND))


def _first(in_year: Callable[[int], Span | None], years: range, suits: Callable[[Span], bool]) -> Span | None:
    return next((span for year in years if (span := in_year(year)) and suits(span)), None)


def _nearest_of_this_year(in_year: Callable[[int], Span | None], now: datetime) -> Span | None:
    """Return the one that begins or ends this year; of two winters, the nearer."""
    spans = [span for year in (now.year, max(1, now.year - 1)) if (span := in_year(year))]
    here = [span for span in spans if now.year in (span.start.year, (span.end - timedelta(days=1)).year)]
    return min(here, key=lambda span: max(span.start - now, now - span.end), default=None)


def month(number: int) -> Callable[[int], Span | None]:
    """Return a month of a year."""
    return lambda year: period(datetime(year, number, 1), "month")


def date(month_number: int, day: int, last_day: int | None = None) -> Callable[[int], Span | None]:
    """Return a day of a year, or the days from it to `last_day`."""

    def in_year(year: int) -> Span | None:
        first, last = day_span(year, month_number, day), day_span(year, month_number, last_day or day)
        return Span(first.start, last.end, "day") if first and last and first.start < last.end else None

    return in_year


def season(name: str) -> Callable[[int], Span | None]:
    """Return a season, three whole months of the northern half of the earth.

    Winter is of the year it begins in.
    """
    return lambda year: period(datetime(year, _SEASON_START[name], 1), "season")


def nth_weekday(month_number: int, weekday: int, nth: int, offset: int = 0) -> Callable[[int], Span | None]:
    """Return the nth weekday of a month, `offset` days later: Thanksgiving is `nth_weekday(11, 3, 4)`."""

    def in_year(year: int) -> Span:
        first = datetime(year, month_number, 1)
        days = (weekday - first.weekday()) % 7 + 7 * (nth - 1) + offset
        return period(first + timedelta(days=days), "day")

    return in_year


def easter(offset: int = 0) -> Callable[[int], Span | None]:
    """Return Easter Sunday of the western churches (the Gregorian computus), `offset` days later."""

    def in_year(year: int) -> Span:
        century, golden = year // 100, year % 19
        epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
        moon = epact - epact // 28 * (1 - 29 // (epact + 1) * ((21 - golden) // 11))
        sunday = moon - (year + year // 4 + moon + 2 - century + century // 4) % 7
        return period(datetime(year, 3, 28) + timedelta(days=sunday + offset), "day")

    return in_year


def fixed(in_year: Callable[[int], Span | None], year: int) -> Meaning:
    """Return what comes once a year, in a year that is named."""
    return lambda _: in_year(year)


def whole_year(year: int) -> Meaning:
    """Return a year."""
    return lambda _: period(datetime(year, 1, 1), "year")


def decade(year: int) -> Meaning:
    """Return the ten years from a year on."""
    return lambda _: period(datetime(year, 1, 1), "decade")


def quarter(number: int) -> Callable[[int], Span | None]:
    """Return a quarter of a year."""
    return lambda year: period(datetime(year, number * 3 - 2, 1), "quarter")


def weekday(number: int) -> Meaning:
    """Return a day of the week, Monday being 0.

    Today or the latest; looking ahead, today or the first to come.
    """

    def meaning(moment: Moment) -> Span | None:
        monday = midnight(moment.now) - timedelta(days=moment.now.weekday())
        days = (monday + timedelta(days=number + 7 * week) for week in (-1, 0, 1))
        return pick([period(day, "day", floating=True) for day in days], moment)

    return meaning


def weekday_relative(number: int, which: Which) -> Meaning:
    """Return a weekday: the last (before today), the coming (after it), or one of this or next ISO week."""

    def meaning(moment: Moment) -> Span:
        today = midnight(moment.now)
        monday = today - timedelta(days=today.weekday())
        day = {
            "last": today - timedelta(days=(today.weekday() - number - 1) % 7 + 1),
            "this": monday + timedelta(days=number),
            "next": monday + timedelta(days=number + 7),
            "coming": today + timedelta(days=(number - today.weekday() - 1) % 7 + 1),
        }[which]
        return period(day, "day")

    return meaning


def weekday_of_week(number: int, offset: int) -> Meaning:
    """Return a day of the ISO week that is `offset` weeks off."""

    def meaning(moment: Moment) -> Span:
        week = period(shift(moment.now, "week", offset), "week")
        return period(week.start + timedelta(days=number), "day")

    return meaning


def on_weekdays(*weekdays: int) -> Meaning:
    """Return such days of every week."""
    return lambda _: Span(OPEN_START, OPEN_END, "day", floating=True, weekdays=frozenset(weekdays))


def weekend() -> Meaning:
    """Return the weekend that is meant by the moment."""

    def meaning(moment: Moment) -> Span | None:
        return pick(
            [period(shift(moment.now, "week", week), "weekend", floating=True) for week in (-1, 0, 1)], moment
        )

    return meaning
