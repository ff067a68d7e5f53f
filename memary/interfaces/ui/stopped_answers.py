"""Keep what was written of stopped answers: on the server of the page, and nowhere in memory.

So it is there after a reload, and in another window, until the server ends. It may tell what the user had forgotten
since: whatever they forget takes all of it along.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import streamlit as st

from memary import Memary, Message
from memary.interfaces.ui.reads import wait_for
from memary.interfaces.ui.visit.conversation import Attempt
from memary.queries import OperationQuery
from memary.types import Action, Role, Scope, utc_now

_KEPT = 200
"""How many are kept, of all conversations: the newest."""


@dataclass(frozen=True, slots=True)
class _Stopped:
    """What was written of an answer, to which question, and after which message that was asked."""

    user: str
    session: str
    question: str
    message_id: str | None
    after: str | None
    written: str
    at: datetime

    def is_to(self, message: Message) -> bool:
        """Return whether a message is the question."""
        since = self.after is None or message.id > self.after
        return (
            message.role is Role.USER
            and message.content == self.question
            and (message.id == self.message_id or since)
        )


@st.cache_resource(show_spinner=False)
def _stopped() -> deque[_Stopped]:
    return deque(maxlen=_KEPT)


@contextmanager
def kept_if_stopped(user: str, session: str, attempt: Attempt) -> Generator[None]:
    """Keep what was written of an answer if the block is left before it is finished."""
    try:
        yield
    except BaseException:
        if attempt.written:
            asked = (attempt.question, attempt.message_id, attempt.after)
            _stopped().append(_Stopped(user, session, *asked, attempt.written, utc_now()))
        raise


def unfinished_in(memory: Memary, user: str, session: str, messages: Sequence[Message]) -> dict[str, str]:
    """Return what was written of stopped answers of a conversation, by the ids of the questions."""
    here = [one for one in _stopped() if (one.user, one.session) == (user, session)]
    if not here:
        return {}
    forgot = OperationQuery(Scope(user_id=user), actions=[Action.FORGET], since=here[0].at, limit=1)
    last = max((row.at for row in wait_for(memory, memory.core.store.read, forgot)), default=None)
    held = [one for one in here if last is None or one.at > last]
    return {message.id: one.written for one in held for message in messages if one.is_to(message)}
