"""Draw what can be done with a turn: copy it, rate an answer, ask again, or say it in other words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from memary import Memary, MemaryError, Message
from memary.agent.citation import cite
from memary.interfaces.ui.components.talk.toolbar import draw_toolbar
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.reads import Told, answer_to, recalled_for
from memary.interfaces.ui.safe_text import draw_answer, escaped, shown
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.text.captions import captions, uncaptioned
from memary.types import TRACE_KEY

_TALK = 4
"""How many of the last messages are looked through for the answer to the last question."""


def draw_said(message: Message, words: Words) -> None:
    """Draw what somebody said, and below it what the pictures in it were found to show."""
    st.text(shown(uncaptioned(message), words))
    for caption in captions(message.metadata):
        st.caption(f":material/image: {escaped(caption)}")


def draw_question_tools(message: Message, visit: Visit, words: Words, *, is_last: bool) -> None:
    """Draw what can be done with a question; the last one can be said in other words."""
    actions = {"edit": partial(visit.show, message.id, "edit")} if is_last else {}
    draw_toolbar(message.id, message.content, actions, words)


def draw_answer_tools(
    memory: Memary,
    message: Message,
    told: Told,
    question: Message | None,
    visit: Visit,
    words: Words,
    *,
    is_last: bool,
) -> None:
    """Draw what can be done with an answer: ask again if it is the last, rate it if it cites facts.

    What an answer cites of which nothing is noted is looked up when it is rated.
    """
    actions: dict[str, Callable[[], None]] = {}
    rated = visit.conversation.ratings.get(message.id)
    is_of_memary = question is not None and TRACE_KEY in message.metadata
    if rated is None and (is_of_memary if told.cited is None else told.facts):
        actions |= {
            name: partial(_rate, memory, visit, message, told, question, name, words) for name in ("good", "bad")
        }
    if is_last and question:
        actions["retry"] = partial(_ask_again, memory, visit, question, message)
    draw_toolbar(message.id, message.content, actions, words)
    if rated:
        st.caption(words.tables["chat.rated"][rated])


def draw_forget_offer(words_meant: str, visit: Visit, words: Words) -> None:
    """Draw a way to what a refused request to forget may mean, where it is chosen and forgotten by hand."""
    st.button(
        words("chat.choose_forgotten"),
        key="choose-forgotten",
        icon=":material/delete_forever:",
        on_click=_look_for,
        args=(words_meant, visit),
    )


def _look_for(words_meant: str, visit: Visit) -> None:
    st.session_state["facts-view"] = "current"
    st.session_state[f"facts-search {visit.user}"] = words_meant
    st.session_state[f"facts-layout {visit.user}"] = "table"
    visit.to_open = "facts"


def draw_edit(memory: Memary, visit: Visit, message: Message, words: Words) -> None:
    """Draw, in the dialog, the form in which a question is said in other words."""
    talk = memory.messages.list(user_id=visit.user, session_id=visit.session, limit=_TALK)
    answer = answer_to(message, talk)
    gone = memory.forget(user_id=visit.user, message_id=message.id, dry_run=True)
    with st.form(f"edit-{message.id}", border=False):
        text = st.text_area(words("chat.edit"), message.content, height="content")
        st.caption(words("chat.edit_hint", facts=gone.facts))
        pressed = st.form_submit_button(words("chat.edit_send"), icon=":material/send:", type="primary")
    if not pressed or not text.strip():
        return
    try:
        for old in (answer, message):
            if old:
                memory.forget(user_id=visit.user, message_id=old.id, for_good=True)
    except MemaryError as error:
        draw_problem(error, words)
        return
    visit.close()
    visit.conversation.ask(text.strip())
    st.rerun()


def draw_unfinished(text: str, words: Words) -> None:
    """Draw what was written of an answer before it was stopped."""
    draw_answer(shown(text, words))
    st.caption(words("chat.unfinished"))


def _ask_again(memory: Memary, visit: Visit, question: Message, answer: Message) -> None:
    try:
        memory.forget(user_id=visit.user, message_id=answer.id, for_good=True)
    except MemaryError as error:
        visit.problem = error
    else:
        visit.conversation.ask(question.content)


def _rate(
    memory: Memary, visit: Visit, answer: Message, told: Told, question: Message | None, name: str, words: Words
) -> None:
    def work() -> str:
        known = told
        if told.cited is None and question:
            found = recalled_for(memory, question, None).hits
            known = Told(told.text, cite(told.text, found, question.content), {hit.key: hit for hit in found})
        facts = known.facts
        for fact_id in facts:
            rating = "positive" if name == "good" else "negative"
            memory.facts.rate(fact_id, user_id=visit.user, rating=rating)
        visit.conversation.ratings[answer.id] = name if facts else "none"
        return words.tables["chat.rated"][name if facts else "none"]

    attempt(visit, work)
