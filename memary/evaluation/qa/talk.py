"""Talk with questions and their right answers, as all formats are read into it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memary.types import Role

SECONDS_BETWEEN_MESSAGES = 10
"""How long after the message before it one is taken to be said, where a file dates sessions only."""

MESSAGE_KEY = "talk_message"
"""Metadata by which a stored message names the one of the file."""


@dataclass(frozen=True, slots=True)
class TalkMessage:
    """What one speaker said, by an id of its own within the talk."""

    id: str
    session: str
    text: str
    said_at: datetime
    role: Role = Role.USER
    speaker: str | None = None

    @property
    def who(self) -> str:
        """The speaker's name, or what they are."""
        return self.speaker or self.role.value

    def to_add(self) -> dict[str, Any]:
        """Return it as `Memary.add` takes it."""
        return {
            "content": self.text,
            "role": self.role,
            "speaker": self.speaker,
            "created_at": self.said_at,
            "session_id": self.session,
            "metadata": {MESSAGE_KEY: self.id},
        }


@dataclass(frozen=True, slots=True)
class TalkQuestion:
    """A question about a talk.

    Attributes:
        id: its own within the talk.
        text: the question.
        answer: the right answer; empty where the talk does not hold one.
        category: by which answers are summed up.
        asked_at: when it is asked; only what was said by then is known.
        evidence: ids of the messages that decide, where the file tells.
        rubric: what an answer has to say, point by point, where the file tells.
    """

    id: str
    text: str
    answer: str
    category: str
    asked_at: datetime
    evidence: tuple[str, ...] = ()
    rubric: tuple[str, ...] = ()

    @property
    def has_answer(self) -> bool:
        """Whether the talk holds the answer."""
        return bool(self.answer)


@dataclass(frozen=True, slots=True)
class Talk:
    """The messages of one user's talk, oldest first, and the questions about it."""

    id: str
    messages: tuple[TalkMessage, ...]
    questions: tuple[TalkQuestion, ...]

    def until(self, time: datetime) -> tuple[TalkMessage, ...]:
        """Return the messages that had been said by a time."""
        return tuple(message for message in self.messages if message.said_at <= time)

    def asking(self, categories: Collection[str] = (), *, most: int | None = None) -> Talk:
        """Return the talk with some of its questions: of these categories, and at most so many, evenly chosen."""
        chosen = [one for one in self.questions if not categories or one.category in categories]
        if most is not None and len(chosen) > most:
            chosen = [chosen[place * len(chosen) // most] for place in range(most)]
        return replace(self, questions=tuple(chosen))


def in_step(start: datetime, place: int) -> datetime:
    """Return when the message at a place of a session was said that began at a time."""
    return start + timedelta(seconds=place * SECONDS_BETWEEN_MESSAGES)
