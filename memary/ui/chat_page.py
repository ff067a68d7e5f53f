"""The chat page: a conversation with an assistant that answers from memory.

Each run draws the whole page: the sidebar, the conversation as the store has it, and, when something was asked, the
answer as it comes. After an answer the page is drawn again, so that all of it shows the new state.
"""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from memary import ChatAgent, Memary, MemaryError, Message
from memary.types import Role
from memary.ui.answering import stream_answer
from memary.ui.answers import draw_evidence
from memary.ui.conversation import Attempt, Conversation, Visit, without_repeats
from memary.ui.opening import agent_loading, open_memory
from memary.ui.sidebar import choose_language, draw_sidebar
from memary.ui.strings import STRINGS, Strings
from memary.ui.writing import answer_markdown, escaped, shown

_MESSAGES = 100
"""How many of a conversation's last messages are shown."""

_AVATARS = {Role.USER: ":material/person:", Role.ASSISTANT: ":material/hub:"}

_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g stroke="#0f766e" stroke-width="3">
<path d="M8 9 24 12M8 9 14 25M24 12 14 25"/></g><g fill="#14b8a6"><circle cx="8" cy="9" r="5"/>
<circle cx="24" cy="12" r="4"/><circle cx="14" cy="25" r="4.5"/></g></svg>"""


def show() -> None:
    """Draw the page. What goes wrong appears on it as one sentence, with what to do."""
    st.set_page_config(page_title="memary", page_icon=_ICON, layout="centered")
    words = _words()
    st.title("memary", anchor=False)
    st.caption(words.tagline)
    with st.sidebar:
        upper_part = st.container()
        choose_language()
    try:
        memory = open_memory()
        agent_loading()
        visit = _visit(memory)
        with upper_part:
            draw_sidebar(memory, visit, words)
        _draw_conversation(memory, visit, words)
    except MemaryError as error:
        _draw_breakdown(error, words)


def _words() -> Strings:
    """Return the words of the language chosen, at first that of the browser."""
    if "language" in st.session_state:
        st.session_state["language-code"] = st.session_state["language"]
    elif "language-code" not in st.session_state:
        st.session_state["language-code"] = "zh" if (st.context.locale or "").startswith("zh") else "en"
    return STRINGS[st.session_state["language-code"]]


def _visit(memory: Memary) -> Visit:
    if "visit" not in st.session_state:
        st.session_state["visit"] = Visit(user=memory.settings.user)
    return st.session_state["visit"]


def _draw_conversation(memory: Memary, visit: Visit, words: Strings) -> None:
    conversation = visit.conversation
    st.chat_input(words.type_here, key="typed", on_submit=_take_typed, args=(conversation,))
    messages = memory.messages(user_id=visit.user, session_id=visit.session, limit=_MESSAGES)
    if conversation.attempt and conversation.attempt.is_answered_in(messages):
        conversation.attempt = None
    # two places: a message stays where its answer was streamed, and the offer is cleared when the answer begins
    talk, offer = st.container(), st.empty()
    with talk:
        if len(messages) == _MESSAGES:
            st.caption(words.earlier_left_out.format(count=_MESSAGES))
        for message in without_repeats(messages):
            _draw_message(message, conversation, memory, words)
        if conversation.to_ask:
            _answer(memory, visit, messages, words)
    if conversation.attempt:
        with offer.container():
            _draw_attempt(conversation, conversation.attempt, messages, words)
    elif not messages:
        with offer.container():
            _draw_welcome(conversation, words)


def _take_typed(conversation: Conversation) -> None:
    # in a callback, because it comes first: whatever the page runs into then, the text is kept
    if typed := st.session_state["typed"]:
        conversation.ask(typed)


def _draw_message(message: Message, conversation: Conversation, memory: Memary, words: Strings) -> None:
    if message.role not in (Role.USER, Role.ASSISTANT):
        return
    with _bubble(message.role):
        if message.speaker:
            st.caption(escaped(message.speaker))
        if message.role is Role.USER:
            st.text(shown(message.content, words))
            return
        st.markdown(answer_markdown(shown(message.content, words)))
        if answer := conversation.answers.get(message.id):
            draw_evidence(answer, words, memory.zone)


def _bubble(role: Role) -> DeltaGenerator:
    return st.chat_message(role.value, avatar=_AVATARS[role])


def _answer(memory: Memary, visit: Visit, messages: list[Message], words: Strings) -> None:
    conversation = visit.conversation
    attempt = conversation.begin(after=messages[-1].id if messages else None)
    with _bubble(Role.USER):
        st.text(shown(attempt.question, words))
    with _bubble(Role.ASSISTANT):
        try:
            agent = ChatAgent(memory, user_id=visit.user, session_id=visit.session or "")
            answer = stream_answer(agent, attempt.question, words)
        except MemaryError as error:
            attempt.problem = str(error)
        else:
            if answer:
                conversation.finish(answer)
    st.rerun()


def _draw_attempt(conversation: Conversation, attempt: Attempt, messages: list[Message], words: Strings) -> None:
    """Draw a question without an answer: what became of it, and a way to ask it again."""
    if not attempt.is_kept_in(messages):
        with _bubble(Role.USER):
            st.text(shown(attempt.question, words))
    if attempt.problem:
        _draw_problem(attempt.problem, words)
    else:
        st.info(words.stopped, icon=":material/stop_circle:")
    label = words.send_again if attempt.problem else words.ask_again
    st.button(label, key="ask-again", icon=":material/replay:", on_click=conversation.ask, args=(attempt.question,))


def _draw_welcome(conversation: Conversation, words: Strings) -> None:
    st.markdown(words.welcome)
    for number, example in enumerate(words.examples):
        st.button(
            example, key=f"example-{number}", icon=":material/chat:", on_click=conversation.ask, args=(example,)
        )


def _draw_problem(problem: str, words: Strings) -> None:
    st.error(f"**{words.problem}** {escaped(problem)}", icon=":material/error:")


def _draw_breakdown(error: MemaryError, words: Strings) -> None:
    """Draw what takes the place of the conversation when the memory cannot be used."""
    _draw_problem(str(error), words)
    visit: Visit | None = st.session_state.get("visit")
    unsent = visit.conversation.unsent if visit else None
    if visit and unsent:
        st.caption(words.not_sent)
        with _bubble(Role.USER):
            st.text(shown(unsent, words))
        st.button(
            words.send_again,
            key="ask-again",
            icon=":material/replay:",
            on_click=visit.conversation.ask,
            args=(unsent,),
        )
    else:
        st.button(words.try_again, key="try-again", icon=":material/replay:")
