"""Tell which facts that are over answer whether something is still so: those in whose place nothing came.

"Does Dad still take amlodipine?", of what he stopped taking, is answered by that fact and its end. Where another took
its place, or the same is true again, that one answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from memary.facts.intervals import is_planned, says_the_same
from memary.facts.predicates import BUILT_IN, matter_of
from memary.filters import Compare
from memary.languages.terms import telling_words, term_set
from memary.queries import Candidate, FactQuery, View
from memary.retrieval.facts.followers import begun_at
from memary.retrieval.messages.features import ParsedQuery
from memary.stores.snapshot import Reads, together
from memary.text.asked_words import said_by, says
from memary.text.speech_acts.endings import without_over
from memary.types import BEGINNING, FOREVER, Fact, FactKind, Scope, When

_MONTH = timedelta(days=31)

_ASKED = 0.5
"""More than this share of what is asked a fact says of which it is asked whether it is still so."""


def is_event(fact: Fact) -> bool:
    """Return whether a fact tells what happened within a month, or of a planned day, and no end was told later."""
    is_short = fact.invalid_at - fact.valid_at <= _MONTH or is_planned(fact)
    return fact.expired_at == FOREVER and is_short


def is_told_over(fact: Fact) -> bool:
    """Return whether somebody said that a fact is over, and not only until when it would be so."""
    return fact.kind is FactKind.FACT and (fact.expired_at < FOREVER or fact.valid_at <= BEGINNING)


async def answering_as_over(
    reads: Reads, scope: Scope, found: tuple[Sequence[Candidate[Fact]], ...], when: When
) -> tuple[list[Candidate[Fact]], ...]:
    """Return of several lists of past facts what happened once, and what ended with nothing in its place.

    It reads only where something ended.
    """
    ended = {one.record.id: one.record for some in found for one in some if not is_event(one.record)}
    gone = await _replaced(reads, scope, [*ended.values()], when)
    return tuple([one for one in some if one.record.id not in gone] for some in found)


async def _replaced(reads: Reads, scope: Scope, past: Sequence[Fact], when: When) -> frozenset[str]:
    """Return the ids of those past facts in whose place something came, and of those that are true again."""
    if not past:
        return frozenset()
    user, now = Scope(user_id=scope.user_id), View(true_at=when.true_at, known_at=when.known_at)
    subjects, objects = ({getattr(fact, end) for fact in past} for end in ("subject_id", "object_id"))
    of_one = {one for fact in past if matter_of(fact.predicate) for one in BUILT_IN.of_matter(fact.predicate)}
    began = Compare("valid_at", "in", tuple({time for fact in past for time in begun_at(fact)}))
    came, alike, others = await together(
        reads,
        reads.read(FactQuery(user, entity_ids=subjects | objects, view=View(where=began))),
        reads.read(FactQuery(user, entity_ids=subjects, object_ids=objects, view=now)),
        reads.read(FactQuery(user, entity_ids=subjects, predicates=of_one, view=now)),
    )
    replaced = {old for fact in (*came, *alike, *others) for old in fact.supersedes}
    return frozenset(
        fact.id
        for fact in past
        if fact.id in replaced
        or any(says_the_same(one, fact) for one in alike)
        or any(_is_of_matter(one, fact) for one in others)
    )


def _is_of_matter(one: Fact, other: Fact) -> bool:
    return one.subject_id == other.subject_id and BUILT_IN.same_matter(one.predicate, other.predicate)


def asked_over(asked: ParsedQuery, past: Sequence[Candidate[Fact]]) -> list[Candidate[Fact]]:
    """Return those past facts of which a question asks whether they are still so, or what became of them."""
    if not asked.asks_over:
        return []
    words = said_by(asked.text, telling_words(without_over(asked.text)))
    return [one for one in past if words and _share(one.record, words) > _ASKED]


def _share(fact: Fact, asked: dict[str, frozenset[str]]) -> float:
    text = f"{fact.statement} {fact.predicate.replace('_', ' ')}"
    terms = term_set(text)
    return sum(says(text, terms, said) for said in asked.values()) / len(asked)
