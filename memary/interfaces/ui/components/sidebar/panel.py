"""The sidebar: whose memory and which conversation, what the memory holds, and what works behind it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from memary import InputError, Memary, Scope
from memary.interfaces.ui.assistant import draw_assistant
from memary.interfaces.ui.components.sidebar.conversations import draw_conversations
from memary.interfaces.ui.components.sidebar.spaces import choose_space
from memary.interfaces.ui.reads import wait_for
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit, beginning_of, distinct, new_session_id
from memary.interfaces.ui.words import Words, languages
from memary.languages.prompt.stamps import Zones
from memary.queries import MessageQuery
from memary.types import StoreStats, utc_now
from memary.types.spaces import is_space
from memary.zones import zone_named

_TOP_ENTITIES = 8
_NEVER = 1e9
"""A half-life by which what came up most often stands first, however long ago that was."""

_COUNTER = 94
"""Width of a counter in pixels."""

_REFRESH = 1.5
"""Seconds between two looks at the counters while something is pending."""


def draw_sidebar(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what the sidebar holds of the memory, and note in the visit what was chosen."""
    if not visit.is_logged_in:
        _choose_user(memory, visit, words)
    choose_space(memory, visit, words)
    visit.has_model = not memory.is_offline
    visit.zones = zones_here(memory.admin.zones_of(user_id=visit.user))
    visit.is_in_older = False
    if visit.space is None:  # conversations are a user's own
        _choose_session(memory, visit, words)
        draw_assistant(memory, visit, words)
    has_pending = memory.admin.stats(user_id=visit.user).pending > 0
    st.fragment(_draw_memory, run_every=_REFRESH if has_pending else None)(memory, visit, words, has_pending)
    _draw_status(memory, visit, words)


def _choose_user(memory: Memary, visit: Visit, words: Words) -> None:
    users = memory.admin.users()
    options = users if visit.member in users else [visit.member, *users]
    chosen = st.selectbox(
        words("sidebar.user"),
        options,
        # not by the session's state: a browser that is told a value only once may miss it, and send the first of all
        index=options.index(visit.member),
        key="user",
        help=words("sidebar.user_hint"),
        placeholder=words("sidebar.user_placeholder"),
        accept_new_options=True,
    )
    user = (chosen or "").strip() or memory.settings.user
    if is_space(user):
        visit.problem = InputError(words("sidebar.no_user"))
    else:
        visit.become(user)


def _choose_session(memory: Memary, visit: Visit, words: Words) -> None:
    user = visit.user
    stored = [session_id for session_id, _, _ in memory.sessions.list(user_id=user)]
    current = visit.sessions.setdefault(user, stored[0] if stored else new_session_id(utc_now()))
    options = stored if current in stored else [current, *stored]
    titles = memory.sessions.titles(user_id=user)
    named = ((option, titles.get(option) or _beginning(memory, visit, option)) for option in options)
    visit.titles = distinct(named, words)
    key = f"session of {user}"
    # set again at each run, since the box in the browser keeps the old label where a conversation gets its title
    st.session_state[key] = st.session_state.get(key, current)
    visit.sessions[user] = st.selectbox(
        words("sidebar.conversation"),
        options,
        key=key,
        format_func=partial(_label, visit.titles),
        help=words("sidebar.conversation_hint"),
    )
    visit.is_in_older = visit.session in stored[1:]
    st.button(
        words("sidebar.new_conversation"),
        key="new-conversation",
        icon=":material/add_comment:",
        width="stretch",
        on_click=partial(_begin_session, visit, key),
        shortcut="Alt+Shift+N",
        help="Alt+Shift+N",
    )
    if stored:
        draw_conversations(memory, visit, words, stored=len(stored))


def zones_here(zones: Zones) -> Zones:
    """Return in which zones times are shown: in the visitor's own, unless the settings name one."""
    own = zone_named(st.context.timezone) if st.context.timezone else None
    return zones if zones.is_fixed or own is None else Zones(own, is_fixed=True)


