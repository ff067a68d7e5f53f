"""Draw the facts page: what is true, was true, contradicts or is in doubt, and how to correct it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from memary import Fact, Memary, MemaryError
from memary.facts.ledger import subject_of
from memary.interfaces.ui.components.facts.choice import chosen
from memary.interfaces.ui.components.facts.entry import draw_adding, draw_files
from memary.interfaces.ui.components.facts.table import draw_table
from memary.interfaces.ui.components.last_change import note_change
from memary.interfaces.ui.components.records import draw_decisions
from memary.interfaces.ui.reads import is_to_begin, is_visible
from memary.interfaces.ui.safe_text import escaped, fact_line, reading_hint
from memary.interfaces.ui.visit.conversation import RecordPart, Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.types import Action, utc_now

_PAGE = 20
"""How many facts are shown at first, and how many more each time."""

_MOST = 10_000
"""How many of a user's facts are looked through, the newest."""

_DECISIONS, _LOOKED_THROUGH = 12, 60
"""How many decisions are listed, and among how many: those that only note what came up are left out."""


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page."""
    views = words.tables["facts.views"]
    view = st.segmented_control(
        words("facts.view"),
        list(views),
        default="current",
        key="facts-view",
        required=True,
        format_func=views.__getitem__,
    )
    with st.expander(words("facts.add"), icon=":material/add:", key="add-part"):
        draw_adding(memory, visit, words)
    with st.expander(words("facts.decisions"), icon=":material/fact_check:", key="decisions"):
        looked_at = memory.operations.list(user_id=visit.user, limit=_LOOKED_THROUGH)
        rows = [row for row in looked_at if row.action is not Action.NONE or subject_of(row)][-_DECISIONS:]
        draw_decisions(rows[::-1], memory, visit, words, place="facts")
        if not rows:
            st.caption(words("facts.no_decisions"))
    if view == "conflicts":
        _draw_conflicts(memory, visit, words)
    else:
        _draw_facts(memory, visit, words, view=view)
    with st.expander(words("facts.files"), icon=":material/import_export:", key="files-part"):
        draw_files(memory, visit, words)
    if visit.space:  # it goes where its members are
        return
    title = words("facts.forget_user", user=escaped(visit.user))
    with st.expander(title, icon=":material/delete_forever:", key="forget-user-part"):
        _draw_forgetting(memory, visit, words)


def _draw_facts(memory: Memary, visit: Visit, words: Words, *, view: str) -> None:
    wants_past = view == "past"
    read = memory.facts.list(user_id=visit.user, include_past=wants_past, limit=_MOST)
    if not read:
        st.info(words("facts.empty"), icon=":material/share:")
        return
    if len(read) == _MOST:
        st.caption(words("graph.cut", count=_MOST))
    facts = [fact for fact in reversed(read) if (is_visible(fact, None) or is_to_begin(fact)) is not wants_past]
    facts = [fact for fact in facts if fact.in_doubt or view != "doubted"]
    facts = chosen(facts, memory, visit, words)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(words("facts.counted", count=len(facts)) if facts else words("facts.none"), width="content")
        layouts = words.tables["facts.layouts"]
        layout = st.segmented_control(
            words("facts.layout"),
            list(layouts),
            default="cards",
            key=f"facts-layout {visit.user}",
            required=True,
            label_visibility="collapsed",
            format_func=layouts.__getitem__,
        )
    if layout == "table":
        draw_table(facts, memory, visit, words)
    else:
        _draw_cards(facts, memory, visit, words, key=f"facts-shown {visit.user} {view}")


def _draw_cards(facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words, *, key: str) -> None:
    most = st.session_state.setdefault(key, _PAGE)
    for fact in facts[:most]:
        with st.container(border=True, gap="xsmall"):
            _draw_fact(fact, memory, visit, words)
    if len(facts) > most:
        st.button(
            words("facts.more"),
            icon=":material/expand_more:",
            on_click=partial(st.session_state.__setitem__, key, most + _PAGE),
        )


def _draw_fact(fact: Fact, memory: Memary, visit: Visit, words: Words) -> None:
    st.markdown(escaped(fact.statement))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(fact_line(fact, words, visit), help=reading_hint(fact, words, visit), width="content")
        with st.container(horizontal=True, gap="medium", width="content"):
            if fact.in_doubt:
                _confirm_button(fact, memory, visit, words)
            _part_button(fact, "history", words("facts.history"), ":material/history:", visit)
            if fact.invalid_at > utc_now():
                _part_button(fact, "correct", words("facts.correct"), ":material/edit:", visit)
            _part_button(fact, "forget", words("facts.forget"), ":material/delete_forever:", visit)


def _confirm_button(fact: Fact, memory: Memary, visit: Visit, words: Words) -> None:
    st.button(
        words("facts.confirm"),
        key=f"confirm-{fact.id}",
        type="tertiary",
        icon=":material/check:",
        help=words("facts.confirm_hint"),
        on_click=attempt,
        args=(visit, partial(_confirm, memory, visit.user, fact, words)),
    )


def _part_button(fact: Fact, part: RecordPart, label: str, icon: str, visit: Visit) -> None:
    st.button(label, key=f"{part}-{fact.id}", type="tertiary", icon=icon, on_click=partial(visit.show, fact.id, part))


def _draw_conflicts(memory: Memary, visit: Visit, words: Words) -> None:
    pairs = memory.facts.conflicts(user_id=visit.user)
    if not pairs:
        st.caption(words("facts.no_conflicts"))
    for number, pair in enumerate(pairs):
        with st.container(border=True):
            st.markdown(f"**{words('facts.conflict')}**")
            for column, fact, other in zip(st.columns(2), pair, reversed(pair), strict=True):
                with column:
                    st.markdown(escaped(fact.statement))
                    st.caption(fact_line(fact, words, visit), help=reading_hint(fact, words, visit))
                    st.button(
                        words("facts.is_right"),
                        key=f"right-{number}-{fact.id}",
                        icon=":material/check:",
                        on_click=_settle,
                        args=(memory, visit, fact, other, words),
                    )


def _confirm(memory: Memary, user: str, fact: Fact, words: Words) -> str:
    memory.facts.confirm(fact.id, user_id=user)
    return words("facts.confirmed")


def _settle(memory: Memary, visit: Visit, right: Fact, wrong: Fact, words: Words) -> None:
    try:
        row = memory.facts.rate(wrong.id, user_id=visit.user, rating="very_negative")
    except MemaryError as error:
        visit.problem = error
    else:
        note_change(words("facts.settled", right=escaped(right.statement)), right.id, row, visit)


def _draw_forgetting(memory: Memary, visit: Visit, words: Words) -> None:
    user = visit.user
    st.markdown(words("facts.forget_user_hint", user=f"**{escaped(user)}**"))
    typed = st.text_input(words("facts.type_name", user=escaped(user)), key=f"forget-user {user}", autocomplete="off")
    st.button(
        words("facts.forget_user_now"),
        key="forget-user",
        icon=":material/delete_forever:",
        type="primary",
        disabled=typed.strip() != user,
        on_click=attempt,
        args=(visit, partial(_forget_user, memory, visit, words)),
    )


def _forget_user(memory: Memary, visit: Visit, words: Words) -> str:
    user = visit.user
    gone = memory.forget(user_id=user)
    visit.drop_user(user)
    return words("facts.user_forgotten", user=user, messages=gone.messages, facts=gone.facts)
