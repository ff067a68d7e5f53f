"""Know which places lie within others: who lives in Berlin lives in Germany as well.

Pure functions on facts.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.facts.predicates import PLACES, Predicates
from memary.languages import united
from memary.text import entity_key
from memary.types import Fact

within = united(lambda language: language.relations.within)
"""Relations by which one place lies in another."""


def is_of_place(fact: Fact, predicates: Predicates) -> bool:
    """Return whether a fact says where its subject is or lives."""
    return predicates.matter_of(fact.predicate) in PLACES


def one_lies_in_the_other(one: Fact, other: Fact, known: Iterable[Fact], predicates: Predicates) -> bool:
    """Return whether two facts name places of which one is known to be part of the other.

    It is known by its name or by a fact. Then both are true, one says it more exactly. Always False for facts that
    are not about a place.

    Args:
        one: a fact.
        other: a fact that would compete with it.
        known: facts among which those between the two places are.
        predicates: which relations hold one value at a time.
    """
    if not (is_of_place(one, predicates) and is_of_place(other, predicates)):
        return False
    ends = {one.object_id, other.object_id}
    return _is_named_in(one.object, other.object) or any(
        fact.predicate in within() and {fact.subject_id, fact.object_id} == ends and fact.valid_at < fact.invalid_at
        for fact in known
    )


def _is_named_in(one: str, other: str) -> bool:
    inner, outer = sorted((entity_key(one), entity_key(other)), key=len)
    return _as_words(inner) in _as_words(outer) or (not inner.isascii() and inner in outer)


def _as_words(name: str) -> str:
    return f" {name.replace(',', ' ')} ".replace(" new ", " new-")  # New York is no part of York