def _label(labels: dict[str, str], session_id: str) -> str:
    return labels.get(session_id, session_id)


def _begin_session(visit: Visit, key: str) -> None:
    visit.sessions[visit.user] = st.session_state[key] = new_session_id(utc_now())


def _beginning(memory: Memary, visit: Visit, session_id: str) -> str:
    """Return how a conversation begins, empty while nothing was said in it.

    It never changes, so it is read once.
    """
    place = (visit.user, session_id)
    if place not in visit.beginnings:
        scope = Scope(user_id=visit.user, session_id=session_id)
        first = wait_for(memory, memory.core.store.read, MessageQuery(scope, limit=1))
        if not first:
            return ""
        visit.beginnings[place] = beginning_of(first[0], visit.zones)
    return visit.beginnings[place]


def _draw_memory(memory: Memary, visit: Visit, words: Words, had_pending: bool) -> None:
    """Draw what a user's memory holds.

    While something is pending, this part of the page refreshes itself.
    """
    user = visit.user
    stats = memory.admin.stats(user_id=user)
    if had_pending and not stats.pending:
        st.rerun()  # all is read: no more refreshing
    _draw_counters(stats, words)
    if stats.failed:
        st.button(
            words("sidebar.retry_failed"),
            key="retry-failed",
            icon=":material/replay:",
            width="stretch",
            on_click=_read_again,
            args=(memory, user),
        )
    known = memory.entities.list(user_id=user, half_life_days=_NEVER, limit=_TOP_ENTITIES)
    with st.container(gap="xsmall"):
        st.markdown(f"**{words('sidebar.top_entities')}**", help=words("sidebar.top_entities_hint"))
        if not known:
            st.caption(words("sidebar.no_entities"))
        with st.container(horizontal=True, gap="xsmall"):
            for row in known:
                label = f"{escaped(row.entity.name)} · {row.count:,}"
                if st.button(label, key=f"top-{row.entity.id}", help=words("sidebar.in_graph")):
                    visit.show_entity(row.entity.id)
                    st.rerun()


def _read_again(memory: Memary, user: str) -> None:
    memory.admin.replay(user_id=user)


def _draw_counters(stats: StoreStats, words: Words) -> None:
    with st.container(border=True, horizontal=True):  # two in a row, also on a phone, where columns would stack
        st.metric(words("sidebar.messages"), f"{stats.messages:,}", width=_COUNTER)
        current = f"{stats.current_facts:,}"
        st.metric(words("sidebar.facts"), current, help=words("sidebar.facts_hint"), width=_COUNTER)
        st.metric(words("sidebar.pending"), f"{stats.pending:,}", help=words("sidebar.pending_hint"), width=_COUNTER)
        st.metric(words("sidebar.failed"), f"{stats.failed:,}", help=words("sidebar.failed_hint"), width=_COUNTER)


def _draw_status(memory: Memary, visit: Visit, words: Words) -> None:
    with st.container(gap="xsmall"):
        if visit.zones.main:
            st.caption(words("sidebar.zone", zone=escaped(str(visit.zones.main))))
        if memory.is_offline:
            st.badge(words("sidebar.offline"), icon=":material/cloud_off:", color="orange")
            st.caption(words("sidebar.offline_means"), help=words("sidebar.offline_hint"))
        else:
            st.caption(f"{words('sidebar.model')}: {escaped(memory.core.models.chat.name)}")
        if visit.is_logged_in:  # where memory is kept is told to who runs the server
            return
        location = memory.core.store.location
        st.caption(f"{words('sidebar.store')}: {escaped(location.rpartition('/')[2])}", help=escaped(location))


def choose_language(words: Words) -> None:
    """Draw the choice of the language.

    What is chosen holds from the next run on.
    """
    chosen = st.segmented_control(
        words("sidebar.language"),
        list(languages()),
        default=words.code,
        key="language",
        required=True,
        format_func=lambda code: languages()[code]("shared.name"),
    )
    st.session_state["language-code"] = chosen or words.code
