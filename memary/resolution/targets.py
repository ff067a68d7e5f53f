"""Judge whether what is told may end the fact that it names, by what both are about.

Pure functions on records.
"""

from __future__ import annotations

from memary.facts.identity import words_for
from memary.facts.intervals import are_of_a_kind
from memary.facts.predicates import Predicates
from memary.languages.terms import telling_words
from memary.resolution.proposals import ProposedFact
from memary.text.topics import topics_of
from memary.types import Fact


def may_retire(proposed: ProposedFact, new: Fact, target: Fact, predicates: Predicates) -> bool:
    """Return whether a fact is about the same matter as the fact to retire.

    A chain A→B→C is not. One of many friends gives way to another only if the words name both, or a caller corrects
    that very fact; one of many plans to what speaks of the same thing ("open the shop in June"). What was told of
    another subject gives way to nothing but its correction.
    """
    if not are_of_a_kind(new, target):
        return False
    if target.subject_id != new.subject_id:
        return _corrects_of_another(proposed, target)
    if target.object_id == new.object_id or predicates.same_matter(new.predicate, target.predicate):
        return True
    if target.predicate != new.predicate:
        return is_of_one_matter(proposed, target, predicates)
    if proposed.correction and proposed.extractor == "caller":
        return True
    said = _said(proposed)
    if not predicates.is_many_valued(new.predicate) or target.object.casefold() in said.casefold():
        return True
    own = {*words_for(target.subject), *telling_words(new.predicate.replace("_", " "))}
    shared = set(telling_words(f"{proposed.object} {said}")) & set(telling_words(target.object))
    return proposed.is_quoted_by_model and bool(shared - own)


def is_of_one_matter(proposed: ProposedFact, target: Fact, predicates: Predicates) -> bool:
    """Return whether words bear out that a fact of another predicate is about what the one named is about.

    The message has to be quoted, and to speak of something that the target tells, too, beside whom it is about. What
    one has one of is ended by nothing that one has one of besides: a job by no home.
    """
    matters = {predicates.matter_of(each) for each in (proposed.predicate, target.predicate)} - {None}
    if not proposed.is_quoted_by_model or len(matters) > 1:
        return False
    said, told = _said(proposed), f"{target.predicate.replace('_', ' ')} {target.statement}"
    shared = set(telling_words(said)) & set(telling_words(told))
    return bool(shared - words_for(target.subject)) or bool(topics_of(said) & topics_of(told))


def _corrects_of_another(proposed: ProposedFact, target: Fact) -> bool:
    """Return whether a model tells that a fact of another subject was a mistake: it was the sister who moved.

    The message has to be quoted, and to speak of what the mistake told beside whom it was about.
    """
    if not (proposed.op == "UPDATE" and proposed.correction and proposed.is_quoted_by_model):
        return False
    shared = set(telling_words(_said(proposed))) & set(telling_words(target.object))
    return bool(shared - words_for(target.subject) - words_for(proposed.subject))


def _said(proposed: ProposedFact) -> str:
    return f"{proposed.statement} {proposed.quote}"
