"""Record what a forgetting took and changed, as it was, so that it can be taken back.

Pure functions on records. Insights and summaries are not held: their words may be those of anything that they were
drawn from, also of what is forgotten later; both are made again from what there is. The request itself stays as the
forgetting left it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from memary.facts.identity import SELF_KEY, SELF_NAME
from memary.forgetting.fingerprint import fingerprint
from memary.forgetting.plan import Manifest, RelatedRecords
from memary.types import Entity, Fact, FactKind, GraphDelta, HeldPart, Mention, Message, Operation, Record
from memary.types.spaces import AUTHOR_KEY


@dataclass(frozen=True, slots=True)
class Retention:
    """How long what a forgetting takes is held aside, and for whom.

    Attributes:
        until: until when it can be restored.
        actor: who forgets: the user, or in a space the member.
        about: what was asked for, in words that tell nothing of what was known of it.
    """

    until: datetime
    actor: str = "user"
    about: str = ""


class HeldRecords(Record):
    """The records that a forgetting took, and those that it changed, before and after.

    Attributes:
        ends: what facts and mentions that went are about and stayed, by name alone: it may go later.
        asked: the ids of the entities that were asked for, with all that is known of them.
        marks: those of the rows of the ledger that it wrote itself.
    """

    messages: tuple[Message, ...] = ()
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    operations: tuple[Operation, ...] = ()
    changed_messages: tuple[tuple[Message, Message], ...] = ()
    changed_entities: tuple[tuple[Entity, Entity], ...] = ()
    changed_facts: tuple[tuple[Fact, Fact], ...] = ()
    changed_operations: tuple[tuple[Operation, Operation], ...] = ()
    ends: tuple[Entity, ...] = ()
    asked: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def gone(self) -> set[str]:
        """The ids of what went or lost a part; entities of which nothing is known any more are none."""
        went = (*self.messages, *self.facts, *(was for was, _ in self.changed_messages))
        return {record.id for record in went} | set(self.asked)

    @property
    def taken(self) -> set[str]:
        """The ids of what went or was changed."""
        return self.gone | {was.id for was, _ in (*self.changed_entities, *self.changed_facts)}

    @property
    def named(self) -> set[str]:
        """The ids of all that its records name."""
        records = (*self.facts, *self.mentions, *self.operations, *(was for was, _ in self.changed_facts))
        return self.taken.union(*(_ids_in(record.model_dump(mode="json")) for record in records))

    def is_touched_by(self, later: HeldRecords) -> bool:
        """Return whether a later forgetting took or changed some of it, or what it needs to come back."""
        return not (self.taken.isdisjoint(later.taken) and self.named.isdisjoint(later.gone))


_NAMES = ("id", "fact_id", "entity_id", "subject_id", "object_id", "source_id", "target_id")
_LISTS = ("source_ids", "supersedes", "conflicts_with")


def _ids_in(value: JsonValue) -> Iterator[str]:
    """Return the ids of records that stand anywhere in the JSON of one."""
    if isinstance(value, list):
        for item in value:
            yield from _ids_in(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name in _NAMES and isinstance(item, str):
                yield item
            elif name in _LISTS and isinstance(item, list):
                yield from (each for each in item if isinstance(each, str))
            else:
                yield from _ids_in(item)


def held_records_of(
    related: RelatedRecords, delta: GraphDelta, *, requests: Collection[str], entities: Collection[str]
) -> HeldRecords:
    """Return what a forgetting takes and changes.

    Args:
        related: the records that it was worked out from.
        delta: what it does.
        requests: ids of the messages that ask for it.
        entities: ids of the entities that are asked for.
    """
    insights = {fact.id for fact in related.facts if fact.kind is FactKind.INSIGHT}
    facts = tuple(fact for fact in related.facts if fact.id in delta.removed_facts and fact.id not in insights)
    sources = {*delta.removed_messages, *(fact.id for fact in facts)}
    removed = set(delta.removed_entities)
    mentions = tuple(
        one
        for one in related.mentions
        if ((one.source_id in sources or one.entity_id in removed) and one.source_id not in insights)
        or (one.entity_id, one.source_id) in delta.removed_mentions
    )
    ends = {end for fact in facts for end in (fact.subject_id, fact.object_id)}
    ends |= {mention.entity_id for mention in mentions}
    rows = {row.id: row for row in related.operations}
    asked = {fingerprint(one) for one in related.messages if one.id in requests}
    was_facts, was_entities = {one.id: one for one in related.facts}, {one.id: one for one in related.entities}
    was_messages = {one.id: one for one in related.messages}
    return HeldRecords(
        messages=tuple(one for one in related.messages if one.id in delta.removed_messages),
        entities=tuple(one for one in related.entities if one.id in removed),
        facts=facts,
        mentions=mentions,
        operations=tuple(
            row for row in related.operations if row.id in delta.removed_operations and not _is_about(row, insights)
        ),
        changed_messages=tuple((was_messages[one.id], one) for one in delta.messages if one.id not in requests),
        changed_entities=tuple((was_entities[one.id], one) for one in delta.entities),
        changed_facts=tuple((was_facts[one.id], one) for one in delta.facts if one.id not in insights),
        changed_operations=tuple((rows[row.id], row) for row in delta.operations if row.id in rows),
        ends=tuple(_by_name(one) for one in related.entities if one.id in ends - removed),
        asked=tuple(entities),
        marks=tuple(row.id for row in delta.operations if row.id not in rows and row.target_id not in asked),
    )


def _by_name(entity: Entity) -> Entity:
    """Return an entity without what else is known of it; the user as such."""
    bare = entity.model_copy(update={"aliases": (), "categories": (), "description": ""})
    is_user = SELF_NAME in (entity.name, *entity.aliases)
    return bare.model_copy(update={"name": SELF_NAME, "key": SELF_KEY}) if is_user else bare


def _is_about(row: Operation, ids: Collection[str]) -> bool:
    return not {row.target_id, *row.before, *row.after}.isdisjoint(ids)


def held_aside(
    delta: GraphDelta, aside: HeldRecords, manifest: Manifest, retention: Retention
) -> tuple[GraphDelta, Manifest]:
    """Return a forgetting that holds aside what it takes, and what it tells of that."""
    row = next(one for one in delta.operations if one.id in aside.marks and not one.target_id)
    part = HeldPart(
        id=row.id,
        user_id=delta.user_id,
        at=row.at,
        until=retention.until,
        actor=retention.actor,
        about=retention.about,
        counts=manifest.counts,
        content=aside.model_dump_json(exclude_defaults=True),
    )
    held = {"held_id": part.id, "held_until": part.until}
    return replace(delta, held=(part,)), manifest.model_copy(update=held)


def read(part: HeldPart) -> HeldRecords:
    """Return what is held aside."""
    return HeldRecords.model_validate_json(part.content)


def touched(parts: Iterable[HeldPart], later: HeldRecords) -> list[str]:
    """Return the ids of the parts that a later forgetting touches."""
    return [part.id for part in parts if read(part).is_touched_by(later)]


def ended_with(parts: Iterable[HeldPart], ids: Collection[str]) -> set[str]:
    """Return the ids of parts that end, with those of earlier ones that they touch.

    These cannot come back then.
    """
    ended = set(ids)
    by_time = sorted(parts, key=lambda part: (part.at, part.id), reverse=True)
    for place, part in enumerate(by_time):
        if part.id in ended and (earlier := by_time[place + 1 :]):
            ended.update(touched(earlier, read(part)))
    return ended


def concerns(part: HeldPart, member: str) -> bool:
    """Return whether a member of a space forgot what is held, or said or gave any of it."""
    aside = read(part)
    said = (*aside.messages, *(was for was, _ in aside.changed_messages))
    given = any(row.actor == member for row in aside.operations)
    return part.actor == member or given or any(one.metadata.get(AUTHOR_KEY) == member for one in said)
