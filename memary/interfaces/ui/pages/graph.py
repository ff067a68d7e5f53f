"""Draw the graph page: the graph behind an answer, around an entity or as a whole, and a node's facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import partial

import streamlit as st

from memary import Entity, Fact, Memary, Message
from memary.facts.news import sentences
from memary.interfaces.ui.components.graph.part import GraphPart, most_connected, neighbourhood, shortest_path
from memary.interfaces.ui.components.graph.picture import draw_graph
from memary.interfaces.ui.components.graph.view import (
    MOST_FACTS,
    GraphView,
    behind_answer,
    by_name,
    drawn,
    facts_at,
    name_of,
    statements_around,
    view_of,
)
from memary.interfaces.ui.components.records import fact_button, message_buttons
from memary.interfaces.ui.components.talk.statements import draw_statements
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
from memary.interfaces.ui.visit.conversation import GraphChoice, Visit
from memary.interfaces.ui.words import Words
from memary.types import VALUE, utc_now

_TALK = 100
"""How many of a conversation's last messages are looked through for the question behind an answer."""

_LISTED = 1_000
"""How many entities the list offers, those that come up most."""

_MESSAGES = 8

_DEPTH = 2
_DRAWN = 60
"""How many entities are drawn at first, and how many more each time."""

_MOST_TIMES = 7
"""How often more can be asked for: beyond that nothing can be read any more."""

