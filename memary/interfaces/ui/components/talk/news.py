"""Draw beneath a message what memory learnt from it, with a way to take it back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from memary import Duplicate, Memary, News
from memary.facts.identity import is_self
from memary.facts.news import sentences
from memary.interfaces.ui.components.pairs import draw_answers
from memary.interfaces.ui.reads import scope_here, wait_for
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.resolution.names.duplicates import asked_after

_REFRESH = 2.0
"""Seconds between two looks whether a message was read."""


def draw_news(message_id: str, news: News, memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what was learnt from a message and what ended; nothing where no fact changed."""
    if not (news.learnt or news.ended):
        return
    groups = {"learnt": news.learnt, "ended": news.ended, "disputed": news.disputed}
    texts = words.tables["chat.news"]
    line = " · ".join(texts[name].format(facts=escaped(sentences(facts))) for name, facts in groups.items() if facts)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(line, width="content")
        st.button(
            words("records.undo"),
            key=f"undo-{message_id}",
            icon=":material/undo:",
            type="tertiary",
            on_click=attempt,
            args=(visit, partial(_undo, message_id, memory, visit.user, words)),
        )


def left_open(news: Mapping[str, News], memory: Memary, user: str) -> tuple[str, Duplicate | None]:
    """Return two entities of which a conversation leaves open whether they are one.

    The id of the last message about them comes first.
    """
    learnt = [fact for of_message in news.values() for fact in of_message.learnt]
    pair = wait_for(memory, asked_after, memory.core.store, scope_here(memory, user), learnt)
    learning = [
        id_ for id_, one in news.items() if pair and any(pair.other.id == fact.subject_id for fact in one.learnt)
    ]
    return (learning[-1], pair) if learning else ("", None)


def draw_left_open(pair: Duplicate, message_id: str, memory: Memary, visit: Visit, words: Words) -> None:
    """Ask whether one who was told to have a name, or who speaks, is the one whom memory knows by it."""
    name, other = escaped(pair.one.name), escaped(pair.other.name)
    is_user = is_self(pair.other)
    asked = words("chat.asked_you", name=name) if is_user else words("chat.asked_same", name=name, other=other)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(asked, width="content")
        draw_answers(pair, message_id, memory, visit, words)


def await_news(news: Mapping[str, News], memory: Memary, visit: Visit) -> None:
    """Draw the page again once one more of the messages that are not read yet is read."""
    pending = [id_ for id_, of_message in news.items() if of_message.pending]
    if pending:
        st.fragment(_look, run_every=_REFRESH)(pending, memory, visit)


def _look(pending: list[str], memory: Memary, visit: Visit) -> None:
    news = memory.operations.learnt(pending, user_id=visit.user)
    if not all(id_ in news and news[id_].pending for id_ in pending):
        st.rerun()


def _undo(message_id: str, memory: Memary, user: str, words: Words) -> str:
    memory.operations.undo_message(message_id, user_id=user)
    return words("records.undone")
