"""The knowledge page: who and what memory knows, how that changes, and what it concludes from it.

One view is drawn at a time, so that each run of the page asks for little. The ranking and a closer look at one entity
are here, the other views in `knowledge_views`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from memary import EntityKnowledge, Memary
from memary.interfaces.ui.components.charts import MAIN, QUIET, SHIFT, bar_chart, timeline_chart
from memary.interfaces.ui.components.evidence import draw_heading, draw_sources
from memary.interfaces.ui.components.knowledge import (
    draw_categories,
    draw_changes,
    draw_insights,
    draw_profile,
    named_category,
)
from memary.interfaces.ui.components.pairs import draw_pairs
from memary.interfaces.ui.reads import facts_of, messages_about
from memary.interfaces.ui.safe_text import day, escaped
from memary.interfaces.ui.visit.conversation import Visit, distinct
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.stream.categories import CATEGORY_OF_TYPE, is_in

_CHARTED = 15
_LISTED = 100
_KNOWN = 2_000
"""So many entities at most, the best known, are chosen from: more would take a browser seconds."""

_FACTS = 12
_MESSAGES = 8


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page.

    Raises:
        MemaryError: the memory could not be read.
    """
    st.caption(words("knowledge.intro"))
    known = memory.entities.list(user_id=visit.user, limit=_KNOWN)
    if not known:
        st.info(words("knowledge.empty"), icon=":material/psychology:")
        return
    if len(known) == _KNOWN:
        st.caption(words("knowledge.best_known", count=f"{_KNOWN:,}"))
    views = words.tables["knowledge.views"]
    view = st.pills(
        words("knowledge.view"),
        list(views),
        key="knowledge-view",
        format_func=views.__getitem__,
        default="ranked",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    match view:
        case "categories":
            draw_categories(memory, visit, known, words)
        case "changes":
            draw_changes(memory, visit, known, words)
        case "insights":
            draw_insights(memory, visit, words)
        case "profile":
            draw_profile(memory, visit, words)
        case "pairs":
            draw_pairs(memory, visit, words)
        case _:
            _draw_ranking(memory, visit, known, words)


def _draw_ranking(memory: Memary, visit: Visit, known: Sequence[EntityKnowledge], words: Words) -> None:
    labels = distinct(((one.entity.id, one.entity.name) for one in known), words)
    chosen = _chosen(known, words)
    if chosen:
        _draw_chart(chosen[:_CHARTED], labels, memory.settings.half_life_days, words)
        _draw_table(memory, visit, chosen[:_LISTED], labels, words)
    else:
        st.info(words("knowledge.none_such"), icon=":material/filter_alt_off:")
    by_id = {one.entity.id: one for one in known}
    key = _pick_key(visit)
    if st.session_state.get(key) not in by_id:  # forgotten, or merged into another
        st.session_state[key] = None
    picked = st.selectbox(
        words("knowledge.pick"),
        list(by_id),
        key=key,
        format_func=labels.__getitem__,
        placeholder=words("knowledge.pick_hint"),
        persist_state="session",
    )
    if picked:
        _draw_entity(memory, visit, by_id[picked], known, words)


def _pick_key(visit: Visit) -> str:
    return f"entity of {visit.user}"


def _chosen(known: Sequence[EntityKnowledge], words: Words) -> list[EntityKnowledge]:
    """Draw the filters, and return the entities that pass them."""
    names, depths = dict.fromkeys(name for one in known for name in one.categories), words.tables["knowledge.depths"]
    with st.container(horizontal=True, vertical_alignment="top"):
        category = st.selectbox(
            words("knowledge.category"),
            list(names),
            index=None,
            key="knowledge-category",
            format_func=partial(named_category, words=words),
            placeholder=words("knowledge.all_categories"),
            width=220,
        )
        depth = st.segmented_control(
            words("knowledge.depth"),
            list(depths),
            key="knowledge-depth",
            format_func=depths.__getitem__,
            default="all",
            required=True,
        )
    return [
        one
        for one in known
        if (category is None or is_in(one.entity, category))
        and (depth != "known" or one.is_known)
        and (depth != "new" or one.is_new)
    ]


def _significant(score: float) -> float:
    """Return a score to three digits that count: those of what came up long ago are tiny, but not alike."""
    return float(f"{score:.3g}")


def _draw_chart(chosen: Sequence[EntityKnowledge], labels: Mapping[str, str], half_life: float, words: Words) -> None:
    states = words.tables["knowledge.states"]
    rows = [
        {
            "name": labels[one.entity.id],
            "score": _significant(one.score),
            "count": one.count,
            "last": day(one.last_at, None),
            "group": states["known" if one.is_known else "new" if one.is_new else "other"],
        }
        for one in chosen
    ]
    colours = {"known": MAIN, "new": SHIFT, "other": QUIET}
    chart = bar_chart(
        rows,
        value="count",  # scores halve so soon that only the latest few would have a bar
        titles=words.tables["knowledge.titles"],
        tips=("score:Q", "last:N"),
        colours={states[state]: colour for state, colour in colours.items()},
    )
    told = words("knowledge.chart_alt", count=len(rows), first=rows[0]["name"])
    st.altair_chart(chart, width="stretch", alt=told)
    st.caption(words("knowledge.chart_caption", days=f"{half_life:g}"))


def _draw_table(
    memory: Memary, visit: Visit, chosen: Sequence[EntityKnowledge], labels: Mapping[str, str], words: Words
) -> None:
    zone, titles, states = visit.zone, words.tables["knowledge.titles"], words.tables["knowledge.states"]
    rows = [
        {
            titles["name"]: labels[one.entity.id],
            titles["count"]: one.count,
            titles["score"]: _significant(one.score),
            titles["last"]: day(one.last_at, zone),
            titles["first"]: day(one.first_at, zone),
            titles["categories"]: ", ".join(named_category(name, words) for name in one.categories),
            titles["state"]: states[_state(one)],
        }
        for one in chosen
    ]
    key = f"ranking of {visit.user}"
    st.dataframe(  # pyright: ignore[reportUnknownMemberType]
        rows,
        hide_index=True,
        key=key,
        on_select=partial(_pick_row, key, _pick_key(visit), [one.entity.id for one in chosen]),
        selection_mode="single-row",
    )
    st.caption(words("knowledge.table_hint"))


def _pick_row(table: str, pick: str, ids: Sequence[str]) -> None:
    state: Any = st.session_state[table]
    rows: list[int] = state["selection"]["rows"]
    st.session_state[pick] = ids[rows[0]] if rows else None


def _state(one: EntityKnowledge) -> str:
    if one.is_known:
        return "both" if one.is_new else "known"
    return "new" if one.is_new else "other"


def _draw_entity(
    memory: Memary, visit: Visit, one: EntityKnowledge, known: Sequence[EntityKnowledge], words: Words
) -> None:
    entity, zone = one.entity, visit.zone
    with st.container(border=True):
        draw_heading(escaped(entity.name))
        seen = words("knowledge.seen", count=one.count, first=day(one.first_at, zone), last=day(one.last_at, zone))
        aliases = words("knowledge.aliases", names=escaped(", ".join(entity.aliases))) if entity.aliases else ""
        kind = escaped(words.tables["knowledge.type_names"].get(entity.type, entity.type))
        st.caption(" · ".join(filter(None, (kind, aliases, seen))))
        if entity.description:
            st.text(entity.description)
        st.button(
            words("knowledge.in_graph"),
            key="show-in-graph",
            icon=":material/hub:",
            on_click=visit.show_entity,
            args=(entity.id,),
        )
        months = memory.stream.timeline(user_id=visit.user, by="month", entity=entity.id)
        chart = timeline_chart(months, zone=zone, titles=words.tables["knowledge.titles"], by_month=True, height=140)
        st.altair_chart(chart, width="stretch", alt=words("knowledge.entity_chart_alt", name=entity.name))
        _draw_own_categories(memory, visit, one, known, words)
        facts = facts_of(memory, visit.user, entity.id)
        draw_heading(words("knowledge.entity_facts", count=len(facts)))
        if facts:
            draw_sources(facts, memory, visit, words, place="entity-fact", most=_FACTS)
        else:
            st.caption(words("knowledge.no_facts"))
        if said := messages_about(memory, visit.user, entity.id, limit=_MESSAGES):
            draw_heading(words("knowledge.entity_messages"))
            draw_sources(said, memory, visit, words, place="entity-message", most=_MESSAGES)


def _draw_own_categories(
    memory: Memary, visit: Visit, one: EntityKnowledge, known: Sequence[EntityKnowledge], words: Words
) -> None:
    entity = one.entity
    names = dict.fromkeys((*entity.categories, *(name for other in known for name in other.categories)))
    key = f"categories of {entity.id}"
    with st.form(f"form for {key}", border=False):
        st.multiselect(
            words("knowledge.own_categories"),
            [*names, *(name for name in CATEGORY_OF_TYPE.values() if name not in (*names, "values"))],
            default=entity.categories,
            key=key,
            format_func=partial(named_category, words=words),
            help=words("knowledge.own_categories_hint"),
            accept_new_options=True,
            placeholder=", ".join(named_category(name, words) for name in one.categories),
        )
        st.form_submit_button(
            words("knowledge.save"),
            key="save-categories",
            icon=":material/save:",
            on_click=attempt,
            args=(visit, partial(_save_categories, memory, visit.user, one, key, words)),
        )


def _save_categories(memory: Memary, user: str, one: EntityKnowledge, key: str, words: Words) -> str:
    chosen: list[str] = st.session_state[key]
    memory.entities.categorize(one.entity.id, user_id=user, categories=chosen)
    if not chosen:
        return words("knowledge.categories_cleared", name=one.entity.name)
    names = ", ".join(named_category(name, words) for name in chosen)
    return words("knowledge.categories_saved", name=one.entity.name, categories=names)
