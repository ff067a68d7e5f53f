"""Decide what proposed entities and facts change about a graph. Pure: records in, records out.

Which node a name means is the entity book's matter. A fact that is known already only gains a source. A fact retires
another if both concern the same subject and one single-valued matter, or the same pair in opposite ways, or if the
model names the other and both share the subject and the predicate or the object. Who is trusted less never retires
what the more trusted said; such a fact is kept beside it and flagged. A fact about an earlier time is filed as
history: it ends where the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from memary.ingestion.entity_book import EntityBook
from memary.ingestion.proposed import GENERIC, VALUE, NamedEntity, ProposedFact, Snapshot, Source
from memary.ingestion.resolution import Resolution
from memary.memory.facts import compete, holds, is_current, is_known_as, overlap, retire
from memary.memory.identity import SELF_KEY, lookup_key
from memary.memory.predicates import matter_of
from memary.types import FOREVER, Action, Fact, Origin, new_id

_VALUE_MATTERS = {"age", "birthday", "phone", "email", "timezone", "name"}


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
    out = Resolution(user_id, now, actor, make_id)
    book = EntityBook(snapshot.entities, out, user_name)
    proposed = list(facts)
    for fact in proposed:
        if _tells_the_users_name(fact):
            book.expect_name(fact.object)
    for named in entities:
        entity = book.entity(named)
        for source in named.sources:
            book.mention(entity, source)
    resolver = _Resolver(snapshot.facts, book, out)
    for fact in proposed:
        resolver.take(fact)
    return out


def _tells_the_users_name(fact: ProposedFact) -> bool:
    return (
        matter_of(fact.predicate) == "name"
        and lookup_key(fact.subject) == SELF_KEY
        and fact.op in ("ADD", "UPDATE")
        and fact.origin.trust >= Origin.IMPORT.trust
    )


class _Resolver:
    """Holds proposed facts against known ones."""

    def __init__(self, known: Iterable[Fact], book: EntityBook, out: Resolution) -> None:
        self._book, self._out = book, out
        self._facts: dict[str, Fact] = {}
        self._about: dict[tuple[str, str], set[str]] = {}  # by subject and object, and by subject and matter
        for fact in known:
            self._keep(fact)

    def take(self, proposed: ProposedFact) -> None:
        """Decide what one proposal changes."""
        if proposed.op in ("DELETE", "NONE") and not self._is_about_known(proposed):
            self._out.log(Action.NONE, "", f"{proposed.op} of what is not known", sources=proposed.sources)
            return
        new = self._record(proposed)
        same = next((fact for fact in self._pair(new) if is_known_as(new, fact)), None)
        named = self._guarded_target(proposed, new)
        if proposed.op == "DELETE":
            held = named or next((fact for fact in self._pair(new) if holds(new, fact, self._out.now)), None)
            self._end(proposed, held, new)
        elif same is not None and not _lifts_doubt(proposed, same):
            self._corroborate(proposed, same, new, named)
        elif proposed.op == "NONE":
            self._drop(new, "NONE of what is not known", proposed)
        else:
            self._add(proposed, new, [fact for fact in (named, same) if fact is not None])

    def _is_about_known(self, proposed: ProposedFact) -> bool:
        return self._book.knows(proposed.subject, proposed.subject_type) and self._book.knows(
            proposed.object, proposed.object_type
        )

    def _record(self, proposed: ProposedFact) -> Fact:
        sources, object_type = proposed.sources, self._object_type(proposed)
        subject = self._book.entity(NamedEntity(proposed.subject, proposed.subject_type, sources=sources))
        object_ = self._book.entity(NamedEntity(proposed.object, object_type, sources=sources))
        fact = Fact(
            id=self._out.make_id(),
            user_id=self._out.user_id,
            subject_id=subject.id,
            subject=subject.name,
            predicate=proposed.predicate,
            object_id=object_.id,
            object=object_.name,
            statement=proposed.statement,
            kind=proposed.kind,
            valid_at=proposed.valid_at,
            invalid_at=max(proposed.invalid_at, proposed.valid_at),
            created_at=self._out.now,
            origin=proposed.origin,
            extractor=proposed.extractor,
            confidence=proposed.confidence,
            importance=proposed.importance,
            language=proposed.language,
            quote=proposed.quote,
            source_ids=tuple(dict.fromkeys(source.id for source in proposed.sources)),
        )
        for source in proposed.sources or (Source(fact.id, self._out.now),):
            self._book.mention(subject, source)
            self._book.mention(object_, source)
        return fact

    def _object_type(self, proposed: ProposedFact) -> str:
        if matter_of(proposed.predicate) in _VALUE_MATTERS:
            return VALUE
        is_number = proposed.object[:1].isdigit() and proposed.object_type == GENERIC
        return VALUE if is_number and not self._book.finds(proposed.object) else proposed.object_type

    def _keep(self, fact: Fact) -> None:
        self._facts[fact.id] = fact
        self._about.setdefault((fact.subject_id, fact.object_id), set()).add(fact.id)
        if matter := matter_of(fact.predicate):
            self._about.setdefault((fact.subject_id, matter), set()).add(fact.id)

    def _pair(self, new: Fact) -> Iterator[Fact]:
        """Known facts between the same two nodes, the current ones first."""
        facts = [self._facts[id_] for id_ in self._about.get((new.subject_id, new.object_id), ())]
        yield from sorted(facts, key=lambda fact: (not is_current(fact, self._out.now), fact.id))

    def _rivals(self, new: Fact) -> list[Fact]:
        """Known facts that cannot be true beside the new one at some time of its own, the latest first."""
        ids = set(self._about.get((new.subject_id, new.object_id), ()))
        if matter := matter_of(new.predicate):
            ids |= self._about.get((new.subject_id, matter), set())
        rivals = [fact for id_ in ids if compete(new, fact := self._facts[id_]) and overlap(new, fact)]
        return sorted(rivals, key=lambda fact: (fact.valid_at, fact.id), reverse=True)

    def _guarded_target(self, proposed: ProposedFact, new: Fact) -> Fact | None:
        """Return the fact the model wants retired, if it is about the same matter; a chain A→B→C is not."""
        target = self._facts.get(proposed.target_id or "")
        if target is None or proposed.op not in ("UPDATE", "DELETE"):
            return None
        if not is_current(target, self._out.now) or target.subject_id != new.subject_id:
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
            self._drop(new, "nothing to end: no such fact, or a more trusted source said it", proposed)
            return
        ended_at = proposed.invalid_at if proposed.invalid_at < FOREVER else proposed.valid_at
        ended = retire(target, ended_at=ended_at, now=self._out.now, was_wrong=proposed.correction)
        self._out.move_mentions(new.id, None)
        self._write(Action.DELETE, ended.id, "it ended", proposed, before=[target], after=[ended])

    def _drop(self, new: Fact, reason: str, proposed: ProposedFact) -> None:
        self._out.move_mentions(new.id, None)
        self._out.log(Action.NONE, "", reason, sources=proposed.sources)

    def _corroborate(self, proposed: ProposedFact, same: Fact, new: Fact, named: Fact | None) -> None:
        """A known fact gains a source, and what the new one tells about its ends and its weight."""
        known = same.model_copy(
            update={
                "source_ids": tuple(dict.fromkeys((*same.source_ids, *new.source_ids))),
                "origin": max(same.origin, new.origin, key=lambda origin: origin.trust),
                "confidence": max(same.confidence, new.confidence),
                "importance": max(same.importance, new.importance),
            }
        )
        reason = "known already"
        if new.valid_at < same.valid_at and self._may_begin(same, new.valid_at):
            known, reason = known.model_copy(update={"valid_at": new.valid_at}), "its beginning became known"
        if new.invalid_at < same.invalid_at and new.origin.trust >= same.origin.trust:
            known, reason = retire(known, ended_at=new.invalid_at, now=self._out.now), "its end became known"
        before, after = [same], [known]
        if named is not None and named.id != same.id and named.origin.trust <= new.origin.trust:
            before.append(named)
            after.append(retire(named, ended_at=new.valid_at, now=self._out.now, was_wrong=proposed.correction))
            reason = "it replaces what was true before"
        self._out.move_mentions(new.id, same.id)
        action = Action.NONE if reason == "known already" else Action.UPDATE
        self._write(action, same.id, reason, proposed, before=before, after=after)

    def _may_begin(self, fact: Fact, start: datetime) -> bool:
        """Whether a fact may have begun at `start`: it replaced nothing, and nothing else was true since."""
        if fact.supersedes:
            return False
        earlier = fact.model_copy(update={"valid_at": start, "invalid_at": fact.valid_at})
        return not self._rivals(earlier)

    def _add(self, proposed: ProposedFact, new: Fact, named: Sequence[Fact]) -> None:
        rivals = {fact.id: fact for fact in (*named, *self._rivals(new))}
        is_over = not is_current(new, self._out.now)
        before: list[Fact] = []
        conflicts: list[str] = []
        for rival in rivals.values():
            if proposed.origin.trust < rival.origin.trust:
                conflicts.append(rival.id)
            elif new.valid_at < rival.valid_at and not proposed.correction:
                new = new.model_copy(update={"invalid_at": min(new.invalid_at, rival.valid_at)})
            elif proposed.correction or not is_over:  # what is over itself ends nothing that goes on
                before.append(rival)
        if proposed.correction and before:  # it was true all the time that the wrong one was believed
            new = new.model_copy(update={"valid_at": min(new.valid_at, *(fact.valid_at for fact in before))})
        retired = [
            retire(fact, ended_at=new.valid_at, now=self._out.now, was_wrong=proposed.correction) for fact in before
        ]
        new = new.model_copy(
            update={
                "stated_end": new.invalid_at,
                "supersedes": tuple(fact.id for fact in before),
                "conflicts_with": tuple(conflicts),
            }
        )
        action = Action.UPDATE if before else Action.ADD
        reason = _reason(conflicts=conflicts, replaces=before, correction=proposed.correction)
        self._write(action, new.id, reason, proposed, before=before, after=[*retired, new])
        if matter_of(new.predicate) == "name" and is_current(new, self._out.now) and not conflicts:
            self._book.learn_name(new.subject_id, new.object, proposed.sources)

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
            if self._facts.get(fact.id) != fact:
                self._keep(fact)
                self._out.facts[fact.id] = fact
        self._out.log(action, target_id, reason, before=before, after=after, sources=proposed.sources)


def _lifts_doubt(proposed: ProposedFact, same: Fact) -> bool:
    """Whether a more trusted source says what a less trusted one had said against another fact."""
    return bool(same.conflicts_with) and proposed.origin.trust > same.origin.trust


def _reason(*, conflicts: Sequence[str], replaces: Sequence[Fact], correction: bool) -> str:
    if conflicts:
        return "kept beside what a more trusted source said"
    if replaces:
        return "it corrects what was known" if correction else "it replaces what was true before"
    return "new"
