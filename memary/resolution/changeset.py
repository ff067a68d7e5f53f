"""The outcome of resolve as it grows: records to write, and the ledger rows that tell why.

A row holds all that one decision changed. What is put while a decision is made is noted in a journal, with how it was
before; `log` turns the journal into a row. An entity that came by name waits until a fact speaks of it: the decision
about that fact takes its changes over. What is left in the end gets rows of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memary.facts.ledger import GraphRecord, Key, before_after
from memary.resolution.proposals import ProposalSource
from memary.types import Action, Entity, Fact, Mention, Operation
from memary.types.record import construct

_Journal = dict[Key, GraphRecord | None]


@dataclass(slots=True)
class _Waiting:
    """An entity that came by name: what was changed for it, and why."""

    reason: str
    journal: _Journal = field(default_factory=dict[Key, GraphRecord | None])
    sources: dict[str, ProposalSource] = field(default_factory=dict[str, ProposalSource])


@dataclass(slots=True)
class ChangeSet:
    """What changes in one user's graph by one step.

    `known` are the mentions that are stored already.
    """

    user_id: str
    now: datetime
    actor: str
    make_id: Callable[[], str]
    known: dict[tuple[str, str], Mention] = field(default_factory=dict[tuple[str, str], Mention])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    mentions: dict[tuple[str, str], Mention] = field(default_factory=dict[tuple[str, str], Mention])
    operations: list[Operation] = field(default_factory=list[Operation])
    _journal: _Journal = field(default_factory=dict[Key, GraphRecord | None])
    _reason: str = ""
    _waiting: dict[str, _Waiting] = field(default_factory=dict[str, _Waiting])

    def put_entity(self, entity: Entity, *, before: Entity | None, reason: str) -> None:
        """Note that an entity changes; `reason` is for its own row, if it gets one."""
        self._journal.setdefault(entity.id, before)
        self._reason = self._reason or reason
        self.entities[entity.id] = entity

    def put_fact(self, fact: Fact, *, before: Fact | None) -> None:
        """Note that a fact changes, or that the decision rests on it as it is."""
        self._journal.setdefault(fact.id, before)
        if fact != before:
            self.facts[fact.id] = fact

    def mention(self, entity_id: str, source: ProposalSource) -> None:
        """Add an entry to the memory stream; once per entity and source."""
        self._put_mention(Mention(user_id=self.user_id, entity_id=entity_id, source_id=source.id, at=source.at))

    def move_mentions(self, source_id: str, to: str | None) -> None:
        """Give the entries of a source that is new in this decision to another source, or drop them."""
        for key in [key for key in self.mentions if key[1] == source_id]:
            mention = self.mentions.pop(key)
            self._journal.pop(key, None)
            if to is not None:
                self._put_mention(mention.model_copy(update={"source_id": to}))

    def set_aside(self, entity: Entity, sources: Iterable[ProposalSource]) -> None:
        """Let what was put since the last row wait for a fact that speaks of the entity."""
        waiting = self._waiting.setdefault(entity.id, _Waiting(self._reason))
        waiting.journal = self._journal | waiting.journal
        waiting.reason = waiting.reason or self._reason
        waiting.sources |= {source.id: source for source in sources}
        self._journal, self._reason = {}, ""

    def take_up(self, entity: Entity, sources: Iterable[ProposalSource]) -> None:
        """Make what waits for an entity part of this decision; mentions only where they are of its sources."""
        waiting = self._waiting.get(entity.id)
        if waiting is None:
            return
        ids = {source.id for source in sources}
        taken = {key for key in waiting.journal if isinstance(key, str) or key[1] in ids}
        self._journal |= {key: waiting.journal.pop(key) for key in taken}

    def log(self, action: Action, target_id: str, reason: str, *, sources: Sequence[ProposalSource] = ()) -> None:
        """Add a row to the ledger, with all that was put since the last one."""
        journal, self._journal, self._reason = self._journal, {}, ""
        after = (self._now(key) or before for key, before in journal.items())
        self.operations.append(
            construct(
                Operation,
                {
                    "id": self.make_id(),
                    "user_id": self.user_id,
                    "at": self.now,
                    "actor": self.actor,
                    "action": action,
                    "target_id": target_id,
                    "reason": reason,
                    "before": before_after(record for record in journal.values() if record),
                    "after": before_after(record for record in after if record),
                    "source_ids": tuple(source.id for source in sources),
                },
            )
        )

    def log_entities(self) -> None:
        """Give the entities that came by name alone rows of their own, unless nothing about them is new."""
        for entity_id, waiting in self._waiting.items():
            if all(self._now(key) in (before, None) for key, before in waiting.journal.items()):
                continue
            self._journal = waiting.journal
            action, reason = Action.NONE, "it came up"
            if entity_id in waiting.journal:
                action = Action.UPDATE if waiting.journal[entity_id] else Action.ADD
                reason = waiting.reason
            self.log(action, entity_id, reason, sources=list(waiting.sources.values()))
        self._waiting.clear()

    def _put_mention(self, mention: Mention) -> None:
        key = (mention.entity_id, mention.source_id)
        said = self.mentions.setdefault(key, mention)
        self._journal.setdefault(key, self.known.get(key) if said is mention else said)

    def _now(self, key: Key) -> GraphRecord | None:
        """Return a record as this step leaves it; None if it did not change."""
        if isinstance(key, tuple):
            return self.mentions.get(key)
        return self.entities.get(key) or self.facts.get(key)
