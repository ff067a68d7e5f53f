"""Define what was said, what memary notes beside it, and the summary of a conversation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, cast

from pydantic import Field, model_validator

from memary.types.citations import CITED_KEY, GIVEN_KEY
from memary.types.record import DEFAULT_LANGUAGE, FOREVER, Metadata, Record, RecordId, ScopeName, Time, new_id


class Role(StrEnum):
    """Who spoke a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class MessageState(StrEnum):
    """Where a message stands on its way into the graph."""

    STORED = "stored"  # kept and findable, extraction was not asked for
    PENDING = "pending"  # kept and findable, its facts are still to be extracted
    DONE = "done"  # its facts are in the graph
    FAILED = "failed"  # extraction gave up: a dead letter, to be replayed


class Message(Record):
    """One turn of talk or one chunk of a document: the ground truth that facts rest on."""

    id: RecordId = Field(default_factory=new_id)
    user_id: ScopeName
    agent_id: ScopeName | None = None
    session_id: ScopeName | None = None
    role: Role = Role.USER
    speaker: str | None = None
    content: str
    created_at: Time  # when it was said
    added_at: Time  # when memary got to know it
    metadata: Metadata = Field(default_factory=dict)
    language: str = DEFAULT_LANGUAGE
    expires_at: Time = FOREVER  # hidden from then on, never deleted by it
    digest: str  # what makes adding the same message twice store it once
    state: MessageState = MessageState.PENDING
    attempts: int = Field(default=0, ge=0, lt=2**31)
    error: str | None = None

    def __str__(self) -> str:
        return self.content


class Said(NamedTuple):
    """What a message says, as far as it is ranked and shown by it: hundreds are read for ten hits.

    The fields are those of `Message`.
    """

    id: str
    user_id: str
    session_id: str | None
    role: Role
    speaker: str | None
    content: str
    created_at: datetime
    metadata: Metadata
    language: str
    expires_at: datetime


ORIGIN_KEY = "memary.origin"
"""Metadata by which an agent marks its own answers: an `Origin` where they bring something from outside, `ECHO` where
they only repeat memory. Echoes are kept as part of the talk, but neither extracted nor recalled."""

ECHO = "memory"

TRACE_KEY = "memary.trace"
"""Metadata in which an agent keeps how its answer came about. Neither searches nor filters look into it, and hits
come without it."""

ZONE_KEY = "memary.zone"
"""Metadata in which a message keeps the zone that its time was given in, where that is not UTC, by its IANA name
("Europe/Berlin") or its offset ("+08:00"): "yesterday" is meant there. Hits come without it."""

FORGET_KEY = "memary.forget"
"""Metadata in which an agent marks its question what is to be forgotten; the user's next words answer it."""

TITLE_KEY = "memary.title"
"""Metadata in which the first message of a session keeps the title that somebody gave to it."""

HIDDEN_KEYS = frozenset({TRACE_KEY, CITED_KEY, GIVEN_KEY, ZONE_KEY, FORGET_KEY})
"""Metadata of memary's own, which neither searches nor filters look into, and which hits come without."""


class Summary(Record):
    """The running summary of a session's evicted messages, and the matters that they leave open."""

    user_id: ScopeName
    session_id: ScopeName
    text: str
    open: tuple[str, ...] = ()
    until_id: str  # the newest message that is folded in
    updated_at: Time

    @model_validator(mode="before")
    @classmethod
    def _with_matters_apart(cls, given: Any) -> Any:
        """Read a summary of schema 1 and export format 1, too, whose open matters stood below its text."""
        if not isinstance(given, Mapping):
            return given
        fields = dict(cast("Mapping[str, Any]", given))
        if not fields.get("open") and isinstance(fields.get("text"), str):
            text, _, below = f"\n{fields['text']}\n".partition("\nOPEN:\n")
            fields["text"] = text.strip()
            fields["open"] = tuple(
                matter for line in below.splitlines() if (matter := line.removeprefix("- ").strip())
            )
        return fields
