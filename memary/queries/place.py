"""The place of a record in its list, by which a list goes on where a page of it ended.

It is made of the record's time and id: what is added or forgotten between two pages makes nothing come twice or stay
away, and records of one time are told apart. As text it is a cursor.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeVar

from memary.errors import InputError
from memary.types import BEGINNING, Fact, Message, Operation

ListKind = Literal["message", "fact", "operation", "run"]


class Updated(Protocol):
    """A record that goes on, listed by when it was told of last: a run of an agent."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def updated_at(self) -> datetime | None:
        """When it was told of last."""
        ...


Listed = Message | Fact | Operation | Updated


class Place(NamedTuple):
    """When a record was said, true, decided or updated, and its id; lists go by both."""

    at: datetime
    id: str


def place_of(record: Listed) -> Place:
    """Return the place of a record in its list."""
    match record:
        case Message():
            return Place(record.created_at, record.id)
        case Fact():
            return Place(record.valid_at, record.id)
        case Operation():
            return Place(record.at, record.id)
        case _:
            return Place(record.updated_at or BEGINNING, record.id)


def cursor_of(record: Listed) -> str:
    """Return the place of a record as text: given as `before`, it lists what stands before that record."""
    at, id_ = place_of(record)
    return base64.urlsafe_b64encode(f"{_kind_of(record)} {at.isoformat()} {id_}".encode()).decode()


def place_given(before: Listed | str | None, kind: ListKind) -> Place | None:
    """Return the place that a caller names, by a record or its cursor.

    Raises:
        InputError: it is no cursor, or that of another list.
    """
    if before is None:
        return None
    if not isinstance(before, str):
        named, place = _kind_of(before), place_of(before)
    else:
        named, place = _read(before)
    if named != kind:
        raise InputError(f"The cursor belongs to a list of {named}s: leave it out to begin a list of {kind}s.")
    return place


def _kind_of(record: Listed) -> str:
    return type(record).__name__.lower().removesuffix("record")


def _read(cursor: str) -> tuple[str, Place]:
    try:
        named, at, id_ = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ", 2)
        place = Place(datetime.fromisoformat(at), id_)
        if place.at.tzinfo is None:
            raise ValueError("a time without a zone")
    except (binascii.Error, ValueError) as error:
        raise InputError(
            "The cursor cannot be read: pass the one that a list told, unchanged, or leave it out to begin."
        ) from error
    return named, place


Kept = TypeVar("Kept", bound=Listed)


def newest_of(found: Sequence[Kept], limit: int | None) -> tuple[list[Kept], str | None]:
    """Return the newest of a list that was read for one more, and the cursor of what stands before them, if any."""
    if limit is None or len(found) <= limit:
        return list(found), None
    shown = list(found[-limit:])
    return shown, cursor_of(shown[0])
