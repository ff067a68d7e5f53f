"""Forget part of a user's memory: read, plan, apply, until no other writer came between.

Only what the plan needs is read: the records that go, those that name them, and of each entity so much that it shows
whether anything still speaks of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memary.checks.faults import shown
from memary.errors import NotFoundError
from memary.facts.predicates import Predicates
from memary.facts.transaction import facts_between_places, retry_on_conflict
from memary.filters import METADATA, And, Compare
from memary.forgetting.held_records import Retention, ended_with, held_aside, held_records_of, touched
from memary.forgetting.plan import Manifest, RelatedRecords, plan_forgetting
from memary.forgetting.removal import Cut, Gone
from memary.queries import (
    EntityQuery,
    FactQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    SummaryQuery,
    View,
    in_pages,
)
from memary.runs import ASKED_KEY, RUN_KEY, is_run, run_filter, run_id_of
from memary.stores.store import Store
from memary.types import FOREVER, Action, Entity, Fact, FactKind, Mention, Message, Operation, Scope, Summary


@dataclass(frozen=True, slots=True)
class ForgetPart:
    """What of a user's memory is to be forgotten: one sort of these, or the session of the scope.

    `with_sources` takes along the messages that state the facts, or that mention the entities, since what they say
    would be found and learnt again. `keep_out` keeps the messages from being added again. `cuts` are messages that
    lose a part; `unsaid` facts that stay but for one of their sources, as ids of fact and message; `kept` those that
    stay also without the messages that go; `restated` what is left of the sentences of facts, by their ids.
    """

    message_ids: frozenset[str] = frozenset()
    fact_ids: frozenset[str] = frozenset()
    entity_ids: frozenset[str] = frozenset()
    before: datetime | None = None
    speaker: str | None = None
    with_sources: bool = True
    keep_out: bool = False
    cuts: Mapping[str, Cut] = field(default_factory=dict[str, Cut])
    unsaid: frozenset[tuple[str, str]] = frozenset()
    kept: frozenset[str] = frozenset()
    restated: Mapping[str, str] = field(default_factory=dict[str, str])

    def named(self, scope: Scope) -> str:
        """Return the requested part in words."""
        if self.before is not None:
            return f"message said before {self.before.isoformat()}"
        if self.speaker is not None:
            return f"message of the speaker {shown(self.speaker)}"
        if scope.session_id is not None:
            return f"session {shown(scope.session_id)}"
        ids = (
            ("message", self.message_ids | self.cuts.keys()),
            ("fact", self.fact_ids | self.restated.keys()),
            ("entity", self.entity_ids),
        )
        return next(f"{kind} {', '.join(map(repr, sorted(named)))}" for kind, named in ids if named)


async def forget_part(
    store: Store,
    scope: Scope,
    predicates: Predicates,
    part: ForgetPart,
    *,
    retention: Retention | None = None,
    dry_run: bool = False,
) -> Manifest:
    """Forget a part of a user's memory, and all records that have no other source.

    What is held aside of earlier forgettings stays, unless this one touches it and is not held aside itself.

    Args:
        store: where it is.
        scope: whose it is.
        predicates: which relations hold one value at a time.
        part: what is forgotten.
        retention: until when it is held aside; None: it is gone at once.
        dry_run: change nothing, and tell what would go.

    Raises:
        NotFoundError: there is no such thing, or a message that is to be cut reads otherwise by now.
    """

    async def step() -> Manifest:
        revision = await store.revision(scope.user_id)
        gone = await _asked_for(store, scope, part)
        related = await _PlanReader(store, Scope(user_id=scope.user_id), predicates, gone).related_records(revision)
        delta, manifest = plan_forgetting(scope.user_id, related, gone, predicates=predicates, keep_out=part.keep_out)
        if dry_run:
            return manifest.model_copy(
                update={
                    "message_ids": delta.removed_messages,
                    "fact_ids": delta.removed_facts,
                    "parts": tuple(text for cut in part.cuts.values() for text in cut.gone),
                }
            )
        requests = {id_ for id_, cut in part.cuts.items() if cut.state is not None}
        aside = held_records_of(related, delta, requests=requests, entities=part.entity_ids)
        if retention is not None:
            delta, manifest = held_aside(delta, aside, manifest, retention)
        elif parts := await store.held(scope.user_id):
            delta = replace(delta, removed_held=tuple(sorted(ended_with(parts, touched(parts, aside)))))
        await store.apply(delta)
        return manifest

    return await retry_on_conflict(step)


async def _asked_for(store: Store, scope: Scope, part: ForgetPart) -> Gone:
    """Return the requested ids, with those of the source messages."""
    user = Scope(user_id=scope.user_id)
    gone = Gone(
        entities=set(part.entity_ids), cuts=part.cuts, unsaid=set(part.unsaid), kept=part.kept, restated=part.restated
    )
    gone.messages.update(each.id for each in await _paged_messages(store, user, part.message_ids))
    if scope.session_id is not None:
        gone.messages.update(each.id for each in await store.read(MessageQuery(scope)))
    if part.before is not None:
        gone.messages.update(each.id for each in await store.read(MessageQuery(user, until=part.before)))
    if part.speaker is not None:
        is_said = View(where=Compare("speaker", "in", (part.speaker,)))
        gone.messages.update(each.id for each in await store.read(MessageQuery(user, view=is_said)))
    facts = await store.read(FactQuery(user, ids=part.fact_ids)) if part.fact_ids else []
    gone.facts.update(fact.id for fact in facts)
    if not (gone.messages or gone.facts or gone.entities or gone.cuts or gone.restated):
        raise NotFoundError(f"There is no {part.named(scope)} in the memory of user {shown(scope.user_id)}.")
    if part.with_sources:
        stating = facts
        if gone.entities:
            stating = [*facts, *await store.read(FactQuery(user, entity_ids=gone.entities))]
        # an insight does not say what its grounds say: they do not bring it back, as reflection would
        behind = {id_ for fact in stating if fact.kind is not FactKind.INSIGHT for id_ in fact.source_ids}
        if gone.entities:
            behind |= {each.source_id for each in await store.read(MentionQuery(user, entity_ids=gone.entities))}
        gone.messages.update(each.id for each in await _paged_messages(store, user, behind))
    gone.messages.update(await _runs_of(store, user, gone.messages | gone.cuts.keys()))
    return gone


async def _runs_of(store: Store, user: Scope, going: Collection[str]) -> set[str]:
    """Return the ids of all messages of the runs that the removed messages belong to."""
    runs: set[str] = set()
    for message in await _paged_messages(store, user, going):
        if RUN_KEY in message.metadata and (not is_run(message) or run_id_of(message) == message.id):
            runs.add(run_id_of(message))
    for ids in in_pages(sorted(going)):
        asked = And((run_filter(), Compare(METADATA + ASKED_KEY, "in", tuple(ids))))
        runs.update(run_id_of(message) for message in await store.read(MessageQuery(user, view=View(where=asked))))
    return {
        each.id
        for ids in in_pages(sorted(runs))
        for each in await store.read(MessageQuery(user, view=View(where=run_filter(ids))))
    }


class _PlanReader:
    """Reads what a plan needs to know."""

    def __init__(self, store: Store, scope: Scope, predicates: Predicates, gone: Gone) -> None:
        self._store, self._scope, self._predicates = store, scope, predicates
        self._gone = gone.copy()
        self._facts: dict[str, Fact] = {}
        self._mentions: dict[tuple[str, str], Mention] = {}

    async def related_records(self, revision: int) -> RelatedRecords:
        """Return the records that the removal concerns, read at or after `revision`."""
        messages = await _paged_messages(self._store, self._scope, self._gone.messages | self._gone.cuts.keys())
        await self._facts_that_go()
        gone_facts = [fact for id_, fact in self._facts.items() if id_ in self._gone.facts]
        operations = await self._operations()
        await self._facts_beside(gone_facts, operations)
        entities = await self._entities(gone_facts, operations)
        return RelatedRecords(
            revision,
            messages=messages,
            entities=entities,
            facts=list(self._facts.values()),
            mentions=list(self._mentions.values()),
            operations=operations,
            summaries=await self._summaries(messages),
            expiries=await self._expiries(messages),
        )

    async def _facts_that_go(self) -> None:
        """Read the facts that lose a source, an entity or a ground, and all facts derived from removed ones."""
        gone, asked = self._gone, set[str]()
        if gone.facts:
            self._add(await self._store.read(FactQuery(self._scope, ids=gone.facts)))
        if gone.entities:
            self._add(await self._store.read(FactQuery(self._scope, entity_ids=gone.entities)))
        if gone.restated:
            self._add(await self._store.read(FactQuery(self._scope, ids=gone.restated)))
        gone.add_facts(self._facts.values())
        while new := (gone.messages | gone.facts | gone.cuts.keys()) - asked:
            asked |= new
            for ids in in_pages(sorted(new)):
                self._add(await self._store.read(FactQuery(self._scope, source_ids=ids)))
            gone.add_facts(self._facts.values())
        for ids in in_pages(sorted(gone.facts)):
            self._add(await self._store.read(FactQuery(self._scope, ground_ids=ids)))

    async def _operations(self) -> list[Operation]:
        ids = self._gone.messages | self._gone.facts | self._gone.entities | self._gone.cuts.keys()
        rows = await self._store.read(OperationQuery(self._scope, touching=ids.union(self._facts)))
        taught = {id_ for row in rows if self._gone.caused(row) for id_ in row.after if _is_taught(row, id_)}
        asked = set[str]()
        while taught - asked:  # and what these were merged into
            asked |= taught
            rows = await self._store.read(OperationQuery(self._scope, touching=ids.union(self._facts, asked)))
            taught |= {r.target_id for r in rows if r.action is Action.MERGE and not asked.isdisjoint(r.before)}
        return rows

    async def _facts_beside(self, gone: list[Fact], operations: list[Operation]) -> None:
        """Read the facts that removed facts ended, contradicted, or were ended by."""
        ids = {id_ for fact in gone for id_ in (*fact.supersedes, *fact.conflicts_with)}
        ids |= {id_ for row in operations for id_ in (*row.before, *row.after, row.target_id)}
        for page in in_pages(sorted(ids - set(self._facts))):
            self._add(await self._store.read(FactQuery(self._scope, ids=page)))
        # who else is of the same matter: with it, or against it
        matters: dict[str, set[str]] = {}
        ended = {id_ for fact in gone for id_ in fact.supersedes}
        ended |= {id_ for row in operations if self._gone.caused(row) for id_ in row.after}
        for fact in (*gone, *(self._facts[id_] for id_ in ended if id_ in self._facts)):
            matters.setdefault(fact.subject_id, set()).update(self._predicates.related_to(fact.predicate))
        for subject, predicates in matters.items():
            self._add(await self._store.read(FactQuery(self._scope, entity_ids=[subject], predicates=predicates)))
        self._add(await facts_between_places(self._store, self._scope, self._facts.values(), self._predicates))

    async def _entities(self, gone_facts: list[Fact], operations: list[Operation]) -> list[Entity]:
        """Read the entities that lose a fact or mention, with one record that still names each."""
        gone, lost = self._gone, dict[str, int]()
        for ids in in_pages(sorted(gone.messages | gone.facts | gone.cuts.keys())):
            for mention in await self._store.read(MentionQuery(self._scope, source_ids=ids)):
                self._mentions[mention.source_id, mention.entity_id] = mention
        if gone.cuts:
            named = {mention.entity_id for mention in self._mentions.values()}
            gone.add_mentions(self._mentions.values(), await self._entities_by_id(named))
        if gone.entities:
            for mention in await self._store.read(MentionQuery(self._scope, entity_ids=gone.entities)):
                self._mentions[mention.source_id, mention.entity_id] = mention
        for mention in self._mentions.values():
            lost[mention.entity_id] = lost.get(mention.entity_id, 0) + 1
        ends = {end for fact in gone_facts for end in (fact.subject_id, fact.object_id)}
        for entity_id in (ends | set(lost)) - gone.entities:
            await self._what_keeps(entity_id, lost.get(entity_id, 0))
        touched_ids = {id_ for row in operations for id_ in (*row.before, *row.after, row.target_id)}
        return list((await self._entities_by_id(ends | set(lost) | touched_ids | gone.entities)).values())

    async def _entities_by_id(self, wanted: Collection[str]) -> dict[str, Entity]:
        found: dict[str, Entity] = {}
        for ids in in_pages(sorted(wanted)):
            found |= {entity.id: entity for entity in await self._store.read(EntityQuery(self._scope, ids=ids))}
        return found

    async def _what_keeps(self, entity_id: str, lost: int) -> None:
        """Read one remaining mention or fact of an entity, if there is one."""
        mentions = await self._store.read(
            MentionQuery(self._scope, entity_ids=[entity_id], newest_first=True, limit=lost + 1)
        )
        self._mentions |= {(each.source_id, each.entity_id): each for each in mentions}
        if any(not self._gone.takes_mention(each) for each in mentions):
            return
        going = sum(entity_id in (fact.subject_id, fact.object_id) for fact in self._facts.values())
        self._add(
            await self._store.read(FactQuery(self._scope, entity_ids=[entity_id], newest_first=True, limit=going + 1))
        )

    async def _summaries(self, messages: list[Message]) -> list[Summary]:
        sessions = sorted({message.session_id for message in messages if message.session_id is not None})
        found = [await self._store.read(SummaryQuery(self._scope.user_id, session)) for session in sessions]
        return [summary for summary in found if summary is not None]

    async def _expiries(self, going: list[Message]) -> dict[str, datetime]:
        """Read the expiry of the remaining sources of facts that lose a source."""
        lasted = {message.id: message.expires_at for message in going if message.id not in self._gone.cuts}
        left: set[str] = set()
        for fact in self._facts.values():
            lost = [lasted[id_] for id_ in fact.source_ids if id_ in lasted]
            lost += [FOREVER for id_ in fact.source_ids if (fact.id, id_) in self._gone.unsaid]
            if lost and fact.id not in self._gone.facts and max(lost) >= fact.expires_at:
                left.update(fact.source_ids)
        found = await _paged_messages(self._store, self._scope, left - set(lasted))
        return {message.id: message.expires_at for message in found}

    def _add(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self._facts.setdefault(fact.id, fact)


def _is_taught(row: Operation, id_: str) -> bool:
    """Return whether a ledger row changed a record that is an entity."""
    after = row.after[id_]
    return isinstance(after, dict) and "aliases" in after and after != row.before.get(id_)


async def _paged_messages(store: Store, scope: Scope, ids: Collection[str]) -> list[Message]:
    return [message for page in in_pages(sorted(ids)) for message in await store.read(MessageQuery(scope, ids=page))]
