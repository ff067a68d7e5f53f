"""Redact the texts of imported records before they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from memary.stores.base import StoredRecord
from memary.text import entity_key
from memary.text.redaction.redactor import Redactor

_TEXTS = frozenset(
    {
        *("content", "metadata", "name", "aliases", "description", "subject", "object", "statement", "quote"),
        *("text", "open", "reason", "words"),
    }
)


def redacted(row: StoredRecord, redactor: Redactor) -> StoredRecord:
    """Return a record without what is private; one that changed loses its vector, which is made again."""
    was = row.record.model_dump()
    fields = _fields(was, redactor)
    if fields == was:
        return row
    changed = row.record.model_validate(fields)
    shown = changed.model_dump() != row.record.model_dump()
    return StoredRecord(changed, None if shown else row.embedding)


def _fields(was: Mapping[str, object], redactor: Redactor) -> dict[str, object]:
    fields = {name: _value(name, value, redactor) for name, value in was.items()}
    if fields.get("name") != was.get("name") and "key" in fields:
        fields["key"] = entity_key(str(fields["name"]))
    return fields


def _value(name: str, value: object, redactor: Redactor) -> object:
    if name in _TEXTS:
        return redactor.value(value)
    if isinstance(value, Mapping):  # whole records within a row of the ledger
        return _fields(cast("Mapping[str, object]", value), redactor)
    if isinstance(value, list | tuple):
        return [_value("", one, redactor) for one in cast("list[object]", value)]
    return value
