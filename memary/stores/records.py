"""Rebuild records from what a store kept of them, and count times as stores do.

Of a message that is damaged the rest is read, so that it can be seen and forgotten as any other. A damaged entity or
fact is an error: what a part of it is worth cannot be told.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from pydantic import JsonValue

from memary.checks.bounds import fault_of_shape
from memary.errors import DamagedRecordError
from memary.languages.keys import entity_key
from memary.types import BEGINNING, DERIVED, FOREVER, ZONE_KEY, Fact, Ground, Message, MessageState, Role, Said
from memary.types.record import construct

FACT_FIELDS = tuple(name for name in Fact.model_fields if name not in DERIVED)
"""The fields of a fact that are stored, in their order."""

SAID_FIELDS = tuple(name for name in Said._fields if name != "user_id")
"""The fields of what a message says, but whose it is."""

KEPT_RECORDS = 2_048
"""How many entities and facts are kept as they were made: what a user talks of is read again and again."""

_log = logging.getLogger("memary")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_stamp(time: datetime) -> int:
    """Return a time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


_OWN_KEY = entity_key("User")


def key_of(name: str, key: str) -> str:
    """Return the key that an entity of this name must have; `key` is the one that it has.

    The user's own stays, whatever word for the user is the name.
    """
    return key if key == _OWN_KEY else entity_key(name)


_FOREVER = to_stamp(FOREVER)


@lru_cache(maxsize=16_384)
def to_time(stamp: int) -> datetime:
    """Return microseconds since 1970 as a time in UTC."""
    return FOREVER if stamp == _FOREVER else _EPOCH + timedelta(0, 0, stamp)


BROKEN = (ValueError, KeyError, TypeError, OverflowError, RecursionError)
"""What reading a value raises that memary has not written."""

_READABLE_LEVELS = 255
"""How deep metadata is nested at most that pydantic takes and writes; earlier versions of memary kept as much."""

# looked up, not called: calling an enumeration takes as long as reading a field
_ROLES = {role.value: role for role in Role}
_STATES = {state.value: state for state in MessageState}


def message_of(values: dict[str, Any], *, strict: bool = False) -> Message:
    """Return a message of what a store keeps: times as stamps, role and state as texts, metadata as JSON.

    Of a damaged one what cannot be read is left out; it comes as a dead letter whose error says what that is.

    Args:
        values: by the names of the fields, in their order; the message keeps the dict.
        strict: a damaged message is an error.

    Raises:
        DamagedRecordError: it is damaged, and that is an error.
    """
    try:
        values["created_at"] = to_time(values["created_at"])
        values["added_at"] = to_time(values["added_at"])
        values["expires_at"] = to_time(values["expires_at"])
        values["role"] = _ROLES[values["role"]]
        values["state"] = _STATES[values["state"]]
        values["metadata"] = {} if values["metadata"] == "{}" else _mapping(values["metadata"])
        if type(values["content"]) is not str or type(values["attempts"]) is not int:
            raise TypeError
    except BROKEN as error:
        fault = _mended(values)
        if strict:
            raise DamagedRecordError(fault) from error
        _log.warning("Of %r: %s", values["user_id"], fault)
    return construct(Message, values)


def said_of(user_id: str, values: Sequence[Any]) -> Said:
    """Return what a message says, of the values of the other fields of `Said`; see `message_of`."""
    id_, session_id, role, speaker, content, created_at, metadata, language, expires_at = values
    try:
        if type(content) is not str:
            raise TypeError
        flat = {} if metadata == "{}" else _mapping(metadata)
        times = to_time(created_at), to_time(expires_at)
        return Said(id_, user_id, session_id, _ROLES[role], speaker, content, times[0], flat, language, times[1])
    except BROKEN:
        known = dict(zip(SAID_FIELDS, values, strict=True))
        mended = message_of({**known, "user_id": user_id, "added_at": 0, "state": "done", "attempts": 0})
        return Said(*(getattr(mended, name) for name in Said._fields))


