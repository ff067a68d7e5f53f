"""Decide whom a model's fact is told of where its ends are no nodes: each of two, or an owner.

A subject has to be a node. What a model names as belonging to somebody, and neither lists among the entities nor
mentioned before, would be a node of one fact and no type: "Evan's knee hurts" is told of Evan, as `knee_hurts`. What
is told of "Ann and Bob", who are both known, is told of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memary.facts.intervals import plain_sentence
from memary.facts.predicates import Predicates, type_expected
from memary.languages.keys import predicate_key
from memary.languages.scripts import is_wide
from memary.resolution.names.linker import EntityLinker
from memary.resolution.proposals import ProposedFact
from memary.text.names.node_names import PERSON, is_full_name, joins_by_comma, names_joined, owners_named, wording_of
from memary.text.parts.enumeration import tells_in_a_row
from memary.types import FOREVER, GENERIC


def told_of(proposed: ProposedFact, book: EntityLinker, predicates: Predicates) -> list[ProposedFact]:
    """Return a fact as it is told of nodes: mostly as it is, else of each of those named, or of the owner.

    What one has one of is no list, and commas alone list nothing but people, unless the sentence joins the names
    otherwise: "North Street, Bristol" is one place, with both known.
    """
    if proposed.extractor != "model":
        return [proposed]
    told = [
        replace(one, object=object_, object_type=GENERIC) if object_ != one.object else one
        for one in _of_each(proposed, book)
        for object_ in _values(one, book, predicates)
    ]
    if len(told) > 1:
        told = [replace(one, statement=_own_sentence(one, proposed)) for one in told]
    return [_of_owner(one, book) for one in told]


def _own_sentence(one: ProposedFact, whole: ProposedFact) -> str:
    """Return a sentence that names one alone of those that a fact was told of together.

    What happened once stays told as it was: nothing of it will end for one of them alone. A state has the sentence
    that was told, with the name for all the names, where that reads well: words that agree with several, before the
    names or behind them, do not agree with one. Else it is made of the triple.
    """
    statement = whole.statement
    if whole.invalid_at < FOREVER:
        return statement
    for joined, own in ((whole.subject, one.subject), (whole.object, one.object)):
        if own != joined:
            relation = whole.predicate.replace("_", " ").split()[-1:]
            before = statement.partition(joined)[0].split()[-1:]
            is_read = joined in statement and (is_wide(joined) or (own == one.object and before == relation))
            statement = statement.replace(joined, own) if is_read else ""
    names = {*names_joined(whole.subject), *names_joined(whole.object)}
    others = {name for name in names if name not in f"{one.subject} {one.object}"}
    if statement and not any(name in statement for name in others):
        return statement
    return plain_sentence(one.subject, one.predicate, one.object)


def _of_each(proposed: ProposedFact, book: EntityLinker) -> Iterator[ProposedFact]:
    for subject in _each(proposed.subject, proposed, book):
        is_same = subject == proposed.subject
        yield proposed if is_same else replace(proposed, subject=subject, subject_type=GENERIC)


def _values(one: ProposedFact, book: EntityLinker, predicates: Predicates) -> list[str]:
    if predicates.matter_of(one.predicate) is not None:
        return [one.object]
    return _each(one.object, one, book, are_people=type_expected(one.predicate) == PERSON)


def _each(words: str, told: ProposedFact, book: EntityLinker, *, are_people: bool = False) -> list[str]:
    """Return the names that words join, if all are known and the whole is not, or all are people's whole names."""
    names = names_joined(words)
    if not (are_people or all(book.finds(name, PERSON) for name in names) or _is_list(words, names, told)):
        return [words]
    if any(names_joined(owner) != [owner] for owner, _ in owners_named(words)):  # what belongs to both is one thing
        return [words]
    is_each = all(map(book.finds, names)) or (are_people and all(map(is_full_name, names)))
    return names if len(names) > 1 and not book.finds(words) and is_each else [words]


def _is_list(words: str, names: Sequence[str], told: ProposedFact) -> bool:
    """Return whether names are a list of several as they stand, or as they were told."""
    return not joins_by_comma(words) or any(tells_in_a_row(said, names) for said in (told.statement, told.quote))


def _of_owner(proposed: ProposedFact, book: EntityLinker) -> ProposedFact:
    """Return a fact about what belongs to somebody as one of the owner, if that is a known node.

    What is known as a thing, or as the value of another fact, which it is shared with then, stays the subject.
    """
    words = proposed.subject
    if proposed.subject_type != GENERIC or wording_of(words) == "name" or book.knows(words):
        return proposed
    owner, form = next(((owner, form) for owner, form in owners_named(words) if book.finds(owner)), ("", ""))
    if not owner:
        return proposed
    return replace(proposed, subject=owner, predicate=predicate_key(form.replace("{predicate}", proposed.predicate)))
