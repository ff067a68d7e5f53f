"""The facts that a step knows: found by what they are about, exclude, end and resume.

Pure functions: records in, records out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import pairwise

from memary.facts.intervals import are_of_a_kind, compete, is_current, is_known_as, overlap, resume, says_the_same
from memary.facts.places import is_around, one_lies_in_the_other, within
from memary.facts.predicates import Predicates, attitude_of, is_to_come, names_nothing
from memary.languages.scripts import HAN, is_han
from memary.languages.terms import telling_words, term_set
from memary.text.amounts import are_of_one_unit
from memary.types import FOREVER, Fact, Origin

_TOKEN = re.compile(r"[^\W\d]+|\d|[^\w\s]")


class KnownFacts:
    """Facts by their ids, and by what they are about.

    Args:
        facts: those that are known at first.
        predicates: which relations hold one value at a time.
        now: the time of the step.
        make_id: gives new ids.

    Attributes:
        by_id: all of them.
        predicates: which relations hold one value at a time.
        now: the time of the step.
    """

    def __init__(
        self, facts: Iterable[Fact], predicates: Predicates, *, now: datetime, make_id: Callable[[], str]
    ) -> None:
        self.by_id: dict[str, Fact] = {}
        self._about: dict[tuple[str, str], set[str]] = {}  # by subject and object, and by subject and matter
        self._nothing = set[str]()  # those whose object says that there is none
        self.predicates, self.now, self._make_id = predicates, now, make_id
        for fact in facts:
            self.keep(fact)

    def keep(self, fact: Fact) -> None:
        """Take up a fact, or what became of it."""
        self.by_id[fact.id] = fact
        (self._nothing.add if names_nothing(fact.object) else self._nothing.discard)(fact.id)
        self._about.setdefault((fact.subject_id, fact.object_id), set()).add(fact.id)
        self._about.setdefault((fact.subject_id, fact.predicate), set()).add(fact.id)
        if matter := self.predicates.matter_of(fact.predicate):
            self._about.setdefault((fact.subject_id, matter), set()).add(fact.id)
        if measure := self.predicates.measure_of(fact.predicate):
            self._about.setdefault((fact.subject_id, measure), set()).add(fact.id)

    def between(self, new: Fact) -> Iterator[Fact]:
        """Return known facts between the same two nodes, the current ones first."""
        known = (self.by_id[id_] for id_ in self._about.get((new.subject_id, new.object_id), ()))
        facts = [fact for fact in known if are_of_a_kind(new, fact)]
        yield from sorted(facts, key=lambda fact: (not is_current(fact, self.now), fact.id))

    def rivals(self, new: Fact, *, is_beside: bool = False) -> list[Fact]:
        """Return known facts that exclude the new one at some time, the latest first.

        With `is_beside` those are left out that can be true beside another value of the matter.
        """
        ids = set(self._about.get((new.subject_id, new.object_id), ()))
        matter = self.predicates.matter_of(new.predicate) or self.predicates.measure_of(new.predicate)
        if matter and not is_beside:
            ids |= self._about.get((new.subject_id, matter), set())
        alike = self._about.get((new.subject_id, new.predicate), set())
        ids |= alike if names_nothing(new.object) else alike & self._nothing
        facts = [self.by_id[id_] for id_ in ids]
        rivals = [f for f in facts if compete(new, f, self.predicates) and overlap(new, f)]
        rivals = [fact for fact in rivals if not self._one_lies_in_the_other(new, fact)]
        return sorted(rivals, key=lambda fact: (fact.valid_at, fact.id), reverse=True)

    def other_amounts(self, new: Fact) -> list[Fact]:
        """Return the current facts that tell another amount, in the same unit, by the same predicate."""
        alike = (self.by_id[id_] for id_ in self._about.get((new.subject_id, new.predicate), ()))
        return [
            fact
            for fact in alike
            if fact.object_id != new.object_id
            and is_current(fact, self.now)
            and overlap(new, fact)
            and set(new.source_ids).isdisjoint(fact.source_ids)
            and are_of_one_unit(new.object, fact.object)
        ]

    def _one_lies_in_the_other(self, new: Fact, old: Fact) -> bool:
        """Return whether a place is known to be part of another: both are true, one says it more exactly."""
        return one_lies_in_the_other(new, old, self._places_of(new, old), self.predicates)

    def _places_of(self, new: Fact, old: Fact) -> list[Fact]:
        """Return what is known of both places, and of where each lies."""
        ends = [(new.object_id, old.object_id), (old.object_id, new.object_id)]
        ends += [(fact.object_id, predicate) for fact in (new, old) for predicate in within()]
        return [self.by_id[id_] for pair in ends for id_ in self._about.get(pair, ())]

    def is_around(self, place: Fact, new: Fact) -> bool:
        """Return whether a fact tells the town, region or country of a house in a street, which a new one tells."""
        return is_around(place, new, self._places_of(new, place), self.predicates)

    def likings(self, new: Fact) -> list[Fact]:
        """Return what the subject of a liking is known to like at its time; nothing for another fact."""
        if attitude_of(new.predicate) <= 0:
            return []
        known = (fact for fact in self.by_id.values() if fact.subject_id == new.subject_id)
        return [fact for fact in known if fact.is_true_at(new.valid_at) and is_current(fact, self.now)]

    def ended_by(
        self, new: Fact, told: datetime | None, said_at: Mapping[str, datetime], *, in_words: bool
    ) -> Fact | None:
        """Return the current fact that the end of `new` is the end of, where none was named.

        It may also be one that has run out since that was told: a plan that was called off before its day, in a talk
        that comes in later.

        Args:
            new: what is over.
            told: when that was told; None, where nobody said it.
            said_at: when messages were said.
            in_words: whether it may be the only one of its subject that tells the same in more words: "Dad takes
                amlodipine 5 mg" of "Dad takes amlodipine".
        """

        def was_open(fact: Fact) -> bool:
            if is_current(fact, self.now):
                return True
            began = min((said_at[id_] for id_ in fact.source_ids if id_ in said_at), default=self.now)
            return told is not None and began <= told and fact.expired_at >= FOREVER and is_current(fact, told)

        pair = [fact for fact in self.between(new) if was_open(fact)]
        held = (fact for fact in pair if says_the_same(new, fact, self.predicates))
        negated = (fact for fact in pair if self.predicates.ends(new.predicate, fact.predicate))
        alike = [one for one in self.by_id.values() if in_words and was_open(one) and self._tells_more(one, new)]
        return next(held, None) or next(negated, None) or (alike[0] if len(alike) == 1 else None)

    def _tells_more(self, fact: Fact, new: Fact) -> bool:
        """Return whether a fact tells all that another does of the same subject, by words or relation."""
        if fact.subject_id != new.subject_id or not are_of_a_kind(new, fact):
            return False
        if is_to_come(fact.predicate) != is_to_come(new.predicate) or fact.origin.trust > new.origin.trust:
            return False
        relation = telling_words(new.predicate.replace("_", " "))
        told = term_set(f"{fact.predicate.replace('_', ' ')} {fact.statement}")
        is_same = self.predicates.are_alike(new.predicate, fact.predicate) or (relation and told.issuperset(relation))
        return bool(is_same) and (_names(fact.object, new.object) or _names(fact.statement, new.object))

    def is_echo(self, new: Fact) -> bool:
        """Return whether the assistant restates a known fact about the same two nodes, with no contradiction."""
        # what begins later was no answer to it: without that, the same words said twice would mean something else
        known = [fact for fact in self.between(new) if fact.is_true_at(new.valid_at)]
        return (
            new.origin is Origin.ASSISTANT
            and bool(known)
            and not any(compete(new, fact, self.predicates) for fact in known)
        )

    def partners(self, fact: Fact) -> list[Fact]:
        """Return the current facts that a fact contradicts."""
        found = [self.by_id[id_] for id_ in fact.conflicts_with if id_ in self.by_id]
        return [other for other in found if is_current(other, self.now)]

    def resumed(self, ended: Fact) -> list[Fact]:
        """Return the facts that resume because their replacement never came true."""
        formers = (self.by_id[id_] for id_ in ended.supersedes if id_ in self.by_id)
        latest_first = sorted(formers, key=lambda one: (one.valid_at, one.id), reverse=True)
        going_on = (resume(one, ended, id=self._make_id(), now=self.now) for one in latest_first)
        fact = next(filter(None, going_on), None)
        if fact is None:
            return []
        again = (other for other in self.between(fact) if is_known_as(fact, other, self.predicates))
        others = [other for other in (*self.rivals(fact), *again) if other.id != ended.id]
        end = min((max(other.valid_at, fact.valid_at) for other in others), default=fact.invalid_at)
        return [fact.model_copy(update={"invalid_at": end, "stated_end": end})] if end > fact.valid_at else []

    def may_begin(self, fact: Fact, start: datetime) -> bool:
        """Return whether a fact may have begun at `start`.

        It replaced nothing, and nothing else was true since.
        """
        return not (fact.supersedes or self.came_between(start, fact))

    def is_followed(self, fact: Fact) -> bool:
        """Return whether another value of the matter begins where a fact ends."""
        matter = self.predicates.matter_of(fact.predicate)
        others = (self.by_id[id_] for id_ in self._about.get((fact.subject_id, matter or fact.predicate), ()))
        return any(one.valid_at == fact.invalid_at and compete(one, fact, self.predicates) for one in others)

    def came_between(self, start: datetime, fact: Fact) -> bool:
        """Return whether something else was true at some time between `start` and the beginning of a fact."""
        return bool(self.rivals(fact.model_copy(update={"valid_at": start, "invalid_at": fact.valid_at})))


def _names(text: str, thing: str) -> bool:
    """Return whether a text speaks of a thing, and not of what is called after it: no "car" is in "car insurance"."""
    if is_han(thing):
        return re.search(rf"{thing}(?![{HAN}])", text) is not None
    *_, last = words = telling_words(thing) or [""]
    tokens = [*_TOKEN.findall(text), ""]
    behind = [after for one, after in pairwise(tokens) if telling_words(one) == [last]]
    ends = any(not after[:1].isalpha() or telling_words(f"{thing} {after}") == words for after in behind)
    return ends and term_set(text).issuperset(words)
