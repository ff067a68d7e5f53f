"""The charts of the pages.

Pure: records or rows in, a chart out. Colours lie halfway between light and dark, so that they stand out on either
ground; the rest is Streamlit's theme. What a colour says is said in words or by a shape as well. Times are shown on
the clock of the memory's zone, wherever the browser is: they are given as they read there, without a zone, and so
they are read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width

import altair as alt

from memary import StreamPeriod, TopicShift

MAIN = "#0d9488"
PEAK = "#d97706"
SHIFT = "#8b5cf6"
QUIET = "#7d8f8b"
_MORE = ("#2563eb", "#db2777")

_GAP = 0.12
"""How much of a period's width is left free between its bar and the next."""

_TICKS = 12
"""Most ticks on the axis of a timeline: each names the period that begins there."""

_LEAST_PERIODS = 8
"""How many periods a timeline has room for at least, so that the bars of a few are no wider than usual."""

_BAR = 26
"""Height of a horizontal bar with its gap, in pixels."""

_NAME, _LINE = 150, 22
"""Widest label of a horizontal bar, which may have two lines, in pixels and in letters."""

_LINE_HEIGHT = 12
"""Of a label, in pixels."""

_AXIS, _LEGEND = 60, 76
"""Height of an axis with its title and of a legend, in pixels."""

Row = dict[str, Any]
Titles = Mapping[str, str]
"""What the fields of a chart are called, on its axes and in its tooltips."""


def timeline_chart(
    periods: Sequence[StreamPeriod],
    shifts: Sequence[TopicShift] = (),
    *,
    zone: tzinfo | None,
    titles: Titles,
    by_month: bool = False,
    height: int = 260,
) -> alt.LayerChart | alt.FacetChart:
    """Return bars of mentions over time, with peaks and the points where the subject shifts.

    Args:
        periods: the bars, at least one, the earliest first.
        shifts: shown as dashed lines.
        zone: on whose clock times are shown.
        titles: of `start`, `count`, `messages`, `entities`, `top`; of `at`, `went`, `came`.
        by_month: show months instead of days.
        height: in pixels.
    """
    shown = "%Y-%m" if by_month else "%Y-%m-%d"
    ticks = [_date(period.start, zone) for period in periods[:: math.ceil(len(periods) / _TICKS)]]
    axis = alt.Axis(format=shown, values=ticks, labelOverlap="greedy", labelSeparation=6, labelFlush=True, grid=False)
    x = alt.X("start:T", title=None, axis=axis, scale=alt.Scale(domain=_extent(periods, zone)))
    y = alt.Y("count:Q", title=titles["count"], axis=_counts())
    tips = [_tip("start:T", titles, shown), *_tips(("count:Q", "messages:Q", "entities:Q", "top:N"), titles)]
    rows = [_period_row(period, zone) for period in periods]
    bars = _chart(rows).mark_rect(cornerRadiusTopLeft=2, cornerRadiusTopRight=2)
    colour = alt.condition(alt.datum["is_peak"], alt.value(PEAK), alt.value(MAIN))
    layers = [bars.encode(x=x, x2="stop:T", y=y, y2=alt.datum(0), color=colour, tooltip=tips)]
    if peaks := [row for row in rows if row["is_peak"]]:
        marks = _chart(peaks).mark_point(shape="triangle-up", filled=True, size=80, yOffset=-9, color=PEAK, opacity=1)
        layers.append(marks.encode(x=alt.X("middle:T"), y=y, tooltip=tips))
    if shifts:
        rules = _chart([_shift_row(shift, zone) for shift in shifts]).mark_rule(
            strokeDash=[4, 3], strokeWidth=2, color=SHIFT
        )
        tips = [_tip("at:T", titles, "%Y-%m-%d"), *_tips(("went:N", "came:N"), titles)]
        layers.append(rules.encode(x=alt.X("at:T"), tooltip=tips))
    return alt.layer(*layers).properties(height=height)


