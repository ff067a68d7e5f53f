"""Page through a user's messages or facts, the newest first.

A cursor names the last record shown by its time and id, so that what is added or forgotten between two pages makes
nothing come twice or stay away.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memary.client import Memary
from memary.errors import InputError
from memary.types import Fact, Message

ListKind = Literal["message", "fact"]
_TIME_OF = {"message": "created_at", "fact": "valid_at"}


@dataclass(frozen=True, slots=True)
class Page:
    """Which page is asked for."""

    kind: ListKind
    session_id: str | None
    limit: int
    cursor: str | None


async def page_of(memory: Memary, user: str, page: Page) -> tuple[Sequence[Message | Fact], str | None]:
    """Return the records of a page, and the cursor of the next one; None on the last.

    Raises:
        InputError: the cursor is none, or that of another list.
    """
    after = None if page.cursor is None else _read_cursor(page.cursor, page.kind)
    wanted, asked = page.limit + 1, page.limit + 1
    while True:
        found = await _newest(memory, user, page, asked, None if after is None else after[0])
        rest = [record for record in found if after is None or _place(record) < after]
        if len(rest) >= wanted or len(found) < asked:
            break
        asked *= 2  # many records of one time, such as the parts of a document
    shown = rest[: page.limit]
    return shown, _cursor(page.kind, shown[-1]) if len(rest) > len(shown) else None


async def _newest(
    memory: Memary, user: str, page: Page, limit: int, until: datetime | None
) -> Sequence[Message | Fact]:
    """Return records said or true since `until` or before, the newest first."""
    earlier = None if until is None else {_TIME_OF[page.kind]: {"lte": until.isoformat()}}
    read = memory.facts.alist if page.kind == "fact" else memory.messages.alist
    return (await read(user_id=user, session_id=page.session_id, filters=earlier, limit=limit))[::-1]


def _place(record: Message | Fact) -> tuple[datetime, str]:
    return (record.valid_at if isinstance(record, Fact) else record.created_at), record.id


def _cursor(kind: ListKind, last: Message | Fact) -> str:
    time, id_ = _place(last)
    return base64.urlsafe_b64encode(f"{kind} {time.isoformat()} {id_}".encode()).decode()


def _read_cursor(cursor: str, kind: ListKind) -> tuple[datetime, str]:
    try:
        named, time, id_ = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ", 2)
        place = datetime.fromisoformat(time), id_
    except (binascii.Error, ValueError) as error:
        raise InputError(
            "The cursor cannot be read: pass next_cursor unchanged, or leave it out for the first page."
        ) from error
    if named != kind or place[0].tzinfo is None:
        raise InputError(f"The cursor belongs to a list of {named}s: leave it out to begin a list of {kind}s.")
    return place
