"""Plan what a held part comes back to.

Pure: works out what is written, the store does it. What went is put back as it was, and what was changed too, as far
as nothing else changed it meanwhile: then each field that did not change is as before, and lists have what both have.
What was learnt meanwhile stands: where it says the same, both become one fact; where it cannot be true at once, the
fact that comes back ends where the newer one begins, as if it had been there. What rested on something that is gone
by now comes back without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from memary.checks.faults import shown
from memary.errors import InputError
from memary.facts.intervals import corroborated, is_current, overlap, plain_sentence, retire, says_the_same
from memary.facts.ledger import before_after
from memary.facts.places import within
from memary.facts.predicates import Predicates
from memary.forgetting.held_records import HeldRecords
from memary.forgetting.plan import Manifest
from memary.forgetting.reinstatement import follow
from memary.resolution.merge_plan import united_entity
from memary.restoration.current_state import PresentRecords
from memary.types import Action, Entity, Fact, GraphDelta, HeldPart, Message, Operation

R = TypeVar("R", Entity, Fact, Message)

_ENDS = ("invalid_at", "expired_at", "stated_end", "earlier_ends", "changed_at")
_LISTS = ("source_ids", "supersedes", "conflicts_with", "aliases", "categories")


def plan_restoring(
    part: HeldPart, aside: HeldRecords, present: PresentRecords, *, predicates: Predicates, now: datetime
) -> tuple[GraphDelta, Manifest]:
    """Return the delta that brings a held part back, and what comes back in numbers.

    Args:
        part: what is held aside.
        aside: its records, by the ids that they have now.
        present: what there is of them.
        predicates: which relations hold one value at a time.
        now: the time.

    Raises:
        InputError: a message reads otherwise by now.
    """
    returned, rewritten = _messages(aside, present)
    entities = _entities(aside, present)
    facts = _ReturningFacts(aside, present, predicates, {one.id for one in returned})
    written, rows = facts.joined(part, now)
    back = [fact for fact in aside.facts if fact.id in written and fact.id not in present.facts]
    sources = {*present.messages, *(one.id for one in returned), *present.facts, *written}
    known = {*present.entities, *entities}
    mentions = [one for one in aside.mentions if one.source_id in sources and one.entity_id in known]
    operations = [row for row in aside.operations if row.id not in present.operations]
    changed = [was for was, left in aside.changed_operations if present.operations.get(was.id) == left]
    delta = GraphDelta(
        user_id=part.user_id,
        revision=present.revision,
        entities=tuple(entities.values()),
        facts=tuple(written.values()),
        mentions=tuple(mentions),
        operations=(*operations, *changed, *rows),
        messages=tuple(rewritten),
        returned=tuple(returned),
        removed_operations=aside.marks,
        removed_summaries=present.summarised,
        removed_held=(part.id,),
    )
    manifest = Manifest(
        messages=len(returned) + len(rewritten),
        facts=len(back),
        entities=sum(one.id not in present.entities for one in entities.values()),
        mentions=len(mentions),
        operations=len(operations),
    )
    return delta, manifest


def _messages(aside: HeldRecords, present: PresentRecords) -> tuple[list[Message], list[Message]]:
    """Return the messages that are put back, and those that get a part of theirs again."""
    for was in aside.messages:
        there = present.messages.get(was.id)
        if there is not None and there.content != was.content:
            raise _reads_otherwise(was)
    rewritten: list[Message] = []
    for was, left in aside.changed_messages:
        there = present.messages.get(was.id)
        if there is not None and there.content not in (left.content, was.content):
            raise _reads_otherwise(was)
        if there is not None:
            rewritten.append(_rejoined(was, left, there))
    return [one for one in aside.messages if one.id not in present.messages], rewritten


def _reads_otherwise(message: Message) -> InputError:
    return InputError(f"It cannot be restored: message {shown(message.id)} has a different text now.")


def _entities(aside: HeldRecords, present: PresentRecords) -> dict[str, Entity]:
    """Return the entities that are put back, or are again called and described as they were."""
    found: dict[str, Entity] = {}
    found |= {one.id: one for one in aside.ends if one.id not in present.entities}
    for was in aside.entities:
        there = present.entities.get(was.id)
        found[was.id] = was if there is None else united_entity(was, there)
    for was, left in aside.changed_entities:
        if (there := present.entities.get(was.id)) is not None:
            found[was.id] = _rejoined(was, left, there)
    return {id_: one for id_, one in found.items() if present.entities.get(id_) != one}


def _rejoined(was: R, left: R, now: R) -> R:
    """Return a record that a forgetting changed as it was before, with what changed of it since."""
    values: dict[str, Any] = {}
    for name in type(was).model_fields:
        before, after, there = getattr(was, name), getattr(left, name), getattr(now, name)
        if name in _LISTS:
            again = [one for one in before if one in there or one not in after]
            values[name] = tuple(dict.fromkeys((*again, *there)))
        elif there == after and name not in _ENDS:
            values[name] = before
    if isinstance(was, Fact):
        values |= _rejoined_end(*(_end(fact) for fact in (was, left, now)))
    return now.model_copy(update=values)


def _end(fact: Entity | Fact | Message) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in _ENDS}


def _rejoined_end(was: dict[str, Any], left: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the end of a fact: as it was, as it was moved since, or of both the earlier one."""
    if now == left or was == left:
        return was if now == left else now
    return min((was, now), key=lambda end: end["invalid_at"])


