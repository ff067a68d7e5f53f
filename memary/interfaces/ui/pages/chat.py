"""The chat page: a conversation with an assistant that answers from memory.

Each run draws the whole page: the sidebar, the conversation as the store has it, and, when something was asked, the
answer as it comes. After an answer the page is drawn again, so that all of it shows the new state.
"""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from memary import Memary, MemaryError, Message, News
from memary.interfaces.ui.answer_run import is_being_written, stream_answer
from memary.interfaces.ui.assistant import agent_of
from memary.interfaces.ui.components.last_change import note_forgotten
from memary.interfaces.ui.components.talk.answers import draw_evidence
from memary.interfaces.ui.components.talk.news import await_news, draw_left_open, draw_news, left_open
from memary.interfaces.ui.components.talk.profile_card import draw_profile_card
from memary.interfaces.ui.components.talk.space_talk import draw_talk, draw_telling
from memary.interfaces.ui.components.talk.turns import (
    draw_answer_tools,
    draw_forget_offer,
    draw_question_tools,
    draw_said,
    draw_unfinished,
)
from memary.interfaces.ui.problems import draw_problem, told
from memary.interfaces.ui.reads import Told, newest_question, told_answers
from memary.interfaces.ui.safe_text import draw_answer, escaped, shown
from memary.interfaces.ui.stopped_answers import unfinished_in
from memary.interfaces.ui.visit.conversation import Attempt, Conversation, Picture, Visit, unanswered, without_repeats
from memary.interfaces.ui.words import Words
from memary.text.speech_acts.forget_request import asks_to_undo
from memary.text.speech_acts.questions import asks_of_self
from memary.types import TRACE_KEY, Role

_MESSAGES = 100
"""How many of a conversation's last messages are shown."""

_REFRESH = 1.0
"""Seconds between two looks whether another window has its answer."""

_PICTURES = ["png", "jpg", "jpeg", "webp", "gif"]
_PICTURE_MB = 10

_AVATARS = {Role.USER: ":material/person:", Role.ASSISTANT: ":material/hub:"}


