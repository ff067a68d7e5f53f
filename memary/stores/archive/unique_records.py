"""Identify the records of a user that must be unique; of two alike `Store.load` keeps the first."""

from __future__ import annotations

from collections.abc import Iterable

from memary.stores.base import StoredRecord
from memary.types import Entity, Fact, Mention, Message, Operation, Summary


class UniqueRecords:
    """The records of a user, by what tells them apart."""

    def __init__(self) -> None:
        self._keys: set[tuple[str, ...]] = set()

    def take(self, rows: Iterable[StoredRecord]) -> int:
        """Take in those that are not there yet, and return how many that are."""
        new = 0
        for row in rows:
            keys = _keys_of(row.record)
            if self._keys.isdisjoint(keys):
                self._keys.update(keys)
                new += 1
        return new


def _keys_of(record: Message | Entity | Fact | Mention | Operation | Summary) -> list[tuple[str, ...]]:
    kind = type(record).__name__
    match record:
        case Message():
            return [(kind, record.id), ("text", record.digest)]
        case Mention():
            return [(kind, record.source_id, record.entity_id)]
        case Summary():
            return [(kind, record.session_id)]
        case _:
            return [(kind, record.id)]
