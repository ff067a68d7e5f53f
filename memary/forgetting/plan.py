"""Plan what has to go when something is forgotten.

Pure: works out the removals, the store carries them out.

- Facts that only a removed message states go. One stated elsewhere too loses this source, its quote, its sentence if
  that was the message's, and what it lasted for the message alone (`_Stripping`).
- Insights that rest on something removed go, since their words may be its words; reflection draws them again. Other
  facts keep of such a ground that there was one, and since when it is gone.
- What a removed fact had ended is as it was before (`_reopen`).
- Entities that nothing speaks of any more go; others unlearn what only removed messages told (`_unlearnt`).
- Of a message that is cut all of this holds for the part that goes, and all else stays as it was.
- Ledger rows that quote what is removed go; those that quote it beside other things are cleared of it (`_Clearing`).
- Summaries of sessions that lose a message or a part of one go (`_summarised`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self, TypeVar

from pydantic import Field, JsonValue, TypeAdapter

from memary.facts.identity import SELF_KEY, SELF_NAME
from memary.facts.intervals import plain_sentence
from memary.facts.ledger import MENTIONS
from memary.facts.predicates import BUILT_IN, NAME_MATTERS, Predicates
from memary.forgetting.expiry import expiry_left
from memary.forgetting.fingerprint import fingerprint_row
from memary.forgetting.reinstatement import ends_to_undo, follow, without_changes
from memary.forgetting.removal import Cut, Gone, tells_more
from memary.languages import texts
from memary.languages.terms import term_set
from memary.text.names.occurrence import says_name
from memary.types import (
    Action,
    Entity,
    Fact,
    GraphDelta,
    Ground,
    Mention,
    Message,
    Operation,
    Record,
    StoreStats,
    Summary,
    Time,
    new_id,
    utc_now,
)

_R = TypeVar("_R", Entity, Fact)


class Manifest(Record):
    """What was forgotten, in numbers; and how many facts came back that something of it had ended.

    `reopened_ids` are those of them that are true again now; others were true for longer. A dry run tells what would
    go, and it alone gives `message_ids` and `fact_ids`, and as `parts` the texts that go of
    messages that stay. `in_spaces` says, by the ids of spaces, which of all these ids are in those and not in the
    user's own memory. Where what went is held aside, `held_id` names it for
    `memory.operations.restore`, until `held_until`.

    `is_scrubbed` says whether its bytes are written over already. Where they are not, since the setting `scrub` is
    off, another process was reading the file or the disk was full, it is forgotten all the same.
    """

    messages: int = 0
    facts: int = 0
    entities: int = 0
    mentions: int = 0
    operations: int = 0
    summaries: int = 0
    reopened: int = 0
    message_ids: tuple[str, ...] = ()
    fact_ids: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    reopened_ids: tuple[str, ...] = ()
    in_spaces: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    held_id: str | None = None
    held_until: Time | None = None
    is_scrubbed: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """The numbers, by what they count."""
        return {
            name: getattr(self, name) for name, field in type(self).model_fields.items() if field.annotation is int
        }

    def told(self, language: str) -> str:
        """Return how many messages, facts and other records it counts, in words."""
        forms, counts = texts(language).forgotten_counts, self.counts
        counted = [(forms[name], counts[name]) for name in forms if counts[name]]
        return ", ".join(form[count > 1].format(count=f"{count:,}") for form, count in counted)

    def __add__(self, other: Manifest) -> Manifest:
        """Return both, added up."""
        added: dict[str, Any] = {name: count + other.counts[name] for name, count in self.counts.items()}
        return Manifest(
            **added,
            message_ids=(*self.message_ids, *other.message_ids),
            fact_ids=(*self.fact_ids, *other.fact_ids),
            parts=(*self.parts, *other.parts),
            reopened_ids=(*self.reopened_ids, *other.reopened_ids),
            in_spaces={
                space: (*self.in_spaces.get(space, ()), *other.in_spaces.get(space, ()))
                for space in (self.in_spaces | other.in_spaces)
            },
        )

    def in_space(self, space_id: str) -> Self:
        """Return it with all its ids noted as those of a space."""
        ids = (*self.message_ids, *self.fact_ids, *self.reopened_ids)
        return self.model_copy(update={"in_spaces": {space_id: ids}}) if ids else self

    @classmethod
    def of(cls, stats: StoreStats) -> Self:
        """Count all records of a user."""
        return cls(
            messages=stats.messages,
            facts=stats.facts,
            entities=stats.entities,
            mentions=stats.mentions,
            operations=stats.operations,
        )


@dataclass(frozen=True, slots=True)
class RelatedRecords:
    """The records of a user among which the removals are looked for: those that what goes has to do with.

    `facts` and `mentions` need not be all of an entity's: one that stays is enough to keep it. `expiries` tells when
    the kept sources of facts expire that lose a source.
    """

    revision: int
    messages: list[Message] = field(default_factory=list[Message])
    entities: list[Entity] = field(default_factory=list[Entity])
    facts: list[Fact] = field(default_factory=list[Fact])
    mentions: list[Mention] = field(default_factory=list[Mention])
    operations: list[Operation] = field(default_factory=list[Operation])
    summaries: list[Summary] = field(default_factory=list[Summary])
    expiries: dict[str, datetime] = field(default_factory=dict[str, datetime])


def plan_forgetting(
    user_id: str,
    related: RelatedRecords,
    asked: Gone,
    *,
    predicates: Predicates = BUILT_IN,
    keep_out: bool = False,
) -> tuple[GraphDelta, Manifest]:
    """Return the delta that forgets these records and all that have no other source.

    Args:
        user_id: whose they are.
        related: what they have to do with.
        asked: the records that go.
        predicates: which relations hold one value at a time.
        keep_out: leave a fingerprint of each message, by which it is refused when it is added again.
    """
    gone = _with_what_goes_along(asked, related)
    rows_gone = [row for row in related.operations if gone.is_told_by(row)]
    now = utc_now()
    stripped = _stripped(related, gone, now)
    gone_facts = [fact for fact in related.facts if fact.id in gone.facts]
    caused = [row for row in rows_gone if gone.caused(row)]
    reopened = _reopen(stripped, gone_facts, caused, predicates)
    kept_mentions = [mention for mention in related.mentions if not gone.takes_mention(mention)]
    gone.entities.update(_touched(related, gone) - _needed(stripped.values(), kept_mentions))
    learnt = [(row, cuts) for row in related.operations if (cuts := gone.taught(row)) is not None]
    parts = _parts(related.operations)
    called = [fact for fact in gone_facts if predicates.matter_of(fact.predicate) in NAME_MATTERS]
    kept = (each for each in related.entities if each.id not in gone.entities)
    entities = {each.id: _unnamed(_unlearnt(each, learnt, parts.get(each.id, ())), called) for each in kept}
    _rename_ends(stripped, related.entities, entities)
    merged = _merged(learnt, parts)
    rows_gone = [row for row in related.operations if gone.is_told_by(row) or not merged.isdisjoint(row.before)]
    rows = _Clearing(related, gone, stripped, entities, now).rows({row.id for row in rows_gone})
    summaries = _summarised(related, gone)
    fingerprints = [fingerprint_row(message) for message in related.messages if keep_out]
    cut = {message.id: gone.cuts[message.id] for message in related.messages if message.id in gone.cuts}
    delta = GraphDelta(
        user_id=user_id,
        revision=related.revision,
        entities=tuple(
            entities[was.id] for was in related.entities if was.id in entities and entities[was.id] != was
        ),
        facts=tuple(stripped[was.id] for was in related.facts if was.id in stripped and stripped[was.id] != was),
        operations=(*rows, _record(user_id, gone, now), *fingerprints),
        messages=tuple(cut[message.id].of(message) for message in related.messages if message.id in cut),
        embeddings={id_: one.embedding for id_, one in cut.items() if one.embedding is not None},
        removed_messages=tuple(sorted(gone.messages)),
        removed_facts=tuple(sorted(gone.facts)),
        removed_entities=tuple(sorted(gone.entities)),
        removed_mentions=tuple(sorted((entity_id, source_id) for source_id, entity_id in gone.unmentioned)),
        removed_operations=tuple(row.id for row in rows_gone),
        removed_summaries=tuple(sorted(summaries)),
    )
    manifest = _manifest(delta, gone, unmentioned=len(related.mentions) - len(kept_mentions))
    again = sorted(id_ for id_ in reopened if stripped[id_].invalid_at > now)
    return delta, manifest.model_copy(update={"reopened": len(reopened), "reopened_ids": tuple(again)})


def _with_what_goes_along(asked: Gone, related: RelatedRecords) -> Gone:
    """Return what goes: what was asked for, and the facts and mentions that nothing else tells."""
    gone = asked.copy()
    gone.check_cuts(related.messages)
    gone.add_facts(related.facts)
    gone.add_mentions(related.mentions, {entity.id: entity for entity in related.entities})
    return gone


def _manifest(delta: GraphDelta, gone: Gone, *, unmentioned: int) -> Manifest:
    """Count what a delta takes away; of messages also those that lose a part."""
    return Manifest(
        messages=gone.message_count,
        facts=len(delta.removed_facts),
        entities=len(delta.removed_entities),
        mentions=unmentioned,
        operations=len(delta.removed_operations),
        summaries=len(delta.removed_summaries),
    )


def _stripped(related: RelatedRecords, gone: Gone, at: datetime) -> dict[str, Fact]:
    """Return the facts that stay, by id, without what they had of the records that go."""
    rows = _by_fact(row for row in related.operations if not gone.is_told_by(row))
    kept = [fact for fact in related.facts if fact.id not in gone.facts]
    gone_objects = {fact.object for fact in related.facts if fact.id in gone.facts}
    stripped = (_Stripping(gone, gone_objects, related.expiries, rows.get(fact.id, ())).of(fact) for fact in kept)
    return {
        fact.id: fact.model_copy(update={"rests_on": gone.grounds_left(fact.rests_on, at=at)}) for fact in stripped
    }


def _summarised(related: RelatedRecords, gone: Gone) -> list[str]:
    """Return the sessions whose summaries tell of messages that go."""
    going = gone.messages | gone.cuts.keys()
    sessions = {message.session_id for message in related.messages if message.id in going}
    return [summary.session_id for summary in related.summaries if summary.session_id in sessions]


def _by_fact(rows: Iterable[Operation]) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for row in rows:
        for id_ in row.after:
            found.setdefault(id_, []).append(row)
    return found


@dataclass(frozen=True, slots=True)
class _Stripping:
    """Takes from a fact that stays what it had of the records that go.

    Attributes:
        gone: what goes.
        objects: what the facts that go are about.
        expiries: when the sources of facts expire that stay.
        rows: the ledger rows of the fact that stay.
    """

    gone: Gone
    objects: Collection[str]
    expiries: Mapping[str, datetime]
    rows: Iterable[Operation]

    def of(self, fact: Fact) -> Fact:
        gone = self.gone
        lost = gone.sources_lost(fact)
        sources = tuple(id_ for id_ in fact.source_ids if id_ not in lost)
        loses = sources != fact.source_ids
        return fact.model_copy(
            update={
                "source_ids": sources,
                # the words may be those of the message that goes
                "quote": "" if loses else gone.quote_left(fact),
                "statement": self._statement(fact, lost),
                "expires_at": expiry_left(fact, sources, self.expiries, self.rows) if loses else fact.expires_at,
                "supersedes": tuple(id_ for id_ in fact.supersedes if id_ not in gone.facts),
                "conflicts_with": tuple(id_ for id_ in fact.conflicts_with if id_ not in gone.facts),
            }
        )

    def _statement(self, fact: Fact, lost: Collection[str]) -> str:
        """Return the sentence of a fact, which may be that of a message that goes, or name what goes."""
        if (left := self.gone.restated.get(fact.id)) is not None:
            return left
        first_went = bool(fact.source_ids) and fact.source_ids[0] in lost
        is_of_list = fact.id in self.gone.kept or self.gone.quote_left(fact) != fact.quote
        names_it = is_of_list and (
            any(says_name(fact.statement, one) for one in self.objects) or self.gone.retells(fact)
        )
        is_plain = names_it or (first_went and (not is_of_list or tells_more(fact)))
        return plain_sentence(fact.subject, fact.predicate, fact.object) if is_plain else fact.statement


def _reopen(facts: dict[str, Fact], gone: list[Fact], caused: list[Operation], predicates: Predicates) -> set[str]:
    """Restore the ends that removed records had moved; return the facts whose end changed."""
    came_back: set[str] = set()
    for id_, moments in ends_to_undo(gone, caused).items():
        if (fact := facts.get(id_)) is None:
            continue
        back = without_changes(fact, moments)
        if back.invalid_at == fact.invalid_at and back.expired_at == fact.expired_at:
            continue
        back, heir = follow(back, facts.values(), predicates)
        facts[id_] = back
        if heir is not None:
            facts[heir.id] = heir
        if back.invalid_at != fact.invalid_at:
            came_back.add(id_)
    return came_back


def _needed(facts: Iterable[Fact], mentions: Iterable[Mention]) -> set[str]:
    """Return the entities that a fact or mention names."""
    return {end for fact in facts for end in (fact.subject_id, fact.object_id)} | {
        each.entity_id for each in mentions
    }


def _touched(related: RelatedRecords, gone: Gone) -> set[str]:
    """Return the entities that lose a fact or a mention."""
    ends = {end for fact in related.facts if fact.id in gone.facts for end in (fact.subject_id, fact.object_id)}
    return ends | {mention.entity_id for mention in related.mentions if gone.takes_mention(mention)}


def _parts(rows: Iterable[Operation]) -> dict[str, set[str]]:
    """Return, by entity, the entities that were merged into it, also by way of others."""
    parts: dict[str, set[str]] = {}
    for row in sorted(rows, key=lambda each: (each.at, each.id)):
        if row.action is Action.MERGE:
            went = row.before.keys() - row.after.keys() - {MENTIONS}
            parts[row.target_id] = parts.get(row.target_id, set()) | went.union(*(parts.get(id_, ()) for id_ in went))
    return parts


def _merged(learnt: Iterable[tuple[Operation, Sequence[Cut]]], parts: Mapping[str, set[str]]) -> set[str]:
    """Return the entities that were merged into another, and that removed messages told of."""
    changed = {id_ for row, cuts in learnt if not cuts for id_ in row.after}
    return changed.intersection(id_ for ids in parts.values() for id_ in ids)


def _unlearnt(entity: Entity, rows: Iterable[tuple[Operation, Sequence[Cut]]], parts: Collection[str] = ()) -> Entity:
    """Undo changes to an entity that removed messages made, or parts that were cut out; the newest first."""
    for row, cuts in sorted(rows, key=lambda each: (each[0].at, each[0].id), reverse=True):
        id_ = next((id_ for id_ in (entity.id, *parts) if id_ in row.after), entity.id)
        if isinstance(after := row.after.get(id_), dict):
            was = row.before.get(id_)
            entity = _without_change(entity, was if isinstance(was, dict) else {}, after, cuts)
    return entity


def _unnamed(entity: Entity, called: Iterable[Fact]) -> Entity:
    """Take from the user the name that forgotten facts told: it may have come with their first mention."""
    if SELF_NAME not in (entity.name, *entity.aliases):
        return entity
    lost = [term_set(fact.object) for fact in called if fact.subject_id == entity.id]
    aliases = tuple(word for word in entity.aliases if not any(term_set(word) <= name for name in lost))
    if any(term_set(entity.name) <= name for name in lost):
        rest = tuple(word for word in aliases if word != SELF_NAME)
        return entity.model_copy(update={"name": SELF_NAME, "key": SELF_KEY, "aliases": rest})
    return entity.model_copy(update={"aliases": aliases})


def _without_change(
    entity: Entity, before: Mapping[str, JsonValue], after: Mapping[str, JsonValue], cuts: Sequence[Cut]
) -> Entity:
    """Take back what one change taught of an entity; of messages that were cut, the names that went."""

    def went(word: JsonValue) -> bool:
        return not cuts or any(cut.unsays(str(word)) for cut in cuts)

    def took(text: str) -> bool:
        return not cuts or any(cut.takes_words_of(text) for cut in cuts)

    taught = {
        word
        for name in ("aliases", "categories")
        for word in set(_words(after.get(name))) - set(_words(before.get(name)))
        if went(word)
    } - {SELF_NAME}
    name = before.get("name")
    renamed = name not in (None, after.get("name")) and entity.name == after.get("name") and went(entity.name)
    described = after.get("description") != before.get("description", "")
    forgets = described and entity.description == after.get("description") and took(entity.description)
    return entity.model_copy(
        update={
            "name": name if renamed else entity.name,
            "key": before["key"] if renamed else entity.key,
            "aliases": tuple(
                word for word in entity.aliases if word not in taught and not (renamed and word == name)
            ),
            "categories": tuple(word for word in entity.categories if word not in taught),
            "description": "" if forgets else entity.description,
        }
    )


def _words(value: JsonValue) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


def _rename_ends(facts: dict[str, Fact], before: Iterable[Entity], now: dict[str, Entity]) -> None:
    """Rename the entities in facts and their sentences where a name was removed."""
    names = {was.id: (was.name, now[was.id].name) for was in before if was.id in now and now[was.id].name != was.name}
    for id_, fact in facts.items():
        for end_id, name in ((fact.subject_id, "subject"), (fact.object_id, "object")):
            old, new = names.get(end_id, ("", ""))
            if old and getattr(fact, name) == old:
                fact = fact.model_copy(update={name: new, "statement": fact.statement.replace(old, new)})
        facts[id_] = fact


@dataclass(frozen=True, slots=True)
class _Clearing:
    """Takes out of ledger rows what was forgotten: from what there was, to what there is."""

    related: RelatedRecords
    gone: Gone
    facts: Mapping[str, Fact]
    entities: Mapping[str, Entity]
    at: datetime

    def rows(self, removed: Collection[str]) -> list[Operation]:
        """Return the remaining ledger rows that had removed parts in their records, without them."""
        was_facts = {fact.id: fact for fact in self.related.facts}
        was_entities = {entity.id: entity for entity in self.related.entities}
        rows: list[Operation] = []
        for row in self.related.operations:
            if row.id in removed:
                continue
            images: dict[str, dict[str, JsonValue]] = {}
            for side in ("before", "after"):
                images[side] = {
                    id_: self._fact(image, was_facts.get(id_), self.facts[id_])
                    if id_ in self.facts
                    else _image(image, was_entities.get(id_), self.entities.get(id_), self.gone)
                    for id_, image in getattr(row, side).items()
                }
            cleared = row.model_copy(update=images)
            if cleared != row:
                rows.append(cleared)
        return rows

    def _fact(self, image: JsonValue, was: Fact | None, now: Fact) -> JsonValue:
        cleared = _image(image, was, now, self.gone)
        if isinstance(cleared, dict) and (grounds := cleared.get("rests_on")):
            left = self.gone.grounds_left(_GROUNDS.validate_python(grounds), at=self.at)
            cleared["rests_on"] = [ground.model_dump(mode="json") for ground in left]
        return cleared


_GROUNDS: TypeAdapter[tuple[Ground, ...]] = TypeAdapter(tuple[Ground, ...])


def _image(image: JsonValue, was: _R | None, now: _R | None, gone: Gone) -> JsonValue:
    """Remove from a ledger's copy of a record the texts and ids that the record lost."""
    if not isinstance(image, dict) or was is None or now is None:
        return image
    old, new = was.model_dump(mode="json"), now.model_dump(mode="json")
    cleared = dict(image)
    for name, value in image.items():
        if name in ("source_ids", "supersedes", "conflicts_with"):
            lost = (set(_words(old[name])) - set(_words(new[name]))) | gone.messages | gone.facts
            cleared[name] = [each for each in _words(value) if each not in lost]
        elif name in ("aliases", "categories"):
            lost = set(_words(old[name])) - set(_words(new[name]))
            cleared[name] = [each for each in _words(value) if each not in lost]
        elif isinstance(old.get(name), str) and name in _FOLLOWED and value == old[name]:
            cleared[name] = new[name]
    if cleared.get("source_ids") != image.get("source_ids"):
        cleared["quote"] = ""
        if isinstance(now, Fact):
            cleared["statement"] = now.statement
    return cleared


_FOLLOWED = ("name", "key", "description", "subject", "object", "statement", "quote", "expires_at")
"""Fields of pictures that change with the record, where they were alike."""


def _record(user_id: str, gone: Gone, at: datetime) -> Operation:
    """Return the ledger row that counts what was forgotten and repeats none of its text."""
    counts = f"{gone.message_count} messages, {len(gone.facts)} facts, {len(gone.entities)} entities"
    return Operation(
        id=new_id(),
        user_id=user_id,
        at=at,
        actor="user",
        action=Action.FORGET,
        target_id="",
        reason=f"forgot {counts}",
    )
