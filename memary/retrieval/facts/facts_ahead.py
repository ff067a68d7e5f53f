"""Find what lies ahead, where a question asks for that and names no time: "What's coming up?"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from memary.facts.predicates import is_to_come, predicates_of
from memary.filters import And, Compare
from memary.languages import Language, of_all
from memary.languages.equivalents import words_alike
from memary.languages.terms import relation_terms, term_set
from memary.queries import FactQuery
from memary.retrieval.question.query import RecallQuery
from memary.stores.snapshot import Reads, together
from memary.text.speech_acts.questions import without_ahead
from memary.types import FOREVER, Fact, Scope

_MOST = 20
"""How many facts there are at most."""

_OPEN = 100
"""How many facts that end are looked at for plans, which hold from when they are told until their day."""

_A_YEAR = timedelta(days=366)
"""How far the end of such a plan may be."""


async def ahead(store: Reads, scope: Scope, query: RecallQuery, question: str) -> list[Fact]:
    """Return what is to begin, and plans until their day: first what says a word of the question, then the soonest.

    Where it asks for more than plans and appointments ("What's next in the recipe?"), only what says a word of it.

    Args:
        store: where to look.
        scope: whose memory.
        query: the time at which it is asked, and which facts count.
        question: what is asked, by words for what lies ahead.
    """
    now, view = query.view.when.true_at, replace(query.view, true_at=None)
    ends = And((Compare("invalid_at", "gt", (now,)), Compare("invalid_at", "lte", (now + _A_YEAR,))))
    begin, end = await together(
        store,
        store.read(FactQuery(scope, limit=_MOST, view=view.narrowed(Compare("valid_at", "gt", (now,))))),
        store.read(FactQuery(scope, newest_first=True, limit=_OPEN, view=view.narrowed(ends))),
    )
    planned = [fact for fact in end if fact.valid_at <= now and is_to_come(fact.predicate)]
    found = [one for one in (*begin, *planned) if one.valid_at < one.invalid_at and one.expired_at >= FOREVER]
    words, alike = frozenset(relation_terms(without_ahead(question))) - _of_plans(), words_alike(question)
    otherwise = frozenset[str]().union(*(alike.get(word, ()) for word in words))
    said = {one.id: term_set(f"{one.statement} {one.predicate}") for one in found}
    if words:
        found = [one for one in found if not (words | otherwise).isdisjoint(said[one.id])]

    def order(fact: Fact) -> tuple[bool, bool, datetime, str]:
        day = fact.valid_at if fact.valid_at > now else fact.invalid_at
        return words.isdisjoint(said[fact.id]), otherwise.isdisjoint(said[fact.id]), day, fact.id

    return sorted(found, key=order)[:_MOST]


@of_all
def _of_plans(_packs: tuple[Language, ...]) -> frozenset[str]:
    """Return the terms by which plans and appointments are called."""
    return frozenset(term for one in predicates_of(["plan", "appointment"]) for term in relation_terms(one))
