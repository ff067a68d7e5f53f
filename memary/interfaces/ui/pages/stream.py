"""The stream page: what came up when, in which themes, and how memory stood at an earlier time.

One view is drawn at a time, so that each run of the page asks for little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import partial
from itertools import dropwhile
from typing import cast

import streamlit as st

from memary import Memary, MemaryError, Message, Rewound, StreamPeriod, Theme, TopicShift
from memary.interfaces.ui.components.charts import timeline_chart
from memary.interfaces.ui.components.evidence import (
    Source,
    draw_heading,
    draw_names,
    draw_sources,
    draw_table,
    excerpt,
    in_order,
    read_sources,
    text_of,
    unbroken,
)
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.safe_text import day, escaped, said_at
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.stream.entries import Step, zone_or_utc
from memary.types import Entity, Mention, utc_now

_DAYS = {"quarter": 92, "year": 366, "all": None}
_THEMES = 8
_QUESTIONS = 5
_ENTRIES = 25
"""How many entries of the stream are shown at once."""

_FACTS = 12
_VIEW_KEY = "stream-view"
_SAID = 160
"""How much of a message stands beside its entry."""

_TREND_COLOURS = {"new": "violet", "rising": "green", "steady": "blue", "falling": "orange", "quiet": "gray"}


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page.

    Raises:
        MemaryError: the memory could not be read.
    """
    st.caption(words("stream.intro"))
    newest = memory.stream.entries(user_id=visit.user, limit=1)
    if not newest:
        st.info(words("stream.empty"), icon=":material/timeline:")
        return
    views = words.tables["stream.views"]
    # a peak leads to another view, which a default is at odds with
    st.session_state.setdefault(_VIEW_KEY, "timeline")
    view = st.pills(
        words("stream.view"),
        list(views),
        key=_VIEW_KEY,
        format_func=views.__getitem__,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    match view:
        case "themes":
            _draw_themes(memory, visit, words)
        case "mentions":
            _draw_mentions(memory, visit, words)
        case "rewind":
            _draw_rewind(memory, visit, words)
        case _:
            _draw_timeline(memory, visit, newest[0][0].at, words)


def _draw_timeline(memory: Memary, visit: Visit, newest: datetime, words: Words) -> None:
    user = visit.user
    with st.container(horizontal=True):
        step = _choice(words("stream.by"), words.tables["stream.steps"], key="stream-step", default="week")
        span = _choice(words("stream.span"), words.tables["stream.spans"], key="stream-span", default="year")
    days = _DAYS[span]
    since = None if days is None else newest - timedelta(days=days)
    try:
        counted = memory.stream.timeline(user_id=user, by=cast("Step", step), since=since)
    except MemaryError as error:  # too many days: the choice of weeks stays within reach
        draw_problem(error, words)
        return
    periods = list(dropwhile(lambda period: not period.count, counted))
    shifts = memory.stream.topic_shifts(user_id=user, since=since)
    _draw_chart(periods, shifts, words, visit.zone, by_month=step == "month")
    _draw_peaks([period for period in periods if period.is_peak], memory, visit, words)
    _draw_shifts(shifts, memory, visit, words)


def _choice(label: str, options: Mapping[str, str], *, key: str, default: str) -> str:
    chosen = st.segmented_control(
        label,
        list(options),
        key=key,
        format_func=options.__getitem__,
        default=default,
        required=True,
        persist_state="session",
    )
    return chosen or default


def _draw_chart(
    periods: Sequence[StreamPeriod],
    shifts: Sequence[TopicShift],
    words: Words,
    zone: tzinfo | None,
    *,
    by_month: bool,
) -> None:
    extent = words(
        "stream.extent",
        mentions=sum(period.count for period in periods),
        first=day(periods[0].start, zone),
        last=day(periods[-1].end - timedelta(microseconds=1), zone),
    )
    peaks = sum(period.is_peak for period in periods)
    chart = timeline_chart(periods, shifts, zone=zone, titles=words.tables["stream.titles"], by_month=by_month)
    told = words("stream.chart_alt", extent=extent, peaks=peaks, shifts=len(shifts))
    st.altair_chart(chart, width="stretch", alt=told)
    legend = [f":orange[▲] {words('stream.legend_peak')}"] if peaks else []
    legend += [f":violet[┆] {words('stream.legend_shift')}"] if shifts else []
    st.caption(" · ".join([extent, *legend]))


def _draw_peaks(peaks: Sequence[StreamPeriod], memory: Memary, visit: Visit, words: Words) -> None:
    draw_heading(words("stream.peaks"), words("stream.peaks_hint"))
    if not peaks:
        st.caption(words("stream.no_peaks"))
    for number, peak in enumerate(reversed(peaks)):
        with st.container(gap=None):
            label = f"**{day(peak.start, visit.zone)}** · {escaped(', '.join(peak.top))}"
            look = partial(_look_at, memory, visit, peak.end, newer=0)
            _draw_time(label, f"open-peak-{number}", "trending_up", look, words)
            st.caption(words("stream.peak_line", mentions=peak.count, messages=peak.messages))


def _draw_shifts(shifts: Sequence[TopicShift], memory: Memary, visit: Visit, words: Words) -> None:
    draw_heading(words("stream.shifts"), words("stream.shifts_hint"))
    if not shifts:
        st.caption(words("stream.no_shifts"))
    newest = list(reversed(shifts))
    with st.container(gap="xsmall"):
        for number, shift in enumerate(newest[:_ENTRIES]):
            went, came = (escaped(", ".join(names)) for names in (shift.went, shift.came))
            look = partial(_look_at, memory, visit, shift.at, newer=_ENTRIES // 2)
            label = f"**{day(shift.at, visit.zone)}** · {went} → {came}"
            _draw_time(label, f"open-shift-{number}", "alt_route", look, words)
    if len(newest) > _ENTRIES:
        st.caption(words("stream.more", count=len(newest) - _ENTRIES))


def _draw_time(label: str, key: str, icon: str, look: Callable[[], None], words: Words) -> None:
    """Draw a time as a button that shows the entries of the stream around it."""
    help_ = words("stream.look_at")
    st.button(label, key=key, icon=f":material/{icon}:", type="tertiary", help=help_, on_click=look)


def _look_at(memory: Memary, visit: Visit, until: datetime, *, newer: int) -> None:
    """Show the entries before a time, and so many after it."""
    passed = len(memory.stream.entries(user_id=visit.user, since=until))
    st.session_state[_passed_key(visit)] = max(0, passed - newer)
    st.session_state[_VIEW_KEY] = "mentions"


def _draw_themes(memory: Memary, visit: Visit, words: Words) -> None:
    themes = memory.stream.themes(user_id=visit.user, limit=_THEMES)
    if not themes:
        st.info(words("stream.no_themes"), icon=":material/interests:")
        return
    draw_heading(words("stream.questions"), words("stream.questions_hint"))
    # the best of each theme before the second of any
    listed = [theme.questions[place] for place in range(3) for theme in themes if len(theme.questions) > place]
    with st.container(horizontal=True):
        for number, question in enumerate(list(dict.fromkeys(listed))[:_QUESTIONS]):
            st.button(
                escaped(question),
                key=f"question-{number}",
                icon=":material/chat:",
                help=words("stream.ask", question=escaped(question)),
                on_click=_ask,
                args=(visit, question),
            )
    draw_heading(words("stream.themes"), words("stream.themes_hint"))
    for number, theme in enumerate(themes):
        with st.container(border=True, gap="small"):
            _draw_theme(theme, words, visit.zone)
            key = f"theme-{visit.user}-{number}"
            behind = st.expander(words("stream.theme_messages"), key=key, on_change="rerun")
            if behind.open:
                with behind:
                    ids = theme.source_ids[::-1]
                    found = read_sources(memory, visit.user, ids)
                    draw_sources(in_order(ids, found), memory, visit, words, place=f"theme-{number}")


def _ask(visit: Visit, question: str) -> None:
    visit.conversation.ask(question)
    visit.to_open = "chat"


def _draw_theme(theme: Theme, words: Words, zone: tzinfo | None) -> None:
    trend = words.tables["stream.trends"][theme.trend]
    st.markdown(f"**{escaped(theme.label)}** :{_TREND_COLOURS[theme.trend]}-badge[{trend}]")
    st.caption(
        words(
            "stream.theme_extent",
            mentions=theme.count,
            messages=len(theme.source_ids),
            sessions=theme.sessions,
            first=day(theme.first_at, zone),
            last=day(theme.last_at, zone),
        )
    )
    draw_names([f"{one.entity.name} · {one.count}" for one in theme.entities], words)


def _draw_mentions(memory: Memary, visit: Visit, words: Words) -> None:
    user = visit.user
    held = memory.admin.stats(user_id=user).mentions
    key = _passed_key(visit)
    offset = min(st.session_state.get(key, 0), max(held - 1, 0))
    entries = memory.stream.entries(user_id=user, offset=offset, limit=_ENTRIES)
    st.caption(words("stream.mentions_shown", first=offset + 1, last=offset + len(entries), all=held))
    _draw_entries(memory, visit, entries, words)
    with st.container(horizontal=True):
        for label, to, icon in (
            (words("stream.newer"), offset - _ENTRIES, ":material/arrow_back:"),
            (words("stream.older"), offset + _ENTRIES, ":material/arrow_forward:"),
        ):
            is_there = -_ENTRIES < to < held
            st.button(label, key=label, icon=icon, disabled=not is_there, on_click=_turn, args=(key, max(to, 0)))


def _passed_key(visit: Visit) -> str:
    """Return under what the session keeps how many of the newest entries are passed over."""
    return f"mentions passed over of {visit.user}"


def _turn(key: str, offset: int) -> None:
    st.session_state[key] = offset


def _draw_entries(memory: Memary, visit: Visit, entries: Sequence[tuple[Mention, Entity]], words: Words) -> None:
    found = read_sources(memory, visit.user, [mention.source_id for mention, _ in entries])
    named: dict[tuple[datetime, str], list[str]] = {}
    for mention, entity in reversed(entries):
        named.setdefault((mention.at, mention.source_id), []).append(entity.name)
    gone = words("stream.gone")
    rows = [
        {
            words("stream.when"): unbroken(_when(at, found.get(id_), visit)),
            words("stream.entity"): escaped(", ".join(names)),
            words("stream.said"): escaped(excerpt(text_of(found[id_]), _SAID)) if id_ in found else gone,
        }
        for (at, id_), names in named.items()
    ]
    draw_table(rows)


def _when(at: datetime, source: Source | None, visit: Visit) -> str:
    """Return the time of a mention; of a message, as that is shown elsewhere."""
    return said_at(source, visit.zones) if isinstance(source, Message) else visit.zones.minute(at, None)


def _draw_rewind(memory: Memary, visit: Visit, words: Words) -> None:
    user = visit.user
    st.caption(words("stream.rewind"))
    zone = zone_or_utc(visit.zone)
    known = memory.entities.list(user_id=user, include_expired=True)
    today = utc_now().astimezone(zone).date()
    first = min((one.first_at for one in known), default=utc_now()).astimezone(zone).date()
    last = max((one.last_at for one in known), default=utc_now()).astimezone(zone).date()
    first = min(first, today - timedelta(days=1))  # a slider needs two ends
    chosen: date = st.slider(
        words("stream.rewind_to"),
        min_value=first,
        max_value=max(today, last),
        value=first + (last - first) / 2,
        format="YYYY-MM-DD",
        key=f"rewind {user} from {first}",
        persist_state="session",
    )
    label, hint = words("stream.known_then"), words("stream.known_then_hint")
    only_known = st.toggle(label, key="rewind-known", help=hint, persist_state="session")
    end = datetime.combine(chosen + timedelta(days=1), time.min, zone) - timedelta(microseconds=1)
    state = memory.stream.rewind(end, user_id=user, known_at=end if only_known else None, limit=_THEMES)
    _draw_extent(state, words)
    _draw_then(state, words)
    _draw_changes_since(state, memory, visit, words)
    draw_heading(words("stream.last_then"))
    if entries := memory.stream.entries(user_id=user, until=end, known_at=end if only_known else None, limit=_FACTS):
        _draw_entries(memory, visit, entries, words)
    else:
        st.caption(words("stream.nothing_then"))


def _draw_extent(state: Rewound, words: Words) -> None:
    with st.container(horizontal=True):
        for name, label in words.tables["stream.counts"].items():
            then, now = getattr(state.then, name), getattr(state.now, name)
            since = words("stream.since_then", count=f"{now - then:+}") if now != then else None
            st.metric(label, then, delta=since, delta_color="off", delta_arrow="off", width=130)


def _draw_then(state: Rewound, words: Words) -> None:
    if state.entities:
        draw_heading(words("stream.top_then"))
        draw_names([f"{one.entity.name} · {one.count}" for one in state.entities], words)
    if state.themes:
        draw_heading(words("stream.themes_then"))
        draw_names([f"{theme.label} · {theme.count}" for theme in state.themes], words)


def _draw_changes_since(state: Rewound, memory: Memary, visit: Visit, words: Words) -> None:
    parts = {
        "then": (words("stream.true_then", count=len(state.facts)), state.facts),
        "begun": (words("stream.begun", count=len(state.begun)), state.begun),
        "ended": (words("stream.ended", count=len(state.ended)), state.ended),
    }
    for place, (heading, facts) in parts.items():
        if facts:
            with st.expander(heading):
                draw_sources(facts[::-1], memory, visit, words, place=f"rewind-{place}", most=_FACTS)
    if state.came_up:
        with st.expander(words("stream.came_up", count=len(state.came_up))):
            draw_names([entity.name for entity in state.came_up], words)