_BESIDE = 30
"""How many neighbours of an entity are drawn beside something else."""


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page."""
    choice = visit.graph
    begin = first_time(memory, visit.user)
    if begin is None:
        st.info(words("graph.empty"), icon=":material/hub:")
        return
    if choice.view is None:
        choice.view = "answer" if visit.conversation.answers else "everything"
    known = _known(memory, visit)
    as_of = _draw_choices(memory, visit, words, known, begin)
    question, is_grounded = _question(memory, visit) if choice.view == "answer" else (None, False)
    found = behind_answer(memory, question, as_of) if question and is_grounded else GraphView()
    if choice.view == "answer":
        st.caption(_about(question, found, words))
    facts = facts_at(memory, visit.user, as_of, choice)
    left, right = st.columns([5, 2], gap="medium")
    with left:
        _draw_graph(memory, visit, found, facts, words)
    with right:
        entity = next((one for one in known if one.id == choice.entity), None)
        if entity:
            _draw_entity(memory, visit, entity, known, as_of, words)
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
    as_of = None
    *first, middle, right = st.columns(
        [4, 2, 3] if _first_day(begin, visit) < _today(visit) else [2, 3], gap="medium", vertical_alignment="bottom"
    )
    if first:
        with first[0]:
            as_of = _draw_time(visit, words, begin)
    count = len(choice.kinds) + len(choice.relations)
    label = words("graph.filtered", count=count) if count else words("graph.filters")
    with middle, st.popover(label, key="graph-filters", icon=":material/filter_list:", width="stretch"):
        _draw_filters(memory, visit, words)
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


def _draw_filters(memory: Memary, visit: Visit, words: Words) -> None:
    choice, kinds = visit.graph, words.tables["graph.kinds"]
    relations = sorted({fact.predicate for fact in memory.facts.list(user_id=visit.user, limit=MOST_FACTS)})
    kinds_key, relations_key = f"graph-kinds {visit.user}", f"graph-relations {visit.user}"
    st.session_state[kinds_key] = choice.kinds
    st.session_state[relations_key] = [name for name in choice.relations if name in relations]
    st.multiselect(
        words("graph.only_kinds"),
        [kind for kind in kinds if kind != VALUE],
        key=kinds_key,
        format_func=kinds.__getitem__,
        on_change=lambda: setattr(choice, "kinds", st.session_state[kinds_key]),
    )
    st.multiselect(
        words("graph.only_relations"),
        relations,
        key=relations_key,
        format_func=lambda name: name.replace("_", " "),
        on_change=lambda: setattr(choice, "relations", st.session_state[relations_key]),
    )


def _today(visit: Visit) -> date:
    return utc_now().astimezone(visit.zone).date()


def _first_day(begin: datetime, visit: Visit) -> date:
    return max(begin.astimezone(visit.zone).date(), date(1900, 1, 1))


def _draw_time(visit: Visit, words: Words, begin: datetime) -> datetime | None:
    today = _today(visit)
    chosen = st.slider(
        words("graph.time"),
        min_value=_first_day(begin, visit),
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


def _parts(choice: GraphChoice, found: GraphView, facts: Sequence[Fact]) -> GraphPart:
    """Return the part of the graph that is looked at, or that lies behind an answer."""
    most = _DRAWN * (1 + choice.more)
    if choice.view == "around" and choice.entity and not found.entities:
        return neighbourhood(facts, choice.entity, most)
    return most_connected(facts, most)


def _draw_graph(memory: Memary, visit: Visit, found: GraphView, facts: Sequence[Fact], words: Words) -> None:
    choice, user = visit.graph, visit.user
    part = _parts(choice, found, facts)
    view, background = view_of(part, memory, user), GraphView()
    if found.entities:
        view, background = found, view
    if choice.entity and choice.entity not in {**view.entities, **background.entities}:
        view = view.joined(view_of(neighbourhood(facts, choice.entity, _BESIDE), memory, user))
    for entity_id in choice.expanded:
        view = view.joined(view_of(neighbourhood(facts, entity_id, _BESIDE), memory, user))
    path = GraphPart()
    if choice.entity and choice.goal:
        path = shortest_path(facts, choice.entity, choice.goal)
        view = view_of(path, memory, user, lit=True).joined(view)
        caption = words("graph.path_found", facts=escaped(sentences(path.facts)))
        st.caption(caption if path.facts else words("graph.no_path"))
    if view.entities or background.entities:
        draw_graph(
            drawn(view, background, user=user, selected=choice.entity, path=path.nodes, words=words),
            key=f"graph {user}",
            on_pick=choice.pick,
            on_expand=choice.expand,
        )
    else:
        st.info(words("graph.nothing_drawn"), icon=":material/hub:")
    _draw_extent(choice, view, part, len(facts), words)


def _draw_extent(choice: GraphChoice, view: GraphView, part: GraphPart, known: int, words: Words) -> None:
    """Say what is drawn and what is not, with a way to more."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(words("graph.counted", entities=len(view.entities), facts=len(view.facts)), width="content")
        if len(part.nodes) < part.of_nodes:
            left = part.of_nodes - len(part.nodes)
            caption = words("graph.part", count=len(part.nodes), all=part.of_nodes, facts=known)
            st.caption(caption, width="content")
            if choice.more < _MOST_TIMES:
                label = words("graph.next", count=min(left, _DRAWN))
                st.button(
                    label,
                    key="graph-more",
                    icon=":material/add:",
                    type="tertiary",
                    on_click=_show_more,
                    args=(choice,),
                )
    if known >= MOST_FACTS:
        st.caption(words("graph.cut", count=MOST_FACTS))


def _show_more(choice: GraphChoice) -> None:
    choice.more += 1


def _draw_entity(
    memory: Memary, visit: Visit, entity: Entity, known: Sequence[Entity], as_of: datetime | None, words: Words
) -> None:
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
    _draw_goal(visit, entity, known, words)
    facts = facts_of(memory, visit.user, entity.id, as_of)
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
        message_buttons(said, memory, visit, words, place="graph")
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


def _draw_goal(visit: Visit, entity: Entity, known: Sequence[Entity], words: Words) -> None:
    """Draw the choice of what a path leads to."""
    choice, key = visit.graph, f"graph-goal {visit.user}"
    names = {one.id: name_of(one, visit.user) for one in known if one.id != entity.id}
    st.session_state[key] = choice.goal if choice.goal in names else None
    st.selectbox(
        words("graph.path_to"),
        list(names),
        key=key,
        index=None,
        format_func=names.__getitem__,
        placeholder=words("graph.entity_placeholder"),
        on_change=lambda: setattr(choice, "goal", st.session_state[key]),
    )
