"""Records as rows, and rows as records."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import pydantic_core

from memary.filters import flat_metadata, sort_of
from memary.stores.records import (
    BROKEN,
    FACT_FIELDS,
    KEPT_RECORDS,
    SAID_FIELDS,
    damaged,
    grounds_of,
    grounds_text,
    list_of,
    message_of,
    said_of,
    to_stamp,
    to_time,
)
from memary.text.record_text import search_terms
from memary.types import (
    DERIVED,
    Entity,
    Fact,
    FactKind,
    HeldPart,
    Mention,
    Message,
    Operation,
    Origin,
    Record,
    Said,
    Summary,
)
from memary.types.record import construct

Values = dict[str, Any]
"""A row as parameters of a statement, by the names of its columns."""


_FIELDS: dict[str, tuple[str, ...]] = {
    "messages": tuple(Message.model_fields),
    "entities": tuple(Entity.model_fields),
    "facts": FACT_FIELDS,
}
"""In the order of the fields: the id, the user, the others."""


@cache
def selected(table: str, row: str = "r") -> str:
    """Return what to select of a table's rows, in the order in which records are made of them.

    The user's column is NULL.
    """
    return ", ".join("NULL" if name == "user_id" else f"{row}.{name}" for name in _FIELDS.get(table, ("*",)))


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(value: object) -> str:
    """Return a value as JSON text."""
    return "[]" if value == () else _JSON.encode(value)  # as most lists of a record are


def to_said(row: sqlite3.Row, user_id: str) -> Said:
    """Return a row with the columns of `SAID` as what a message says."""
    return said_of(user_id, row[: len(SAID_FIELDS)])


SAID = ", ".join(f"r.{name}" for name in SAID_FIELDS)
"""What to select of a message for `to_said`."""


def id_list(ids: Iterable[str | int]) -> str:
    """Return ids or row numbers as the JSON array that `IN (SELECT value FROM json_each(?))` takes."""
    listed = list(ids)
    try:
        return pydantic_core.to_json(listed).decode()  # in a tenth of the time
    except pydantic_core.PydanticSerializationError:  # half a character
        return to_json(listed)


def owned_terms(owner: int, terms: Iterable[str]) -> str:
    """Return terms as the full text index holds them: each in the word list of its owner."""
    return " ".join(f"{owner}:{term}" for term in terms)


def _fields_of(record: Record, *, but: Iterable[str] = ()) -> Values:
    """Return the fields of a record as it has them, without its user and some others."""
    values = vars(record).copy()
    for name in ("user_id", *but):
        del values[name]
    return values


def message_values(message: Message, owner: int, *, due_at: int) -> Values:
    """Return a message as a row."""
    values = _fields_of(message)
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


def to_message(row: sqlite3.Row, user_id: str, *, strict: bool = False) -> Message:
    """Return a row with the columns of `selected` as a message; see `message_of`."""
    return message_of(_record_values("messages", row, user_id), strict=strict)


# looked up, not called: calling an enumeration takes as long as reading a field
_KINDS = {kind.value: kind for kind in FactKind}
_ORIGINS = {origin.value: origin for origin in Origin}


def _record_values(table: str, row: Iterable[Any], user_id: str) -> Values:
    """Return a row's values by the names of a record's fields, in their order."""
    values = dict(zip(_FIELDS[table], row, strict=False))  # a row may have more columns
    values["user_id"] = user_id
    return values


def entity_values(entity: Entity, owner: int) -> Values:
    """Return an entity as a row."""
    values = _fields_of(entity)
    return values | {
        "owner": owner,
        "categories": to_json(entity.categories),
        "aliases": to_json(entity.aliases),
        "created_at": to_stamp(entity.created_at),
        "terms": owned_terms(owner, search_terms(entity)),
    }


def to_entity(row: sqlite3.Row, user_id: str) -> Entity:
    """Return a row with the columns of `selected` as an entity."""
    return _entity(row[: len(_FIELDS["entities"])], user_id)


@lru_cache(KEPT_RECORDS)
def _entity(row: tuple[Any, ...], user_id: str) -> Entity:
    values = _record_values("entities", row, user_id)
    try:
        values["categories"] = list_of(values["categories"])
        values["aliases"] = list_of(values["aliases"])
        values["created_at"] = to_time(values["created_at"])
    except BROKEN as error:
        raise damaged("entity", values, error) from error
    return construct(Entity, values)


def fact_values(fact: Fact, owner: int) -> Values:
    """Return a fact as a row."""
    values = _fields_of(fact, but=("rests_on", *DERIVED))
    times = {name: to_stamp(values[name]) for name in _FACT_TIMES}
    values |= {name: [to_stamp(time) for time in values[name]] for name in _FACT_TIME_LISTS}
    lists = {name: to_json(values[name]) for name in _FACT_LISTS}
    return (
        values
        | times
        | lists
        | {
            "owner": owner,
            "rests_on": grounds_text(fact),
            "kind": fact.kind.value,
            "origin": fact.origin.value,
            "terms": owned_terms(owner, search_terms(fact)),
        }
    )


_FACT_TIMES = ("valid_at", "invalid_at", "created_at", "expired_at", "stated_end", "expires_at")
_FACT_TIME_LISTS = ("earlier_ends", "changed_at")
_FACT_LISTS = ("supersedes", "conflicts_with", "source_ids", *_FACT_TIME_LISTS)


def to_fact(row: sqlite3.Row, user_id: str) -> Fact:
    """Return a row with the columns of `selected` as a fact."""
    return _fact(row[: len(_FIELDS["facts"])], user_id)


@lru_cache(KEPT_RECORDS)
def _fact(row: tuple[Any, ...], user_id: str) -> Fact:
    values = _record_values("facts", row, user_id)
    try:
        for name in _FACT_TIMES:
            values[name] = to_time(values[name])
        for name in _FACT_LISTS:
            values[name] = list_of(values[name])
        for name in _FACT_TIME_LISTS if values["changed_at"] else ():
            values[name] = tuple(map(to_time, values[name]))
        values["kind"] = _KINDS[values["kind"]]
        values["origin"] = _ORIGINS[values["origin"]]
        values["rests_on"] = grounds_of(values["rests_on"])
    except BROKEN as error:
        raise damaged("fact", values, error) from error
    values["in_doubt"] = None
    return construct(Fact, values)


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
    values = _fields_of(operation, but=("before", "after"))
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
    values = _fields_of(summary)
    return values | {"owner": owner, "open": to_json(summary.open), "updated_at": to_stamp(summary.updated_at)}


def to_summary(row: sqlite3.Row, user_id: str) -> Summary:
    """Return a row as a summary."""
    return Summary(
        user_id=user_id,
        session_id=row["session_id"],
        text=row["text"],
        open=tuple(json.loads(row["open"])),
        until_id=row["until_id"],
        updated_at=to_time(row["updated_at"]),
    )


def held_values(part: HeldPart, owner: int) -> Values:
    """Return a part held aside as a row."""
    values = _fields_of(part)
    times = {name: to_stamp(values[name]) for name in ("at", "until")}
    return values | times | {"owner": owner, "counts": to_json(part.counts)}


def to_held(row: sqlite3.Row) -> HeldPart:
    """Return a row, with the name of its user, as a part held aside."""
    values = {name: row[name] for name in HeldPart.model_fields}
    times = {name: to_time(row[name]) for name in ("at", "until")}
    return HeldPart.model_validate(values | times | {"counts": json.loads(row["counts"])})
