"""Decide what proposed entities and facts change about a graph. Pure: records in, records out.

The rules, in order: the same entity is one node (exact or normalised name, then alias; a name shared by things of
unlike type stays two). A fact that is known already only gains a source. A fact retires another if both concern the
same subject and one single-valued matter, or the same pair in opposite ways, or if the model names the other and both
share the subject and the predicate or the object. Who is trusted less never retires what the more trusted said; such
a fact is kept beside it and flagged. A fact about an earlier time is filed as history and retires nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from memary.memory.facts import compete, is_current, retire, says_the_same
from memary.memory.identity import SELF_KEY, SELF_NAME, lookup_key
from memary.memory.predicates import matter_of
from memary.text import entity_key
from memary.types import (
    FOREVER,
    Action,
    Entity,
    Fact,
    FactKind,
    Mention,
    Operation,
    Origin,
    new_id,
)

GENERIC = "thing"
VALUE = "value"
"""The type of objects that are a date, a number or another bare value; they do not come up in the memory stream."""

_VALUE_MATTERS = {"age", "birthday", "phone", "email", "timezone"}


@dataclass(frozen=True, slots=True)
class Source:
    """A message (or fact) that something comes from, and when it was said."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity proposed by name."""

    name: str
    type: str = GENERIC
    aliases: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    description: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFact:
    """A fact proposed by a model, a rule or a caller, in one form for all three."""

    subject: str
    predicate: str  # as memary.text.names.predicate_key gives it
    object: str
    statement: str
    valid_at: datetime
    invalid_at: datetime = FOREVER
    op: Literal["ADD", "UPDATE", "DELETE", "NONE"] = "ADD"
    target_id: str | None = None
    correction: bool = False
    importance: int = 2
    kind: FactKind = FactKind.FACT
    origin: Origin = Origin.USER
    extractor: Literal["model", "rule", "caller"] = "model"
    confidence: float = 1.0
    language: str = "en"
    quote: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the graph holds that the proposals may touch, at one revision."""

    revision: int
    entities: Sequence[Entity] = ()
    facts: Sequence[Fact] = ()


@dataclass(slots=True)
class Resolution:
    """What changes: records to write, and the ledger rows that tell it."""

    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    mentions: dict[tuple[str, str], Mention] = field(default_factory=dict[tuple[str, str], Mention])
    operations: list[Operation] = field(default_factory=list[Operation])


def resolve(
    *,
    user_id: str,
    entities: Iterable[NamedEntity],
    facts: Iterable[ProposedFact],
    snapshot: Snapshot,
    now: datetime,
    actor: str,
    user_name: str | None = None,
    make_id: Callable[[], str] = new_id,
) -> Resolution:
    """Turn proposals into changes.

    Args:
        user_id: whose graph it is.
        entities: entities proposed by name.
        facts: facts proposed, in the order they were said.
        snapshot: what is there: all entities of the names and aliases proposed, all facts that may compete.
        now: the time memary learns of it.
        actor: who proposes, for the ledger.
        user_name: the user's name where the talk shows it.
        make_id: gives new ids.
    """
    return _Resolver(user_id, snapshot, now, actor, user_name, make_id).run(entities, facts)


class _Resolver:
    """The working state of one resolve step."""

    def __init__(
        self,
        user_id: str,
        snapshot: Snapshot,
        now: datetime,
        actor: str,
        user_name: str | None,
        make_id: Callable[[], str],
    ) -> None:
        self._user_id, self._now, self._actor, self._make_id = user_id, now, actor, make_id
        self._user_name = user_name
        self._out = Resolution()
        self._entities = {entity.id: entity for entity in snapshot.entities}
        self._ids: dict[str, list[str]] = {}
        for entity in snapshot.entities:
            self._index(entity)
        self._facts: dict[str, Fact] = {}
        self._of_subject: dict[str, set[str]] = {}
        for fact in snapshot.facts:
            self._keep(fact)

    def run(self, entities: Iterable[NamedEntity], facts: Iterable[ProposedFact]) -> Resolution:
        for named in entities:
            entity = self._entity(named)
            for source in named.sources:
                self._mention(entity, source)
        for proposed in facts:
            self._fact(proposed)
        return self._out

    # -- entities -------------------------------------------------------------------------------------------------

    def _entity(self, named: NamedEntity) -> Entity:
        key = lookup_key(named.name)
        if key == SELF_KEY or (self._user_name and key == entity_key(self._user_name)):
            return self._user(named)
        found = self._find(key, named.type)
        if found is None:
            aliases = (self._find(lookup_key(alias), named.type) for alias in named.aliases)
            found = next((entity for entity in aliases if entity), None)
        return self._create(named, key) if found is None else self._enrich(found, named)

    def _find(self, key: str, kind: str) -> Entity | None:
        candidates = [self._entities[id_] for id_ in self._ids.get(key, ())]
        same_type = [entity for entity in candidates if entity.type == kind]
        compatible = [entity for entity in candidates if GENERIC in (entity.type, kind)]
        return next(iter(same_type + compatible), None)

    def _user(self, named: NamedEntity) -> Entity:
        found = self._find(SELF_KEY, GENERIC)
        if found is None:
            name = self._user_name or SELF_NAME
            aliases = (SELF_NAME,) if name != SELF_NAME else ()
            return self._create(NamedEntity(name=name, type="person", aliases=aliases), entity_key(name))
        if self._user_name and found.name == SELF_NAME:
            found = self._rename_user(found, self._user_name)
        return self._enrich(found, NamedEntity(name=found.name, type="person", categories=named.categories))

    def _rename_user(self, entity: Entity, name: str) -> Entity:
        """Give the user's node the name that became known; another node of that name keeps it."""
        if self._ids.get(entity_key(name)):
            return entity
        return self._put(
            entity.model_copy(
                update={"name": name, "key": entity_key(name), "aliases": (*entity.aliases, entity.name)}
            ),
            reason="the user's name became known",
        )

    def _create(self, named: NamedEntity, key: str) -> Entity:
        entity = Entity(
            id=self._make_id(),
            user_id=self._user_id,
            name=named.name,
            key=key,
            type=named.type,
            categories=_united((), named.categories),
            aliases=_aliases(named.name, (), named.aliases),
            description=named.description,
            created_at=self._now,
        )
        return self._put(entity, reason="new")

    def _enrich(self, entity: Entity, named: NamedEntity) -> Entity:
        changed = entity.model_copy(
            update={
                "type": named.type if entity.type == GENERIC else entity.type,
                "categories": _united(entity.categories, named.categories),
                "aliases": _aliases(entity.name, entity.aliases, (named.name, *named.aliases)),
                "description": entity.description or named.description,
            }
        )
        return entity if changed == entity else self._put(changed, reason="more is known about it")

    def _put(self, entity: Entity, *, reason: str) -> Entity:
        before = self._entities.get(entity.id)
        self._entities[entity.id] = entity
        self._out.entities[entity.id] = entity
        self._index(entity)
        self._log(
            Action.UPDATE if before else Action.ADD,
            entity.id,
            reason,
            before=[before] if before else [],
            after=[entity],
        )
        return entity

    def _index(self, entity: Entity) -> None:
        for key in (entity.key, *(entity_key(alias) for alias in entity.aliases)):
            ids = self._ids.setdefault(key, [])
            if entity.id not in ids:
                ids.append(entity.id)

    def _mention(self, entity: Entity, source: Source) -> None:
        is_user = SELF_KEY in (entity.key, *(entity_key(alias) for alias in entity.aliases))
        if not is_user and entity.type != VALUE:  # who speaks and bare values do not "come up"
            self._out.mentions[entity.id, source.id] = Mention(
                user_id=self._user_id, entity_id=entity.id, source_id=source.id, at=source.at
            )

    # -- facts ----------------------------------------------------------------------------------------------------

    def _fact(self, proposed: ProposedFact) -> None:
        new = self._record(proposed)
        same = next((f for f in self._current(new.subject_id) if says_the_same(new, f)), None)
        named = self._guarded_target(proposed, new)
        if proposed.op == "DELETE":
            self._end(proposed, named or same, new)
        elif same is not None:
            self._corroborate(proposed, same, new)
        elif proposed.op == "NONE":
            return  # the model says it is known, and nothing known matches: nothing to do
        else:
            self._add(proposed, new, named)

    def _record(self, proposed: ProposedFact) -> Fact:
        subject = self._entity(NamedEntity(proposed.subject))
        is_value = matter_of(proposed.predicate) in _VALUE_MATTERS or proposed.object[:1].isdigit()
        known = self._find(lookup_key(proposed.object), GENERIC)
        object_ = self._entity(NamedEntity(proposed.object, VALUE if is_value and not known else GENERIC))
        fact = Fact(
            id=self._make_id(),
            user_id=self._user_id,
            subject_id=subject.id,
            subject=subject.name,
            predicate=proposed.predicate,
            object_id=object_.id,
            object=object_.name,
            statement=proposed.statement,
            kind=proposed.kind,
            valid_at=proposed.valid_at,
            invalid_at=max(proposed.invalid_at, proposed.valid_at),
            created_at=self._now,
            origin=proposed.origin,
            extractor=proposed.extractor,
            confidence=proposed.confidence,
            importance=proposed.importance,
            language=proposed.language,
            quote=proposed.quote,
            source_ids=tuple(dict.fromkeys(source.id for source in proposed.sources)),
        )
        for source in proposed.sources or (Source(fact.id, self._now),):
            self._mention(subject, source)
            self._mention(object_, source)
        return fact

    def _keep(self, fact: Fact) -> None:
        self._facts[fact.id] = fact
        self._of_subject.setdefault(fact.subject_id, set()).add(fact.id)

    def _current(self, subject_id: str) -> list[Fact]:
        facts = (self._facts[id_] for id_ in sorted(self._of_subject.get(subject_id, ())))
        return [fact for fact in facts if is_current(fact, self._now)]

    def _guarded_target(self, proposed: ProposedFact, new: Fact) -> Fact | None:
        """Return the fact the model wants retired, if it is about the same matter; a chain A→B→C is not."""
        target = self._facts.get(proposed.target_id or "")
        if target is None or not is_current(target, self._now) or target.subject_id != new.subject_id:
            return None
        matter = matter_of(new.predicate)
        about_the_same = (
            target.predicate == new.predicate
            or target.object_id == new.object_id
            or (matter is not None and matter == matter_of(target.predicate))
        )
        return target if about_the_same else None

    def _end(self, proposed: ProposedFact, target: Fact | None, new: Fact) -> None:
        if target is None or proposed.origin.trust < target.origin.trust:
            self._log(Action.NONE, new.id, "nothing to end: no such fact, or a more trusted source said it")
            self._drop_mentions(new)
            return
        ended_at = proposed.invalid_at if proposed.invalid_at < FOREVER else proposed.valid_at
        ended = retire(target, ended_at=ended_at, now=self._now, was_wrong=proposed.correction)
        self._write(Action.DELETE, ended.id, "it ended", proposed, before=[target], after=[ended])

    def _corroborate(self, proposed: ProposedFact, same: Fact, new: Fact) -> None:
        known = same.model_copy(update={"source_ids": _united(same.source_ids, new.source_ids)})
        action, reason = Action.NONE, "known already"
        if new.invalid_at < same.invalid_at:
            known = retire(known, ended_at=new.invalid_at, now=self._now)
            action, reason = Action.UPDATE, "its end became known"
        self._drop_mentions(new, moved_to=known)
        self._write(action, same.id, reason, proposed, before=[same], after=[known])

    def _drop_mentions(self, new: Fact, *, moved_to: Fact | None = None) -> None:
        """A fact given without a message is its own source; where it is not kept, the known one takes its place."""
        for (entity_id, source_id), mention in list(self._out.mentions.items()):
            if source_id == new.id:
                del self._out.mentions[entity_id, source_id]
                if moved_to is not None:
                    moved = mention.model_copy(update={"source_id": moved_to.id})
                    self._out.mentions.setdefault((entity_id, moved_to.id), moved)

    def _add(self, proposed: ProposedFact, new: Fact, named: Fact | None) -> None:
        rivals = {fact.id: fact for fact in self._current(new.subject_id) if compete(new, fact)}
        if named is not None:
            rivals[named.id] = named
        before: list[Fact] = []
        after: list[Fact] = []
        conflicts: list[str] = []
        for rival in rivals.values():
            if new.invalid_at <= rival.valid_at:
                continue  # both were true, one after the other
            if proposed.origin.trust < rival.origin.trust:
                conflicts.append(rival.id)
            elif new.valid_at < rival.valid_at and not proposed.correction:
                new = new.model_copy(update={"invalid_at": min(new.invalid_at, rival.valid_at)})
            else:
                before.append(rival)
                after.append(retire(rival, ended_at=new.valid_at, now=self._now, was_wrong=proposed.correction))
        new = new.model_copy(
            update={"supersedes": tuple(fact.id for fact in before), "conflicts_with": tuple(conflicts)}
        )
        if conflicts:
            reason = "kept beside what a more trusted source said"
        elif before:
            reason = "it corrects what was known" if proposed.correction else "it replaces what was true before"
        else:
            reason = "new"
        action = Action.UPDATE if before else Action.ADD
        self._write(action, new.id, reason, proposed, before=before, after=[*after, new])
        if matter_of(new.predicate) == "name" and not conflicts:
            self._learn_name(new)

    def _learn_name(self, fact: Fact) -> None:
        subject = self._entities[fact.subject_id]
        if subject.name == SELF_NAME:
            target = self._entities[fact.object_id]
            if self._ids.get(target.key) == [target.id]:  # the value node gives its name away to the person
                self._ids[target.key] = []
            self._rename_user(subject, fact.object)
        else:
            self._enrich(subject, NamedEntity(subject.name, subject.type, aliases=(fact.object,)))

    def _write(
        self,
        action: Action,
        target_id: str,
        reason: str,
        proposed: ProposedFact,
        *,
        before: Sequence[Fact],
        after: Sequence[Fact],
    ) -> None:
        for fact in after:
            self._keep(fact)
            self._out.facts[fact.id] = fact
        self._log(action, target_id, reason, before=before, after=after, sources=proposed.sources)

    def _log(
        self,
        action: Action,
        target_id: str,
        reason: str,
        *,
        before: Sequence[Entity | Fact] = (),
        after: Sequence[Entity | Fact] = (),
        sources: Sequence[Source] = (),
    ) -> None:
        self._out.operations.append(
            Operation(
                id=self._make_id(),
                user_id=self._user_id,
                at=self._now,
                actor=self._actor,
                action=action,
                target_id=target_id,
                reason=reason,
                before=_dumped(before),
                after=_dumped(after),
                source_ids=tuple(source.id for source in sources),
            )
        )


def _dumped(records: Sequence[Entity | Fact]) -> dict[str, JsonValue]:
    return {record.id: record.model_dump(mode="json") for record in records}


def _united(known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *(item.strip() for item in more if item.strip()))))


def _aliases(name: str, known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """Unite aliases; what is written differently but normalises alike is one, and the name itself is none."""
    kept = {entity_key(alias): alias for alias in (*reversed([alias.strip() for alias in more if alias.strip()]),)}
    kept |= {entity_key(alias): alias for alias in reversed(known)}
    kept.pop(entity_key(name), None)
    return tuple(reversed(kept.values()))
