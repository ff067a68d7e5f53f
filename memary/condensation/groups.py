"""Group the facts that may be told as one, with the fact that they become.

Pure: records in, records out. Only what is alike is put together: facts of one subject, one relation, one origin and
one language that may all be true at once, which no other relation is known to end, and on which nothing else rests.
What a model puts together in one sentence is held to it: each word, name and number of each fact has to be in it, and
no telling word beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memary.facts.intervals import retire
from memary.facts.ledger import before_after
from memary.facts.predicates import Predicates
from memary.languages.keys import entity_key, predicate_key
from memary.languages.terms import telling_words
from memary.text.names.forms import is_more_exact
from memary.types import FOREVER, Action, Fact, FactKind, Operation, new_id

_SHOWN = 40
"""How many facts of one subject are looked at together."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many facts stay single: of one subject, and of a user; None: any number."""

    per_subject: int | None = None
    per_user: int | None = None


@dataclass(frozen=True, slots=True)
class OneFact:
    """Facts that are to be told as one: with the ends and relation of the first, in this sentence."""

    members: Sequence[Fact]
    statement: str


def too_many(
    facts: Sequence[Fact], limits: Limits, grounds: Collection[str], predicates: Predicates
) -> list[list[Fact]]:
    """Return the old facts of each subject that has too many, the oldest first.

    The newer half stays as it is.

    Args:
        facts: those that are true now.
        limits: how many stay single.
        grounds: ids of facts on which others rest.
        predicates: which relations hold one value at a time.
    """
    counts = Counter(fact.subject_id for fact in facts if fact.kind is not FactKind.INSIGHT)
    is_full = limits.per_user is not None and counts.total() > limits.per_user
    found: list[list[Fact]] = []
    for subject, count in counts.most_common():
        is_over = limits.per_subject is not None and count > limits.per_subject
        if not (is_over or is_full):
            continue
        own = sorted((one for one in facts if one.subject_id == subject), key=lambda one: (one.created_at, one.id))
        old = own[: (len(own) + 1) // 2] if not is_over else own[: len(own) - (limits.per_subject or 0) // 2]
        plain = [one for one in old if one.id not in grounds and _may_go(one, predicates)]
        if len(plain) > 1:
            found.append(plain[:_SHOWN])
    return found


def _may_go(fact: Fact, predicates: Predicates) -> bool:
    is_open = fact.invalid_at == fact.expires_at == FOREVER
    is_sound = not (fact.conflicts_with or fact.rests_on or fact.in_doubt) and fact.rating >= 0
    return fact.kind is FactKind.FACT and is_open and is_sound and not _may_be_ended(fact.predicate, predicates)


def _may_be_ended(predicate: str, predicates: Predicates) -> bool:
    """Return whether other relations are known to end this one: one of several things would end all."""
    return predicates.matter_of(predicate) is not None or predicates.related_to(predicate) != {predicate}


def contained(facts: Sequence[Fact], predicates: Predicates) -> list[OneFact]:
    """Return the facts that others say more exactly: what can be told as one without a model."""
    words = {fact.id: _words(fact) for fact in facts}
    taken: set[str] = set()
    found: list[OneFact] = []
    for fact in sorted(facts, key=lambda one: (-len(words[one.id]), one.id)):
        less = [
            one
            for one in facts
            if one.id != fact.id and not {one.id, fact.id} & taken and words[one.id] <= words[fact.id]
            if one.object_id == fact.object_id or is_more_exact(entity_key(fact.object), entity_key(one.object))
            if not fault_of([fact, one], fact.statement, predicates)
        ]
        if less:
            taken |= {fact.id, *(one.id for one in less)}
            found.append(OneFact([fact, *less], fact.statement))
    return found


def fault_of(members: Sequence[Fact], statement: str, predicates: Predicates) -> str:
    """Return why facts must not be told as one in this sentence; empty where they may."""
    if len({one.id for one in members}) < 2:
        return "it names fewer than two facts"
    first = members[0]
    if any(one.subject_id != first.subject_id for one in members):
        return "its facts are about different subjects"
    if not all(predicates.are_alike(one.predicate, first.predicate) for one in members):
        return "its facts are not of one relation"
    if any((one.origin, one.language) != (first.origin, first.language) for one in members):
        return "its facts are of different origins or languages"
    said = set(telling_words(statement))
    known = set[str]().union(*(_words(one) | _relation(one) for one in members), telling_words(first.subject))
    common = set[str].intersection(*(set(telling_words(one.statement)) for one in members))
    if lost := sorted(common.union(*map(_words, members)) - said):
        return f"it loses {', '.join(lost)}"
    if made := sorted(said - known):
        return f"it says what no fact does: {', '.join(made)}"
    return ""


def _words(fact: Fact) -> set[str]:
    """Return the words of a fact that tell something beside its subject and relation."""
    return set(telling_words(f"{fact.object} {fact.statement}")) - set(telling_words(fact.subject)) - _relation(fact)


def _relation(fact: Fact) -> set[str]:
    return set(telling_words(predicate_key(fact.predicate).replace("_", " ")))


def condensed(one: OneFact, *, now: datetime) -> tuple[Fact, list[Fact], Operation]:
    """Return the fact that takes the place of several, these as they are then, and the row that tells it."""
    first, members = one.members[0], one.members
    id_ = new_id()
    fact = first.model_copy(
        update={
            "id": id_,
            "statement": one.statement,
            "extractor": "condensed",
            "valid_at": max(member.valid_at for member in members),
            "created_at": now,
            "quote": "",
            "importance": max(member.importance for member in members),
            "confidence": min(member.confidence for member in members),
            "rating": max(member.rating for member in members),
            "source_ids": _unique(
                [*(id_ for member in members for id_ in member.source_ids), *(member.id for member in members)]
            ),
            "supersedes": tuple(member.id for member in members),
            "earlier_ends": (),
            "changed_at": (),
        }
    )
    ended = [retire(member, ended_at=max(now, member.valid_at), now=now) for member in members]
    row = Operation(
        user_id=fact.user_id,
        at=now,
        actor="condensation",
        action=Action.UPDATE,
        target_id=fact.id,
        reason=f"it tells {len(members)} old facts as one",
        before=before_after(members),
        after=before_after([*ended, fact]),
    )
    return fact, ended, row


def _unique(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))
