"""What has to go when something is forgotten. Pure: works out the removals, the store carries them out.

A message takes with it the facts that only it states; a fact said elsewhere too loses this source. Entities that
nothing speaks of any more go as well, and so do ledger rows that quote what is gone and summaries that may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

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
    gone_messages = set(message_ids)
    gone_entities = set(entity_ids)
    gone_facts = set(fact_ids) | {
        fact.id
        for fact in held.facts
        if {fact.subject_id, fact.object_id} & gone_entities
        or (fact.source_ids and gone_messages.issuperset(fact.source_ids))
    }
    kept_facts = [_without(fact, gone_messages, gone_facts) for fact in held.facts if fact.id not in gone_facts]
    kept_mentions = [
        m for m in held.mentions if m.source_id not in gone_messages | gone_facts and m.entity_id not in gone_entities
    ]
    needed = {end for fact in kept_facts for end in (fact.subject_id, fact.object_id)}
    needed |= {mention.entity_id for mention in kept_mentions}
    touched = _touched(held, gone_messages, gone_facts)
    gone_entities |= touched - needed
    gone = gone_messages | gone_facts | gone_entities
    operations = [row.id for row in held.operations if _speaks_of(row, gone)]
    sessions = {m.session_id for m in held.messages if m.id in gone_messages}
    summaries = [summary.session_id for summary in held.summaries if summary.session_id in sessions]
    before = {fact.id: fact for fact in held.facts}
    delta = GraphDelta(
        user_id=user_id,
        revision=held.revision,
        facts=tuple(fact for fact in kept_facts if fact != before[fact.id]),
        operations=(_record(user_id, gone_messages, gone_facts, gone_entities, actor),),
        removed_messages=tuple(sorted(gone_messages)),
        removed_facts=tuple(sorted(gone_facts)),
        removed_entities=tuple(sorted(gone_entities)),
        removed_operations=tuple(operations),
        removed_summaries=tuple(sorted(summaries)),
    )
    manifest = Manifest(
        messages=len(gone_messages),
        facts=len(gone_facts),
        entities=len(gone_entities),
        mentions=len(held.mentions) - len(kept_mentions),
        operations=len(operations),
        summaries=len(summaries),
    )
    return delta, manifest


def _without(fact: Fact, messages: set[str], facts: set[str]) -> Fact:
    sources = tuple(id_ for id_ in fact.source_ids if id_ not in messages)
    return fact.model_copy(
        update={
            "source_ids": sources,
            # the words quoted may be those of the message that goes
            "quote": fact.quote if sources == fact.source_ids else "",
            "supersedes": tuple(id_ for id_ in fact.supersedes if id_ not in facts),
            "conflicts_with": tuple(id_ for id_ in fact.conflicts_with if id_ not in facts),
        }
    )


def _touched(held: Holdings, messages: set[str], facts: set[str]) -> set[str]:
    """Entities that lose a fact or a mention."""
    ends = {end for fact in held.facts if fact.id in facts for end in (fact.subject_id, fact.object_id)}
    return ends | {mention.entity_id for mention in held.mentions if mention.source_id in messages | facts}


def _speaks_of(row: Operation, gone: set[str]) -> bool:
    return row.target_id in gone or not gone.isdisjoint((*row.before, *row.after, *row.source_ids))


def _record(
    user_id: str, messages: Iterable[str], facts: Iterable[str], entities: Iterable[str], actor: str
) -> Operation:
    """The ledger keeps that something was forgotten, and how much; nothing of what it said."""
    counts = f"{len(list(messages))} messages, {len(list(facts))} facts, {len(list(entities))} entities"
    return Operation(
        id=new_id(),
        user_id=user_id,
        at=utc_now(),
        actor=actor,
        action=Action.FORGET,
        target_id="",
        reason=f"forgot {counts}",
    )
