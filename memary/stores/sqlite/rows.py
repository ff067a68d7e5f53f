"""Records as rows, and rows as records."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from memary.filters import flat_metadata, sort_of
from memary.text.record_text import search_terms
from memary.types import Entity, Fact, Mention, Message, Operation, Summary

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Values = dict[str, Any]
"""A row as parameters of a statement, by the names of its columns."""


def to_stamp(time: datetime) -> int:
    """Return a time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


def to_time(stamp: int) -> datetime:
    """Return microseconds since 1970 as a time in UTC."""
    return _EPOCH + timedelta(microseconds=stamp)


def to_json(value: object) -> str:
    """Return a value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def id_list(ids: Iterable[str | int]) -> str:
    """Return ids or row numbers as the JSON array that `IN (SELECT value FROM json_each(?))` takes."""
    return to_json(list(ids))


def owned_terms(owner: int, terms: Iterable[str]) -> str:
    """Return terms as the full text index holds them: each in the word list of its owner."""
    return " ".join(f"{owner}:{term}" for term in terms)


def message_values(message: Message, owner: int, *, due_at: int) -> Values:
    """Return a message as a row."""
    values = message.model_dump(exclude={"user_id"})
    return values | {
        "owner": owner,
        "role": message.role.value,
        "state": message.state.value,
        "created_at": to_stamp(message.created_at),
        "added_at": to_stamp(message.added_at),
        "expires_at": to_stamp(message.expires_at),
        "metadata": to_json(message.metadata),
        "due_at": due_at,
        "terms": owned_terms(owner, search_terms(message)),
    }


def metadata_values(message: Message, owner: int) -> list[Values]:
    """Return a message's metadata as the rows that filters look at."""
    return [
        {
            "owner": owner,
            "message_id": message.id,
            "key": key,
            "place": place,
            "sort": "none" if value is None else sort_of(value),
            "value": value,
        }
        for key, values in flat_metadata(message.metadata).items()
        for place, value in enumerate(values or [None])
    ]


def to_message(row: sqlite3.Row, user_id: str) -> Message:
    """Return a row as a message."""
    return Message(
        id=row["id"],
        user_id=user_id,
        agent_id=row["agent_id"],
        session_id=row["session_id"],
        role=row["role"],
        speaker=row["speaker"],
        content=row["content"],
        created_at=to_time(row["created_at"]),
        added_at=to_time(row["added_at"]),
        metadata=json.loads(row["metadata"]),
        language=row["language"],
        expires_at=to_time(row["expires_at"]),
        digest=row["digest"],
        state=row["state"],
        attempts=row["attempts"],
        error=row["error"],
    )


def entity_values(entity: Entity, owner: int) -> Values:
    """Return an entity as a row."""
    values = entity.model_dump(exclude={"user_id"})
    return values | {
        "owner": owner,
        "categories": to_json(entity.categories),
        "aliases": to_json(entity.aliases),
        "created_at": to_stamp(entity.created_at),
        "terms": owned_terms(owner, search_terms(entity)),
    }


def to_entity(row: sqlite3.Row, user_id: str) -> Entity:
    """Return a row as an entity."""
    return Entity(
        id=row["id"],
        user_id=user_id,
        name=row["name"],
        key=row["key"],
        type=row["type"],
        categories=tuple(json.loads(row["categories"])),
        aliases=tuple(json.loads(row["aliases"])),
        description=row["description"],
        created_at=to_time(row["created_at"]),
    )


def fact_values(fact: Fact, owner: int) -> Values:
    """Return a fact as a row."""
    values = fact.model_dump(exclude={"user_id"})
    times = {name: to_stamp(values[name]) for name in _FACT_TIMES}
    values |= {name: [to_stamp(time) for time in values[name]] for name in _FACT_TIME_LISTS}
    lists = {name: to_json(values[name]) for name in _FACT_LISTS}
    return (
        values
        | times
        | lists
        | {
            "owner": owner,
            "kind": fact.kind.value,
            "origin": fact.origin.value,
            "terms": owned_terms(owner, search_terms(fact)),
        }
    )


_FACT_TIMES = ("valid_at", "invalid_at", "created_at", "expired_at", "stated_end", "expires_at")
_FACT_TIME_LISTS = ("earlier_ends", "changed_at")
_FACT_LISTS = ("supersedes", "conflicts_with", "source_ids", *_FACT_TIME_LISTS)
_FACT_TEXTS = (
    *("id", "subject_id", "subject", "predicate", "object_id", "object", "statement", "kind", "origin"),
    *("extractor", "confidence", "importance", "rating", "language", "quote"),
)


def to_fact(row: sqlite3.Row, user_id: str) -> Fact:
    """Return a row as a fact."""
    plain: Values = {name: row[name] for name in _FACT_TEXTS}
    times: Values = {name: to_time(row[name]) for name in _FACT_TIMES}
    lists: Values = {name: json.loads(row[name]) for name in _FACT_LISTS if row[name] != "[]"}  # most are empty
    lists |= {name: map(to_time, lists[name]) for name in _FACT_TIME_LISTS if name in lists}
    tuples: Values = {name: tuple(values) for name, values in lists.items()}
    return Fact(**plain, **times, **tuples, user_id=user_id)


def mention_values(mention: Mention, owner: int) -> Values:
    """Return a mention as a row."""
    return {
        "owner": owner,
        "entity_id": mention.entity_id,
        "source_id": mention.source_id,
        "at": to_stamp(mention.at),
    }


def to_mention(row: sqlite3.Row, user_id: str) -> Mention:
    """Return a row as a mention."""
    return Mention(user_id=user_id, entity_id=row["entity_id"], source_id=row["source_id"], at=to_time(row["at"]))


def operation_values(operation: Operation, owner: int) -> Values:
    """Return an operation as a row."""
    values = operation.model_dump(exclude={"user_id"})
    return values | {
        "owner": owner,
        "at": to_stamp(operation.at),
        "action": operation.action.value,
        "before": to_json(operation.before),
        "after": to_json(operation.after),
        "source_ids": to_json(operation.source_ids),
    }


def to_operation(row: sqlite3.Row, user_id: str) -> Operation:
    """Return a row as an operation."""
    return Operation(
        id=row["id"],
        user_id=user_id,
        at=to_time(row["at"]),
        actor=row["actor"],
        action=row["action"],
        target_id=row["target_id"],
        reason=row["reason"],
        before=json.loads(row["before"]),
        after=json.loads(row["after"]),
        source_ids=tuple(json.loads(row["source_ids"])),
    )


def summary_values(summary: Summary, owner: int) -> Values:
    """Return a summary as a row."""
    values = summary.model_dump(exclude={"user_id"})
    return values | {"owner": owner, "updated_at": to_stamp(summary.updated_at)}


def to_summary(row: sqlite3.Row, user_id: str) -> Summary:
    """Return a row as a summary."""
    return Summary(
        user_id=user_id,
        session_id=row["session_id"],
        text=row["text"],
        until_id=row["until_id"],
        updated_at=to_time(row["updated_at"]),
    )
