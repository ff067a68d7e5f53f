"""Share what both stores need beside their contract: the schema's version, and records in transit."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from memary.types import Embedding, Entity, Fact, Mention, Message, Operation, Summary

SCHEMA_VERSION = 17
"""The newest schema this code writes; both stores count alike."""

FARTHEST_DUE = timedelta(hours=1)
"""How far ahead a due time is waited for. One that is farther was set by a clock that has gone back since, or waits
for a budget, which is asked again."""

_REVISION_BITS = 50  # so that all revisions are whole numbers in JSON


def first_revision() -> int:
    """Return the revision of a user who is made now, far from those of an earlier user of that name."""
    return 1 + secrets.randbits(_REVISION_BITS)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as export and import carry it, with its vector where it has one."""

    record: Message | Entity | Fact | Mention | Operation | Summary
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A record that still lacks its vector, with the text to embed."""

    kind: Literal["message", "fact", "entity"]
    user_id: str
    id: str
    text: str
