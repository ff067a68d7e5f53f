"""Plan what becomes of the graph when two nodes turn out to be one thing.

Pure functions on records. Facts and mentions of the one go to the other; the names in facts stay as they were stated.
Current facts that say the same become one. Current facts that cannot both be true follow the rules of resolve: the
later one retires the earlier one unless it is trusted less, and what may not retire the other is kept beside it, both
marked as being in conflict. Places that lie in each other are no contradiction. What is not true any more moves and
stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import TypeAlias

from memary.facts.identity import SELF_KEY
from memary.facts.intervals import compete, corroborated, is_current, overlap, retire, says_the_same
from memary.facts.ledger import GraphRecord
from memary.facts.places import one_lies_in_the_other, within
from memary.facts.predicates import Predicates
from memary.text import entity_key
from memary.types import GENERIC, VALUE, Entity, Fact, Mention

_Relation: TypeAlias = Callable[[Fact, Fact, Predicates], bool]


@dataclass(frozen=True, slots=True)
class MergePlan:
    """The records that a merge changes, as they were and as they are."""

    before: tuple[GraphRecord, ...]
    after: tuple[GraphRecord, ...]


@dataclass(frozen=True, slots=True)
class SpokenOf:
    """What speaks of the two nodes of a merge.

    Attributes:
        facts: all facts of both.
        mentions: all mentions of both.
        places: facts that tell which place lies in which.
    """

    facts: Sequence[Fact] = ()
    mentions: Sequence[Mention] = ()
    places: Sequence[Fact] = ()


def plan_merge(gone: Entity, into: Entity, spoken: SpokenOf, *, predicates: Predicates, now: datetime) -> MergePlan:
    """Work out what changes when `gone` becomes part of `into`.

    Args:
        gone: the node that goes.
        into: the node that stays.
        spoken: what speaks of both.
        predicates: which relations hold one value at a time.
        now: the time memary learns of it.
    """
    was = {fact.id: fact for fact in spoken.facts}
    united = _MergedFacts(was, gone.id, into.id, predicates, now, places=spoken.places).united()
    changed = [fact for fact in united.values() if fact != was[fact.id]]
    known = {mention.source_id for mention in spoken.mentions if mention.entity_id == into.id}
    moved = [mention for mention in spoken.mentions if mention.entity_id == gone.id]
    new = [mention.model_copy(update={"entity_id": into.id}) for mention in moved if mention.source_id not in known]
    return MergePlan(
        before=(gone, into, *(was[fact.id] for fact in changed), *moved),
        after=(united_entity(gone, into), *changed, *new),
    )


def united_entity(gone: Entity, into: Entity) -> Entity:
    """Return a node with what was known of another one.

    The user, known as such alone, gets the other's name.
    """
    named = gone if into.key == SELF_KEY else into
    aliases: dict[str, str] = {}
    for name in (into.name, *into.aliases, gone.name, *gone.aliases):
        aliases.setdefault(entity_key(name), name)
    aliases.pop(named.key, None)
    return into.model_copy(
        update={
            "name": named.name,
            "key": named.key,
            "type": _united_type(into.type, gone.type),
            "categories": tuple(dict.fromkeys((*into.categories, *gone.categories))),
            "aliases": tuple(aliases.values()),
            "description": into.description or gone.description,
            "created_at": min(into.created_at, gone.created_at),
        }
    )


def _united_type(*types: str) -> str:
    """Return the first type that tells what a node is; a value that is said to be a node is one."""
    telling = (kind for kind in types if kind not in (GENERIC, VALUE))
    return next(telling, GENERIC if GENERIC in types else VALUE)


class _MergedFacts:
    """The facts of two nodes on their way to being those of one."""

    def __init__(
        self,
        was: Mapping[str, Fact],
        gone: str,
        into: str,
        predicates: Predicates,
        now: datetime,
        *,
        places: Iterable[Fact],
    ) -> None:
        self._was, self._predicates, self._now = was, predicates, now
        self._now_facts = {id_: _moved(fact, gone, into) for id_, fact in was.items()}
        inside = (fact for fact in (*was.values(), *places) if fact.predicate in within())
        self._places = [_moved(fact, gone, into) for fact in inside]

    def united(self) -> dict[str, Fact]:
        """Return the facts by id as they are in the end."""
        for id_, fact in self._now_facts.items():
            was = self._was[id_]
            is_loop = fact.subject_id == fact.object_id and was.subject_id != was.object_id
            if is_loop and is_current(fact, self._now):  # nothing stands in a relation to itself
                self._now_facts[id_] = retire(fact, ended_at=fact.valid_at, now=self._now, was_wrong=True)
        for one, other in self._pairs():
            if not says_the_same(self._was[one], self._was[other], self._predicates) and self._are(
                one, other, says_the_same
            ):
                self._unite(one, other)
        for one, other in self._pairs():
            if not compete(self._was[one], self._was[other], self._predicates) and self._are(one, other, self._rival):
                self._settle(one, other)
        return self._now_facts

    def _are(self, one: str, other: str, relation: _Relation) -> bool:
        first, second = self._now_facts[one], self._now_facts[other]
        both_hold = is_current(first, self._now) and is_current(second, self._now) and overlap(first, second)
        return both_hold and relation(first, second, self._predicates)

    def _rival(self, one: Fact, other: Fact, predicates: Predicates) -> bool:
        rival = compete(one, other, predicates)
        return rival and not one_lies_in_the_other(one, other, self._places, predicates)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Return pairs of fact ids on one matter where at least one fact moved, the earlier one first."""
        groups: dict[tuple[str, str], list[Fact]] = {}
        for fact in sorted(self._now_facts.values(), key=lambda fact: (fact.valid_at, fact.created_at, fact.id)):
            groups.setdefault((fact.subject_id, fact.object_id), []).append(fact)
            if matter := self._predicates.matter_of(fact.predicate):
                groups.setdefault((fact.subject_id, matter), []).append(fact)
        for group in groups.values():
            for one, other in combinations([fact.id for fact in group], 2):
                if self._has_moved(one) or self._has_moved(other):
                    yield one, other

    def _has_moved(self, id_: str) -> bool:
        was, now = self._was[id_], self._now_facts[id_]
        return (was.subject_id, was.object_id) != (now.subject_id, now.object_id)

    def _unite(self, kept_id: str, twice_id: str) -> None:
        """Make two facts that say the same one: the later one gives way with all that supports it."""
        kept, twice = self._now_facts[kept_id], self._now_facts[twice_id]
        conflicts = dict.fromkeys((*kept.conflicts_with, *twice.conflicts_with))
        known = corroborated(kept, twice).model_copy(
            update={
                "supersedes": (*kept.supersedes, twice.id),
                "conflicts_with": tuple(id_ for id_ in conflicts if id_ not in (kept.id, twice.id)),
            }
        )
        if twice.invalid_at < kept.invalid_at and twice.origin.trust >= kept.origin.trust:
            known = retire(known, ended_at=twice.invalid_at, now=self._now)
        self._now_facts[kept_id] = known
        self._now_facts[twice_id] = retire(twice, ended_at=twice.valid_at, now=self._now, was_wrong=True)

    def _settle(self, earlier_id: str, later_id: str) -> None:
        earlier, later = self._now_facts[earlier_id], self._now_facts[later_id]
        if earlier.valid_at < later.valid_at and later.origin.trust >= earlier.origin.trust:
            self._now_facts[earlier_id] = retire(earlier, ended_at=later.valid_at, now=self._now)
            self._now_facts[later_id] = later.model_copy(update={"supersedes": (*later.supersedes, earlier.id)})
            return
        self._now_facts[earlier_id] = _flagged(earlier, later)
        self._now_facts[later_id] = _flagged(later, earlier)


def _flagged(fact: Fact, other: Fact) -> Fact:
    return fact.model_copy(update={"conflicts_with": tuple(dict.fromkeys((*fact.conflicts_with, other.id)))})


def _moved(fact: Fact, gone: str, into: str) -> Fact:
    ends = {name: into for name in ("subject_id", "object_id") if getattr(fact, name) == gone}
    return fact.model_copy(update=ends)