@dataclass(slots=True)
class _ReturningFacts:
    """The facts that come back, beside those that there are.

    `messages` are the ids of those that come back.
    """

    aside: HeldRecords
    present: PresentRecords
    predicates: Predicates
    messages: Collection[str]
    written: dict[str, Fact] = field(default_factory=dict[str, Fact])

    def joined(self, part: HeldPart, now: datetime) -> tuple[dict[str, Fact], list[Operation]]:
        """Return the facts that are written, by id, and the rows that tell what later ones did to them."""
        there = self.present.facts
        for fact in self.aside.facts:
            if fact.id not in there:
                self.written[fact.id] = fact
        for was, left in self.aside.changed_facts:
            if was.id in there:
                self.written[was.id] = _rejoined(was, left, there[was.id])
        self._drop_what_is_gone()
        since = [id_ for id_, one in there.items() if one.created_at > part.at and id_ not in self.written]
        back = [fact.id for fact in self.aside.facts if fact.id in self.written]
        return self.written, [row for id_ in back if (row := self._met(id_, since, part, now)) is not None]

    def _drop_what_is_gone(self) -> None:
        """Take out of the facts what they name that is gone by now, and those that nothing states any more."""
        more = True
        while more:
            ids = {*self.present.facts, *self.written}
            sources = {*self.present.messages, *self.messages, *ids}
            stated = {id_: _without_gone(fact, ids, sources) for id_, fact in self.written.items()}
            more = any(one is None for one in stated.values())
            self.written = {id_: one for id_, one in stated.items() if one is not None}

    def _met(self, id_: str, since: Sequence[str], part: HeldPart, now: datetime) -> Operation | None:
        """Let a fact that comes back meet those learnt since; return the row that tells what that changed."""
        before = {one: self._now(one) for one in (id_, *since)}
        for twin in since:
            self._unite(id_, twin, now)
        places = [one for one in self.present.facts.values() if one.id not in since and one.predicate in within()]
        for one, others in ((id_, since), *((one, [id_]) for one in since)):
            ended, heir = follow(self._now(one), [*map(self._now, others), *places], self.predicates)
            if heir is not None:
                self.written |= {ended.id: ended, heir.id: heir}
        changed = [one for one, was in before.items() if self._now(one) != was]
        if not changed:
            return None
        return Operation(
            user_id=part.user_id,
            at=now,
            actor=part.actor,
            action=Action.UPDATE,
            target_id=id_,
            reason="restored beside what was learnt meanwhile",
            before=before_after(before[one] for one in changed),
            after=before_after(self._now(one) for one in changed),
        )

    def _now(self, id_: str) -> Fact:
        return self.written[id_] if id_ in self.written else self.present.facts[id_]

    def _unite(self, id_: str, twin_id: str, now: datetime) -> None:
        """Make one of two facts that say the same: the one that was learnt since gives way."""
        fact, twin = self._now(id_), self._now(twin_id)
        both_hold = is_current(fact, now) and is_current(twin, now) and overlap(fact, twin)
        if both_hold and says_the_same(twin, fact, self.predicates):
            supersedes = tuple(dict.fromkeys((*fact.supersedes, *twin.supersedes, twin.id)))
            self.written[id_] = corroborated(fact, twin).model_copy(update={"supersedes": supersedes})
            self.written[twin_id] = retire(twin, ended_at=twin.valid_at, now=now, was_wrong=True)


def _without_gone(fact: Fact, ids: Collection[str], sources: Collection[str]) -> Fact | None:
    """Return a fact without what it names that is gone; None where all that stated it is."""
    left = tuple(id_ for id_ in fact.source_ids if id_ in sources)
    if fact.source_ids and (not left or (left != fact.source_ids and fact.needs_all_sources)):
        return None
    values: dict[str, Any] = {
        "supersedes": _among(fact.supersedes, ids),
        "conflicts_with": _among(fact.conflicts_with, ids),
        "rests_on": tuple(one for one in fact.rests_on if one.fact_id is None or one.fact_id in ids),
    }
    if left != fact.source_ids:
        first_went = left[0] != fact.source_ids[0]
        plain = plain_sentence(fact.subject, fact.predicate, fact.object)
        values |= {"source_ids": left, "quote": "", "statement": plain if first_went else fact.statement}
    return fact.model_copy(update=values)


def _among(wanted: Iterable[str], ids: Collection[str]) -> tuple[str, ...]:
    return tuple(one for one in wanted if one in ids)
