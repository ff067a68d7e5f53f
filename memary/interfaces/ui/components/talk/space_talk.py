"""Draw what was said in a space in place of a conversation: by whom, and what was learnt from it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from memary import Memary
from memary.interfaces.ui.components.talk.news import await_news, draw_news
from memary.interfaces.ui.components.talk.turns import draw_said
from memary.interfaces.ui.safe_text import escaped, said_at
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.types.spaces import AUTHOR_KEY, Grant, SpaceRole

_MESSAGES = 100
"""How many of the last messages are shown."""


def draw_telling(memory: Memary, visit: Visit, space: Grant, words: Words) -> None:
    """Draw where something is told the members of a space; whoever only reads there has nowhere to type."""
    writes = space.role.includes(SpaceRole.WRITER)
    st.chat_input(
        words("spaces.type_here", space=space.space) if writes else words("spaces.only_reads"),
        key="told",
        disabled=not writes,
        on_submit=attempt,
        args=(visit, partial(_tell, memory, visit.user, space, words)),
    )


def _tell(memory: Memary, user: str, space: Grant, words: Words) -> str:
    memory.add(str(st.session_state["told"]), user_id=user)
    return words("spaces.told", space=space.space)


def draw_talk(memory: Memary, visit: Visit, space: Grant, words: Words) -> None:
    """Draw what was said in a space last."""
    st.caption(words("spaces.intro", space=escaped(space.space)))
    messages = memory.messages.list(user_id=visit.user, limit=_MESSAGES)
    if len(messages) == _MESSAGES:
        st.caption(words("chat.earlier_left_out", count=_MESSAGES))
    if not messages:
        st.info(words("spaces.empty"), icon=":material/group:")
    news = memory.operations.learnt([message.id for message in messages], user_id=visit.user)
    for message in messages:
        author = str(message.metadata.get(AUTHOR_KEY, "")) or words.tables["shared.roles"][message.role]
        who = (
            author
            if message.speaker in (None, author)
            else words("spaces.as_said", who=author, speaker=message.speaker)
        )
        with st.chat_message(message.role.value, avatar=":material/person:"):
            st.caption(f"{escaped(who)} · {said_at(message, visit.zones)}")
            draw_said(message, words)
        if message.id in news:
            draw_news(message.id, news[message.id], memory, visit, words)
    await_news(news, memory, visit)