def zones_in(metadata: Iterable[str]) -> list[JsonValue]:
    """Return what some messages keep under `ZONE_KEY`, of those that keep something; see `ZoneQuery`."""
    zones: list[JsonValue] = []
    for text in metadata:
        if ZONE_KEY in text:  # hardly any other text has to be read
            with suppress(*BROKEN):
                zones.append(_mapping(text).get(ZONE_KEY))
    return [zone for zone in zones if zone is not None]


_SHORT = 500
"""Characters of a JSON text that is kept with what it says: many records have the same, and all are read again."""

_PLAIN = frozenset((str, int, float, bool, type(None)))


def list_of(text: Any) -> tuple[Any, ...]:
    """Return a list of texts or numbers that is kept as JSON."""
    if text == "[]":  # most are empty
        return ()
    return _short_list(text) if len(text) <= _SHORT else tuple(json.loads(text))


@lru_cache(maxsize=16_384)
def _short_list(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text))


def _mapping(text: Any) -> dict[str, Any]:
    flat = _short_flat(text) if len(text) <= _SHORT else None
    return _checked_mapping(text) if flat is None else flat.copy()


@lru_cache(maxsize=16_384)
def _short_flat(text: str) -> dict[str, Any] | None:
    """Return what a text says, if none of its values can be changed."""
    mapping = _checked_mapping(text)
    return mapping if _PLAIN.issuperset(map(type, mapping.values())) else None


def _checked_mapping(text: Any) -> dict[str, Any]:
    value: object = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError
    mapping = cast("dict[str, Any]", value)
    marks = text.count("[") + text.count("{")
    if marks > _READABLE_LEVELS and fault_of_shape(mapping, values=len(text), levels=_READABLE_LEVELS):
        raise ValueError
    return mapping


_MENDED: dict[str, tuple[type, Callable[[Any], Any], Any]] = {
    "role": (Role, Role, Role.TOOL),  # nobody's own words
    "content": (str, str, ""),
    "created_at": (datetime, to_time, BEGINNING),
    "added_at": (datetime, to_time, BEGINNING),
    "metadata": (dict, _mapping, {}),
    "expires_at": (datetime, to_time, FOREVER),
    "state": (MessageState, MessageState, MessageState.FAILED),
    "attempts": (int, int, 0),
}
"""For each field the type it has to have, how it is read, and what it is where it cannot be read."""


def _mended(values: dict[str, Any]) -> str:
    """Put readable text in the place of each damaged value of a message, and say so."""
    lost: list[str] = []
    for name, (kind, read, nothing) in _MENDED.items():
        if not isinstance(values[name], kind):
            try:
                values[name] = read(values[name])
            except BROKEN:
                lost.append(f"{name} {values[name]!r}" if kind in (Role, MessageState) else name)
                values[name] = copy(nothing)
    fault = (
        f"Message {values['id']} is damaged in the database ({' and '.join(lost)} cannot be read): forget or mend it."
    )
    if values["state"] is MessageState.PENDING:
        values["state"] = MessageState.FAILED
    values["error"] = fault
    return fault


def grounds_text(fact: Fact) -> str:
    """Return what a fact rests on as JSON."""
    grounds = [ground.model_dump(mode="json") for ground in fact.rests_on]
    return json.dumps(grounds, ensure_ascii=False, separators=(",", ":"))


def grounds_of(text: str | None) -> tuple[Ground, ...]:
    """Read what a fact rests on; None stands for a fact that was written before there were grounds."""
    if text is None or text == "[]":
        return ()
    return tuple(Ground.model_validate(each) for each in json.loads(text))


def ground_ids(fact: Fact) -> set[str]:
    """Return the ids of the facts that a fact rests on."""
    return {ground.fact_id for ground in fact.rests_on if ground.fact_id is not None}


def damaged(kind: str, values: dict[str, Any], error: Exception) -> DamagedRecordError:
    """Return the error of an entity or a fact that cannot be read."""
    return DamagedRecordError(
        f"The {kind} {values['id']} of {values['user_id']!r} is damaged in the database ({type(error).__name__}: "
        f"{error}): repair it, or restore an earlier copy; `memary doctor --check` names every such record."
    )
