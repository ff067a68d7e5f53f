"""Read what there is now of what a held part names, and under which ids.

That is read before the part can come back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from memary.facts.predicates import Predicates
from memary.facts.transaction import facts_between_places
from memary.forgetting.held_records import HeldRecords, read
from memary.queries import EntityQuery, FactQuery, MessageQuery, OperationQuery, Query, SummaryQuery, in_pages
from memary.stores.store import Store
from memary.types import GENERIC, VALUE, Action, Entity, Fact, HeldPart, Message, Operation, Scope

R = TypeVar("R", Message, Entity, Fact, Operation)


@dataclass(frozen=True, slots=True)
class PresentRecords:
    """What there is of the records that a held part names, by id.

    Attributes:
        revision: the user's revision at which it was read.
        messages: those that come back or are sources.
        entities: those that come back, are changed, or are ends of facts.
        facts: those that come back, are changed or named, and what is known of the same matters.
        operations: rows of the ledger that come back or are changed.
        summarised: sessions with a summary to which something comes back.
    """

    revision: int
    messages: Mapping[str, Message] = field(default_factory=dict[str, Message])
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    operations: Mapping[str, Operation] = field(default_factory=dict[str, Operation])
    summarised: tuple[str, ...] = ()


async def read_present(
    store: Store, part: HeldPart, predicates: Predicates, *, revision: int
) -> tuple[HeldRecords, PresentRecords]:
    """Read what a held part names, by its present ids, and which of that is as new as a revision."""
    reading = _PresentReader(store, Scope(user_id=part.user_id), predicates)
    aside = read(part)
    if now := await reading.ids_now(aside, part.at):
        content = part.content
        for was, is_ in now.items():
            content = content.replace(json.dumps(was), json.dumps(is_))
        aside = HeldRecords.model_validate_json(content)
    return aside, await reading.present(aside, revision)


class _PresentReader:
    """Reads what there is of a user."""

    def __init__(self, store: Store, scope: Scope, predicates: Predicates) -> None:
        self._store, self._scope, self._predicates = store, scope, predicates

    async def ids_now(self, aside: HeldRecords, since: datetime) -> dict[str, str]:
        """Return the ids of what was said or named again, or merged since, by those that it had."""
        said, named = await self._said_again(aside), await self._named_again(aside, since)
        return {**await self._merged(aside), **said, **named}

    async def _said_again(self, aside: HeldRecords) -> dict[str, str]:
        was = {message.digest: message.id for message in aside.messages}
        found = await self._by_page(was, lambda page: MessageQuery(self._scope, digests=page))
        return {was[one.digest]: one.id for one in found.values() if one.id != was[one.digest]}

    async def _named_again(self, aside: HeldRecords, since: datetime) -> dict[str, str]:
        """Return the entities that were made since under the name of one that went."""
        found: dict[str, str] = {}
        there = await self._entities(one.id for one in aside.ends)
        for entity in (*aside.entities, *(one for one in aside.ends if one.id not in there)):
            named = await self._store.read(EntityQuery(self._scope, keys=[entity.key]))
            same = [one for one in named if one.key == entity.key and _may_be_one(one, entity)]
            if len(same) == 1 and same[0].id != entity.id and same[0].created_at >= since:
                found[entity.id] = same[0].id
        return found

    async def _merged(self, aside: HeldRecords) -> dict[str, str]:
        """Return the entities into which those were merged that a record needs."""
        ends = _ends(aside) - {entity.id for entity in aside.entities}
        missing = ends - set(await self._entities(ends))
        rows = await self._store.read(OperationQuery(self._scope, touching=missing)) if missing else []
        into: dict[str, str] = {}
        for row in rows:  # the oldest first: what was merged on goes along
            if row.action is Action.MERGE:
                went = missing.union(into.values()).intersection(row.before) - {row.target_id}
                into = {was: row.target_id if now in went else now for was, now in into.items()}
                into |= {was: row.target_id for was in missing & went if was not in into}
        return into

    async def present(self, aside: HeldRecords, revision: int) -> PresentRecords:
        """Read what there is of a part's records."""
        was = [*aside.facts, *(was for was, _ in aside.changed_facts)]
        there = await self._facts_by_id(fact.id for fact in was)
        own = [*was, *there.values()]
        sources = {id_ for fact in own for id_ in fact.source_ids} | {one.source_id for one in aside.mentions}
        rows = {row.id for row in (*aside.operations, *(was for was, _ in aside.changed_operations))}
        said = [*aside.messages, *(was for was, _ in aside.changed_messages)]
        return PresentRecords(
            revision,
            messages=await self._by_page(sources | aside.gone, lambda page: MessageQuery(self._scope, ids=page)),
            entities=await self._entities(_ends(aside) | {one.id for one in aside.entities} | aside.taken),
            facts=await self._facts(own, sources),
            operations=await self._by_page(rows, lambda page: OperationQuery(self._scope, ids=page)),
            summarised=await self._summarised(said),
        )

    async def _facts(self, own: Collection[Fact], sources: Collection[str]) -> dict[str, Fact]:
        named = {fact.id for fact in own}.union(
            sources, *((*fact.supersedes, *fact.conflicts_with) for fact in own), _grounds(own)
        )
        found = await self._facts_by_id(named)
        matters: dict[str, tuple[set[str], set[str]]] = {}
        for fact in own:
            predicates, objects = matters.setdefault(fact.subject_id, (set(), set()))
            predicates |= self._predicates.related_to(fact.predicate)
            objects.add(fact.object_id)
        beside: list[Fact] = []
        for subject, (predicates, objects) in matters.items():
            of = [subject]
            beside += await self._store.read(FactQuery(self._scope, entity_ids=of, predicates=predicates))
            beside += await self._store.read(FactQuery(self._scope, entity_ids=of, object_ids=objects))
        beside += await facts_between_places(self._store, self._scope, own, self._predicates)
        return found | {fact.id: fact for fact in beside}

    async def _facts_by_id(self, ids: Iterable[str]) -> dict[str, Fact]:
        return await self._by_page(ids, lambda page: FactQuery(self._scope, ids=page))

    async def _entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        return await self._by_page(ids, lambda page: EntityQuery(self._scope, ids=page))

    async def _summarised(self, messages: Iterable[Message]) -> tuple[str, ...]:
        sessions = {one.session_id for one in messages if one.session_id is not None}
        found = [await self._store.read(SummaryQuery(self._scope.user_id, one)) for one in sorted(sessions)]
        return tuple(one.session_id for one in found if one is not None)

    async def _by_page(self, ids: Iterable[str], query: Callable[[list[str]], Query[list[R]]]) -> dict[str, R]:
        found: dict[str, R] = {}
        for page in in_pages(sorted(ids)):
            found |= {record.id: record for record in await self._store.read(query(page))}
        return found


def _may_be_one(one: Entity, other: Entity) -> bool:
    return one.type == other.type or not {one.type, other.type}.isdisjoint((GENERIC, VALUE))


def _ends(aside: HeldRecords) -> set[str]:
    """Return the entities that facts and mentions which come back need."""
    ends = {end for fact in aside.facts for end in (fact.subject_id, fact.object_id)}
    return ends | {mention.entity_id for mention in aside.mentions}


def _grounds(facts: Iterable[Fact]) -> set[str]:
    return {ground.fact_id for fact in facts for ground in fact.rests_on if ground.fact_id is not None}
