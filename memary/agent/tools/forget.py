"""Forget as a tool: only what the user's own message of this turn asks to forget.

A model may call it because a retrieved text, a tool or its own earlier words told it to. So the caller has no say in
what goes: it only points at words of the user's message, and what these mean is found as for every other request.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from memary.agent.forget_turn import ForgetTurn, forget_as_quoted, told
from memary.agent.tools.registry import Tool
from memary.agent.trace import FORGET
from memary.client import Memary
from memary.languages import texts
from memary.models.base import ChatModel
from memary.queries import MessageQuery
from memary.text import detect_language
from memary.types import DEFAULT_LANGUAGE, Scope


@dataclass(slots=True)
class ForgetNotes:
    """The turn that is running: the user's message, and what was forgotten because it asks for it."""

    message_id: str | None = None
    text: str = ""
    turn: ForgetTurn | None = None


_notes: ContextVar[ForgetNotes] = ContextVar("memary_forget_notes")


def note_turn(message_id: str | None, text: str) -> ForgetNotes:
    """Tell the tool which message the turn that begins now is about.

    What it did is in the notes afterwards.
    """
    notes = ForgetNotes(message_id, text)
    _notes.set(notes)
    return notes


def may_forget(memory: Memary, chat: ChatModel) -> bool:
    """Return whether an agent has the tool: it is wanted, and a model decides what the user's words mean."""
    return memory.settings.forget_on_request and memory.core.models.extraction is not None and not chat.is_offline


def forget_tool(memory: Memary, scope: Scope) -> Tool:
    """Return the forget tool over a user's memory, in one session."""

    async def forget(words: str) -> str:
        notes = _notes.get(None)
        if notes is None or notes.message_id is None:  # outside a turn nobody asks
            return texts(DEFAULT_LANGUAGE).forget_refused
        said = texts(detect_language(notes.text))
        for message in await memory.core.store.read(MessageQuery(scope, ids=[notes.message_id])):
            if notes.turn is not None or message.content != notes.text:  # it keeps no word of what it asked for
                return said.forget_done
            notes.turn = await forget_as_quoted(memory, scope, words, message=message)
        if notes.turn is None:
            return said.forget_refused
        done = notes.turn.done
        if done.manifest is None and done.offers:
            return said.forget_asking.format(subjects="; ".join(offer.name for offer in done.offers))
        return told(notes.turn, detect_language(notes.text), names=True)

    return Tool(FORGET, texts(DEFAULT_LANGUAGE).forget_description, forget)