def draw_input(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw where a message is typed."""
    if visit.space:
        draw_telling(memory, visit, visit.space, words)
        return
    st.chat_input(
        words("chat.type_here"),
        key="typed",
        accept_file=True,
        file_type=_PICTURES,
        max_upload_size=_PICTURE_MB,
        on_submit=_take_typed,
        args=(visit.conversation, words),
    )


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the conversation, and answer what was asked; of a space, what was said in it."""
    if visit.space:
        draw_talk(memory, visit, visit.space, words)
        return
    conversation = visit.conversation
    messages = memory.messages.list(user_id=visit.user, session_id=visit.session, limit=_MESSAGES)
    if conversation.attempt and conversation.attempt.is_answered_in(messages):
        conversation.attempt = None
    # two places: a message stays where its answer was streamed, and the offer is cleared when the answer begins
    talk, offer = st.container(), st.empty()
    with talk:
        if len(messages) == _MESSAGES:
            st.caption(words("chat.earlier_left_out", count=_MESSAGES))
        said = without_repeats(messages)
        news = _draw_talk(said, memory, visit, words)
        if not conversation.to_ask:  # an answer that is being written is not broken off
            await_news(news, memory, visit)
        else:
            _answer(memory, visit, messages, words)
    if conversation.attempt:
        with offer.container():
            _draw_attempt(conversation, conversation.attempt, messages, words)
    elif waiting := unanswered(messages):
        with offer.container():
            _draw_unanswered(visit, waiting, words)
    elif not messages:
        with offer.container():
            _draw_welcome(conversation, words)


def _take_typed(conversation: Conversation, words: Words) -> None:
    # in a callback, because it comes first: whatever the page runs into then, the text is kept
    typed = st.session_state["typed"]
    pictures = [Picture(file.name, file.type, file.getvalue()) for file in typed.files]
    if asks_to_undo(typed.text) and not pictures:
        st.toast(words("chat.undo_how"), icon=":material/undo:")
    elif typed.text or pictures:
        conversation.ask(typed.text or words("chat.about_picture"), pictures[0] if pictures else None)


def _draw_talk(said: list[Message], memory: Memary, visit: Visit, words: Words) -> dict[str, News]:
    """Draw the turns, each question with what was learnt from it; return that."""
    asked = [message.id for message in said if message.role is Role.USER]
    news = memory.operations.learnt(asked, user_id=visit.user)
    unfinished = _unfinished(said, memory, visit)
    told = told_answers(memory, visit.user, said, visit.conversation.answers)
    asked_at, pair = left_open(news, memory, visit.user)
    for at, message in enumerate(said):
        is_last = message.id == asked[-1] if message.role is Role.USER else at == len(said) - 1
        following = said[at + 1 : at + 2]
        if message.role is Role.USER:
            _draw_question_turn(message, visit, words, is_last=is_last and not visit.conversation.to_ask)
        elif message.role is Role.ASSISTANT:
            question = newest_question(said[:at], None)
            _draw_answer_turn(memory, message, told[message.id], question, visit, words, is_last=is_last)
        if message.id in news:
            draw_news(message.id, news[message.id], memory, visit, words)
        if pair and message.id == asked_at:
            draw_left_open(pair, message.id, memory, visit, words)
        if message.id in unfinished and not (following and following[0].role is Role.ASSISTANT):
            with _bubble(Role.ASSISTANT):
                draw_unfinished(unfinished[message.id], words)
    return news


def _unfinished(said: list[Message], memory: Memary, visit: Visit) -> dict[str, str]:
    """Return the texts of stopped answers, except that of the question asked or shown below."""
    conversation = visit.conversation
    unfinished = unfinished_in(memory, visit.user, visit.session or "", said)
    waiting = unanswered(said)
    if waiting and conversation.unsent == waiting.content:
        unfinished.pop(waiting.id, None)
    return unfinished


def _draw_question_turn(message: Message, visit: Visit, words: Words, *, is_last: bool) -> None:
    with _bubble(Role.USER):
        if message.speaker:
            st.caption(escaped(message.speaker))
        draw_said(message, words)
        _draw_picture(visit.conversation.pictures.get(message.content))
        draw_question_tools(message, visit, words, is_last=is_last)


def _draw_answer_turn(
    memory: Memary,
    message: Message,
    told: Told,
    question: Message | None,
    visit: Visit,
    words: Words,
    *,
    is_last: bool,
) -> None:
    with _bubble(Role.ASSISTANT):
        if message.speaker:
            st.caption(escaped(message.speaker))
        draw_answer(shown(told.marked, words))
        draw_evidence(memory, told, question, message, visit, words)
        if is_last and told.given and told.given.not_forgotten is not None:
            draw_forget_offer(told.given.not_forgotten, visit, words)
        if is_last and question and asks_of_self(question.content):
            draw_profile_card(memory, visit, words)
        is_ours = is_last and TRACE_KEY in message.metadata and not visit.conversation.to_ask
        draw_answer_tools(memory, message, told, question, visit, words, is_last=is_ours)


def _draw_picture(picture: Picture | None) -> None:
    if picture:
        st.image(picture.data, caption=picture.name, width=240)


def _bubble(role: Role) -> DeltaGenerator:
    return st.chat_message(role.value, avatar=_AVATARS[role])


def _answer(memory: Memary, visit: Visit, messages: list[Message], words: Words) -> None:
    conversation = visit.conversation
    attempt = conversation.begin(messages)
    _draw_question(attempt, messages, words)
    with _bubble(Role.ASSISTANT):
        try:
            answer = stream_answer(agent_of(memory, visit), attempt, words)
        except MemaryError as error:
            attempt.problem, visit.said = error, told(error, words)
        else:
            if answer:
                conversation.finish(answer)
                visit.said = answer.text
                if answer.forgotten:
                    note_forgotten(answer.forgotten, visit, words)
    st.rerun()


def _draw_question(attempt: Attempt, messages: list[Message], words: Words) -> None:
    """Draw a question, unless it is among the messages of the conversation."""
    if attempt.kept_in(messages) is None:
        with _bubble(Role.USER):
            st.text(shown(attempt.question, words))
            _draw_picture(attempt.picture)


def _draw_unanswered(visit: Visit, message: Message, words: Words) -> None:
    """Draw a way to send the last message again, unless another window is being answered."""
    if is_being_written(visit.user, visit.session or ""):
        st.fragment(_draw_writing, run_every=_REFRESH)(visit, words)
    else:
        _draw_again(words("chat.send_again"), visit.conversation, message.content)


def _draw_writing(visit: Visit, words: Words) -> None:
    if not is_being_written(visit.user, visit.session or ""):
        st.rerun()
    st.caption(words("chat.being_written"))


def _draw_again(label: str, conversation: Conversation, question: str, picture: Picture | None = None) -> None:
    st.button(label, key="ask-again", icon=":material/replay:", on_click=conversation.ask, args=(question, picture))


def _draw_attempt(conversation: Conversation, attempt: Attempt, messages: list[Message], words: Words) -> None:
    """Draw a question without an answer: what became of it, and a way to ask it again."""
    _draw_question(attempt, messages, words)
    if attempt.written:
        with _bubble(Role.ASSISTANT):
            draw_unfinished(attempt.written, words)
    if attempt.problem:
        draw_problem(attempt.problem, words)
    else:
        st.info(words("chat.stopped"), icon=":material/stop_circle:")
    kept = attempt.kept_in(messages)
    label = words("chat.send_again") if attempt.problem else words("chat.ask_again")
    _draw_again(label, conversation, kept.content if kept else attempt.question, attempt.unseen)
    if attempt.problem and attempt.unseen:
        st.button(
            words("chat.without_picture"),
            key="without-picture",
            icon=":material/hide_image:",
            on_click=conversation.ask,
            args=(attempt.question,),
        )


def _draw_welcome(conversation: Conversation, words: Words) -> None:
    st.markdown(words("chat.welcome"))
    for number, example in enumerate(words.tables["chat.examples"].values()):
        st.button(
            example, key=f"example-{number}", icon=":material/chat:", on_click=conversation.ask, args=(example,)
        )


def draw_unsent(conversation: Conversation, words: Words) -> None:
    """Draw a message that could not be sent, and a way to send it again."""
    st.caption(words("chat.not_sent"))
    with _bubble(Role.USER):
        st.text(shown(conversation.unsent or "", words))
    _draw_again(words("chat.send_again"), conversation, conversation.unsent or "")
