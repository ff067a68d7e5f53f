"""Tell which facts a question means by the name of their relation, or by a name that is a common word, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memary.languages.equivalents import common_names, words_alike, words_of_phrases
from memary.languages.terms import query_terms, relation_terms, telling_words, term_set
from memary.queries import Candidate
from memary.text.names.occurrence import says_name
from memary.types import Fact

_RELATION = 0.6
"""What a fact counts whose relation is named by what is asked, beside the one that says most of it otherwise."""


def in_words(predicate: str) -> str:
    """Return the name of a relation in words: "production host"."""
    return predicate.replace("_", " ")


def as_meant(found: Iterable[Candidate[Fact]], question: str) -> list[tuple[str, float | None]]:
    """Return, with their ids, how well facts were found by words, less for a name that one has as another word.

    "Ada goes to the gym" says nothing of Go, which is a name where a question writes it so.
    """
    names = common_names(question)
    return [(one.record.id, _as_meant(one, question, names) if names else one.text) for one in found]


def _as_meant(found: Candidate[Fact], question: str, names: Collection[str]) -> float | None:
    if found.text is None:
        return None
    statement = found.record.statement
    said = term_set(f"{statement} {in_words(found.record.predicate)}").intersection(query_terms(question))
    other = {term for name in names if not says_name(statement, name) for term in term_set(name)}
    return found.text * len(said - other) / len(said) if said else found.text


def named_in(question: str, facts: Collection[Fact], *, around: Collection[str]) -> dict[str, float]:
    """Return what facts count whose relation a question names, or that say a name which is a word, too.

    Those around what the question names do by one word, has_condition by an illness; others only by several:
    `has_production_host` by "the production host".

    Args:
        question: what is asked.
        facts: those found.
        around: ids of those around what the question names.
    """
    words = frozenset(telling_words(question)).difference(words_of_phrases(question))
    said, names = words.union(*words_alike(question).values()), common_names(question)
    relations = {predicate: relation_terms(predicate) for predicate in {fact.predicate for fact in facts}}
    named = {predicate: len(words.intersection(relation)) for predicate, relation in relations.items()}
    by_a_word = {predicate for predicate, relation in relations.items() if not said.isdisjoint(relation)}
    counts: dict[str, float] = {}
    for fact in facts:
        if named[fact.predicate] > 1:
            counts[fact.id] = max(_RELATION, named[fact.predicate] / len(words))
        elif fact.predicate in by_a_word and fact.id in around:
            counts[fact.id] = _RELATION
        if names and any(says_name(fact.statement, name) for name in names):
            counts[fact.id] = counts.get(fact.id, 0.0) + _RELATION
    return counts
