"""Adapt the records of an import: give them their new owner, and redact what must not be stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memary.stores.archive.ownership import given_to
from memary.stores.archive.privacy import redacted
from memary.stores.base import StoredRecord
from memary.text.redaction.redactor import Redactor
from memary.types import Operation, Record
from memary.types.access import ACCESS
from memary.types.spaces import is_space


@dataclass(frozen=True, slots=True)
class Adaptation:
    """Whose the records become, and what takes out of them what is private.

    By default they stay as they are.
    """

    user_id: str | None = None
    redactor: Redactor | None = None

    def of(self, rows: Sequence[StoredRecord]) -> Sequence[StoredRecord]:
        """Return the records as they are stored."""
        if self.user_id is not None:
            rows = [given_to(row, self.user_id) for row in rows]
            if is_space(self.user_id):
                rows = [row for row in rows if not _says_who_may_use_it(row.record)]
        if self.redactor is not None and not self.redactor.is_off:
            rows = [redacted(row, self.redactor) for row in rows]
        return rows


AS_IT_IS = Adaptation()


def _says_who_may_use_it(record: Record) -> bool:
    """Return whether a record is a row about access to a user's memory.

    In a space the members' roles say that.
    """
    return isinstance(record, Operation) and record.target_id == ACCESS
