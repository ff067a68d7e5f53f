"""The context page: what the model got to see for the last question, or would get to see for another.

The window of an answer of this visit is shown as it was. Of an answer that came before, or where something of it was
forgotten since, the window is built again as of that time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from memary import ContextWindow, Memary, MemaryError, Message
from memary.api.recall.context import ContextBuilder
from memary.errors import NotAllowedError, NotFoundError
from memary.interfaces.ui.components.charts import bar_chart
from memary.interfaces.ui.components.evidence import draw_heading, read_sources
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.reads import newest_question
from memary.interfaces.ui.safe_text import said_at, shown
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words

_TALK = 50
"""How many of the last messages are looked through for a question and its answer."""

_LEAST_BUDGET = 100
_STEP = 100


@dataclass(frozen=True, slots=True)
class _Seen:
    """A question with its window; `is_as_seen` tells a window that was kept from one that was built again."""

    question: Message
    window: ContextWindow
    since: int  # how many messages the conversation has from the question on
    is_as_seen: bool


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page.

    Raises:
        MemaryError: the memory could not be read.
    """
    st.caption(words("context.in_space") if visit.space else words("context.intro"))
    view = "try" if visit.space else _view(words)
    try:
        if view == "try":
            _draw_trial(memory, visit, words)
        else:
            _draw_last(memory, visit, words)
    except MemaryError as error:  # the question or the budget cannot be used: both stay within reach
        draw_problem(error, words)


def _view(words: Words) -> str:
    """Draw the choice of what is shown: the window of the last question, or of one that is tried here."""
    views = words.tables["context.views"]
    return st.pills(
        words("context.view"),
        list(views),
        key="context-view",
        format_func=views.__getitem__,
        default="last",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )


def _draw_last(memory: Memary, visit: Visit, words: Words) -> None:
    seen = _last_window(memory, visit)
    if seen is None:
        st.info(words("context.no_question"), icon=":material/chat:")
        return
    st.caption(words("context.asked_at", time=said_at(seen.question, visit.zones)))
    with st.container(border=True):
        st.text(shown(seen.question.content, words))
    as_seen = words("context.as_seen_offline") if memory.is_offline else words("context.as_seen")
    st.caption(as_seen if seen.is_as_seen else words("context.rebuilt"))
    _draw_window(memory, visit, seen.window, words, since=seen.since)


def _last_window(memory: Memary, visit: Visit) -> _Seen | None:
    """Return the window of the last question of the conversation."""
    messages = memory.messages.list(user_id=visit.user, session_id=visit.session, limit=_TALK)
    question = newest_question(messages, None)
    if question is None:
        return None
    answers = visit.conversation.answers
    since = [one.id for one in messages if one.id >= question.id]
    windows = [answers[one].window for one in since if one in answers]
    kept = next((window for window in windows if window and window.question == question.content), None)
    if kept and _is_whole(memory, visit, kept):
        return _Seen(question, kept, len(since), is_as_seen=True)
    window = memory.context(
        question.content,
        user_id=visit.user,
        session_id=visit.session,
        exclude=since,
        as_of=question.created_at,
        known_at=question.added_at,
    )
    return _Seen(question, window, len(since), is_as_seen=False)


def _is_whole(memory: Memary, visit: Visit, window: ContextWindow) -> bool:
    """Return whether all that a window quotes can still be read, and nothing of it was forgotten since."""
    quoted = {visit.user: {message.id for message in window.history}}
    for hit in window.hits:
        if hit.kind in ("message", "fact") and not hit.is_temporary:
            quoted.setdefault(visit.address(hit.space_id), set()).add(hit.id)
    try:
        return all(ids <= read_sources(memory, whose, ids).keys() for whose, ids in quoted.items())
    except (NotFoundError, NotAllowedError):  # the visitor has left the space
        return False


