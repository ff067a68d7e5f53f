"""Give the records of one user to another, as an import does that says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from pydantic import JsonValue

from memary.checks.faults import shown
from memary.errors import InputError
from memary.stores.base import StoredRecord
from memary.stores.store import Store
from memary.types import Entity, Fact, Message, Operation


def given_to(row: StoredRecord, user_id: str) -> StoredRecord:
    """Return a record as another user's.

    Ids stay, and with them all that refers to it; ids are the user's own.
    """
    changes: dict[str, object] = {"user_id": user_id}
    if isinstance(row.record, Operation):
        changes |= {"before": _owned(row.record.before, user_id), "after": _owned(row.record.after, user_id)}
    return StoredRecord(row.record.model_copy(update=changes), row.embedding)


async def check_room(store: Store, user_id: str, ids: Collection[str]) -> None:
    """Refuse to mix memories: all that the user has already has to be among the records that come.

    Args:
        store: where they come to.
        user_id: whose they become.
        ids: of the messages, entities and facts that come.

    Raises:
        InputError: the user has memory of another origin.
    """
    if user_id not in await store.users():
        return
    async for row in store.dump(user_id, alone=True):
        if isinstance(row.record, Message | Entity | Fact) and row.record.id not in ids:
            raise InputError(
                f"User {shown(user_id)} has memory that is not in this export, and two memories cannot be mixed: "
                "import as another user, or forget that one first. Nothing was imported."
            )


def _owned(records: Mapping[str, JsonValue], user_id: str) -> dict[str, JsonValue]:
    """Return what an operation keeps of records, with their user changed."""
    return {key: _renamed(value, user_id) for key, value in records.items()}


def _renamed(value: JsonValue, user_id: str) -> JsonValue:
    if isinstance(value, list):
        return [_renamed(each, user_id) for each in cast("list[JsonValue]", value)]
    if isinstance(value, dict) and "user_id" in value:
        return {**cast("dict[str, JsonValue]", value), "user_id": user_id}
    return value
