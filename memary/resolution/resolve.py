"""Decide what proposed entities and facts change about a graph.

Pure: records in, records out. Which node a name means is the entity book's matter. A fact that is known already only
gains a source. A fact retires another if both concern the same subject and one single-valued matter, or exclude each
other about the same pair, or if the model names the other and the guard agrees. Who is trusted less never retires
what the more trusted said. What the guard does not retire is kept, both facts marked as being in conflict, until one
of them ends. A fact about an earlier time is filed as history: it ends where the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memary.facts.doubt import GROUND_WORDS, MOST_GROUNDS, Doubts, merged_grounds
from memary.facts.identity import SELF_KEY, lookup_key
from memary.facts.intervals import (
    corroborated,
    go_on,
    is_contained,
    is_current,
    is_known_as,
    is_named_by,
    retire,
    retire_for,
)
from memary.facts.predicates import (
    BUILT_IN,
    Predicates,
    is_beside,
    is_to_another,
    matter_of,
    type_expected,
)
from memary.languages.scripts import PLAIN_STOPS
from memary.languages.terms import telling_words
from memary.resolution.beginnings import begun_beside, retired_beside
from memary.resolution.changeset import ChangeSet
from memary.resolution.ends import told_of
from memary.resolution.known_facts import KnownFacts
from memary.resolution.names.linker import EntityLinker
from memary.resolution.names.scores import Evidence
from memary.resolution.past_news import as_what_was
from memary.resolution.proposals import NamedEntity, Proposals, ProposalSource, ProposedFact, Snapshot
from memary.resolution.rivals import is_backdated, is_put_off, rivals_of
from memary.resolution.targets import is_of_one_matter, may_retire
from memary.resolution.values import Values, tells_post
from memary.text.names.node_names import is_nameable
from memary.text.names.occurrence import says_name
from memary.types import FOREVER, GENERIC, TOPIC, VALUE, Action, Entity, Fact, Ground, When, new_id


def resolve(
    given: Proposals,
    snapshot: Snapshot,
    *,
    now: datetime,
    predicates: Predicates = BUILT_IN,
    make_id: Callable[[], str] = new_id,
) -> ChangeSet:
    """Turn proposals into changes.

    Args:
        given: what is proposed, for whose graph, and by whom.
        snapshot: what is there: all entities of the names and aliases proposed, all facts that may compete.
        now: the time memary learns of it.
        predicates: which relations hold one value at a time.
        make_id: gives new ids.
    """
    known = {(mention.entity_id, mention.source_id): mention for mention in snapshot.mentions}
    out = ChangeSet(given.user_id, now, given.actor, make_id, known)
    evidence = Evidence(
        snapshot.facts, proposed=given, mentions=snapshot.mentions, near=snapshot.near, predicates=predicates
    )
    book = EntityLinker(snapshot.entities, out, given.user_name, evidence, is_users_name=given.is_users_name)
    for fact in given.facts:
        if fact.tells_name and book.is_user(fact.subject):
            book.expect_name(fact.object)
    told_at = {source.id: source.at for fact in given.facts for source in fact.sources}
    resolver = _Resolver(snapshot.facts, book, out, predicates, said_at={**snapshot.said_at, **told_at})
    subjects = {lookup_key(fact.subject) for fact in given.facts} | {SELF_KEY}
    posts = {lookup_key(one.object) for one in given.facts if tells_post(one.predicate, one.object, one.object_type)}
    for named in given.entities:
        if named.type in (GENERIC, TOPIC) and lookup_key(named.name) in posts:
            continue
        if named.same_as or lookup_key(named.name) in subjects or is_nameable(named.name, named.type):
            resolver.name(named)
    # whose friend has the user's name is known before more is said of that friend
    for fact in _grounds_first(sorted(given.facts, key=lambda fact: not book.tells_a_namesake(fact))):
        resolver.take(fact)
    out.log_entities()
    return out


def _grounds_first(facts: Sequence[ProposedFact]) -> list[ProposedFact]:
    """Return proposals in their order, but each after those that it rests on."""
    given, taken = {id(fact) for fact in facts}, dict[int, ProposedFact]()

    def take(fact: ProposedFact, above: frozenset[int]) -> None:
        if id(fact) in taken or id(fact) in above:
            return
        for ground in fact.rests_on:
            if isinstance(ground.fact, ProposedFact) and id(ground.fact) in given:
                take(ground.fact, above | {id(fact)})
        taken[id(fact)] = fact

    for fact in facts:
        take(fact, frozenset())
    return list(taken.values())


class _Resolver:
    """Holds proposed facts against known ones."""

    def __init__(
        self,
        known: Iterable[Fact],
        book: EntityLinker,
        out: ChangeSet,
        predicates: Predicates,
        *,
        said_at: Mapping[str, datetime],
    ) -> None:
        self._book, self._out, self._predicates = book, out, predicates
        self._known = KnownFacts(known, predicates, now=out.now, make_id=out.make_id)
        self._values = Values(self._known.by_id, book, said_at)
        self._said_at = said_at
        self._became: dict[int, str] = {}  # by proposal, the fact that it made or confirmed

    def name(self, named: NamedEntity) -> None:
        """Take up an entity that came by name."""
        self._values.promote(named)
        entity = self._book.entity(named)
        for source in named.sources:
            self._book.mention(entity, source)
        self._out.set_aside(entity, named.sources)
        if refusal := self._book.refusal(named, entity):
            self._out.log(Action.NONE, entity.id, refusal, sources=named.sources)

    def take(self, proposed: ProposedFact) -> None:
        """Decide what one proposal changes."""
        for told in told_of(proposed, self._book, self._predicates):
            self._decide(told)
            if told is not proposed and id(told) in self._became:
                self._became[id(proposed)] = self._became.pop(id(told))

    def _decide(self, proposed: ProposedFact) -> None:
        target = self._target(proposed)
        if proposed.op in ("DELETE", "NONE") and not self._is_about_known(proposed):
            if proposed.op == "DELETE" and target is not None:
                if not self._is_end_of(proposed, target):
                    return self._refuse_end(proposed, target)
                proposed = replace(proposed, predicate=target.predicate, object=target.object, object_type=GENERIC)
            elif not proposed.is_past_news:
                self._out.log(Action.NONE, "", f"{proposed.op} of what is not known", sources=proposed.sources)
                return None
        new = self._record(proposed)
        known = (fact for fact in self._known.between(new) if self._is_said_by(proposed, new, fact))
        same = min(known, key=lambda fact: set(new.source_ids).isdisjoint(fact.source_ids), default=None)
        is_plain = proposed.op == "UPDATE" and not proposed.correction
        if target is not None and is_plain and self._known.is_around(target, new):
            target = None  # who moves within a town still lives there
        named = target if target is not None and may_retire(proposed, new, target, self._predicates) else None
        likings = self._known.likings(new)
        if proposed.op == "DELETE":
            self._take_end(proposed, new, target, named)
        elif same is not None and not self._lifts_doubt(proposed, same) and not _says_anew(proposed, new, same):
            self._corroborate(proposed, same, new, named)
        elif proposed.op == "NONE":
            self._drop(new, "NONE of what is not known", proposed)
        elif self._known.is_echo(new):
            self._drop(new, "said back by the assistant", proposed)
        elif same is None and any(is_contained(new, fact) for fact in likings):
            self._drop(new, "known already, and more exactly", proposed)
        else:
            refused = target if named is None else None
            plain = [fact for fact in likings if is_contained(fact, new)]
            self._add(proposed, new, [*(fact for fact in (named, same) if fact is not None), *plain], refused)

    def _is_about_known(self, proposed: ProposedFact) -> bool:
        return self._book.knows(proposed.subject, proposed.subject_type) and self._book.knows(
            proposed.object, GENERIC if proposed.object_type == VALUE else proposed.object_type
        )

    def _record(self, proposed: ProposedFact) -> Fact:
        sources = proposed.sources
        said = f"{proposed.statement}\n{proposed.quote}".strip()
        told_of = proposed.extractor == "model"
        subject = self._node(
            NamedEntity(proposed.subject, proposed.subject_type, sources=sources, said=said, is_told_of=told_of)
        )
        beside = subject.id if lookup_key(proposed.subject) != lookup_key(proposed.object) else None
        object_type = self._object_type(proposed, subject, beside)
        # nobody is their own sister or dog: "my dog is called Max" tells a Max of another Max
        is_others = lookup_key(proposed.object) != SELF_KEY and is_to_another(
            proposed.predicate, proposed.object_type
        )
        apart = subject.id if is_others else None
        object_ = self._node(
            NamedEntity(proposed.object, object_type, sources=sources, said=said, beside=beside, other_than=apart)
        )
        if object_.id == subject.id and beside:  # another name of the subject: a value, as it was said
            object_ = self._node(NamedEntity(proposed.object, VALUE, sources=sources))
        for entity in (subject, object_):
            self._out.take_up(entity, sources)
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
            expires_at=proposed.hidden_from,
            language=proposed.language,
            quote=proposed.quote,
            source_ids=tuple(dict.fromkeys(source.id for source in proposed.sources)),
        )
        for name, end in ((proposed.subject, subject), (proposed.object, object_)):
            # "Sorry, I meant Bern" ends what was said of Berlin, and does not bring it up again
            if proposed.op != "DELETE" or says_name(proposed.quote, name):
                for source in proposed.sources or (ProposalSource(fact.id, self._out.now),):
                    self._book.mention(end, source)
        return fact

    def _is_said_by(self, proposed: ProposedFact, new: Fact, known: Fact) -> bool:
        """Return whether a known fact is what is told, and not another time of it, from before something else."""
        if not is_known_as(new, known, self._predicates):
            return False
        is_another = proposed.sources and set(new.source_ids).isdisjoint(known.source_ids)
        return not (is_another and new.valid_at < known.valid_at and self._known.came_between(new.valid_at, known))

    def _node(self, named: NamedEntity) -> Entity:
        self._values.promote(named)
        return self._book.entity(named)

    def _object_type(self, proposed: ProposedFact, subject: Entity, beside: str | None) -> str:
        if self._values.is_value(proposed, subject):
            return VALUE
        if proposed.object_type not in (GENERIC, VALUE):
            return proposed.object_type
        expected, is_known = type_expected(proposed.predicate) or GENERIC, self._book.finds(proposed.object)
        if is_known and not self._book.finds(proposed.object, expected, sources=proposed.sources, beside=beside):
            return GENERIC  # what is known by that name is something else, and is meant all the same
        return expected

    def _target(self, proposed: ProposedFact) -> Fact | None:
        """Return the current fact that is to be retired; to a model also one that ran out was shown."""
        target = self._known.by_id.get(proposed.target_id or "")
        if target is None or proposed.op not in ("UPDATE", "DELETE"):
            return None
        is_open = (
            proposed.extractor == "model" and target.expired_at >= FOREVER and target.valid_at < target.invalid_at
        )
        return target if is_open or is_current(target, self._out.now) else None

    def _lifts_doubt(self, proposed: ProposedFact, same: Fact) -> bool:
        """Return whether a more trusted source says what a less trusted one had said against another fact."""
        return proposed.origin.trust > same.origin.trust and any(
            other.origin.trust > same.origin.trust for other in self._known.partners(same)
        )

    def _take_end(self, proposed: ProposedFact, new: Fact, target: Fact | None, named: Fact | None) -> None:
        """End the fact that is meant; what was not known and is over is kept as what was."""
        ended = named or self._known.ended_by(new, proposed.said_at, self._said_at, in_words=proposed.is_past_news)
        if ended is None and target is not None:
            self._out.move_mentions(new.id, None)
            self._refuse_end(proposed, target)
        elif ended is None and proposed.is_past_news and not self._known.rivals(new):
            self._add(replace(proposed, op="ADD"), as_what_was(proposed, new), [], None)
        else:
            self._end(proposed, ended, new)

    def _refuse_end(self, proposed: ProposedFact, target: Fact) -> None:
        reason = f"not ended, since “{proposed.statement.rstrip(PLAIN_STOPS)}” is not about the same matter"
        self._out.log(Action.NONE, target.id, reason, sources=proposed.sources)

    def _is_end_of(self, proposed: ProposedFact, target: Fact) -> bool:
        """Return whether an end in other words than the fact's own is that of the fact it names."""
        is_whose = self._book.is_called(target.subject_id, proposed.subject)
        return is_whose and is_of_one_matter(proposed, target, self._predicates)

    def _end(self, proposed: ProposedFact, target: Fact | None, new: Fact) -> None:
        if target is None or proposed.origin.trust < target.origin.trust:
            told = "nothing to end: no such fact" if target is None else "not ended: a more trusted source said it"
            return self._drop(new, told, proposed, target)
        at = proposed.invalid_at if proposed.invalid_at < FOREVER else proposed.valid_at
        ended = retire(target, ended_at=at, now=self._out.now, was_wrong=proposed.correction)
        resumed = self._known.resumed(ended)
        self._out.move_mentions(new.id, None)
        reason = "it was said to be wrong" if proposed.correction else "it ended"
        reason = "it never came true; what it had replaced goes on" if resumed else reason
        self._write(Action.DELETE, ended.id, reason, proposed, [ended, *resumed])

    def _drop(self, new: Fact, reason: str, proposed: ProposedFact, about: Fact | None = None) -> None:
        self._out.move_mentions(new.id, None)
        self._out.log(Action.NONE, about.id if about else "", reason, sources=proposed.sources)

    def _corroborate(self, proposed: ProposedFact, same: Fact, new: Fact, named: Fact | None) -> None:
        """Add a source to a known fact, with the end and the weight that the new statement gives."""
        known = corroborated(same, new)
        reason = "known already"
        if known.importance == 1 and not set(new.source_ids) <= set(same.source_ids):
            known, reason = known.model_copy(update={"importance": 2}), "it came back"
        is_trusted = new.origin.trust >= same.origin.trust
        said_at = proposed.said_at or self._out.now
        said_again = not proposed.sources or not set(new.source_ids) <= set(same.source_ids)
        if is_trusted and said_again and (sure := self._held_all_the_same(known, said_at)) != known:
            known, reason = sure, "it is said to hold all the same"
        grounds = merged_grounds(known.rests_on, self._grounds(proposed, same.id))
        if grounds != known.rests_on:
            known = known.model_copy(update={"rests_on": grounds})
            reason = "what it rests on became known" if reason == "known already" else reason
        if is_trusted and new.valid_at < same.valid_at and self._known.may_begin(same, new.valid_at):
            known, reason = known.model_copy(update={"valid_at": new.valid_at}), "its beginning became known"
        if is_trusted and new.invalid_at < same.invalid_at:
            known, reason = retire(known, ended_at=new.invalid_at, now=self._out.now), "its end became known"
        weaker = self._weaker_partners(proposed, same, new)
        if named is not None and named.id != same.id and named.origin.trust <= new.origin.trust:
            weaker = [named, *(fact for fact in weaker if fact.id != named.id)]
        after = [known]
        for fact in weaker:  # said once more by one who is trusted more
            ended = retire(fact, ended_at=new.valid_at, now=self._out.now, was_wrong=proposed.correction)
            after += [ended, *self._known.resumed(ended)]
            reason = "it replaces what was true before"
        self._out.move_mentions(new.id, same.id)
        action = Action.NONE if reason == "known already" else Action.UPDATE
        self._became[id(proposed)] = same.id
        self._write(action, same.id, reason, proposed, after)

    def _weaker_partners(self, proposed: ProposedFact, same: Fact, new: Fact) -> list[Fact]:
        """Return what a fact that is said again contradicts, told before and by who is trusted less."""
        if set(new.source_ids) <= set(same.source_ids):
            return []
        said_at = proposed.said_at or new.valid_at
        partners = self._known.partners(same)
        return [fact for fact in partners if said_at > fact.valid_at and fact.origin.trust < new.origin.trust]

    def _held_all_the_same(self, fact: Fact, said_at: datetime) -> Fact:
        """Return a fact that is said again without the grounds that did not hold any more when it was said."""
        if not fact.rests_on:
            return fact
        doubts = Doubts((*self._known.by_id.values(), fact), When(said_at, FOREVER))
        return doubts.without_doubted(fact, now=self._out.now)

    def _grounds(self, proposed: ProposedFact, fact_id: str) -> tuple[Ground, ...]:
        """Return what a fact is said to rest on; what was not taken for a fact is left out."""
        sources = tuple(dict.fromkeys(source.id for source in proposed.sources))
        grounds: dict[str, Ground] = {}
        for one in proposed.rests_on:
            id_ = one.fact if isinstance(one.fact, str) else self._became.get(id(one.fact), "")
            if id_ in self._known.by_id and id_ != fact_id and len(grounds) < MOST_GROUNDS:
                words = one.words[:GROUND_WORDS]
                told = Ground(fact_id=id_, words=words, known_at=self._out.now, source_ids=sources)
                grounds.setdefault(id_, told)
        return tuple(grounds.values())

    def _add(self, proposed: ProposedFact, new: Fact, named: Sequence[Fact], refused: Fact | None) -> None:
        beside = is_beside(proposed.predicate, f"{proposed.statement} {proposed.quote}")
        rivals = {fact.id: fact for fact in (*named, *self._known.rivals(new, is_beside=beside))}
        wrong = {fact.id for fact in named or rivals.values()} if proposed.correction else set[str]()
        new = begun_beside(proposed, new, rivals.values(), self._said_at, wrong=wrong)
        never = wrong | {old.id for old in rivals.values() if is_put_off(proposed, old, new)}
        new, before, later, disputed = rivals_of(new, rivals.values(), self._known, named=named, never=never)
        again = [fact for fact in before if fact.id not in wrong and fact not in named]
        new, going_on = self._up_to_what_was_said_again(proposed, new, again)
        if refused is not None and refused.id not in rivals:
            disputed.insert(0, refused)
        if proposed.op == "UPDATE" and not rivals:  # another amount, and nobody says of what it takes the place
            disputed += [fact for fact in self._known.other_amounts(new) if fact not in disputed]
        mistaken = (fact for fact in before if fact.id in wrong and not _corrects_beginning(proposed, fact, new))
        since = min((fact.valid_at for fact in mistaken), default=new.valid_at)
        if not proposed.is_begun_then:  # as long as the wrong one was believed
            new = new.model_copy(update={"valid_at": min(new.valid_at, since)})
        never |= {old.id for old in before if is_backdated(old, new)}
        retired = [
            retire_for(old, new, now=self._out.now, was_wrong=True)
            if old.id in never
            else retired_beside(proposed, new, old, self._said_at, self._predicates, now=self._out.now)
            for old in before
        ]
        new = new.model_copy(
            update={
                "stated_end": new.invalid_at,
                "supersedes": tuple(fact.id for fact in before),
                "conflicts_with": tuple(fact.id for fact in disputed),
                "rests_on": self._grounds(proposed, new.id),
            }
        )
        flagged = [f.model_copy(update={"conflicts_with": (*f.conflicts_with, new.id)}) for f in disputed]
        action = Action.UPDATE if before else Action.ADD
        reason = _reason(conflicts=disputed, replaces=before, correction=proposed.correction)
        if before and not disputed and all(is_contained(fact, new) or is_named_by(fact, new) for fact in before):
            reason = "it says more exactly what was known"
        if proposed.tells_name and is_current(new, self._out.now) and not disputed:
            is_another = matter_of(new.predicate) != "name"
            self._book.learn_name(new.subject_id, new.object, is_another=is_another)
        self._became[id(proposed)] = new.id
        self._write(action, new.id, reason, proposed, [*later, *retired, *flagged, new, *going_on])

    def _up_to_what_was_said_again(
        self, proposed: ProposedFact, new: Fact, before: Iterable[Fact]
    ) -> tuple[Fact, list[Fact]]:
        """Return a new fact up to where one that it ends was said again, and that one as it goes on from there.

        So an older talk that comes in later says nothing against what was said after it.
        """
        said_at = proposed.said_at
        if said_at is None:
            return new, []
        for former in before:
            times = {id_: self._said_at[id_] for id_ in former.source_ids if id_ in self._said_at}
            since = min((at for at in times.values() if at > max(said_at, new.valid_at)), default=FOREVER)
            if former.origin.trust == new.origin.trust and since < min(new.invalid_at, former.invalid_at):
                sources = tuple(id_ for id_, at in times.items() if at >= since)
                going_on = go_on(
                    former, since, former.invalid_at, after=new, id=self._out.make_id(), now=self._out.now
                )
                new = new.model_copy(update={"invalid_at": since})
                return new, [going_on.model_copy(update={"source_ids": sources})]
        return new, []

    def _write(
        self,
        action: Action,
        target_id: str,
        reason: str,
        proposed: ProposedFact,
        facts: Sequence[Fact],
    ) -> None:
        """Log a decision with the facts that it changes, and those that it rests on as they are."""
        told = {fact.id for fact in facts}
        for id_ in {ground.fact_id: None for fact in facts for ground in fact.rests_on if ground.fact_id}:
            if id_ not in told and (ground := self._known.by_id.get(id_)) is not None:
                self._out.put_fact(ground, before=ground)
        for fact in facts:
            self._out.put_fact(fact, before=self._known.by_id.get(fact.id))
            self._known.keep(fact)
        self._out.log(action, target_id, reason, sources=proposed.sources)


def _says_anew(proposed: ProposedFact, new: Fact, same: Fact) -> bool:
    """Return whether a known fact yields to another sentence about the same ends: "a band of six", or a later day."""
    if proposed.op != "UPDATE" or proposed.target_id != same.id or proposed.origin.trust < same.origin.trust:
        return False
    is_moved = is_put_off(proposed, same, new) or _corrects_beginning(proposed, same, new)
    return is_moved or not set(telling_words(new.statement)) <= set(telling_words(same.statement))


def _corrects_beginning(proposed: ProposedFact, old: Fact, new: Fact) -> bool:
    """Return whether a correction tells of the same that it began at another time, and not when this was said."""
    is_told = proposed.correction and proposed.valid_at not in (proposed.said_at, old.valid_at)
    return is_told and (old.predicate, old.object_id) == (new.predicate, new.object_id)


def _reason(*, conflicts: Sequence[Fact], replaces: Sequence[Fact], correction: bool) -> str:
    if conflicts:
        return "kept beside what it speaks against, which it may not retire"
    if replaces:
        return "it corrects what was known" if correction else "it replaces what was true before"
    return "new"