def _draw_trial(memory: Memary, visit: Visit, words: Words) -> None:
    question = st.text_input(
        words("context.question"),
        key="context-question",
        placeholder=words("context.question_placeholder"),
        persist_state="session",
    )
    most = ContextBuilder(memory.core).most
    budget = st.number_input(
        words("context.budget"),
        min_value=min(_LEAST_BUDGET, most),
        max_value=most,
        value=most,
        step=_STEP,
        key="context-budget",
        help=words("context.budget_hint"),
        persist_state="session",
        width=220,
    )
    if not question.strip():
        st.info(words("context.type_one"), icon=":material/keyboard:")
        return
    window = memory.context(question, user_id=visit.user, session_id=visit.session, budget=int(budget))
    _draw_window(memory, visit, window, words)


def _draw_window(memory: Memary, visit: Visit, window: ContextWindow, words: Words, *, since: int = 0) -> None:
    """Draw a window; `since` is how many messages the conversation has from its question on."""
    used = words("context.used", tokens=f"{window.tokens:,}", budget=f"{window.budget:,}")
    st.progress(min(window.tokens / window.budget, 1.0), text=used)
    if window.rewritten:
        st.caption(words("context.looked_for", question=window.rewritten))
    _draw_shares(window, words)
    st.caption(words("context.beside"))
    _draw_conversation(memory, visit, window, words, since)
    draw_heading(words("context.parts"), words("context.parts_hint"))
    names = words.tables["context.blocks"]
    for number, block in enumerate(window.blocks, start=1):
        gone = window.left_out.get(block.name, ())
        label = words("context.part", number=number, name=names[block.name], tokens=f"{block.tokens:,}")
        with st.expander(f"{label} · {words('context.left_out', count=len(gone))}" if gone else label):
            rank = block.priority
            st.caption(words("context.priority", priority=rank) if rank else words("context.never_cut"))
            _draw_text(block.text, words)
            if gone:
                st.caption(words("context.left_out_title"))
                _draw_text("\n".join(gone), words)
    _draw_dropped(window, words)
    _draw_messages(window, words)


def _draw_shares(window: ContextWindow, words: Words) -> None:
    names, titles = words.tables["context.blocks"], words.tables["context.titles"]
    rows = [
        {
            "name": f"{number}. {names[block.name]}",
            "tokens": block.tokens,
            "lines": len(block.lines),
            "share": f"{block.tokens / window.budget:.1%}",
        }
        for number, block in enumerate(window.blocks, start=1)
    ]
    chart = bar_chart(rows, value="tokens", titles=titles, tips=("lines:Q", "share:N"), shown=",d")
    sizes = ", ".join(f"{row['name']} {row['tokens']}" for row in rows)
    st.altair_chart(chart, width="stretch", alt=words("context.chart_alt", parts=sizes))


def _draw_conversation(memory: Memary, visit: Visit, window: ContextWindow, words: Words, since: int) -> None:
    """Say how much of the conversation before the question is shown, and what stands for the rest."""
    held = {session: count for session, count, _ in memory.sessions.list(user_id=visit.user)}
    if (count := held.get(visit.session or "", 0) - since) > 0:
        caption = words("context.conversation", count=count, shown=len(window.history))
        has_summary = any(block.name == "summary" for block in window.blocks)
        st.caption(f"{caption} {words('context.summarised')}" if has_summary else caption)


def _draw_dropped(window: ContextWindow, words: Words) -> None:
    """Draw what was left out of parts that are gone as a whole."""
    there, names = {block.name for block in window.blocks}, words.tables["context.blocks"]
    for name, lines in window.left_out.items():
        if name not in there:
            with st.expander(f"{names[name]} · {words('context.left_out', count=len(lines))}"):
                st.caption(words("context.left_out_title"))
                _draw_text("\n".join(lines), words)
    if not window.left_out:
        st.caption(words("context.nothing_left_out"))


def _draw_messages(window: ContextWindow, words: Words) -> None:
    messages: Sequence[dict[str, str]] = window.messages()
    roles = words.tables["shared.roles"]
    with st.expander(words("context.as_messages"), icon=":material/data_object:"):
        st.caption(words("context.as_messages_hint"))
        for number, message in enumerate(messages, start=1):
            st.caption(words("context.place", number=number, role=roles[message["role"]]))
            _draw_text(message["content"], words)


def _draw_text(text: str, words: Words) -> None:
    st.code(shown(text, words), language=None, wrap_lines=True)
