"""Shape memary's records as what mem0's calls return: memories, and the rows of their history.

Pure functions: records in, dictionaries out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import md5
from typing import Any, cast

from memary.integrations.documents import Document
from memary.integrations.mem0.scopes import day_of, named
from memary.types import FOREVER, Action, Fact, Message, Operation

KIND = "memary.mem0"
"""The metadata key of memories that are texts as they were said."""

_EVENTS = frozenset({Action.ADD, Action.UPDATE, Action.DELETE})


def memory_of_fact(fact: Fact, sources: Sequence[Message], *, updated_at: datetime) -> dict[str, Any]:
    """Return a fact as mem0 shows a memory, with what the messages that state it were said with."""
    metadata: dict[str, Any] = {}
    for source in sources:
        metadata |= {key: value for key, value in source.metadata.items() if key not in metadata}
    first = sources[0] if sources else None
    memory = _memory(fact.id, fact.statement, metadata, created_at=fact.created_at, updated_at=updated_at)
    return memory | _told(fact.user_id, first, fact.expires_at)


def memory_of_document(document: Document) -> dict[str, Any]:
    """Return a text as mem0 shows a memory."""
    said, times = document.message, {"created_at": document.created_at, "updated_at": document.updated_at}
    memory = _memory(document.name, document.value["memory"], said.metadata, **times)
    return memory | _told(said.user_id, said, said.expires_at)


def _memory(
    id_: str, text: str, metadata: Mapping[str, Any], *, created_at: datetime, updated_at: datetime
) -> dict[str, Any]:
    return {
        "id": id_,
        "memory": text,
        "hash": md5(text.encode(), usedforsecurity=False).hexdigest(),
        "metadata": own_metadata(metadata) or None,
        "created_at": _iso(created_at),
        "updated_at": _iso(updated_at),
    }


def _told(user_id: str, said: Message | None, expires_at: datetime) -> dict[str, Any]:
    """Return who said a memory, to whom and until when it is shown, as far as that is known."""
    fields = {
        "user_id": named(user_id),
        "agent_id": said and said.agent_id,
        "run_id": said and said.session_id,
        "actor_id": said and said.speaker,
        "role": said and said.role.value,
        "expiration_date": day_of(expires_at),
    }
    return {key: value for key, value in fields.items() if value is not None}


def events_of(operations: Iterable[Operation]) -> list[dict[str, Any]]:
    """Return what came of messages, as `add` tells it.

    New facts, facts that replaced others, facts that ended. What says the same as before is no event.
    """
    events: list[dict[str, Any]] = []
    for row in operations:
        before, after = _fact(row.before, row.target_id), _fact(row.after, row.target_id)
        fact = after or before
        if row.action not in _EVENTS or fact is None:
            continue
        if before and after and before["statement"] == after["statement"] and _is_over(before) == _is_over(after):
            continue  # another beginning, source or trust: mem0's memories have none of it
        event = {"id": row.target_id, "memory": fact["statement"], "event": row.action.value}
        changed = [
            one for id_ in row.before if row.before[id_] != row.after.get(id_) and (one := _fact(row.before, id_))
        ]
        if row.action is Action.UPDATE and changed:
            event["previous_memory"] = changed[0]["statement"]
        events.append(event)
    return events


def history_of_fact(fact_id: str, operations: Iterable[Operation]) -> list[dict[str, Any]]:
    """Return what the ledger says of a fact, as rows of mem0's history, oldest first."""
    rows: list[dict[str, Any]] = []
    made_at: datetime | None = None
    for row in operations:
        before, after = _fact(row.before, fact_id), _fact(row.after, fact_id)
        if after is None:
            continue
        made_at = made_at or row.at
        old, new = (before or {}).get("statement"), str(after["statement"])
        if _is_over(after) and not (before and _is_over(before)):
            rows.append(history_row(row.id, fact_id, old or new, None, made_at=made_at, at=row.at))
        elif old != new:
            rows.append(history_row(row.id, fact_id, old, new, made_at=made_at, at=row.at))
    return rows


def history_row(
    id_: str, memory_id: str, old: str | None, new: str | None, *, made_at: datetime, at: datetime
) -> dict[str, Any]:
    """Return a row of a memory's history; nobody is named as who said it."""
    event = "DELETE" if new is None else "ADD" if old is None else "UPDATE"
    return {
        "id": id_,
        "memory_id": memory_id,
        "old_memory": old,
        "new_memory": new,
        "event": event,
        "created_at": _iso(made_at),
        "updated_at": _iso(at),
        "is_deleted": event == "DELETE",
        "actor_id": None,
        "role": None,
    }


def own_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return metadata without the keys of memary's own."""
    return {key: value for key, value in metadata.items() if not key.startswith("memary.")}


def _fact(pictured: Mapping[str, Any], id_: str) -> dict[str, Any] | None:
    """Return a fact as a ledger row pictures it; None if the row pictures something else by that id."""
    found = pictured.get(id_)
    return cast("dict[str, Any]", found) if isinstance(found, dict) and "statement" in found else None


def _is_over(fact: Mapping[str, Any]) -> bool:
    return datetime.fromisoformat(fact["expired_at"]) < FOREVER


def _iso(time: datetime) -> str:
    return time.astimezone(UTC).isoformat()
