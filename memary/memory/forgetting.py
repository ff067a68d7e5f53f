"""What has to go when something is forgotten. Pure: works out the removals, the store carries them out.

A message takes with it the facts that only it states; a fact said elsewhere too loses this source. Entities that
nothing speaks of any more go as well, and so do ledger rows that quote what is gone and summaries that may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

from pydantic import JsonValue

from memary.memory.identity import SELF_NAME
from memary.types import (
    Action,
    Entity,
    Fact,
    GraphDelta,
    Mention,
    Message,
    Operation,
    Record,
    StoreStats,
    Summary,
    new_id,
    utc_now,
)


class Manifest(Record):
    """What was forgotten, in numbers."""

    messages: int = 0
    facts: int = 0
    entities: int = 0
    mentions: int = 0
    operations: int = 0
    summaries: int = 0

    @classmethod
    def of(cls, stats: StoreStats) -> Self:
        """All that a user had."""
        return cls(
            messages=stats.messages,
            facts=stats.facts,
            entities=stats.entities,
            mentions=stats.mentions,
            operations=stats.operations,
        )


@dataclass(frozen=True, slots=True)
class Holdings:
    """A user's records, among which the removals are looked for."""

    revision: int
    messages: list[Message]
    entities: list[Entity]
    facts: list[Fact]
    mentions: list[Mention]
    operations: list[Operation]
    summaries: list[Summary]


def plan_forgetting(
    user_id: str,
    held: Holdings,
    *,
    message_ids: Collection[str] = (),
    fact_ids: Collection[str] = (),
    entity_ids: Collection[str] = (),
    actor: str = "user",
) -> tuple[GraphDelta, Manifest]:
    """Work out the delta that forgets these records and all that rests on them alone."""
    gone = _Gone(set(message_ids), set(fact_ids), set(entity_ids))
    gone.facts.update(fact.id for fact in held.facts if gone.takes(fact))
    kept_facts = [(fact, _without(fact, gone)) for fact in held.facts if fact.id not in gone.facts]
    kept_mentions = [mention for mention in held.mentions if not gone.takes_mention(mention)]
    needed = {end for fact, _ in kept_facts for end in (fact.subject_id, fact.object_id)}
    needed |= {mention.entity_id for mention in kept_mentions}
    gone.entities.update(_touched(held, gone) - needed)
    learnt = [row for row in held.operations if row.source_ids and gone.messages.issuperset(row.source_ids)]
    kept_entities = [(each, _unlearnt(each, learnt)) for each in held.entities if each.id not in gone.entities]
    operations = [row.id for row in held.operations if gone.is_told_by(row)]
    sessions = {message.session_id for message in held.messages if message.id in gone.messages}
    summaries = [summary.session_id for summary in held.summaries if summary.session_id in sessions]
    delta = GraphDelta(
        user_id=user_id,
        revision=held.revision,
        entities=tuple(now for was, now in kept_entities if now != was),
        facts=tuple(now for was, now in kept_facts if now != was),
        operations=(_record(user_id, gone, actor),),
        removed_messages=tuple(sorted(gone.messages)),
        removed_facts=tuple(sorted(gone.facts)),
        removed_entities=tuple(sorted(gone.entities)),
        removed_operations=tuple(operations),
        removed_summaries=tuple(sorted(summaries)),
    )
    manifest = Manifest(
        messages=len(gone.messages),
        facts=len(gone.facts),
        entities=len(gone.entities),
        mentions=len(held.mentions) - len(kept_mentions),
        operations=len(operations),
        summaries=len(summaries),
    )
    return delta, manifest


@dataclass(frozen=True, slots=True)
class _Gone:
    """The ids of what goes; they grow as it is worked out."""

    messages: set[str]
    facts: set[str]
    entities: set[str]

    def takes(self, fact: Fact) -> bool:
        """Whether a fact goes because an end of it or all its sources do."""
        ends_go = not self.entities.isdisjoint((fact.subject_id, fact.object_id))
        return ends_go or (bool(fact.source_ids) and self.messages.issuperset(fact.source_ids))

    def takes_mention(self, mention: Mention) -> bool:
        """Whether a mention goes with its source or its entity."""
        return mention.source_id in self.messages | self.facts or mention.entity_id in self.entities

    def is_told_by(self, row: Operation) -> bool:
        """Whether a ledger row quotes something of it."""
        told = {row.target_id, *row.before, *row.after, *row.source_ids}
        return not told.isdisjoint(self.messages | self.facts | self.entities)


def _without(fact: Fact, gone: _Gone) -> Fact:
    sources = tuple(id_ for id_ in fact.source_ids if id_ not in gone.messages)
    return fact.model_copy(
        update={
            "source_ids": sources,
            # the words quoted may be those of the message that goes
            "quote": fact.quote if sources == fact.source_ids else "",
            "supersedes": tuple(id_ for id_ in fact.supersedes if id_ not in gone.facts),
            "conflicts_with": tuple(id_ for id_ in fact.conflicts_with if id_ not in gone.facts),
        }
    )


def _unlearnt(entity: Entity, rows: Iterable[Operation]) -> Entity:
    """Take back what an entity was told to be, beside its name, by messages that go."""
    for row in rows:
        if not isinstance(after := row.after.get(entity.id), dict):
            continue
        was = row.before.get(entity.id)
        before = was if isinstance(was, dict) else {}
        told = {
            word
            for field in ("aliases", "categories")
            for word in set(_words(after.get(field))) - set(_words(before.get(field)))
        } - {SELF_NAME}
        described = after.get("description") != before.get("description", "")
        entity = entity.model_copy(
            update={
                "aliases": tuple(word for word in entity.aliases if word not in told),
                "categories": tuple(word for word in entity.categories if word not in told),
                "description": ""
                if described and entity.description == after.get("description")
                else entity.description,
            }
        )
    return entity


def _words(value: JsonValue) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


def _touched(held: Holdings, gone: _Gone) -> set[str]:
    """Entities that lose a fact or a mention."""
    ends = {end for fact in held.facts if fact.id in gone.facts for end in (fact.subject_id, fact.object_id)}
    return ends | {mention.entity_id for mention in held.mentions if gone.takes_mention(mention)}


def _record(user_id: str, gone: _Gone, actor: str) -> Operation:
    """The ledger keeps that something was forgotten, and how much; nothing of what it said."""
    counts = f"{len(gone.messages)} messages, {len(gone.facts)} facts, {len(gone.entities)} entities"
    return Operation(
        id=new_id(),
        user_id=user_id,
        at=utc_now(),
        actor=actor,
        action=Action.FORGET,
        target_id="",
        reason=f"forgot {counts}",
    )
