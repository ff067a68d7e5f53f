"""Records as filters see them, read field by field: what every store has to agree with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from memary.filters import METADATA, SAID_FIELDS, Row, Scalar, flat_metadata
from memary.types import Entity, Fact, Message


def message_row(message: Message, *, categories: Iterable[str] = ()) -> Row:
    """Return a message as filters see it, with the categories of the entities it mentions."""
    return _said([message]) | {
        "language": (message.language,),
        "kind": ("message",),
        "expires_at": (message.expires_at,),
        "category": tuple(categories),
    }


def fact_row(fact: Fact, *, sources: Sequence[Message] = (), categories: Iterable[str] = ()) -> Row:
    """Return a fact as filters see it, with the messages that state it and the categories of its ends."""
    own = ("language", "origin", "predicate", "importance", "confidence", "rating")
    times = ("valid_at", "invalid_at", "expires_at")
    return (
        _said(sources, fact.created_at)
        | {name: (getattr(fact, name),) for name in (*own, *times)}
        | {"kind": (fact.kind.value,), "category": tuple(categories)}
    )


def entity_row(entity: Entity, *, sources: Sequence[Message] = ()) -> Row:
    """Return an entity as filters see it, with the messages that mention it."""
    return _said(sources, entity.created_at) | {"kind": ("entity",), "category": entity.categories}


def _said(messages: Sequence[Message], created_at: datetime | None = None) -> dict[str, Sequence[Scalar]]:
    row: dict[str, list[Scalar]] = {}
    for message in messages:
        for name in SAID_FIELDS:
            if (value := getattr(message, name)) is not None:
                row.setdefault(name, []).append(value)
        for key, values in flat_metadata(message.metadata).items():
            row.setdefault(METADATA + key, []).extend(values)
    if not messages and created_at is not None:
        row["created_at"] = [created_at]
    return dict(row)
