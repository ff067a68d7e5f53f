"""The outcome of resolve as it grows: records to write, and the ledger rows that tell why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from memary.ingestion.proposed import Source
from memary.types import Action, Entity, Fact, Mention, Operation


@dataclass(slots=True)
class Resolution:
    """What changes in one user's graph by one step."""

    user_id: str
    now: datetime
    actor: str
    make_id: Callable[[], str]
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    mentions: dict[tuple[str, str], Mention] = field(default_factory=dict[tuple[str, str], Mention])
    operations: list[Operation] = field(default_factory=list[Operation])

    def log(
        self,
        action: Action,
        target_id: str,
        reason: str,
        *,
        before: Sequence[Entity | Fact] = (),
        after: Sequence[Entity | Fact] = (),
        sources: Sequence[Source] = (),
    ) -> None:
        """Add a row to the ledger."""
        self.operations.append(
            Operation(
                id=self.make_id(),
                user_id=self.user_id,
                at=self.now,
                actor=self.actor,
                action=action,
                target_id=target_id,
                reason=reason,
                before=_dumped(before),
                after=_dumped(after),
                source_ids=tuple(source.id for source in sources),
            )
        )

    def mention(self, entity_id: str, source: Source) -> None:
        """Add an entry to the memory stream; once per entity and source."""
        self.mentions[entity_id, source.id] = Mention(
            user_id=self.user_id, entity_id=entity_id, source_id=source.id, at=source.at
        )

    def move_mentions(self, source_id: str, to: str | None) -> None:
        """Give the entries of one source to another, or drop them."""
        for key in [key for key in self.mentions if key[1] == source_id]:
            mention = self.mentions.pop(key)
            if to is not None:
                self.mentions.setdefault((key[0], to), mention.model_copy(update={"source_id": to}))


def _dumped(records: Sequence[Entity | Fact]) -> dict[str, JsonValue]:
    return {record.id: record.model_dump(mode="json") for record in records}
