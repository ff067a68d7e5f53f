"""Small factories for records: every field has a sensible value, tests name only what they are about."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from memary.languages.keys import entity_key
from memary.types import Action, Entity, Fact, Mention, Message, Operation, Summary

NOW = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
"""The fixed clock of the tests."""


def days(number: float) -> timedelta:
    """So many days."""
    return timedelta(days=number)


def minutes(number: float) -> timedelta:
    """So many minutes."""
    return timedelta(minutes=number)


def nested(levels: int) -> dict[str, Any]:
    """Metadata of so many mappings within one another."""
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


def fresh_user(name: str = "user") -> str:
    """A user id that nobody else has."""
    return f"{name}-{uuid.uuid4().hex}"


def message(user_id: str, content: str = "I moved to Berlin.", *, at: datetime = NOW, **fields: Any) -> Message:
    """A message said at `at`; its digest follows from content, time and session unless given."""
    key = f"{fields.get('agent_id')}|{fields.get('session_id')}|{at.isoformat()}|{content}"
    defaults = {"added_at": at, "digest": hashlib.sha256(key.encode()).hexdigest()}
    return Message(user_id=user_id, content=content, created_at=at, **(defaults | fields))


def entity(user_id: str, name: str = "Berlin", **fields: Any) -> Entity:
    """A node of that name."""
    defaults = {"key": entity_key(name), "created_at": NOW}
    return Entity(user_id=user_id, name=name, **(defaults | fields))


def fact(subject: Entity, predicate: str, object: Entity, *, at: datetime = NOW, **fields: Any) -> Fact:
    """An edge between two nodes, true from `at` on."""
    defaults = {"statement": f"{subject.name} {predicate} {object.name}", "created_at": at}
    return Fact(
        user_id=subject.user_id,
        subject_id=subject.id,
        subject=subject.name,
        predicate=predicate,
        object_id=object.id,
        object=object.name,
        valid_at=at,
        **(defaults | fields),
    )


def mention(of: Entity, source: Message | Fact, *, at: datetime | None = None) -> Mention:
    """The node came up in the message (or fact), at its time unless told."""
    when = source.created_at if isinstance(source, Message) else source.valid_at
    return Mention(user_id=of.user_id, entity_id=of.id, source_id=source.id, at=at or when)


def operation(user_id: str, target_id: str, action: Action = Action.ADD, **fields: Any) -> Operation:
    """A ledger row about a record."""
    defaults = {"at": NOW, "actor": "test", "reason": "because"}
    return Operation(user_id=user_id, target_id=target_id, action=action, **(defaults | fields))


def summary(user_id: str, session_id: str, text: str = "They talked.", **fields: Any) -> Summary:
    """The running summary of a session."""
    defaults = {"until_id": "m0", "updated_at": NOW}
    return Summary(user_id=user_id, session_id=session_id, text=text, **(defaults | fields))
