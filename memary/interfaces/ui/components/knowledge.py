"""Views of the knowledge page: categories, changes between two periods, insights, the profile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from functools import partial

import streamlit as st

from memary import Changes, EntityKnowledge, Fact, InputError, Memary
from memary.interfaces.ui.components.charts import MAIN, PEAK, QUIET, SHIFT, bar_chart
from memary.interfaces.ui.components.evidence import draw_heading, draw_sources, draw_table, in_order, read_sources
from memary.interfaces.ui.safe_text import day, escaped
from memary.interfaces.ui.visit.conversation import Visit, distinct
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.reflection.person.profile import ProfileSection
from memary.stream.categories import is_in
from memary.stream.entries import zone_or_utc
from memary.stream.trends import Changed
from memary.text.times.told_times import told_since
from memary.types import utc_now

_CHARTED = 15
_LISTED = 40
_PERIOD = timedelta(days=30)
_CHANGE_COLOURS = {
    "new": SHIFT,
    "back": "#2563eb",
    "rising": MAIN,
    "steady": QUIET,
    "falling": PEAK,
    "gone": "#db2777",
}
_OF_ENTITIES = ("breadth", "depth")
"""Sections of a profile that rest on entities, which they name."""


def named_category(name: str, words: Words) -> str:
    """Return what a category is called in the language of the page; one that was given keeps its name."""
    return words.tables["knowledge.category_names"].get(name, name)


def draw_categories(memory: Memary, visit: Visit, known: Sequence[EntityKnowledge], words: Words) -> None:
    """Draw the categories, and the ways to change them."""
    found = memory.entities.categories(user_id=visit.user)
    rows = [
        {"name": named_category(one.name, words), "mentions": one.mentions, "entities": one.entities} for one in found
    ]
    titles = words.tables["knowledge.titles"]
    titles = {**titles, "name": titles["category"]}
    chart = bar_chart(rows[:_CHARTED], value="mentions", titles=titles, tips=("entities:Q",), shown="d")
    st.altair_chart(chart, width="stretch", alt=words("knowledge.categories_alt", first=rows[0]["name"]))
    draw_table([{titles[name]: escaped(str(row[name])) for name in ("name", "entities", "mentions")} for row in rows])
    _draw_gathering(memory, visit, known, [one.name for one in found], words)
    _draw_renaming(memory, visit, known, words)


def _draw_gathering(
    memory: Memary, visit: Visit, known: Sequence[EntityKnowledge], names: Sequence[str], words: Words
) -> None:
    labels = distinct(((one.entity.id, one.entity.name) for one in known), words)
    draw_heading(words("knowledge.gather"), words("knowledge.gather_hint"))
    with st.form("gather", border=False, clear_on_submit=True):
        st.selectbox(
            words("knowledge.gather_category"),
            names,
            index=None,
            key="gather-category",
            format_func=partial(named_category, words=words),
            accept_new_options=True,
            placeholder=words("knowledge.gather_hint"),
        )
        label = words("knowledge.gather_entities")
        st.multiselect(label, list(labels), key="gather-entities", format_func=labels.__getitem__)
        st.form_submit_button(
            words("knowledge.save"),
            key="gather-save",
            icon=":material/new_label:",
            on_click=attempt,
            args=(visit, partial(_gather, memory, visit.user, known, words)),
        )


def _gather(memory: Memary, user: str, known: Sequence[EntityKnowledge], words: Words) -> str:
    category: str | None = st.session_state["gather-category"]
    ids: list[str] = st.session_state["gather-entities"]
    if not category or not ids:
        raise InputError(words("knowledge.gather_missing"))
    for one in known:
        if one.entity.id in ids and not is_in(one.entity, category):
            memory.entities.categorize(one.entity.id, user_id=user, add=[category])
    return words("knowledge.gathered", category=named_category(category, words))


def _draw_renaming(memory: Memary, visit: Visit, known: Sequence[EntityKnowledge], words: Words) -> None:
    draw_heading(words("knowledge.rename"))
    given = list(dict.fromkeys(name for one in known for name in one.entity.categories))
    if not given:
        st.caption(words("knowledge.rename_none"))
        return
    with st.form("rename", border=False, clear_on_submit=True):
        named = partial(named_category, words=words)
        st.selectbox(words("knowledge.rename_old"), given, key="rename-old", format_func=named)
        st.text_input(words("knowledge.rename_new"), key="rename-new", max_chars=100)
        st.form_submit_button(
            words("knowledge.save"),
            key="rename-save",
            icon=":material/edit:",
            on_click=attempt,
            args=(visit, partial(_rename, memory, visit.user, words)),
        )


def _rename(memory: Memary, user: str, words: Words) -> str:
    old, new = str(st.session_state["rename-old"]), str(st.session_state["rename-new"])
    memory.entities.rename_category(old, new, user_id=user)
    return words("knowledge.renamed", old=named_category(old, words), new=new.strip())


def draw_changes(memory: Memary, visit: Visit, known: Sequence[EntityKnowledge], words: Words) -> None:
    """Draw what came up more, less, for the first time or no more, from one period to the next."""
    user, zone = visit.user, zone_or_utc(visit.zone)
    last = max(one.last_at for one in known).astimezone(zone).date()
    first = min(one.first_at for one in known).astimezone(zone).date()
    today = utc_now().astimezone(zone).date()
    chosen: tuple[date, ...] = st.date_input(
        words("knowledge.period"),
        (max(last - _PERIOD + timedelta(days=1), first), last),
        min_value=first,
        max_value=max(today, last),
        key=f"period of {user}",
        format="YYYY-MM-DD",
        help=words("knowledge.period_hint"),
        persist_state="session",
    )
    if len(chosen) != 2:  # the second day is not chosen yet
        st.caption(words("knowledge.period_open"))
        return
    since, until = chosen
    changes = memory.stream.changes(
        user_id=user,
        since=datetime.combine(since, time.min, zone),
        until=datetime.combine(until + timedelta(days=1), time.min, zone),
    )
    _draw_compared(changes, zone, words)
    if changes.mentions_before or changes.mentions_after:
        titles = words.tables["knowledge.titles"]
        _draw_changed(words("knowledge.entities"), titles["name"], changes.entities, words)
        renamed = [one.model_copy(update={"name": named_category(one.name, words)}) for one in changes.categories]
        _draw_changed(words("knowledge.categories"), titles["category"], renamed, words)


def _draw_compared(changes: Changes, zone: tzinfo, words: Words) -> None:
    night = timedelta(microseconds=1)
    (begin, since), (_, until) = changes.earlier, changes.later
    if not changes.mentions_before and not changes.mentions_after:
        st.info(words("knowledge.nothing_compared"), icon=":material/event_busy:")
        return
    st.caption(
        words(
            "knowledge.compared",
            since=day(since, zone),
            until=day(until - night, zone),
            after=changes.mentions_after,
            begin=day(begin, zone),
            before_until=day(since - night, zone),
            before=changes.mentions_before,
        )
    )


def _draw_changed(heading: str, what: str, changed: Sequence[Changed], words: Words) -> None:
    draw_heading(heading, words("knowledge.changes_hint"))
    moved = [one for one in changed if one.change != "steady"]
    if not moved:
        st.caption(words("knowledge.no_changes"))
        return
    strongest = sorted(moved, key=lambda one: -abs(one.gain))[:_CHARTED]
    charted = sorted(strongest, key=lambda one: -one.gain)
    labels = distinct(((str(place), one.name) for place, one in enumerate(charted)), words)
    told = words.tables["knowledge.changes"]
    rows = [
        {
            "name": labels[str(place)],
            "gain": round(100 * one.gain, 1),
            "before": one.before,
            "after": one.after,
            "group": told[one.change],
        }
        for place, one in enumerate(charted)
    ]
    present = {one.change for one in charted}
    colours = {told[name]: colour for name, colour in _CHANGE_COLOURS.items() if name in present}
    titles = {**words.tables["knowledge.titles"], "name": what}
    chart = bar_chart(rows, value="gain", titles=titles, tips=("before:Q", "after:Q"), colours=colours, shown="+.1~f")
    st.altair_chart(chart, width="stretch", alt=words("knowledge.gain_alt", count=len(rows)))
    draw_table([_changed_row(one, what, words) for one in moved[:_LISTED]])
    if len(moved) > _LISTED:
        st.caption(words("stream.more", count=len(moved) - _LISTED))


def _changed_row(one: Changed, what: str, words: Words) -> dict[str, str]:
    titles = words.tables["knowledge.titles"]
    return {
        what: escaped(one.name),
        titles["change"]: words.tables["knowledge.changes"][one.change],
        titles["before"]: f"{one.before:,}",
        titles["after"]: f"{one.after:,}",
        titles["share_before"]: f"{one.share_before:.1%}",
        titles["share_after"]: f"{one.share_after:.1%}",
    }


def draw_insights(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what reflection has concluded, each insight with what it rests on."""
    draw_heading(words("knowledge.insights"), words("knowledge.insights_hint"))
    insights = memory.insights.list(user_id=visit.user)
    if not insights:
        st.info(words("knowledge.no_insights"), icon=":material/lightbulb:")
    for insight in reversed(insights):
        with st.container(border=True, gap="small"):
            st.markdown(f"**{escaped(insight.statement)}**")
            st.caption(words("shared.since", start=told_since(insight.valid_at, insight.statement, zone=visit.zone)))
            _draw_evidence(insight.id, [insight], memory, visit, words)
    st.caption(words("knowledge.waiting", count=memory.insights.waiting(user_id=visit.user)))
    st.button(
        words("knowledge.reflect"),
        key="reflect",
        icon=":material/lightbulb:",
        on_click=attempt,
        args=(visit, partial(_reflect, memory, visit.user, words)),
    )


