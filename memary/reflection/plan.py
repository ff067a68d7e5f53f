"""Plan what a reflection changes: its conclusions compared with the known insights.

Pure: records in, records out. New grounds for the same value are added, another value supersedes the old one, and an
insight whose grounds are gone is retired, all through the ledger. Nothing but insights is ever retired here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from memary.facts.intervals import WORST, is_current, least_trusted, plain_sentence, retire
from memary.facts.ledger import before_after
from memary.facts.predicates import attitude_of
from memary.languages.keys import predicate_key
from memary.reflection.insights import (
    ENOUGH,
    REFLECTION,
    Conclusion,
    ReflectionView,
    Rejected,
    attribute,
    identity,
    is_about,
    is_given,
    says,
)
from memary.reflection.person.traits import SHOWN
from memary.text import detect_language, entity_key, entity_keys
from memary.text.attitudes import attitude_in
from memary.types import FOREVER, VALUE, Action, Entity, Fact, FactKind, Message, Operation, Origin, new_id

_MOST_GROUNDS = 30
_VALUE_CHARS = 120


@dataclass(slots=True)
class InsightPlan:
    """What a reflection writes, and the report on it."""

    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    operations: list[Operation] = field(default_factory=list[Operation])
    added: list[Fact] = field(default_factory=list[Fact])
    refreshed: list[Fact] = field(default_factory=list[Fact])
    retired: list[Fact] = field(default_factory=list[Fact])
    merged: list[Fact] = field(default_factory=list[Fact])
    rejected: list[Rejected] = field(default_factory=list[Rejected])
    unchanged: int = 0


class Retirement(Enum):
    """Which insights end, of those that no conclusion speaks for."""

    NONE = "none"  # more conclusions follow
    UNSUPPORTED = "unsupported"  # those that too little is left of
    NOT_DRAWN = "not drawn"  # those, too, that the rules drew before and now do not


@dataclass(frozen=True, slots=True)
class ReflectionProgress:
    """How far a reflection has read.

    Attributes:
        facts: how many new facts were read.
        began_at: when reading began; what is learnt later is new to the next reflection.
        to: instead, the row of the ledger that reading came to; what later rows tell is new.
    """

    facts: int
    began_at: datetime
    to: str | None = None


def plan_reflection(
    seen: ReflectionView,
    conclusions: Iterable[Conclusion],
    *,
    user_id: str,
    now: datetime,
    retirement: Retirement = Retirement.UNSUPPORTED,
    reading: ReflectionProgress | None = None,
) -> InsightPlan:
    """Hold conclusions against the insights there are, and say what changes.

    Args:
        seen: what there is.
        conclusions: what was drawn from it.
        user_id: whose it is.
        now: the time memary learns of it.
        retirement: which insights end that no conclusion speaks for.
        reading: how far was read, for the ledger; None: nothing new was.
    """
    planner = _Planner(seen, user_id, now)
    planner.merge()
    for conclusion in conclusions:
        planner.take(conclusion)
    if retirement is not Retirement.NONE:
        planner.retire_the_rest(is_complete=retirement is Retirement.NOT_DRAWN)
    if reading is not None:
        planner.note(reading)
    return planner.plan


class _Planner:
    def __init__(self, seen: ReflectionView, user_id: str, now: datetime) -> None:
        self.plan = InsightPlan()
        self._seen, self._user_id, self._now = seen, user_id, now
        self._current = {one.id: one for one in seen.insights if is_current(one, now)}
        self._kept: set[str] = set()  # those that something speaks for
        self._made = {entity.id: entity for entity in seen.made}
        self._entities = {entity.id: entity for entity in seen.entities} | self._made

    def merge(self) -> None:
        """Make one of insights that say the same of one person, as after two nodes were joined."""
        first: dict[tuple[object, ...], Fact] = {}
        for insight in sorted(self._current.values(), key=lambda one: (not is_given(one), -_moment(one), one.id)):
            same = identity(insight.subject_id, insight.predicate, insight.object)
            kept = first.setdefault(same, insight)
            if kept is insight:
                continue
            gone = retire(insight, ended_at=self._now, now=self._now)
            alike = entity_key(kept.object) == entity_key(insight.object)
            sources = _grounds(kept.source_ids, insight.source_ids) if alike else kept.source_ids
            whole = kept.model_copy(update={"source_ids": sources})
            first[same] = self._current[kept.id] = whole
            del self._current[insight.id]
            self._write(Action.UPDATE, kept.id, "it said the same as another", [kept, insight], [whole, gone])
            self.plan.merged.append(gone)

    def take(self, conclusion: Conclusion) -> None:
        """Decide what one conclusion changes."""
        fault = self._fault(conclusion)
        if fault:
            told = conclusion.statement or f"{conclusion.key}: {conclusion.value}"
            self.plan.rejected.append(Rejected(statement=told, reason=fault))
            return
        known = self._known(conclusion)
        if known is None:
            new = self._fact(conclusion, supersedes=())
            self._current[new.id] = new
            self._kept.add(new.id)
            self._write(Action.ADD, new.id, "drawn from what is known", [], [new], conclusion.grounds)
            self.plan.added.append(new)
        elif entity_key(known.object) == entity_key(conclusion.value):
            self._confirm(known, conclusion)
        else:
            self._refresh(known, conclusion)

    def retire_the_rest(self, *, is_complete: bool) -> None:
        """End the insights that too few grounds are left of, and those that rules do not draw any more."""
        for insight in list(self._current.values()):
            if insight.id in self._kept or is_given(insight):
                continue
            if not self._is_carried(insight):
                reason = "too little of what it rested on is left"
            elif is_complete and insight.extractor == "rule" and self._can_be_judged(insight):
                reason = "it is not borne out any more"
            else:
                self.plan.unchanged += 1
                continue
            ended = retire(insight, ended_at=self._now, now=self._now)
            self._write(Action.DELETE, insight.id, reason, [insight], [ended])
            self.plan.retired.append(ended)

    def _is_carried(self, insight: Fact) -> bool:
        """Return whether enough of its grounds are left.

        For a sample of messages enough are as many as it was drawn from.
        """
        held = [ground for id_ in insight.source_ids if (ground := self._ground(id_))]
        if insight.extractor == "rule" and all(isinstance(one, Message) for one in held):
            return len(held) >= min(SHOWN, len(insight.source_ids)) > 0
        return self._carries(insight.subject_id, insight.object, insight.source_ids)

    def _can_be_judged(self, insight: Fact) -> bool:
        """Return whether rules would draw it again if it held, as they do for a topic in the stream."""
        if insight.invalid_at != FOREVER:
            return False
        is_topic = attribute(insight.predicate) == attribute("keeps_coming_back_to")
        stream = self._seen.in_stream
        return not is_topic or stream is None or all(id_ in stream for id_ in insight.source_ids)

    def note(self, reading: ReflectionProgress) -> None:
        """Put down how far reflection has read."""
        plan = self.plan
        counts = f"{len(plan.added)} added, {len(plan.refreshed)} refreshed, {len(plan.retired)} retired"
        reason = f"read {reading.facts} facts: {counts}"
        row = self._row(Action.NONE, REFLECTION, reason, [], [], (reading.to,) if reading.to else ())
        at = self._now if reading.to else reading.began_at
        self.plan.operations.append(row.model_copy(update={"at": at}))

    def _fault(self, conclusion: Conclusion) -> str:
        """Return why a conclusion is refused; empty if it is accepted."""
        value = conclusion.value.strip()
        if not value or not _has_letters(conclusion.key):
            return "it has no attribute or no value"
        if conclusion.subject_id not in self._entities:
            return "it is about nobody that the facts are about"
        if not conclusion.grounds:
            return "it names no evidence"
        if not all(map(self._ground, conclusion.grounds)):
            return "it names evidence that is not there, or not true any more"
        known = self._known(conclusion)
        same = known if known and entity_key(known.object) == entity_key(value) else None
        held = [id_ for id_ in same.source_ids if self._ground(id_)] if same else []
        if not self._carries(conclusion.subject_id, value, {*held, *conclusion.grounds}):
            return "it has too little evidence: two facts about the person, or one that says so in these words"
        if not _has_letters(value) and not any(
            says(one, value) for id_ in conclusion.grounds if (one := self._ground(id_))
        ):
            return "its value is a number that none of its evidence has"
        if self._contradicts(conclusion):
            return "it says the opposite of its evidence"
        if self._repeats(conclusion):
            return "it only repeats a fact"
        if self._was_wrong(conclusion):
            return "it was said to be wrong"
        if conclusion.strays and same is None:
            return f"it names what no evidence of its own has: {', '.join(conclusion.strays)}"
        return ""

    def _ground(self, id_: str) -> Fact | Message | None:
        return self._seen.facts.get(id_) or self._seen.messages.get(id_)

    def _carries(self, subject_id: str, value: str, grounds: Iterable[str]) -> bool:
        """Return whether grounds are enough: two about the person, or one that has the value in so many words."""
        person = self._entities.get(subject_id)
        names = (person.name, *person.aliases) if person else ()
        found = [ground for id_ in grounds if (ground := self._ground(id_))]
        held = [one for one in found if is_about(one, subject_id, names)]
        return len(held) >= ENOUGH or any(says(ground, value) for ground in held)

    def _repeats(self, conclusion: Conclusion) -> bool:
        """Return whether it is a fact over again."""
        facts = [self._seen.facts[id_] for id_ in conclusion.grounds if id_ in self._seen.facts]
        return any(
            fact.subject_id == conclusion.subject_id
            and attribute(fact.predicate) == attribute(conclusion.key)
            and entity_key(fact.object) == entity_key(conclusion.value)
            for fact in facts
        )

    def _contradicts(self, conclusion: Conclusion) -> bool:
        """Return whether it tells of disliking where all its evidence is of liking, or the other way round."""
        attitude = attitude_in(f"{conclusion.key.replace('_', ' ')} {conclusion.value}. {conclusion.statement}")
        facts = [self._seen.facts[id_] for id_ in conclusion.grounds if id_ in self._seen.facts]
        return attitude != 0 and bool(facts) and all(attitude_of(fact.predicate) == -attitude for fact in facts)

    def _was_wrong(self, conclusion: Conclusion) -> bool:
        wanted = identity(conclusion.subject_id, conclusion.key, conclusion.value)
        return any(
            one.rating <= WORST
            and identity(one.subject_id, one.predicate, one.object) == wanted
            and entity_key(one.object) == entity_key(conclusion.value)
            for one in self._seen.insights
        )

    def _known(self, conclusion: Conclusion) -> Fact | None:
        """Return the insight on the same attribute of the same person."""
        wanted = identity(conclusion.subject_id, conclusion.key, conclusion.value)
        found = (
            one for one in self._current.values() if identity(one.subject_id, one.predicate, one.object) == wanted
        )
        return next(found, None)

    def _confirm(self, known: Fact, conclusion: Conclusion) -> None:
        """Add new evidence to an insight that has the same value."""
        self._kept.add(known.id)
        held = [id_ for id_ in known.source_ids if self._ground(id_)]
        is_enough = self._carries(known.subject_id, known.object, held)
        grounds = _grounds(held, conclusion.grounds)
        is_alike = set(conclusion.grounds) <= set(known.source_ids) or conclusion.is_sample
        if is_given(known) or (is_enough and is_alike and conclusion.ends_at <= known.invalid_at):
            self.plan.unchanged += 1
            return
        more = known.model_copy(
            update={
                "source_ids": grounds,
                "confidence": max(known.confidence, conclusion.confidence),
                "origin": self._origin(grounds),
                "expires_at": self._expiry(grounds),
                "invalid_at": conclusion.ends_at,
                "stated_end": conclusion.ends_at,
            }
        )
        self._current[known.id] = more
        self._write(Action.UPDATE, known.id, "more speaks for it", [known], [more], conclusion.grounds)
        self.plan.refreshed.append(more)

    def _refresh(self, known: Fact, conclusion: Conclusion) -> None:
        """Replace an insight by one of another value, if new evidence supports it."""
        still_carried = self._carries(known.subject_id, known.object, known.source_ids)
        is_news = not set(conclusion.grounds) <= set(known.source_ids)
        if is_given(known):
            told = conclusion.statement or conclusion.value
            self.plan.rejected.append(Rejected(statement=told, reason="somebody stated another value"))
            return
        if still_carried and (not is_news or (conclusion.extractor == "rule" and known.extractor == "model")):
            self._kept.add(known.id)
            self.plan.unchanged += 1
            return
        new = self._fact(conclusion, supersedes=(known.id,), after=known.valid_at)
        ended = retire(known, ended_at=new.valid_at, now=self._now)
        del self._current[known.id]
        self._current[new.id] = new
        self._kept.add(new.id)
        self._write(Action.UPDATE, new.id, "what is newer speaks for another value", [known], [ended, new],
                    conclusion.grounds)  # fmt: skip
        self.plan.refreshed.append(new)

    def _fact(self, conclusion: Conclusion, *, supersedes: tuple[str, ...], after: datetime | None = None) -> Fact:
        subject = self._entities[conclusion.subject_id]
        if subject.id in self._made:
            self.plan.entities[subject.id] = subject
        object_ = self._object(conclusion.value.strip()[:_VALUE_CHARS])
        statement = conclusion.statement.strip() or plain_sentence(subject.name, conclusion.key, object_.name)
        grounds = _grounds(conclusion.grounds, ())
        valid_at = conclusion.valid_at or self._since(
            grounds, conclusion.value, is_newest=after is not None or conclusion.is_sample
        )
        if after is not None and valid_at <= after:
            valid_at = max(self._now, after + timedelta(microseconds=1))
        return Fact(
            id=new_id(),
            user_id=self._user_id,
            subject_id=subject.id,
            subject=subject.name,
            predicate=predicate_key(conclusion.key),
            object_id=object_.id,
            object=object_.name,
            statement=statement,
            kind=FactKind.INSIGHT,
            valid_at=valid_at,
            invalid_at=max(conclusion.ends_at, valid_at),
            stated_end=max(conclusion.ends_at, valid_at),
            created_at=self._now,
            origin=self._origin(grounds),
            extractor=conclusion.extractor,
            confidence=min(max(conclusion.confidence, 0.0), 1.0),
            expires_at=self._expiry(grounds),
            language=detect_language(statement),
            supersedes=supersedes,
            source_ids=grounds,
        )

    def _object(self, value: str) -> Entity:
        """Return the node of a value: the one that bears the name, else one for the bare value."""
        key = entity_key(value)
        named = [one for one in self._entities.values() if key in entity_keys(one)]
        if named:
            return min(named, key=lambda one: (one.type == VALUE, one.id))
        made = Entity(id=new_id(), user_id=self._user_id, name=value, key=key, type=VALUE, created_at=self._now)
        self._entities[made.id] = self.plan.entities[made.id] = made
        return made

    def _since(self, grounds: Sequence[str], value: str, *, is_newest: bool) -> datetime:
        """Return since when it holds: since its grounds were enough; a sample or a successor, since the last."""
        held = [ground for id_ in grounds if (ground := self._ground(id_))]
        times = sorted(min(_said_at(ground), self._now) for ground in held)
        if is_newest:
            return times[-1]
        saying = [min(_said_at(ground), self._now) for ground in held if says(ground, value)]
        return min([times[min(ENOUGH, len(times)) - 1], *saying])

    def _origin(self, grounds: Sequence[str]) -> Origin:
        facts = [self._seen.facts[id_].origin for id_ in grounds if id_ in self._seen.facts]
        return least_trusted(facts or [Origin.USER])

    def _expiry(self, grounds: Sequence[str]) -> datetime:
        held = [ground for id_ in grounds if (ground := self._ground(id_))]
        return min((ground.expires_at for ground in held), default=FOREVER)

    def _write(
        self,
        action: Action,
        target_id: str,
        reason: str,
        before: Sequence[Fact],
        after: Sequence[Fact],
        grounds: Sequence[str] = (),
    ) -> None:
        self.plan.facts.update({fact.id: fact for fact in after})
        was = {fact.id for fact in before}
        ends = {end for fact in after if fact.id not in was for end in (fact.subject_id, fact.object_id)}
        made = [entity for id_, entity in self.plan.entities.items() if id_ in ends]
        self.plan.operations.append(self._row(action, target_id, reason, before, [*made, *after], grounds))

    def _row(
        self,
        action: Action,
        target_id: str,
        reason: str,
        before: Sequence[Fact],
        after: Sequence[Fact | Entity],
        grounds: Sequence[str],
    ) -> Operation:
        return Operation(
            id=new_id(),
            user_id=self._user_id,
            at=self._now,
            actor=REFLECTION,
            action=action,
            target_id=target_id,
            reason=reason,
            before=before_after(before),
            after=before_after(after),
            source_ids=tuple(grounds),
        )


def _grounds(first: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *more)))[-_MOST_GROUNDS:]


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _said_at(ground: Fact | Message) -> datetime:
    return ground.created_at if isinstance(ground, Message) else ground.valid_at


def _moment(insight: Fact) -> float:
    return insight.created_at.timestamp()
