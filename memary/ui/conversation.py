"""What the page remembers of a visitor, apart for each user and conversation: memory itself is in the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import pairwise

from memary import Answer, Message
from memary.types import Role
from memary.ui.strings import Strings

_TITLE_CHARS = 32


@dataclass(slots=True)
class Attempt:
    """A question that was handed to the agent and has no answer yet. Without a problem, it was stopped."""

    question: str
    after: str | None  # the newest message when it was asked
    problem: str | None = None

    def is_kept_in(self, messages: Sequence[Message]) -> bool:
        """Whether the question is in the store, as far as these messages tell."""
        return any(message.role is Role.USER for message in self._since(messages))

    def is_answered_in(self, messages: Sequence[Message]) -> bool:
        """Whether the answer was kept after all, just before it was stopped."""
        return any(message.role is Role.ASSISTANT for message in self._since(messages))

    def _since(self, messages: Sequence[Message]) -> list[Message]:
        return [message for message in messages if self.after is None or message.id > self.after]


@dataclass(slots=True)
class Conversation:
    """One user's conversation, as this visitor sees it."""

    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])  # by the id of their message
    to_ask: str | None = None  # typed or chosen, and not yet handed to the agent
    attempt: Attempt | None = None

    @property
    def unsent(self) -> str | None:
        """What would be lost if the page forgot it."""
        return self.to_ask or (self.attempt.question if self.attempt else None)

    def ask(self, question: str) -> None:
        """Ask at the next run of the page."""
        self.to_ask = question

    def begin(self, *, after: str | None) -> Attempt:
        """Hand the question over. Whatever interrupts the answer from here on leaves the attempt behind."""
        self.attempt = Attempt(self.to_ask or "", after)
        self.to_ask = None
        return self.attempt

    def finish(self, answer: Answer) -> None:
        """Take the answer."""
        self.attempt = None
        if answer.message_id:
            self.answers[answer.message_id] = answer


@dataclass(slots=True)
class Visit:
    """What one visitor has chosen. It outlives a page that could not be drawn, unlike the state of widgets."""

    user: str
    sessions: dict[str, str] = field(default_factory=dict[str, str])  # user -> the session looked at
    conversations: dict[tuple[str, str], Conversation] = field(default_factory=dict[tuple[str, str], Conversation])
    titles: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    @property
    def session(self) -> str | None:
        """The session looked at; None until one was chosen."""
        return self.sessions.get(self.user)

    @property
    def conversation(self) -> Conversation:
        """The conversation looked at."""
        return self.conversations.setdefault((self.user, self.session or ""), Conversation())


def without_repeats(messages: Sequence[Message]) -> list[Message]:
    """Leave out a question that got no answer and was then sent again in the same words."""
    repeated = {
        earlier.id
        for earlier, later in pairwise(messages)
        if earlier.role is later.role is Role.USER and earlier.content == later.content
    }
    return [message for message in messages if message.id not in repeated]


def new_session_id(now: datetime) -> str:
    """Return the id of a conversation that begins now."""
    return f"web-{now:%Y%m%d-%H%M%S-%f}"


def title_of(message: Message, zone: tzinfo | None) -> str:
    """Name a conversation after its first message."""
    words = " ".join(message.content.split())
    short = words if len(words) <= _TITLE_CHARS else words[: _TITLE_CHARS - 1].rstrip() + "…"
    return f"{message.created_at.astimezone(zone):%m-%d} · {short}"


def distinct(labels: Iterable[tuple[str, str]], words: Strings) -> dict[str, str]:
    """Return labels by session id, no two alike, so that a choice is never ambiguous."""
    seen: dict[str, int] = {}
    result: dict[str, str] = {}
    for session_id, label in labels:
        text = label or words.new_conversation
        seen[text] = seen.get(text, 0) + 1
        result[session_id] = text if seen[text] == 1 else f"{text} ({seen[text]})"
    return result