def bar_chart(
    rows: Sequence[Row],
    *,
    value: str,
    titles: Titles,
    tips: Sequence[str] = (),
    colours: Mapping[str, str] | None = None,
    shown: str = ",.2~f",
) -> alt.Chart:
    """Return horizontal bars in the order of the rows, each with its name in front.

    Args:
        rows: with `name`, which no two share, the value, `group` if there are colours, and what the tooltips tell.
        value: the field that is a bar's length.
        titles: of `name`, the value and the tooltips.
        tips: further fields in the tooltip, each with its type, such as `last:N`.
        colours: of each `group`; default: all alike.
        shown: format of the value.
    """
    numbered = [{**row, "place": place} for place, row in enumerate(rows)]
    lines = _on_lines([str(row["name"]) for row in rows])
    names = alt.Axis(
        labelExpr=f"{lines} || datum.label",
        labelOffset={"condition": {"test": lines, "value": -_LINE_HEIGHT // 2}, "value": 0},
        labelLimit=_NAME,
        labelLineHeight=_LINE_HEIGHT,
        labelOverlap=False,
        ticks=False,
        domain=False,
        labelPadding=6,
    )
    by_place = alt.EncodingSortField(field="place", op="min")
    bars = _chart(numbered).mark_bar(cornerRadiusEnd=3, height=alt.RelativeBandSize(0.66))
    return bars.encode(
        x=alt.X(f"{value}:Q", title=titles[value], axis=alt.Axis(tickCount=4, format=shown, tickMinStep=1)),
        y=alt.Y("name:N", title=None, sort=by_place, axis=names),
        color=_colour(colours),
        tooltip=[_tip("name:N", titles), _tip(f"{value}:Q", titles, shown), *_tips(tips, titles)],
    ).properties(height=len(rows) * _BAR + _AXIS + (_LEGEND if colours else 0))


def column_chart(rows: Sequence[Row], *, titles: Titles, colours: Mapping[str, str]) -> alt.Chart:
    """Return stacked columns of `value` over `day`, one colour for each `group`.

    `titles` are those of the three.
    """
    return (
        _chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("day:O", title=None, axis=alt.Axis(labelOverlap="greedy", labelAngle=0)),
            y=alt.Y("value:Q", title=titles["value"], axis=_counts()),
            color=_colour(colours),
            tooltip=_tips(("day:O", "group:N", "value:Q"), titles),
        )
        .properties(height=260)
    )


def colours_of(names: Sequence[str]) -> dict[str, str]:
    """Return a colour for each name, the same ones for the same names in the same order."""
    palette = (MAIN, SHIFT, PEAK, *_MORE, QUIET)
    return {name: palette[place % len(palette)] for place, name in enumerate(names)}


def _on_lines(names: Sequence[str]) -> str:
    """Return the expression for the lines of a long name, null of others.

    What is longer still is in its tooltip.
    """
    lines: dict[str, list[str]] = {}
    for name in names:
        columns = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
        if columns > _LINE:
            first, *more = wrap(name, _LINE * len(name) // columns)
            lines[name] = [first, *more] if len(more) < 2 else [first, f"{more[0]}…"]
    return f"{json.dumps(lines)}[datum.label]"


def _chart(rows: Sequence[Row]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _counts() -> alt.Axis:
    return alt.Axis(tickMinStep=1, tickCount=5, format=",d")


def _colour(colours: Mapping[str, str] | None) -> Any:
    if colours is None:
        return alt.value(MAIN)
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    return alt.Color("group:N", scale=scale, legend=alt.Legend(title=None, orient="bottom", symbolType="square"))


def _tips(fields: Sequence[str], titles: Titles) -> list[alt.Tooltip]:
    return [_tip(field, titles) for field in fields]


def _tip(field: str, titles: Titles, shown: str | None = None) -> alt.Tooltip:
    title = titles[field.partition(":")[0]]
    return alt.Tooltip(field, title=title) if shown is None else alt.Tooltip(field, title=title, format=shown)


def _extent(periods: Sequence[StreamPeriod], zone: tzinfo | None) -> list[alt.DateTime]:
    """Return from when to when a timeline reaches: where there are few periods, with room on both sides."""
    first, last = periods[0].start, periods[-1].end
    lacking = max(0, _LEAST_PERIODS - len(periods))
    room: timedelta = (last - first) / len(periods) * lacking / 2
    return [_date(first - room, zone), _date(last + room, zone)]


def _date(time: datetime, zone: tzinfo | None) -> alt.DateTime:
    """Return a time as it reads on the clock of a zone, as a chart's axis takes it."""
    at = time.astimezone(zone)
    return alt.DateTime(
        year=at.year, month=at.month, date=at.day, hours=at.hour, minutes=at.minute, seconds=at.second
    )


def _period_row(period: StreamPeriod, zone: tzinfo | None) -> Row:
    length = period.end - period.start
    return {
        "start": _local(period.start, zone),
        "middle": _local(period.start + length * (1 - _GAP) / 2, zone),
        "stop": _local(period.start + length * (1 - _GAP), zone),
        "count": period.count,
        "messages": period.messages,
        "entities": period.entities,
        "top": ", ".join(period.top),
        "is_peak": period.is_peak,
    }


def _shift_row(shift: TopicShift, zone: tzinfo | None) -> Row:
    return {"at": _local(shift.at, zone), "went": ", ".join(shift.went), "came": ", ".join(shift.came)}


def _local(time: datetime, zone: tzinfo | None) -> str:
    """Return a time as it reads on the clock of a zone; a browser takes it to be on its own."""
    return time.astimezone(zone).replace(tzinfo=None).isoformat(timespec="seconds")