def _reflect(memory: Memary, user: str, words: Words) -> str:
    report = memory.insights.reflect(user_id=user)
    if not report.changes:
        return words("knowledge.reflected_nothing")
    return words(
        "knowledge.reflected",
        added=len(report.added),
        refreshed=len(report.refreshed),
        retired=len(report.retired) + len(report.merged),
    )


def _draw_evidence(place: str, facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words) -> None:
    unfolded = st.expander(words("knowledge.evidence"), key=f"evidence of {place}", on_change="rerun")
    if unfolded.open:
        with unfolded:
            ids = [id_ for fact in facts for id_ in fact.source_ids]
            found = read_sources(memory, visit.user, ids)
            draw_sources(in_order(ids, found), memory, visit, words, place=f"evidence-{place}")


def draw_profile(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what memory knows about the user, section by section, with what the lines rest on."""
    profile = memory.insights.profile(user_id=visit.user, language=words.code)
    draw_heading(escaped(profile.title), words("knowledge.profile_hint"))
    if not profile.sections:
        st.info(words("knowledge.no_profile"), icon=":material/person:")
        return
    for section in profile.sections:
        with st.container(border=True, gap="small"):
            st.markdown(f"**{escaped(section.heading)}**")
            st.markdown("\n".join(f"- {escaped(line.text)}" for line in section.lines))
            if section.name not in _OF_ENTITIES:
                _draw_section_evidence(section, memory, visit, words)


def _draw_section_evidence(section: ProfileSection, memory: Memary, visit: Visit, words: Words) -> None:
    key = f"profile {section.name} of {visit.user}"
    unfolded = st.expander(words("knowledge.evidence"), key=key, on_change="rerun")
    if not unfolded.open:
        return
    with unfolded:
        found = read_sources(memory, visit.user, [id_ for line in section.lines for id_ in line.source_ids])
        for number, line in enumerate(section.lines):
            st.markdown(f"**{escaped(line.text)}**")
            place = f"profile-{section.name}-{number}"
            draw_sources(in_order(line.source_ids, found), memory, visit, words, place=place, most=3)
