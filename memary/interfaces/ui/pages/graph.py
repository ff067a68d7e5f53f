"""The graph page: the graph behind an answer, around an entity or as a whole, and what is known of a node."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import partial

import streamlit as st

from memary import Entity, Memary, Message
from memary.interfaces.ui.components.graph import draw_graph
from memary.interfaces.ui.components.graph_view import (
    MOST_FACTS,
    GraphView,
    around,
    behind_answer,
    by_name,
    drawn,
    everything,
    name_of,
    statements_around,
)
from memary.interfaces.ui.components.records import fact_button, message_button
from memary.interfaces.ui.components.statements import draw_statements
from memary.interfaces.ui.conversation import GraphChoice, Visit
from memary.interfaces.ui.reads import (
    answer_to,
    entities_of,
    facts_of,
    first_time,
    is_visible,
    messages_about,
    newest_question,
    rests_on_memory,
)
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.words import Words
from memary.types import utc_now

_TALK = 100
"""How many of a conversation's last messages are looked through for the question behind an answer."""

_LISTED = 1_000
"""How many entities the list offers, those that come up most."""

_MESSAGES = 8
_DEPTH = 2


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page."""
    choice = visit.graph
    begin = first_time(memory, visit.user)
    if begin is None:
        st.info(words("graph.empty"), icon=":material/hub:")
        return
    known = _known(memory, visit)
    as_of = _draw_choices(memory, visit, words, known, begin)
    question, is_grounded = _question(memory, visit) if choice.view == "answer" else (None, False)
    found = behind_answer(memory, question, as_of) if question and is_grounded else GraphView()
    if choice.view == "answer":
        st.caption(_about(question, found, words))
    view, background = _views(memory, visit, found, as_of)
    left, right = st.columns([5, 3], gap="medium")
    with left:
        _draw_graph(visit, view, background, words)
    with right:
        entity = next((one for one in known if one.id == choice.entity), None)
        if entity:
            _draw_entity(memory, visit, entity, as_of, words)
        else:
            st.caption(words("graph.pick"))


def _known(memory: Memary, visit: Visit) -> list[Entity]:
    """Return the entities that come up most, and the one picked."""
    known = {row.entity.id: row.entity for row in memory.entities.list(user_id=visit.user, limit=_LISTED)}
    if (picked := visit.graph.entity) and picked not in known:
        known |= {entity.id: entity for entity in entities_of(memory, visit.user, [picked])}
    return by_name(known.values(), visit.user)


def _draw_choices(
    memory: Memary, visit: Visit, words: Words, known: list[Entity], begin: datetime
) -> datetime | None:
    """Draw what can be chosen, note it, and return the time that is looked at; None for now."""
    choice, names = visit.graph, {entity.id: name_of(entity, visit.user) for entity in known}
    views = words.tables["graph.views"]
    view_key, entity_key = f"graph-view {visit.user}", f"graph-entity {visit.user}"
    st.session_state[view_key] = choice.view
    st.session_state[entity_key] = choice.entity if choice.entity in names else None
    st.segmented_control(
        words("graph.view"),
        list(views),
        key=view_key,
        required=True,
        label_visibility="collapsed",
        format_func=views.__getitem__,
        on_change=lambda: setattr(choice, "view", st.session_state[view_key]),
    )
    left, right = st.columns([5, 3], gap="medium", vertical_alignment="bottom")
    with left:
        as_of = _draw_time(memory, visit, words, begin)
    with right:
        st.selectbox(
            words("graph.entity"),
            list(names),
            key=entity_key,
            format_func=lambda entity_id: names[entity_id],
            help=words("graph.entity_hint"),
            placeholder=words("graph.entity_placeholder"),
            index=None,
            on_change=lambda: choice.pick(st.session_state[entity_key]),
        )
    return as_of


def _draw_time(memory: Memary, visit: Visit, words: Words, begin: datetime) -> datetime | None:
    today = utc_now().astimezone(visit.zone).date()
    start = max(begin.astimezone(visit.zone).date(), date(1900, 1, 1))
    if start >= today:
        return None
    chosen = st.slider(
        words("graph.time"),
        min_value=start,
        max_value=today,
        value=today,
        format="YYYY-MM-DD",
        key=f"graph-time {visit.user}",
        help=words("graph.time_hint"),
        step=timedelta(days=1),
    )
    return None if chosen == today else datetime.combine(chosen, time.max, visit.zone)


def _question(memory: Memary, visit: Visit) -> tuple[Message | None, bool]:
    """Return the question looked at, and whether anything of memory can lie behind its answer."""
    talk = memory.messages.list(user_id=visit.user, session_id=visit.session, limit=_TALK)
    question = newest_question(talk, visit.graph.answer)
    answer = answer_to(question, talk) if question else None
    return question, answer is None or rests_on_memory(answer, visit.conversation.answers.get(answer.id))


def _about(question: Message | None, found: GraphView, words: Words) -> str:
    """Say what the graph shows of an answer."""
    if question is None:
        return words("graph.no_question")
    asked = escaped(question.content)
    return words("graph.question", question=asked) if found.entities else words("graph.nothing_found", question=asked)


def _views(memory: Memary, visit: Visit, found: GraphView, as_of: datetime | None) -> tuple[GraphView, GraphView]:
    """Return what is looked at, and what is drawn paler behind it; `found` is what lies behind an answer."""
    choice, user = visit.graph, visit.user
    picked = around(memory, user, choice.entity, as_of, depth=1) if choice.entity else GraphView()
    if found.entities:
        view, background = found, everything(memory, user, as_of)
    elif choice.view == "around" and choice.entity:
        view, background = around(memory, user, choice.entity, as_of, depth=_DEPTH), GraphView()
    else:
        view, background = everything(memory, user, as_of), GraphView()
    if choice.entity and choice.entity not in {**view.entities, **background.entities}:
        view = view.joined(picked)
    for entity_id in choice.expanded:
        view = view.joined(around(memory, user, entity_id, as_of, depth=1))
    return view, background


def _draw_graph(visit: Visit, view: GraphView, background: GraphView, words: Words) -> None:
    choice = visit.graph
    draw_graph(
        drawn(view, background, user=visit.user, selected=choice.entity, words=words),
        key=f"graph {visit.user}",
        on_pick=choice.pick,
        on_expand=choice.expand,
    )
    st.caption(words("graph.counted", entities=len(view.entities), facts=len(view.facts)))
    if max(len(view.facts), len(background.facts)) >= MOST_FACTS:
        st.caption(words("graph.cut", count=MOST_FACTS))


def _draw_entity(memory: Memary, visit: Visit, entity: Entity, as_of: datetime | None, words: Words) -> None:
    """Draw what is known of the entity that was picked."""
    kind = words.tables["graph.kinds"].get(entity.type, entity.type)
    st.header(escaped(name_of(entity, visit.user)), anchor=False)
    labels = [f":primary-badge[{escaped(kind)}]", *(f":gray-badge[{escaped(one)}]" for one in entity.categories)]
    st.markdown(" ".join(labels))
    if entity.description:
        st.text(entity.description)
    if entity.aliases:
        st.caption(words("graph.also_called", names=escaped(", ".join(entity.aliases))))
    _draw_expand(visit.graph, entity, words)
    facts = facts_of(memory, visit.user, entity.id)
    current = [fact for fact in facts if is_visible(fact, as_of)]
    past = [fact for fact in facts if fact not in current]
    with st.expander(words("graph.facts", count=len(current)), expanded=True, icon=":material/check_circle:"):
        for fact in current:
            fact_button(fact, visit, words, place="graph")
        if not current:
            st.caption(words("graph.no_facts"))
    if past:
        with st.expander(words("graph.past", count=len(past)), icon=":material/history:"):
            for fact in past:
                fact_button(fact, visit, words, place="graph")
    said = messages_about(memory, visit.user, entity.id, limit=_MESSAGES)
    with st.expander(words("graph.messages", count=len(said)), icon=":material/forum:"):
        for message in said:
            message_button(message, visit, words, place="graph")
        if not said:
            st.caption(words("graph.no_messages"))
    _draw_statements(memory, visit, entity, as_of, words)


def _draw_statements(memory: Memary, visit: Visit, entity: Entity, as_of: datetime | None, words: Words) -> None:
    """Draw what the store is asked for the graph around an entity."""
    with st.expander(words("graph.statements"), icon=":material/database:"):
        draw_statements(statements_around(memory, visit.user, entity.id, as_of, depth=_DEPTH), words)


def _draw_expand(choice: GraphChoice, entity: Entity, words: Words) -> None:
    if entity.id not in choice.expanded:
        st.button(
            words("graph.expand"),
            key="graph-expand",
            icon=":material/account_tree:",
            on_click=partial(choice.expand, entity.id),
        )
